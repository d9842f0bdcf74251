"""Tool tips that are open while what they are about changes."""

from __future__ import annotations

from PySide6.QtCore import QEvent
from PySide6.QtGui import QCursor, QHelpEvent
from PySide6.QtWidgets import QApplication, QToolTip, QWidget


def retell(widget: QWidget) -> None:
    """Has a tool tip that is open over the widget say what is on show now."""
    if QToolTip.isVisible() and widget.underMouse():
        at = QCursor.pos()
        here = widget.mapFromGlobal(at)
        QApplication.sendEvent(widget, QHelpEvent(QEvent.Type.ToolTip, here, at))
