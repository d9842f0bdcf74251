"""A small table of texts: one row marked, the rows after some point grey; a click reports its
row.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import (
    QAbstractTableModel,
    QModelIndex,
    QPersistentModelIndex,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QMouseEvent, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QFrame, QHeaderView, QTableView, QWidget

from lab.ui.parts import theme
from lab.ui.parts.painted import text_width
from lab.ui.parts.tips import plain

Index = QModelIndex | QPersistentModelIndex
ROW, LEAST = 23, 4  # pixels at 100 %; rows that are always shown
ROOM = 20  # pixels at 100 % around the texts of a column


class Texts(QAbstractTableModel):
    """Rows of texts under a head."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.head: tuple[str, ...] = ()
        self.rows: list[tuple[str, ...]] = []
        self.marked, self.grey, self.left = -1, 1 << 30, frozenset[int]()

    def set_rows(
        self, head: Sequence[str], rows: Sequence[tuple[str, ...]], left: Sequence[int]
    ) -> bool:
        """Sets the content; `left` columns are aligned left. Returns whether anything changed."""
        if (tuple(head), list(rows)) == (self.head, self.rows):
            return False
        self.beginResetModel()
        self.head, self.rows, self.left = tuple(head), list(rows), frozenset(left)
        self.endResetModel()
        return True

    def set_mark(self, row: int, grey: int) -> None:
        """Sets the marked row and the first grey one."""
        self.marked, self.grey = row, grey
        if self.rows:
            self.dataChanged.emit(
                self.index(0, 0), self.index(len(self.rows) - 1, len(self.head) - 1)
            )

    def rowCount(self, parent: Index | None = None) -> int:
        return 0 if parent is not None and parent.isValid() else len(self.rows)

    def columnCount(self, parent: Index | None = None) -> int:
        return 0 if parent is not None and parent.isValid() else len(self.head)

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        if orientation != Qt.Orientation.Horizontal:
            return None
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return self._aligned(section)
        return self.head[section] if role == Qt.ItemDataRole.DisplayRole else None

    def _aligned(self, column: int) -> Qt.AlignmentFlag:
        side = Qt.AlignmentFlag.AlignLeft if column in self.left else Qt.AlignmentFlag.AlignRight
        return Qt.AlignmentFlag.AlignVCenter | side

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        row, look = index.row(), theme.current()
        if role == Qt.ItemDataRole.DisplayRole:
            return self.rows[row][index.column()]
        if role == Qt.ItemDataRole.ToolTipRole:
            return plain(self.rows[row][index.column()])
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return self._aligned(index.column())
        if role == Qt.ItemDataRole.BackgroundRole and row == self.marked:
            return look.colour("mark")
        if role == Qt.ItemDataRole.ForegroundRole:
            return look.colour("ink2" if row >= self.grey else "ink")
        if role == Qt.ItemDataRole.FontRole:
            return look.font(theme.TABLE, row == self.marked)
        return None


class StepGrid(QTableView):
    """The table; `picked` carries the row of a click or of the keyboard's cursor. It is as tall as
    its rows where there is room.

    Column `stretch` takes the room the others leave; -1 for the last one.
    """

    picked = Signal(int)

    def __init__(
        self, name: str, stretch: int, parent: QWidget | None = None, room: int = ROOM
    ) -> None:
        super().__init__(parent)
        self.setAccessibleName(name)
        self._stretch, self._quiet, self._room = stretch, False, room
        self.texts = Texts(self)
        self.setModel(self.texts)
        self.verticalHeader().hide()
        self.setShowGrid(False)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setWordWrap(False)
        self.setSelectionMode(QAbstractItemView.SelectionMode.NoSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setTabKeyNavigation(False)
        self.horizontalHeader().setMinimumSectionSize(10)
        self.horizontalHeader().setHighlightSections(False)
        self.selectionModel().currentRowChanged.connect(self._moved)
        theme.changed.connect(self._redress)
        self._redress()

    def _redress(self, _theme: object = None) -> None:
        self.verticalHeader().setDefaultSectionSize(theme.current().px(ROW))
        self._fit()
        self.viewport().update()
        self.updateGeometry()

    def set_rows(
        self, head: Sequence[str], rows: Sequence[tuple[str, ...]], left: Sequence[int] = (0,)
    ) -> None:
        """Sets the content."""
        if self.texts.set_rows(head, rows, left):
            self._fit()
            self.updateGeometry()

    def _fit(self) -> None:
        """Columns as wide as their texts in bold, with one taking the rest."""
        header, texts = self.horizontalHeader(), self.texts
        for column in range(len(texts.head)):
            stretches = column == self._stretch % len(texts.head)
            header.setSectionResizeMode(
                column,
                QHeaderView.ResizeMode.Stretch if stretches else QHeaderView.ResizeMode.Fixed,
            )
            if not stretches:
                widest = max(
                    text_width(text, theme.TABLE, True)
                    for text in (texts.head[column], *(row[column] for row in texts.rows))
                )
                wide = round(widest) + theme.current().px(self._room)
                header.resizeSection(column, max(wide, header.sectionSizeHint(column)))

    def mark(self, row: int, grey: int = 1 << 30) -> None:
        """Marks a row and brings it into view; rows from `grey` on are grey."""
        self.texts.set_mark(row, grey)
        self._quiet = True
        if 0 <= row < len(self.texts.rows):
            self.setCurrentIndex(self.texts.index(row, 0))
            self.scrollTo(self.texts.index(row, 0), QAbstractItemView.ScrollHint.EnsureVisible)
        self._quiet = False

    def _moved(self, now: QModelIndex, _before: QModelIndex) -> None:
        if not self._quiet and now.isValid():
            self.picked.emit(now.row())

    def mousePressEvent(self, event: QMouseEvent) -> None:
        index = self.indexAt(event.position().toPoint())  # before the list may scroll
        self._quiet = True
        super().mousePressEvent(event)
        self._quiet = False
        if index.isValid():
            self.picked.emit(index.row())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if 0 <= self.texts.marked < len(self.texts.rows):  # the marked row stays in view
            self.scrollTo(self.texts.index(self.texts.marked, 0))

    def _height(self, rows: int) -> int:
        header = self.horizontalHeader()
        head = 0 if header.isHidden() else header.sizeHint().height()
        return head + rows * theme.current().px(ROW) + 3

    def sizeHint(self) -> QSize:
        return QSize(theme.current().px(240), self._height(len(self.texts.rows)))

    def minimumSizeHint(self) -> QSize:
        return QSize(theme.current().px(160), self._height(min(LEAST, len(self.texts.rows))))
