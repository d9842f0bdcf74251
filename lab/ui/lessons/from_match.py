"""The part of a lesson's Set-up that takes the position and the search of the match."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QPushButton, QVBoxLayout, QWidget

from lab.compare.words import settings_words
from lab.lesson.match_start import MatchStart
from lab.match.seat import SearchSeat
from lab.ui.parts.messages import label

TIP = "Takes the position on the board, and the knobs of the search that plays there."


class FromMatch(QWidget):
    """A button, and a note of what was taken; `wanted` asks for the match's position."""

    wanted = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.start: MatchStart | None = None
        self.button, self.note = QPushButton("From the match"), label("", "note")
        self.button.setToolTip(f"<div><b>From the match</b></div><div>{TIP}</div>")
        self.button.clicked.connect(self.wanted)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(4)
        column.addWidget(self.button)
        column.addWidget(self.note)
        self.note.hide()

    def take(self, start: MatchStart, search: SearchSeat) -> None:
        """A position was taken."""
        self.start = start
        knobs = settings_words(search, start.game)
        self.note.setText(f"{start.words}: {search.title} of seat {start.seat + 1}, {knobs}.")
        self.note.show()

    def let_go(self) -> None:
        """The lesson is about another position."""
        self.start = None
        self.note.hide()

    def refuse(self, why: str) -> None:
        """Says why nothing can be taken."""
        self.note.setText(why)
        self.note.show()
