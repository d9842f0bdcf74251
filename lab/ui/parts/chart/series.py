"""The series in a field, as pyqtgraph's items: lines, points, bands, intervals and bars.

Items are made once and filled again. Lines are cosmetic and thin, at most two points a pixel.
Shapes: [N] points of a series.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby
from typing import Any

import numpy as np
import pyqtgraph as pg
from numpy.typing import NDArray
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QPen

from lab.ui.parts import theme
from lab.ui.parts.guard import safe_item

Floats = NDArray[np.float64]
POINTS_A_PIXEL = 2
BAR = 0.82  # of the distance of two bars
CAP = 4  # half the width of an interval's ends, pixels at 100 %
SOLID, DASHED = Qt.PenStyle.SolidLine, Qt.PenStyle.DashLine
# heights in the field: the selection's band, intervals, lines and points in their order
MARKED, BELOW, LINES, POINTS = -5.0, -3.0, 0.0, 20.0
# pyqtgraph itself catches what goes wrong while it paints curves and points
SafeWhiskers: Any = safe_item(pg.ErrorBarItem)
SafeBars: Any = safe_item(pg.BarGraphItem)


@dataclass(frozen=True, eq=False)
class ChartCurve:
    """A line through (x, y), both [N], in a colour; `mark` puts the selection's band under it."""

    x: Floats
    y: Floats
    colour: QColor
    width: float = 1.0
    mark: bool = False
    style: Qt.PenStyle = SOLID


@dataclass(frozen=True, eq=False)
class ChartPoints:
    """Points [N] of one symbol ("o", "d", "t1", "s"), `size` px wide, outlined if `hollow`."""

    x: Floats
    y: Floats
    colour: QColor
    symbol: str = "o"
    size: float = 6.0
    hollow: bool = False


@dataclass(frozen=True, eq=False)
class ChartBand:
    """The area between `low` and `high` over x, all [N]."""

    x: Floats
    low: Floats
    high: Floats
    colour: QColor


@dataclass(frozen=True, eq=False)
class ChartIntervals:
    """Intervals from `low` to `high` around y at x, all [N]; ends are 2 `CAP` pixels wide."""

    x: Floats
    y: Floats
    low: Floats
    high: Floats
    colour: QColor


