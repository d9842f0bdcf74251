"""What a chart draws: a pyqtgraph field with axes, grid, series and painted layers, styled as the
window is.

What is painted inside a chart's scene besides pyqtgraph's own items: grid, bands,
heads, words.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import pyqtgraph as pg
from PySide6.QtCore import QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QGraphicsItem, QGraphicsScene, QStyleOptionGraphicsItem, QWidget

from lab.ui.parts import theme
from lab.ui.parts.chart.axis import (
    BOTTOM,
    LEFT,
    ChartAxis,
    Ground,
    Span,
    Ticks,
    hidden,
    inside,
    paint_item,
)
from lab.ui.parts.chart.series import (
    ChartBand,
    ChartCurve,
    ChartIntervals,
    ChartPoints,
    Floats,
    SeriesItems,
)
from lab.ui.parts.guard import guarded

LayerPainter = Callable[[QPainter], None]  # paints in the chart's pixels
# heights in the scene: around the field, the field, axes, above all
AROUND, GRID, UNDER, OVER, ABOVE = -10.0, -10.0, -6.0, 30.0, 40.0
INNER = ("grid", "under", "over")  # layers that are clipped to the field


class Layer(QGraphicsItem):
    """A picture over `room`, at height `z`; as a child of a field it is clipped to it."""

    def __init__(self, paint: LayerPainter, z: float, parent: QGraphicsItem | None = None) -> None:
        super().__init__(parent)
        self._paint, self._room, self._shift = paint, QRectF(), QPointF()
        self.setZValue(z)

    def place(self, room: QRectF, origin: QPointF) -> None:
        """The part of the chart that it may paint, and where its parent begins, in pixels."""
        if (room, origin) != (self._room, self._shift):
            self.prepareGeometryChange()
            self._room, self._shift = QRectF(room), QPointF(origin)

    def boundingRect(self) -> QRectF:
        return self._room.translated(-self._shift)

    @guarded
    def paint(
        self,
        painter: QPainter,
        option: QStyleOptionGraphicsItem,
        widget: QWidget | None = None,
    ) -> None:
        painter.setRenderHints(
            QPainter.RenderHint.Antialiasing | QPainter.RenderHint.TextAntialiasing
        )
        painter.translate(-self._shift)
        self._paint(painter)


class ChartView(pg.GraphicsView):  # type: ignore[misc] # pyqtgraph ships without types
    """pyqtgraph's view; before it paints, its scene prepares the items."""

    @guarded
    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)


@dataclass(frozen=True)
class Margins:
    """Space between the field and the edges of the chart, in pixels."""

    left: int = 0
    top: int = 0
    right: int = 0
    bottom: int = 0


