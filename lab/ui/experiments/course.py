"""The chosen row's score as its games came in: the mean and the interval after so many seeds."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QWidget

from lab.experiments.claims.verdicts import HALF
from lab.experiments.claims.view import ExperimentView, RowCourse
from lab.ui.experiments import says
from lab.ui.parts import theme
from lab.ui.parts.chart.axis import ChartTick
from lab.ui.parts.chart.chart import Reading
from lab.ui.parts.chart.course import CourseChart
from lab.ui.parts.chart.data import ChartData
from lab.ui.parts.chart.series import DASHED, ChartBand, ChartCurve, ChartPoints
from lab.ui.parts.painted import put, text_line
from lab.ui.parts.spoken import describe
from lab.words.numerals import several

SETTLES = 8  # seeds
LEAST = 0.1  # of a measure, along the axis: what differs by rounding alone is level


class ScoreCourse(CourseChart):
    """The last point is the row's score."""

    usual = (260, 240)

    def __init__(self, parent: QWidget | None = None) -> None:
        self.view: ExperimentView | None = None
        super().__init__("Score as games came in", parent)
        self.layer("around", self._paint_words)

    @property
    def unit(self) -> str:
        return says.group_word(self.view) if self.view is not None else "group"

    @property
    def course(self) -> RowCourse:
        """The points on show."""
        return RowCourse() if self.view is None else self.view.course

    def set_view(self, view: ExperimentView | None) -> None:
        """Shows newer records."""
        self.view = view
        course = self.course
        if view is None or not course.counts:
            self.clear()
            describe(self, "")
            return
        first = min(course.counts[-1], SETTLES)  # the ends of the very first ones say nothing
        late = [k for k, count in enumerate(course.counts) if count >= first]
        ends = [x for k in late for x in (course.lows[k], course.highs[k]) if math.isfinite(x)]
        ends += [course.means[k] for k in late]
        levels = measured(ends) if view.table.measures else scored(ends)
        self.set_range((0.0, float(max(course.counts[-1], 4))), levels)
        self._draw()
        describe(
            self,
            f"{says.course_title(view)}: {says.score(view.cell, view.file)} after "
            f"{several(course.counts[-1], self.unit)}.",
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
        self.label_again()

    # -- axes and words ----------------------------------------------------------------------------

    def levels(self, low: float, high: float, pixels: float) -> list[ChartTick]:
        if self.view is None:
            return []
        most = max(2, int(pixels / (2 * text_line(theme.AXIS))))
        return says.ticks(low, high, most, self.view.file)

    def _paint_words(self, painter: QPainter) -> None:
        field, view = self.frame, self.view
        if not self.course.counts:
            none = "seeds" if self.unit == "seed" else "games"
            words = "" if view is None else f"No {none} of this row yet."
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
        words = f"{several(course.counts[k], self.unit)}: {mean} ({low} to {high})"
        x = float(course.counts[k])
        return Reading(words, x, ((x, course.means[k]),))

    def data(self) -> ChartData | None:
        """Every point."""
        course, view = self.course, self.view
        if view is None or not course.counts:
            return None
        heads = (f"{self.unit}s", "mean", "low", "high")
        rows = zip(map(float, course.counts), course.means, course.lows, course.highs, strict=True)
        return ChartData(says.course_title(view), heads, tuple(rows))


def scored(ends: Sequence[float]) -> tuple[float, float]:
    """The ends of an axis of scores: around one half, and as far as these values."""
    return max(0.0, min(0.4, *ends)), min(1.0, max(0.6, *ends))


def measured(ends: Sequence[float]) -> tuple[float, float]:
    """The ends of an axis of a measure."""
    low, high = min(ends), max(ends)
    beyond = max(0.0, LEAST - (high - low)) / 2
    return low - beyond, high + beyond
