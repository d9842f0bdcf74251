"""The board of Ultimate Tic-Tac-Toe: where cells are, what small boards are called, and the Scene
of a position.
"""

from __future__ import annotations

import math

from engines.game import PASS, State
from engines.scene import AnyItem, Glyph, Line, Rect, Scene, Text
from engines.uttt.rules import ANY, NOBODY

PLACES = (
    "top left",
    "top",
    "top right",
    "left",
    "middle",
    "right",
    "bottom left",
    "bottom",
    "bottom right",
)
LINES = (
    *((k, k + 1, k + 2) for k in (0, 3, 6)),
    *((k, k + 3, k + 6) for k in (0, 1, 2)),
    (0, 4, 8),
    (2, 4, 6),
)
KINDS = ("cross", "ring")
PITCH = 3.2  # world units from one small board to the next; a cell is 1
RIM = 0.07  # from the cells to the frame of their board


def action_at(row: int, col: int) -> int:
    """The action that marks this cell."""
    return (row // 3 * 3 + col // 3) << 4 | (row % 3 * 3 + col % 3)


def place_of(action: int) -> tuple[int, int]:
    """Row and column of an action."""
    board, cell = action >> 4, action & 15
    return board // 3 * 3 + cell // 3, board % 3 * 3 + cell % 3


def corner(row: int, col: int) -> tuple[float, float]:
    """The upper left corner of a cell in world units."""
    return col + (PITCH - 3) * (col // 3), row + (PITCH - 3) * (row // 3)


def owner_of(state: State, board: int) -> int:
    """The seat that has won a small board, or NOBODY."""
    return next((seat for seat in (0, 1) if int(state.won[seat]) >> board & 1), NOBODY)


def draw(state: State) -> Scene:
    """Nine framed boards; the forced one in ink, the last move shaded, a big mark over each won
    board.
    """
    axes = [Text(corner(0, k)[0] + 0.5, -0.45, str(k), "ink2") for k in range(9)]
    axes += [Text(-0.5, corner(k, 0)[1] + 0.5, str(k), "ink2") for k in range(9)]
    items: list[AnyItem] = []
    for board in range(9):
        items += _frame(state, board)
    if state.last != PASS:
        x, y = corner(*place_of(int(state.last)))
        items.append(Rect(x + 0.08, y + 0.08, 0.84, 0.84, fill="track", rounding=2, id="last"))
    for board in range(9):
        items += _marks(state, board)
    items += _won_lines(state)
    return Scene(
        -0.8, -0.8, 2 * PITCH + 4.0, 2 * PITCH + 4.0, still=tuple(axes), items=tuple(items)
    )


def _frame(state: State, board: int) -> list[AnyItem]:
    """A small board without its marks; the forced one is framed in ink."""
    x, y = PITCH * (board % 3), PITCH * (board // 3)
    forced = state.forced == board and not state.over
    bright = not state.over and state.empty[board] and state.forced in (ANY, board)
    stroke, width = ("ink", 2.0) if forced else ("line2", 1.0)
    side = 3 + 2 * RIM
    frame = Rect(
        x - RIM,
        y - RIM,
        side,
        side,
        fill="field" if bright else "none",
        stroke=stroke,
        width=width,
        rounding=3,
    )
    inner: list[AnyItem] = [Line(((x + k, y + RIM), (x + k, y + 3 - RIM)), "line2") for k in (1, 2)]
    inner += [Line(((x + RIM, y + k), (x + 3 - RIM, y + k)), "line2") for k in (1, 2)]
    return [frame, *inner]


def _marks(state: State, board: int) -> list[AnyItem]:
    """The marks of a small board; of a won one they are faded, under one big mark."""
    owner = owner_of(state, board)
    marks: list[AnyItem] = []
    for seat, cell in ((seat, cell) for seat in (0, 1) for cell in range(9)):
        if int(state.cells[seat, board]) >> cell & 1:
            x, y = corner(*place_of(board << 4 | cell))
            faded = 1.0 if owner == NOBODY else 0.3
            marks.append(
                Glyph(
                    x + 0.5,
                    y + 0.5,
                    KINDS[seat],
                    f"seat{seat}",
                    1.0,
                    alpha=faded,
                    id=f"cell{board}.{cell}",
                )
            )
    if owner != NOBODY:
        x, y = PITCH * (board % 3) + 1.5, PITCH * (board // 3) + 1.5
        marks.append(Glyph(x, y, KINDS[owner], f"seat{owner}", 3.0, width=8.0, id=f"board{board}"))
    return marks


def _won_lines(state: State) -> list[AnyItem]:
    """A line through each three small boards in a row that have won the match."""
    found: list[AnyItem] = []
    for seat, line in ((seat, line) for seat in (0, 1) for line in LINES):
        if all(int(state.won[seat]) >> board & 1 for board in line):
            ends = [(PITCH * (b % 3) + 1.5, PITCH * (b // 3) + 1.5) for b in (line[0], line[2])]
            found.append(Line(tuple(ends), "ink", 5.0, id=f"won{line[0]}.{line[2]}"))
    return found


def index_at(position: float) -> int | None:
    """The row or column at a world coordinate; None between and outside the boards."""
    board = math.floor((position + RIM) / PITCH)
    inside = min(max(position - PITCH * board, 0.0), 2.999)
    return (
        board * 3 + int(inside) if 0 <= board < 3 and position - PITCH * board <= 3 + RIM else None
    )
