"""The course of a tuning: what is believed of the best setting as games come in, and dashed the
luckiest single setting, to be seen and not believed.
"""

from __future__ import annotations

import math

import numpy as np
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QColor, QPainter
from PySide6.QtWidgets import QWidget

from lab.experiments.tuner.shown import CoursePoint
from lab.ui.parts import theme
from lab.ui.parts.chart.axis import ChartTick
from lab.ui.parts.chart.course import SPACE, CourseChart, whole_steps
from lab.ui.parts.chart.data import ChartData
from lab.ui.parts.chart.readout import Reading
from lab.ui.parts.chart.series import DASHED, ChartBand, ChartCurve, ChartPoints
from lab.ui.parts.painted import put, text_line, text_width
from lab.ui.parts.spoken import describe
from lab.ui.tuner import says
from lab.ui.tuner.records import TunerView
from lab.words.numerals import nice_step, several, step_digits

LEAST = 110  # height, pixels at 100 %
MARGIN = 0.06  # of the points, above and below
EVEN = 0.5
NAMES = ("luckiest one", "best setting", "benchmark")
TITLE = "Best setting as games come in"


class TuningCourse(CourseChart):
    """Shares of the points in percent; the axis ends with all games of the tuning."""

    usual, smallest = (320, 220), (240, LEAST)
    strong = 100 * EVEN

    def __init__(self, parent: QWidget | None = None) -> None:
        self.view = TunerView()
        self.points: tuple[CoursePoint, ...] = ()
        self._stages: list[tuple[float, str]] = []
        super().__init__(TITLE, parent)
        self.layer("around", self._paint_names)
        self.layer("over", self._paint_stages)

    def right(self) -> int:
        wide = max(text_width(name, theme.AXIS, True) for name in NAMES)
        return theme.current().px(SPACE) + round(wide)

    def set_view(self, view: TunerView) -> None:
        """Shows newer records."""
        self.view = view
        self.points = view.found.course if view.found is not None else ()
        self._stages = says.stages(view)
        self._draw()
        describe(self, self._sentence())

    def _sentence(self) -> str:
        if not self.points:
            return ""
        last = self.points[-1]
        return (
            f"After {several(last.games, self.unit)}: best setting {last.best.text}, luckiest "
            f"single setting {says.percent(last.luckiest)}."
        )

    def _draw(self) -> None:
        if not self.points:
            self.clear()
            return
        look = theme.current()
        x = np.array([float(p.games) for p in self.points])
        best, low, high, luck = (
            100 * np.array(column)
            for column in zip(
                *((p.best.mean, p.best.low, p.best.high, p.luckiest) for p in self.points),
                strict=True,
            )
        )
        ends = [*low, *high, *luck, 100 * EVEN]
        beyond = MARGIN * max(10.0, max(ends) - min(ends))
        y = max(0.0, min(ends) - beyond), min(100.0, max(ends) + 2 * beyond)
        self.set_range((0.0, max(float(self.view.total), x[-1], 1.0)), y)
        shade = QColor(look.colour("edge"))
        shade.setAlphaF(0.2)
        self.set_bands([ChartBand(x, low, high, shade)])
        self.set_curves(
            [
                ChartCurve(x, luck, look.colour("edge"), 1.2, style=DASHED),
                ChartCurve(x, best, look.colour("ink"), 1.6),
            ]
        )
        self.set_points([ChartPoints(x[-1:], best[-1:], look.colour("ink"), "o", 8 * look.scale)])
        self.label_again()

    # -- axes and words ----------------------------------------------------------------------------

    def levels(self, low: float, high: float, pixels: float) -> list[ChartTick]:
        step = nice_step(high - low, max(2, int(pixels / 30)))
        ticks = np.arange(math.ceil(low / step) * step, high + 1e-9, step)
        found = sorted({*(float(t) for t in ticks), *([50.0] if low <= 50 <= high else [])})
        digits = step_digits(step)
        return [(t, f"{t:.{digits}f} %") for t in found]

    def counts(self, low: float, high: float, pixels: float) -> list[ChartTick]:
        ticks = whole_steps(low, high, pixels, 110)
        last = high if high == self.whole[0][1] else math.inf
        kept = [(t, f"{t:,.0f}") for t in ticks if last - t > 0.12 * (high - low)]
        return [*kept, (last, several(last, self.unit))] if math.isfinite(last) else kept

    def _paint_names(self, painter: QPainter) -> None:
        """What the lines are, at their right ends, moved apart where they meet."""
        if not self.points:
            return
        left = self.frame.right() + theme.current().px(8)
        for top, name in self.names_at():
            box = QRectF(left, top, self.width() - left, text_line(theme.AXIS, 2))
            strong = name == NAMES[1]
            put(painter, box, name, theme.AXIS, "ink" if strong else "ink2", bold=strong)

    def names_at(self) -> list[tuple[float, str]]:
        """The top of each name, from above; the lowest ends with the field, above the words of the
        axis.
        """
        line, last = text_line(theme.AXIS, 2), self.points[-1]
        values = (last.luckiest, last.best.mean, EVEN)
        places = sorted(
            (self.at(0.0, 100 * value).y(), name) for name, value in zip(NAMES, values, strict=True)
        )
        tops, top = list[float](), self.frame.top() - line
        for y, _ in places:
            top = max(y - line / 2, top + line)
            tops.append(top)
        lowest = [self.frame.bottom() - line * k for k in range(len(tops), 0, -1)]
        return [
            (min(top, low), name) for top, low, (_, name) in zip(tops, lowest, places, strict=True)
        ]

    def _paint_stages(self, painter: QPainter) -> None:
        """Lines where a part of the method begins, and its words; those that do not fit are left
        out.
        """
        look, field, line = theme.current(), self.frame, text_line(theme.AXIS, 2)
        if not self._stages:
            return
        ends = [*(games for games, _ in self._stages[1:]), self.whole[0][1]]
        for k, ((games, words), end) in enumerate(zip(self._stages, ends, strict=True)):
            x, far = self.at(games, 0.0).x(), self.at(end, 0.0).x()
            if k and field.left() <= x <= field.right():
                colour = look.colour("edge")
                painter.fillRect(QRectF(round(x), field.top(), 1, field.height()), colour)
            x, far = max(x, field.left()), min(far, field.right())
            if text_width(words, theme.AXIS) + look.px(10) <= far - x:
                box = QRectF(x + look.px(5), field.top() + 2, far - x - look.px(5), line)
                put(painter, box, words, theme.AXIS, "ink2")

    # -- reading -----------------------------------------------------------------------------------

    def _read(self, spot: QPointF) -> Reading | None:
        if not self.points:
            return None
        at = self.value_at(spot)[0]
        near = min(self.points, key=lambda p: abs(p.games - at))
        words = f"{near.games:,} games: best {near.best.text}, luckiest {100 * near.luckiest:.0f} %"
        x = float(near.games)
        return Reading(words, x, ((x, 100 * near.best.mean), (x, 100 * near.luckiest)))

    def data(self) -> ChartData | None:
        """The course as rows."""
        if not self.points:
            return None
        heads = ("games", "best setting %", "from %", "to %", "luckiest one %")
        rows = tuple(
            (
                float(p.games),
                *(100 * x for x in (p.best.mean, p.best.low, p.best.high, p.luckiest)),
            )
            for p in self.points
        )
        return ChartData(TITLE, heads, rows)
