"""The right half of the editor: the chosen part in numbers, the checks, the text, and the ways to
end.

Of the checks, what holds has a tick, what is worth knowing an exclamation mark, and what keeps the
position from being played a cross. The text is live both ways: what is typed becomes the position
at once; what cannot be read stays, with a sentence why.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QRectF, QSignalBlocker, Qt, Signal
from PySide6.QtGui import QFocusEvent, QFont, QGuiApplication, QPainter, QPaintEvent, QTextOption
from PySide6.QtWidgets import (
    QFrame,
    QGridLayout,
    QLabel,
    QPlainTextEdit,
    QPushButton,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from engines.editing import ERROR, NOTE, OK, Parts, Remark
from lab.ui.editor.fields import FieldGrid
from lab.ui.parts import theme
from lab.ui.parts.band import Fold
from lab.ui.parts.glyphs import paint_glyph
from lab.ui.parts.guard import guarded
from lab.ui.parts.layout import SlimScroll, column, hairline, row
from lab.ui.parts.marks import marks_of
from lab.ui.parts.messages import ErrorTitle, label, one_line
from lab.ui.parts.segments import Choice, KeyButton, Segments

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

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.edit, self.error = TextLines(self), ErrorTitle(self)
        self.copy = QPushButton("Copy", self)
        self.edit.setAccessibleName("The position as text")
        self.edit.setTabChangesFocus(True)
        self.edit.setWordWrapMode(QTextOption.WrapMode.WrapAnywhere)
        self._text = ""
        box = row((self.edit, 1), (self.copy, 0, Qt.AlignmentFlag.AlignBottom))
        column(box, self.error, of=self, gap=4)
        self.error.hide()
        self.edit.textChanged.connect(self._changed)
        self.edit.left.connect(self._tidy)
        self.edit.document().documentLayout().documentSizeChanged.connect(self._fit)
        self.copy.clicked.connect(lambda: QGuiApplication.clipboard().setText(self._text))
        theme.follow(self._dress)

    def _dress(self) -> None:
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
            with QSignalBlocker(self.edit):
                self.edit.setPlainText(self._text)

    def refuse(self, sentence: str) -> None:
        """Says why the text is no position."""
        self.error.text.setText(sentence)
        self.error.show()

    def _changed(self) -> None:
        text = self.edit.toPlainText()
        if text != self._text:
            self.typed.emit(text)


SIGN = 16  # pixels at 100 %
ROLES = {OK: "ok", NOTE: "warn", ERROR: "error"}
SPOKEN = {OK: "holds", NOTE: "note", ERROR: "error"}


class Sign(QWidget):
    """The sign of a level."""

    def __init__(self, level: str, parent: QWidget) -> None:
        super().__init__(parent)
        self._level = level
        self.setFixedSize(theme.current().px(SIGN), theme.current().px(SIGN + 2))

    @guarded
    def paintEvent(self, event: QPaintEvent) -> None:
        look = theme.current()
        colour = look.colour(ROLES[self._level])
        with QPainter(self) as painter:
            box = QRectF(0, look.px(2), look.px(SIGN - 2), look.px(SIGN - 2))
            if self._level == NOTE:
                painter.setPen(colour)
                painter.setFont(QFont(look.font(theme.BODY, True)))
                painter.drawText(box, Qt.AlignmentFlag.AlignCenter, "!")
            else:
                paint_glyph(painter, box, "check" if self._level == OK else "close", colour)


class RemarkRow(QWidget):
    """One check: sign, sentence and, smaller, what it means."""

    def __init__(self, remark: Remark, parent: QWidget) -> None:
        super().__init__(parent)
        column = QVBoxLayout()
        column.setSpacing(0)
        row(
            (Sign(remark.level, self), 0, Qt.AlignmentFlag.AlignTop),
            (column, 1),
            of=self,
            margins=(0, 1, 0, 1),
            gap=theme.current().px(8),
        )
        column.addWidget(label(remark.text, "" if remark.level != ERROR else "strong", self))
        if remark.more:
            column.addWidget(label(remark.more, "note", self))
        self.setAccessibleName(f"{SPOKEN[remark.level]}: {remark.text}. {remark.more}".strip())


class RemarkList(QWidget):
    """All checks of a position, in order."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAccessibleName("Checks")
        self._column = column(of=self, gap=2)
        self._rows: list[RemarkRow] = []
        self.remarks: tuple[Remark, ...] = ()
        theme.changed.connect(self._build)

    def set_remarks(self, remarks: Sequence[Remark]) -> None:
        """Shows other checks; equal ones stay as they are."""
        if tuple(remarks) != self.remarks:
            self.remarks = tuple(remarks)
            self._build()

    def _build(self) -> None:
        for line in self._rows:
            self._column.removeWidget(line)
            line.hide()
            line.deleteLater()
        self._rows = [RemarkRow(remark, self) for remark in self.remarks]
        for line in self._rows:
            self._column.addWidget(line)


WHOLE = 3  # the most groups of the whole position
MARKED = 8  # the most segments that have room for marks
THINK, PLAY, DISCARD, BRANCH = "think", "play", "discard", "branch"


@dataclass(frozen=True)
class Ending:
    """One way to leave the editor; `place` is its row and column."""

    name: str
    title: str
    key: str
    tip: str
    place: tuple[int, int]


ENDINGS = (
    Ending(THINK, "Think about it", "T", "A match that waits here while a search thinks", (0, 0)),
    Ending(PLAY, "Play on from here", "Enter", "A new match that starts here", (0, 1)),
    Ending(DISCARD, "Discard", "Esc", "The match as it was; Ctrl+Z brings this back", (1, 0)),
    Ending(BRANCH, "Branch", "Ctrl+B", "A branch of this match that begins here", (1, 1)),
)


