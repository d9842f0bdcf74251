"""What is likely to come for an explorer of Code of Kutulu: how far company is, the frights that
minions may bring, and those that no way avoids.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from engines.jit import rule
from engines.kutulu.maps import BESIDE, MOST_SHELTERS, NOWHERE, distance
from engines.kutulu.minions import apart, in_sight, towards
from engines.kutulu.rules import SHELTERS
from engines.kutulu.state import (
    COMPANY,
    LEFT,
    PLAYERS,
    RUSH,
    SANITY,
    SHELTER_ENERGY,
    SHELTER_HEAL,
    SHELTER_TURNS,
    SHELTERED,
    SLASHER,
    SPAWNING,
    STALKING,
    WANDERER,
    WANDERING,
)

FAR = 1000
# how likely a fright is by a wanderer so many steps, or turns before it moves, away
RISKS = 0.6 ** np.arange(10)
DIVERTED = 0.4  # what is left of a risk where the minion is likely to go for another explorer
SOON = 4  # turns within which a slasher has to move to count
AHEAD = 3  # own turns in which an explorer may be trapped
SOFTER = 0.9 ** np.arange(20)  # what a shelter so many turns away is worth
HUNTERS, BITS, GONE = 5, 12, 4095  # wanderers that hunt it: so many, each cell in so many bits


@rule
def from_company(s: Any, agent: int) -> int:
    """Steps to where another explorer is near, at most 10 and 0 where nobody else is left."""
    least = FAR
    for other in range(PLAYERS):
        if other != agent and s.alive[other]:
            if apart(s, s.cell[agent], s.cell[other]) <= COMPANY:
                return 0
            least = min(least, distance(s, s.cell[agent], s.cell[other]))
    return min(10, max(1, least - COMPANY)) if least < FAR else 0


@rule
def refuge(s: Any, agent: int) -> float:
    """The sanity that the best shelter promises an explorer, less the farther it is and the longer
    it stays closed.
    """
    if s.league < 3:
        return 0.0
    best = 0.0
    for k in range(s.effects):
        if s.e_kind[k] == SHELTERED:
            far = distance(s, s.cell[agent], s.e_cell[k])
            if far < SOFTER.size:
                best = max(best, SOFTER[far] * SHELTER_HEAL * s.e_tick[k])
    wait = 1 + (SHELTER_TURNS - s.turn % SHELTER_TURNS) % SHELTER_TURNS
    if wait < SOFTER.size:
        for k in range(MOST_SHELTERS):
            if SHELTERS[s.map, k] != NOWHERE:
                far = max(wait, distance(s, s.cell[agent], SHELTERS[s.map, k]))
                if far < SOFTER.size:
                    best = max(best, SOFTER[far] * SHELTER_HEAL * SHELTER_ENERGY)
    return min(best, SANITY - s.sanity[agent])


@rule
def frights(s: Any, w: Any, agent: int) -> float:
    """How many frights an explorer may expect: at most one by wanderers, one by slashers, as if
    each minion brought one by chance.
    """
    calm, still = 1.0, 1.0
    for k in range(s.minions):
        if s.m_kind[k] == WANDERER:
            calm *= 1.0 - min(1.0, w[7] * wanderer_chance(s, agent, k))
        else:
            still *= 1.0 - min(1.0, w[8] * slasher_chance(s, agent, k))
    return 2.0 - calm - still


@rule
def wanderer_chance(s: Any, agent: int, k: int) -> float:
    """How likely a wanderer gets an explorer; less where another one is nearer to it."""
    wait = s.m_spawn[k] if s.m_mood[k] == SPAWNING else 0
    far = distance(s, s.m_cell[k], s.cell[agent])
    steps = far + wait
    if wait > 3 or steps >= RISKS.size or steps > s.m_life[k] + 2:
        return 0.0
    for other in range(PLAYERS):
        if other != agent and s.alive[other] and distance(s, s.m_cell[k], s.cell[other]) < far:
            return DIVERTED * RISKS[steps]
    return RISKS[steps]


@rule
def slasher_chance(s: Any, agent: int, k: int) -> float:
    """How likely a slasher gets an explorer: it has to see it, or to have seen it here last."""
    mood, target = s.m_mood[k], s.m_target[k]
    wait = s.m_spawn[k] if mood == SPAWNING else s.m_wait[k]
    if wait > SOON:
        return 0.0
    if mood == RUSH and s.m_seen[k] == s.cell[agent]:
        return 0.9
    if in_sight(s, s.m_cell[k], s.cell[agent]) < 0:
        return 0.0
    chance = 0.8 if mood == RUSH else 0.3 if mood == WANDERING else 0.1 + 0.5 / (1 + wait)
    elsewhere = target >= 0 and target != agent and s.cell[target] != s.cell[agent]
    return DIVERTED * chance if elsewhere else chance


@rule
def struck(s: Any, agent: int, cell: int, turn: int) -> int:
    """How many slashers rush in that turn to an explorer on a cell that they see from here."""
    count = 0
    for k in range(s.minions):
        if s.m_kind[k] == SLASHER and (
            (s.m_mood[k] == RUSH and turn == 0) or (s.m_mood[k] == STALKING and turn == s.m_wait[k])
        ):
            target = s.m_target[k]
            if target < 0 or target == agent or not s.alive[target]:
                count += in_sight(s, s.m_cell[k], cell) >= 0
    return count


@rule
def _no_more(s: Any, agent: int, cell: int, hunters: int, found: int) -> int:
    return 0


def _build_fewest(turn: int, deeper: Callable[..., int]) -> Callable[..., int]:
    """The jitted (s, agent, cell, hunters, found) -> the fewest frights from turn `turn` on, with
    the explorer and so many hunters on these cells; `deeper` is the same from the next turn on.
    """

    @rule
    def fewest(s: Any, agent: int, cell: int, hunters: int, found: int) -> int:
        least = FAR
        for way in range(LEFT + 2):
            to = cell if way > LEFT else int(BESIDE[s.map, cell, way])
            if to == NOWHERE:
                continue
            hits, after = struck(s, agent, to, turn), 0
            for i in range(found):
                at = hunters >> BITS * i & GONE
                if at not in (GONE, to):
                    at = int(towards(s, at, to, s.turn + turn))
                if at == to:
                    hits += 1
                    at = GONE
                after |= at << BITS * i
            if hits < least:
                least = min(least, hits + deeper(s, agent, to, after, found))
            if least == 0:
                return 0
        return least

    return fewest


_fewest: Callable[..., int] = _no_more
for _turn in reversed(range(AHEAD)):
    _fewest = _build_fewest(_turn, _fewest)


@rule
def unavoidable(s: Any, agent: int) -> int:
    """How many frights an explorer suffers in its next turns on the best of all its ways, if the
    wanderers near it and those slashers that are about to rush hunt it alone.
    """
    hunters, found, strikes = 0, 0, False
    for k in range(s.minions):
        if s.m_kind[k] == SLASHER:
            strikes = strikes or s.m_mood[k] == RUSH or s.m_mood[k] == STALKING
        elif (
            s.m_mood[k] == WANDERING
            and found < HUNTERS
            and distance(s, s.m_cell[k], s.cell[agent]) <= AHEAD
        ):
            hunters |= int(s.m_cell[k]) << BITS * found
            found += 1
    if found == 0 and not strikes:
        return 0
    return _fewest(s, agent, int(s.cell[agent]), hunters, found)
