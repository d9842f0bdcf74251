"""What map and curve share: a result to show, one selected point, the point under the pointer, and
how the user chooses one; and the curve of one parameter: the score at each value with its 95 %
interval, even play as a line, the best value framed.
"""

from __future__ import annotations

import math

import numpy as np
from PySide6.QtCore import QEvent, QPointF, QRect, QRectF, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter, QPen
from PySide6.QtWidgets import QSizePolicy

from engines.knobs import Value
from lab.experiments.sweep import SweepResult
from lab.experiments.sweep.result import Margin, PointResult
from lab.experiments.verdicts import EVEN
from lab.ui.explore import heat
from lab.ui.parts import theme
from lab.ui.parts.chart.axis import BOTTOM, LEFT, ChartAxis, ChartTick
from lab.ui.parts.chart.chart import Chart, Reading
from lab.ui.parts.chart.data import ChartData, DataCell
from lab.ui.parts.chart.series import ChartCurve, ChartIntervals, ChartPoints, Floats
from lab.ui.parts.painted import put, put_centred, text_line, text_width
from lab.words.numerals import nice_step

STEPS = {
    Qt.Key.Key_Left: (-1, 0),
    Qt.Key.Key_Right: (1, 0),
    Qt.Key.Key_Up: (0, 1),
    Qt.Key.Key_Down: (0, -1),
}
CAP = 4  # half the width of an error bar's ends, pixels at 100 %
LEAST_SPAN = 0.06  # of the scale of the curves at the edges of a map


class SweepChart(Chart):
    """Shows a result. Subclasses give `point_at` and draw; the first axis is horizontal, the second
    vertical. Wheel and drag zoom both axes: a sweep can have many points.
    """

    picked = Signal(int)  # the point that the user clicked or moved to

    def __init__(self, name: str) -> None:
        self.result: SweepResult | None = None
        self.selected = -1
        self.hovered = -1
        super().__init__(name, zooms="xy")
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.set_reader(self._read)
        self.set_data(self.data)

    def set_result(self, result: SweepResult | None) -> None:
        """Shows newer results."""
        if result is None or self.result is None or len(result.points) != len(self.result.points):
            self.hovered = -1
        self.result = result
        self.setAccessibleDescription(result.sentence if result is not None else "")
        self.show_result()

    def select(self, point: int) -> None:
        """Marks a point as selected; -1 for none."""
        if point != self.selected:
            self.selected = point
            if self.result is not None and point >= 0:
                self.setAccessibleDescription(". ".join(heat.scores(self.result, point)))
            self.repaint_layers()

    def data(self) -> ChartData | None:
        """Each point's values and score."""
        return scores_data(self.result) if self.result is not None else None

    sizeHint = theme.sized(600, 560)
    minimumSizeHint = theme.sized(320, 240)

    # -- for subclasses ----------------------------------------------------------------------------

    def point_at(self, spot: QPointF) -> int:
        """The point under a pixel, -1 for none."""
        raise NotImplementedError

    def show_result(self) -> None:
        """Hands the result to field and series."""
        raise NotImplementedError

    @property
    def shape(self) -> tuple[int, int]:
        """Values across, and up."""
        if self.result is None:
            return 0, 0
        counts = [len(axis.values) for axis in self.result.grid.axes]
        return counts[0], counts[1] if len(counts) > 1 else 1

    # -- events ------------------------------------------------------------------------------------

    def _restyled(self) -> None:
        super()._restyled()
        self.show_result()

    def _read(self, spot: QPointF) -> Reading | None:
        point = self.point_at(spot)
        if self.result is None or point < 0:
            return None
        return Reading("\n".join(heat.scores(self.result, point)))

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        super().mouseMoveEvent(event)
        self._hover(-1 if self._dragging else self.point_at(event.position()))

    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        self._hover(-1)

    def _hover(self, point: int) -> None:
        if point != self.hovered and not self._dragging:
            self.hovered = point
            self.setCursor(
                Qt.CursorShape.PointingHandCursor if point >= 0 else Qt.CursorShape.ArrowCursor
            )
            self.repaint_layers()

    def clicked(self, spot: QPointF) -> None:
        point = self.point_at(spot)
        if point >= 0:
            self.picked.emit(point)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        step, (across, up) = STEPS.get(Qt.Key(event.key())), self.shape
        if step is None or not across:
            super().keyPressEvent(event)
            return
        x, y = divmod(self.selected, up) if self.selected >= 0 else (0, 0)
        if self.selected >= 0:
            x, y = x + step[0], y + step[1]
        self.picked.emit(max(0, min(across - 1, x)) * up + max(0, min(up - 1, y)))


