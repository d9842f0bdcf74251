"""The chosen row's score as its games came in: the mean and the interval after so many seeds."""

from __future__ import annotations

import math

import numpy as np
from PySide6.QtCore import QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QSizePolicy, QWidget

from lab.experiments.claims.verdicts import HALF
from lab.experiments.claims.view import ExperimentView, RowCourse
from lab.ui.experiments import says
from lab.ui.parts import theme
from lab.ui.parts.chart.axis import BOTTOM, LEFT, ChartAxis, ChartTick
from lab.ui.parts.chart.chart import Chart
from lab.ui.parts.chart.data import ChartData
from lab.ui.parts.chart.readout import Reading
from lab.ui.parts.chart.series import DASHED, ChartBand, ChartCurve, ChartPoints
from lab.ui.parts.painted import put, text_line, text_width
from lab.ui.parts.spoken import describe
from lab.words.numerals import nice_step, several

HIGH, LEAST = 240, 96  # pixels at 100 %
SETTLES = 8  # seeds


class ScoreCourse(Chart):
    """Zooms along the seeds."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("Score as games came in", parent, "x")
        self.view: ExperimentView | None = None
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.set_axis(LEFT, ChartAxis(LEFT), self._levels)
        self.set_axis(BOTTOM, ChartAxis(BOTTOM), self._seeds, False)
        self.layer("around", self._paint_words)
        self.set_reader(self._read)
        self.set_data(self.data)

    def sizeHint(self) -> QSize:
        return QSize(260, theme.current().px(HIGH))

    def minimumSizeHint(self) -> QSize:
        return QSize(160, theme.current().px(LEAST))

    def field(self) -> QRect:
        look = theme.current()
        left, below = round(text_width("100 %", theme.AXIS)) + look.px(14), text_line(theme.AXIS, 6)
        right = look.px(14) + round(text_width("000 groups", theme.AXIS) / 2)
        high = self.height() - look.px(8) - round(below)
        return QRect(left, look.px(8), max(20, self.width() - left - right), max(20, high))

    @property
    def course(self) -> RowCourse:
        """The points on show."""
        return RowCourse() if self.view is None else self.view.course

    def set_view(self, view: ExperimentView | None) -> None:
        """Shows newer records."""
        self.view = view
        course = self.course
        if view is None or not course.counts:
            self.set_curves(())
            self.set_points(())
            self.set_bands(())
            describe(self, "")
            self.repaint_layers()
            return
        first = min(course.counts[-1], SETTLES)  # the ends of the very first ones say nothing
        late = [k for k, count in enumerate(course.counts) if count >= first]
        ends = [x for k in late for x in (course.lows[k], course.highs[k]) if math.isfinite(x)]
        ends += [course.means[k] for k in late]
        low, high = min(ends), max(ends)
        if not view.table.measures:
            low, high = max(0.0, min(0.4, low)), min(1.0, max(0.6, high))
        elif low == high:
            low, high = low - 0.5, high + 0.5
        self.set_range((0.0, float(max(course.counts[-1], 4))), (low, high))
        self._draw()
        word = says.group_word(view)
        describe(
            self,
            f"{says.course_title(view)}: {says.score(view.cell, view.file)} after "
            f"{several(course.counts[-1], word)}.",
        )

    def _draw(self) -> None:
        look, course, view = theme.current(), self.course, self.view
        if not course.counts or view is None:
            return
        x, means = np.array(course.counts, dtype=np.float64), np.array(course.means)
        (first, last), (bottom, top) = self.whole
        y = np.clip(means, bottom, top)
        low, high = (np.clip(np.array(v), bottom, top) for v in (course.lows, course.highs))
        self.set_bands([ChartBand(x, low, high, look.colour("line"))])
        lines = [ChartCurve(x, y, look.colour("ink"), 1.4)]
        if not view.table.measures:
            ends = np.array([first, last])
            even = np.full(2, HALF)
            lines.insert(0, ChartCurve(ends, even, look.colour("edge"), 1.0, style=DASHED))
        self.set_curves(lines)
        self.set_points([ChartPoints(x[-1:], y[-1:], look.colour("ink"), "o", 8 * look.scale)])
        self.repaint_layers()

    def _restyled(self, _theme: object = None) -> None:
        super()._restyled(_theme)
        self._draw()

    # -- axes --------------------------------------------------------------------------------------

    def _levels(self, low: float, high: float, pixels: float) -> list[ChartTick]:
        if self.view is None:
            return []
        step = nice_step(high - low, max(2, int(pixels / (2 * text_line(theme.AXIS)))))
        first = math.ceil(low / step - 1e-9)
        last = math.floor(high / step + 1e-9)
        file = self.view.file
        return [(k * step, says.figure(k * step, file)) for k in range(first, last + 1)]

    def _seeds(self, low: float, high: float, pixels: float) -> list[ChartTick]:
        step = max(1.0, nice_step(high - low, max(2, int(pixels / 70))))
        step = step if step.is_integer() else 2 * step
        first = math.ceil(low / step) * step
        ticks = [float(t) for t in np.arange(first, high + 1e-9, step)]
        word = says.group_word(self.view) if self.view is not None else "group"
        return [(t, f"{t:,.0f} {word}s" if t == ticks[-1] else f"{t:,.0f}") for t in ticks]

    def _paint_words(self, painter: QPainter) -> None:
        field, view = self.frame, self.view
        if not self.course.counts:
            words = "" if view is None else "No games of this row yet."
            put(painter, QRectF(field).adjusted(8, 0, 0, 0), words, theme.TABLE, "ink2")
        elif view is not None and not view.table.measures:
            line = text_line(theme.AXIS)
            y = self.at(0.0, HALF).y() - line
            box = QRectF(field.left() + 6, y, field.width(), line)
            put(painter, box, "even", theme.AXIS, "ink2")

    # -- reading -----------------------------------------------------------------------------------

    def _read(self, spot: QPointF) -> Reading | None:
        course, view = self.course, self.view
        if view is None or not course.counts:
            return None
        at = np.abs(np.array(course.counts) - self.value_at(spot)[0])
        k = int(at.argmin())
        mean, low, high = (
            says.figure(x[k], view.file) if math.isfinite(x[k]) else "–"
            for x in (course.means, course.lows, course.highs)
        )
        words = f"{several(course.counts[k], says.group_word(view))}: {mean} ({low} to {high})"
        x = float(course.counts[k])
        return Reading(words, x, ((x, course.means[k]),))

    def data(self) -> ChartData | None:
        """Every point."""
        course, view = self.course, self.view
        if view is None or not course.counts:
            return None
        heads = (f"{says.group_word(view)}s", "mean", "low", "high")
        rows = zip(map(float, course.counts), course.means, course.lows, course.highs, strict=True)
        return ChartData(says.course_title(view), heads, tuple(rows))
