"""The curve of one parameter: the score at each value with its 95 % interval, even play as a line,
the best value framed.
"""

from __future__ import annotations

import math

import numpy as np
from PySide6.QtCore import QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QPainter, QPen
from PySide6.QtWidgets import QWidget

from lab.experiments.sweep import SweepResult
from lab.experiments.sweep.result import PointResult
from lab.experiments.verdicts import EVEN
from lab.ui.explore.chart import SweepChart, axis_title
from lab.ui.parts import theme
from lab.ui.parts.chart.axis import BOTTOM, LEFT, ChartAxis, ChartTick
from lab.ui.parts.chart.series import ChartCurve, ChartIntervals, ChartPoints, Floats
from lab.ui.parts.painted import put, put_centred, text_line, text_width
from lab.words.numerals import nice_step

TALLEST, DOT = 640, 6.0  # pixels at 100 %
MARGIN = 0.04  # of the field's width, left and right of the outermost points


class ScoreCurve(SweepChart):
    """Points placed by their values, on a log scale if one was chosen; choices at
    equal distances.
    """

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(name, parent)
        score = ChartAxis(LEFT, size=theme.TABLE, strong=EVEN)
        self.set_axis(LEFT, score, score_ticks)
        self.set_axis(BOTTOM, ChartAxis(BOTTOM, size=theme.TABLE, role="ink"), self._words, False)
        self.layer("under", self._paint_marks)
        self.layer("over", self._paint_itself)
        self.layer("around", self._paint_words)

    def field(self) -> QRect:
        look = theme.current()
        left, below = look.px(64), 2 * text_line(theme.TABLE, 4) + look.px(16)
        top = round(text_line(theme.TABLE, 12))
        high = min(self.height() - top - below, look.px(TALLEST))
        return QRect(left, top, max(40, self.width() - left - look.px(32)), max(40, round(high)))

    @staticmethod
    def places(result: SweepResult) -> Floats:
        """Each value on the axis: itself, its logarithm, or the number of a choice."""
        axis = result.grid.axes[0]
        numbers = [float(v) for v in axis.values if not isinstance(v, bool | str)]
        if len(numbers) != len(axis.values) or min(numbers) == max(numbers):
            return np.arange(len(axis.values), dtype=np.float64)
        return np.log10(numbers) if axis.log else np.array(numbers)

    @classmethod
    def across(cls, result: SweepResult) -> tuple[float, float]:
        """The ends of the axis of values."""
        x = cls.places(result)
        if np.array_equal(x, np.arange(x.size)):
            return -0.5, x.size - 0.5
        low, high = float(x.min()), float(x.max())
        beyond = MARGIN / (1 - 2 * MARGIN) * (high - low)
        return low - beyond, high + beyond

    @staticmethod
    def scale(result: SweepResult) -> tuple[float, float]:
        """The ends of the scale of scores, in whole steps of 10 %."""
        known = [p.score for p in result.points if p.score.mean is not None]
        low, high = min([0.4, *(s.low for s in known)]), max([0.6, *(s.high for s in known)])
        return math.floor(10 * low) / 10, math.ceil(10 * high - 1e-9) / 10

    def spots(self, result: SweepResult) -> list[QPointF]:
        """The pixel of each point's mean; at one half where there is none."""
        means = [mean_of(p) for p in result.points]
        return [self.at(x, m) for x, m in zip(self.places(result), means, strict=True)]

    def point_at(self, spot: QPointF) -> int:
        if self.result is None or not self.field().adjusted(-8, -8, 8, 24).contains(spot.toPoint()):
            return -1
        found = [(abs(p.x() - spot.x()), k) for k, p in enumerate(self.spots(self.result))]
        return min(found)[1]

    def show_result(self) -> None:
        result = self.result
        if result is None or len(result.grid.axes) != 1:
            return
        self.set_range(self.across(result), self.scale(result))
        x, ink = self.places(result), theme.current().colour("ink")
        drawn = [k for k, p in enumerate(result.points) if p.score.mean is not None or p.itself]
        means = np.array([mean_of(p) for p in result.points])
        self.set_curves([ChartCurve(x[drawn], means[drawn], ink, 1.4)])
        played = [k for k in drawn if not result.points[k].itself]
        scores, y = [result.points[k].score for k in played], means[played]
        low, high = np.array([s.low for s in scores]), np.array([s.high for s in scores])
        self.set_intervals(ChartIntervals(x[played], y, low, high, ink))
        self.set_points([ChartPoints(x[played], y, ink, "o", DOT * theme.current().scale)])
        self.arrange()

    def _words(self, low: float, high: float, pixels: float) -> list[ChartTick]:
        """The values that were tried."""
        if self.result is None:
            return []
        words = self.result.grid.axes[0].words
        return list(zip(self.places(self.result).tolist(), words, strict=True))

    # -- painting ----------------------------------------------------------------------------------

    def _paint_marks(self, painter: QPainter) -> None:
        """Bands behind the selected, the hovered and the best point."""
        if self.result is None:
            return
        look, frame, spots = theme.current(), QRectF(self.field()), self.spots(self.result)

        def band(point: int) -> QRectF:
            x = spots[point].x()
            return QRectF(x - look.px(9), frame.top(), look.px(18), frame.height())

        if 0 <= self.selected < len(spots):
            painter.fillRect(band(self.selected), look.colour("mark"))
        if 0 <= self.hovered < len(spots):
            x = round(spots[self.hovered].x())
            painter.fillRect(QRectF(x, frame.top(), 1, frame.height()), look.colour("line2"))
        if self.result.best is not None:
            painter.setPen(QPen(look.colour("ink"), 2))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(band(self.result.best.point).adjusted(0, 1, 0, -1), 3, 3)

    def _paint_itself(self, painter: QPainter) -> None:
        """The benchmark's own settings, which are not played."""
        if self.result is None:
            return
        look, spots = theme.current(), self.spots(self.result)
        for point in self.result.grid.itself:
            at = spots[point]
            painter.setPen(QPen(look.colour("ink"), 1.4, Qt.PenStyle.DashLine))
            painter.setBrush(look.colour("field"))
            painter.drawEllipse(at, 5 * look.scale, 5 * look.scale)
            box = QRectF(at.x() - 40, at.y() + look.px(8), 80, text_line(theme.AXIS, 2))
            put_centred(painter, box, "itself", theme.AXIS, "ink2")

    def _paint_words(self, painter: QPainter) -> None:
        if self.result is None:
            return
        look, frame, line = theme.current(), QRectF(self.field()), text_line(theme.TABLE, 4)
        title = QRectF(frame.left(), frame.bottom() + look.px(6) + line, frame.width(), line)
        put_centred(painter, title, axis_title(self.result, 0), theme.AXIS, "ink2")
        if self.result.best is None:
            return
        x, text = self.spots(self.result)[self.result.best.point].x(), "best by its lower bound"
        if frame.left() <= x <= frame.right():
            wide = text_width(text)
            left = max(frame.left(), min(frame.right() - wide, x - wide / 2))
            top = frame.top() - text_line(theme.TABLE, 6)
            box = QRectF(left, top, wide + 4, text_line(theme.TABLE, 2))
            put(painter, box, text, theme.TABLE, "ink2")


def mean_of(point: PointResult) -> float:
    """The mean score; one half for what is not played."""
    return EVEN if point.score.mean is None else point.score.mean


def score_ticks(low: float, high: float, pixels: float) -> list[ChartTick]:
    """Scores in percent, even play among them."""
    step = nice_step(high - low, 6)
    first = math.ceil((low - EVEN) / step - 1e-9)
    last = math.floor((high - EVEN) / step + 1e-9)
    values = [EVEN + i * step for i in range(first, last + 1)]
    digits = 0 if step >= 0.01 - 1e-9 else 1
    return [(value, f"{100 * value:.{digits}f} %") for value in values]
