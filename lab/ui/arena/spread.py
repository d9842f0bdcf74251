"""How often a group brought how many points: a bar for each, with its number of groups."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QPointF, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QMouseEvent, QPainter
from PySide6.QtWidgets import QSizePolicy, QWidget

from lab.experiments.arena.standing import TestBar
from lab.experiments.sequential import PAIR
from lab.ui.arena import says
from lab.ui.parts import theme
from lab.ui.parts.chart.axis import BOTTOM, ChartAxis, ChartTick
from lab.ui.parts.chart.chart import Chart
from lab.ui.parts.chart.data import ChartData
from lab.ui.parts.chart.readout import Reading
from lab.ui.parts.painted import put_centred, text_line
from lab.ui.parts.spoken import describe
from lab.words.numerals import several

HIGH, LEAST = 110, 64  # pixels at 100 %
GAMES = 2  # of a group with two sides
CROWD = 9  # bars from which on their numbers have no room


class PointsChart(Chart):
    """The groups of a test by the points of the candidate. `picked` carries the points, in [0, 1],
    of a bar that was clicked and has groups.
    """

    picked = Signal(float)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("Points in a group of games", parent)
        self.word = "pair"
        self.bins: tuple[tuple[float, int], ...] = ()  # those without groups too
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

    def set_test(self, test: TestBar | None, word: str = "pair") -> None:
        """Shows newer groups."""
        self.word = word
        found = dict(test.bins) if test is not None else {}
        self.bins = tuple((x, found.get(x, 0)) for x in sorted({*PAIR, *found})) if test else ()
        counts = [count for _, count in self.bins]
        self.set_range((0.3, max(1, len(counts)) + 0.7), (0.0, float(max([1, *counts]))))
        self._draw()
        describe(self, "; ".join(self.lines()))

    def _draw(self) -> None:
        counts = [float(n) for _, n in self.bins]
        self.set_bars(np.array(counts), theme.current().colour("ink2"))
        self.repaint_layers()

    def _restyled(self, _theme: object = None) -> None:
        super()._restyled(_theme)
        self._draw()

    def _label(self, k: int) -> str:
        return says.points(self.bins[k][0], GAMES)

    def lines(self) -> list[str]:
        """The bars as sentences."""
        counts = enumerate(n for _, n in self.bins)
        return [f"{self._label(k)} points: {several(n, self.word)}" for k, n in counts]

    def _ticks_of(self, low: float, high: float, pixels: float) -> list[ChartTick]:
        return [(k + 1.0, self._label(k)) for k in range(len(self.bins))]

    def _paint_counts(self, painter: QPainter) -> None:
        field, line = self.frame, text_line(theme.AXIS, 2)
        foot = QRectF(field.left(), field.bottom(), field.width(), 1)
        painter.fillRect(foot, theme.current().colour("edge"))
        for k, (_, count) in enumerate(self.bins if len(self.bins) <= CROWD else ()):
            spot = self.at(k + 1.0, count)
            box = QRectF(spot.x(), spot.y() - line, 0, line)
            put_centred(painter, box, f"{count:,}", theme.AXIS)

    def _bar(self, spot: QPointF) -> int | None:
        k = round(self.value_at(spot)[0]) - 1
        return k if 0 <= k < len(self.bins) else None

    def _read(self, spot: QPointF) -> Reading | None:
        k = self._bar(spot)
        return None if k is None else Reading(self.lines()[k])

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() != Qt.MouseButton.LeftButton:
            event.ignore()  # a left click is answered when it ends, though nothing zooms here

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            self.clicked(event.position())

    def clicked(self, spot: QPointF) -> None:
        k = self._bar(spot)
        if k is not None and self.bins[k][1]:
            self.picked.emit(self.bins[k][0])

    def data(self) -> ChartData | None:
        """Points and groups."""
        if not self.bins:
            return None
        rows = tuple((self._label(k), float(n)) for k, (_, n) in enumerate(self.bins))
        return ChartData("Points in a group", ("points", f"{self.word}s"), rows)
