"""Tic-tac-toe: the sequential game file to copy.

Rules: two players mark cells of a 3 x 3 board in turn; three in a row, column or diagonal win, a full board is a draw. Cells are numbered
0..8 in reading order; an action is a cell. The protocol is that of CodinGame's first Tic-Tac-Toe league (`row col`).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

import numpy as np

from engines.game import FORFEIT, PASS, Game, Parsed, Rules, State
from engines.jit import rule
from engines.scene import AnyItem, Glyph, Line, Scene, Target, Text

STATE = np.dtype([("marks", np.int32, (2,)), ("turn", np.int32), ("last", np.int32), ("lost", np.int32)], align=True)
# marks: a 9-bit mask per seat; last: the cell played last, -1 at the start; lost: 1 + the seat that forfeited

FULL = 0b111_111_111
LINES = np.array([0o007, 0o070, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124])
WINS = np.array([any(m & line == line for line in LINES) for m in range(512)])
NOBODY = -1


@rule
def to_move(s: Any) -> int:
    return s.turn & 1


@rule
def legal(s: Any, agent: int, out: Any) -> int:
    """Lists the open cells for the seat to move."""
    n = 0
    if agent == s.turn & 1 and not is_over(s):
        taken = s.marks[0] | s.marks[1]
        for cell in range(9):
            if not taken >> cell & 1:
                out[n] = cell
                n += 1
    return n


@rule
def is_legal(s: Any, agent: int, action: int) -> bool:
    if agent != s.turn & 1 or action < 0 or action > 8 or is_over(s):
        return False
    return not (s.marks[0] | s.marks[1]) >> action & 1


@rule
def step(s: Any, joint: Any, rng: Any, log: Any) -> None:
    """Marks a cell; any illegal answer loses at once."""
    mover = s.turn & 1
    action = joint[mover]
    if is_legal(s, mover, action):
        s.marks[mover] |= 1 << action
        s.last = action
        s.turn += 1
    else:
        s.lost = mover + 1


@rule
def is_over(s: Any) -> bool:
    return s.lost != 0 or WINS[s.marks[0]] or WINS[s.marks[1]] or (s.marks[0] | s.marks[1]) == FULL


@rule
def winner(s: Any) -> int:
    """The seat that has won, or NOBODY."""
    if s.lost != 0:
        return 2 - s.lost
    if WINS[s.marks[0]]:
        return 0
    if WINS[s.marks[1]]:
        return 1
    return NOBODY


@rule
def outcome(s: Any, out: Any) -> None:
    seat = winner(s)
    out[0] = 0.0 if seat == NOBODY else 1.0 - 2.0 * seat
    out[1] = -out[0]


@rule
def value(s: Any, w: Any, out: Any) -> None:
    """The result, a little less the later it comes, so that shorter wins are preferred; 0 while open."""
    outcome(s, out)
    out[0] *= 1.0 - 0.01 * s.turn
    out[1] = -out[0]


@rule
def random_action(s: Any, agent: int, rng: Any) -> int:
    """A uniformly drawn open cell."""
    free = FULL & ~(s.marks[0] | s.marks[1])
    left = 0
    for cell in range(9):
        left += free >> cell & 1
    left = int(rng.random() * left)
    for cell in range(9):
        if free >> cell & 1:
            if left == 0:
                return cell
            left -= 1
    return PASS


class TicTacToe(Game):
    """Tic-tac-toe on 3 x 3."""

    name = "tictactoe"
    title = "Tic-tac-toe"
    dtype = STATE
    max_actions = 9
    longest = 9
    turn_word = "move"
    rules = Rules(to_move, legal, is_legal, step, is_over, outcome, value, random_action=random_action)

    def __init__(self, options: Any = None) -> None:
        super().__init__(options)
        self.keep_rules()

    def initial(self, seed: int) -> State:
        state = self.blank()
        state.last = -1
        return state

    def agent_name(self, agent: int) -> str:
        return "XO"[agent]

    def seat_mark(self, seat: int) -> str:
        return ("cross", "ring")[seat]

    def label(self, state: State, agent: int, action: int) -> str:
        return f"{action // 3} {action % 3}"

    def explain(self, state: State, agent: int, action: int) -> str:
        if self.rules.is_legal(state, agent, action):
            return ""
        if self.rules.is_over(state):
            return "The match is over."
        if agent != int(state.turn) & 1:
            return f"It is {self.agent_name(1 - agent)}'s move."
        return "This cell is taken."

    def prompt(self, state: State, seat: int) -> str:
        return f"play any of the {9 - int(state.turn)} open cells"

    def reason(self, state: State) -> str:
        if not self.rules.is_over(state):
            return ""
        if state.lost:
            return f"{self.agent_name(int(state.lost) - 1)} answered with an illegal move"
        seat = int(self.rules.to_move(state)) ^ 1
        return f"{self.agent_name(seat)} has three in a row" if WINS[state.marks[seat]] else "the board is full, a draw"

    def scene(self, state: State) -> Scene:
        grid = [Line(((k, 0), (k, 3)), "edge") for k in (1, 2)] + [Line(((0, k), (3, k)), "edge") for k in (1, 2)]
        axes = [Text(k + 0.5, -0.2, str(k), "ink2") for k in range(3)] + [Text(-0.2, k + 0.5, str(k), "ink2") for k in range(3)]
        items: list[AnyItem] = []
        for seat, kind in enumerate(("cross", "ring")):
            for cell in range(9):
                if int(state.marks[seat]) >> cell & 1:
                    items.append(Glyph(cell % 3 + 0.5, cell // 3 + 0.5, kind, f"seat{seat}", 1.0, id=f"cell{cell}"))
        return Scene(-0.4, -0.4, 3.6, 3.6, still=(*grid, *axes), items=tuple(items))

    def targets(self, state: State, agent: int) -> Sequence[Target]:
        free = FULL & ~int(state.marks[0] | state.marks[1])
        return [Target(c, c % 3, c // 3, 1, 1) for c in range(9) if free >> c & 1 and self.rules.is_legal(state, agent, c)]

    def cell(self, state: State, agent: int, x: float, y: float) -> int | None:
        return int(y) * 3 + int(x) if 0 <= x < 3 and 0 <= y < 3 else None

    def view(self, state: State, seat: int) -> list[str]:
        out = np.zeros(9, np.int64)
        n = self.rules.legal(state, seat, out)
        last = "-1 -1" if state.last < 0 else self.label(state, seat, int(state.last))
        return [last, str(n), *(self.label(state, seat, int(c)) for c in out[:n])]

    def parse(self, state: State, seat: int, lines: Sequence[str]) -> Parsed:
        line = lines[0] if lines else ""
        found = re.fullmatch(r"([+-]?[0-9]{1,9}) ([+-]?[0-9]{1,9})(?: (.*))?", line)
        if found is None:
            return Parsed((FORFEIT,), f"expected `row col`, got {line!r}" if lines else "no answer")
        row, col = int(found[1]), int(found[2])
        if not (0 <= row < 3 and 0 <= col < 3) or not self.rules.is_legal(state, seat, row * 3 + col):
            return Parsed((FORFEIT,), f"{row} {col} is not a legal cell")
        return Parsed((row * 3 + col,), message=found[3] or "")

    def send(self, state: State, seat: int, actions: Sequence[int]) -> list[str]:
        return [self.label(state, seat, actions[0])]
