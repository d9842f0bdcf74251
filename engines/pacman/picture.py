"""What Pac-Man looks like: walls as rounded blocks, food as dots, the ghosts with their marks."""

from __future__ import annotations

import math

from engines.game import State
from engines.pacman.layouts import MOST_ROWS, Maze
from engines.pacman.rules import CAUGHT, DX, DY
from engines.scene import AnyItem, Circle, Line, Mark, Rect, Scene

MOUTH = math.radians(35)
SKIRT = ((-0.42, 0.42), (-0.21, 0.28), (0.0, 0.42), (0.21, 0.28), (0.42, 0.42))


def maze(layout: Maze) -> tuple[AnyItem, ...]:
    """The walls, joined into blocks."""
    items: list[AnyItem] = [Rect(0, 0, layout.width, layout.height, fill="field")]
    for x, y in sorted(layout.walls):
        items.append(Rect(x + 0.15, y + 0.15, 0.7, 0.7, fill="line2", rounding=3))
        if (x + 1, y) in layout.walls:
            items.append(Rect(x + 0.5, y + 0.15, 1.0, 0.7, fill="line2"))
        if (x, y + 1) in layout.walls:
            items.append(Rect(x + 0.15, y + 0.5, 0.7, 1.0, fill="line2"))
        if {(x + 1, y), (x, y + 1), (x + 1, y + 1)} <= layout.walls:
            items.append(Rect(x + 0.5, y + 0.5, 1.0, 1.0, fill="line2"))
    return tuple(items)


def scene(state: State, layout: Maze, still: tuple[AnyItem, ...]) -> Scene:
    """The maze and what is left in it."""
    items: list[AnyItem] = []
    for y in range(MOST_ROWS):
        for x in range(layout.width):
            if int(state.food[y]) >> x & 1:
                items.append(
                    Circle(x + 0.5, y + 0.5, 0.1, fill="ink2", stroke="none", id=f"food{x},{y}")
                )
            if int(state.pellet[y]) >> x & 1:
                items.append(
                    Circle(x + 0.5, y + 0.5, 0.26, fill="ink2", stroke="none", id=f"pellet{x},{y}")
                )
    items += [_pacman(state)]
    for ghost in range(1, 1 + int(state.ghosts)):
        items += _ghost(state, ghost)
    return Scene(0, 0, layout.width, layout.height, still=still, items=tuple(items))


def _pacman(state: State) -> AnyItem:
    x, y, way = float(state.x[0]) + 0.5, float(state.y[0]) + 0.5, int(state.way[0])
    facing = math.atan2(DY[way], DX[way])
    if state.status == CAUGHT:
        return Circle(x, y, 0.42, fill="none", stroke="agent0", width=2, id="pacman")
    rim = [facing + MOUTH + k * (2 * math.pi - 2 * MOUTH) / 24 for k in range(25)]
    points = ((x, y), *((x + 0.45 * math.cos(a), y + 0.45 * math.sin(a)) for a in rim))
    return Line(points, "agent0", 1.0, closed=True, fill="agent0", id="pacman")


def _ghost(state: State, ghost: int) -> list[AnyItem]:
    x = float(state.x[ghost]) + 0.5
    y = float(state.y[ghost]) + 0.5
    scared = int(state.scared[ghost])
    dome = [
        (0.42 * math.cos(a), -0.02 + 0.42 * math.sin(a))
        for a in (math.pi * (1 + k / 8) for k in range(9))
    ]
    outline = tuple((x + u, y + v) for u, v in (*dome, *SKIRT[::-1]))
    role = f"agent{ghost}"
    body = Line(
        outline,
        role,
        2.0,
        closed=True,
        fill="field" if scared else role,
        id=f"ghost{ghost}",
        dash=bool(scared),
    )
    eyes = [
        Circle(
            x + dx,
            y - 0.08,
            0.09,
            fill="ink2" if scared else "field",
            stroke="none",
            id=f"eye{ghost},{dx}",
        )
        for dx in (-0.16, 0.16)
    ]
    return [
        body,
        *eyes,
        Mark(x, y + 0.2, ghost, 0.0, size=7, hollow=not scared, id=f"mark{ghost}", group="names"),
    ]
