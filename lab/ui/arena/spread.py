"""How often a group brought how many points: a bar for each, with its number of groups."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QSizePolicy, QWidget

from lab.ui.arena import says
from lab.ui.arena.records import QuestionView
from lab.ui.parts import theme
from lab.ui.parts.chart.axis import BOTTOM, ChartAxis, ChartTick
from lab.ui.parts.chart.chart import Chart
from lab.ui.parts.chart.data import ChartData
from lab.ui.parts.chart.readout import Reading
from lab.ui.parts.painted import put_centred, text_line
from lab.ui.parts.spoken import describe
from lab.words.numerals import several

HIGH, LEAST = 110, 64  # pixels at 100 %
CROWD = 9  # bars from which on their numbers have no room


class PointsChart(Chart):
    """The groups of a test by the points of the candidate."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("Points in a group of games", parent)
        self.test: QuestionView | None = None
        self.word = "pair"
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.set_axis(BOTTOM, ChartAxis(BOTTOM), self._ticks_of, False)
        self.layer("around", self._paint_counts)
        self.set_reader(self._read)
        self.set_data(self.data)

    def sizeHint(self) -> QSize:
        return QSize(160, theme.current().px(HIGH))

    def minimumSizeHint(self) -> QSize:
        return QSize(100, theme.current().px(LEAST))

    def field(self) -> QRect:
        look = theme.current()
        top, below = round(text_line(theme.AXIS, 4)), round(text_line(theme.AXIS, 6))
        wide = max(20, self.width() - 2 * look.px(12))
        return QRect(look.px(12), top, wide, max(20, self.height() - top - below))

    def set_test(self, test: QuestionView | None, word: str = "pair") -> None:
        """Shows newer groups."""
        self.test, self.word = test, word
        counts = [count for _, count in test.points] if test is not None else []
        self.set_range((0.3, max(1, len(counts)) + 0.7), (0.0, float(max([1, *counts]))))
        self._draw()
        describe(self, "; ".join(self.lines()))

    def _draw(self) -> None:
        counts = [float(n) for _, n in self.test.points] if self.test is not None else []
        self.set_bars(np.array(counts), theme.current().colour("ink2"))
        self.repaint_layers()

    def _restyled(self, _theme: object = None) -> None:
        super()._restyled(_theme)
        self._draw()

    def _label(self, k: int) -> str:
        assert self.test is not None
        return says.points(self.test.points[k][0], self.test.seatings)

    def lines(self) -> list[str]:
        """The bars as sentences."""
        points = self.test.points if self.test is not None else ()
        return [
            f"{self._label(k)} points: {several(n, self.word)}" for k, (_, n) in enumerate(points)
        ]

    def _ticks_of(self, low: float, high: float, pixels: float) -> list[ChartTick]:
        count = len(self.test.points) if self.test is not None else 0
        return [(k + 1.0, self._label(k)) for k in range(count)]

    def _paint_counts(self, painter: QPainter) -> None:
        points = self.test.points if self.test is not None else ()
        field, line = self.frame, text_line(theme.AXIS, 2)
        foot = QRectF(field.left(), field.bottom(), field.width(), 1)
        painter.fillRect(foot, theme.current().colour("edge"))
        for k, (_, count) in enumerate(points if len(points) <= CROWD else ()):
            spot = self.at(k + 1.0, count)
            box = QRectF(spot.x(), spot.y() - line, 0, line)
            put_centred(painter, box, f"{count:,}", theme.AXIS)

    def _read(self, spot: QPointF) -> Reading | None:
        k = round(self.value_at(spot)[0]) - 1
        if self.test is None or not 0 <= k < len(self.test.points):
            return None
        return Reading(self.lines()[k])

    def data(self) -> ChartData | None:
        """Points and groups."""
        if self.test is None:
            return None
        rows = tuple((self._label(k), float(n)) for k, (_, n) in enumerate(self.test.points))
        return ChartData("Points in a group", ("points", f"{self.word}s"), rows)
