"""One axis of a chart: pyqtgraph's, with given ticks, in the type and colours of the window.

Ranges that wheel and drag make of the whole range of an axis.

A chart drawn somewhere else than on the screen, again and again with other series: what stays is
kept as pixels. A scene that looks through all its items takes more than twice as long.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

import pyqtgraph as pg
from PySide6.QtCore import QPoint, QRectF, QSize
from PySide6.QtGui import QPainter, QPixmap
from PySide6.QtWidgets import QGraphicsItem

from lab.ui.parts import theme
from lab.ui.parts.guard import guarded
from lab.ui.parts.painted import put, text_line, text_width

Span = tuple[float, float]  # an axis, from its lower to its upper end
NOTCH = 0.8  # what one notch of the wheel leaves of the range
CLOSEST = 1e-3  # of the whole range
LEFT, BOTTOM = "left", "bottom"
ChartTick = tuple[float, str]  # a value and its label
# the ticks between two values on an axis that is so many pixels long
Ticks = Callable[[float, float, float], Sequence[ChartTick]]
GAP = 4.0  # pixels between two labels
SLACK = 1e-9  # of the range: rounding never loses a tick at an end


def nearer(now: Span, whole: Span, at: float, notches: float, least: float = 0.0) -> Span:
    """The range after `notches` of the wheel at the value `at`, which keeps its place; at least
    `least` long. Backwards it ends at the whole range.
    """
    size = (now[1] - now[0]) * NOTCH**notches
    closest = max(least, CLOSEST * (whole[1] - whole[0]))
    size = min(max(size, closest), whole[1] - whole[0])
    share = (at - now[0]) / (now[1] - now[0])
    return inside((at - share * size, at + (1 - share) * size), whole)


def inside(wanted: Span, whole: Span) -> Span:
    """The wanted range, moved and if need be shortened so that it is within the whole."""
    size = min(wanted[1] - wanted[0], whole[1] - whole[0])
    low = min(max(wanted[0], whole[0]), whole[1] - size)
    return (low, low + size) if size < whole[1] - whole[0] else whole


class ChartAxis(pg.AxisItem):  # type: ignore[misc] # pyqtgraph ships without types
    """Labels at ticks; pyqtgraph follows the range of the field. The grid is the field's own.

    `between` keeps the labels of the ends within the field, or at the left within the chart;
    `strong` is the value whose label is in ink.
    """

    def __init__(
        self,
        side: str,
        *,
        size: float = theme.TABLE,
        role: str = "ink2",
        between: bool = False,
        strong: float = math.nan,
    ) -> None:
        super().__init__(side)
        self.text_size, self.role, self.between, self.strong = size, role, between, strong
        self.ticks: tuple[ChartTick, ...] = ()
        self._room, self._start, self._end = QRectF(), 0.0, 1.0
        self._placed: tuple[QRectF, QRectF] | None = None

    def set_ticks(self, ticks: Sequence[ChartTick]) -> None:
        """Values and their labels, in order."""
        if tuple(ticks) != self.ticks:
            self.ticks = tuple(ticks)
            self.redraw()

    def place(self, room: QRectF, field: QRectF) -> None:
        """Where labels may be, and the field whose edges the range begins and ends at."""
        if (room, field) == self._placed:
            return
        self._placed = (QRectF(room), QRectF(field))
        if self.orientation == LEFT:
            self.setWidth(room.width())
            self._start, self._end = field.bottom() - room.top(), field.top() - room.top()
        else:
            self.setHeight(room.height())
            self._start, self._end = field.left() - room.left(), field.right() - room.left()
        self._room = QRectF(0, 0, room.width(), room.height())
        self.setGeometry(room)
        self.redraw()

    def redraw(self) -> None:
        """Ticks, place or theme are others."""
        self.update()

    def boundingRect(self) -> QRectF:
        return self._room

    @guarded
    def paint(self, painter: QPainter, *args: object) -> None:
        """Writes the labels. pyqtgraph would keep a picture of them, which takes longer to play."""
        painter.setRenderHint(QPainter.RenderHint.TextAntialiasing)
        for box, text, strong in self.labels():
            role = "ink" if strong else self.role
            put(painter, box, text, self.text_size, role, right=self.orientation == LEFT)

    def labels(self) -> list[tuple[QRectF, str, bool]]:
        """Box, text and whether it is in ink, of every label that has room."""
        low, high = self.range
        slack = SLACK * (high - low)
        shown = [t for t in self.ticks if low - slack <= t[0] <= high + slack and t[1]]
        out: list[tuple[QRectF, str, bool]] = []
        for value, text in shown:
            at = self._start + (value - low) / (high - low) * (self._end - self._start)
            box = self._across(at, text) if self.orientation == BOTTOM else self._up(at)
            if not out or not box.adjusted(-GAP, 0, GAP, 0).intersects(out[-1][0]):
                out.append((box, text, math.isclose(value, self.strong)))
        return out

    def _across(self, at: float, text: str) -> QRectF:
        wide = text_width(text, self.text_size)
        low, high = (self._start, self._end + 1) if self.between else (0.0, self._room.right())
        left = min(max(at - wide / 2, low), high - wide)
        high = min(text_line(self.text_size, 5), self._room.height())
        return QRectF(left, 0, wide + 2, high)

    def _up(self, at: float) -> QRectF:
        line = text_line(self.text_size)
        top = at - line / 2
        top = max(top, 0.0) if self.between else top
        return QRectF(0, top, self._room.width(), line)


class Ground:
    """The pixels below and around the series, until they are asked for of something else."""

    def __init__(self) -> None:
        self._of: tuple[object, ...] = ()
        self._picture = QPixmap()

    def put(
        self,
        painter: QPainter,
        size: QSize,
        of: tuple[object, ...],
        paint: Callable[[QPainter], None],
    ) -> None:
        """Puts them at the painter's origin; `paint` paints what depends on `of`."""
        of = (*of, QSize(size), theme.current(), painter.device().devicePixelRatioF())
        if of != self._of:
            ratio = painter.device().devicePixelRatioF()
            picture = QPixmap(size * ratio)
            picture.setDevicePixelRatio(ratio)
            with QPainter(picture) as inner:
                paint(inner)
            self._of, self._picture = of, picture
        painter.drawPixmap(QPoint(), self._picture)


@contextmanager
def hidden(items: Sequence[QGraphicsItem]) -> Iterator[None]:
    """Inside, a scene is rendered without these items, all of them visible."""
    for item in items:
        item.setVisible(False)
    try:
        yield
    finally:
        for item in items:
            item.setVisible(True)


def paint_item(painter: QPainter, item: QGraphicsItem) -> None:
    """Paints an item as its scene does, whose origin is the painter's."""
    painter.save()
    painter.setTransform(item.sceneTransform(), True)
    item.paint(painter, None, None)  # type: ignore[arg-type]  # no item here looks at its options
    painter.restore()
