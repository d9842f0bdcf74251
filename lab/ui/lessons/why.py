"""The yellow box of a lesson: what happened, and why."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QFrame, QSizePolicy, QVBoxLayout, QWidget

from lab.ui.parts.messages import label

COVER = "What happens here, and why?", "Space or Page Down shows the answer."


class Why(QFrame):
    """The yellow box: the rule with its numbers, and why. While it is covered it asks for them;
    `asked` reports a click on the cover.
    """

    asked = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.is_covered, self._words = False, ("", "")
        self.setProperty("look", "message")
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Maximum)
        self.head, self.text = label("", "strong", self), label("", "", self)
        column = QVBoxLayout(self)
        column.setContentsMargins(12, 10, 12, 10)
        column.setSpacing(2)
        for part in (self.head, self.text):
            part.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
            column.addWidget(part)

    def say(self, head: str, text: str) -> None:
        """Sets the words."""
        self._words = head, text
        self._show()

    def cover(self, on: bool) -> None:
        """Hides the words behind a question, or shows them."""
        self.is_covered = on
        self._show()

    def _show(self) -> None:
        head, text = COVER if self.is_covered else self._words
        self.head.setText(head)
        self.text.setText(text)
        self.text.setVisible(bool(text))
        self.setAccessibleName(f"Why: {head} {text}")

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if self.is_covered:
            self.asked.emit()
        else:
            super().mousePressEvent(event)
