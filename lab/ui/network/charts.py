"""The charts of a network that learns: loss and strength by generation, and its calibration."""

from __future__ import annotations

import math

import numpy as np
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainter

from lab.learning.run import LearnedGeneration
from lab.ui.network import says
from lab.ui.network.says import EVEN, LearnView
from lab.ui.parts import theme
from lab.ui.parts.chart.axis import ChartTick
from lab.ui.parts.chart.chart import Reading
from lab.ui.parts.chart.course import CourseChart
from lab.ui.parts.chart.data import ChartData
from lab.ui.parts.chart.series import DASHED, ChartCurve, ChartIntervals, ChartPoints, Floats
from lab.ui.parts.painted import put_centred, text_line, text_width
from lab.ui.parts.spoken import describe
from lab.words.numerals import count, nice_step, real, several, signed, step_digits
from search.network import BIN

LOSS, STRENGTH, CALIBRATION = "Held-out loss", "Strength", "Calibration"
FEWEST = 4  # generations that the axis has room for
MARGIN = 0.08  # of what is shown, above and below
DOT = 8.0  # pixels at 100 %


class GenerationCourse(CourseChart):
    """Something of each generation: a kept one is a full dot. `picked` carries its number."""

    usual, smallest = (320, 190), (240, 100)

    def __init__(self, name: str) -> None:
        self.view: LearnView | None = None
        super().__init__(name)

    @property
    def unit(self) -> str:
        return "generation"

    @property
    def made(self) -> tuple[LearnedGeneration, ...]:
        """The generations on show."""
        return self.view.generations if self.view is not None else ()

    @property
    def _numbers(self) -> Floats:
        return np.array([float(each.number) for each in self.made])

    def set_view(self, view: LearnView) -> None:
        """Shows newer generations."""
        self.view = view
        self._draw()
        describe(self, ". ".join(self._words(each) for each in self.made[-1:]))

    def _span(self, low: float, high: float) -> None:
        beyond = MARGIN * max(1e-3, high - low)
        last = max(FEWEST, len(self.made))
        self.set_range((0.5, last + 0.5), (low - beyond, high + beyond))

    def _dots(self, y: Floats) -> list[ChartPoints]:
        look, x = theme.current(), self._numbers
        kept = np.array([each.kept for each in self.made])
        size, ink = DOT * look.scale, look.colour("ink")
        return [
            ChartPoints(x[kept], y[kept], ink, "o", size),
            ChartPoints(x[~kept], y[~kept], ink, "o", size, hollow=True),
        ]

    def _read(self, spot: QPointF) -> Reading | None:
        if not self.made:
            return None
        at = self.value_at(spot)[0]
        near = min(self.made, key=lambda each: abs(each.number - at))
        x = float(near.number)
        return Reading(self._words(near), x, ((x, self._height(near)),))

    def _words(self, each: LearnedGeneration) -> str:
        raise NotImplementedError

    def _height(self, each: LearnedGeneration) -> float:
        raise NotImplementedError


class LossCourse(GenerationCourse):
    """How well each generation foretells the results of its own matches that were held out."""

    widest = "0.000"

    def __init__(self) -> None:
        super().__init__(LOSS)

    def _height(self, each: LearnedGeneration) -> float:
        return each.fit.loss

    def _words(self, each: LearnedGeneration) -> str:
        fit = each.fit
        return (
            f"Generation {each.number}: loss {fit.loss:.4f}, squared error {fit.error:.4f}, "
            f"{several(fit.positions, 'position')}"
        )

    def _draw(self) -> None:
        if not self.made:
            self.clear()
            return
        y = np.array([each.fit.loss for each in self.made])
        self._span(float(y.min()), float(y.max()))
        self.set_curves([ChartCurve(self._numbers, y, theme.current().colour("ink"), 1.2)])
        self.set_points(self._dots(y))
        self.label_again()

    def levels(self, low: float, high: float, pixels: float) -> list[ChartTick]:
        return ticks(low, high, max(2, int(pixels / 34)))

    def data(self) -> ChartData | None:
        rows = tuple(
            (float(g.number), g.fit.loss, g.fit.error, float(g.fit.positions)) for g in self.made
        )
        heads = ("generation", "loss", "squared error", "positions")
        return ChartData(LOSS, heads, rows) if rows else None


