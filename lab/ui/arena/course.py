"""The test so far: the log-likelihood ratio after every group, between the two ends of the test."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QWidget

from lab.experiments.arena.standing import TestBar
from lab.ui.parts import theme
from lab.ui.parts.chart.axis import ChartTick
from lab.ui.parts.chart.course import SPACE, CourseChart
from lab.ui.parts.chart.data import ChartData
from lab.ui.parts.chart.readout import Reading
from lab.ui.parts.chart.series import DASHED, ChartCurve, ChartPoints
from lab.ui.parts.painted import put, text_line, text_width
from lab.ui.parts.spoken import describe
from lab.words.numerals import MINUS, nice_ceiling, several, signed

BEYOND = 0.12  # of the distance of the ends, above and below
ENDS = ("not", "better")


class RatioCourse(CourseChart):
    """The last point counts."""

    smallest = (160, 84)
    widest = f"{MINUS}0.00"

    def __init__(self, parent: QWidget | None = None) -> None:
        self.test: TestBar | None = None
        self.word = "pair"
        super().__init__("The test so far", parent)
        self.layer("around", self._paint_words)

    @property
    def unit(self) -> str:
        return self.word

    @property
    def known(self) -> bool:
        """The ends of a test are known before its first group."""
        return self.test is not None

    def right(self) -> int:
        wide = max(text_width(word, theme.AXIS) for word in ENDS)
        return max(theme.current().px(SPACE) + round(wide), super().right())

    def set_test(self, test: TestBar | None, word: str = "pair") -> None:
        """Shows newer groups; the axis of groups grows in steps."""
        self.test, self.word = test, word
        if test is None:
            self.clear()
            describe(self, "")
            return
        groups = max(len(test.curve), 10)
        low, high = test.low, test.high
        beyond = BEYOND * (high - low)
        least, most = self._reach(test)
        self.set_range(
            (0.0, nice_ceiling(1.2 * groups)), (min(low, least) - beyond, max(high, most) + beyond)
        )
        self._draw()
        describe(self, self._sentence(test))

    @staticmethod
    def _reach(test: TestBar) -> tuple[float, float]:
        return (min(test.curve), max(test.curve)) if test.curve else (0.0, 0.0)

    def _draw(self) -> None:
        look, test = theme.current(), self.test
        if test is None:
            return
        y = np.array([0.0, *test.curve])
        x = np.arange(y.size, dtype=np.float64)
        ends = np.array([0.0, self.whole[0][1]])
        lines = [
            ChartCurve(ends, np.full(2, stop), look.colour("edge"), 1.0, style=DASHED)
            for stop in (test.low, test.high)
        ]
        self.set_curves([*lines, ChartCurve(x, y, look.colour("ink"), 1.4)])
        self.set_points([ChartPoints(x[-1:], y[-1:], look.colour("ink"), "o", 8 * look.scale)])
        self.label_again()

    def _sentence(self, test: TestBar) -> str:
        low, high = (signed(stop) for stop in (test.low, test.high))
        return (
            f"Log-likelihood ratio {signed(test.ratio)} after "
            f"{several(len(test.curve), self.word)}; "
            f"better from {high} on, not better from {low} down."
        )

    # -- axes --------------------------------------------------------------------------------------

    def levels(self, low: float, high: float, pixels: float) -> list[ChartTick]:
        test = self.test
        stops = () if test is None else (test.low, 0.0, test.high)
        return [(stop, signed(stop) if stop else "0") for stop in stops]

    def _paint_words(self, painter: QPainter) -> None:
        if self.test is None:
            return
        line, field, look = text_line(theme.AXIS), self.frame, theme.current()
        for stop, word in zip((self.test.low, self.test.high), ENDS, strict=True):
            y = self.at(0.0, stop).y() - line / 2
            left = field.right() + look.px(6)
            put(painter, QRectF(left, y, self.width() - left, line), word, theme.AXIS, "ink")

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
