"""The line above the trees of a past turn, which are searched again exactly, unasked or on request;
of a position that is searched beside the match; or of settings that are others by now.
"""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QLabel, QPushButton, QWidget

from lab.ui.parts.layout import row

TIP = (
    "The recorded search is repeated from its calls and changes, so its trees are the same\n"
    "node by node; the numbers at the root are compared with the recorded ones."
)
AGAIN, BACK = "Search it again exactly", "Back to the match"
THINK = "Think again"


class AgainRow(QWidget):
    """Words, and a button where the repetition waits for it."""

    asked = Signal()
    turned = Signal()  # it has come, or gone

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName("Recorded search")
        self.words, self.button = QLabel(), QPushButton(AGAIN)
        self.words.setProperty("look", "note")
        self.words.setWordWrap(True)
        self.button.clicked.connect(self.asked)
        row(self.button, (self.words, 1), of=self, margins=0)
        self.hide()

    def set_words(self, words: str, waits: bool, face: str = AGAIN) -> None:
        """What is to be said, "" for nothing, and whether the button is offered, by its face."""
        if words != self.words.text():
            self.words.setText(words)
            self.setAccessibleDescription(words)
        if face != self.button.text() or not self.button.toolTip():
            self.button.setText(face)
            self.button.setToolTip(TIP if face == AGAIN else face)
        self.button.setVisible(waits)
        if self.isHidden() == bool(words):
            self.setVisible(bool(words))
            self.turned.emit()
