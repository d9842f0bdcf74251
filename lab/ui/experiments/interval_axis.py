"""A common axis for the intervals in a table: its ends, its ticks, the line of labels below the
table, and how an interval, its mean and what is claimed are drawn on it.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Protocol

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPen, QPolygonF
from PySide6.QtWidgets import QSizePolicy, QWidget

from lab.experiments.claims.file import ExperimentFile
from lab.experiments.claims.result import Cell
from lab.experiments.claims.verdicts import HALF
from lab.ui.experiments import says
from lab.ui.parts import theme
from lab.ui.parts.guard import guarded
from lab.ui.parts.painted import put_centred, text_width

FOOT, LINE = 24, 0.8  # height, pixels at 100 %; the share of it that has the labels


class HasAxis(Protocol):
    """A table whose column of intervals has an axis once there is something to show."""

    @property
    def axis(self) -> IntervalAxis | None: ...

    def columnViewportPosition(self, column: int) -> int: ...

    def columnWidth(self, column: int) -> int: ...

    def frameWidth(self) -> int: ...


class AxisFoot(QWidget):
    """Labels below column `at` of the table; a subclass may paint more at the right of it."""

    def __init__(self, table: HasAxis, at: int) -> None:
        super().__init__()
        self._table, self._at = table, at
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        theme.changed.connect(self.updateGeometry)

    def sizeHint(self) -> QSize:
        return QSize(200, theme.current().px(FOOT))

    minimumSizeHint = sizeHint

    @guarded
    def paintEvent(self, event: QPaintEvent) -> None:
        axis, table = self._table.axis, self._table
        if axis is None:
            return
        left = table.columnViewportPosition(self._at) + table.frameWidth()
        box = QRectF(left, 0, table.columnWidth(self._at), self.height() * LINE)
        with QPainter(self) as painter:
            axis.paint_ticks(painter, box)
            right = QRectF(box.right(), 0, self.width() - box.right(), box.height())
            self.paint_right(painter, right, axis)

    def paint_right(self, painter: QPainter, room: QRectF, axis: IntervalAxis) -> None:
        """What is right of the axis."""


CAP, DOT, DIAMOND = 4.5, 3.2, 4.5  # pixels at 100 %
UNKNOWN = 0.25  # so far from one half the axis of scores reaches before anything is played
MARGIN = 0.06  # of the axis, beyond the outermost ends


@dataclass(frozen=True)
class IntervalAxis:
    """From `low` to `high`; scores have the band that counts as equal around one half."""

    low: float
    high: float
    equal: float | None  # half the width of the band; None for a measure
    file: ExperimentFile

    @staticmethod
    def has(cells: Iterable[Cell], file: ExperimentFile) -> bool:
        """Whether there is anything to show: a measure has no middle to begin with."""
        some = any(cell.evidence.mean is not None or cell.answers for cell in cells)
        return some or not file.measure

    @classmethod
    def of(cls, cells: Iterable[Cell], file: ExperimentFile) -> IntervalAxis:
        """The axis that shows every interval and every claim of the rows."""
        known = [cell for cell in cells if cell.evidence.mean is not None]
        ends = [cell.evidence.mean or 0.0 for cell in known]
        ends += [x for cell in known for x in (cell.evidence.low, cell.evidence.high)]
        ends += [claim.value for cell in cells for claim, _ in cell.answers]
        ends = [x for x in ends if math.isfinite(x)]
        equal = None if file.measure else file.equal
        if equal is not None:
            around = max(equal, 0.0 if known else UNKNOWN)
            ends += [HALF - around, HALF + around]
        low, high = min(ends, default=0.0), max(ends, default=1.0)
        beyond = MARGIN * max(high - low, 0.02)
        return cls(low - beyond, high + beyond, equal, file)

    def x(self, value: float, box: QRectF) -> float:
        """The pixel of a value; values beyond the ends are at the ends."""
        inside = min(self.high, max(self.low, value))
        return box.left() + (inside - self.low) / (self.high - self.low) * box.width()

    def ticks(self, pixels: float, wide: float) -> list[tuple[float, str]]:
        """Values and labels, each with `wide` pixels."""
        return says.ticks(self.low, self.high, max(2, int(pixels / max(1.0, wide))), self.file)

    # -- painting ----------------------------------------------------------------------------------

    def paint_back(self, painter: QPainter, box: QRectF) -> None:
        """The band that counts as equal, and the line of an even score."""
        if self.equal is None:
            return
        look = theme.current()
        left, right = (self.x(HALF + side * self.equal, box) for side in (-1, 1))
        band = QRectF(left, box.top(), right - left, box.height())
        painter.fillRect(band, look.colour("line"))
        middle = round(self.x(HALF, box))
        painter.fillRect(QRectF(middle, box.top(), 1, box.height()), look.colour("edge"))

    def paint_ticks(self, painter: QPainter, box: QRectF) -> None:
        """The labels of the axis."""
        for value, text in self.ticks(box.width(), text_width("000 %", theme.TABLE) * 1.7):
            at = QRectF(self.x(value, box), box.top(), 0, box.height())
            put_centred(painter, at, text, theme.TABLE, "ink2")

    def paint_cell(self, painter: QPainter, box: QRectF, cell: Cell) -> None:
        """The interval with its mean; above it, diamonds of what is claimed."""
        look, evidence, y = theme.current(), cell.evidence, box.center().y()
        if evidence.mean is not None:
            cap = CAP * look.scale
            painter.setPen(QPen(look.colour("ink"), 1.3))
            left, right = self.x(evidence.low, box), self.x(evidence.high, box)
            painter.drawLine(QPointF(left, y), QPointF(right, y))
            for end, value in ((left, evidence.low), (right, evidence.high)):
                if self.low <= value <= self.high:
                    painter.drawLine(QPointF(end, y - cap), QPointF(end, y + cap))
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(look.colour("ink"))
            dot = QPointF(self.x(evidence.mean, box), y)
            painter.drawEllipse(dot, DOT * look.scale, DOT * look.scale)
        for claim, _ in cell.answers:
            up = 0.0 if evidence.mean is None else min(box.height() / 4, 11 * look.scale)
            paint_diamond(painter, QPointF(self.x(claim.value, box), y - up))


def paint_diamond(painter: QPainter, at: QPointF) -> None:
    """The sign of what a write-up says."""
    look = theme.current()
    side = DIAMOND * look.scale
    painter.setPen(QPen(look.colour("ink"), 1.2))
    painter.setBrush(look.colour("panel"))
    corners = ((0.0, -side), (side, 0.0), (0.0, side), (-side, 0.0))
    painter.drawPolygon(QPolygonF([at + QPointF(*corner) for corner in corners]))
