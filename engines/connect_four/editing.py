"""Positions of Connect Four changed by hand: discs fall, and what is above a disc that is taken
away falls with it.
"""

from __future__ import annotations

from collections.abc import Sequence

from engines.connect_four.board import fours
from engines.connect_four.rules import CELLS, COLUMNS, DRAWN, HEIGHT, NOBODY, ROWS
from engines.editing import EditError, Remark
from engines.game import PASS, Game, State
from engines.marking import MIRROR, OPEN, SEATS, Board, MarksEditing


def bit_of(cell: int) -> int:
    """The bit of a cell, which counts rows from the top."""
    return 1 << cell % COLUMNS * HEIGHT + ROWS - 1 - cell // COLUMNS


def discs_of(board: Board, seat: int) -> int:
    """The mask of a seat's discs."""
    return sum(bit_of(cell) for cell, mark in enumerate(board) if mark == seat)


class DiscsEditing(MarksEditing):
    """Seven columns of discs."""

    alike = (MIRROR,)
    text_note = "rows from the top, who moves, the last disc"

    def __init__(self, game: Game) -> None:
        super().__init__(game, ROWS, COLUMNS, int(game.options.first_player))

    def board(self, state: State) -> Board:
        masks = [int(mask) for mask in state.discs]
        return [
            next((seat for seat in (0, 1) if masks[seat] & bit_of(cell)), OPEN)
            for cell in range(CELLS)
        ]

    def last(self, state: State) -> int:
        if state.last == PASS:
            return PASS
        board = self.board(state)
        return next((k for k in _column(int(state.last)) if board[k] != OPEN), PASS)

    def lay(self, state: State, board: Board, mover: int, last: int) -> None:
        for seat in (0, 1):
            state.discs[seat] = discs_of(board, seat)
        state.open = sum(1 << c for c in range(COLUMNS) if board[c] == OPEN)
        state.mover, state.played, state.lost = mover, CELLS - board.count(OPEN), 0
        state.last = PASS if last == PASS else last % COLUMNS
        won = next(fours(int(state.discs[1 - mover])), None) is not None
        state.result = 2 - mover if won else DRAWN if state.played == CELLS else NOBODY

    def ended(self, state: State) -> str:
        if state.lost:
            return f"{SEATS[int(state.lost) - 1]} gave no legal answer"
        if state.result == DRAWN:
            return "the board is full"
        return f"{SEATS[int(state.result) - 1]} has four in a row" if state.result else ""

    def put(self, board: Board, cell: int, mark: int) -> Board:
        """A disc falls onto the others of its column; on a disc it replaces that one."""
        places = _column(cell % COLUMNS)
        discs = [board[k] for k in reversed(places) if board[k] != OPEN]
        at = min(places[-1] // COLUMNS - cell // COLUMNS, len(discs))
        discs[at : at + 1] = [] if mark == OPEN else [mark]
        after = list(board)
        for k, disc in zip(reversed(places), (*discs, *[OPEN] * ROWS), strict=False):
            after[k] = disc
        return after

    def lasts(self, board: Board, seat: int) -> list[int]:
        """The discs on top of their columns."""
        tops = [next((k for k in _column(c) if board[k] != OPEN), PASS) for c in range(COLUMNS)]
        return [k for k in tops if k != PASS and board[k] == seat]

    def was_open(self, board: Board) -> bool:
        return not any(next(fours(discs_of(board, seat)), None) for seat in (0, 1))

    def name(self, cell: int) -> str:
        return f"column {cell % COLUMNS + 1}, row {ROWS - cell // COLUMNS}"

    def more_remarks(self, state: State, board: Board) -> list[Remark]:
        if self.game.check(state):
            return []
        return [Remark("ok", "Every disc rests on another or on the floor")]

    def _settled(self, board: Board) -> Board:
        for column in range(COLUMNS):
            marks = [board[k] for k in _column(column)]
            if OPEN in marks[marks.count(OPEN) :]:
                raise EditError(f"In column {column + 1} a disc hangs above an empty cell.")
        return board


def _column(column: int) -> Sequence[int]:
    """The cells of a column from the top."""
    return range(column, CELLS, COLUMNS)
