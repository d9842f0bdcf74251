"""Nim with one heap: a toy game that tests drop next to the real ones. Options are baked into its
rules by a closure.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from engines.game import FORFEIT, Game, Parsed, Rules, State
from engines.jit import rule
from engines.knobs import integer
from engines.scene import Circle, Scene

STATE = np.dtype([("heap", np.int32), ("mover", np.int32), ("lost", np.int32)], align=True)


@dataclass(frozen=True)
class Options:
    """The size of the heap, and how much a player may take."""

    heap: int = integer(9, 1, 30, "Heap", "How many counters there are.")
    most: int = integer(3, 1, 3, "Most", "How many a player may take at once.")


def build(most: int) -> Rules:
    """The rules for this option, which is a constant in the compiled code."""

    @rule
    def to_move(s: Any) -> int:
        return s.mover

    @rule
    def is_over(s: Any) -> bool:
        return s.heap == 0 or s.lost != 0

    @rule
    def legal(s: Any, agent: int, out: Any) -> int:
        n = min(most, s.heap) if agent == s.mover and not is_over(s) else 0
        for k in range(n):
            out[k] = k + 1
        return n

    @rule
    def is_legal(s: Any, agent: int, action: int) -> bool:
        return agent == s.mover and not is_over(s) and 0 < action <= min(most, s.heap)

    @rule
    def step(s: Any, joint: Any, rng: Any, log: Any) -> None:
        if is_legal(s, s.mover, joint[s.mover]):
            s.heap -= joint[s.mover]
            s.mover = 1 - s.mover
        else:
            s.lost = s.mover + 1

    @rule
    def outcome(s: Any, out: Any) -> None:
        """Who takes the last counter wins."""
        winner = 2 - s.lost if s.lost != 0 else 1 - s.mover
        out[0] = (1.0 - 2.0 * winner) if is_over(s) else 0.0
        out[1] = -out[0]

    @rule
    def value(s: Any, w: Any, out: Any) -> None:
        outcome(s, out)

    return Rules(to_move, legal, is_legal, step, is_over, outcome, value)


class Nim(Game):
    """Take one to three counters; who takes the last one wins."""

    name = "nim"
    title = "Nim"
    Options = Options
    dtype = STATE

    def __init__(self, options: Any = None) -> None:
        super().__init__(options)
        self.max_actions, self.longest = self.options.most, self.options.heap
        self.rules = build(self.options.most)
        self.keep_rules()

    def initial(self, seed: int) -> State:
        state = self.blank()
        state.heap = self.options.heap
        return state

    def label(self, state: State, agent: int, action: int) -> str:
        return f"take {action}"

    def reason(self, state: State) -> str:
        return "the heap is empty" if self.rules.is_over(state) else ""

    def scene(self, state: State) -> Scene:
        items = tuple(
            Circle(k + 0.5, 0.5, 0.4, fill="ink", id=f"counter{k}") for k in range(state.heap)
        )
        return Scene(0, 0, self.options.heap, 1, items=items)

    def view(self, state: State, seat: int) -> list[str]:
        return [str(int(state.heap))]

    def parse(self, state: State, seat: int, lines: Sequence[str]) -> Parsed:
        line = lines[0] if lines else ""
        if line in ("1", "2", "3") and self.rules.is_legal(state, seat, int(line)):
            return Parsed((int(line),))
        return Parsed((FORFEIT,), f"{line!r} is not a number of counters")

    def send(self, state: State, seat: int, actions: Sequence[int]) -> list[str]:
        return [str(int(actions[0]))]
