"""A row of stones that two players take or leave in turn: a test game whose evaluation misleads in
the middle of an exchange.

A stone taken is worth a point, a marked one as many as its place; so who takes the first of two
marked stones loses by it. A position is quiet when the next stone is not marked. The value is the
difference in points.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from engines.game import Game, Rules, State
from engines.jit import rule

STONES = 12
# one for each stone, and none behind them
MARKED = np.array([0, 0, 1, 1, 0, 0, 0, 1, 1, 1, 0, 0, 0, 0], np.int64)
STATE = np.dtype([("points", np.int64, (2,)), ("taken", np.int64), ("mover", np.int64)], align=True)


@rule
def to_move(s: Any) -> int:
    return s.mover


@rule
def legal(s: Any, agent: int, out: Any) -> int:
    """Leave the next stone (0) or take it (1)."""
    if agent != s.mover or s.taken >= STONES:
        return 0
    out[0], out[1] = 0, 1
    return 2


@rule
def is_legal(s: Any, agent: int, action: int) -> bool:
    return agent == s.mover and s.taken < STONES and (action == 0 or action == 1)


@rule
def step(s: Any, joint: Any, rng: Any, log: Any) -> None:
    """Either way the next stone is another one."""
    if joint[s.mover] == 1:
        s.points[s.mover] += 1 + MARKED[s.taken] * s.taken
    s.taken += 1
    s.mover = 1 - s.mover


@rule
def is_over(s: Any) -> bool:
    return s.taken >= STONES


@rule
def outcome(s: Any, out: Any) -> None:
    out[0] = np.sign(s.points[0] - s.points[1])
    out[1] = -out[0]


@rule
def value(s: Any, w: Any, out: Any) -> None:
    out[0] = s.points[0] - s.points[1]
    out[1] = -out[0]


@rule
def quiet(s: Any) -> bool:
    return MARKED[s.taken] == 0


class Captures(Game):
    """Twelve stones, five of them marked."""

    name = "captures"
    title = "Captures"
    dtype = STATE
    max_actions = 2
    longest = STONES
    value_range = (-40.0, 40.0)
    rules = Rules(to_move, legal, is_legal, step, is_over, outcome, value, quiet=quiet)

    def __init__(self, options: Any = None) -> None:
        super().__init__(options)
        self.keep_rules()

    def initial(self, seed: int) -> State:
        return self.blank()
