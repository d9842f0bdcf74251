"""The right half of the editor: the chosen part in numbers, the checks, the text, and the ways to
end.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import Signal
from PySide6.QtWidgets import (
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from engines.editing import Parts, Remark
from lab.ui.editor.fields import FieldGrid
from lab.ui.editor.remarks import RemarkList
from lab.ui.editor.text_box import TextBox
from lab.ui.parts.fold import Fold
from lab.ui.parts.layout import SlimScroll
from lab.ui.parts.marks import marks_of
from lab.ui.parts.segments import Choice, KeyButton, Segments

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

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName("Numbers and checks")
        self.title = QLabel(self)
        self.title.setProperty("look", "title")
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
        head = QHBoxLayout()
        head.setContentsMargins(12, 6, 12, 6)
        head.addWidget(self.title)
        head.addStretch(1)
        head.addWidget(self.switch)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(head)
        column.addWidget(_hairline(self))
        self._column.setContentsMargins(12, 8, 12, 10)
        self._column.setSpacing(6)
        self._column.addWidget(self.fields)
        for grid in self.common:
            self._band(grid, "Match")
        self._band(self.remarks, "Is this position legal?")
        self._band(self.text, "As text")
        self._column.addStretch(1)
        column.addWidget(SlimScroll(self._page, self, whole=True), 1)
        column.addWidget(_hairline(self))
        column.addLayout(self._endings())

    def _band(self, body: QWidget, title: str) -> None:
        """A part that folds away below its title."""
        fold, note, row = Fold(body, self), QLabel(self), QHBoxLayout()
        note.setProperty("look", "note")
        fold.set_captions(title, title)
        fold.open(True)
        fold.setProperty("strong", True)
        row.addWidget(fold, 1)
        row.addWidget(note)
        line = self._lines[body] = _hairline(self)
        self._column.addWidget(line)
        self._column.addLayout(row)
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


def _hairline(parent: QWidget) -> QFrame:
    line = QFrame(parent)
    line.setProperty("look", "hairline")
    return line
