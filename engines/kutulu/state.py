"""The state record of Code of Kutulu, its constants, and the draws at a match's start. The state of
the contest's generator is part of the record.

Shapes: [A] explorers, [N] minions, [E] effects, [C] cells.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from engines.java import next_bits, next_int, scrambled
from engines.kutulu.maps import (
    BRONZE_COUNT,
    MAPS,
    MOST_CELLS,
    MOST_SHELTERS,
    MOST_SPAWNS,
    NOWHERE,
    OFFSET,
    WOOD,
)

PLAYERS = 4
UP, RIGHT, DOWN, LEFT, WAIT, PLAN, LIGHT, YELL = range(8)  # actions
WANDERER, SLASHER = range(2)
SPAWNING, WANDERING, STALKING, RUSH, STUNNED, RECALLED = range(6)
PLANNED, LIT, YELLED, SHELTERED = range(4)  # kinds of effects
RUNNING, NOBODY_LEFT, TIME_OVER = range(3)
NOBODY = -1

SANITY, FRIGHT, ALONE = 250, 20, 50
COMPANY, SHOUT = 2, 1  # distances, ignoring walls
PLANS, PLAN_TURNS, PLAN_REACH, PLAN_HEAL = 2, 4, 2, 3
LIGHTS, LIGHT_TURNS, LIGHT_REACH, LIGHT_COST = 3, 2, 5, 5
YELL_TURNS = 2
SHELTER_TURNS, SHELTER_ENERGY, SHELTER_HEAL = 50, 10, 5
WAVE, SLASHER_SANITY, SLASHER_SPAWN, STALK, STUN = 5, 200, 6, 2, 6
TURNS = 200
FORFEITED = -1  # the score after a bad answer

# a wanderer lives at most 6 + 40 turns, so at most ten waves are there at once
MOST_MINIONS = 10 * MOST_SPAWNS + PLAYERS
MOST_EFFECTS = PLAYERS + PLAYERS * (PLAYERS - 1) + MOST_SHELTERS

STATE = np.dtype(
    [
        ("rng", np.int64),  # the 48 bits of java.util.Random
        ("lit", np.int64, (4,)),  # the cells lit in this turn, as bits
        ("map", np.int32),
        ("offset", np.int32),  # where the map's distances begin
        ("cells", np.int32),  # of the map
        ("league", np.int32),
        ("lonely", np.int32),  # sanity lost in a turn
        ("group", np.int32),
        ("spawn_time", np.int32),
        ("life_time", np.int32),
        ("first", np.int32),  # number of the first turn
        ("turn", np.int32),  # number of the next turn
        ("over", np.int32),
        ("minions", np.int32),
        ("effects", np.int32),
        ("next_id", np.int32),
        ("cell", np.int16, (PLAYERS,)),
        ("sanity", np.int16, (PLAYERS,)),
        ("score", np.int16, (PLAYERS,)),
        ("gone", np.int16, (PLAYERS,)),  # the turn in which it left
        ("alive", np.int8, (PLAYERS,)),
        ("plans", np.int8, (PLAYERS,)),
        ("lights", np.int8, (PLAYERS,)),
        ("yelled", np.int8, (PLAYERS,)),  # who has yelled at it, as bits
        ("isolated", np.int8, (PLAYERS,)),
        ("hunted", np.int8, (PLAYERS,)),  # 1 once its slasher has come
        ("frights", np.int8, (PLAYERS,)),  # of the last turn
        ("m_id", np.int16, (MOST_MINIONS,)),
        ("m_cell", np.int16, (MOST_MINIONS,)),
        ("m_seen", np.int16, (MOST_MINIONS,)),  # where a slasher saw its target last, or NOWHERE
        ("m_kind", np.int8, (MOST_MINIONS,)),
        ("m_mood", np.int8, (MOST_MINIONS,)),
        ("m_spawn", np.int8, (MOST_MINIONS,)),  # turns until it moves
        ("m_life", np.int8, (MOST_MINIONS,)),
        ("m_wait", np.int8, (MOST_MINIONS,)),  # turns a slasher still stalks or is stunned
        ("m_target", np.int8, (MOST_MINIONS,)),
        ("e_kind", np.int8, (MOST_EFFECTS,)),
        ("e_tick", np.int8, (MOST_EFFECTS,)),  # turns left; a shelter's energy
        ("e_caster", np.int8, (MOST_EFFECTS,)),
        ("e_receiver", np.int8, (MOST_EFFECTS,)),
        ("e_cell", np.int16, (MOST_EFFECTS,)),  # of a shelter
        ("far", np.int16, (MOST_CELLS,)),  # scratch of `find_ways`, zero outside it
        ("todo", np.int16, (MOST_CELLS,)),  # likewise
    ],
    align=True,
)


def seed_with(s: Any, seed: int) -> None:
    """The generator's state that belongs to a seed."""
    s.rng = scrambled(seed)


def draw_match(s: Any, league: int, place: int | None) -> int:
    """Draws the match's constants and its map, unless that is given; returns the map."""
    s.league, s.lonely, s.group, s.spawn_time, s.life_time = league, 3, 1, 3, 40
    if league >= 3:
        s.lonely, s.group = 3 + next_int(s, 4), 1 + next_int(s, 3)
        s.spawn_time, s.life_time = 3 + next_int(s, 4), 30 + next_int(s, 11)
    if place is not None:
        return place
    pool = (
        range(BRONZE_COUNT)
        if league >= 4
        else [next(m for m, each in enumerate(MAPS) if each.name == name) for name in WOOD]
    )
    number = int(next_bits(s, 32))
    return pool[abs(number - (1 << 32) if number >= 1 << 31 else number) % len(pool)]


def line_up(s: Any, place: int, first: int) -> None:
    """Puts four sane explorers at the starts of a map."""
    s.map, s.offset, s.cells = place, OFFSET[place], len(MAPS[place].cells)
    s.first = s.turn = first
    s.cell[:] = MAPS[place].starts
    s.sanity[:], s.alive[:], s.plans[:], s.lights[:] = SANITY, 1, PLANS, LIGHTS
    places = [MAPS[place].cells[cell] for cell in s.cell]
    s.isolated[:] = [
        sum(abs(x - u) + abs(y - v) <= COMPANY for u, v in places) == 1 for x, y in places
    ]
    s.next_id = PLAYERS
    s.m_seen[:] = s.m_target[:] = s.e_caster[:] = s.e_receiver[:] = s.e_cell[:] = NOWHERE
