"""The line about the file of the game on the board: what is done with a newer version of it, what
is wrong there, and the numbers that can be written back.
"""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QPushButton, QWidget

from lab.ui.parts import theme
from lab.ui.parts.layout import row
from lab.ui.parts.messages import FittedLabel

LINES = 3


class FileNote(QFrame):
    """`write_asked` when the numbers of the sliders are to stand in the file."""

    write_asked = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAccessibleName("The game's file")
        self.label = FittedLabel("note", LINES, self)
        self.label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.button = QPushButton("Write back into the file", self)
        self.button.setToolTip("The numbers of this seat's sliders, in place of those in the file")
        self.button.clicked.connect(self.write_asked)
        row((self.label, 1), self.button, of=self, margins=4, gap=8)
        self.text = ""  # what it says
        self.button.hide()

    def set_words(self, text: str, wrong: bool, writes: bool) -> None:
        """What it says; whether that is an error, and whether there are numbers to write."""
        theme.set_look(self, "error" if wrong else "plain")
        self.text = text
        self.label.set_whole(text)
        self.button.setVisible(writes)
