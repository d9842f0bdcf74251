"""A name that is edited in its place."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QLineEdit, QWidget


class NameLine(QLineEdit):
    """Takes the place of the widget that shows a name. Enter gives `renamed` with the old and the
    new name; Escape and leaving change nothing.
    """

    renamed = Signal(str, str)

    def __init__(self, shows: QWidget, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._shows, self._name = shows, ""
        self.hide()
        self.returnPressed.connect(self._take)
        self.editingFinished.connect(self.leave)

    def begin(self, name: str) -> None:
        """The name can be edited."""
        self._name = name
        self.setText(name)
        self.setAccessibleName(f"New name of {name}")
        self._shows.hide()
        self.show()
        self.selectAll()
        self.setFocus(Qt.FocusReason.OtherFocusReason)

    def leave(self) -> None:
        """The name is shown again."""
        if self.isHidden():
            return
        had = self.hasFocus()
        self.hide()
        self._shows.show()
        if had:
            self._shows.setFocus(Qt.FocusReason.OtherFocusReason)

    def _take(self) -> None:
        new = self.text().strip()
        if new and new != self._name:
            self.renamed.emit(self._name, new)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.leave()
        else:
            super().keyPressEvent(event)
