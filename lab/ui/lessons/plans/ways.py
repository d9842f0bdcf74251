"""A maze with the ways of plans in it, each next to the others where they run together."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QPainter

from engines.scene import Circle, Line, Scene
from lab.lesson.mazes import SmallMaze, middle
from lab.ui.board.painter import paint_scene
from lab.ui.parts import theme
from lab.ui.parts.marks import marks_of

# of the first action: up, right, down, left, stop
BANDS = ("hue1", "hue0", "hue3", "hue2", "ink2")
APART = 0.11  # of a cell, between two ways
USUAL = 46.0  # pixels a cell at which lines have their usual width


@dataclass(frozen=True)
class Way:
    """One plan on the board."""

    plan: tuple[int, ...]
    dead: bool = False
    bold: bool = False
    role: str = ""  # of a Scene; empty: that of its first action


def band(first: int) -> QColor:
    """The colour of a first action."""
    return theme.current().colour(BANDS[first])


def with_ways(small: SmallMaze, ways: Sequence[Way], after: Sequence[int] = ()) -> Scene:
    """The position after some actions, with ways from the start."""
    scene, still = small.game.scene(small.after(after)[-1]), list[Line | Circle]()
    for k, way in enumerate(ways):
        shift = APART * (k - (len(ways) - 1) / 2) * min(1.0, 6 / max(1, len(ways)))
        points = [(x + shift, y + shift) for x, y in map(middle, small.after(way.plan))]
        role = way.role or BANDS[way.plan[0]]
        alpha, width = (0.45 if way.dead else 1.0), 4.0 if way.bold else 2.0
        still.append(Line(tuple(points), role, width, dash=way.dead, alpha=alpha))
        still.append(Circle(*points[-1], 0.13, fill=role, stroke="none", alpha=alpha))
    return replace(scene, still=(*scene.still, *still))


def paint_maze(painter: QPainter, box: QRectF, scene: Scene) -> QRectF:
    """Paints a maze in the middle of a box; returns where it is."""
    look = theme.current()
    cell = min(box.width() / scene.width, box.height() / scene.height)
    zoom = max(0.5, min(1.4, cell / look.scale / USUAL * 1.4))
    return paint_scene(painter, scene, box, look, marks_of((0, 1, 2, 3)), zoom=zoom).frame
