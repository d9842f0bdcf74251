"""Editing of games in which two seats, X and O, put marks on a board in turn. What such games share
is here; each says how a board becomes its state.

A board is a list of marks, row by row: the seat of each mark, or OPEN.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import ClassVar

from engines.editing import (
    ERROR,
    OK,
    EditError,
    Editing,
    Group,
    Paint,
    PaintCell,
    Parts,
    PartValue,
    Quantity,
    Remark,
    Tool,
)
from engines.game import PASS, Game, State
from engines.knobs import digits
from engines.scene import Point

OPEN = -1
SEATS = "XO"
PAINTS = (
    Paint(0, "X", "cross", "seat0", "X"),
    Paint(1, "O", "ring", "seat1", "O"),
    Paint(OPEN, "clear", key="Del"),
)
POSITION = "Position"
EMPTY, MIRROR, ROTATE, SWAP = "empty", "mirror", "rotate", "swap"
Board = list[int]


class MarksEditing(Editing):
    """A board of X and O. Subclasses give `board`, `lay` and `ended`, and what else differs."""

    tools: tuple[Tool, ...] = (
        Tool(MIRROR, "Mirror"),
        Tool(EMPTY, "Empty board"),
    )
    one_begins: ClassVar[bool] = True  # whether it is always `first`
    text_title = "As text"
    text_note = "rows, who moves, the last move"

    def __init__(self, game: Game, rows: int, columns: int, first: int = 0) -> None:
        super().__init__(game)
        self.rows, self.columns, self.first = rows, columns, first

    # -- what a game says --------------------------------------------------------------------------

    def board(self, state: State) -> Board:
        """The marks of a position."""
        raise NotImplementedError

    def last(self, state: State) -> int:
        """The cell of the last move, PASS if there is none."""
        raise NotImplementedError

    def lay(self, state: State, board: Board, mover: int, last: int) -> None:
        """Writes a position that has these marks, with all that follows from them."""
        raise NotImplementedError

    def ended(self, state: State) -> str:
        """How the position ended the match, in words; "" while it is open."""
        raise NotImplementedError

    def put(self, board: Board, cell: int, mark: int) -> Board:
        """The board after a mark was put into a cell, or taken out."""
        return [*board[:cell], mark, *board[cell + 1 :]]

    def lasts(self, board: Board, seat: int) -> list[int]:
        """The cells of the seat that may have been marked last."""
        return [cell for cell, mark in enumerate(board) if mark == seat]

    def was_open(self, board: Board) -> bool:
        """Whether a match goes on with this board."""
        return True

    def corner(self, cell: int) -> Point:
        """The upper left corner of a cell in world units; a cell is 1 wide."""
        return cell % self.columns, cell // self.columns

    def mover(self, board: Board, wanted: int) -> int:
        """Who is to move: who has fewer marks, and of equals who began."""
        return self.first if board.count(0) == board.count(1) else fewer(board)

    # -- parts -------------------------------------------------------------------------------------

    def name(self, cell: int) -> str:
        """A cell in words."""
        return f"{cell // self.columns} {cell % self.columns}"

    def parts(self, state: State) -> Parts:
        board = self.board(state)
        cells = tuple(
            PaintCell(f"cell{k}", *self.corner(k), 1, 1, mark, f"Cell {self.name(k)}")
            for k, mark in enumerate(board)
        )
        return Parts((Group(POSITION),), (), cells, PAINTS, tuple(self.fields(state, board)))

    def fields(self, state: State, board: Board) -> list[Quantity]:
        """Who moves, and the move that led here."""
        mover, last = self.mover_of(state), self.last(state)
        rival = SEATS[1 - mover]
        lasts = [(k, f"{rival} {self.name(k)}") for k in self.lasts(board, 1 - mover)]
        seats = ((0, "X"), (1, "O"))
        found = [Quantity("mover", "To move", POSITION, mover, choices=seats)]
        if lasts and last != PASS:
            title = "Move that led here"
            found.append(Quantity("last", title, POSITION, last, choices=tuple(lasts)))
        return found

    def mover_of(self, state: State) -> int:
        """The seat to move in a position."""
        return int(state.mover)

    # -- changes -----------------------------------------------------------------------------------

    def change(self, state: State, part: str, value: PartValue) -> None:
        number = round(value[0] if isinstance(value, tuple) else value)
        board, mover, last = self.board(state), self.mover_of(state), self.last(state)
        if part.startswith("cell"):
            cell = int(part[4:])
            self._settle(state, self.put(board, cell, number), mover, [last, cell])
        elif part == "mover":
            if self.mover(board, number) != number:
                raise EditError(f"{counted(board)}, so {SEATS[1 - number]} is to move.")
            self._settle(state, board, number, [last])
        else:
            self._settle(state, board, mover, [number])

    def _settle(self, state: State, board: Board, mover: int, hints: Sequence[int]) -> None:
        """Lays a board; the last move is the first of `hints` that can have been, else any."""
        mover = self.mover(board, mover)
        lasts = self.lasts(board, 1 - mover)
        fitting = [k for k in lasts if self.was_open(self.put(board, k, OPEN))] or lasts
        last = next((k for k in hints if k in fitting), next(iter(fitting), PASS))
        self.lay(state, board, mover, last)

    def use(self, state: State, tool: str) -> None:
        places = list(range(self.rows * self.columns))
        if tool == MIRROR:
            places = [k // self.columns * self.columns + self._far(k) for k in places]
        elif tool == ROTATE:
            places = [
                (self.rows - 1 - k % self.rows) * self.columns + k // self.rows for k in places
            ]
        board, mover, last = self.board(state), self.mover_of(state), self.last(state)
        turned = [board[k] for k in places]
        if tool == EMPTY:
            turned = [OPEN] * len(board)
        elif tool == SWAP:
            turned, mover = [1 - mark if mark != OPEN else OPEN for mark in board], 1 - mover
        self._settle(state, turned, mover, [places.index(last)] if last != PASS else [])

    def _far(self, cell: int) -> int:
        return self.columns - 1 - cell % self.columns

    # -- words -------------------------------------------------------------------------------------

    def remarks(self, state: State) -> Sequence[Remark]:
        board = self.board(state)
        uneven = self._uneven(board)
        level = ERROR if uneven else OK
        says = uneven or self._to_move(state)
        over = self.ended(state)
        return (
            Remark(level, f"{counted(board)}: {says}"),
            *([] if uneven else self.more_remarks(state, board)),
            *(
                [Remark(ERROR, f"The match is over: {over}", "Nothing is left to play.")]
                * bool(over)
            ),
        )

    def _uneven(self, board: Board) -> str:
        """Why the seats cannot have these numbers of marks, "" if they can."""
        first, ahead = self.first, board.count(self.first) - board.count(1 - self.first)
        if abs(ahead) > 1:
            return "their numbers differ by more than one"
        if ahead < 0 and self.one_begins:
            return f"{SEATS[first]} begins, so {SEATS[1 - first]} cannot have more"
        return ""

    def _to_move(self, state: State) -> str:
        return f"{SEATS[self.mover_of(state)]} is to move"

    def more_remarks(self, state: State, board: Board) -> list[Remark]:
        """The checks of this game."""
        return []

    # -- text --------------------------------------------------------------------------------------

    def text(self, state: State) -> str:
        marks = "".join("XO."[mark] for mark in self.board(state))
        rows = [marks[k : k + self.columns] for k in range(0, len(marks), self.columns)]
        last = self.last(state)
        where = "-" if last == PASS else f"{last // self.columns} {last % self.columns}"
        return f"{'/'.join(rows)} {SEATS[self.mover_of(state)]} {where}"

    def read(self, state: State, text: str) -> State:
        words = text.upper().split()
        rows = words[0].split("/") if words else []
        if len(rows) != self.rows or any(len(row) != self.columns for row in rows):
            raise EditError(f"There are {self.rows} rows of {self.columns} cells, `.`, `X` or `O`.")
        signs = "".join(rows)
        if set(signs) - set("XO."):
            strange = next(sign for sign in signs if sign not in "XO.")
            raise EditError(f"A cell is `.`, `X` or `O`, not `{strange}`.")
        board = ["XO".find(sign) for sign in signs]
        mover = SEATS.find(words[1]) if len(words) > 1 else self.mover(board, self.first)
        if mover < 0 or self.mover(board, mover) != mover:
            raise EditError(f"{counted(board)}, so {words[1]} is not to move.")
        return self._read(state, board, mover, words[2:])

    def _read(self, state: State, board: Board, mover: int, words: Sequence[str]) -> State:
        """The position after the last move named by `words`, if any."""
        hint = PASS
        if words not in ([], ["-"]):
            numbers = [number for word in words if (number := digits(word)) is not None]
            inside = len(numbers) == 2 and numbers[0] < self.rows and numbers[1] < self.columns
            hint = numbers[0] * self.columns + numbers[1] if inside else PASS
            if len(words) != 2 or hint not in self.lasts(board, 1 - mover):
                raise EditError(
                    f"{' '.join(words)[:40]} is no cell in which {SEATS[1 - mover]} moved."
                )
        after = state.copy()
        self._settle(after, self._settled(board), mover, [hint])
        return after

    def _settled(self, board: Board) -> Board:
        """The board of a text, if it can be one."""
        return board


class MaskEditing(MarksEditing):
    """A board whose state is a mask of cells per seat, `marks`: k in a row wins. The game gives
    1 + the seat that has a line, 0 for none, and writes its state from masks and a last cell.
    """

    def __init__(
        self,
        game: Game,
        rows: int,
        columns: int,
        winner: Callable[[Sequence[int]], int],
        write: Callable[[State, Sequence[int], int], None],
    ) -> None:
        super().__init__(game, rows, columns)
        self._winner, self._write = winner, write
        if rows == columns:
            self.tools = (Tool(ROTATE, "Rotate"), *type(self).tools)
        self.alike = (ROTATE, MIRROR) if rows == columns else (MIRROR,)

    def board(self, state: State) -> Board:
        masks = [int(mask) for mask in state.marks]
        cells = range(self.rows * self.columns)
        return [next((p for p in (0, 1) if masks[p] >> cell & 1), OPEN) for cell in cells]

    def last(self, state: State) -> int:
        return int(state.last)

    def mover_of(self, state: State) -> int:
        return int(state.turn) & 1

    def lay(self, state: State, board: Board, mover: int, last: int) -> None:
        self._write(state, _masks(board), last)

    def ended(self, state: State) -> str:
        if state.lost:
            return f"{SEATS[int(state.lost) - 1]} gave no legal answer"
        if state.won:
            return f"{SEATS[int(state.won) - 1]} has a line"
        return "the board is full" if state.turn == self.rows * self.columns else ""

    def was_open(self, board: Board) -> bool:
        return not self._winner(_masks(board))


def _masks(board: Board) -> list[int]:
    return [sum(1 << cell for cell, mark in enumerate(board) if mark == p) for p in (0, 1)]


def fewer(board: Board) -> int:
    """The seat with fewer marks."""
    return int(board.count(1) < board.count(0))


def counted(board: Board) -> str:
    """How many marks there are: "15 X and 14 O"."""
    return f"{board.count(0)} X and {board.count(1)} O"
