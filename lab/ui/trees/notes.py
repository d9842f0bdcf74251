"""The lines between the title of Trees and its bands: a hint, an error, or that the memory is full;
usually none.
"""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QLabel, QVBoxLayout, QWidget

from lab.ui.parts.messages import ErrorBar, Full
from lab.words.columns import Column


class Notes(QWidget):
    """Setters in; `answered` carries the number of the error's button that was pressed."""

    answered = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.hint, self.error, self.full = QLabel(self), ErrorBar(self), Full(self)
        self.hint.setProperty("look", "note")
        self.hint.setWordWrap(True)
        self.hint.setContentsMargins(12, 0, 12, 6)
        self.error.chosen.connect(self.answered)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        for part in (self.hint, self.error, self.full):
            layout.addWidget(part)
            part.hide()

    def set_hint(self, text: str) -> None:
        """A line for the whole dock; "" for none."""
        self.hint.setText(text)
        self.hint.setVisible(bool(text))

    def set_failure(self, title: str, sentence: str, details: str, buttons: Sequence[str]) -> None:
        """An error; an empty title removes it."""
        if title:
            self.error.show_error(title, sentence, details, buttons)
        else:
            self.error.hide()

    def show_full(self, columns: Sequence[Column]) -> None:
        """Reports it if the memory of one of these searches is full."""
        full = next((c for c in columns if c.thought.snapshot.full), None)
        if full is not None:
            self.full.set_nodes(full.thought.snapshot.nodes, full.agent.stats.capacity)
        self.full.setVisible(full is not None)
