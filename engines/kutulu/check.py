"""Whether a record from outside can be a position of Code of Kutulu: everything is on walkable
cells of its map, and the minions and effects fit into the record, now and later.

Whatever `unseen.observe` blanks may be blank: the generator, the light, what departed explorers
had.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import pairwise

import numpy as np

from engines.checking import Bounds
from engines.game import Game, State
from engines.java import MASK
from engines.kutulu.hearing import MOST_LIFE_TIME, MOST_SPAWN_TIME
from engines.kutulu.maps import MAPS, MOST_CELLS, MOST_SPAWNS, NOWHERE, OFFSET
from engines.kutulu.state import (
    ALONE,
    FORFEITED,
    LIGHT_TURNS,
    LIGHTS,
    LIT,
    MOST_EFFECTS,
    MOST_MINIONS,
    NOBODY,
    NOBODY_LEFT,
    PLAN_TURNS,
    PLANNED,
    PLANS,
    PLAYERS,
    RECALLED,
    RUNNING,
    SANITY,
    SHELTER_ENERGY,
    SHELTERED,
    SLASHER,
    SLASHER_SPAWN,
    SPAWNING,
    STALK,
    STALKING,
    STUN,
    STUNNED,
    TIME_OVER,
    TURNS,
    WANDERER,
    WANDERING,
    WAVE,
    YELL_TURNS,
    YELLED,
)

WORD = np.iinfo(np.int64)  # `lit` uses all 64 bits, the sign too
MOST_NUMBERS = PLAYERS + TURNS // WAVE * MOST_SPAWNS + PLAYERS  # explorers, wanderers, slashers
# the most turns left of each kind of effect, after its first turn
TICKS = {
    PLANNED: PLAN_TURNS - 1,
    LIT: LIGHT_TURNS - 1,
    YELLED: YELL_TURNS - 1,
    SHELTERED: SHELTER_ENERGY,
}
LEAGUE = {PLANNED: 2, LIT: 2, YELLED: 3, SHELTERED: 3}  # the first league that has it
OWNERS = ("caster", "receiver", "cell")  # what distinguishes effects
WAITS = {STALKING: STALK, STUNNED: STUN}  # the most turns that a passing mood lasts


def bounds(game: Game) -> Bounds:
    """The bounds of each field; the scratch for paths through light is empty between rules."""
    league, first = int(game.options.league), int(game.options.first_turn)
    cell, maybe_cell = (0, MOST_CELLS - 1), (NOWHERE, MOST_CELLS - 1)
    anybody, flag = (NOBODY, PLAYERS - 1), (0, 1)
    return {
        "rng": (0, MASK),
        "lit": (WORD.min, WORD.max),
        "map": (0, len(MAPS) - 1),
        "offset": (0, int(OFFSET[-1])),
        "cells": (1, MOST_CELLS),
        "league": (league, league),
        "lonely": (1, ALONE),
        "group": (1, ALONE),
        "spawn_time": (1, MOST_SPAWN_TIME),
        "life_time": (1, MOST_LIFE_TIME),
        "first": (first, first),
        "turn": (first, first + TURNS),
        "over": (RUNNING, TIME_OVER),
        "minions": (0, MOST_MINIONS),
        "effects": (0, MOST_EFFECTS),
        "next_id": (PLAYERS, MOST_NUMBERS),
        "cell": cell,
        "sanity": (0, SANITY),
        "score": (FORFEITED, TURNS + SANITY),
        "gone": (0, TURNS),
        "alive": flag,
        "plans": (0, PLANS),
        "lights": (0, LIGHTS),
        "yelled": (0, (1 << PLAYERS) - 1),
        "isolated": flag,
        "hunted": flag,
        "frights": (0, MOST_MINIONS),
        "m_id": (0, MOST_NUMBERS - 1),
        "m_cell": cell,
        "m_seen": maybe_cell,
        "m_kind": (WANDERER, SLASHER),
        "m_mood": (SPAWNING, RECALLED),
        "m_spawn": (0, SLASHER_SPAWN),
        "m_life": (0, MOST_LIFE_TIME),
        "m_wait": (0, STUN),
        "m_target": anybody,
        "e_kind": (PLANNED, SHELTERED),
        "e_tick": (0, SHELTER_ENERGY),
        "e_caster": anybody,
        "e_receiver": anybody,
        "e_cell": maybe_cell,
        "far": (0, 0),
        "todo": (0, 0),
    }


def contradictions(game: Game, state: State) -> Iterator[str]:
    """Yields what is impossible in a record whose fields are within bounds, most basic checks
    first.
    """
    yield from _map(state)
    yield from _end(state)
    for a in range(PLAYERS):
        yield from _explorer(game.agent_name(a), state, a)
    for k in range(int(state.minions)):
        yield from _minion(state, k)
    yield from _numbers(state)
    yield from _waves(state)
    yield from _slashers(state)
    for k in range(int(state.effects)):
        yield from _effect(game, state, k)
    yield from _room(state)


def _map(state: State) -> Iterator[str]:
    """The map's own numbers, and no cell beyond its last, also where a list ends."""
    here, cells = MAPS[state.map], int(state.cells)
    if cells != len(here.cells) or state.offset != OFFSET[state.map]:
        yield f"map {int(state.map)} has {len(here.cells)} cells, not {cells} from {state.offset}"
    for name in ("cell", "m_cell", "m_seen", "e_cell"):
        if state[name].max() >= cells:
            yield f"{name} is {state[name].max()}, which is no cell of {here.name}"
    lit = sum((word & (1 << 64) - 1) << 64 * k for k, word in enumerate(state.lit.tolist()))
    if lit >> cells:
        yield f"cells are lit that {here.name} does not have"


