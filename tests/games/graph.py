"""Walks in small graphs: a test game of one seat in which every position, value and end is written
down.

An action is the place of an arrow in its node's list. In the puzzle "luck" each step adds a number
drawn at random.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from engines.game import Game, Rules, State
from engines.jit import rule
from engines.knobs import choice

# by puzzle: node -> (value, lasting part, arrows); an int instead of arrows is the outcome of an
# end
CHAIN: dict[int, tuple[float, float, Any]] = {
    0: (0, 0, [1]),
    1: (3, 1, [2]),
    2: (1, 1, [3]),
    3: (6, 4, 0),
}
MEET: dict[int, tuple[float, float, Any]] = {
    0: (0, 0, [1, 2]),
    1: (1, 0, [3]),  # the gain comes late
    2: (4, 0, [3]),
    3: (6, 0, [4]),
    4: (7, 0, 0),
}
WIN: dict[int, tuple[float, float, Any]] = {
    0: (0, 0, [1, 2]),
    1: (5, 0, [3]),
    2: (1, 0, [4]),
    3: (6, 0, [5]),
    4: (9, 0, 1),
    5: (30, 0, 0),
}
VOTE: dict[int, tuple[float, float, Any]] = {
    0: (0, 0, [1, 2]),
    1: (0, 0, [3, 4]),
    2: (0, 0, [5, 6]),
    3: (9, 0, [7]),
    4: (1, 0, [7]),
    5: (8, 0, [7]),
    6: (7, 0, [7]),
    7: (0, 0, 0),
}
LUCK: dict[int, tuple[float, float, Any]] = {
    0: (0, 0, [1, 2]),
    1: (0, 0, [1, 2]),
    2: (0, 0, [1, 2]),
}
POOR_START: dict[int, tuple[float, float, Any]] = {
    0: (0, 0, [1, 2]),
    1: (1, 0, [3]),
    2: (0, 0, [4]),
    3: (2, 0, [5]),
    4: (0, 0, [6]),
} | {
    5: (3, 0, 0),
    6: (9, 0, 0),
}
PUZZLES = {
    "chain": CHAIN,
    "meet": MEET,
    "win": WIN,
    "vote": VOTE,
    "luck": LUCK,
    "poor_start": POOR_START,
}
NODES, ARROWS, GOES_ON, LONGEST = 8, 2, -2.0, 50

NEXT = np.full((len(PUZZLES), NODES, ARROWS), -1)
VALUE, LASTING, END = (np.zeros((len(PUZZLES), NODES)) for _ in range(3))
for _p, _nodes in enumerate(PUZZLES.values()):
    for _n, (_value, _lasting, _arrows) in _nodes.items():
        VALUE[_p, _n], LASTING[_p, _n] = _value, _lasting
        END[_p, _n] = GOES_ON if isinstance(_arrows, list) else _arrows
        NEXT[_p, _n, : len(_arrows) if isinstance(_arrows, list) else 0] = (
            _arrows if isinstance(_arrows, list) else []
        )
LUCKY = list(PUZZLES).index("luck")

STATE = np.dtype(
    [("luck", np.float64), ("puzzle", np.int32), ("node", np.int32), ("turns", np.int32)],
    align=True,
)


@rule
def to_move(s: Any) -> int:
    return 0


@rule
def is_over(s: Any) -> bool:
    return END[s.puzzle, s.node] != GOES_ON or s.turns >= LONGEST


@rule
def legal(s: Any, agent: int, out: Any) -> int:
    n = 0
    if not is_over(s):
        for k in range(ARROWS):
            if NEXT[s.puzzle, s.node, k] >= 0:
                out[n] = k
                n += 1
    return n


@rule
def is_legal(s: Any, agent: int, action: int) -> bool:
    return not is_over(s) and 0 <= action < ARROWS and NEXT[s.puzzle, s.node, action] >= 0


@rule
def step(s: Any, joint: Any, rng: Any, log: Any) -> None:
    if is_legal(s, 0, joint[0]):
        s.node = NEXT[s.puzzle, s.node, joint[0]]
        if s.puzzle == LUCKY:
            s.luck += rng.random()
        s.turns += 1
    else:
        s.turns = LONGEST


@rule
def outcome(s: Any, out: Any) -> None:
    out[0] = max(-1.0, END[s.puzzle, s.node])


@rule
def value(s: Any, w: Any, out: Any) -> None:
    out[0] = VALUE[s.puzzle, s.node] + s.luck


@rule
def lasting(s: Any, w: Any, out: Any) -> None:
    out[0] = LASTING[s.puzzle, s.node]


@dataclass(frozen=True)
class Options:
    """Which graph."""

    puzzle: str = choice(
        "chain", {name: name for name in PUZZLES}, "Puzzle", "The graph that is walked in."
    )


class Graph(Game):
    """A walk in a small graph."""

    name = "graph"
    title = "Graph"
    Options = Options
    dtype = STATE
    agents = 1
    owner = (0,)
    zero_sum = False
    chance = True
    max_actions = ARROWS
    longest = LONGEST
    rules = Rules(to_move, legal, is_legal, step, is_over, outcome, value, lasting=lasting)

    @property
    def kernel_key(self) -> tuple[object, ...]:
        return (self.name,)

    def initial(self, seed: int) -> State:
        state = self.blank()
        state.puzzle = list(PUZZLES).index(self.options.puzzle)
        return state

    def label(self, state: State, agent: int, action: int) -> str:
        return f"arrow {action + 1}"
