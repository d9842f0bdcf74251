"""Plays random matches of a sheet to find out what its rules do not say outright: whether roles
take turns, whether goals have one sum, how long a match takes, and what goes wrong.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engines import jit
from engines.gdl import core, moves, unit
from engines.gdl.layout import CHANCE, FACTS, ROLES, W_COUNT

MATCHES = 100
MOST_TURNS = 1024  # of a match, whatever its sheet says
WORK, PLAIN_WORK = 40_000, 400  # turns of all matches
LARGE, LEAST_WORK = 8_000_000_000, 1_500  # numbers of tables times turns, and turns all the same
SAMPLES, APART = 48, 7  # positions that are kept, and every how many turns
(ENDED, TURNS, LONGEST, AT_ONCE, LOW, HIGH, STUCK, STUCK_TURN, NO_GOAL, EVEN, DONE, GRADES) = range(
    12
)


@dataclass(frozen=True)
class Survey:
    """What random matches have shown; -1 where something was never met."""

    matches: int
    ended: int
    turns: int  # of all matches
    longest: int
    at_once: bool  # two roles had a choice in one turn
    low: int  # the lowest and the highest sum of goals
    high: int
    stuck: int  # a role without a move, and after how many turns
    stuck_turn: int
    no_goal: int  # a role without a goal at an end
    even: bool  # a match was even
    graded: bool  # goals besides 0, 50 and 100


@jit.rule
def _draw(state: Any, n: int) -> int:
    """A number below n, by xorshift64*."""
    x = state[0]
    x ^= x >> np.uint64(12)
    x ^= x << np.uint64(25)
    x ^= x >> np.uint64(27)
    state[0] = x
    return int(((x * np.uint64(2685821657736338717)) >> np.uint64(33)) % np.uint64(n))


@jit.rule
def _play(t: Any, w: Any, seed: Any, got: Any, found: Any, samples: Any) -> None:
    """Plays one match from the position in w."""
    turns, players = 0, t[ROLES] - t[CHANCE]
    while turns < MOST_TURNS and not core.is_terminal(t, w):
        row = (found[TURNS] + turns) // APART
        if row < samples.shape[0]:
            for i in range(t[FACTS]):
                samples[row, i] = w[i] & 1
        free = 0
        for role in range(t[ROLES]):
            count = w[t[W_COUNT] + role]
            if role < players and count > 1:
                free += 1
            if count == 0 and found[STUCK] < 0:
                found[STUCK], found[STUCK_TURN] = role, turns
            move = moves.kth_move(t, w, role, _draw(seed, count)) if count > 0 else -1
            unit.choose(t, w, role, move)
        if free > 1:
            found[AT_ONCE] = 1
        unit.advance(t, w)
        unit.settle_position(t, w)
        turns += 1
    found[TURNS] += turns
    found[LONGEST] = max(found[LONGEST], turns)
    if not core.is_terminal(t, w):
        return
    found[ENDED] += 1
    unit.goals(t, w, got)
    total, even = 0, True
    for role in range(players):
        if got[role] < 0 and found[NO_GOAL] < 0:
            found[NO_GOAL] = role
        points = max(0, got[role])
        total += points
        even = even and points == max(0, got[0])
        if points != 0 and points != 50 and points != 100:
            found[GRADES] = 1
    if even:
        found[EVEN] = 1
    found[LOW] = min(found[LOW], total)
    found[HIGH] = max(found[HIGH], total)


jit.keep(_play, "gdl.survey", (), __name__)


def survey(t: NDArray[np.int32], base: NDArray[np.int32]) -> tuple[Survey, NDArray[np.uint8]]:
    """Plays random matches from a position's memory, always the same ones; also gives some of
    their positions [SAMPLES, facts].
    """
    samples = np.zeros((SAMPLES, int(t[FACTS])), np.uint8)
    found = np.full(12, 0, np.int64)
    found[[STUCK, STUCK_TURN, NO_GOAL]] = -1
    found[LOW] = 1 << 20
    got, seed = np.zeros(int(t[ROLES]), np.int32), np.array([88172645463325252], np.uint64)
    work = PLAIN_WORK if jit.is_disabled() else max(LEAST_WORK, min(WORK, LARGE // t.size))
    while found[DONE] < MATCHES and found[TURNS] < work:
        _play(t, base.copy(), seed, got, found, samples)
        found[DONE] += 1
    seen = Survey(
        matches=int(found[DONE]),
        ended=int(found[ENDED]),
        turns=int(found[TURNS]),
        longest=int(found[LONGEST]),
        at_once=bool(found[AT_ONCE]),
        low=int(found[LOW]),
        high=int(found[HIGH]),
        stuck=int(found[STUCK]),
        stuck_turn=int(found[STUCK_TURN]),
        no_goal=int(found[NO_GOAL]),
        even=bool(found[EVEN]),
        graded=bool(found[GRADES]),
    )
    return seen, samples
