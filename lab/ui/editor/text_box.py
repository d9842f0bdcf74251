"""The position as text, live both ways: what is typed becomes the position at once; what cannot be
read stays, with a sentence why.
"""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QFocusEvent, QGuiApplication, QTextOption
from PySide6.QtWidgets import QHBoxLayout, QPlainTextEdit, QPushButton, QVBoxLayout, QWidget

from lab.ui.parts import theme
from lab.ui.parts.messages import ErrorTitle

MOST_LINES = 12


class TextLines(QPlainTextEdit):
    """An edit that says when the keyboard leaves it."""

    left = Signal()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.left.emit()


class TextBox(QWidget):
    """A few lines of text; `typed` carries them after each change by hand."""

    typed = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.edit, self.error = TextLines(self), ErrorTitle(self)
        self.copy = QPushButton("Copy", self)
        self.edit.setAccessibleName("The position as text")
        self.edit.setTabChangesFocus(True)
        self.edit.setWordWrapMode(QTextOption.WrapMode.WrapAnywhere)
        self._text = ""
        row, column = QHBoxLayout(), QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(4)
        row.addWidget(self.edit, 1)
        row.addWidget(self.copy, 0, Qt.AlignmentFlag.AlignBottom)
        column.addLayout(row)
        column.addWidget(self.error)
        self.error.hide()
        self.edit.textChanged.connect(self._changed)
        self.edit.left.connect(self._tidy)
        self.edit.document().documentLayout().documentSizeChanged.connect(self._fit)
        self.copy.clicked.connect(self._copy)
        theme.changed.connect(self._dress)
        self._dress()

    def _dress(self, _theme: object = None) -> None:
        self.edit.setFont(theme.current().fixed_font(theme.TABLE))
        self._fit()

    def _fit(self, _size: object = None) -> None:
        """As many lines as the text has, within bounds."""
        lines = max(1, min(MOST_LINES, round(self.edit.document().size().height())))
        margins = 2 * round(self.edit.document().documentMargin()) + 10
        high = lines * self.edit.fontMetrics().lineSpacing() + margins
        if high != self.edit.height():
            self.edit.setFixedHeight(high)

    def set_text(self, text: str) -> None:
        """Shows the position's text, unless the one being typed means the same."""
        self.error.hide()
        if text == self._text:
            return
        self._text = text
        if not self.edit.hasFocus():
            self._tidy()
        self._fit()

    def _tidy(self) -> None:
        """Writes the position as it is written here, unless what was typed is refused."""
        if self.error.isHidden() and self.edit.toPlainText() != self._text:
            self.edit.blockSignals(True)
            self.edit.setPlainText(self._text)
            self.edit.blockSignals(False)

    def refuse(self, sentence: str) -> None:
        """Says why the text is no position."""
        self.error.text.setText(sentence)
        self.error.show()

    def _changed(self) -> None:
        text = self.edit.toPlainText()
        if text != self._text:
            self.typed.emit(text)

    def _copy(self) -> None:
        QGuiApplication.clipboard().setText(self._text)
