"""Othello, as one writes a game of one's own: rules and a start, everything else stands in.

Rules: a disc has to turn lines of the other's discs, each ended by an own one; who cannot place one
waits. When neither can, the most discs win. An action is a cell, row by row.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from engines.game import Rules, State
from engines.jit import rule
from engines.knobs import number
from engines.standing_in import FirstGame, forfeits_lose

N = 8
CELLS = N * N
LONGEST = CELLS - 4
STATE = np.dtype(
    [
        ("board", np.int32, (N, N)),  # 0 empty, else the seat + 1
        ("turn", np.int32),
        ("mover", np.int32),
        ("over", np.int32),
        ("lost", np.int32),
    ]
)
DOWN = np.array([0, 1, 1, 1, 0, -1, -1, -1])
ACROSS = np.array([1, 1, 0, -1, -1, -1, 0, 1])


@rule
def turned(s: Any, seat: int, cell: int, way: int) -> int:
    """How many discs a disc on the cell turns in one of eight directions."""
    y, x = cell // N + DOWN[way], cell % N + ACROSS[way]
    n = 0
    while 0 <= y < N and 0 <= x < N and s.board[y, x] == 2 - seat:
        n, y, x = n + 1, y + DOWN[way], x + ACROSS[way]
    return n if 0 <= y < N and 0 <= x < N and s.board[y, x] == seat + 1 else 0


@rule
def can_place(s: Any, seat: int, cell: int) -> bool:
    if s.board[cell // N, cell % N] != 0:
        return False
    for way in range(8):  # noqa: SIM110 - rules make no generators
        if turned(s, seat, cell, way) > 0:
            return True
    return False


@rule
def can_move(s: Any, seat: int) -> bool:
    for cell in range(CELLS):  # noqa: SIM110 - rules make no generators
        if can_place(s, seat, cell):
            return True
    return False


@rule
def to_move(s: Any) -> int:
    return s.mover


@rule
def is_over(s: Any) -> bool:
    return s.over != 0


@rule
def is_legal(s: Any, agent: int, action: int) -> bool:
    return agent == s.mover and 0 <= action < CELLS and can_place(s, agent, action)


@rule
def legal(s: Any, agent: int, out: Any) -> int:
    n = 0
    for cell in range(CELLS):
        if is_legal(s, agent, cell):
            out[n] = cell
            n += 1
    return n


@rule
def step(s: Any, joint: Any, rng: Any, log: Any) -> None:
    seat = s.mover
    cell = joint[seat]
    for way in range(8):
        for k in range(1, turned(s, seat, cell, way) + 1):
            s.board[cell // N + k * DOWN[way], cell % N + k * ACROSS[way]] = seat + 1
    s.board[cell // N, cell % N] = seat + 1
    s.turn += 1
    if can_move(s, 1 - seat):
        s.mover = 1 - seat
    elif not can_move(s, seat):
        s.over = 1


@rule
def leads(s: Any) -> int:
    """How many discs more the first seat has."""
    lead = 0
    for cell in range(CELLS):
        owner = s.board[cell // N, cell % N]
        lead += 1 if owner == 1 else -1 if owner == 2 else 0
    return lead


@rule
def outcome(s: Any, out: Any) -> None:
    lead = leads(s)
    out[0] = 1.0 if lead > 0 else -1.0 if lead < 0 else 0.0
    out[1] = -out[0]


@rule
def value(s: Any, w: Any, out: Any) -> None:
    corners = 0.0
    for y in (0, N - 1):
        for x in (0, N - 1):
            owner = s.board[y, x]
            corners += 1.0 if owner == 1 else -1.0 if owner == 2 else 0.0
    out[0] = np.tanh(w[0] * corners + w[1] * leads(s))
    out[1] = -out[0]


@dataclass(frozen=True)
class Weights:
    """What a position is worth."""

    corner: float = number(0.3, 0.0, 1.0, "Corner", "A corner more than the other's.")
    disc: float = number(0.01, 0.0, 0.1, "Disc", "A disc more than the other's.")


class Othello(FirstGame):
    """Othello."""

    name, title, dtype = "othello", "Othello", STATE
    EvalParams = Weights
    cells, max_actions, longest = True, CELLS, LONGEST
    rules = forfeits_lose(Rules(to_move, legal, is_legal, step, is_over, outcome, value))

    def initial(self, seed: int) -> State:
        state = self.blank()
        state.board[3:5, 3:5] = [[2, 1], [1, 2]]
        return state

    def bounds(self) -> dict[str, tuple[float, float]]:
        return {
            "board": (0, 2),
            "turn": (0, LONGEST),
            "mover": (0, 1),
            "over": (0, 1),
            "lost": (0, 3),
        }
