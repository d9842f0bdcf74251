"""The line below a table of intervals: the labels of its common axis."""

from __future__ import annotations

from typing import Protocol

from PySide6.QtCore import QRectF, QSize
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from lab.ui.experiments.interval_axis import IntervalAxis
from lab.ui.parts import theme
from lab.ui.parts.guard import guarded

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

    def __init__(self, table: HasAxis, at: int, parent: QWidget | None = None) -> None:
        super().__init__(parent)
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
