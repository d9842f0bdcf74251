"""What a player of Ultimate Tic-Tac-Toe knows from the contest's text: the board, from the moves that it saw and sent."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from engines.game import PASS, Game, Heard, Joint, Read, State
from engines.reading import NOTHING_DRAWN, numbers
from engines.uttt.board import action_at, place_of
from engines.uttt.rules import ANY, COUNT

NO_MOVE = [-1, -1]


def heard(game: Game, read: Read, before: Heard | None, sent: Sequence[int]) -> Heard:
    """Reads one turn: the opponent's move, then the cells that may be played, in any order."""
    row, col = last = numbers(read, 2, "the opponent's move `row col`", -1, 8)
    if (row < 0) != (col < 0) or (before is not None and row < 0):
        raise ValueError(f"The opponent's move is a cell from 0 0 to 8 8, not {row} {col}; -1 -1 stands for none before the first.")
    [count] = numbers(read, 1, "the number of cells that may be played", 1, 81)
    cells = [action_at(*numbers(read, 2, "a cell `row col`", 0, 8)) for _ in range(count)]
    state, seat, joint = _position(game, before, sent), _seat(game, before, last), None
    if last != NO_MOVE:
        joint = _play(game, state, 1 - seat, action_at(row, col))
    if _open(game, state, seat) != sorted(cells):
        if before is not None:
            raise ValueError(f"After {row} {col} other cells may be played than the {count} that are named.")
        _leave_open(state, cells)
    return Heard(game, seat, int(state.moves), state, joint)


def _seat(game: Game, before: Heard | None, last: list[int]) -> int:
    first = int(game.options.first_player)
    return before.seat if before is not None else first if last == NO_MOVE else 1 - first


def _position(game: Game, before: Heard | None, sent: Sequence[int]) -> State:
    """The board before the opponent's move."""
    if before is None or not sent:
        return game.initial(0)
    state = before.state.copy()
    _play(game, state, before.seat, int(sent[0]))
    return state


def _play(game: Game, state: State, seat: int, action: int) -> Joint:
    if not game.rules.is_legal(state, seat, action):
        row, col = place_of(action)
        raise ValueError(f"{game.agent_name(seat)} cannot have played {row} {col}.")
    joint = np.full(2, PASS, np.int64)
    joint[seat] = action
    game.rules.step(state, joint, NOTHING_DRAWN, None)
    return joint


def _open(game: Game, state: State, seat: int) -> list[int]:
    out = np.zeros(81, np.int64)
    return sorted(out[: game.rules.legal(state, seat, out)].tolist())


def _leave_open(state: State, cells: Sequence[int]) -> None:
    """Closes all other cells of the boards that may be played in: the text does not say whose they are."""
    masks = [sum({1 << (cell & 15) for cell in cells if cell >> 4 == board}) for board in range(9)]
    sent_to = int(state.last) & 15
    state.forced = sent_to if state.last != PASS and not any(masks[:sent_to] + masks[sent_to + 1 :]) else ANY
    for board, mask in enumerate(masks):
        if mask or state.forced == ANY:
            state.empty[board] = mask
    state.room = COUNT[state.empty].sum()
