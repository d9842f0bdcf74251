"""The curve of one parameter: the score at each value with its 95 % interval, even play as a line,
the best value framed.
"""

from __future__ import annotations

import math

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPen, QPolygonF

from lab.experiments.sweep import SweepResult
from lab.experiments.sweep.result import EQUAL
from lab.ui.explore.chart import SweepChart, axis_title, error_bar
from lab.ui.explore.map import centred
from lab.ui.parts import theme
from lab.ui.parts.painted import put, text_line, text_width
from lab.words.numerals import nice_step

TALLEST = 640  # pixels at 100 %


class ScoreCurve(SweepChart):
    """Points placed by their values, on a log scale if one was chosen; choices at
    equal distances.
    """

    def _frame(self) -> QRectF:
        look = theme.current()
        left, below = look.px(64), 2 * text_line(theme.TABLE, 4) + look.px(16)
        top = text_line(theme.TABLE, 12)
        high = min(self.height() - top - below, look.px(TALLEST))
        return QRectF(left, top, max(40.0, self.width() - left - look.px(32)), max(40.0, high))

    @staticmethod
    def places(result: SweepResult) -> list[float]:
        """Where each value is, 0..1 from left to right."""
        axis = result.grid.axes[0]
        numbers = [float(v) for v in axis.values if not isinstance(v, bool | str)]
        count = len(axis.values)
        if len(numbers) != count or count == 1 or min(numbers) == max(numbers):
            return [(i + 0.5) / count for i in range(count)]
        scaled = [math.log(v) for v in numbers] if axis.log else numbers
        low, high = min(scaled), max(scaled)
        return [0.04 + 0.92 * (v - low) / (high - low) for v in scaled]

    @staticmethod
    def scale(result: SweepResult) -> tuple[float, float]:
        """The ends of the scale of scores, in whole steps of 10 %."""
        known = [p.score for p in result.points if p.score.mean is not None]
        low, high = min([0.4, *(s.low for s in known)]), max([0.6, *(s.high for s in known)])
        return math.floor(10 * low) / 10, math.ceil(10 * high - 1e-9) / 10

    def spots(self, result: SweepResult) -> list[QPointF]:
        """The pixel of each point's mean; at one half where there is none."""
        frame, (low, high) = self._frame(), self.scale(result)
        means = [EQUAL if p.score.mean is None else p.score.mean for p in result.points]
        xs = [frame.left() + t * frame.width() for t in self.places(result)]
        return [
            QPointF(x, frame.bottom() - (m - low) / (high - low) * frame.height())
            for x, m in zip(xs, means, strict=True)
        ]

    def point_at(self, spot: QPointF) -> int:
        if self.result is None or not self._frame().adjusted(-8, -8, 8, 24).contains(spot):
            return -1
        found = [(abs(p.x() - spot.x()), k) for k, p in enumerate(self.spots(self.result))]
        return min(found)[1]

    def paint(self, painter: QPainter, result: SweepResult) -> None:
        frame, (low, high), look = self._frame(), self.scale(result), theme.current()
        painter.fillRect(frame, look.colour("field"))
        self._grid(painter, frame, low, high)
        spots = self.spots(result)
        self._marks(painter, result, frame, spots)
        played = [
            k
            for k in range(len(spots))
            if result.points[k].score.mean is not None or result.points[k].itself
        ]
        painter.setPen(QPen(look.colour("ink"), 1.4))
        painter.drawPolyline(QPolygonF([spots[k] for k in played]))
        for k in played:
            score, itself = result.points[k].score, result.points[k].itself
            if itself:
                painter.setPen(QPen(look.colour("ink"), 1.4, Qt.PenStyle.DashLine))
                painter.setBrush(look.colour("field"))
                painter.drawEllipse(spots[k], 5 * look.scale, 5 * look.scale)
                line = text_line(theme.AXIS, 2)
                centred(
                    painter,
                    QRectF(spots[k].x() - 40, spots[k].y() + look.px(8), 80, line),
                    "itself",
                    theme.AXIS,
                    "ink2",
                )
                continue
            down, up = (
                QPointF(spots[k].x(), frame.bottom() - (v - low) / (high - low) * frame.height())
                for v in (score.low, score.high)
            )
            error_bar(painter, down, up, spots[k])
        self._words(painter, result, frame, spots)

    @staticmethod
    def _grid(painter: QPainter, frame: QRectF, low: float, high: float) -> None:
        look, step = theme.current(), nice_step(high - low, 6)
        for i in range(
            math.ceil((low - EQUAL) / step - 1e-9), math.floor((high - EQUAL) / step + 1e-9) + 1
        ):
            value = EQUAL + i * step
            y = round(frame.bottom() - (value - low) / (high - low) * frame.height())
            even = i == 0
            painter.fillRect(
                QRectF(frame.left(), y, frame.width(), 1), look.colour("edge" if even else "line")
            )
            text = f"{100 * value:.0f} %"
            put(
                painter,
                QRectF(0, y - 10, frame.left() - look.px(8), 20),
                text,
                theme.TABLE,
                "ink" if even else "ink2",
                right=True,
            )

    def _marks(
        self, painter: QPainter, result: SweepResult, frame: QRectF, spots: list[QPointF]
    ) -> None:
        """Bands behind the selected and the best point."""
        look = theme.current()
        if 0 <= self.selected < len(spots):
            painter.fillRect(
                QRectF(
                    spots[self.selected].x() - look.px(9), frame.top(), look.px(18), frame.height()
                ),
                look.colour("mark"),
            )
        if self.hovered >= 0:
            painter.fillRect(
                QRectF(round(spots[self.hovered].x()), frame.top(), 1, frame.height()),
                look.colour("line2"),
            )
        if result.best is not None:
            x, text = spots[result.best.point].x(), "best by its lower bound"
            painter.setPen(QPen(look.colour("ink"), 2))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(
                QRectF(x - look.px(9), frame.top() + 1, look.px(18), frame.height() - 2), 3, 3
            )
            wide = text_width(text)
            at = max(frame.left(), min(frame.right() - wide, x - wide / 2))
            put(
                painter,
                QRectF(
                    at, frame.top() - text_line(theme.TABLE, 6), wide + 4, text_line(theme.TABLE, 2)
                ),
                text,
                theme.TABLE,
                "ink2",
            )

    def _words(
        self, painter: QPainter, result: SweepResult, frame: QRectF, spots: list[QPointF]
    ) -> None:
        look, line = theme.current(), text_line(theme.TABLE, 4)
        until = -math.inf
        for word, spot in zip(result.grid.axes[0].words, spots, strict=True):
            wide = text_width(word)
            if spot.x() - wide / 2 > until:
                centred(
                    painter,
                    QRectF(spot.x() - 60, frame.bottom() + look.px(4), 120, line),
                    word,
                    theme.TABLE,
                )
                until = spot.x() + wide / 2 + look.px(8)
        centred(
            painter,
            QRectF(frame.left(), frame.bottom() + look.px(6) + line, frame.width(), line),
            axis_title(result, 0),
            theme.AXIS,
            "ink2",
        )
