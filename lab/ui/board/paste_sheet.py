"""The sheet into which a contest's text is pasted. A text that cannot be read stays there, with one
sentence why.
"""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QDialog,
    QHBoxLayout,
    QLabel,
    QPlainTextEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from lab.ui.parts import theme
from lab.ui.parts.combos import Combo, Entry
from lab.ui.parts.messages import ErrorTitle, label

GUESS = ""  # the entry that recognises the game from the text
HELP = (
    "What the contest sent to your program on its standard input: one turn or several, with "
    "the lines that come once, before the first turn. "
    "A single turn is read with those lines from the match on the board."
)


class PasteSheet(QDialog):
    """Setters in; `wanted` carries the text and the game's name, GUESS if the text decides."""

    wanted = Signal(str, str)

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        theme.wear(self)
        self.setWindowTitle("Paste a position")
        self.text = QPlainTextEdit(self)
        self.game = Combo("Game of the text", self)
        self.error = ErrorTitle(self)
        self.show_button = QPushButton("Show and think", self)
        self.close_button = QPushButton("Close", self)
        self.text.setAccessibleName("The contest's text")
        self.text.setPlaceholderText("Paste here")
        self.text.setTabChangesFocus(True)
        self.text.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        self.show_button.setProperty("look", "primary")
        self.show_button.setDefault(True)
        self._lay_out()
        self.show_button.clicked.connect(self._want)
        self.close_button.clicked.connect(self.close)
        self.text.textChanged.connect(self.error.hide)
        theme.follow(self._redress)
        self.error.hide()

    def _lay_out(self) -> None:
        column, game, buttons = QVBoxLayout(self), QHBoxLayout(), QHBoxLayout()
        column.setContentsMargins(16, 14, 16, 14)
        column.setSpacing(10)
        name = QLabel("Game", self)
        name.setBuddy(self.game)
        game.addWidget(name)
        game.addWidget(self.game, 1)
        buttons.addStretch(1)
        buttons.addWidget(self.close_button)
        buttons.addWidget(self.show_button)
        column.addWidget(label(HELP, "note", self))
        column.addWidget(self.text, 1)
        column.addWidget(self.error)
        column.addLayout(game)
        column.addLayout(buttons)

    def _redress(self) -> None:
        look = theme.current()
        self.text.setFont(look.fixed_font(theme.TABLE))
        self.resize(look.px(520), look.px(460))

    def ask(self, games: Sequence[Entry], text: str) -> None:
        """Shows the sheet with a text from the clipboard; without one, the sheet keeps its text."""
        self.game.set_entries([Entry(GUESS, "recognised from the text"), *games])
        if not self.game.name:
            self.game.choose(GUESS)
        if text.strip():
            self.text.setPlainText(text)
            self.text.selectAll()
        self.set_busy(False)
        self.error.hide()
        self.show()
        self.raise_()
        self.activateWindow()
        (self.show_button if self.text.toPlainText() else self.text).setFocus(
            Qt.FocusReason.OtherFocusReason
        )

    def refuse(self, sentence: str) -> None:
        """Says why the text cannot be shown."""
        self.set_busy(False)
        self.error.text.setText(sentence)
        self.error.show()

    def set_busy(self, busy: bool) -> None:
        """Whether the text is being read."""
        self.show_button.setEnabled(not busy)

    def _want(self) -> None:
        self.error.hide()
        self.set_busy(True)
        self.wanted.emit(self.text.toPlainText(), self.game.name)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.close()
        else:
            super().keyPressEvent(event)
