"""What a region says when it has nothing to show, waits for something, or something went wrong.
Never a modal box.

The yellow line with what can be said so far.

A text that never shows half a line: what has no room is left out, and is the tool tip.

One question in the page, with two answers; or an offer to undo.
"""

from __future__ import annotations

import html
from collections.abc import Iterator, Sequence

from PySide6.QtCore import QEvent, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QGuiApplication, QKeyEvent, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import (
    QBoxLayout,
    QFrame,
    QHBoxLayout,
    QLabel,
    QPlainTextEdit,
    QProgressBar,
    QPushButton,
    QSizePolicy,
    QWidget,
)

from lab.ui.parts import theme
from lab.ui.parts.glyphs import icon, paint_glyph
from lab.ui.parts.guard import guarded
from lab.ui.parts.layout import column, row
from lab.ui.parts.tips import plain
from lab.words import numerals


class FittedLabel(QLabel):
    """A wrapped text in at most `lines` lines. If it is longer, the first of `shorter` texts that
    has room takes its place, else its beginning, which ends in an ellipsis.
    """

    def __init__(self, look: str, lines: int, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("look", look)
        self.setWordWrap(True)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self._lines, self._whole = lines, ""
        self._shorter: tuple[str, ...] = ()

    def set_whole(self, text: str, shorter: Sequence[str] = (), lines: int = 0) -> None:
        """Another text, and for how many lines there is room now (0: as before)."""
        after = (text, tuple(shorter), lines or self._lines)
        if after != (self._whole, self._shorter, self._lines):
            self._whole, self._shorter, self._lines = after
            self._fit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self._fit()

    def _fit(self) -> None:
        shown = next((text for text in self._texts() if self._has_room(text)), self._whole)
        hidden = self._whole if shown != self._whole else ""
        self.setText(shown)
        self.setToolTip(plain(hidden))
        self.setAccessibleName(hidden)

    def _texts(self) -> Iterator[str]:
        """What may be shown, best first."""
        yield from (self._whole, *self._shorter)
        words = (self._shorter[0] if self._shorter else self._whole).split(" ")
        yield from (" ".join(words[:n]) + " …" for n in range(len(words) - 1, 0, -1))

    def _has_room(self, text: str) -> bool:
        metrics, flags = self.fontMetrics(), Qt.TextFlag.TextWordWrap
        box = metrics.boundingRect(0, 0, max(1, self.width()), 10_000, flags, text)
        return box.height() < (self._lines + 0.5) * metrics.lineSpacing()


def sentences_dropped(text: str) -> list[str]:
    """The text without its last sentence, without its last two, and so on."""
    sentences = text.split(". ")
    return [". ".join(sentences[:n]) + "." for n in range(len(sentences) - 1, 0, -1)]


class VerdictLine(QFrame):
    """A bold beginning and the rest."""

    def __init__(self) -> None:
        super().__init__()
        self.setProperty("look", "message")
        self.text = label("", "", self)
        self.text.setTextFormat(Qt.TextFormat.RichText)
        row((self.text, 1), of=self, margins=8)

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


def one_line(text: str, look: str, parent: QWidget | None = None) -> QLabel:
    """A label of one of the style sheet's looks."""
    out = QLabel(text, parent)
    out.setProperty("look", look)
    return out


def label(text: str, look: str = "", parent: QWidget | None = None) -> QLabel:
    """A label of one of the style sheet's looks that wraps its text."""
    out = one_line(text, look, parent)
    out.setWordWrap(True)
    out.setTextFormat(Qt.TextFormat.PlainText)
    return out


class _Glyph(QWidget):
    """A glyph in a colour role."""

    def __init__(self, name: str, role: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._name, self._role = name, role
        self.setFixedSize(theme.current().px(18), theme.current().px(18))

    @guarded
    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            paint_glyph(
                painter,
                QRectF(self.rect()).adjusted(1, 1, -1, -1),
                self._name,
                theme.current().colour(self._role),
            )


class ErrorTitle(QWidget):
    """The red line of an error: a sign and a sentence, so that colour never carries the meaning
    alone.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.text = label("", "strong", self)
        row(_Glyph("error", "error", self), (self.text, 1), of=self, gap=6)
        theme.follow(self._restyle)

    def _restyle(self) -> None:
        self.text.setStyleSheet(f"color: {theme.current().colour('error').name()}")


class ErrorBar(QFrame):
    """What stopped, what is safe, buttons that say what they do, and the full text to copy.
    `chosen` carries the button's number.
    """

    chosen = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("look", "error")
        self.setAccessibleName("Error")
        page = column(of=self, margins=8, gap=6)
        self.title, self.sentence = ErrorTitle(self), label("", "", self)
        self._buttons = QHBoxLayout()
        self._buttons.setSpacing(8)
        self._fold, self._copy = QPushButton("Details to copy", self), QPushButton("Copy", self)
        for button in (self._fold, self._copy):
            button.setProperty("look", "fold")
            button.setFlat(True)
            button.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self._fold.setIcon(icon("right", "ink2"))
        self._details = QPlainTextEdit(self)
        self._details.setReadOnly(True)
        self._details.setAccessibleName("Details of the error")
        self._details.setFixedHeight(120)
        self._details.hide()
        self._copy.hide()
        for part in (self.title, self.sentence):
            page.addWidget(part)
        page.addLayout(self._buttons)
        page.addLayout(row(self._fold, self._copy, 1))
        page.addWidget(self._details)
        self._fold.clicked.connect(self._toggle)
        self._copy.clicked.connect(self.copy)

    def show_error(
        self, title: str, sentence: str, details: str, buttons: Sequence[str] = ()
    ) -> None:
        """Shows an error; the first button is the main one."""
        self.title.text.setText(title)
        self.sentence.setText(sentence)
        self.setAccessibleDescription(f"{title}. {sentence}")
        self._details.setPlainText(details)
        self._fold.setVisible(bool(details))
        while (item := self._buttons.takeAt(0)) is not None:
            old = item.widget()
            if old is not None:
                old.hide()
                old.deleteLater()
        for i, text in enumerate(buttons):
            button = QPushButton(text, self)
            button.setProperty("look", "primary" if i == 0 else "")
            button.clicked.connect(lambda _=False, i=i: self.chosen.emit(i))
            self._buttons.addWidget(button)
            button.show()
        self._buttons.addStretch(1)
        self.show()

    def _toggle(self) -> None:
        is_open = self._details.isHidden()
        self._details.setVisible(is_open)
        self._copy.setVisible(is_open)
        self._fold.setIcon(icon("down" if is_open else "right", "ink2"))

    def copy(self) -> None:
        """Puts title, sentence and details into the clipboard."""
        parts = (self.title.text.text(), self.sentence.text(), self._details.toPlainText())
        QGuiApplication.clipboard().setText("\n".join(p for p in parts if p))


class Empty(QWidget):
    """A sentence that says why there is nothing, one that says what to do, and a button that does
    it.
    """

    wanted = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._why, self._help = label("", "note", self), label("", "note", self)
        self._button = QPushButton(self)
        self._button.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self._button.clicked.connect(lambda: self.wanted.emit())
        column(self._why, self._help, self._button, 1, of=self, margins=12, gap=8)
        self.set_words("")

    def set_words(self, why: str, help: str = "", button: str = "") -> None:
        """The sentences, and the button's text; "" for no button."""
        self._why.setText(why)
        self._help.setText(help)
        self._help.setVisible(bool(help))
        self._button.setText(button)
        self._button.setVisible(bool(button))


class Full(QWidget):
    """Says that the tree's memory is full and what that means."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._title, self._count = QLabel("Memory is full", self), QLabel(self)
        self._title.setProperty("look", "band")
        self._count.setProperty("look", "note")
        column(
            row(self._title, (self._count, 1), gap=6),
            label(
                "The search goes on in the nodes it has: visits and means still change, but it "
                "looks no deeper. A larger memory takes effect with the next turn.",
                "note",
                self,
            ),
            of=self,
            margins=(12, 6, 12, 8),
            gap=2,
        )

    def set_nodes(self, nodes: int, capacity: int) -> None:
        """The nodes in use and the capacity."""
        self._count.setText(f"{nodes:,} of {capacity:,} nodes")


class Preparing(QWidget):
    """The first compile: what is prepared, how far, how long, and a way out."""

    cancelled = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._title = label("", "strong", self)
        self._time = QLabel(self)
        self._bar = QProgressBar(self)
        self._time.setProperty("look", "note")
        self._bar.setTextVisible(False)
        self._bar.setRange(0, 1000)
        self._bar.setAccessibleName("Progress of the preparation")
        cancel = QPushButton("Cancel", self)
        cancel.setToolTip("Stops preparing; the seat then follows a script or waits.")
        cancel.clicked.connect(lambda: self.cancelled.emit())
        lower = row(
            (label("First time only: later starts find it on the disk.", "note", self), 1), cancel
        )
        column(row((self._title, 1), self._time), self._bar, lower, of=self, margins=8, gap=6)

    def set_progress(
        self, what: str, share: float, seconds: float, usual_s: float = 0.0, led_in: bool = False
    ) -> None:
        """What is prepared ("Smitsimax for this game"), the `share` done in 0..1, and the seconds
        out of the usual time; whether a recorded match is `led_in` by it.
        """
        self._title.setText(
            f"A recorded match, until {what} is ready" if led_in else f"Preparing {what}"
        )
        usual = f", usually {usual_s:.0f} s" if usual_s > 0 else ""
        self._time.setText(f"{seconds:.0f} s{usual}")
        self._bar.setValue(round(1000 * min(1.0, max(0.0, share))))


class Hint(QFrame):
    """The answer to "what would you play?": a yellow line with a bold beginning."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("look", "message")
        self._move, self._why = QLabel(self), FittedLabel("", 2, self)
        self._move.setProperty("look", "strong")
        self._texts = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        self._texts.addWidget(self._move)
        self._texts.addWidget(self._why, 1)
        row(
            _Glyph("bulb", "mark_edge", self),
            (self._texts, 1),
            of=self,
            margins=(10, 6, 10, 6),
            gap=8,
        )

    def set_hint(self, move: str, why: str) -> None:
        """The move in words, and why."""
        across, down = QBoxLayout.Direction.LeftToRight, QBoxLayout.Direction.TopToBottom
        self._texts.setDirection(down if ";" in move else across)  # a line for several moves
        self._texts.setSpacing(0 if ";" in move else 8)
        self._move.setText(f"Hint: {move}.")
        self._why.set_whole(why, sentences_dropped(why), 1 if ";" in move else 2)
        self.setAccessibleName(f"Hint: {move}. {why}")


def hint_words(name: str, share: float, mean_sentence: str, counted: str = "visits") -> str:
    """Why a move is hinted: "UCT gives it 52 % of its visits; expected score 0.51."."""
    return (
        f"{name} gives it {numerals.percent(share)} of its "
        f"{counted}{'; ' + mean_sentence if mean_sentence else ''}."
    )


class QuestionBar(QFrame):
    """`answered` carries whether the first button was chosen; Esc chooses the other one."""

    answered = Signal(bool)

    def __init__(self) -> None:
        super().__init__()
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
