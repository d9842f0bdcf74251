"""How the root actions fared during this search: shares of visits, or means, over the iterations;
knob changes as ticks at the top.

The axis of shares ends at a round number above the largest share, the same in all columns, so that
eighty equal actions are not a line at the bottom. The wheel zooms on iterations.
"""

from __future__ import annotations

import math
from functools import partial

import numpy as np
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainter, QPen
from PySide6.QtWidgets import QWidget

from lab.ui.parts import detail, theme
from lab.ui.parts.chart.axis import BOTTOM, LEFT, ChartAxis, ChartTick
from lab.ui.parts.chart.chart import Chart, Reading
from lab.ui.parts.chart.data import ChartData
from lab.ui.parts.chart.series import ChartCurve, Floats
from lab.ui.parts.painted import ColumnsView, put, text_line
from lab.ui.trees.plot_row import PlotRow
from lab.words import numerals
from lab.words.columns import Column, counted, iteration_word

LEAST, MOST_CURVES = 66, 30  # least height of a field in pixels; curves in one chart
WIDE_LEFT = 56  # where a single wide field begins: its value labels are left of it
NEAR = 6  # pixels around a knob's tick within which it is read out
SHARE, WHOLE = "share", 0.6  # from this share on the axis ends at 100 %


class Trails(PlotRow):
    """One chart a column, or one wide chart with value and iteration labels. `what` is "share" or
    "mean".
    """

    least = LEAST
    taken = ("view", "_ends")
    zooms = "x"

    def __init__(
        self, what: str = SHARE, wide: bool = False, parent: QWidget | None = None
    ) -> None:
        self.what = what
        self._ends: tuple[float, float] = (0.0, 1.0)
        title = "Visits during this search" if what == SHARE else "Mean during this search"
        super().__init__(title, wide, parent)

    @property
    def wide_left(self) -> float:
        return theme.current().px(WIDE_LEFT)

    def made(self, column: int) -> Chart:
        chart = Chart(self.accessibleName(), self, self.zooms)
        chart.set_axis(LEFT, ChartAxis(LEFT, between=True) if self.wide else None, self._levels)
        across = ChartAxis(BOTTOM, between=True)
        chart.set_axis(BOTTOM, across, partial(self._iterations, column), grid=False)
        chart.layer("over", partial(self._paint_marks, column))
        chart.set_reader(partial(self._read, column))
        return chart

    def _take(self, view: ColumnsView) -> None:
        super()._take(view)
        self._ends = self._scale()

    def gutter(self) -> object:
        return self._ends

    def draw(self, chart: Chart, column: Column) -> None:
        chart.set_range((0.0, self._last(column)), self._ends)
        chart.set_curves(self._curves(column))

    def _last(self, column: Column) -> float:
        steps = column.agent.trail.iterations
        return numerals.nice_ceiling(float(steps[-1])) if steps.size else 1.0

    def _values(self, column: Column) -> Floats:
        """What is drawn, [iterations, actions]."""
        trail = column.agent.trail
        values = trail.share if self.what == SHARE else trail.mean
        return values if values.ndim == 2 else np.zeros((0, 0))

    def _scale(self) -> tuple[float, float]:
        """The ends of the axis of values: for means whole steps around all of them."""
        values = [v[np.isfinite(v)] for v in map(self._values, self.view.columns)]
        seen = np.concatenate(values) if values else np.zeros(0)
        if self.what == SHARE:
            most = float(seen.max()) if seen.size else 1.0
            return 0.0, 1.0 if most > WHOLE or most <= 0 else numerals.nice_ceiling(most)
        if not seen.size:
            return self.view.range
        low, high = float(seen.min()), float(seen.max())
        step = numerals.nice_step(max(high - low, 1e-3), 4)
        return float(np.floor(low / step) * step), float((np.floor(high / step) + 1) * step)

    def _curves(self, column: Column) -> list[ChartCurve]:
        """The other actions first, then the one it would play, then the selected one."""
        look, values = theme.current(), self._values(column)
        if not values.size:
            return []
        best, x = column.agent.stats.best, column.agent.trail.iterations.astype(np.float64)
        chosen = self._chosen(column)
        out = [
            ChartCurve(x, values[:, k], look.colour("edge"))
            for k in self._drawn(column)
            if k not in (best, chosen)
        ]
        if best < values.shape[1] and best != chosen:
            out.append(ChartCurve(x, values[:, best], self.view.hue(column), 1.4))
        if 0 <= chosen < values.shape[1]:
            out.append(ChartCurve(x, values[:, chosen], look.colour("ink"), 1.4, mark=True))
        return out

    def _chosen(self, column: Column) -> int:
        """The selected action of a column, -1 for none."""
        selection = self.view.selection
        return selection[1] if selection and selection[0] == column.number else -1

    def _drawn(self, column: Column) -> list[int]:
        """The actions that have a curve: those that are highest in the end."""
        last = self._values(column)[-1]
        highest = np.argsort(last, kind="stable")[-MOST_CURVES:]
        also = (column.agent.stats.best, self._chosen(column))
        return list(dict.fromkeys([*map(int, highest), *(k for k in also if 0 <= k < last.size)]))

    # -- axes --------------------------------------------------------------------------------------

    def _levels(self, low: float, high: float, pixels: float) -> list[ChartTick]:
        middle = (low + high) / 2
        if not detail.is_full() and not self.wide:
            return [(low, "")]
        return list(zip((low, middle, high), self.level_words(low, middle, high), strict=True))

    def level_words(self, *levels: float) -> list[str]:
        """The labels of levels, the last with its unit."""
        if self.what == SHARE:
            words = [numerals.short(100 * level) for level in levels]
            return [*words[:-1], f"{words[-1]} %"]
        digits = 1 if levels[-1] - levels[0] >= 0.4 else 2
        return [numerals.real(level, digits) for level in levels]

    def _iterations(self, column: int, low: float, high: float, pixels: float) -> list[ChartTick]:
        """Round and whole numbers; a small chart has only the ends."""
        if not detail.is_full() and not self.wide:
            return []
        step = math.ceil(numerals.nice_step(high - low, 4 if self.wide else 2))
        if not self.wide and (column >= len(self.charts) or not self.charts[column].zoomed):
            ticks = np.array([low, high])
        else:
            ticks = np.arange(np.ceil(low / step) * step, high + step * 1e-6, step)
        return [(float(t), numerals.count(float(t))) for t in ticks]

    def paint(self, painter: QPainter) -> None:
        """The words in the gutter, which all columns share."""
        if not self.wide:
            self.paint_separators(painter)
        if self.view.columns and not self.wide:
            self._paint_gutter(painter)

    def _paint_gutter(self, painter: QPainter) -> None:
        field, place = self.field_of(0), self.geometry_of_columns
        half, right = text_line(theme.TABLE) / 2, self.field_of(0).left() - theme.current().px(18)
        low, high = self._ends
        for level, text in self._levels(low, high, 0.0):
            y = field.top() + (high - level) / (high - low) * field.height()
            y = min(max(y, half), field.bottom() + 1)
            put(
                painter, QRectF(0, y - half, right, 2 * half), text, theme.TABLE, "ink2", right=True
            )
        middle = QRectF(place.margin, field.center().y() - half, place.start, 2 * half)
        put(painter, middle, "share" if self.what == SHARE else "mean", theme.TABLE, "ink2")
        if not detail.is_full():
            return
        below = QRectF(place.margin, field.bottom() + 2, place.start, self.axis)
        put(painter, below, f"{iteration_word(self.view.columns)}s", theme.TABLE, "ink2")

    # -- the pointer and the data ------------------------------------------------------------------

    def _column(self, i: int) -> Column | None:
        return self.view.columns[i] if i < len(self.view.columns) else None

    def _paint_marks(self, i: int, painter: QPainter) -> None:
        column, chart = self._column(i), self.charts[i] if i < len(self.charts) else None
        if column is None or chart is None:
            return
        top = chart.frame.top()
        painter.setPen(QPen(theme.current().colour("ink2"), 1))
        for iteration, _ in column.agent.trail.marks:
            x = round(chart.at(float(iteration), 0.0).x()) + 0.5
            painter.drawLine(QPointF(x, top), QPointF(x, top + theme.current().px(5)))

    def _read(self, i: int, spot: QPointF) -> Reading | None:
        """The curve nearest to the pointer, and knobs turned there."""
        column, chart = self._column(i), self.charts[i]
        if column is None or not (values := self._values(column)).size:
            return None
        trail = column.agent.trail
        t = int(np.argmin(np.abs(trail.iterations - chart.value_at(spot)[0])))
        at, level = float(trail.iterations[t]), chart.value_at(spot)[1]
        near = min(self._drawn(column), key=lambda k: (abs(values[t, k] - level), -k))
        value = float(values[t, near])
        said = numerals.percent(value, 1) if self.what == SHARE else numerals.value(value, 3)
        lines = [
            f"{iteration_word(self.view.columns)} {numerals.count(at)}",
            f"{column.agent.labels[near]}: {said}",
            *(
                f"{text}, at {iteration_word(self.view.columns)} {numerals.count(iteration)}"
                for iteration, text in trail.marks
                if abs(chart.at(float(iteration), 0.0).x() - spot.x()) <= NEAR
            ),
        ]
        return Reading("\n".join(lines), at, ((at, value),))

    def data(self) -> ChartData | None:
        """A row for each agent and sample: every action's share or mean, drawn or not."""
        columns = [c for c in self.view.columns if self._values(c).size]
        labels = list(dict.fromkeys(label for c in columns for label in c.agent.labels))
        if not columns:
            return None
        rows = []
        for column in columns:
            values, names = self._values(column), column.agent.labels
            for t, at in enumerate(column.agent.trail.iterations):
                of = {name: float(v) for name, v in zip(names, values[t], strict=False)}
                head = (column.agent.name, column.caption, float(at))
                rows.append((*head, *(of.get(name) for name in labels)))
        unit = (
            f"share of {counted(columns)}, 0 to 1"
            if self.what == SHARE
            else columns[0].agent.stats.unit
        )
        word = iteration_word(columns)
        heads = ("agent", "search", word, *(f"{label} ({unit})" for label in labels))
        return ChartData(self.accessibleName(), heads, tuple(rows))

    def lines(self) -> list[str]:
        out = []
        for c in self.view.columns:
            marks = [f"{text} at iteration {numerals.count(i)}" for i, text in c.agent.trail.marks]
            values = self._values(c)
            if values.size:
                best = c.agent.stats.best
                shown = numerals.percent if self.what == SHARE else numerals.real
                out.append(
                    f"{c.agent.name}, {c.would_play}: from {shown(float(values[0, best]))} "
                    f"to {shown(float(values[-1, best]))}."
                )
            out += marks
        return out


HINT = "coloured: the action it will play   grey: the others"
