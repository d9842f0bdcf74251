"""Three in a row on four columns and three rows: a small sound game, of which others are made that
break one law each (`tests/games/broken.py`).

Rules: players fill a cell each in turn; who has three in a row, a column or a diagonal wins.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from engines.game import FORFEIT, Game, Parsed, Rules, State
from engines.jit import rule
from engines.knobs import number
from engines.scene import Circle, Rect, Scene, Target

W, H = 4, 3
CELLS = W * H
STATE = np.dtype(
    [
        ("board", np.int8, (CELLS,)),
        ("mover", np.int32),
        ("turn", np.int32),
        ("won", np.int32),
        ("lost", np.int32),
    ],
    align=True,
)
COUNT = [0]
WAYS = np.array([[1, 0], [0, 1], [1, 1], [-1, 1]])


@rule
def is_row(s: Any, cell: int) -> bool:
    for way in range(4):
        dx, dy = WAYS[way]
        count = 1
        for sign in (-1, 1):
            x, y = cell % W + sign * dx, cell // W + sign * dy
            while 0 <= x < W and 0 <= y < H and s.board[y * W + x] == s.board[cell]:
                count += 1
                x, y = x + sign * dx, y + sign * dy
        if count >= 3:
            return True
    return False


@rule
def to_move(s: Any) -> int:
    return s.mover


@rule
def is_over(s: Any) -> bool:
    return s.won != 0 or s.lost != 0 or s.turn == CELLS


@rule
def legal(s: Any, agent: int, out: Any) -> int:
    n = 0
    for cell in range(CELLS):
        if is_legal(s, agent, cell):
            out[n] = cell
            n += 1
    return n


@rule
def is_legal(s: Any, agent: int, action: int) -> bool:
    if is_over(s) or agent != s.mover:
        return False
    return 0 <= action < CELLS and s.board[action] == 0


@rule
def step(s: Any, joint: Any, rng: Any, log: Any) -> None:
    seat = s.mover
    cell = joint[seat]
    if not is_legal(s, seat, cell):
        s.lost = seat + 1
        return
    s.board[cell] = seat + 1
    if is_row(s, cell):
        s.won = seat + 1
    s.turn += 1
    s.mover = 1 - seat


@rule
def outcome(s: Any, out: Any) -> None:
    lead = 0.0
    if s.won != 0:
        lead = 3.0 - 2.0 * s.won
    if s.lost != 0:
        lead = 2.0 * s.lost - 3.0
    out[0] = lead
    out[1] = -lead


@rule
def value(s: Any, w: Any, out: Any) -> None:
    if is_over(s):
        outcome(s, out)
        return
    middle = 0.0
    for cell in (5, 6):
        if s.board[cell] == 1:
            middle += w[0]
        elif s.board[cell] == 2:
            middle -= w[0]
    out[0] = middle
    out[1] = -middle


@dataclass(frozen=True)
class Weights:
    """What a position is worth."""

    middle: float = number(0.2, 0.0, 0.5, "Middle", "A disc in the middle.")


class Rows(Game):
    """Three in a row on a small board."""

    name = "rows"
    title = "Rows"
    EvalParams = Weights
    dtype = STATE
    max_actions = CELLS
    longest = CELLS
    rules = Rules(to_move, legal, is_legal, step, is_over, outcome, value)

    def __init__(self, options: Any = None) -> None:
        super().__init__(options)
        self.keep_rules()

    def initial(self, seed: int) -> State:
        """The empty board."""
        return self.blank()

    def bounds(self) -> Mapping[str, tuple[float, float]]:
        """Of each field."""
        return {
            "board": (0, 2),
            "mover": (0, 1),
            "turn": (0, CELLS),
            "won": (0, 2),
            "lost": (0, 2),
        }

    def label(self, state: State, agent: int, action: int) -> str:
        """A letter and a number."""
        return f"{'abcd'[action % W]}{action // W + 1}"

    def reason(self, state: State) -> str:
        """Who has won."""
        if not self.rules.is_over(state):
            return ""
        if state.lost:
            return f"{self.agent_name(int(state.lost) - 1)} gave no legal answer"
        return f"{self.agent_name(int(state.won) - 1)} has a row" if state.won else "a full board"

    def standing(self, state: State, seat: int) -> str:
        """How many discs."""
        return f"{int((state.board == seat + 1).sum())} discs"

    def scene(self, state: State) -> Scene:
        """Discs on a field."""
        discs = [
            Circle(
                c % W + 0.5, c // W + 0.5, 0.4, fill=f"seat{int(state.board[c]) - 1}", id=f"d{c}"
            )
            for c in range(CELLS)
            if state.board[c]
        ]
        return Scene(0, 0, W, H, still=(Rect(0, 0, W, H, fill="field"),), items=tuple(discs))

    def targets(self, state: State, agent: int) -> Sequence[Target]:
        """The empty cells."""
        out = np.zeros(CELLS, np.int64)
        count = self.rules.legal(state, agent, out)
        return [Target(int(c), int(c) % W, int(c) // W, 1, 1) for c in out[:count]]

    def cell(self, state: State, agent: int, x: float, y: float) -> int | None:
        """The cell of a click."""
        return int(y) * W + int(x) if 0 <= x < W and 0 <= y < H else None

    def view(self, state: State, seat: int) -> list[str]:
        """The seat, and the rows of the board."""
        rows = ["".join(".xo"[v] for v in state.board[W * y : W * y + W]) for y in range(H)]
        return ["xo"[seat], *rows]

    def parse(self, state: State, seat: int, lines: Sequence[str]) -> Parsed:
        """The label of a cell."""
        word = lines[0].strip() if lines else ""
        for action in range(CELLS):
            if word == self.label(state, seat, action):
                if self.rules.is_legal(state, seat, action):
                    return Parsed((action,))
                return Parsed((FORFEIT,), f"{word} is not empty")
        return Parsed((FORFEIT,), f"expected a cell such as a1, got {word!r}")

    def send(self, state: State, seat: int, actions: Sequence[int]) -> list[str]:
        """The label."""
        return [self.label(state, seat, actions[0])]
