"""What is drawn of a root action beside its bar of visits: the mean with its standard error, and
how often a mixed strategy plays it.
"""

from __future__ import annotations

import math
from functools import lru_cache

from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen

from lab.ui.parts import theme
from lab.words.columns import ColumnCell

DOT = 2.6  # radius of a mean
END = 2.0  # half the height of a whisker's ends


def paint_mean(
    painter: QPainter,
    left: float,
    right: float,
    y: float,
    cell: ColumnCell,
    ends: tuple[float, float],
) -> None:
    """A mean as an ink dot on a line from `left` to `right`, its standard error as a short thick
    whisker.
    """
    look = theme.current()
    middle = round(y) + 0.5
    painter.fillRect(QRectF(left, round(y), right - left, 1), look.colour("line2"))
    if not math.isfinite(cell.mean):
        return
    low, high = ends

    def at(value: float) -> float:
        return left + (right - left) * min(1.0, max(0.0, (value - low) / (high - low)))

    if math.isfinite(cell.error):
        a, b = at(cell.mean - cell.error), at(cell.mean + cell.error)
        painter.setPen(_whisker(look.colour("ink2").rgba(), max(1.0, 1.4 * look.scale)))
        for line in (
            QLineF(a, middle, b, middle),
            *(QLineF(x, middle - END, x, middle + END) for x in (a, b)),
        ):
            painter.drawLine(line)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(look.colour("ink"))
    painter.drawEllipse(QPointF(at(cell.mean), middle), DOT * look.scale, DOT * look.scale)


@lru_cache(maxsize=16)
def _whisker(rgba: int, width: float) -> QPen:
    return QPen(QColor.fromRgba(rgba), width)


def paint_policy(painter: QPainter, box: QRectF, cell: ColumnCell, most: int) -> None:
    """Where the bar of visits would end if visits followed the mixed strategy: a line across, with
    a foot.
    """
    if not math.isfinite(cell.policy) or (cell.visits <= 0 and cell.policy <= 0):
        return
    look = theme.current()
    whole = cell.visits / cell.share if cell.share > 0 else float(most)
    x = round(box.left() + box.width() * min(1.0, cell.policy * whole / most))
    painter.fillRect(
        QRectF(x - 1, box.top() - look.px(2), look.px(2), box.height() + look.px(4)),
        look.colour("ink"),
    )
