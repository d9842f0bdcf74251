"""A market: a simultaneous test game in which it pays to know where the others go.

Rules: seat 0 has two agents, seat 1 has one. In each of four turns every agent goes to a stall that
still has goods or stays at home. Who is alone at a stall takes its goods; where several meet, they
break and nobody gets anything.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from engines.game import SIMULTANEOUS, Game, Rules, State
from engines.jit import rule

AGENTS, STALLS, TURNS = 3, 4, 4
HOME = STALLS
WORTH = np.array([8.0, 5.0, 4.0, 3.0])

STATE = np.dtype(
    [("taken", np.float64, (AGENTS,)), ("empty", np.int32, (STALLS,)), ("turn", np.int32)],
    align=True,
)


@rule
def to_move(s: Any) -> int:
    return SIMULTANEOUS


@rule
def is_over(s: Any) -> bool:
    return s.turn >= TURNS


@rule
def legal(s: Any, agent: int, out: Any) -> int:
    n = 0
    if not is_over(s):
        for stall in range(STALLS):
            if s.empty[stall] == 0:
                out[n] = stall
                n += 1
        out[n] = HOME
        n += 1
    return n


@rule
def is_legal(s: Any, agent: int, action: int) -> bool:
    return not is_over(s) and (action == HOME or (0 <= action < STALLS and s.empty[action] == 0))


@rule
def step(s: Any, joint: Any, rng: Any, log: Any) -> None:
    for stall in range(STALLS):
        visitors = 0
        last = -1
        for a in range(AGENTS):
            if joint[a] == stall and s.empty[stall] == 0:
                visitors += 1
                last = a
        if visitors == 1:
            s.taken[last] += WORTH[stall]
        if visitors > 0:
            s.empty[stall] = 1
    s.turn += 1


@rule
def value(s: Any, w: Any, out: Any) -> None:
    """What the agent's seat has taken."""
    out[0] = out[1] = s.taken[0] + s.taken[1]
    out[2] = s.taken[2]


@rule
def outcome(s: Any, out: Any) -> None:
    gap = s.taken[0] + s.taken[1] - s.taken[2]
    out[0] = 0.0 if gap == 0 else 0.5 if gap > 0 else -0.5
    out[1] = -out[0]


@rule
def rest(s: Any, agent: int) -> int:
    return HOME


@rule
def policy(s: Any, agent: int, rng: Any) -> int:
    """Goes to the second stall, as long as it has goods."""
    return 1 if s.empty[1] == 0 else HOME


class Market(Game):
    """Go where nobody else goes."""

    name = "market"
    title = "Market"
    dtype = STATE
    agents = AGENTS
    owner = (0, 0, 1)
    simultaneous = True
    max_actions = STALLS + 1
    longest = TURNS
    rules = Rules(to_move, legal, is_legal, step, is_over, outcome, value, rest=rest, policy=policy)

    def initial(self, seed: int) -> State:
        return self.blank()

    def label(self, state: State, agent: int, action: int) -> str:
        return "home" if action == HOME else f"stall {action + 1}"
