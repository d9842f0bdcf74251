"""A bare plot: pyqtgraph's curves and bars in a field with grid lines, no axes, no mouse, colours
of the theme.

Axis texts are painted by the band around it, on the geometry of its neighbours. Lines are cosmetic
and thin, at most two points a pixel.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
import pyqtgraph as pg
from numpy.typing import NDArray
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QWidget

from lab.ui.parts import theme

Floats = NDArray[np.float64]
POINTS_A_PIXEL = 2


@dataclass(frozen=True, eq=False)
class PlotCurve:
    """A line through (x, y), both [T], in a colour; `mark` puts the selection's band under it."""

    x: Floats
    y: Floats
    colour: QColor
    width: float = 1.0
    mark: bool = False


class Plot(QWidget):
    """The field; ranges run from edge to edge, so that x and y map to pixels linearly."""

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(name)
        self._pg = pg.GraphicsView(self, background=None)
        self._pg.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self._pg.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._pg.setAccessibleName(name)
        # a PlotItem's axes and menus cost tenths of a second
        self._box = pg.ViewBox(enableMouse=False, enableMenu=False, defaultPadding=0)
        self._box.disableAutoRange()
        self._pg.setCentralItem(self._box)
        self._curves: list[pg.PlotCurveItem] = []
        self._bands: list[pg.PlotCurveItem] = []
        self._grid: list[pg.InfiniteLine] = []
        self._bars: pg.BarGraphItem | None = None
        self._over = _Over(self)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.x_range, self.y_range = (0.0, 1.0), (0.0, 1.0)
        self._grid_at: tuple[tuple[float, ...], tuple[float, ...]] = ((), ())
        theme.changed.connect(self.restyle)
        self.restyle()

    def restyle(self) -> None:
        """Takes the background and grid colours of the current theme; curves keep theirs until they
        are set again.
        """
        look = theme.current()
        self._pg.setBackground(look.colour("field"))
        for line in self._grid:
            line.setPen(pg.mkPen(look.colour("line"), width=1))

    def set_range(self, x: tuple[float, float], y: tuple[float, float]) -> None:
        """The values at the left and right, at the lower and upper edge."""
        if (x, y) != (self.x_range, self.y_range):
            self.x_range, self.y_range = x, y
            self._box.setRange(xRange=x, yRange=y, padding=0, disableAutoRange=True)

    def set_grid(self, xs: Sequence[float], ys: Sequence[float]) -> None:
        """Hairlines across the field at these values."""
        wanted = (tuple(xs), tuple(ys))
        if wanted == self._grid_at:
            return
        self._grid_at = wanted
        for line in self._grid:
            self._box.removeItem(line)
        pen = pg.mkPen(theme.current().colour("line"), width=1)
        self._grid = [pg.InfiniteLine(pos=x, angle=90, pen=pen) for x in xs] + [
            pg.InfiniteLine(pos=y, angle=0, pen=pen) for y in ys
        ]
        for line in self._grid:
            line.setZValue(-10)
            self._box.addItem(line, ignoreBounds=True)

    def set_curves(self, curves: Sequence[PlotCurve]) -> None:
        """Shows these curves, later ones above earlier ones."""
        while len(self._curves) < len(curves):
            self._curves.append(self._new_curve(len(self._curves)))
        for item, curve in zip(self._curves, curves, strict=False):
            x, y = thin(curve.x, curve.y, POINTS_A_PIXEL * max(20, self.width()))
            item.setData(x, y, pen=pg.mkPen(curve.colour, width=curve.width), connect="finite")
        for item in self._curves[len(curves) :]:
            item.setData([], [])
        self._set_bands([c for c in curves if c.mark])
        self._over.update()

    def _new_curve(self, z: float) -> pg.PlotCurveItem:
        item = pg.PlotCurveItem(antialias=True)
        item.setZValue(z)
        self._box.addItem(item, ignoreBounds=True)
        return item

    def _set_bands(self, marked: Sequence[PlotCurve]) -> None:
        while len(self._bands) < len(marked):
            self._bands.append(self._new_curve(-5))
        for item, curve in zip(self._bands, marked, strict=False):
            pen = pg.mkPen(theme.current().colour("mark"), width=7 * theme.current().scale)
            pen.setCapStyle(Qt.PenCapStyle.RoundCap)
            pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
            item.setData(*thin(curve.x, curve.y, max(20, self.width() // 2)), pen=pen)
        for item in self._bands[len(marked) :]:
            item.setData([], [])

    def set_bars(self, heights: Floats, colour: QColor) -> None:
        """Bars at 1, 2, ... [D]."""
        x = np.arange(1, heights.size + 1)
        if self._bars is None:
            self._bars = pg.BarGraphItem(x=x, height=heights, width=0.82, brush=colour, pen=None)
            self._box.addItem(self._bars, ignoreBounds=True)
        self._bars.setOpts(x=x, height=heights, brush=colour, pen=pg.mkPen(None))
        self._over.update()

    def set_over(self, paint: Callable[[QPainter], None] | None) -> None:
        """A painter for what is over the curves, in this widget's pixels."""
        self._over.picture = paint
        self._over.update()

    def at(self, x: float, y: float) -> QPointF:
        """Where a value is, in pixels."""
        (x0, x1), (y0, y1) = self.x_range, self.y_range
        return QPointF((x - x0) / (x1 - x0) * self.width(), (y1 - y) / (y1 - y0) * self.height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        self._pg.setGeometry(self.rect())
        self._over.setGeometry(self.rect())


class _Over(QWidget):
    """The layer above the curves."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.picture: Callable[[QPainter], None] | None = None

    def paintEvent(self, event: QPaintEvent) -> None:
        if self.picture is not None:
            painter = QPainter(self)
            painter.setRenderHints(
                QPainter.RenderHint.Antialiasing | QPainter.RenderHint.TextAntialiasing
            )
            self.picture(painter)
            painter.end()


def thin(x: Floats, y: Floats, most: int) -> tuple[Floats, Floats]:
    """At most `most` of the points, the first and the last among them."""
    if x.size <= most:
        return x, y
    keep = np.unique(np.linspace(0, x.size - 1, most).round().astype(np.int64))
    return x[keep], y[keep]
