"""The board of Connect Four: a plate with holes, discs that fall into it, and the lines of four."""

from __future__ import annotations

from collections.abc import Iterator

from engines.connect_four.rules import COLUMNS, HEIGHT, ROWS, height
from engines.game import PASS, State
from engines.scene import AnyItem, Circle, Glyph, Line, Rect, Scene, Text

MARKS = ("cross", "ring")
RADIUS = 0.41  # radius of a disc; a cell is 1 wide
ABOVE, BELOW = -1.1, ROWS + 0.8  # the picture's upper and lower edge


def draw(state: State) -> Scene:
    """The position, y downwards; the last disc is ringed, a line of four drawn through."""
    still: list[AnyItem] = [
        Rect(-0.1, -0.1, COLUMNS + 0.2, ROWS + 0.2, fill="track", stroke="line2", rounding=8)
    ]
    still += [
        Circle(c + 0.5, r + 0.5, RADIUS, fill="field", stroke="line2")
        for c in range(COLUMNS)
        for r in range(ROWS)
    ]
    still += [Text(c + 0.5, ROWS + 0.4, str(c + 1), "ink2") for c in range(COLUMNS)]
    lines = [four for seat in (0, 1) for four in fours(int(state.discs[seat]))]
    lit = {cell for four in lines for cell in four}
    items: list[AnyItem] = []
    for seat, cell in ((seat, cell) for seat in (0, 1) for cell in range(COLUMNS * HEIGHT)):
        if int(state.discs[seat]) >> cell & 1:
            items += _disc(seat, cell, *_centre(cell), 0.35 if lit and cell not in lit else 1.0)
    for column in range(COLUMNS) if not state.result else ():
        if state.open >> column & 1:  # the next disc waits, invisible, above its column
            items += _disc(
                int(state.mover),
                column * HEIGHT + int(height(state, column)),
                column + 0.5,
                -0.6,
                0.0,
            )
    if state.last != PASS and not lit:
        x, y = _centre(int(state.last) * HEIGHT + int(height(state, int(state.last))) - 1)
        items.append(Circle(x, y, RADIUS, stroke="ink", width=2.5, id=f"last{int(state.played)}"))
    items += [
        Line((_centre(four[0]), _centre(four[3])), "ink", 4.0, id=f"four{four[0]}.{four[3]}")
        for four in lines
    ]
    return Scene(-0.5, ABOVE, COLUMNS + 1, BELOW - ABOVE, still=tuple(still), items=tuple(items))


def fours(discs: int) -> Iterator[tuple[int, int, int, int]]:
    """The cells of every line of four of these discs."""
    for d in (1, 6, 7, 8):
        starts = discs & discs >> d & discs >> 2 * d & discs >> 3 * d
        yield from (
            (cell, cell + d, cell + 2 * d, cell + 3 * d)
            for cell in range(COLUMNS * HEIGHT)
            if starts >> cell & 1
        )


def _centre(cell: int) -> tuple[float, float]:
    """The middle of a cell in world units, y downwards."""
    return cell // HEIGHT + 0.5, ROWS - cell % HEIGHT - 0.5


def _disc(seat: int, cell: int, x: float, y: float, alpha: float) -> list[AnyItem]:
    """A seat's disc with its mark, named by the cell where it comes to rest."""
    disc = Circle(x, y, RADIUS, fill=f"seat{seat}", stroke="none", alpha=alpha, id=f"disc{cell}")
    return [disc, Glyph(x, y, MARKS[seat], "field", 0.6, alpha=alpha, id=f"mark{cell}")]


def sign_at(state: State, cell: int) -> str:
    return next((str(seat) for seat in (0, 1) if int(state.discs[seat]) >> cell & 1), ".")
