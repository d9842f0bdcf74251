"""Where the icicles are in their widget, in pixels. No widget.

What only depth-first searches have in their icicle: cells of refuted actions, and the line along
the nodes that are open.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPen

from lab.ui.parts import theme
from lab.ui.trees.tree_parts import TreePart, TreesView
from lab.words.icicle import Icicle
from search.branches import Known

GUTTER, GAP, HEAD, ROOT, FOOT = 62, 12, 40, 9, 22  # pixels at 100 %
TALL, SMALL = 40, 22  # of a row


@dataclass(frozen=True)
class IcicleLayout:
    """The icicles side by side on one axis of turns."""

    width: int
    height: int
    view: TreesView
    cells: tuple[Icicle, ...]
    levels: int  # below the roots

    @property
    def tall(self) -> float:
        """The height of a row, so that all fit where they can."""
        look = theme.current()
        room = self.height - look.px(HEAD + ROOT + FOOT) - look.px(4)
        return max(look.px(SMALL), min(look.px(TALL), room / self.levels))

    def top(self, depth: int) -> float:
        """Where a level begins."""
        look = theme.current()
        if depth == 0:
            return look.px(HEAD)
        return look.px(HEAD + ROOT) + 2 + (depth - 1) * self.tall

    def gutter(self, depth: int) -> QRectF:
        """The room left of a level."""
        look = theme.current()
        return QRectF(look.px(4), self.top(depth), look.px(GUTTER - 8), self.tall)

    @property
    def foot(self) -> QRectF:
        """The room of the legend."""
        look = theme.current()
        top = self.top(self.levels) + self.tall
        left = look.px(GUTTER)
        return QRectF(left, top, self.width - left - look.px(GAP), look.px(FOOT))

    def column(self, place: int) -> QRectF:
        """The room of a tree, with its head."""
        look, count = theme.current(), max(1, len(self.view.trees))
        left = look.px(GUTTER)
        wide = (self.width - left - look.px(GAP) * count) / count
        return QRectF(left + place * (wide + look.px(GAP)), 0, wide, self.height)

    def cell(self, place: int, row: int) -> QRectF:
        """The rectangle of a row."""
        column, cells = self.column(place), self.cells[place]
        depth = int(self.view.trees[place].part.depth[row])
        left = column.left() + column.width() * float(cells.left[row])
        right = column.left() + column.width() * float(cells.right[row])
        tall = self.tall if depth else float(theme.current().px(ROOT))
        return QRectF(left, self.top(depth), right - left, tall - 1)

    def shows(self, place: int, row: int) -> bool:
        """Whether a row's level has room."""
        return int(self.view.trees[place].part.depth[row]) <= self.levels

    def at(self, point: QPointF) -> tuple[int, int] | None:
        """The (column, row) at a place."""
        for place, tree in enumerate(self.view.trees):
            column = self.column(place)
            if not column.left() <= point.x() < column.right():
                continue
            x = (point.x() - column.left()) / column.width()
            for depth in range(self.levels + 1):
                if self.top(depth) <= point.y() < self.top(depth + 1):
                    cells = self.cells[place]
                    here = (tree.part.depth == depth) & (cells.left <= x) & (x < cells.right)
                    found = np.flatnonzero(here)
                    return (place, int(found[0])) if found.size else None
        return None


NARROW = 7  # pixels at 100 % of a cell that has room for dashes
STROKED = 20  # the same for the double stroke
RIGHT = 9  # from a cell's end to the line
DASHES = (3.0, 2.5)


def paint_cuts(painter: QPainter, layout: IcicleLayout, place: int) -> None:
    """Dashes round the cells of refuted actions; a double stroke where replies were never looked
    at.
    """
    look, part = theme.current(), layout.view.trees[place].part
    if part.ledger is None:
        return
    cells, column = layout.cells[place], layout.column(place)
    wide = column.width() * (cells.right - cells.left) >= look.px(NARROW)
    shown = wide & (part.depth <= layout.levels) & (part.depth > 0)
    refuted = part.ledger.known == Known.AT_MOST
    for row in np.flatnonzero(shown & refuted).tolist():
        cell = layout.cell(place, row)
        paint_dash(painter, cell, bool(part.ledger.skipped[row]))


def paint_dash(painter: QPainter, cell: QRectF, stroked: bool = True) -> None:
    """A dashed frame with a double stroke at its lower right."""
    look = theme.current()
    pen = QPen(look.colour("ink3"), 1.0)
    pen.setDashPattern(DASHES)
    painter.setPen(pen)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawRect(cell.adjusted(0.5, 0.5, -1.5, -1.0))
    if stroked and (cell.width() >= look.px(STROKED) or cell.width() == cell.height()):
        _paint_strokes(painter, cell)


def _paint_strokes(painter: QPainter, cell: QRectF) -> None:
    """Two short lines across the lower edge, as on the cut branches of a drawn tree."""
    look = theme.current()
    high = look.px(5)
    x = cell.right() - min(look.px(9), cell.width() / 2)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, True)
    painter.setPen(QPen(look.colour("ink2"), 1.4))
    for step in (0, look.px(3)):
        foot = QPointF(x + step - look.px(2), cell.bottom() + 1)
        painter.drawLine(QLineF(foot, QPointF(x + step, cell.bottom() - high)))
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)


def paint_open(painter: QPainter, layout: IcicleLayout) -> None:
    """A line from the root through the cells of the nodes that are open."""
    for place, tree in enumerate(layout.view.trees):
        cells = [layout.cell(place, row) for row in open_rows(tree, layout.levels)]
        points = [_spot(cell) for cell in cells]
        if len(points) > 1:
            points[0].setX(points[1].x())
            _paint_line(painter, points)


def _spot(cell: QRectF) -> QPointF:
    """Where the line crosses a cell: at its right, clear of most words."""
    right = cell.right() - theme.current().px(RIGHT)
    return QPointF(max(right, cell.center().x()), cell.center().y())


def open_rows(tree: TreePart, levels: int) -> list[int]:
    """The rows of the open nodes from the focus on, as far as they are drawn; none outside it."""
    ledger, part = tree.part.ledger, tree.part
    if ledger is None or not ledger.open:
        return []
    path = tuple(node.action for node in ledger.open[1:])
    if path[: len(part.focus)] != part.focus:
        return []
    return [0, *part.along(path).tolist()[:levels]]


def _paint_line(painter: QPainter, points: list[QPointF]) -> None:
    look = theme.current()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, True)
    for colour, wide in (("panel", 4.0), ("ink", 2.0)):
        painter.setPen(QPen(look.colour(colour), wide))
        painter.drawPolyline(points)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(look.colour("ink"))
    for point in points[1:]:
        painter.drawEllipse(point, 2.5 * look.scale, 2.5 * look.scale)
    end, size = points[-1], 5.0 * look.scale
    painter.setPen(QPen(look.colour("ink"), 2.0))
    painter.setBrush(look.colour("panel"))
    painter.drawEllipse(end, size, size)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)


def paint_step(painter: QPainter, box: QRectF) -> None:
    """The line in the legend."""
    _paint_line(painter, [box.topLeft(), box.center()])
