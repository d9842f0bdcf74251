"""How the rating of a bot came about: the rating after so many of its games, with its interval."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
from PySide6.QtCore import QPointF, Signal
from PySide6.QtWidgets import QSizePolicy, QWidget

from lab.experiments.arena.history import HistoryPoint
from lab.ui.parts import theme
from lab.ui.parts.chart.axis import ChartTick
from lab.ui.parts.chart.course import CourseChart
from lab.ui.parts.chart.data import ChartData
from lab.ui.parts.chart.readout import Reading
from lab.ui.parts.chart.series import ChartBand, ChartCurve, ChartPoints
from lab.ui.parts.spoken import describe
from lab.words.numerals import MINUS, PLUS_MINUS, nice_ceiling, nice_step, several, signed

TITLE = "Rating by games played"


class RatingCourse(CourseChart):
    """The last point is the standing's rating. `chosen` carries the first and last number of the
    games that led from the point before to one that was clicked.
    """

    chosen = Signal(object)
    widest = f"{MINUS}1,000"

    def __init__(self, parent: QWidget | None = None) -> None:
        self.points_shown: tuple[HistoryPoint, ...] = ()
        self.bot = ""
        super().__init__(TITLE, parent)
        self.picked.connect(self._choose)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def set_history(self, bot: str, points: Sequence[HistoryPoint]) -> None:
        """Shows the curve of a bot."""
        self.bot, self.points_shown = bot, tuple(points)
        if points:
            low = min(point.rating - point.half for point in points[len(points) // 8 :])
            high = max(point.rating + point.half for point in points[len(points) // 8 :])
            beyond = 0.06 * max(1.0, high - low)
            self.set_range(
                (0.0, nice_ceiling(points[-1].games)),
                (min(low, 0.0) - beyond, max(high, 0.0) + beyond),
            )
        self._draw()
        describe(self, self._sentence())

    def _draw(self) -> None:
        look, points = theme.current(), self.points_shown
        if not points:
            self.clear()
            return
        x = np.array([float(point.games) for point in points])
        y = np.array([point.rating for point in points])
        half = np.array([point.half for point in points])
        zero = ChartCurve(np.array([0.0, self.whole[0][1]]), np.zeros(2), look.colour("edge"), 1.0)
        self.set_bands([ChartBand(x, y - half, y + half, look.colour("track"))])
        self.set_curves([zero, ChartCurve(x, y, look.colour("ink"), 1.4)])
        self.set_points([ChartPoints(x[-1:], y[-1:], look.colour("ink"), "o", 8 * look.scale)])
        self.label_again()

    def _sentence(self) -> str:
        if not self.points_shown:
            return f"{self.bot} has no rating yet."
        last = self.points_shown[-1]
        return f"{self.bot}: {_words(last)}; 0 is the mean of all bots."

    def levels(self, low: float, high: float, pixels: float) -> list[ChartTick]:
        step = nice_step(high - low, max(2, int(pixels / 34)))
        first = math.ceil(low / step) * step
        return [(float(t), signed(t, 0)) for t in np.arange(first, high + 1e-9, step)]

    # -- reading -----------------------------------------------------------------------------------

    def _read(self, spot: QPointF) -> Reading | None:
        if not self.points_shown:
            return None
        at = self.value_at(spot)[0]
        point = min(self.points_shown, key=lambda each: abs(each.games - at))
        where = float(point.games), point.rating
        return Reading(_words(point), where[0], (where,))

    def _choose(self, games: float) -> None:
        points = self.points_shown
        at = next((k for k, point in enumerate(points) if point.games == round(games)), None)
        if at is not None:
            self.chosen.emit((points[at - 1].number + 1 if at else 0, points[at].number))

    def data(self) -> ChartData | None:
        """The points of the curve."""
        rows = tuple((float(p.games), p.rating, p.half) for p in self.points_shown)
        names = "games", "rating", "half of the 95 % interval"
        return ChartData(f"{TITLE}: {self.bot}", names, rows) if rows else None


def _words(point: HistoryPoint) -> str:
    rating = f"{signed(point.rating, 0)} {PLUS_MINUS} {point.half:.0f}"
    return f"{rating} after {several(point.games, 'game')}"