def _end(state: State) -> Iterator[str]:
    over, played, left = int(state.over), int(state.turn - state.first), int(state.alive.sum())
    if (over == NOBODY_LEFT) != (left == 0):
        yield f"{left} explorers are left, which does not fit whether the match is over"
    if (over == RUNNING and played >= TURNS) or (over == TIME_OVER and played < TURNS):
        yield f"a match is over after {TURNS} turns, not after {played}"


def _explorer(name: str, state: State, a: int) -> Iterator[str]:
    """A living explorer has sanity and no place in the ranking yet; a departed one has a place."""
    sanity, score, gone = (int(state[field][a]) for field in ("sanity", "score", "gone"))
    if state.yelled[a] >> a & 1:
        yield f"{name} cannot have yelled at itself"
    if state.yelled[a] and state.league < LEAGUE[YELLED]:
        yield f"{name} cannot have been yelled at in league {int(state.league)}"
    if not state.alive[a]:
        if sanity or not state.first <= gone <= state.turn or score not in (FORFEITED, gone):
            yield f"{name} cannot be out since turn {gone} with {sanity} sanity and score {score}"
        return
    late = state.over == TIME_OVER and state.turn > TURNS
    if not sanity or gone or score != (TURNS + sanity if late else 0):
        yield f"{name} cannot be left with {sanity} sanity, score {score} and gone {gone}"


def _minion(state: State, k: int) -> Iterator[str]:
    """Its counters fit its kind and mood."""
    kind, mood, spawn, life, wait, seen = (
        int(state[f"m_{field}"][k]) for field in ("kind", "mood", "spawn", "life", "wait", "seen")
    )
    name = f"{('wanderer', 'slasher')[kind]} {int(state.m_id[k])}"
    if mood > (WANDERING if kind == WANDERER else STUNNED):
        yield f"{name} cannot be in mood {mood}"
    if (spawn > 0) != (mood == SPAWNING) or (kind == WANDERER and spawn > state.spawn_time):
        yield f"{name} cannot have {spawn} turns until it moves"
    if not (1 if mood else state.life_time) <= life <= state.life_time or (
        kind == SLASHER and life != state.life_time
    ):
        yield f"{name} cannot have {life} turns to live"
    if not min(1, WAITS.get(mood, 0)) <= wait <= WAITS.get(mood, 0):
        yield f"{name} cannot wait {wait} turns in mood {mood}"
    if kind == WANDERER and seen != NOWHERE:
        yield f"{name} notes where it saw somebody, which only slashers do"