class StrengthCourse(GenerationCourse):
    """What each generation scored against the one before, the first against playouts."""

    strong = 100 * EVEN

    def __init__(self) -> None:
        super().__init__(STRENGTH)

    def _height(self, each: LearnedGeneration) -> float:
        return 100 * each.score.mean

    def _words(self, each: LearnedGeneration) -> str:
        kept = "kept" if each.kept else "not kept"
        other = says.rival(self.made, each)
        return f"Generation {each.number} against {other}: {says.points(each.score)}, {kept}"

    def _draw(self) -> None:
        if not self.made:
            self.clear()
            return
        look, x = theme.current(), self._numbers
        y, low, high = (
            100 * np.array([getattr(each.score, name) for each in self.made])
            for name in ("mean", "low", "high")
        )
        self._span(min(100 * EVEN, float(low.min())), max(100 * EVEN, float(high.max())))
        self.set_intervals(ChartIntervals(x, y, low, high, look.colour("ink2")))
        self.set_points(self._dots(y))
        self.label_again()

    def clear(self) -> None:
        none = np.zeros(0)
        self.set_intervals(ChartIntervals(none, none, none, none, theme.current().colour("ink2")))
        super().clear()

    def levels(self, low: float, high: float, pixels: float) -> list[ChartTick]:
        found = {at: f"{at:.0f} %" for at, _ in ticks(low, high, max(2, int(pixels / 34)))}
        return sorted((found | {50.0: "50 %"}).items())

    def data(self) -> ChartData | None:
        rows = tuple(
            (float(g.number), *(100 * x for x in (g.score.mean, g.score.low, g.score.high)))
            for g in self.made
        )
        heads = ("generation", "score %", "from %", "to %")
        return ChartData(STRENGTH, heads, rows) if rows else None


class CalibrationChart(CourseChart):
    """The mean value of the network in each part of its range against the mean result there, with
    how many positions that is; on the line it is right.
    """

    usual, smallest = (320, 320), (240, 160)
    widest = "−0.50"

    def __init__(self) -> None:
        self.made: LearnedGeneration | None = None
        super().__init__(CALIBRATION)
        self.layer("over", self._paint_counts)

    @property
    def unit(self) -> str:
        return "value"

    def set_view(self, view: LearnView) -> None:
        """Shows the chosen generation, or the latest."""
        self.made = view.shown
        self._draw()
        describe(self, f"Calibration of {says.calibrated(self.made)}." if self.made else "")

    @property
    def bins(self) -> tuple[tuple[float, int, float, float], ...]:
        """(lowest value, positions, mean value, mean result) of each part with positions."""
        return self.made.fit.calibration if self.made is not None else ()

    def _draw(self) -> None:
        if not self.bins:
            self.clear()
            return
        look = theme.current()
        self.set_range((-1.05, 1.05), (-1.15, 1.15))
        x, y = (np.array([each[k] for each in self.bins]) for k in (2, 3))
        ends = np.array([-1.0, 1.0])
        self.set_curves(
            [
                ChartCurve(ends, ends, look.colour("edge"), 1.0, style=DASHED),
                ChartCurve(x, y, look.colour("ink"), 1.2),
            ]
        )
        self.set_points([ChartPoints(x, y, look.colour("ink"), "o", DOT * look.scale)])
        self.label_again()

    def levels(self, low: float, high: float, pixels: float) -> list[ChartTick]:
        return [(at, signed(at, 1) if at else "0") for at, _ in ticks(low, high, 5) if abs(at) <= 1]

    def counts(self, low: float, high: float, pixels: float) -> list[ChartTick]:
        found = self.levels(low, high, pixels)
        return [(at, f"{text} value" if at == found[-1][0] else text) for at, text in found]

    def _paint_counts(self, painter: QPainter) -> None:
        """How many positions a dot is of, away from the line that leads on."""
        line, look = text_line(theme.TABLE), theme.current()
        for _, many, x, y in self.bins:
            spot, words = self.at(x, y), count(many)
            wide = text_width(words, theme.TABLE) + 4
            top = spot.y() + look.px(6) if y < x else spot.y() - look.px(6) - line
            put_centred(
                painter, QRectF(spot.x() - wide / 2, top, wide, line), words, theme.TABLE, "ink2"
            )

    def _read(self, spot: QPointF) -> Reading | None:
        if not self.bins:
            return None
        at = self.value_at(spot)[0]
        low, many, x, y = min(self.bins, key=lambda each: abs(each[2] - at))
        words = (
            f"values from {signed(low)} to {signed(low + BIN)}: {several(many, 'position')}, mean "
            f"value {real(x)}, mean result {real(y)}"
        )
        return Reading(words, x, ((x, y),))

    def data(self) -> ChartData | None:
        heads = ("from value", "positions", "mean value", "mean result")
        rows = tuple((low, float(many), x, y) for low, many, x, y in self.bins)
        return ChartData(CALIBRATION, heads, rows) if rows else None


def ticks(low: float, high: float, most: int) -> list[ChartTick]:
    """Round values from low to high."""
    step = nice_step(high - low, most)
    digits = step_digits(step)
    first = math.ceil(low / step - 1e-9)
    return [(k * step, f"{k * step:.{digits}f}") for k in range(first, math.floor(high / step) + 1)]
