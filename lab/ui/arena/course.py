"""The test so far: the log-likelihood ratio after every group, between the two ends of the test."""

from __future__ import annotations

import math

import numpy as np
from PySide6.QtCore import QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QSizePolicy, QWidget

from lab.experiments.arena.standing import TestBar
from lab.ui.parts import theme
from lab.ui.parts.chart.axis import BOTTOM, LEFT, ChartAxis, ChartTick
from lab.ui.parts.chart.chart import Chart
from lab.ui.parts.chart.data import ChartData
from lab.ui.parts.chart.readout import Reading
from lab.ui.parts.chart.series import DASHED, ChartCurve, ChartPoints
from lab.ui.parts.painted import put, text_line, text_width
from lab.ui.parts.spoken import describe
from lab.words.numerals import nice_ceiling, nice_step, several, signed

HIGH, LEAST = 150, 84  # pixels at 100 %
BEYOND = 0.12  # of the distance of the ends, above and below


class RatioCourse(Chart):
    """Zooms along the groups; the last point counts."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("The test so far", parent, "x")
        self.test: TestBar | None = None
        self.word = "pair"
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.set_axis(LEFT, ChartAxis(LEFT), self._levels)
        self.set_axis(BOTTOM, ChartAxis(BOTTOM), self._groups, False)
        self.layer("around", self._paint_words)
        self.set_reader(self._read)
        self.set_data(self.data)

    def sizeHint(self) -> QSize:
        return QSize(240, theme.current().px(HIGH))

    def minimumSizeHint(self) -> QSize:
        return QSize(160, theme.current().px(LEAST))

    def field(self) -> QRect:
        look = theme.current()
        left, right = look.px(48), look.px(16) + round(text_width("better", theme.AXIS))
        below = round(text_line(theme.AXIS, 6))
        high = self.height() - look.px(6) - below
        return QRect(left, look.px(6), max(20, self.width() - left - right), max(20, high))

    def set_test(self, test: TestBar | None, word: str = "pair") -> None:
        """Shows newer groups; the axis of groups grows in steps."""
        self.test, self.word = test, word
        if test is None:
            self.set_curves(())
            self.set_points(())
            return
        groups = max(len(test.curve), 10)
        low, high = test.low, test.high
        beyond = BEYOND * (high - low)
        least, most = self._reach(test)
        self.set_range(
            (0.0, nice_ceiling(1.2 * groups)), (min(low, least) - beyond, max(high, most) + beyond)
        )
        self._draw(test)
        describe(self, self._sentence(test))

    @staticmethod
    def _reach(test: TestBar) -> tuple[float, float]:
        return (min(test.curve), max(test.curve)) if test.curve else (0.0, 0.0)

    def _draw(self, test: TestBar) -> None:
        look = theme.current()
        y = np.array([0.0, *test.curve])
        x = np.arange(y.size, dtype=np.float64)
        ends = np.array([0.0, self.whole[0][1]])
        lines = [
            ChartCurve(ends, np.full(2, stop), look.colour("edge"), 1.0, style=DASHED)
            for stop in (test.low, test.high)
        ]
        self.set_curves([*lines, ChartCurve(x, y, look.colour("ink"), 1.4)])
        self.set_points([ChartPoints(x[-1:], y[-1:], look.colour("ink"), "o", 8 * look.scale)])

    def _restyled(self, _theme: object = None) -> None:
        super()._restyled(_theme)
        if self.test is not None:
            self._draw(self.test)

    def _sentence(self, test: TestBar) -> str:
        low, high = (signed(stop) for stop in (test.low, test.high))
        return (
            f"Log-likelihood ratio {signed(test.ratio)} after "
            f"{several(len(test.curve), self.word)}; "
            f"better from {high} on, not better from {low} down."
        )

    # -- axes --------------------------------------------------------------------------------------

    def _levels(self, low: float, high: float, pixels: float) -> list[ChartTick]:
        test = self.test
        stops = () if test is None else (test.low, 0.0, test.high)
        return [(stop, signed(stop) if stop else "0") for stop in stops]

    def _groups(self, low: float, high: float, pixels: float) -> list[ChartTick]:
        step = max(1.0, nice_step(high - low, max(2, int(pixels / 70))))
        step = step if step.is_integer() else 2 * step
        first = math.ceil(low / step) * step
        return [(float(t), f"{t:,.0f}") for t in np.arange(first, high + 1e-9, step)]

    def _paint_words(self, painter: QPainter) -> None:
        if self.test is None:
            return
        line, field, look = text_line(theme.AXIS), self.frame, theme.current()
        for stop, word in zip((self.test.low, self.test.high), ("not", "better"), strict=True):
            y = self.at(0.0, stop).y() - line / 2
            left = field.right() + look.px(6)
            put(painter, QRectF(left, y, self.width() - left, line), word, theme.AXIS, "ink")
        foot = QRectF(field.right() - 4, field.bottom() + 1, 60, text_line(theme.AXIS, 5))
        left = field.right() + text_width("000", theme.AXIS) / 2 + look.px(4)
        foot.setLeft(left)
        foot.setRight(self.width())
        put(painter, foot, f"{self.word}s", theme.AXIS, "ink2")

    # -- reading -----------------------------------------------------------------------------------

    def _read(self, spot: QPointF) -> Reading | None:
        test = self.test
        if test is None or not test.curve:
            return None
        at = round(self.value_at(spot)[0])
        if not 1 <= at <= len(test.curve):
            return None
        ratio = test.curve[at - 1]
        words = f"after {several(at, self.word)}: {signed(ratio)}"
        return Reading(words, float(at), ((float(at), ratio),))

    def data(self) -> ChartData | None:
        """The ratio after every group."""
        if self.test is None or not self.test.curve:
            return None
        rows = tuple((float(k), y) for k, y in enumerate(self.test.curve, 1))
        return ChartData("The test so far", (f"{self.word}s", "log-likelihood ratio"), rows)