class SeriesItems:
    """The items in one ViewBox; each setter replaces all series of its kind."""

    def __init__(self, box: Any) -> None:
        self._box = box
        self.curves: list[Any] = []
        self.marked: list[Any] = []
        self.points: list[Any] = []
        self.bands: list[Any] = []
        self.bars: Any = None
        self.intervals: Any = None

    @property
    def has_others(self) -> bool:
        """Whether there is more than lines and bars."""
        return bool(self.points or self.bands) or self.intervals is not None

    def in_order(self) -> list[Any]:
        """The lines and bars on show, lower ones first."""
        bars = [] if self.bars is None else [self.bars]
        return [item for item in (*self.marked, *bars, *self.curves) if item.isVisible()]

    def _pool(self, items: list[Any], count: int, make: Callable[[], Any], z: float) -> None:
        """As many items as are needed; those that are not are hidden."""
        while len(items) < count:
            items.append(make())
            items[-1].setZValue(z + 0.01 * len(items))
            self._box.addItem(items[-1], ignoreBounds=True)
        for i, item in enumerate(items):
            if item.isVisible() != (i < count):
                item.setVisible(i < count)

    def _line(self) -> ClippedCurve:
        return ClippedCurve(self._box.viewRect)

    def set_curves(self, curves: Sequence[ChartCurve], pixels: int) -> None:
        """Lines over a field `pixels` wide, later ones above earlier ones."""
        alike = [list(same) for _, same in groupby(curves, _looks)]
        self._pool(self.curves, len(alike), self._line, LINES)
        for item, same in zip(self.curves, alike, strict=False):
            points = [thin(c.x, c.y, POINTS_A_PIXEL * max(20, pixels)) for c in same]
            x, y = points[0] if len(points) == 1 else _in_one(points)
            item.setData(x, y, pen=_pen(*_looks(same[0])), connect="finite")
        self._mark([c for c in curves if c.mark], pixels)

    def _mark(self, marked: Sequence[ChartCurve], pixels: int) -> None:
        self._pool(self.marked, len(marked), self._line, MARKED)
        for item, curve in zip(self.marked, marked, strict=False):
            pen = pg.mkPen(theme.current().colour("mark"), width=7 * theme.current().scale)
            pen.setCapStyle(Qt.PenCapStyle.RoundCap)
            pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
            item.setData(*thin(curve.x, curve.y, max(20, pixels // 2)), pen=pen)

    def set_points(self, points: Sequence[ChartPoints]) -> None:
        """Symbols above the lines."""
        self._pool(self.points, len(points), pg.ScatterPlotItem, POINTS)
        for item, each in zip(self.points, points, strict=False):
            item.setData(
                x=each.x,
                y=each.y,
                symbol=each.symbol,
                size=each.size,
                pen=pg.mkPen(each.colour, width=1.4) if each.hollow else pg.mkPen(None),
                brush=pg.mkBrush(theme.current().colour("field") if each.hollow else each.colour),
                antialias=True,
            )

    def set_bands(self, bands: Sequence[ChartBand]) -> None:
        """Areas below the lines."""
        self._pool(self.bands, len(bands), _area, BELOW)
        for item, band in zip(self.bands, bands, strict=False):
            for curve, y in zip(item.curves, (band.low, band.high), strict=True):
                curve.setData(band.x, y)
            item.setBrush(pg.mkBrush(band.colour))

    def set_intervals(self, found: ChartIntervals, pixel: float) -> None:
        """Whiskers up and down; `pixel` is a pixel's width in the units of x."""
        if self.intervals is None:
            self.intervals = SafeWhiskers()
            self.intervals.setZValue(BELOW + 0.5)
            self._box.addItem(self.intervals, ignoreBounds=True)
        self.intervals.setData(
            x=found.x,
            y=found.y,
            top=found.high - found.y,
            bottom=found.y - found.low,
            beam=2 * CAP * theme.current().scale * pixel,
            pen=pg.mkPen(found.colour, width=1),
        )

    def set_bars(self, heights: Floats, colour: QColor, x: Floats | None = None) -> None:
        """Bars from 0 up or down, [N], at `x` or at 1, 2, ...; no bars if there are no heights."""
        at = np.arange(1.0, heights.size + 1) if x is None else x
        if self.bars is None:
            self.bars = Bars(self._box.viewRect)
            self._box.addItem(self.bars, ignoreBounds=True)
        self.bars.setVisible(heights.size > 0)
        width = BAR * (1.0 if x is None else _gap(x))
        self.bars.setOpts(x=at, height=heights, width=width, brush=colour)


def _gap(x: Floats) -> float:
    """The least distance of two bars."""
    places = np.unique(x)
    return float(np.diff(places).min()) if places.size > 1 else 1.0


class Bars(SafeBars):  # type: ignore[misc] # pyqtgraph ships without types
    """Bars without outline that fill their field, as a `ClippedCurve` does."""

    def __init__(self, field: Callable[[], QRectF]) -> None:
        self._field = field
        super().__init__(x=[0.0], height=[0.0], width=1.0, pen=pg.mkPen(None))

    def boundingRect(self) -> QRectF:
        return self._field()


class ClippedCurve(pg.PlotCurveItem):  # type: ignore[misc] # pyqtgraph ships without types
    """A curve that fills its field, which clips it. Finding the curve's own bounds took half the
    time of painting it.
    """

    def __init__(self, field: Callable[[], QRectF]) -> None:
        self._field = field
        super().__init__(antialias=True)

    def boundingRect(self) -> QRectF:
        return self._field()


def _area() -> Any:
    return pg.FillBetweenItem(pg.PlotCurveItem(), pg.PlotCurveItem())


def _looks(curve: ChartCurve) -> tuple[int, float, Qt.PenStyle]:
    """Curves that look alike and follow one another are one item: an item costs more than its
    points.
    """
    return curve.colour.rgba(), curve.width, curve.style


@lru_cache(maxsize=64)
def _pen(rgba: int, width: float, style: Qt.PenStyle) -> QPen:
    pen: QPen = pg.mkPen(QColor.fromRgba(rgba), width=width, style=style)
    return pen


def _in_one(points: Sequence[tuple[Floats, Floats]]) -> tuple[Floats, Floats]:
    """Several lines as one, with a gap after each."""
    gap = np.array([np.nan])
    return (
        np.concatenate([part for x, _ in points for part in (x, gap)]),
        np.concatenate([part for _, y in points for part in (y, gap)]),
    )


def thin(x: Floats, y: Floats, most: int) -> tuple[Floats, Floats]:
    """At most `most` of the points, the first and the last among them."""
    if x.size <= most:
        return x, y
    keep = np.unique(np.linspace(0, x.size - 1, most).round().astype(np.int64))
    return x[keep], y[keep]
