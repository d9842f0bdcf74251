"""The list of past matches: game, players, result, turns and date of each, the last position of
the chosen one, and what is different in two of them.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from PySide6.QtCore import (
    QAbstractTableModel,
    QModelIndex,
    QPersistentModelIndex,
    QRectF,
    QSortFilterProxyModel,
    Qt,
    Signal,
)
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QDialog,
    QHBoxLayout,
    QHeaderView,
    QLabel,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from engines.scene import Scene
from lab.files.past import PastMatch
from lab.ui.board.export import draw
from lab.ui.parts import theme
from lab.ui.parts.guard import guarded
from lab.ui.parts.marks import marks_of
from lab.ui.parts.rows_table import RowsTable, SearchLine
from lab.words.printable import whole_text

HEADS = ("Date", "Game", "Players", "Result", "Turns", "With")
DATE, WIDE, TURNS = 0, (2, 3), 4  # the columns between share the room
SEARCH = "past matches", "a game, a player, a result, a date"
NAMES = ("Open", "Compare", "Delete", "Undo")
Index = QModelIndex | QPersistentModelIndex
ROOT = QModelIndex()


class PastTable(QAbstractTableModel):
    """One row for each match."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.matches: list[PastMatch] = []

    def add(self, matches: Sequence[PastMatch], place: int | None = None) -> None:
        """Further matches, at the end or at a place."""
        first = len(self.matches) if place is None else place
        if matches:
            self.beginInsertRows(ROOT, first, first + len(matches) - 1)
            self.matches[first:first] = matches
            self.endInsertRows()

    def remove(self, row: int) -> None:
        """Takes a match out of the list."""
        self.beginRemoveRows(ROOT, row, row)
        del self.matches[row]
        self.endRemoveRows()

    def rowCount(self, parent: Index = ROOT) -> int:
        return 0 if parent.isValid() else len(self.matches)

    def columnCount(self, parent: Index = ROOT) -> int:
        return 0 if parent.isValid() else len(HEADS)

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> str | None:
        shown = role == Qt.ItemDataRole.DisplayRole and orientation == Qt.Orientation.Horizontal
        return HEADS[section] if shown else None

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if role == Qt.ItemDataRole.TextAlignmentRole and index.column() == TURNS:
            return Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            return words(self.matches[index.row()])[index.column()]
        if role == Qt.ItemDataRole.UserRole:  # what is sorted by
            match = self.matches[index.row()]
            numbers = {DATE: match.when, TURNS: float(match.turns)}
            return numbers.get(index.column(), words(match)[index.column()].lower())
        return None


def words(match: PastMatch) -> tuple[str, ...]:
    """What the row of a match says, column by column."""
    return (
        f"{datetime.fromtimestamp(match.when):%Y-%m-%d %H:%M}",
        match.game,
        " against ".join(match.players),
        match.result or ("being played" if match.is_running else "interrupted"),
        str(match.turns),
        ", ".join(filter(None, (_count(match.branches, "branch", "es"), _comments(match)))),
    )


def _comments(match: PastMatch) -> str:
    return _count(match.comments, "comment", "s")


