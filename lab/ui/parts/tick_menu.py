"""A menu of boxes that stays open while they are ticked."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QMenu

TICKS = (Qt.Key.Key_Space, Qt.Key.Key_Return, Qt.Key.Key_Enter)


class TickMenu(QMenu):
    """A click on a box, or Space, ticks it; Esc and a click elsewhere close the menu."""

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if not _ticked(self.actionAt(event.position().toPoint())):
            super().mouseReleaseEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() not in TICKS or not _ticked(self.activeAction()):
            super().keyPressEvent(event)


def _ticked(action: QAction | None) -> bool:
    """Ticks a box, or takes the tick away; whether it is one."""
    if action is None or not action.isCheckable() or not action.isEnabled():
        return False
    action.trigger()
    return True
