"""What else an algorithm shows: its named curves and bars as small charts, whatever they measure.
Nothing here knows an algorithm: a Snapshot declares `series` and `histograms`, and each becomes a
chart under its own title.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from PySide6.QtCore import QEvent, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QHelpEvent, QPainter, QPen, QPolygonF
from PySide6.QtWidgets import QToolTip, QWidget

from lab.ui.parts import theme
from lab.ui.parts.chart.series import thin
from lab.ui.parts.painted import Painted, put, put_mark, text_line, text_width
from lab.words import numerals
from lab.words.columns import Column
from search.base import Curve, Floats

# pixels at 100 %: a chart's field, a chart with its labels, the space between two
HEIGHT, LEAST_WIDTH, GAP = 64, 230, 16
MOST = 4  # charts side by side


@dataclass(frozen=True, eq=False)
class SeriesChart:
    """One curve or row of bars of one search, in the hue of `agent`, whose mark it shows where
    several searches are on show.
    """

    title: str
    curve: Curve
    bars: bool
    agent: int
    marked: bool

    @property
    def sound(self) -> tuple[Floats, Floats]:
        """The points that are finite."""
        good = np.isfinite(self.curve.x) & np.isfinite(self.curve.y)
        return self.curve.x[good], self.curve.y[good]


def charts_of(columns: Sequence[Column]) -> tuple[SeriesChart, ...]:
    """The charts of all searches behind these columns, the same title of several searches side by
    side.
    """
    # the first column of each
    searches = list({id(c.thought): c for c in reversed(columns)}.values())[::-1]
    found = [
        SeriesChart(title, curve, bars, c.number, len(searches) > 1)
        for c in searches
        for bars, named in (
            (False, c.thought.snapshot.series),
            (True, c.thought.snapshot.histograms),
        )
        for title, curve in named.items()
    ]
    order = list(dict.fromkeys(chart.title for chart in found))
    return tuple(sorted(found, key=lambda chart: order.index(chart.title)))


def name_of(columns: Sequence[Column]) -> str:
    """The title over the charts."""
    titles = {c.thought.algorithm for c in columns}
    return f"More from {titles.pop()}" if len(titles) == 1 else "More from these searches"


class Extras(Painted):
    """The charts in rows, as many side by side as there is room for."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("More from this search", parent)
        self._charts: tuple[SeriesChart, ...] = ()
        self._of: object = None

    @property
    def charts(self) -> tuple[SeriesChart, ...]:
        """The charts of the view, in order."""
        if self._of is not self.view.columns:
            self._of, self._charts = self.view.columns, charts_of(self.view.columns)
        return self._charts

    @property
    def _across(self) -> int:
        look = theme.current()
        fit = int(
            (self.width() - 2 * look.px(12) + look.px(GAP)) // (look.px(LEAST_WIDTH) + look.px(GAP))
        )
        return max(1, min(MOST, len(self.charts), fit))

    @property
    def _pitch(self) -> float:
        return text_line(theme.AXIS, 3) + theme.current().px(HEIGHT) + text_line(theme.AXIS, 8)

    def content_height(self) -> float:
        return math.ceil(len(self.charts) / self._across) * self._pitch + 2 if self.charts else 0

    def resizeEvent(self, event: object) -> None:
        self._resized()

    def _box(self, i: int) -> QRectF:
        """Where a chart is, with title and labels."""
        look, across = theme.current(), self._across
        margin, gap = look.px(12), look.px(GAP)
        wide = (self.width() - 2 * margin - (across - 1) * gap) / across
        return QRectF(
            margin + (i % across) * (wide + gap), (i // across) * self._pitch, wide, self._pitch
        )

    def _field(self, box: QRectF, chart: SeriesChart) -> QRectF:
        """The chart's own field inside its box: labels are left of it and below."""
        look = theme.current()
        _, y = chart.sound
        labels = max(
            (text_width(numerals.short(v), theme.AXIS) for v in ends_of(y, chart.bars)), default=0.0
        )
        left = box.left() + labels + look.px(6)
        return QRectF(
            left, box.top() + text_line(theme.AXIS, 3), box.right() - left, look.px(HEIGHT)
        )

    def paint(self, painter: QPainter) -> None:
        for i, chart in enumerate(self.charts):
            self._paint_chart(painter, self._box(i), chart)

    def _paint_chart(self, painter: QPainter, box: QRectF, chart: SeriesChart) -> None:
        look, line = theme.current(), text_line(theme.AXIS, 3)
        field, (x, y) = self._field(box, chart), chart.sound
        left = field.left()
        if chart.marked:
            put_mark(painter, self.view, chart.agent, left + look.px(5), box.top() + line / 2, 9.0)
            left += look.px(14)
        put(painter, QRectF(left, box.top(), box.right() - left, line), chart.title, theme.AXIS)
        painter.fillRect(field, look.colour("field"))
        if not x.size:
            put(painter, field.adjusted(look.px(8), 0, 0, 0), "nothing yet", theme.AXIS, "ink3")
            return
        low, high = ends_of(y, chart.bars)
        for value in (low, high):
            at = field.bottom() - (value - low) / (high - low) * field.height()
            painter.fillRect(
                QRectF(field.left(), min(round(at), round(field.bottom()) - 1), field.width(), 1),
                look.colour("line"),
            )
            side = QRectF(box.left(), at - line / 2, field.left() - box.left() - look.px(5), line)
            put(painter, side, numerals.short(value), theme.AXIS, "ink2", right=True)
        self._paint_points(painter, field, chart, (low, high))
        self._paint_below(painter, field, chart)

    def _paint_points(
        self, painter: QPainter, field: QRectF, chart: SeriesChart, ends: tuple[float, float]
    ) -> None:
        (x, y), (low, high) = chart.sound, ends
        x0, x1 = span_of(x, chart.bars)
        hue = self.view.marks.colour(theme.current(), chart.agent)
        if chart.bars:
            paint_bars(
                painter,
                field,
                (x - x0) / (x1 - x0),
                (y - low) / (high - low),
                -low / (high - low),
                hue,
            )
            return
        x, y = thin(x, y, max(20, 2 * round(field.width())))
        points = [
            QPointF(
                field.left() + (u - x0) / (x1 - x0) * field.width(),
                field.bottom() - (v - low) / (high - low) * field.height(),
            )
            for u, v in zip(x.tolist(), y.tolist(), strict=True)
        ]
        painter.setPen(QPen(hue, 1.4))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawPolyline(QPolygonF(points))
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(hue)
        painter.drawEllipse(points[-1], 2.2, 2.2)

    def _paint_below(self, painter: QPainter, field: QRectF, chart: SeriesChart) -> None:
        """The ends of x and, between them, the names of x and y."""
        look, line = theme.current(), text_line(theme.AXIS, 3)
        x, _ = chart.sound
        row = QRectF(field.left(), field.bottom() + look.px(1), field.width(), line)
        first, last = numerals.short(float(x.min()), 1), numerals.short(float(x.max()), 1)
        put(painter, row, first, theme.AXIS, "ink2")
        put(painter, row, last, theme.AXIS, "ink2", right=True)
        room = row.adjusted(
            text_width(first, theme.AXIS) + look.px(8),
            0,
            -text_width(last, theme.AXIS) - look.px(8),
            0,
        )
        both = f"{chart.curve.y_name} by {chart.curve.x_name}"
        said = next(
            (t for t in (both, chart.curve.x_name) if text_width(t, theme.AXIS) <= room.width()), ""
        )
        put(
            painter,
            room.adjusted((room.width() - text_width(said, theme.AXIS)) / 2, 0, 0, 0),
            said,
            theme.AXIS,
            "ink2",
        )

    def lines(self) -> list[str]:
        return [say(chart) for chart in self.charts]

    def event(self, event: QEvent) -> bool:
        if isinstance(event, QHelpEvent):
            QToolTip.showText(event.globalPos(), self.tip(event.pos().x(), event.pos().y()), self)
            return True
        return super().event(event)

    def tip(self, x: float, y: float) -> str:
        """The chart under a point and its value there."""
        for i, chart in enumerate(self.charts):
            box = self._box(i)
            if not box.contains(x, y):
                continue
            field, (xs, ys) = self._field(box, chart), chart.sound
            if not xs.size:
                return chart.title
            x0, x1 = span_of(xs, chart.bars)
            k = int(np.argmin(np.abs(xs - (x0 + (x - field.left()) / field.width() * (x1 - x0)))))
            at = numerals.short(float(xs[k]))
            return (
                f"{chart.title}\n{chart.curve.x_name} {at}: {chart.curve.y_name} "
                f"{numerals.value(float(ys[k]), 3)}"
            )
        return ""


def paint_bars(
    painter: QPainter, field: QRectF, x: Floats, y: Floats, zero: float, hue: QColor
) -> None:
    """Bars from the zero line; `x`, `y` and `zero` are shares of the field, `x` of the bars'
    middles.
    """
    gap = float(np.diff(np.sort(x)).min()) if x.size > 1 else 1.0
    wide = max(1.0, 0.82 * gap * field.width())
    base = field.bottom() - min(1.0, max(0.0, zero)) * field.height()
    for u, v in zip(x.tolist(), y.tolist(), strict=True):
        top = field.bottom() - v * field.height()
        left = field.left() + u * field.width() - wide / 2
        painter.fillRect(QRectF(left, min(top, base), wide, abs(base - top)), hue)


def ends_of(y: Floats, bars: bool) -> tuple[float, float]:
    """The ends of the axis of values: round, and with the zero line where there are bars."""
    if not y.size:
        return 0.0, 1.0
    low, high = float(y.min()), float(y.max())
    if bars:
        low, high = min(0.0, low), max(0.0, high)
    if high <= low:
        low, high = (low - 0.5, low + 0.5) if low else (0.0, 1.0)
    step = numerals.nice_step(high - low, 5)
    return math.floor(low / step + 1e-9) * step, math.ceil(high / step - 1e-9) * step


def span_of(x: Floats, bars: bool) -> tuple[float, float]:
    """The ends of the other axis: bars need half a bar's width at each side."""
    low, high = float(x.min()), float(x.max())
    if bars:
        gap = float(np.diff(np.unique(x)).min()) if np.unique(x).size > 1 else 1.0
        return low - gap / 2, high + gap / 2
    return (low, high) if high > low else (low - 0.5, low + 0.5)


def say(chart: SeriesChart) -> str:
    """A chart in one sentence."""
    x, y = chart.sound
    if not x.size:
        return f"{chart.title}: nothing yet."
    ends = f"from {numerals.value(float(y[0]), 3)} to {numerals.value(float(y[-1]), 3)}"
    return (
        f"{chart.title}: {chart.curve.y_name} {ends}, highest {numerals.value(float(y.max()), 3)}, "
        f"by {chart.curve.x_name}."
    )
