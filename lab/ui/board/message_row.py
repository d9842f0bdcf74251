"""The row below the board of a person's match: the last moves, a hint, or the result. It is always
there, so the board never moves under the pointer.
"""

from __future__ import annotations

from PySide6.QtCore import QSize
from PySide6.QtWidgets import QFrame, QLabel, QStackedLayout, QWidget

from lab.ui.parts import theme
from lab.ui.parts.layout import column, row
from lab.ui.parts.messages import FittedLabel, Hint

LINES = 2  # of text for which there is room
AROUND = 20  # pixels at 100 % above and below them


class ResultLine(QFrame):
    """Who won, in bold, and how."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("look", "message")
        self._title, self._detail = QLabel(self), FittedLabel("", LINES, self)
        self._title.setProperty("look", "strong")
        row(self._title, (self._detail, 1), of=self, margins=(10, 6, 10, 6), gap=8)

    def set_result(self, title: str, detail: str) -> None:
        """The result of a finished match."""
        detail = f"{detail[:1].upper()}{detail[1:]}." if detail else ""
        self._title.setText(f"{title}.")
        self._detail.set_whole(detail)
        self.setAccessibleName(f"{title}. {detail}".strip())


class MessageRow(QWidget):
    """A hint hides the last moves, a result both."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName("Messages")
        self.moves, self.hint = FittedLabel("note", LINES, self), Hint(self)
        self.result = ResultLine(self)
        self._hinted = self._ended = False
        self._moves = self._note = ""
        self._stack = QStackedLayout()
        column(self._stack, of=self, margins=4)
        for part in (self.moves, self.hint, self.result):
            self._stack.addWidget(part)
        theme.changed.connect(self._restyle)
        self._restyle()

    def set_moves(self, text: str) -> None:
        """What has just been played."""
        self._moves = text
        self._show_moves()

    def set_note(self, text: str) -> None:
        """A second line: what figures on the board mean."""
        self._note = text
        self._show_moves()

    def _show_moves(self) -> None:
        """Without room for both the moves stay whole, and the note is left out."""
        both = "\n".join(line for line in (self._moves, self._note) if line)
        self.moves.set_whole(both, (self._moves,))

    def show_hint(self, move: str, why: str) -> None:
        """The move in words, and why."""
        self.hint.set_hint(move, why)
        self._hinted = True
        self._choose()

    def clear_hint(self) -> None:
        """Removes the hint."""
        self._hinted = False
        self._choose()

    def set_result(self, title: str, detail: str = "") -> None:
        """Who won and how; "" while the match goes on."""
        self._ended = bool(title)
        if title:
            self.result.set_result(title, detail)
        self._choose()

    def _choose(self) -> None:
        part = self.result if self._ended else self.hint if self._hinted else self.moves
        self._stack.setCurrentWidget(part)

    def _restyle(self) -> None:
        look = theme.current()
        line = theme.metrics(theme.BODY, False, look.scale).lineSpacing()
        self.setFixedHeight(round(LINES * line) + look.px(AROUND))

    def sizeHint(self) -> QSize:
        return QSize(480, self.height())
