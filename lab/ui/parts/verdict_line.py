"""The yellow line with what can be said so far."""

from __future__ import annotations

import html

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QFrame, QHBoxLayout, QWidget

from lab.ui.parts.messages import label


class VerdictLine(QFrame):
    """A bold beginning and the rest."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("look", "message")
        self.text = label("", "", self)
        self.text.setTextFormat(Qt.TextFormat.RichText)
        row = QHBoxLayout(self)
        row.setContentsMargins(12, 8, 12, 8)
        row.addWidget(self.text, 1)

    def set_words(self, first: str, rest: str, lines: bool = False) -> None:
        """Sets the sentence; with `lines` the rest begins a line of its own."""
        between = "<br>" if lines else " "
        said = f'<span style="font-weight: 600">{html.escape(first)}</span>{between}'
        said += html.escape(rest)
        if said == self.text.text():  # the same text would be laid out and painted again
            return
        self.text.setText(said)
        self.setAccessibleName(f"{first} {rest}")

    def minimumSizeHint(self) -> QSize:
        return QSize(100, super().minimumSizeHint().height())
