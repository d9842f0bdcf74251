"""How the root actions fared during this search: shares of visits, or means, over the iterations;
knob changes as ticks at the top.
"""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QEvent, QPointF, QRect, QRectF
from PySide6.QtGui import QHelpEvent, QPainter, QPen
from PySide6.QtWidgets import QToolTip, QWidget

from lab.ui.parts import theme
from lab.ui.parts.painted import put, text_line
from lab.ui.parts.plot import Plot, PlotCurve
from lab.ui.trees.plot_row import PlotRow
from lab.words import numerals
from lab.words.columns import Column, iteration_word

LEAST, MOST_CURVES = 66, 30  # least height of a plot in pixels; curves in one plot
WIDE_LEFT = 44  # where a single wide plot begins: its value labels are left of it
NEAR = 6  # pixels around a tick within which its tooltip shows


class Trails(PlotRow):
    """One plot a column, or one wide plot with value and iteration labels. `what` is "share" or
    "mean".
    """

    least = LEAST

    def __init__(
        self, what: str = "share", wide: bool = False, parent: QWidget | None = None
    ) -> None:
        super().__init__(
            "Visits during this search" if what == "share" else "Mean during this search",
            wide,
            parent,
        )
        self.what = what
        self._scales: tuple[object, ...] = ()

    @property
    def wide_left(self) -> float:
        return theme.current().px(WIDE_LEFT)

    def redraw(self, only: int | None = None) -> None:
        ends = self._ends()
        scales = (ends, *(self._last(c) for c in self.view.columns))
        if scales != self._scales:
            self._scales, only = scales, None
            self.update()
        for i, (plot, column) in enumerate(zip(self._plots, self.view.columns, strict=False)):
            if only not in (None, i):
                continue
            last = self._last(column)
            plot.set_range((0.0, last), ends)
            plot.set_grid((), self._levels(ends))
            plot.set_curves(self._curves(column))
            plot.set_over(lambda painter, p=plot, c=column: self._paint_marks(painter, p, c))  # type: ignore[misc] # defaults bind now

    def _last(self, column: Column) -> float:
        steps = column.agent.trail.iterations
        return numerals.nice_ceiling(float(steps[-1])) if steps.size else 1.0

    def _ends(self) -> tuple[float, float]:
        if self.what == "share":
            return 0.0, 1.0
        values = [c.agent.trail.mean[np.isfinite(c.agent.trail.mean)] for c in self.view.columns]
        seen = np.concatenate(values) if values else np.zeros(0)
        if not seen.size:
            return self.view.range
        low, high = float(seen.min()), float(seen.max())
        step = numerals.nice_step(max(high - low, 1e-3), 4)
        return float(np.floor(low / step) * step), float((np.floor(high / step) + 1) * step)

    def _levels(self, ends: tuple[float, float]) -> tuple[float, ...]:
        low, high = ends
        return (low, (low + high) / 2, high)

    def _curves(self, column: Column) -> list[PlotCurve]:
        """The other actions first, then the one it would play, then the selected one."""
        look, trail = theme.current(), column.agent.trail
        values = trail.share if self.what == "share" else trail.mean
        if values.ndim != 2 or not values.size:
            return []
        best, x = column.agent.stats.best, trail.iterations.astype(np.float64)
        chosen = (
            self.view.selection[1]
            if self.view.selection and self.view.selection[0] == column.number
            else -1
        )
        order = np.argsort(values[-1], kind="stable")[-MOST_CURVES:]
        others = [int(k) for k in order if k not in (best, chosen)]
        out = [PlotCurve(x, values[:, k], look.colour("edge")) for k in others]
        if best < values.shape[1] and best != chosen:
            out.append(PlotCurve(x, values[:, best], self.view.hue(column), 1.4))
        if 0 <= chosen < values.shape[1]:
            out.append(PlotCurve(x, values[:, chosen], look.colour("ink"), 1.4, mark=True))
        return out

    def _paint_marks(self, painter: QPainter, plot: Plot, column: Column) -> None:
        painter.setPen(QPen(theme.current().colour("ink2"), 1))
        for iteration, _ in column.agent.trail.marks:
            x = round(plot.at(float(iteration), 0.0).x()) + 0.5
            painter.drawLine(QPointF(x, 0), QPointF(x, theme.current().px(5)))

    def paint(self, painter: QPainter) -> None:
        if not self.wide:
            self.paint_separators(painter)
        if not self.view.columns:
            return
        first = self._plots[0].geometry()
        half = text_line(theme.AXIS) / 2
        for level, text in zip(self._levels(self._ends()), self._level_words(), strict=True):
            low, high = self._ends()
            y = first.top() + (high - level) / (high - low) * first.height()
            y = min(max(y, half), first.bottom() + 1)
            box = QRectF(
                0, y - half, first.left() - theme.current().px(7 if self.wide else 10 + 8), 2 * half
            )
            put(painter, box, text, theme.AXIS, "ink2", right=True)
        below = QRectF(0, first.bottom() + 2, 0, self.axis)
        if not self.wide:
            place = self.geometry_of_columns
            put(
                painter,
                QRectF(place.margin, first.center().y() - half, place.start, 2 * half),
                "share",
                theme.AXIS,
                "ink2",
            )
            put(
                painter,
                QRectF(place.margin, below.top(), place.start, self.axis),
                f"{iteration_word(self.view.columns)}s",
                theme.AXIS,
                "ink2",
            )
        for plot, column in zip(self._plots, self.view.columns, strict=False):
            self._paint_iterations(painter, plot.geometry(), column, below.top())

    def _level_words(self) -> tuple[str, str, str]:
        if self.what == "share":
            return ("0", "50", "100 %")
        low, high = self._ends()
        digits = 1 if high - low >= 0.4 else 2
        return (
            numerals.real(low, digits),
            numerals.real((low + high) / 2, digits),
            numerals.real(high, digits),
        )

    def _paint_iterations(
        self, painter: QPainter, field: QRect, column: Column, top: float
    ) -> None:
        last = self._last(column)
        step = numerals.nice_step(last, 4) if self.wide else last
        ticks = np.arange(0.0, last + step / 2, step)
        wide = theme.metrics(theme.AXIS, False, theme.current().scale).horizontalAdvance
        for tick in ticks:
            text = numerals.count(float(tick))
            x = field.left() + tick / last * field.width() - wide(text) / 2
            x = min(max(x, field.left()), field.right() + 1 - wide(text))
            put(painter, QRectF(x, top, wide(text) + 2, self.axis), text, theme.AXIS, "ink2")

    def lines(self) -> list[str]:
        out = []
        for c in self.view.columns:
            marks = [f"{text} at iteration {numerals.count(i)}" for i, text in c.agent.trail.marks]
            values = c.agent.trail.share if self.what == "share" else c.agent.trail.mean
            if values.size:
                best = c.agent.stats.best
                shown = numerals.percent if self.what == "share" else numerals.real
                out.append(
                    f"{c.agent.name}, {c.would_play}: from {shown(float(values[0, best]))} "
                    f"to {shown(float(values[-1, best]))}."
                )
            out += marks
        return out

    def event(self, event: QEvent) -> bool:
        if isinstance(event, QHelpEvent):
            QToolTip.showText(event.globalPos(), self._mark_at(event.pos().x()), self)
            return True
        return super().event(event)

    def _mark_at(self, x: float) -> str:
        found = [
            f"{text}, at iteration {numerals.count(iteration)}"
            for plot, column in zip(self._plots, self.view.columns, strict=False)
            for iteration, text in column.agent.trail.marks
            if abs(plot.x() + plot.at(float(iteration), 0.0).x() - x) <= NEAR
        ]
        return "\n".join(found)


HINT = "coloured: the action it will play   grey: the others"
