"""The list of past matches: game, players, result, turns and date of each, the last position of
the chosen one, and what is different in two of them.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from pathlib import Path

from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QDialog, QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from engines.scene import Scene
from lab.files.past import PastMatch
from lab.ui.board.scene_view import draw
from lab.ui.parts import theme
from lab.ui.parts.fields import Field
from lab.ui.parts.guard import guarded
from lab.ui.parts.layout import column
from lab.ui.parts.marks import marks_of
from lab.ui.parts.table import FieldTable, SearchLine
from lab.words.printable import whole_text

SEARCH = "past matches", "a game, a player, a result, a date"
FOLDER = "Open folder"
NAMES = ("Open", "Compare", "Delete", "Undo", FOLDER)
PLAYERS, RESULT = 120, 90  # least widths, pixels at 100 %


class PastTable(FieldTable[PastMatch]):
    """One row for each match; two can be selected, to be compared."""

    sorts, many = True, True

    def fields(self) -> Sequence[Field[PastMatch]]:
        return FIELDS

    def words(self, row: PastMatch) -> str:
        with_ = f", {_extras(row)}" if _extras(row) else ""
        return (
            f"{_date(row)}: {row.game}, {_players(row)}, {_result(row)}, "
            f"{_count(row.turns, 'turn', 's')}{with_}."
        )

    def key(self, row: PastMatch) -> Path:
        return row.path


def _date(match: PastMatch) -> str:
    return f"{datetime.fromtimestamp(match.when):%Y-%m-%d %H:%M}"


def _players(match: PastMatch) -> str:
    return " against ".join(match.players)


def _result(match: PastMatch) -> str:
    return match.result or ("being played" if match.is_running else "interrupted")


def _extras(match: PastMatch) -> str:
    said = _count(match.branches, "branch", "es"), _count(match.comments, "comment", "s")
    return ", ".join(filter(None, said))


def _count(count: int, word: str, plural: str) -> str:
    return f"{count} {word}{plural * (count != 1)}" if count else ""


FIELDS: tuple[Field[PastMatch], ...] = (
    Field("Date", _date, order=lambda match: match.when),
    Field("Game", lambda match: match.game),
    Field("Players", _players, least=PLAYERS, rest=True),
    Field("Result", _result, least=RESULT, most=0.3),
    Field("Turns", lambda match: f"{match.turns}", right=True, order=lambda m: m.turns),
    Field("With", _extras),
)


class SmallBoard(QWidget):
    """The last position of a match."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._scene: Scene | None = None
        self._owner: tuple[int, ...] = (0, 1)
        self.setAccessibleName("Last position")
        theme.changed.connect(self.update)

    def set_scene(self, scene: Scene | None, owner: Sequence[int] = (0, 1)) -> None:
        """A position of a game whose agents belong to these seats; None for none."""
        self._scene, self._owner = scene, tuple(owner)
        self.update()

    @guarded
    def paintEvent(self, event: QPaintEvent) -> None:
        scene = self._scene
        if scene is None:
            return
        ratio = scene.height / scene.width
        wide = min(self.width(), self.height() / ratio)
        room = QRectF((self.width() - wide) / 2, 0, wide, wide * ratio)
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            draw(painter, scene, room, theme.current(), marks_of(self._owner))


