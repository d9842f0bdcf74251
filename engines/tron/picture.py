"""What Tron looks like: ribbons as lines from the start to the head, rebuilt from the directions
that the state keeps.
"""

from __future__ import annotations

from engines.checking import members
from engines.game import State
from engines.scene import AnyItem, Circle, Line, Mark, Point, Rect, Scene
from engines.tron.rules import DX, DY, HEIGHT, MOST, WIDTH

_GRID = tuple(Line(((k, 0), (k, HEIGHT)), "line") for k in range(1, WIDTH)) + tuple(
    Line(((0, k), (WIDTH, k)), "line") for k in range(1, HEIGHT)
)
_FIELD: tuple[AnyItem, ...] = (
    Rect(0, 0, WIDTH, HEIGHT, fill="field"),
    *_GRID,
    Rect(0, 0, WIDTH, HEIGHT, stroke="wall", width=2),
)


def ribbon(state: State, p: int) -> tuple[Point, ...]:
    """The middles of a player's cells from its start to its head; empty when it is out.

    In a position read from text in mid-match they begin where the player was first seen: the path
    from its start to there is unknown.
    """
    if state.place[p]:
        return ()
    x, y = int(state.x[p]), int(state.y[p])
    cells = [(x, y)]
    while (x, y) != (int(state.start_x[p]), int(state.start_y[p])):
        way = int(state.way[0, y + 1]) >> x + 1 & 1 | (int(state.way[1, y + 1]) >> x + 1 & 1) << 1
        x, y = x - int(DX[way]), y - int(DY[way])
        if not int(state.ribbon[p, y + 1]) >> x + 1 & 1 or (x, y) in cells:
            break
        cells.append((x, y))
    return tuple((x + 0.5, y + 0.5) for x, y in reversed(cells))


def loose(state: State, p: int, line: tuple[Point, ...]) -> list[AnyItem]:
    """The cells of a ribbon to which no path from its head is known."""
    start = (int(state.start_x[p]) + 0.5, int(state.start_y[p]) + 0.5)
    known = {*line, start}
    cells = [
        (x, y)
        for y in range(HEIGHT)
        for x in members(int(state.ribbon[p, y + 1]) >> 1)
        if (x + 0.5, y + 0.5) not in known
    ]
    return [
        Rect(x + 0.25, y + 0.25, 0.5, 0.5, fill=f"seat{p}", alpha=0.75, rounding=2)
        for x, y in cells
    ]


def corners(points: tuple[Point, ...]) -> tuple[Point, ...]:
    """The same line without the points that are between two others on a straight."""
    kept = [
        p
        for before, p, after in zip(points, points[1:], points[2:], strict=False)
        if (p[0] - before[0]) != (after[0] - p[0])
    ]
    return (points[0], *kept, points[-1]) if len(points) > 1 else points


def scene(state: State) -> Scene:
    """The grid, a ribbon for each rider with its start as a dot, and the heads."""
    items: list[AnyItem] = []
    riders = [p for p in range(MOST) if p < state.players and not state.place[p]]
    for p in riders:
        line = ribbon(state, p)
        items += loose(state, p, line)
        if len(line) > 1:
            items.append(Line(corners(line), f"seat{p}", 7.0, alpha=0.75))
        items.append(
            Circle(
                state.start_x[p] + 0.5, state.start_y[p] + 0.5, 0.22, fill=f"seat{p}", stroke="none"
            )
        )
    for p in riders:
        items.append(
            Mark(state.x[p] + 0.5, state.y[p] + 0.5, p, 0.62, id=f"head{p}", group="names")
        )
    return Scene(-0.5, -0.5, WIDTH + 1, HEIGHT + 1, still=_FIELD, items=tuple(items))
