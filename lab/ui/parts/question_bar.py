"""One question in the page, with two answers; or an offer to undo."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QFrame, QPushButton, QWidget

from lab.ui.parts.layout import column, row
from lab.ui.parts.messages import label


class QuestionBar(QFrame):
    """`answered` carries whether the first button was chosen; Esc chooses the other one."""

    answered = Signal(bool)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("look", "error")
        self.title, self.sentence = label("", "strong", self), label("", "", self)
        self.yes, self.no = QPushButton(self), QPushButton(self)
        box = column(self.title, self.sentence, of=self, margins=8, gap=6)
        box.addLayout(row(self.yes, self.no, 1, gap=8))
        self.yes.clicked.connect(lambda: self._answer(True))
        self.no.clicked.connect(lambda: self._answer(False))
        self.hide()

    def ask(self, title: str, sentence: str, yes: str, no: str) -> None:
        """Shows a question; the keys go to `no`, which changes nothing."""
        self.title.setText(title)
        self.sentence.setText(sentence)
        self.yes.setText(yes)
        self.no.setText(no)
        self.setAccessibleName(f"{title} {sentence}")
        self.show()
        self.no.setFocus(Qt.FocusReason.OtherFocusReason)

    def _answer(self, yes: bool) -> None:
        self.hide()
        self.answered.emit(yes)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self._answer(False)
        else:
            super().keyPressEvent(event)
