"""Positions of Ultimate Tic-Tac-Toe changed by hand: nine boards of X and O, and the move that says
where the next one goes.
"""

from __future__ import annotations

from engines.checking import combined
from engines.editing import ERROR, OK, PartValue, Quantity, Remark, Tool
from engines.game import PASS, Game, State
from engines.marking import (
    EMPTY,
    MIRROR,
    OPEN,
    POSITION,
    ROTATE,
    SEATS,
    SWAP,
    Board,
    MarksEditing,
)
from engines.scene import Point
from engines.uttt.board import PLACES, action_at, corner, place_of
from engines.uttt.rules import ANY, COUNT, FULL, WINS, ZOBRIST, ZOBRIST_TIE

SIDE = 9


def action_of(cell: int) -> int:
    """The action that marks a cell counted row by row."""
    return action_at(*divmod(cell, SIDE))


def cell_of(action: int) -> int:
    """The cell of an action, counted row by row."""
    row, column = place_of(action)
    return row * SIDE + column


class BoardsEditing(MarksEditing):
    """Nine small boards; with equally many marks either seat may be to move."""

    tools = (
        Tool(SWAP, "Swap marks", "swap"),
        Tool(ROTATE, "Rotate"),
        Tool(MIRROR, "Mirror"),
        Tool(EMPTY, "Empty board"),
    )

    one_begins = False
    alike = (ROTATE, MIRROR)

    def __init__(self, game: Game) -> None:
        super().__init__(game, SIDE, SIDE, int(game.options.first_player))

    def board(self, state: State) -> Board:
        board = [OPEN] * SIDE**2
        for seat in (0, 1):
            for small in range(9):
                mask = int(state.cells[seat, small])
                for cell in range(9):
                    if mask >> cell & 1:
                        board[cell_of(small << 4 | cell)] = seat
        return board

    def last(self, state: State) -> int:
        return PASS if state.last == PASS else cell_of(int(state.last))

    def mover(self, board: Board, wanted: int) -> int:
        even = board.count(0) == board.count(1) > 0
        return wanted if even else super().mover(board, wanted)

    def lay(self, state: State, board: Board, mover: int, last: int) -> None:
        state.cells[:], state.won[:], state.empty[:] = 0, 0, FULL
        actions: tuple[list[int], list[int]] = ([], [])
        for cell, mark in enumerate(board):
            if mark != OPEN:
                action = action_of(cell)
                actions[mark].append(action)
                state.cells[mark, action >> 4] |= 1 << (action & 15)
        for small in range(9):
            state.empty[small] = FULL & ~int(state.cells[0, small] | state.cells[1, small])
            for seat in (0, 1):
                if WINS[state.cells[seat, small]]:
                    state.won[seat] |= 1 << small
                    state.empty[small] = 0
        state.room, state.mover = COUNT[state.empty].sum(), mover
        state.moves = len(actions[0]) + len(actions[1])
        state.last = PASS if last == PASS else action_of(last)
        sent = int(state.last) & 15
        state.forced = sent if last != PASS and state.empty[sent] else ANY
        state.over = bool(WINS[state.won].any()) or state.room == 0
        state.lost = 0
        tie = ZOBRIST_TIE[[int(state.tie_break)]]
        state.hash = combined(tie, ZOBRIST[0, actions[0]], ZOBRIST[1, actions[1]])

    def ended(self, state: State) -> str:
        if state.lost:
            return f"{SEATS[int(state.lost) - 1]} gave no legal answer"
        winner = next((seat for seat in (0, 1) if WINS[state.won[seat]]), None)
        if winner is not None:
            return f"{SEATS[winner]} has three boards in a row"
        return "" if state.room else "no cell is open"

    def corner(self, cell: int) -> Point:
        return corner(*divmod(cell, SIDE))

    # -- where the next move goes ------------------------------------------------------------------

    def fields(self, state: State, board: Board) -> list[Quantity]:
        found = super().fields(state, board)
        if state.last == PASS:
            return found
        rivals = self.lasts(board, 1 - int(state.mover))
        boards = sorted({self._sends(state, cell) for cell in rivals})
        words = tuple(
            (b, "any open board" if b == ANY else f"the {PLACES[b]} board") for b in boards
        )
        found.insert(1, Quantity("where", "Where", POSITION, int(state.forced), choices=words))
        return found

    def _sends(self, state: State, cell: int) -> int:
        """The board to which a move in the cell sends, ANY where that is closed."""
        sent = action_of(cell) & 15
        return sent if state.empty[sent] else ANY

    def change(self, state: State, part: str, value: PartValue) -> None:
        if part == "where":
            rivals = self.lasts(self.board(state), 1 - int(state.mover))
            part, value = "last", next(k for k in rivals if self._sends(state, k) == value)
        super().change(state, part, value)

    # -- words -------------------------------------------------------------------------------------

    def more_remarks(self, state: State, board: Board) -> list[Remark]:
        twice = [PLACES[b] for b in range(9) if int(state.won[0] & state.won[1]) >> b & 1]
        found = [Remark(OK, "No board has two winners")]
        if twice:
            found = [Remark(ERROR, f"The {twice[0]} board has two winners")]
        where = int(state.forced)
        if state.last == PASS:
            found.append(Remark(OK, "Nothing has been played: any cell may be"))
        elif where == ANY:
            found.append(Remark(OK, "The last move leaves any open board"))
        else:
            found.append(Remark(OK, f"The last move points to the {PLACES[where]} board"))
        return found


def _there(board: int) -> str:
    return "any open board" if board == ANY else f"the {PLACES[board]} board"