def scores_data(result: SweepResult) -> ChartData:
    """A row for each point: its values, and its score with the 95 % interval."""
    axes = [axis_title(result, k) for k in range(len(result.grid.axes))]
    rows = []
    for point in result.points:
        score, values = point.score, [_cell(v) for v in point.values]
        known = score.mean is not None
        ends = (score.mean, score.low, score.high) if known else (None, None, None)
        counts = (score.matches, *score.counts)
        rows.append((*values, *ends, *counts, "benchmark" if point.itself else ""))
    heads = ("score (0 to 1)", "95 % low", "95 % high", "matches", "won", "drawn", "lost", "note")
    return ChartData(f"scores {result.plan.game}", (*axes, *heads), tuple(rows))


def _cell(value: Value) -> DataCell:
    return ("yes" if value else "no") if isinstance(value, bool) else value


def error_bar(painter: QPainter, low: QPointF, high: QPointF, middle: QPointF) -> None:
    """An interval with its ends, and the dot of its mean, in ink."""
    look = theme.current()
    along = high - low
    side = QPointF(look.px(CAP), 0) if abs(along.x()) < abs(along.y()) else QPointF(0, look.px(CAP))
    painter.setPen(QPen(look.colour("ink"), 1))
    painter.drawLine(low, high)
    for end in (low, high):
        painter.drawLine(end - side, end + side)
    painter.setBrush(look.colour("ink"))
    painter.setPen(Qt.PenStyle.NoPen)
    painter.drawEllipse(middle, 3 * look.scale, 3 * look.scale)


def axis_title(result: SweepResult, axis: int) -> str:
    """What an axis shows: "Exploration (log scale)", "Depth (turns)"."""
    found = result.grid.axes[axis]
    about = ", ".join(filter(None, (found.unit, "log scale" if found.log else "")))
    return f"{found.title} ({about})" if about else found.title


TALLEST, DOT = 640, 6.0  # pixels at 100 %
MARGIN = 0.04  # of the field's width, left and right of the outermost points


class ScoreCurve(SweepChart):
    """Points placed by their values, on a log scale if one was chosen; choices at
    equal distances.
    """

    def __init__(self, name: str) -> None:
        super().__init__(name)
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
            box = QRectF(at.x() - 40, at.y() + look.px(8), 80, text_line(theme.TABLE, 2))
            put_centred(painter, box, "itself", theme.TABLE, "ink2")

    def _paint_words(self, painter: QPainter) -> None:
        if self.result is None:
            return
        look, frame, line = theme.current(), QRectF(self.field()), text_line(theme.TABLE, 4)
        title = QRectF(frame.left(), frame.bottom() + look.px(6) + line, frame.width(), line)
        put_centred(painter, title, axis_title(self.result, 0), theme.TABLE, "ink2")
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


def margin_scale(margins: list[Margin]) -> tuple[float, float]:
    """The ends of the scale for means at the edges: whole steps of 5 %, one half always inside."""
    ends = [m.mean + sign * m.half for m in margins if m.mean is not None for sign in (-1, 1)]
    low, high = min([EVEN - LEAST_SPAN, *ends]), max([EVEN + LEAST_SPAN, *ends])
    return max(0.0, math.floor(20 * low) / 20), min(1.0, math.ceil(20 * high) / 20)
