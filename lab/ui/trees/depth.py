"""Nodes at each depth of each tree, as bars; the largest count is written as a number, in the wide
view every count.
"""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QWidget

from lab.ui.parts import theme
from lab.ui.parts.painted import put, text_line
from lab.ui.parts.plot import Floats, Plot
from lab.ui.trees.plot_row import PlotRow
from lab.words import numerals
from lab.words.columns import Column

LEAST = 48  # least height of a plot in pixels


class Depth(PlotRow):
    """One bar chart a column, all with the same depths; `wide` is the single chart of the one-agent
    view.
    """

    def __init__(self, wide: bool = False, parent: QWidget | None = None) -> None:
        super().__init__("Nodes at each depth", wide, parent)
        self.least = 2 * LEAST if wide else LEAST
        self._depths = 0

    def deepest(self) -> int:
        """The last depth at which any column has a node, at least 1."""
        return max(
            (
                int(np.max(np.nonzero(c.agent.stats.depth)[0], initial=0)) + 1
                for c in self.view.columns
            ),
            default=1,
        )

    def redraw(self, only: int | None = None) -> None:
        depths = self.deepest()
        if depths != self._depths:
            self._depths, only = depths, None
            self.update()
        for i, (plot, column) in enumerate(zip(self._plots, self.view.columns, strict=False)):
            if only not in (None, i):
                continue
            heights = levels(column, depths)
            most = max(1.0, float(heights.max()))
            room = max(1.0, plot.height() - text_line(theme.AXIS))
            plot.set_range((0.4, depths + 0.6), (0.0, most * plot.height() / room))
            plot.set_bars(heights, self.view.hue(column))
            plot.set_over(lambda painter, p=plot, h=heights: self._paint_counts(painter, p, h))  # type: ignore[misc] # defaults bind now

    def _paint_counts(self, painter: QPainter, plot: Plot, heights: Floats) -> None:
        painter.fillRect(
            QRectF(0, plot.height() - 1, plot.width(), 1), theme.current().colour("line2")
        )
        wide = theme.metrics(theme.AXIS, False, theme.current().scale).horizontalAdvance
        every = (
            self.wide
            and max(wide(numerals.count(float(h))) for h in heights) < plot.width() / heights.size
        )
        shown = (
            [i for i in range(heights.size) if heights[i] > 0]
            if every
            else [int(np.argmax(heights))]
            if heights.max() > 0
            else []
        )
        for i in shown:
            text = numerals.count(float(heights[i]))
            at = plot.at(i + 1.0, float(heights[i]))
            x = min(max(at.x() - wide(text) / 2, 0.0), plot.width() - wide(text) - 1)
            line = text_line(theme.AXIS)
            put(painter, QRectF(x, at.y() - line, wide(text) + 2, line), text, theme.AXIS, "ink2")

    def paint(self, painter: QPainter) -> None:
        place = self.geometry_of_columns
        if not self.wide:
            self.paint_separators(painter)
        if not self.view.columns:
            return
        top = self._plots[0].geometry().bottom() + 2
        if not self.wide:
            put(
                painter,
                QRectF(place.margin, top, place.start, self.axis),
                "depth",
                theme.AXIS,
                "ink2",
            )
        depths = self.deepest()
        wide = theme.metrics(theme.AXIS, False, theme.current().scale).horizontalAdvance(
            str(depths)
        )
        for plot in self._plots[: len(self.view.columns)]:
            step = plot.width() / (depths + 0.2)
            every = max(1, int(np.ceil((wide + 3) / step)))
            for depth in [d for d in range(1, depths + 1) if every == 1 or d % every == 0]:
                x = plot.x() + plot.at(float(depth), 0.0).x() - wide / 2
                number = str(depth)
                shift = (
                    wide
                    - theme.metrics(theme.AXIS, False, theme.current().scale).horizontalAdvance(
                        number
                    )
                ) / 2
                put(
                    painter, QRectF(x + shift, top, wide + 2, self.axis), number, theme.AXIS, "ink2"
                )

    def lines(self) -> list[str]:
        return [
            f"{c.agent.name}: "
            + ", ".join(
                f"{numerals.count(float(n))} at depth {i + 1}"
                for i, n in enumerate(levels(c, self.deepest()))
            )
            + "."
            for c in self.view.columns
        ]


def levels(column: Column, depths: int) -> Floats:
    """The node counts at depth 1 to `depths`, [D]."""
    out = np.zeros(depths)
    have = column.agent.stats.depth[:depths]
    out[: have.size] = have
    return out