def _numbers(state: State) -> Iterator[str]:
    """Minions are in the order in which they came."""
    numbers = [PLAYERS - 1, *state.m_id[: state.minions].tolist(), int(state.next_id)]
    if any(before >= after for before, after in pairwise(numbers)):
        yield f"the minions' numbers {numbers[1:-1]} do not rise from {PLAYERS} to {numbers[-1]}"


def _waves(state: State) -> Iterator[str]:
    """While the match goes on, wanderers have come in turns divisible by 5, at most one from each
    spawn.
    """
    came = Counter(
        int(
            state.turn - (state.spawn_time - state.m_spawn[k]) - (state.life_time - state.m_life[k])
        )
        for k in range(int(state.minions))
        if state.m_kind[k] == WANDERER and state.over == RUNNING
    )
    for turn, count in came.items():
        if turn % WAVE or not state.first <= turn < state.turn:
            yield f"a wanderer cannot have come in turn {turn}"
        if count > len(MAPS[state.map].spawns):
            yield f"{count} wanderers cannot have come from {len(MAPS[state.map].spawns)} spawns"


def _slashers(state: State) -> Iterator[str]:
    """One came for each explorer marked as hunted; departed explorers may be unmarked."""
    slashers = int((state.m_kind[: state.minions] == SLASHER).sum())
    most = int((state.hunted | (1 - state.alive)).sum()) if state.league >= LEAGUE[YELLED] else 0
    if not state.hunted.sum() <= slashers <= most:
        yield f"there are {slashers} slashers, but {int(state.hunted.sum())} explorers are hunted"


def _effect(game: Game, state: State, k: int) -> Iterator[str]:
    """It has turns left, and its receiver and cell suit its kind."""
    kind, tick, caster, receiver, cell = (
        int(state[f"e_{field}"][k]) for field in ("kind", "tick", "caster", "receiver", "cell")
    )
    name = ("plan", "light", "yell", "shelter")[kind]
    if not 1 <= tick <= TICKS[kind]:
        yield f"a {name} cannot last {tick} turns more"
    if state.league < LEAGUE[kind]:
        yield f"a {name} is not known in league {int(state.league)}"
    if kind == SHELTERED:
        if (caster, receiver) != (NOBODY, NOBODY) or cell not in MAPS[state.map].shelters:
            yield f"cell {cell} has no shelter"
    elif caster == NOBODY or cell != NOWHERE:
        yield f"a {name} has a caster and no cell of its own"
    elif kind == YELLED:
        yield from _yell(game, state, caster, receiver)
    elif receiver != NOBODY or not state.alive[caster]:
        yield f"a {name} of {game.agent_name(caster)} cannot be in play"


def _yell(game: Game, state: State, caster: int, receiver: int) -> Iterator[str]:
    """A yell is recorded at its receiver, who could otherwise be yelled at again."""
    if receiver in (NOBODY, caster) or not (
        state.yelled[receiver] >> caster & 1 or not state.alive[receiver]
    ):
        yield f"a yell of {game.agent_name(caster)} is not noted at who was yelled at"


def _room(state: State) -> Iterator[str]:
    """No duplicate effects: one plan or light per caster, one yell per pair, one shelter per
    cell.
    """
    whose = [
        (bool(state.e_kind[k] == YELLED), *(int(state[f"e_{name}"][k]) for name in OWNERS))
        for k in range(int(state.effects))
    ]
    if len(set(whose)) < len(whose):
        yield "one explorer has two effects of a kind, or a shelter is listed twice"
