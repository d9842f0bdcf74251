"""How far the strategies are from an equilibrium, or the mean regret of a side, round by round,
under each rule.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QPainter, QPen, QResizeEvent
from PySide6.QtWidgets import QCheckBox, QSizePolicy

from lab.lesson.decoupled import RULES, SIDES, DuelLesson
from lab.ui.parts import theme
from lab.ui.parts.chart.axis import BOTTOM, LEFT, ChartAxis, ChartTick
from lab.ui.parts.chart.chart import Chart, Reading
from lab.ui.parts.chart.data import ChartData
from lab.ui.parts.chart.series import DASHED, ChartCurve
from lab.ui.parts.combos import Combo, Entry
from lab.ui.parts.painted import put, text_line, text_width
from lab.words.numerals import nice_step
from search.equilibrium import EXPLOITABILITY
from search.nash import NASH_CONV

HUES = {
    "ucb1": "hue2",
    "ucb1_tuned": "hue3",
    "puct": "ink2",
    "exp3": "hue1",
    "regret": "hue0",
}
DISTANCE = "exploitability"
NAMES = {DISTANCE: EXPLOITABILITY} | {side: f"Mean regret of {side}" for side in SIDES}
TITLE = "Distance and regret, in payoffs"
LEAST = 1e-4  # of the largest value: where logarithmic axes end
SAMPLE, GAP, APART = 20, 6, 16  # pixels at 100 %: a legend's line, to its words, to the next


class DistanceCurve(Chart):
    """One line for each rule; a dashed line marks the round on show."""

    def __init__(self) -> None:
        self.lesson: DuelLesson | None = None
        self._round, self.log, self.what = 1, QCheckBox("Log axes"), Combo("Curve")
        super().__init__(TITLE)
        self.what.setParent(self)
        self._name_curves()
        self.what.choose(DISTANCE)
        self.what.picked.connect(self._choose)
        self.log.setParent(self)
        self.log.setToolTip(
            "Rounds and payoffs on logarithmic axes; what is not above 0 is at the end."
        )
        self.log.toggled.connect(self._draw)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.set_axis(LEFT, ChartAxis(LEFT), self._steps)
        self.set_axis(BOTTOM, ChartAxis(BOTTOM), self._steps, grid=False)
        self.layer("around", self._paint_words)
        self.set_reader(self._read)
        self.set_data(self.data)

    def _restyled(self) -> None:
        super()._restyled()
        self._draw()

    def _choose(self, name: str) -> None:
        self.what.choose(name)
        self.setAccessibleDescription("\n".join(self.lines()))
        self._draw()

    def _values(self, lesson: DuelLesson) -> dict[str, NDArray[np.float64]]:
        """What is shown of each rule, after each round."""
        if self.what.name in SIDES:
            side = SIDES.index(self.what.name)
            return {rule: both[:, side] for rule, both in lesson.regrets.items()}
        return lesson.distances

    @property
    def _name(self) -> str:
        name = self._names[self.what.name]
        return name if name == NASH_CONV else name.lower()

    @property
    def _names(self) -> dict[str, str]:
        """The curves by the lesson's measure."""
        return NAMES if self.lesson is None else NAMES | {DISTANCE: self.lesson.measure}

    def _name_curves(self) -> None:
        self.what.set_entries([Entry(k, f"{name}, in payoffs") for k, name in self._names.items()])

    def show_round(self, lesson: DuelLesson | None, number: int = 1) -> None:
        """The curves of a lesson with the round on show, from 1; or none."""
        self.lesson, self._round = lesson, number
        self._name_curves()
        self.setAccessibleDescription("\n".join(self.lines()))
        self._draw()

    def lines(self) -> list[str]:
        """The numbers at the round on show in words."""
        if self.lesson is None:
            return []
        values = self._values(self.lesson)
        return [
            f"{title}: {self._name} {values[rule][self._round - 1]:.2f}"
            for rule, title in RULES.items()
        ]

    sizeHint = theme.sized(420, 240)
    minimumSizeHint = theme.sized(240, 150)

    def field(self) -> QRect:
        look, line = theme.current(), self._top
        below = text_line(theme.TABLE, 8) + 6
        wide, high = self.width() - look.px(44 + 16), self.height() - line - below
        return QRect(look.px(44), round(line), max(20, wide), max(20, round(high)))

    def data(self) -> ChartData | None:
        """The numbers after each round."""
        if self.lesson is None:
            return None
        values = self._values(self.lesson)
        columns = [values[rule] for rule in RULES]
        numbers = range(1, len(columns[0]) + 1)
        names = ("round", *(f"{title} ({self._name})" for title in RULES.values()))
        return ChartData(self._name, names, tuple(zip(numbers, *columns, strict=True)))

    # -- axes and series ---------------------------------------------------------------------------

    def _steps(self, low: float, high: float, pixels: float) -> Sequence[ChartTick]:
        if self.lesson is None or high <= low:
            return []
        if self.log.isChecked():
            return _powers(low, high)
        step = nice_step(high - low, max(2, int(pixels / theme.current().px(56))))
        first = math.ceil(low / step)
        return [(k * step, f"{k * step:g}") for k in range(first, math.floor(high / step) + 1)]

    def _scaled(self, values: NDArray[np.float64]) -> NDArray[np.float64]:
        """Where values are on an axis."""
        if not self.log.isChecked():
            return values
        return np.log10(np.maximum(values, LEAST * self._most))

    @property
    def _most(self) -> float:
        assert self.lesson is not None
        return max(float(values.max()) for values in self._values(self.lesson).values()) or 1.0

    def _draw(self, _on: bool = False) -> None:
        lesson, look = self.lesson, theme.current()
        if lesson is None:
            self.set_curves(())
            self.arrange()
            return
        x = np.arange(1, lesson.question.rounds + 1, dtype=float)
        lines = {rule: self._scaled(values) for rule, values in self._values(lesson).items()}
        if self.log.isChecked():
            x = np.log10(x)
            low = float(math.floor(min(values.min() for values in lines.values())))
            ends = (0.0, max(0.3, float(x[-1]))), (low, math.log10(1.2 * self._most))
        else:
            least = min(0.0, *(float(values.min()) for values in lines.values()))
            ends = (0.0, max(1.0, float(x[-1]))), (1.05 * least, 1.05 * self._most)
        self.set_range(*ends)
        curves = [
            ChartCurve(
                x, values, look.colour(HUES[rule]), 2.2 if rule == lesson.question.rule else 1.2
            )
            for rule, values in lines.items()
        ]
        now = np.full(2, x[self._round - 1])
        here = ChartCurve(now, np.array(ends[1]), look.colour("ink2"), style=DASHED)
        self.set_curves([here, *curves])
        self.arrange()

    def _read(self, spot: QPointF) -> Reading | None:
        lesson = self.lesson
        if lesson is None:
            return None
        x = self.value_at(spot)[0]
        number = min(max(round(10**x if self.log.isChecked() else x), 1), lesson.question.rounds)
        values = self._values(lesson)
        found = {rule: values[rule][number - 1 : number] for rule in RULES}
        words = [f"round {number}", *(f"{RULES[rule]} {y[0]:.2f}" for rule, y in found.items())]
        here = math.log10(number) if self.log.isChecked() else float(number)
        dots = tuple((here, float(self._scaled(y)[0])) for y in found.values())
        return Reading("\n".join(words), here, dots)

    # -- the legend --------------------------------------------------------------------------------

    @property
    def _top(self) -> float:
        """The height of title and legend."""
        lines = 1 + max(line for line, _ in self._places().values())
        return self._head + 4 + lines * text_line(theme.TABLE, 3)

    @property
    def _head(self) -> float:
        """The height of the choice of curves."""
        return float(self.what.sizeHint().height())

    def _places(self) -> dict[str, tuple[int, float]]:
        """The line and the left end of each rule's name, as many on a line as have room."""
        look, line, x, places = theme.current(), 0, 0.0, {}
        for rule, title in RULES.items():
            wide = look.px(SAMPLE + GAP) + text_width(title, theme.TABLE, True)
            if x > 0 and x + wide > self.width():
                line, x = line + 1, 0.0
            places[rule] = (line, x)
            x += wide + look.px(APART)
        return places

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        size = self.log.sizeHint()
        self.log.setGeometry(self.width() - size.width(), 0, size.width(), round(self._head))
        wide = min(self.what.sizeHint().width(), self.width() - size.width() - 8)
        self.what.setGeometry(0, 0, wide, round(self._head))

    def _paint_words(self, painter: QPainter) -> None:
        look, line = theme.current(), self._head + 4
        if self.lesson is None:
            return
        high = text_line(theme.TABLE, 3)
        for rule, (row, x) in self._places().items():
            own, y = rule == self.lesson.question.rule, line + row * high
            painter.setPen(QPen(look.colour(HUES[rule]), (2.2 if own else 1.2) * look.scale))
            middle = y + high / 2
            painter.drawLine(QPointF(x, middle), QPointF(x + look.px(SAMPLE), middle))
            box = QRectF(x + look.px(SAMPLE + GAP), y, self.width(), high)
            put(painter, box, RULES[rule], theme.TABLE, "ink" if own else "ink2", bold=own)


def _powers(low: float, high: float) -> list[ChartTick]:
    """Ticks at 1, 2 and 5 times the powers of ten; at the powers alone where there are many."""
    digits = (1, 2, 5) if high - low <= 2.5 else (1,)
    ticks = [
        (k + math.log10(digit), f"{digit * 10.0**k:g}")
        for k in range(math.floor(low), math.ceil(high) + 1)
        for digit in digits
    ]
    return [(at, text) for at, text in ticks if low - 1e-9 <= at <= high]
