"""A band with one chart per column, or a single wide one: the charts, their places, and the data of
all of them behind one menu.

Nodes at each depth of each tree, as bars; the largest count is written as a number, in the wide
view every count. It does not zoom: a tree has few depths, and every bar has its place already.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import numpy as np
from PySide6.QtCore import QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QPainter, QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from lab.ui.parts import theme
from lab.ui.parts.chart.axis import BOTTOM, ChartAxis, ChartTick
from lab.ui.parts.chart.chart import Chart, Reading
from lab.ui.parts.chart.data import ChartData, DataMenu
from lab.ui.parts.chart.series import Floats
from lab.ui.parts.painted import ColumnsView, Drawer, Painted, put, text_line, text_width
from lab.words import numerals
from lab.words.columns import Column


class PlotRow(Painted):
    """Subclasses give `draw`, `made` and the texts in the gutter; `wide` is the single chart of
    the one-agent view, with labels of its own at the left.
    """

    least = 48  # least height of a field in pixels
    zooms = ""  # the axes on which its charts zoom

    def __init__(self, name: str, wide: bool, parent: QWidget | None = None) -> None:
        super().__init__(name, parent)
        self.wide = wide
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.charts: list[Chart] = []
        self._done: dict[int, tuple[object, ...]] = {}  # of each chart: what it was drawn from
        self._written: object = None  # what the gutter was painted from
        self.menu = DataMenu(self, self.data, self.back if self.zooms else None)

    @property
    def axis(self) -> float:
        """The height of the labels below the fields."""
        return text_line(theme.TABLE, 2)

    @property
    def wide_left(self) -> float:
        """Where the field of a single wide chart begins."""
        return self.geometry_of_columns.margin

    def content_height(self) -> float:
        return theme.current().px(self.least) + self.axis + 6

    def set_view(self, view: ColumnsView) -> None:
        fresh = len(view.columns) != len(self.view.columns)
        super().set_view(view)
        if fresh:
            self._arrange()

    def follow(self, view: ColumnsView) -> None:
        """Takes newer statistics of the same columns; `redraw` draws them."""
        self._take(view)

    def redraw(self) -> None:
        """Hands the view's data to the charts that do not have it yet: the costly part."""
        if self.gutter() != self._written:
            self._written = self.gutter()
            self.update()
        for draw in self.drawers()[1:]:
            draw()

    def drawers(self) -> Sequence[Drawer]:
        """The gutter, then each chart."""
        shown = min(len(self.charts), len(self.view.columns))
        return [self.itself, *(partial(self._draw, i) for i in range(shown))]

    def _draw(self, i: int) -> Chart:
        chart, column = self.charts[i], self.view.columns[i]
        drawn = (column, self.gutter(), self.view.selection, theme.current(), chart.frame)
        if drawn != self._done.get(i):
            self._done[i] = drawn
            self.draw(chart, column)
        return chart

    def gutter(self) -> object:
        """What the words in the gutter depend on, and all charts."""
        raise NotImplementedError

    def draw(self, chart: Chart, column: Column) -> None:
        """Hands a column's data to its chart."""
        raise NotImplementedError

    def made(self, column: int) -> Chart:
        """A chart for a column."""
        raise NotImplementedError

    def data(self) -> ChartData | None:
        """The numbers drawn, of all columns."""
        raise NotImplementedError

    def back(self) -> bool:
        """Shows the whole range in every chart; whether anything changed."""
        return any([chart.back() for chart in self.charts])

    def resizeEvent(self, event: QResizeEvent) -> None:
        self._arrange()
        self.redraw()

    def renew(self) -> None:
        super().renew()
        self._arrange()
        self.redraw()

    def _arrange(self) -> None:
        while len(self.charts) < len(self.view.columns):
            self.charts.append(self.made(len(self.charts)))
        for i, chart in enumerate(self.charts):
            chart.setVisible(i < len(self.view.columns))
            field = self.field_of(min(i, max(0, len(self.view.columns) - 1)))
            left = field.left() if self.wide else 0
            bottom = self.height() - field.bottom() - 1
            chart.setGeometry(
                field.left() - left, field.top(), field.width() + left, field.height() + bottom
            )
            chart.set_margins(left, 0, 0, bottom)

    def field_of(self, i: int) -> QRect:
        """Where the field of a column is."""
        place = self.geometry_of_columns
        top, height = 4, round(self.height() - self.axis - 6)
        if self.wide:
            wide = round(self.width() - self.wide_left - place.margin)
            return QRect(round(self.wide_left), top, wide, height)
        return QRect(round(place.left(i)), top, round(place.right(i) - place.left(i)), height)


