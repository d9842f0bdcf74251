"""What else an algorithm shows: its named curves and bars as small charts, whatever they measure.
Nothing here knows an algorithm: a Snapshot declares `series` and `histograms`, and each becomes a
chart under its own title.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np
from PySide6.QtCore import QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QWidget

from lab.ui.parts import theme
from lab.ui.parts.chart.axis import LEFT, ChartAxis, ChartTick
from lab.ui.parts.chart.chart import Chart, Reading
from lab.ui.parts.chart.data import ChartData
from lab.ui.parts.chart.series import ChartCurve
from lab.ui.parts.marks import Marks, paint_mark
from lab.ui.parts.painted import ColumnsView, Drawer, Painted, put, text_line, text_width
from lab.words import numerals
from lab.words.columns import Column
from search.base import Curve, Floats

# pixels at 100 %: a chart's field, a chart with its labels, the space between two
HEIGHT, LEAST_WIDTH, GAP = 64, 230, 16
MOST = 4  # charts side by side
DOT = 2.2  # radius of the last point of a curve


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


class SeriesPlot(Chart):
    """One of the charts, with its title above and the names of x and y below. Curves zoom on x;
    bars do not: each has its place.
    """

    def __init__(self, parent: QWidget) -> None:
        self.series: SeriesChart | None = None
        self._marks: Marks | None = None
        self._drawn: tuple[object, ...] = ()
        self._written: tuple[object, ...] = ()
        super().__init__("More from this search", parent, zooms="x")
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.set_axis(LEFT, ChartAxis(LEFT), self._ends)
        self.layer("around", self._paint_words, kept=True)
        self.set_reader(self._read)
        self.set_data(self.data)

    def show_series(self, series: SeriesChart, marks: Marks) -> None:
        """Draws these numbers, unless they are drawn already."""
        drawn = (series.title, series.marked, series.agent, marks, theme.current())
        if self.series is not None and series.curve is self.series.curve and drawn == self._drawn:
            return
        self._drawn = drawn
        self.series, self._marks, self.zooms = series, marks, "" if series.bars else "x"
        if series.title != self.accessibleName():
            self.setAccessibleName(series.title)
        x, y = series.sound
        hue, look = marks.colour(theme.current(), series.agent), theme.current()
        ends = ends_of(y, series.bars)
        labels = max(text_width(label, theme.TABLE) for label in end_labels(*ends))
        line, below = round(text_line(theme.TABLE, 3)), round(text_line(theme.TABLE, 8))
        left, right = math.ceil(labels) + look.px(6) if x.size else 0, round(DOT) + 1
        self.set_margins(left, line, right, below)
        if x.size:
            self.set_range(span_of(x, series.bars), ends)
        curve = x.size > 0 and not series.bars
        if series.bars or self.items.bars is not None:
            none = np.zeros(0)
            self.set_bars(*((y, hue, x) if series.bars else (none, hue, none)))
        self.set_curves([ChartCurve(x, y, hue, 1.4)] if curve else [])
        across = span_of(x, series.bars) if x.size else ()
        written = (series.title, series.marked, hue.name(), across)
        if written != self._written:
            self._written = written
            self.repaint_layers()

    def _ends(self, low: float, high: float, pixels: float) -> list[ChartTick]:
        known = self.series is not None and self.series.sound[0].size
        return list(zip((low, high), end_labels(low, high), strict=True)) if known else []

    def data(self) -> ChartData | None:
        """Its points."""
        if self.series is None:
            return None
        curve, (x, y) = self.series.curve, self.series.sound
        rows = tuple(zip(x.tolist(), y.tolist(), strict=True))
        return ChartData(self.series.title, (curve.x_name, curve.y_name), rows) if rows else None

    def _read(self, spot: QPointF) -> Reading | None:
        """The point nearest to the pointer."""
        if self.series is None or not self.series.sound[0].size:
            return None
        curve, (x, y) = self.series.curve, self.series.sound
        k = int(np.argmin(np.abs(x - self.value_at(spot)[0])))
        words = (
            f"{self.series.title}\n{curve.x_name} {numerals.short(float(x[k]))}: "
            f"{curve.y_name} {numerals.value(float(y[k]), 3)}"
        )
        spots = () if self.series.bars else ((float(x[k]), float(y[k])),)
        return Reading(words, None if self.series.bars else float(x[k]), spots)

    def paint_above(self, painter: QPainter) -> None:
        self._paint_end(painter)
        super().paint_above(painter)

    def _paint_end(self, painter: QPainter) -> None:
        """The dot at the end of a curve, whole where the field ends."""
        if self.series is None or self._marks is None or self.series.bars:
            return
        (x, y), look = self.series.sound, theme.current()
        spot = self.at(float(x[-1]), float(y[-1])) if x.size else None
        if spot is not None and self.frame.adjusted(-1, -1, 1, 1).contains(spot):
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(self._marks.colour(look, self.series.agent))
            painter.drawEllipse(spot, DOT, DOT)

    def _paint_words(self, painter: QPainter) -> None:
        if self.series is None or self._marks is None:
            return
        look, line, field = theme.current(), text_line(theme.TABLE, 3), self.frame
        left = field.left()
        if self.series.marked:
            spot = QPointF(left + look.px(5), line / 2)
            colour = self._marks.colour(look, self.series.agent)
            mark = self._marks.agent(self.series.agent)
            paint_mark(painter, mark, spot, 9.0 * look.scale, colour)
            left += look.px(14)
        title = QRectF(left, 0, self.width() - left, line)
        put(painter, title, self.series.title, theme.TABLE)
        if self.series.sound[0].size:
            self._paint_below(painter, self.series)
        else:
            nothing = QRectF(field.left(), field.bottom(), field.width(), line)
            put(painter, nothing, "nothing yet", theme.TABLE, "ink3")

    def _paint_below(self, painter: QPainter, series: SeriesChart) -> None:
        """The ends of x and, between them, the names of x and y."""
        look, line, (x, _) = theme.current(), text_line(theme.TABLE, 3), series.sound
        row = QRectF(self.frame.left(), self.frame.bottom() + look.px(1), self.frame.width(), line)
        ends = (float(x.min()), float(x.max())) if series.bars else self.shown[0]
        first, last = (numerals.short(v, 1) for v in ends)
        put(painter, row, first, theme.TABLE, "ink2")
        put(painter, row, last, theme.TABLE, "ink2", right=True)
        gap = look.px(8)
        left, right = text_width(first, theme.TABLE) + gap, text_width(last, theme.TABLE) + gap
        room = row.adjusted(left, 0, -right, 0)
        both = f"{series.curve.y_name} by {series.curve.x_name}"
        said = next(
            (t for t in (both, series.curve.x_name) if text_width(t, theme.TABLE) <= room.width()),
            "",
        )
        middle = (room.width() - text_width(said, theme.TABLE)) / 2
        put(painter, room.adjusted(middle, 0, 0, 0), said, theme.TABLE, "ink2")


class Extras(Painted):
    """The charts in rows, as many side by side as there is room for."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__("More from this search", parent)
        self._charts: tuple[SeriesChart, ...] = ()
        self._of: object = None
        self.plots: list[SeriesPlot] = []

    @property
    def charts(self) -> tuple[SeriesChart, ...]:
        """The charts of the view, in order."""
        if self._of is not self.view.columns:
            self._of, self._charts = self.view.columns, charts_of(self.view.columns)
        return self._charts

    def set_view(self, view: ColumnsView) -> None:
        fresh = view.columns is not self.view.columns or view.marks != self.view.marks
        super().set_view(view)
        if fresh:
            self._fill()

    def drawers(self) -> Sequence[Drawer]:
        """Each chart."""
        shown = min(len(self.plots), len(self.charts))
        return [partial(self._draw, i) for i in range(shown)]

    def redraw(self) -> None:
        """Hands each chart its numbers again, if it has others."""
        for draw in self.drawers():
            draw()

    def _draw(self, i: int) -> Chart:
        self.plots[i].show_series(self.charts[i], self.view.marks)
        return self.plots[i]

    def renew(self) -> None:
        super().renew()
        self._fill()

    def _fill(self) -> None:
        """Hands each chart its numbers."""
        while len(self.plots) < len(self.charts):
            self.plots.append(SeriesPlot(self))
        for i, plot in enumerate(self.plots):
            plot.setVisible(i < len(self.charts))
        self.redraw()
        self._arrange()

    def _arrange(self) -> None:
        for i, plot in enumerate(self.plots[: len(self.charts)]):
            plot.setGeometry(self._box(i))

    @property
    def _across(self) -> int:
        look = theme.current()
        fit = int(
            (self.width() - 2 * look.px(12) + look.px(GAP)) // (look.px(LEAST_WIDTH) + look.px(GAP))
        )
        return max(1, min(MOST, len(self.charts), fit))

    @property
    def _pitch(self) -> int:
        lines = round(text_line(theme.TABLE, 3)) + round(text_line(theme.TABLE, 8))
        return lines + theme.current().px(HEIGHT)

    def content_height(self) -> float:
        return math.ceil(len(self.charts) / self._across) * self._pitch + 2 if self.charts else 0

    def resizeEvent(self, event: object) -> None:
        self._resized()
        self._arrange()

    def _box(self, i: int) -> QRect:
        """Where a chart is, with title and labels."""
        look, across = theme.current(), self._across
        margin, gap = look.px(12), look.px(GAP)
        wide = (self.width() - 2 * margin - (across - 1) * gap) / across
        left = margin + (i % across) * (wide + gap)
        return QRect(round(left), (i // across) * self._pitch, round(wide), self._pitch)

    def paint(self, painter: QPainter) -> None:
        """The charts are widgets of their own."""

    def lines(self) -> list[str]:
        return [say(chart) for chart in self.charts]


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


def end_labels(low: float, high: float) -> tuple[str, str]:
    """The ends in words, with as many digits as they need to differ."""
    digits = numerals.digits(high - low)
    return numerals.short(low, digits), numerals.short(high, digits)


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
