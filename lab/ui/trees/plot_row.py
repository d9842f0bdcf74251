"""A band with one chart per column, or a single wide one: the charts, their places, and the data of
all of them behind one menu.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import QRect, QRectF, Qt
from PySide6.QtGui import QPainter, QPen, QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from lab.ui.parts import theme
from lab.ui.parts.chart.chart import Chart
from lab.ui.parts.chart.data import ChartData, DataMenu
from lab.ui.parts.focus_ring import OwnRing
from lab.ui.parts.painted import ColumnsView, Drawer, Painted, text_line
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
        self._ring = OwnRing(self)
        self.charts: list[Chart] = []
        self._done: dict[int, tuple[object, ...]] = {}  # of each chart: what it was drawn from
        self._written: object = None  # what the gutter was painted from
        self.menu = DataMenu(self, self.data, self.back if self.zooms else None)

    @property
    def axis(self) -> float:
        """The height of the labels below the fields."""
        return text_line(theme.AXIS, 2)

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

    def _restyled(self) -> None:
        super()._restyled()
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

    def paint_ring(self, painter: QPainter) -> None:
        """The focus ring, while the band has the focus by keyboard."""
        if self._ring.shown:
            painter.setPen(QPen(theme.current().colour("ink"), 2))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRect(QRectF(self.rect()).adjusted(2, 1, -2, -2))
