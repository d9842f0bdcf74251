"""A chart as its users expect it: what is drawn, and what pointer, wheel and keys do with it.

The wheel zooms at the pointer, a drag moves the zoomed field, a double click or Backspace goes
back to the whole range; + and - zoom in the middle. Where the chart is in an area that scrolls, the
wheel scrolls and Ctrl+wheel zooms. The pointer reads the values out. The menu copies and saves the
data.

The read-out at the pointer: what a chart shows where the pointer is, at once and in words.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QEvent, QPoint, QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QMouseEvent, QPainter, QPen, QWheelEvent
from PySide6.QtWidgets import QAbstractScrollArea, QApplication, QLabel, QWidget

from lab.ui.parts import theme
from lab.ui.parts.chart.axis import Span, inside, nearer
from lab.ui.parts.chart.canvas import ChartCanvas
from lab.ui.parts.chart.data import ChartData, DataMenu
from lab.ui.parts.focus_ring import OwnRing

AWAY = 14  # pixels between the pointer and the words
NOTCH = 120  # of a wheel's angle
RING = 4.0  # radius of the read-out's rings, pixels at 100 %


@dataclass(frozen=True)
class Reading:
    """The words, the x that a hairline marks (None for no line), and the points that are ringed,
    in the units of the axes.
    """

    words: str
    x: float | None = None
    spots: tuple[tuple[float, float], ...] = ()


class ReadOut(QLabel):
    """Words over the page, next to the pointer and out of its way."""

    def __init__(self, chart: QWidget) -> None:
        super().__init__(_dressed(chart))
        self._chart = chart
        self.setProperty("look", "readout")
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.hide()

    def say(self, words: str, at: QPoint) -> None:
        """Shows the words next to `at`, a pixel of the chart; "" hides them."""
        self.setVisible(bool(words))
        if not words:
            return
        page = _dressed(self._chart)
        if self.parentWidget() is not page:
            self.setParent(page)
            self.show()
        if words != self.text():
            self.setText(words)
            self.ensurePolished()
            self.adjustSize()
        spot, away = self._chart.mapTo(page, at), theme.current().px(AWAY)
        x, y = spot.x() + away, spot.y() + away
        if x + self.width() > page.width():
            x = max(0, spot.x() - away - self.width())
        if y + self.height() > page.height():
            y = max(0, spot.y() - away - self.height())
        self.move(x, y)
        self.raise_()


def _dressed(widget: QWidget) -> QWidget:
    """The outermost part around a widget that wears the style sheet itself, else its window."""
    found, part = widget.window(), widget.parentWidget()
    while part is not None:
        found, part = part if part.styleSheet() else found, part.parentWidget()
    return found


class Chart(ChartCanvas):
    """Subclasses and owners set a reader and the data. `zooms` names the axes that wheel and drag
    change: "", "x", "y" or "xy".
    """

    view_changed = Signal()  # zoomed, moved, or back

    def __init__(self, name: str, parent: QWidget | None = None, zooms: str = "") -> None:
        self._reader: Callable[[QPointF], Reading | None] | None = None
        self.reading: Reading | None = None
        self._readout: ReadOut | None = None
        self._pointer: QPointF | None = None
        self._pressed: QPointF | None = None
        self._dragging, self.zooms = False, zooms
        super().__init__(name, parent)
        self.setMouseTracking(True)
        self._ring = OwnRing(self)
        self.layer("above", self.paint_above)

    def set_reader(self, reader: Callable[[QPointF], Reading | None]) -> None:
        """What is read out at a pixel of the field; None where there is nothing."""
        self._reader = reader

    def set_data(self, data: Callable[[], ChartData | None]) -> DataMenu:
        """The numbers behind, for the menu."""
        return DataMenu(self, data, self.back if self.zooms else None)

    def _repaint(self, names: Sequence[str]) -> None:
        super()._repaint(names)
        if self._pointer is not None:
            self._point(self._pointer)

    # -- the pointer -------------------------------------------------------------------------------

    def read_at(self, spot: QPointF) -> Reading | None:
        """What is read out at a pixel; None outside the field."""
        if self._reader is None or not self.frame.adjusted(-2, -2, 2, 2).contains(spot):
            return None
        return self._reader(spot)

    def _point(self, spot: QPointF | None) -> None:
        """The pointer is at a pixel, or nowhere."""
        self._pointer = spot
        before, self.reading = self.reading, None if spot is None else self.read_at(spot)
        if self.reading is None and before is None:
            return
        self._layers["above"].update()
        self.show_again()
        if self._readout is None:
            self._readout = ReadOut(self)
        words = self.reading.words if self.reading is not None else ""
        self._readout.say(words, (spot or QPointF()).toPoint())

    def hush(self) -> None:
        """Takes the words of the read-out away until the pointer moves."""
        if self._readout is not None:
            self._readout.hide()

    def paint_above(self, painter: QPainter) -> None:
        """What is above everything: the read-out's hairline and rings, and the focus ring."""
        if self.reading is not None:
            self._paint_reading(painter, self.reading)
        self._ring.paint(painter, self.rect(), 2, 6)

    def _paint_reading(self, painter: QPainter, reading: Reading) -> None:
        look, field = theme.current(), self.frame
        if reading.x is not None:
            x = round(self.at(reading.x, 0.0).x())
            painter.fillRect(QRectF(x, field.top(), 1, field.height()), look.colour("edge"))
        painter.setPen(QPen(look.colour("ink"), 1.4))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        for spot in (self.at(*each) for each in reading.spots):
            if field.adjusted(-1, -1, 1, 1).contains(spot):
                painter.drawEllipse(spot, RING * look.scale, RING * look.scale)

    def focusInEvent(self, event: QFocusEvent) -> None:
        self._layers["above"].update()
        self.show_again()

    focusOutEvent = focusInEvent

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        spot = event.position()
        if self._pressed is not None and event.buttons() & Qt.MouseButton.LeftButton:
            self._drag(self._pressed, spot)
        if self._dragging:
            self._point(None)
        else:
            self._point(spot)
            event.ignore()  # a row of charts follows the pointer too

    def leaveEvent(self, event: QEvent) -> None:
        self._point(None)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() != Qt.MouseButton.LeftButton or not self.zooms:
            event.ignore()
            return
        self._pressed = event.position()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if event.button() != Qt.MouseButton.LeftButton or self._pressed is None:
            event.ignore()
            return
        if not self._dragging:
            self.clicked(event.position())
        self._pressed, self._dragging = None, False
        self.unsetCursor()

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        if event.button() != Qt.MouseButton.LeftButton or not self.back():
            event.ignore()

    def clicked(self, spot: QPointF) -> None:
        """A click that was no drag."""

    # -- zoom --------------------------------------------------------------------------------------

    @property
    def zoomed(self) -> bool:
        """Whether less than the whole range is on show."""
        return self.shown != self.whole

    def back(self) -> bool:
        """Shows the whole range; whether anything changed."""
        changed = self.zoomed
        if changed:
            self._turn(*self.whole)
        return changed

    def zoom_to(self, x: Span | None = None, y: Span | None = None) -> None:
        """Shows a part of the whole range."""
        self._turn(
            inside(x or self.shown[0], self.whole[0]), inside(y or self.shown[1], self.whole[1])
        )

    def least(self, axis: str) -> float:
        """The shortest range that zoom shows of an axis; 0 for the usual share of the whole."""
        return 0.0

    def zoom_at(self, spot: QPointF, notches: float) -> bool:
        """Zooms by notches of the wheel around a pixel; whether anything changed."""
        spans = [
            nearer(now, whole, at, notches, self.least(axis)) if axis in self.zooms else now
            for axis, now, whole, at in zip(
                "xy", self.shown, self.whole, self.value_at(spot), strict=True
            )
        ]
        changed = (spans[0], spans[1]) != self.shown
        if changed:
            self._turn(spans[0], spans[1])
        return changed

    def _turn(self, x: Span, y: Span) -> None:
        self._show(x, y)
        self.view_changed.emit()

    def _drag(self, start: QPointF, spot: QPointF) -> None:
        """Moves the zoomed field with the pointer."""
        far = (spot - start).manhattanLength() >= QApplication.startDragDistance()
        if not self.zoomed or not (far or self._dragging):
            return
        self._dragging = True
        self.setCursor(Qt.CursorShape.ClosedHandCursor)
        (x0, y0), (x1, y1) = self.value_at(start), self.value_at(spot)
        (xs, ys), self._pressed = self.shown, spot
        self._turn(
            inside((xs[0] + x0 - x1, xs[1] + x0 - x1), self.whole[0]),
            inside((ys[0] + y0 - y1, ys[1] + y0 - y1), self.whole[1]),
        )

    def wheelEvent(self, event: QWheelEvent) -> None:
        by = event.angleDelta().y() / NOTCH
        control = bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier)
        spot = event.position()
        if (
            not self.zooms
            or not by
            or not self.frame.contains(spot)
            or (scrolls(self) and not control)
        ):
            event.ignore()
            return
        self.zoom_at(spot, by)
        event.accept()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        notches = {"+": 2, "=": 2, "-": -2}.get(event.text(), 0) if self.zooms else 0
        if not notches:
            super().keyPressEvent(event)
            return
        self.zoom_at(QPointF(self.key_spot()), notches)

    def key_spot(self) -> QPoint:
        """Where + and - zoom."""
        return self.frame.center().toPoint()


def scrolls(widget: QWidget) -> bool:
    """Whether the wheel scrolls an area around the widget."""
    above: QWidget | None = widget.parentWidget()
    while above is not None:
        if isinstance(above, QAbstractScrollArea) and above.verticalScrollBar().maximum() > 0:
            return True
        above = above.parentWidget()
    return False