class EditorPanel(QWidget):
    """Setters in; `changed` carries a part and its number, `typed` the text, `grouped` the name of
    another group, `ended` the name of an ending.
    """

    changed = Signal(str, float)
    typed = Signal(str)
    grouped = Signal(str)
    ended = Signal(str)

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAccessibleName("Numbers and checks")
        self.title = one_line("", "title", self)
        self.switch = Segments("Group", parent=self)
        self.fields = FieldGrid(self)
        self.common = tuple(FieldGrid(self) for _ in range(WHOLE))
        self.remarks, self.text = RemarkList(self), TextBox(self)
        self.buttons: dict[str, KeyButton] = {}
        self._folds: dict[QWidget, Fold] = {}
        self._notes: dict[QWidget, QLabel] = {}
        self._lines: dict[QWidget, QFrame] = {}
        self._page = QWidget()
        self._column = QVBoxLayout(self._page)
        self._lay_out()
        self.switch.chosen.connect(self._choose)
        self.fields.changed.connect(self.changed)
        for grid in self.common:
            grid.changed.connect(self.changed)
        self.text.typed.connect(self.typed)

    # -- building ----------------------------------------------------------------------------------

    def _lay_out(self) -> None:
        head = row(self.title, 1, self.switch, margins=6)
        box = column(head, hairline(), of=self, gap=0)
        self._column.setContentsMargins(12, 8, 12, 10)
        self._column.setSpacing(6)
        self._column.addWidget(self.fields)
        for grid in self.common:
            self._band(grid, "Match")
        self._band(self.remarks, "Is this position legal?")
        self._band(self.text, "As text")
        self._column.addStretch(1)
        box.addWidget(SlimScroll(self._page, self, whole=True), 1)
        box.addWidget(hairline())
        box.addLayout(self._endings())

    def _band(self, body: QWidget, title: str) -> None:
        """A part that folds away below its title."""
        fold, note = Fold(body, self), one_line("", "note", self)
        fold.set_captions(title, title)
        fold.open(True)
        fold.setProperty("strong", True)
        box = row((fold, 1), note)
        line = self._lines[body] = hairline()
        self._column.addWidget(line)
        self._column.addLayout(box)
        self._column.addWidget(body)
        self._folds[body], self._notes[body] = fold, note

    def _endings(self) -> QGridLayout:
        grid = QGridLayout()
        grid.setContentsMargins(12, 10, 12, 10)
        grid.setSpacing(8)
        grid.setColumnStretch(0, 1)
        grid.setColumnStretch(1, 2)
        for ending in ENDINGS:
            button = KeyButton(ending.title, key=ending.key, tip=ending.tip, parent=self)
            button.setObjectName(ending.name)
            button.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
            button.clicked.connect(self._end)
            if ending.name == PLAY:
                button.setProperty("look", "primary")
            self.buttons[ending.name] = button
            grid.addWidget(button, *ending.place)
        return grid

    # -- setters -----------------------------------------------------------------------------------

    def set_parts(self, parts: Parts, group: str, marked: str, owner: Sequence[int]) -> None:
        """The groups, of which one is chosen, with their numbers; those of the whole position are
        always there.
        """
        agents = [each for each in parts.groups if each.agent >= 0]
        whole = [each.name for each in parts.groups if each.agent < 0 and not each.apart]
        own = [field for field in parts.fields if field.group == group]
        chosen = group in [each.name for each in agents]
        self.title.setText(group if own else parts.groups[0].name)
        choices = [
            Choice(each.name, str(k + 1), each.name, each.agent if len(agents) <= MARKED else None)
            for k, each in enumerate(agents)
        ]
        self.switch.set_choices(choices, marks_of(tuple(owner)))
        self.switch.setVisible(len(agents) > 1)
        if chosen:
            self.switch.set_value(group)
        else:
            self.switch.clear()
        self.fields.set_fields(own, marked)
        bands = [name for name in whole if name != group][:WHOLE]
        for grid, name in zip(self.common, [*bands, *[""] * (WHOLE - len(bands))], strict=True):
            fields = [field for field in parts.fields if field.group == name]
            grid.set_fields(fields, marked)
            self._show_band(grid, bool(fields), name)

    def refuse(self, part: str, sentence: str) -> None:
        """Says, below the fields of a part, why it cannot have what was typed."""
        grids = (self.fields, *self.common)
        next((each for each in grids if each.widget(part) is not None), self.fields).refuse(
            sentence
        )

    def set_remarks(self, remarks: Sequence[Remark], playable: bool) -> None:
        """The checks, and whether they let the position be played."""
        self.remarks.set_remarks(remarks)
        for name in (THINK, PLAY, BRANCH):
            self.buttons[name].setEnabled(playable)

    def set_branch(self, of: str) -> None:
        """Of what the position can be a branch: "turn 30"; "" if of nothing here."""
        self.buttons[BRANCH].setText(f"Branch of {of}")
        self.buttons[BRANCH].setVisible(bool(of))

    def set_text(self, title: str, note: str, text: str) -> None:
        """The position as text; without a title the game has none."""
        self._show_band(self.text, bool(title), title)
        self._notes[self.text].setText(note)
        self.text.set_text(text)

    def _show_band(self, body: QWidget, on: bool, title: str) -> None:
        fold = self._folds[body]
        body.setVisible(on and (fold.opened or fold.isHidden()))
        fold.setVisible(on)
        self._notes[body].setVisible(on)
        self._lines[body].setVisible(on)
        if title:
            fold.set_captions(title, title)

    # -- signals -----------------------------------------------------------------------------------

    def _choose(self, name: object) -> None:
        self.grouped.emit(str(name))

    def _end(self) -> None:
        self.ended.emit(self.sender().objectName())