class PastList(QDialog):
    """Shows matches; emits what a person wants of one."""

    open_asked = Signal(object)  # a PastMatch
    compare_asked = Signal(object, object)  # two of them, in the order of the list
    delete_asked = Signal(object)
    undo_asked = Signal()
    folder_asked = Signal()
    looked_at = Signal(object)  # a PastMatch, or None
    closed = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        theme.wear(self)
        self.setWindowTitle("Past matches")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.table, self.search = PastTable("Past matches", self), SearchLine(*SEARCH)
        self.board, self.other, self.note = SmallBoard(self), SmallBoard(self), QLabel(self)
        self.words = QLabel(self)
        self.buttons = {name: QPushButton(name, self) for name in NAMES}
        self._lay_out()
        self._dress()
        look = theme.current()
        self.resize(look.px(1080), look.px(520))

    def _lay_out(self) -> None:
        side, low, row = QVBoxLayout(), QHBoxLayout(), QHBoxLayout()
        side.addWidget(self.board, 1)
        side.addWidget(self.other, 1)
        side.addWidget(self.words)
        low.addWidget(self.note, 1)
        for button in self.buttons.values():
            low.addWidget(button)
        listed = QVBoxLayout()
        listed.addWidget(self.search)
        listed.addWidget(self.table, 1)
        row.addLayout(listed, 1)
        row.addLayout(side)
        column((row, 1), low, of=self, margins=(16, 12, 16, 12), gap=10)
        for part in (self.board, self.other, self.words):
            part.setFixedWidth(theme.current().px(240))
        self.words.setWordWrap(True)
        self.words.setTextFormat(Qt.TextFormat.PlainText)
        self.other.setAccessibleName("Position of the second match")
        self.set_apart("", None)

    def _dress(self) -> None:
        self.search.textChanged.connect(self._search)
        self.note.setProperty("look", "note")
        self.buttons["Undo"].setToolTip("Undo\nBrings back the match that was deleted last.")
        self.buttons["Delete"].setToolTip("Delete\nUndo brings it back until this list is closed.")
        self.buttons["Compare"].setToolTip(
            "Compare\nWhere two matches are different: choose both, with Ctrl and a click."
        )
        self.table.chosen.connect(self._look)
        self.table.selectionModel().selectionChanged.connect(self._choose)
        self.table.opened.connect(self._open)
        self.buttons["Open"].clicked.connect(self._open)
        self.buttons["Compare"].clicked.connect(self._compare)
        self.buttons["Delete"].clicked.connect(self._delete)
        self.buttons["Undo"].clicked.connect(self.undo_asked)
        self.buttons[FOLDER].clicked.connect(self.folder_asked)
        self.buttons["Delete"].setShortcut("Delete")
        self.buttons["Undo"].setShortcut("Ctrl+Z")
        for name in ("Compare", "Undo"):
            self.buttons[name].setEnabled(False)
        self._look()

    @property
    def chosen(self) -> PastMatch | None:
        """The match whose row is current."""
        return self.table.current

    @property
    def matches(self) -> tuple[PastMatch, ...]:
        """All matches of the list."""
        return self.table.model_.every

    @property
    def pair(self) -> tuple[PastMatch, PastMatch] | None:
        """The two matches whose rows are selected, in the order of the list."""
        rows = self.table.selected
        return (rows[0], rows[1]) if len(rows) == 2 else None

    def set_apart(self, words: str, scene: Scene | None, owner: Sequence[int] = (0, 1)) -> None:
        """What is different in two matches, and the position of the second; "" for nothing."""
        self.words.setText(words)
        self.other.set_scene(scene, owner)
        for part in (self.words, self.other):
            part.setVisible(bool(words))

    def add(self, matches: Sequence[PastMatch], place: int | None = None) -> None:
        """Further matches; the first one is chosen, or the one at its place."""
        every, first = [*self.matches], len(self.matches) if place is None else place
        every[first:first] = matches
        self.table.set_rows(every, matches[0] if place is not None else None)
        if self.chosen is None:
            self.table.selectRow(0)
        self._look()

    def remove(self, match: PastMatch) -> int:
        """Takes a match out of the list; returns where it was."""
        place = self.matches.index(match)
        shown = self.table.model_.rows
        at = shown.index(match) if match in shown else 0
        self.table.set_rows([each for each in self.matches if each is not match])
        if self.chosen is None:
            self.table.selectRow(min(at, len(self.table.model_.rows) - 1))
        self._look()
        return place

    def _search(self, text: str) -> None:
        self.table.search(whole_text(text))
        self._look()
        self._choose()

    def _look(self, _match: object = None) -> None:
        for name in ("Open", "Delete"):
            self.buttons[name].setEnabled(self.chosen is not None)
        self.looked_at.emit(self.chosen)

    def _open(self, _match: object = None) -> None:
        if self.chosen is not None:
            self.open_asked.emit(self.chosen)

    def _choose(self) -> None:
        self.buttons["Compare"].setEnabled(self.pair is not None)
        self.set_apart("", None)

    def _compare(self) -> None:
        if self.pair is not None:
            self.compare_asked.emit(*self.pair)

    def _delete(self) -> None:
        if self.chosen is not None:
            self.delete_asked.emit(self.chosen)

    def done(self, result: int) -> None:
        self.closed.emit()
        super().done(result)
