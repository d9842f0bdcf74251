"""Sequences as strips: a cell for each turn, with the action that it plays and where its gene came
from.
"""

from __future__ import annotations

from PySide6.QtCore import QLineF, QRectF, Qt
from PySide6.QtGui import QPainter, QPen

from lab.lesson.genetic import Individual
from lab.lesson.genetic.population import FATHER, MOTHER, MUTATED
from lab.lesson.mazes import ARROWS
from lab.ui.parts import theme
from lab.ui.parts.painted import put_centred

BAR = 4.0  # pixels at 100 %: the mother's at the top of a cell, the father's at its foot
WIDEST = 30.0  # of a cell
SIDES = {MOTHER: "hue0", FATHER: "hue2"}


def cell_width(room: float, turns: int) -> float:
    """The width of a cell where a strip has some room."""
    return min(WIDEST * theme.current().scale, room / turns)


def paint_strip(
    painter: QPainter, box: QRectF, one: Individual, bold: bool = False, plain: bool = False
) -> None:
    """A strip that fills a box; `plain` without where its genes came from."""
    wide = box.width() / len(one.genes)
    for h, origin in enumerate(one.origins):
        cell = QRectF(box.left() + h * wide, box.top(), wide, box.height())
        _cell(painter, cell, -1 if plain else origin)
        if h < len(one.plan):
            put_centred(painter, cell, ARROWS[one.plan[h]], theme.TABLE, bold=bold)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    look = theme.current()
    painter.setPen(QPen(look.colour("ink" if bold else "edge"), (2 if bold else 1) * look.scale))
    painter.drawRect(box)


def _cell(painter: QPainter, cell: QRectF, origin: int) -> None:
    look = theme.current()
    painter.fillRect(cell, look.colour("mark" if origin == MUTATED else "field"))
    high = min(BAR * look.scale, 0.25 * cell.height())
    if origin == MOTHER:
        painter.fillRect(QRectF(cell.left(), cell.top(), cell.width(), high), look.colour("hue0"))
    if origin == FATHER:
        foot = QRectF(cell.left(), cell.bottom() - high, cell.width(), high)
        painter.fillRect(foot, look.colour("hue2"))
    if origin == MUTATED:
        painter.setPen(QPen(look.colour("mark_edge"), 2 * look.scale))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRect(cell.adjusted(2, 2, -2, -2))
    painter.setPen(QPen(look.colour("line2"), 1))
    painter.drawLine(QLineF(cell.topRight(), cell.bottomRight()))


def paint_cut(painter: QPainter, box: QRectF, turns: int, cut: int) -> None:
    """The turn before which the strips of a family are cut, across all of them."""
    look, x = theme.current(), box.left() + box.width() * cut / turns
    painter.setPen(QPen(look.colour("error"), 2 * look.scale))
    over = 6 * look.scale
    painter.drawLine(QLineF(x, box.top() - over, x, box.bottom() + over))
