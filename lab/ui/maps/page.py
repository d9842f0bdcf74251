"""The page Maps: what the searches of one position expect, and what their choice hangs on."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent, QShowEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget

from lab.ui.maps.expecting import ExpectPanel
from lab.ui.parts.scroll import SlimScroll
from lab.ui.shell.workspaces import WorkspacePage


class MapsPage(WorkspacePage):
    """Setters are silent; `stepped` carries how many turns to go, `left` that the match is wanted
    back, `ended` that the window closes.
    """

    stepped = Signal(int)
    left = Signal()
    ended = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName("Maps")
        self._state = ""
        self.expecting = ExpectPanel()
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(SlimScroll(self.expecting, self))

    def set_state(self, state: str) -> None:
        """What is going on, for the status bar."""
        self._state = state

    def state_words(self) -> str:
        return self._state

    def end(self) -> None:
        self.ended.emit()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setFocus(Qt.FocusReason.OtherFocusReason)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        step = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}.get(Qt.Key(event.key()), 0)
        if step:
            self.stepped.emit(step)
        elif event.key() == Qt.Key.Key_Escape:
            self.left.emit()
        else:
            super().keyPressEvent(event)
