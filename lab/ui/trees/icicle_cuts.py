"""What only depth-first searches have in their icicle: cells of refuted actions, and the line along
the nodes that are open.
"""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPen

from lab.ui.parts import theme
from lab.ui.trees.icicle_layout import IcicleLayout
from lab.ui.trees.tree_parts import TreePart
from search.branches import Known

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
