"""The focus ring: 2 px of ink, 2 px away from the control the keyboard reached. Mouse clicks show
none.
"""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QPoint, QRect, QRectF, Qt
from PySide6.QtGui import QFocusEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractSpinBox,
    QApplication,
    QComboBox,
    QLineEdit,
    QScrollArea,
    QWidget,
)

from lab.ui.parts import theme
from lab.ui.parts.guard import guarded

# sliders, boards and graphs paint their own
RINGED = (QAbstractButton, QComboBox, QAbstractSpinBox, QLineEdit)
WIDTH, OFF, RADIUS = 2, 2, 6
FOCUS = (QEvent.Type.FocusIn, QEvent.Type.FocusOut)
MOVES = (QEvent.Type.Move, QEvent.Type.Resize, QEvent.Type.Show, QEvent.Type.Hide)


class Ring(QWidget):
    """A frame over a window, round one control, which it follows when that is moved or
    scrolled.
    """

    def __init__(self, control: QWidget) -> None:
        super().__init__(control.window())
        self._control = control
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        above: QWidget | None = control
        while above is not None and above is not control.window():
            above.installEventFilter(self)
            above = above.parentWidget()
        self._place()

    def _place(self) -> None:
        """Round the control, if it can be seen, and within the window and what scrolls it."""
        margin = WIDTH + OFF
        box = _in_window(self._control).adjusted(-margin, -margin, margin, margin)
        area = _area_of(self._control)
        if area is not None:
            box &= _in_window(area)
        self.setGeometry(box & self._control.window().rect())
        self.setVisible(not self._control.visibleRegion().isEmpty())
        self.raise_()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() in MOVES:
            self._place()
        return False

    @guarded
    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(QPen(theme.current().colour("ink"), WIDTH))
            inset = WIDTH / 2
            painter.drawRoundedRect(
                QRectF(self.rect()).adjusted(inset, inset, -inset, -inset), RADIUS, RADIUS
            )


def _in_window(part: QWidget) -> QRect:
    return QRect(part.mapTo(part.window(), QPoint(0, 0)), part.size())


def _area_of(part: QWidget) -> QScrollArea | None:
    """The scroll area that a control is in."""
    above = part.parentWidget()
    while above is not None and not isinstance(above, QScrollArea):
        above = above.parentWidget()
    return above


def by_key(event: QFocusEvent) -> bool:
    """Whether the focus came by the keyboard, so that a ring is due."""
    return event.reason() in (
        Qt.FocusReason.TabFocusReason,
        Qt.FocusReason.BacktabFocusReason,
        Qt.FocusReason.ShortcutFocusReason,
    )


class OwnRing(QObject):
    """For a widget that paints its own ring: `shown` while it has the focus by keyboard."""

    def __init__(self, widget: QWidget) -> None:
        super().__init__(widget)
        self.shown = False
        widget.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if (
            event.type() in FOCUS
            and isinstance(event, QFocusEvent)
            and isinstance(watched, QWidget)
        ):
            self.shown = event.gotFocus() and by_key(event)
            watched.update()
        return False

    def paint(self, painter: QPainter, room: QRect, inset: int = 1, radius: int = 0) -> None:
        """The ring, if it is shown, `inset` pixels inside the widget's `room`."""
        if self.shown:
            painter.setPen(QPen(theme.current().colour("ink"), WIDTH))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            box = QRectF(room).adjusted(inset, inset, -inset, -inset)
            painter.drawRoundedRect(box, radius, radius)


class FocusRing(QObject):
    """Shows the ring wherever the keyboard takes the focus; keep one while the application runs."""

    def __init__(self, app: QApplication) -> None:
        super().__init__(app)
        self.ring: Ring | None = None
        app.focusChanged.connect(self._follow)

    def _follow(self, _before: QWidget | None, now: QWidget | None) -> None:
        if self.ring is not None:
            self.ring.destroyed.disconnect(self._forget)
            self.ring.hide()
            self.ring.deleteLater()
            self.ring = None
        if isinstance(now, RINGED) and now.window().testAttribute(
            Qt.WidgetAttribute.WA_KeyboardFocusChange
        ):
            area = _area_of(now)
            if area is not None:
                area.ensureWidgetVisible(now, 0, WIDTH + OFF)
            self.ring = Ring(now)
            self.ring.destroyed.connect(self._forget)

    def _forget(self) -> None:
        """The window with the ring is gone."""
        self.ring = None