def _count(count: int, word: str, plural: str) -> str:
    return f"{count} {word}{plural * (count != 1)}" if count else ""


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
    looked_at = Signal(object)  # a PastMatch, or None
    closed = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setWindowTitle("Past matches")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.table, self.model = RowsTable(self), PastTable(self)
        self.shown, self.search = QSortFilterProxyModel(self), SearchLine(*SEARCH)
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
        column = QVBoxLayout(self)
        column.setContentsMargins(16, 12, 16, 12)
        column.setSpacing(10)
        column.addLayout(row, 1)
        column.addLayout(low)
        for part in (self.board, self.other, self.words):
            part.setFixedWidth(theme.current().px(240))
        self.words.setWordWrap(True)
        self.words.setTextFormat(Qt.TextFormat.PlainText)
        self.other.setAccessibleName("Position of the second match")
        self.set_apart("", None)

    def _dress(self) -> None:
        table = self.table
        self.shown.setSourceModel(self.model)
        self.shown.setSortRole(Qt.ItemDataRole.UserRole)
        self.shown.setFilterKeyColumn(-1)
        self.shown.setFilterCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
        self.search.textChanged.connect(
            lambda text: self.shown.setFilterFixedString(whole_text(text))
        )
        table.setModel(self.shown)
        table.horizontalHeader().setSortIndicator(-1, Qt.SortOrder.AscendingOrder)
        table.setSortingEnabled(True)
        table.setAccessibleName("Past matches")
        table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        table.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        table.setShowGrid(False)
        table.setTabKeyNavigation(False)
        table.verticalHeader().hide()
        header = table.horizontalHeader()
        header.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        for wide in WIDE:
            header.setSectionResizeMode(wide, QHeaderView.ResizeMode.Stretch)
        table.verticalHeader().setDefaultSectionSize(theme.current().px(24))
        self.note.setProperty("look", "note")
        self.buttons["Undo"].setToolTip("Undo\nBrings back the match that was deleted last.")
        self.buttons["Delete"].setToolTip("Delete\nUndo brings it back until this list is closed.")
        self.buttons["Compare"].setToolTip(
            "Compare\nWhere two matches are different: choose both, with Ctrl and a click."
        )
        table.selectionModel().currentRowChanged.connect(self._look)
        table.selectionModel().selectionChanged.connect(self._choose)
        table.activated.connect(self._open)
        self.buttons["Open"].clicked.connect(self._open)
        self.buttons["Compare"].clicked.connect(self._compare)
        self.buttons["Delete"].clicked.connect(self._delete)
        self.buttons["Undo"].clicked.connect(self.undo_asked)
        self.buttons["Delete"].setShortcut("Delete")
        self.buttons["Undo"].setShortcut("Ctrl+Z")
        for name in ("Compare", "Undo"):
            self.buttons[name].setEnabled(False)
        self._look()

    @property
    def chosen(self) -> PastMatch | None:
        """The match whose row is current."""
        index = self.table.currentIndex()
        return self._match(index) if index.isValid() else None

    def _match(self, index: QModelIndex) -> PastMatch:
        return self.model.matches[self.shown.mapToSource(index).row()]

    @property
    def pair(self) -> tuple[PastMatch, PastMatch] | None:
        """The two matches whose rows are selected, in the order of the list."""
        rows = sorted(self.table.selectionModel().selectedRows(), key=QModelIndex.row)
        return (self._match(rows[0]), self._match(rows[1])) if len(rows) == 2 else None

    def set_apart(self, words: str, scene: Scene | None, owner: Sequence[int] = (0, 1)) -> None:
        """What is different in two matches, and the position of the second; "" for nothing."""
        self.words.setText(words)
        self.other.set_scene(scene, owner)
        for part in (self.words, self.other):
            part.setVisible(bool(words))

    def add(self, matches: Sequence[PastMatch], place: int | None = None) -> None:
        """Further matches; the first one is chosen, or the one at its place."""
        self.model.add(matches, place)
        if place is not None:
            self.table.selectRow(self.shown.mapFromSource(self.model.index(place, 0)).row())
        for column in (c for c in range(len(HEADS)) if c not in WIDE):
            self.table.resizeColumnToContents(column)
        if self.chosen is None and self.model.matches:
            self.table.selectRow(0)

    def remove(self, match: PastMatch) -> int:
        """Takes a match out of the list; returns where it was."""
        row = self.model.matches.index(match)
        self.model.remove(row)
        self._look()
        return row

    def _look(self) -> None:
        for name in ("Open", "Delete"):
            self.buttons[name].setEnabled(self.chosen is not None)
        self.looked_at.emit(self.chosen)

    def _open(self) -> None:
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
