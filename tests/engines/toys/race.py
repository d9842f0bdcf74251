"""A race of two tokens: a file as somebody writes it, with constants, helpers, weights and a
picture, for tests that edit it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from engines.game import FORFEIT, Game, Parsed, Rules, State
from engines.jit import rule
from engines.knobs import number
from engines.scene import Circle, Rect, Scene

N = 12
STEPS = np.array([1, 2, 3])
TURNS = 30
SIZE = 0.4
COLOURS = ("agent0", "agent1")
WORDS = {0: "one", 1: "two", 2: "three"}
STATE = np.dtype([("at", np.int32, (2,)), ("turn", np.int32), ("lost", np.int32)], align=True)


@rule
def to_move(s: Any) -> int:
    return s.turn % 2


@rule
def ahead(s: Any, agent: int) -> int:
    """How far it still is."""
    return N - s.at[agent]


@rule
def is_over(s: Any) -> bool:
    return s.lost != 0 or s.turn >= TURNS or ahead(s, 0) <= 0 or ahead(s, 1) <= 0


@rule
def is_legal(s: Any, agent: int, action: int) -> bool:
    return agent == s.turn % 2 and not is_over(s) and 0 <= action < 3


@rule
def legal(s: Any, agent: int, out: Any) -> int:
    n = 0
    for k in range(3):
        if is_legal(s, agent, k):
            out[n] = k
            n += 1
    return n


@rule
def step(s: Any, joint: Any, rng: Any, log: Any) -> None:
    mover = s.turn % 2
    if not is_legal(s, mover, joint[mover]):
        s.lost = mover + 1
        return
    s.at[mover] += STEPS[joint[mover]]
    if s.at[mover] % 5 == 0:
        s.at[mover] -= 2
    s.turn += 1


@rule
def outcome(s: Any, out: Any) -> None:
    out[0] = 0.0
    if s.lost != 0:
        out[0] = 2.0 * s.lost - 3.0
    elif is_over(s):
        out[0] = np.sign(s.at[0] - s.at[1])
    out[1] = -out[0]


@rule
def value(s: Any, w: Any, out: Any) -> None:
    if is_over(s):
        outcome(s, out)
        return
    out[0] = np.tanh(w[0] * (s.at[0] - s.at[1]) + 0.02 * ahead(s, 1) - 0.015 * s.turn)
    out[1] = -out[0]


@dataclass(frozen=True)
class Weights:
    """What a position is worth."""

    lead: float = number(0.1, 0.0, 1.0, "Lead", "A cell ahead of the other.")


def place(agent: int) -> float:
    """The height of a token."""
    return 0.5 + agent


class Race(Game):
    """Two tokens on a way."""

    name = "race"
    title = "Race"
    EvalParams = Weights
    dtype = STATE
    max_actions = 3
    longest = TURNS
    rules = Rules(to_move, legal, is_legal, step, is_over, outcome, value)

    def __init__(self, options: Any = None) -> None:
        super().__init__(options)
        self.keep_rules()

    def initial(self, seed: int) -> State:
        return self.blank()

    def bounds(self) -> dict[str, tuple[float, float]]:
        return {"at": (-2, N + 3), "turn": (0, TURNS), "lost": (0, 2)}

    def label(self, state: State, agent: int, action: int) -> str:
        return WORDS[action].title()

    def reason(self, state: State) -> str:
        return "the way is over" if self.rules.is_over(state) else ""

    def scene(self, state: State) -> Scene:
        tokens = tuple(
            Circle(int(state.at[a]) + 0.5, place(a), SIZE, fill=COLOURS[a], id=f"token{a}")
            for a in range(2)
        )
        return Scene(0, 0, N + 4, 2, still=(Rect(0, 0, N, 2, fill="field"),), items=tokens)

    def view(self, state: State, seat: int) -> list[str]:
        return [f"{state.at[seat]} {state.at[1 - seat]} {state.turn}"]

    def parse(self, state: State, seat: int, lines: Sequence[str]) -> Parsed:
        word = lines[0].strip() if lines else ""
        if word in ("1", "2", "3") and self.rules.is_legal(state, seat, int(word) - 1):
            return Parsed((int(word) - 1,))
        return Parsed((FORFEIT,), f"{word!r} is no number of steps")

    def send(self, state: State, seat: int, actions: Sequence[int]) -> list[str]:
        return [str(int(actions[0]) + 1)]
