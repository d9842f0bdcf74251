"""What is said of the move on the board, in words made from its numbers, and what can be done."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QLabel, QSizePolicy, QVBoxLayout, QWidget

from lab.ui.parts.spoken import announce, describe


class Verdict(QFrame):
    """A headline and the numbers behind it."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("look", "message")
        self.setAccessibleName("What the review says")
        self.head, self.body = QLabel(self), QLabel(self)
        self.head.setProperty("look", "strong")
        column = QVBoxLayout(self)
        column.setContentsMargins(12, 8, 12, 10)
        column.setSpacing(3)
        for part in (self.head, self.body):
            part.setWordWrap(True)
            part.setTextFormat(Qt.TextFormat.PlainText)
            part.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.MinimumExpanding)
            column.addWidget(part)

    def say(self, head: str, body: str = "") -> None:
        """Shows the words; screen readers are given them as they change."""
        if (head, body) == (self.head.text(), self.body.text()):
            return
        self.head.setText(head)
        self.body.setText(body)
        self.body.setVisible(bool(body))
        self.setVisible(bool(head))
        describe(self, f"{head} {body}".strip())
        announce(self, head)