class ChartCanvas(QWidget):
    """Ranges, ticks, series and layers in; a drawing out. It knows no mouse."""

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(name)
        self.margins, self._field_role = Margins(), "field"
        self.frame = QRectF(0, 0, 1, 1)  # the field where it was last put
        self._view = ChartView(self, background=None)
        self._view.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self._view.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        # a scene that updates its view by itself paints the whole window once for each chart
        self._view.setViewportUpdateMode(pg.GraphicsView.ViewportUpdateMode.NoViewportUpdate)
        self._view.setAccessibleName(name)
        # few items, all of which change: to index them costs more than to look at each
        self._view.scene().setItemIndexMethod(QGraphicsScene.ItemIndexMethod.NoIndex)
        self.box = pg.ViewBox(enableMouse=False, enableMenu=False, defaultPadding=0)
        self.box.disableAutoRange()
        self._view.addItem(self.box)
        self.items = SeriesItems(self.box)
        self.axes: dict[str, ChartAxis] = {}
        self._ticks: dict[str, Ticks] = {}
        self._gridded: dict[str, bool] = {}
        self._grid: tuple[Sequence[float], Sequence[float]] = ((), ())
        self._layers: dict[str, Layer] = {}
        self._ground = Ground()  # for `draw_into`
        self._intervals: ChartIntervals | None = None
        self.whole: tuple[Span, Span] = ((0.0, 1.0), (0.0, 1.0))
        self.shown: tuple[Span, Span] = self.whole
        self.layer("grid", self._paint_grid)
        theme.changed.connect(self._restyled)
        self._colours()

    # -- geometry ----------------------------------------------------------------------------------

    def field(self) -> QRect:
        """The rectangle of the field."""
        m = self.margins
        wide, high = self.width() - m.left - m.right, self.height() - m.top - m.bottom
        return QRect(m.left, m.top, max(20, wide), max(20, high))

    def axis_room(self, side: str) -> QRectF:
        """Where an axis may write: left of the field, or below it."""
        field = QRectF(self.field())
        if side == LEFT:
            return QRectF(0, 0, max(1.0, field.left() - theme.current().px(6)), self.height())
        return QRectF(
            0, field.bottom() + 1, self.width(), max(1.0, self.height() - field.bottom() - 1)
        )

    def set_margins(self, left: int, top: int, right: int, bottom: int) -> None:
        """Another space around the field."""
        margins = Margins(left, top, right, bottom)
        if margins != self.margins:
            self.margins = margins
            self.arrange()

    def at(self, x: float, y: float) -> QPointF:
        """Where a value is, in the chart's pixels."""
        (x0, x1), (y0, y1) = self.shown
        field = self.frame
        return QPointF(
            field.left() + (x - x0) / (x1 - x0) * field.width(),
            field.bottom() - (y - y0) / (y1 - y0) * field.height(),
        )

    def value_at(self, spot: QPointF) -> tuple[float, float]:
        """The values at a pixel."""
        (x0, x1), (y0, y1) = self.shown
        field = self.frame
        return (
            x0 + (spot.x() - field.left()) / field.width() * (x1 - x0),
            y0 + (field.bottom() - spot.y()) / field.height() * (y1 - y0),
        )

    def arrange(self) -> None:
        """Puts field, axes and layers in their places."""
        self.frame = field = QRectF(self.field())
        whole = QRectF(self.rect())
        self._view.setGeometry(self.rect())
        self.box.setGeometry(field)
        for side, axis in self.axes.items():
            axis.place(self.axis_room(side), field)
        for layer in self._layers.values():
            inner = layer.parentItem() is not None
            layer.place(field if inner else whole, field.topLeft() if inner else QPointF())
        self._rescale()

    def resizeEvent(self, event: QResizeEvent) -> None:
        self.arrange()

    # -- setters -----------------------------------------------------------------------------------

    def set_range(self, x: Span, y: Span) -> None:
        """The values at the left and right, at the lower and upper edge of the whole chart; what is
        zoomed stays where it is, as far as that still exists.
        """
        if (x, y) == self.whole:
            return
        before, self.whole = self.whole, (x, y)
        kept = [
            now if now == new else new if now == old else inside(now, new)
            for now, old, new in zip(self.shown, before, self.whole, strict=True)
        ]
        self._show(kept[0], kept[1])

    def set_axis(self, side: str, axis: ChartAxis | None, ticks: Ticks, grid: bool = True) -> None:
        """Labels at a side of the field, None for none, and the ticks of labels and grid."""
        if axis is not None:
            self._view.addItem(axis)
            axis.linkToView(self.box)
            self.axes[side] = axis
        self._ticks[side] = ticks
        self._gridded[side] = grid
        self.arrange()

    def set_grid(self, side: str, grid: bool) -> None:
        """Whether the ticks of an axis have lines across the field."""
        self._gridded[side] = grid
        self.arrange()

    def set_field(self, role: str) -> None:
        """The colour of the field in every theme; "none" shows what is behind it."""
        self._field_role = role
        self._colours()

    def set_curves(self, curves: Sequence[ChartCurve]) -> None:
        """Lines, later ones above earlier ones."""
        self.items.set_curves(curves, round(self.frame.width()))
        self.repaint_field()

    def set_points(self, points: Sequence[ChartPoints]) -> None:
        """Symbols above the lines."""
        self.items.set_points(points)
        self.show_again()

    def set_bands(self, bands: Sequence[ChartBand]) -> None:
        """Areas below the lines."""
        self.items.set_bands(bands)
        self.show_again()

    def set_intervals(self, intervals: ChartIntervals) -> None:
        """Whiskers; their ends keep their width in pixels."""
        self._intervals = intervals
        self.items.set_intervals(intervals, self._pixel)
        self.show_again()

    def set_bars(self, heights: Floats, colour: QColor, x: Floats | None = None) -> None:
        """Bars from 0, at `x` or at 1, 2, ..."""
        self.items.set_bars(heights, colour, x)
        self.repaint_field()

    def layer(self, name: str, paint: LayerPainter, kept: bool = False) -> None:
        """A painter in the chart's pixels: "around" and "above" over the whole chart, "under" and
        "over" clipped to the field, below and above its series. What is `kept` is painted again
        only after `repaint_layers`.
        """
        z = {"grid": GRID, "under": UNDER, "over": OVER, "around": AROUND, "above": ABOVE}[name]
        inner = name in INNER
        self._layers[name] = layer = Layer(paint, z, self.box if inner else None)
        if kept:
            layer.setCacheMode(Layer.CacheMode.DeviceCoordinateCache)
        if not inner:
            self._view.addItem(layer)
        self.arrange()

    # -- drawing -----------------------------------------------------------------------------------

    @property
    def _pixel(self) -> float:
        """A pixel's width in the units of x."""
        low, high = self.shown[0]
        return (high - low) / max(1.0, self.frame.width())

    def _show(self, x: Span, y: Span) -> None:
        self.shown = (x, y)
        self.box.setRange(xRange=x, yRange=y, padding=0, disableAutoRange=True)
        self._rescale()

    def _rescale(self) -> None:
        """Ticks, grid and whiskers' ends follow range and size."""
        field = self.frame
        found: list[Sequence[float]] = []
        for side, span, length in (
            (BOTTOM, self.shown[0], field.width()),
            (LEFT, self.shown[1], field.height()),
        ):
            ticks = self._ticks[side](*span, length) if side in self._ticks else ()
            if side in self.axes:
                self.axes[side].set_ticks(ticks)
            found.append([value for value, _ in ticks] if self._gridded.get(side) else [])
        self._grid = (found[0], found[1])
        if self._intervals is not None:
            self.items.set_intervals(self._intervals, self._pixel)
        self.repaint_layers()

    def _paint_grid(self, painter: QPainter) -> None:
        field, look = self.frame, theme.current()
        for x in self._grid[0]:
            spot = round(self.at(x, 0.0).x())
            painter.fillRect(QRectF(spot, field.top(), 1, field.height()), look.colour("line"))
        strong = self.axes[LEFT].strong if LEFT in self.axes else None
        for y in self._grid[1]:
            spot = min(round(self.at(0.0, y).y()), round(field.bottom()) - 1)
            role = "edge" if strong is not None and abs(y - strong) < 1e-9 else "line"
            painter.fillRect(QRectF(field.left(), spot, field.width(), 1), look.colour(role))

    def repaint_layers(self) -> None:
        """Paints all layers again."""
        self._repaint(tuple(self._layers))

    def repaint_field(self) -> None:
        """Paints again what depends on the series: the layers in the field."""
        self._repaint(INNER)

    def _repaint(self, names: Sequence[str]) -> None:
        for name in names:
            if name in self._layers:
                self._layers[name].update()
        self.show_again()

    def draw_into(self, painter: QPainter) -> None:
        """Draws it at the painter's origin: pixel by pixel what the scene shows."""
        if not self._has_ground or not painter.device().devicePixelRatioF().is_integer():
            self._render(painter)
            return
        self._view.scene().prepareForPaint()
        self._ground.put(painter, self.size(), self._ground_of, self._paint_ground)
        over = [self._layers["over"]] if "over" in self._layers else []
        painter.save()
        painter.setClipRect(
            self.box.mapRectToScene(self.box.boundingRect()), Qt.ClipOperation.IntersectClip
        )
        for item in (*self.items.in_order(), *over):
            paint_item(painter, item)
        painter.restore()
        if "above" in self._layers:
            paint_item(painter, self._layers["above"])

    def _render(self, painter: QPainter) -> None:
        self._view.render(painter, QRectF(self.rect()), self.rect())

    @property
    def _has_ground(self) -> bool:
        """Whether nothing but lines, bars and what is above them depends on a record."""
        return not {"under", "around"} & self._layers.keys() and not self.items.has_others

    @property
    def _ground_of(self) -> tuple[object, ...]:
        """What the ground depends on: the field, labels and grid, and where these are."""
        spans = [
            (side, span)
            for side, span in zip((BOTTOM, LEFT), self.shown, strict=True)
            if side in self._ticks
        ]
        labels = [axis.ticks for axis in self.axes.values()]
        return self.frame, spans, labels, self._grid

    def _paint_ground(self, painter: QPainter) -> None:
        changing = [self._layers[name] for name in ("over", "above") if name in self._layers]
        with hidden([*self.items.in_order(), *changing]):
            self._render(painter)

    def show_again(self) -> None:
        """Draws the chart together with all else in the window that has changed."""
        self._view.viewport().update()

    def _colours(self) -> None:
        look = theme.current()
        self._view.setBackground(look.colour("panel"))
        self.box.setBackgroundColor(look.colour(self._field_role))
        for axis in self.axes.values():
            axis.redraw()

    def _restyled(self) -> None:
        self._colours()
        self.updateGeometry()
        self.arrange()
