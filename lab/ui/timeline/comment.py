"""The comment of the turn on show: plain text and a mark, kept as soon as typing pauses."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QSignalBlocker, QTimer, Signal
from PySide6.QtGui import QAction, QKeyEvent, QKeySequence, Qt
from PySide6.QtWidgets import QLabel, QPlainTextEdit, QPushButton, QSizePolicy, QVBoxLayout, QWidget

from lab.match.turn_tree import MARKS, MOST_TEXT, TurnNote
from lab.ui.parts import theme
from lab.ui.parts.layout import row

PAUSE_MS = 600  # of typing, after which the text is kept
MEANS = {"!": "good", "?": "a mistake", "!?": "worth a look", "?!": "doubtful"}


class CommentBox(QWidget):
    """Takes a note; emits each change with the number of the turn that it was written about."""

    written = Signal(int, object)  # a turn of the tree, TurnNote
    left = Signal()  # Esc was pressed

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._number, self._note = 0, TurnNote()
        self._command, self._untouched = QAction(self), True
        self.title, self.where = QLabel("Comment", self), QLabel(self)
        self.text = QPlainTextEdit(self)
        self.marks = [QPushButton(mark, self) for mark in MARKS]
        self._pause = QTimer(self)
        self._pause.setSingleShot(True)
        self._pause.setInterval(PAUSE_MS)
        self._pause.timeout.connect(self.keep)
        self._lay_out()
        self._dress()
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        theme.follow(self._restyled)

    def _lay_out(self) -> None:
        column = self._column = QVBoxLayout(self)
        column.setSpacing(5)
        column.addLayout(row(self.title, self.where, 1, *self.marks, gap=8))
        column.addWidget(self.text)

    def _dress(self) -> None:
        self.title.setProperty("look", "band")
        self.where.setProperty("look", "note")
        self.text.setAccessibleName("Comment")
        self.text.setTabChangesFocus(True)
        self.text.setPlaceholderText("What is to be remembered about this turn")
        self.text.textChanged.connect(self._typed)
        self.text.installEventFilter(self)
        for button, mark in zip(self.marks, MARKS, strict=True):
            button.setCheckable(True)
            button.setAccessibleName(f"{MEANS[mark].capitalize()}: {mark}")
            button.setToolTip(f"{MEANS[mark].capitalize()}\nMarks the turn with {mark}")
            button.clicked.connect(self._marked)

    def _restyled(self) -> None:
        look = theme.current()
        edge, field = look.colour("edge").name(), look.colour("field").name()
        self.text.setStyleSheet(
            f"QPlainTextEdit {{ border: 1px solid {edge}; border-radius: 4px; background: {field};"
            f" color: {look.colour('ink').name()}; font-size: {look.px(theme.BODY)}px; }}"
        )
        self.text.setFixedHeight(look.px(48))
        self._column.setContentsMargins(look.px(12), 6, look.px(12), 8)
        for button in self.marks:
            button.setFixedWidth(look.px(34))

    def set_command(self, command: QAction) -> None:
        """The command that opens and closes the box."""
        self._command = command

    def begin(self) -> None:
        """The keys go into the text; before anything is written, that of the command closes it."""
        self._untouched = True
        self.text.setFocus(Qt.FocusReason.ShortcutFocusReason)

    # -- setters -----------------------------------------------------------------------------------

    def set_note(self, number: int, where: str, note: TurnNote, is_latest: bool = True) -> None:
        """The turn on show, in words, and what is noted about it. What was written about another
        turn is kept first; what a person is just writing about this one stays, and so does what
        was written while `note` may still be the one before it.
        """
        if number != self._number:
            self.keep()
        elif self._pause.isActive() or note == self._note or not is_latest:
            return
        self._number, self._note = number, note
        self.where.setText(where)
        if self.text.toPlainText() != note.text:
            with QSignalBlocker(self.text):
                self.text.setPlainText(note.text)
        for button, mark in zip(self.marks, MARKS, strict=True):
            button.setChecked(mark == note.mark)

    # -- people ------------------------------------------------------------------------------------

    def _typed(self) -> None:
        self._untouched = False
        if len(self.text.toPlainText()) > MOST_TEXT:
            self.text.undo()
        self._pause.start()

    def _marked(self) -> None:
        """A click marks the turn, a second one takes the mark away; the other marks go."""
        for button in self.marks:
            if button is not self.sender():
                button.setChecked(False)
        self.keep()

    def keep(self) -> None:
        """Gives the note away, if it is another one than before."""
        self._pause.stop()
        mark = next((b.text() for b in self.marks if b.isChecked()), "")
        note = TurnNote(self.text.toPlainText().strip(), mark)
        if note != self._note:
            self._note = note
            self.written.emit(self._number, note)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Esc leaves the text; it is kept."""
        if not isinstance(event, QKeyEvent):
            return super().eventFilter(watched, event)
        keys = QKeySequence(event.keyCombination())
        if self._untouched and keys in self._command.shortcuts():
            if event.type() == QEvent.Type.ShortcutOverride:
                event.accept()
            elif event.type() == QEvent.Type.KeyPress:
                self._command.trigger()
            return True
        if event.key() == Qt.Key.Key_Escape:
            if event.type() == QEvent.Type.ShortcutOverride:
                event.accept()
            elif event.type() == QEvent.Type.KeyPress:
                self.keep()
                self.left.emit()
                return True
        return super().eventFilter(watched, event)
