"""The distance to the equilibrium, round by round, under each rule."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
from PySide6.QtCore import QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from lab.lesson.decoupled import RULES, DuelLesson
from lab.ui.parts import theme
from lab.ui.parts.chart.axis import BOTTOM, LEFT, ChartAxis, ChartTick
from lab.ui.parts.chart.chart import Chart
from lab.ui.parts.chart.data import ChartData
from lab.ui.parts.chart.readout import Reading
from lab.ui.parts.chart.series import DASHED, ChartCurve
from lab.ui.parts.painted import put, text_line, text_width
from lab.words.numerals import nice_step

HUES = {"ucb1": "hue2", "regret": "hue0"}
TITLE = "What best replies gain on average"


class DistanceCurve(Chart):
    """One line for each rule; a dashed line marks the round on show."""

    def __init__(self, parent: QWidget | None = None) -> None:
        self.lesson: DuelLesson | None = None
        self._round = 1
        super().__init__(TITLE, parent)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.set_axis(LEFT, ChartAxis(LEFT), self._steps)
        self.set_axis(BOTTOM, ChartAxis(BOTTOM), self._steps, grid=False)
        self.layer("around", self._paint_words)
        self.set_reader(self._read)
        self.set_data(self.data)

    def _restyled(self, _theme: object = None) -> None:
        super()._restyled()
        self._draw()

    def show_round(self, lesson: DuelLesson | None, number: int = 1) -> None:
        """The curves of a lesson with the round on show, from 1; or none."""
        self.lesson, self._round = lesson, number
        self.setAccessibleDescription("\n".join(self.lines()))
        self._draw()

    def lines(self) -> list[str]:
        """The distances at the round on show in words."""
        if self.lesson is None:
            return []
        return [
            f"{title}: best replies gain {self.lesson.distances[rule][self._round - 1]:.2f}"
            for rule, title in RULES.items()
        ]

    def sizeHint(self) -> QSize:
        return QSize(theme.current().px(420), theme.current().px(240))

    def minimumSizeHint(self) -> QSize:
        return QSize(theme.current().px(240), theme.current().px(150))

    def field(self) -> QRect:
        look, line = theme.current(), text_line(theme.TABLE, 5)
        below = text_line(theme.AXIS, 8) + 6
        wide, high = self.width() - look.px(44 + 16), self.height() - line - below
        return QRect(look.px(44), round(line), max(20, wide), max(20, round(high)))

    def data(self) -> ChartData | None:
        """The distances after each round."""
        if self.lesson is None:
            return None
        columns = [self.lesson.distances[rule] for rule in RULES]
        numbers = range(1, len(columns[0]) + 1)
        names = ("round", *(f"{title} (gain of best replies)" for title in RULES.values()))
        return ChartData(
            "distance to the equilibrium", names, tuple(zip(numbers, *columns, strict=True))
        )

    # -- axes and series ---------------------------------------------------------------------------

    def _steps(self, low: float, high: float, pixels: float) -> Sequence[ChartTick]:
        if self.lesson is None or high <= low:
            return []
        step = nice_step(high - low, max(2, int(pixels / theme.current().px(56))))
        first = math.ceil(low / step)
        return [(k * step, f"{k * step:g}") for k in range(first, math.floor(high / step) + 1)]

    def _draw(self) -> None:
        lesson, look = self.lesson, theme.current()
        if lesson is None:
            self.set_curves(())
            self.arrange()
            return
        rounds = lesson.question.rounds
        most = max(float(values.max()) for values in lesson.distances.values()) or 1.0
        self.set_range((0.0, max(1.0, float(rounds))), (0.0, 1.05 * most))
        x = np.arange(1, rounds + 1, dtype=float)
        curves = [
            ChartCurve(
                x, values, look.colour(HUES[rule]), 2.2 if rule == lesson.question.rule else 1.2
            )
            for rule, values in lesson.distances.items()
        ]
        now = np.array([self._round, self._round], float)
        here = ChartCurve(now, np.array([0.0, 1.05 * most]), look.colour("ink2"), style=DASHED)
        self.set_curves([here, *curves])
        self.arrange()

    def _read(self, spot: QPointF) -> Reading | None:
        lesson = self.lesson
        if lesson is None:
            return None
        number = min(max(round(self.value_at(spot)[0]), 1), lesson.question.rounds)
        found = {rule: float(lesson.distances[rule][number - 1]) for rule in RULES}
        words = [f"round {number}", *(f"{RULES[rule]} {y:.2f}" for rule, y in found.items())]
        return Reading(
            "\n".join(words), float(number), tuple((float(number), y) for y in found.values())
        )

    def _paint_words(self, painter: QPainter) -> None:
        look, line = theme.current(), text_line(theme.TABLE, 3)
        put(painter, QRectF(0, 0, self.width(), line), TITLE, theme.TABLE, bold=True)
        if self.lesson is None:
            return
        x = text_width(TITLE, theme.TABLE, True) + look.px(20)
        for rule, title in RULES.items():
            own = rule == self.lesson.question.rule
            wide = text_width(title, theme.AXIS, own)
            if x + look.px(26) + wide > self.width():
                return
            painter.setPen(QPen(look.colour(HUES[rule]), (2.2 if own else 1.2) * look.scale))
            painter.drawLine(QPointF(x, line / 2), QPointF(x + look.px(20), line / 2))
            box = QRectF(x + look.px(26), 0, wide + 2, line)
            put(painter, box, title, theme.AXIS, "ink" if own else "ink2", bold=own)
            x = box.right() + look.px(16)
