"""Turns of the mouse wheel over a widget, as Qt sends them."""

from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtWidgets import QApplication, QWidget

PLAIN = Qt.KeyboardModifier.NoModifier


def turn(
    widget: QWidget, spot: QPointF, notches: int, keys: Qt.KeyboardModifier = PLAIN
) -> QWheelEvent:
    """Sends `notches` at a pixel, positive away from the user; the event tells who took it."""
    event = QWheelEvent(
        spot,
        widget.mapToGlobal(spot),
        QPoint(),
        QPoint(0, 120 * notches),
        Qt.MouseButton.NoButton,
        keys,
        Qt.ScrollPhase.NoScrollPhase,
        False,
    )
    QApplication.sendEvent(widget, event)
    return event
