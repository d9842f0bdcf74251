"""What lists of many rows share: a line that searches in them, and keys to their ends."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, Qt
from PySide6.QtWidgets import QAbstractItemView, QLineEdit, QTableView, QWidget


class SearchLine(QLineEdit):
    """A line that searches in `what`; `example` says by what."""

    def __init__(self, what: str, example: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setPlaceholderText(f"Search: {example}")
        self.setAccessibleName(f"Search in {what}")
        self.setClearButtonEnabled(True)
        self.setTextMargins(5, 0, 2, 0)


class RowsTable(QTableView):
    """Home and End go to the first and the last row, where whole rows are chosen."""

    def moveCursor(
        self, action: QAbstractItemView.CursorAction, modifiers: Qt.KeyboardModifier
    ) -> QModelIndex:
        moves, behaviours = QAbstractItemView.CursorAction, QAbstractItemView.SelectionBehavior
        by_rows = self.selectionBehavior() == behaviours.SelectRows
        if by_rows and action in (moves.MoveHome, moves.MoveEnd):
            last = self.model().rowCount() - 1
            return self.model().index(0 if action == moves.MoveHome else last, 0)
        return super().moveCursor(action, modifiers)