LEAST = 48  # least height of a field in pixels


class Depth(PlotRow):
    """One bar chart a column, all with the same depths; `wide` is the single chart of the one-agent
    view.
    """

    taken = ("view", "_depths")

    def __init__(self, wide: bool = False, parent: QWidget | None = None) -> None:
        self._depths = 0
        super().__init__("Nodes at each depth", wide, parent)
        self.least = 2 * LEAST if wide else LEAST

    def made(self, column: int) -> Chart:
        chart = Chart(self.accessibleName(), self, self.zooms)
        chart.set_axis(BOTTOM, ChartAxis(BOTTOM), self._numbers, grid=False)
        chart.layer("over", partial(self._paint_counts, column))
        chart.set_reader(partial(self._read, column))
        return chart

    def deepest(self) -> int:
        """The last depth at which any column has a node, at least 1."""
        return max(
            (
                int(np.max(np.nonzero(c.agent.stats.depth)[0], initial=0)) + 1
                for c in self.view.columns
            ),
            default=1,
        )

    def _take(self, view: ColumnsView) -> None:
        super()._take(view)
        self._depths = self.deepest() if view.columns else 0

    def gutter(self) -> object:
        return self._depths

    def draw(self, chart: Chart, column: Column) -> None:
        heights = levels(column, self._depths)
        field = chart.frame.height()
        room = max(1.0, field - text_line(theme.TABLE))
        most = max(1.0, float(heights.max()))
        chart.set_range((0.4, self._depths + 0.6), (0.0, most * field / room))
        chart.set_bars(heights, self.view.hue(column))

    def _numbers(self, low: float, high: float, pixels: float) -> list[ChartTick]:
        """The depths, or as many of them as have room."""
        depths = max(1, self._depths)
        step = pixels / (depths + 0.2)
        every = max(1, int(np.ceil((text_width(str(depths), theme.TABLE) + 4) / step)))
        return [(float(d), str(d)) for d in range(every, depths + 1, every)]

    def _heights(self, i: int) -> Floats:
        """The bars of a column, [D]."""
        known = i < len(self.view.columns) and self._depths
        return levels(self.view.columns[i], self._depths) if known else np.zeros(0)

    def _paint_counts(self, i: int, painter: QPainter) -> None:
        heights = self._heights(i)
        if i >= len(self.charts) or not heights.size:
            return
        chart, line = self.charts[i], text_line(theme.TABLE)
        field = chart.frame
        base = QRectF(field.left(), field.bottom() - 1, field.width(), 1)
        painter.fillRect(base, theme.current().colour("line2"))
        for k in self._counted(heights, field.width()):
            text, at = numerals.count(float(heights[k])), chart.at(k + 1.0, float(heights[k]))
            wide = text_width(text, theme.TABLE)
            x = min(max(at.x() - wide / 2, field.left()), field.right() - wide - 1)
            put(painter, QRectF(x, at.y() - line, wide + 2, line), text, theme.TABLE, "ink2")

    def _counted(self, heights: Floats, width: float) -> list[int]:
        """The bars that have their count above them: all, where there is room, else the highest."""
        widest = max(text_width(numerals.count(float(h)), theme.TABLE) for h in heights)
        if self.wide and widest < width / heights.size:
            return [i for i in range(heights.size) if heights[i] > 0]
        return [int(np.argmax(heights))] if heights.max() > 0 else []

    def _read(self, i: int, spot: QPointF) -> Reading | None:
        heights = self._heights(i)
        if not heights.size:
            return None
        k = min(max(round(self.charts[i].value_at(spot)[0]), 1), heights.size)
        return Reading(f"depth {k}: {numerals.count(float(heights[k - 1]))} nodes")

    def data(self) -> ChartData | None:
        """A row for each depth, a column for each tree."""
        columns, depths = self.view.columns, self.deepest()
        if not columns:
            return None
        trees = [levels(c, depths).tolist() for c in columns]
        rows = tuple((float(d + 1), *(t[d] for t in trees)) for d in range(depths))
        heads = ("depth (plies)", *(f"{c.agent.name}, {c.caption} (nodes)" for c in columns))
        return ChartData(self.accessibleName(), heads, rows)

    def paint(self, painter: QPainter) -> None:
        """The word in the gutter, which all columns share."""
        if not self.wide:
            self.paint_separators(painter)
        if self.view.columns and not self.wide:
            place, top = self.geometry_of_columns, self.field_of(0).bottom() + 2
            box = QRectF(place.margin, top, place.start, self.axis)
            put(painter, box, "depth", theme.TABLE, "ink2")

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
