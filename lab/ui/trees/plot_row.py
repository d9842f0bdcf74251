"""A band with one plot per column, or a single wide one: the plots, their places, and the room for
labels below them.
"""

from __future__ import annotations

from PySide6.QtCore import QRect
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from lab.ui.parts import theme
from lab.ui.parts.painted import ColumnsView, Painted, text_line
from lab.ui.parts.plot import Plot


class PlotRow(Painted):
    """Subclasses give `redraw` and the text around the plots; `wide` is the single plot of the
    one-agent view.
    """

    least = 48  # least height of a plot in pixels

    def __init__(self, name: str, wide: bool, parent: QWidget | None = None) -> None:
        super().__init__(name, parent)
        self.wide = wide
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self._plots: list[Plot] = []

    @property
    def axis(self) -> float:
        """The height of the labels below the plots."""
        return text_line(theme.AXIS, 2)

    @property
    def wide_left(self) -> float:
        """Where a single wide plot begins."""
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
        self.view = view

    def redraw(self, only: int | None = None) -> None:
        """Hands the view's data to the plots, or to one of them: the costly part."""
        raise NotImplementedError

    def resizeEvent(self, event: QResizeEvent) -> None:
        self._arrange()
        self.redraw()

    def _restyled(self) -> None:
        super()._restyled()
        self._arrange()
        self.redraw()

    def _arrange(self) -> None:
        while len(self._plots) < len(self.view.columns):
            self._plots.append(Plot(self.accessibleName(), self))
        for i, plot in enumerate(self._plots):
            plot.setVisible(i < len(self.view.columns))
            plot.setGeometry(self._plot_rect(min(i, max(0, len(self.view.columns) - 1))))

    def _plot_rect(self, i: int) -> QRect:
        place = self.geometry_of_columns
        height = round(self.height() - self.axis - 6)
        if self.wide:
            return QRect(
                round(self.wide_left),
                4,
                round(self.width() - self.wide_left - place.margin),
                height,
            )
        return QRect(round(place.left(i)), 4, round(place.right(i) - place.left(i)), height)
