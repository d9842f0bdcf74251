"""What a player of Ultimate Tic-Tac-Toe knows from the contest's text: the board, reconstructed
from the moves it saw and sent.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from engines.game import PASS, Game, Heard, Joint, Read, State
from engines.reading import NOTHING_DRAWN, numbers
from engines.uttt.board import action_at
from engines.uttt.rules import ANY, COUNT


def heard(
    game: Game,
    intro: Sequence[str],
    read: Read,
    before: Heard | None = None,
    sent: Sequence[int] = (),
) -> Heard:
    """Reads one turn: the opponent's move, then the cells that may be played, in any order."""
    row, col = numbers(read, 2, "the opponent's move `row col`", -1, 8)
    if (row < 0) != (col < 0) or (before is not None and row < 0):
        raise ValueError(
            f"The opponent's move is a cell from 0 0 to 8 8, not {row} {col}; -1 -1 stands "
            "for none before the first."
        )
    [count] = numbers(read, 1, "the number of cells that may be played", 1, 81)
    cells = sorted(action_at(*numbers(read, 2, "a cell `row col`", 0, 8)) for _ in range(count))
    last = None if row < 0 else action_at(row, col)
    if before is None:
        first = int(game.options.first_player)
        return _alone(game, first if last is None else 1 - first, last, cells)
    assert last is not None
    # a move other than the one sent, if only that leads here
    for own in (*sent, *_open(game, before.state, before.seat)):
        state = _played(game, _played(game, before.state, before.seat, own), 1 - before.seat, last)
        if state is not None and _open(game, state, before.seat) == cells:
            return Heard(game, before.seat, int(state.moves), state, _joint(1 - before.seat, last))
    # what was known is of another match, or began in the middle of this one
    return _alone(game, before.seat, last, cells)


def _alone(game: Game, seat: int, last: int | None, cells: list[int]) -> Heard:
    """The position of one text: at the start at most one move was played; later the owners of the
    other cells are unknown.
    """
    start = game.initial(0)
    start.mover = seat if last is None else 1 - seat
    state = start if last is None else _played(game, start, 1 - seat, last)
    assert state is not None
    if _open(game, state, seat) != cells:
        _leave_open(state, cells)
    return Heard(
        game, seat, int(state.moves), state, None if last is None else _joint(1 - seat, last)
    )


def _joint(seat: int, action: int) -> Joint:
    joint = np.full(2, PASS, np.int64)
    joint[seat] = action
    return joint


def _played(game: Game, state: State | None, seat: int, action: int) -> State | None:
    """The position after a move, None if it is not legal."""
    if state is None or not game.rules.is_legal(state, seat, action):
        return None
    after = state.copy()
    game.rules.step(after, _joint(seat, action), NOTHING_DRAWN, None)
    return after


def _open(game: Game, state: State, seat: int) -> list[int]:
    out = np.zeros(81, np.int64)
    return sorted(out[: game.rules.legal(state, seat, out)].tolist())


def _leave_open(state: State, cells: Sequence[int]) -> None:
    """Closes all other cells of the boards that may be played in."""
    masks = [sum({1 << (cell & 15) for cell in cells if cell >> 4 == board}) for board in range(9)]
    sent_to = int(state.last) & 15
    state.forced = (
        sent_to if state.last != PASS and not any(masks[:sent_to] + masks[sent_to + 1 :]) else ANY
    )
    for board, mask in enumerate(masks):
        if mask or state.forced == ANY:
            state.empty[board] = mask
    state.room = COUNT[state.empty].sum()
