"""The yellow box of a lesson: what happened, and why."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QSizePolicy, QVBoxLayout, QWidget

from lab.ui.parts.messages import label


class Why(QFrame):
    """The yellow box: the rule with its numbers, and why."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
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
        self.head.setText(head)
        self.text.setText(text)
        self.text.setVisible(bool(text))
        self.setAccessibleName(f"Why: {head} {text}")
