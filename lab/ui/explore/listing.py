"""The same results as a table: a row for every point, sorted by whatever column the user clicks."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import (
    QAbstractTableModel,
    QItemSelectionModel,
    QModelIndex,
    QPersistentModelIndex,
    QSortFilterProxyModel,
    Qt,
    Signal,
)
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTableView, QWidget

from lab.experiments.sweep import SweepResult
from lab.experiments.sweep.grid import word
from lab.ui.explore import heat
from lab.ui.parts import theme
from lab.ui.parts.tips import plain

Index = QModelIndex | QPersistentModelIndex
COLUMNS = ("Score", "95 % interval", "Matches", "Won", "Drawn", "Lost", "")


class Rows(QAbstractTableModel):
    """Points as rows."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.result: SweepResult | None = None

    def set_result(self, result: SweepResult | None) -> None:
        """Newer results; rows keep their place where the points are the same."""
        before, self.result = self.result, result
        if (
            before is None
            or result is None
            or before.grid.points != result.grid.points
            or before.grid.axes != result.grid.axes
        ):
            self.beginResetModel()
            self.endResetModel()
        else:
            self.dataChanged.emit(
                self.index(0, 0), self.index(self.rowCount() - 1, self.columnCount() - 1)
            )

    def rowCount(self, parent: Index | None = None) -> int:
        return (
            0
            if self.result is None or (parent is not None and parent.isValid())
            else len(self.result.points)
        )

    def columnCount(self, parent: Index | None = None) -> int:
        return (
            0
            if self.result is None or (parent is not None and parent.isValid())
            else len(self.result.grid.axes) + len(COLUMNS)
        )

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        if orientation != Qt.Orientation.Horizontal or self.result is None:
            return None
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight
        if role != Qt.ItemDataRole.DisplayRole:
            return None
        return [*(axis.title for axis in self.result.grid.axes), *COLUMNS][section]

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if self.result is None:
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            return self._texts(index.row())[index.column()]
        if role == Qt.ItemDataRole.UserRole:
            return self._keys(index.row())[index.column()]
        if role == Qt.ItemDataRole.TextAlignmentRole:
            last = index.column() == self.columnCount() - 1
            return Qt.AlignmentFlag.AlignVCenter | (
                Qt.AlignmentFlag.AlignLeft if last else Qt.AlignmentFlag.AlignRight
            )
        if role in (Qt.ItemDataRole.ToolTipRole, Qt.ItemDataRole.AccessibleTextRole):
            said = "\n".join(heat.scores(self.result, index.row()))
            return plain(said) if role == Qt.ItemDataRole.ToolTipRole else said
        return None

    def _texts(self, row: int) -> list[str]:
        assert self.result is not None
        point = self.result.points[row]
        score, values = point.score, [word(v) for v in point.values]
        best = "best by its lower bound" if self.result.best is point else ""
        if point.itself:
            return [*values, "50 %", *[""] * 5, "the benchmark itself"]
        if score.mean is None:
            return [*values, "–", "", "0", "", "", "", ""]
        ends = f"{100 * score.low:.0f} to {100 * score.high:.0f} %"
        counts = [f"{score.matches:,}", *(f"{n:,}" if n is not None else "" for n in score.counts)]
        return [*values, f"{100 * score.mean:.1f} %", ends, *counts, best]

    def _keys(self, row: int) -> list[Any]:
        """What rows are sorted by."""
        assert self.result is not None
        point = self.result.points[row]
        score, mean = point.score, point.score.mean if point.score.mean is not None else -1.0
        return [
            *point.values,
            mean,
            score.low,
            score.matches,
            score.wins,
            score.draws,
            score.losses,
            self.result.best is point,
        ]


class Listing(QTableView):
    """The table; a row is selected like a cell of the map."""

    picked = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName("Scores of all points")
        self.rows, self._sorted = Rows(self), QSortFilterProxyModel(self)
        self._sorted.setSourceModel(self.rows)
        self._sorted.setSortRole(Qt.ItemDataRole.UserRole)
        self.setModel(self._sorted)
        self.setSortingEnabled(True)
        self.sortByColumn(-1, Qt.SortOrder.AscendingOrder)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setShowGrid(False)
        self.setWordWrap(False)
        self.verticalHeader().hide()
        header = self.horizontalHeader()
        header.setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        header.setStretchLastSection(True)
        header.setHighlightSections(False)
        self.selectionModel().currentRowChanged.connect(self._moved)
        theme.changed.connect(self._redress)
        self._redress()

    def _redress(self, _theme: object = None) -> None:
        self.verticalHeader().setDefaultSectionSize(theme.current().px(24))

    def set_result(self, result: SweepResult | None) -> None:
        """Shows newer results."""
        self.rows.set_result(result)

    def select(self, point: int) -> None:
        """Marks a point's row, without a signal."""
        model = self.selectionModel()
        model.blockSignals(True)
        if point < 0:
            self.clearSelection()
        else:
            at = self._sorted.mapFromSource(self.rows.index(point, 0))
            flags = QItemSelectionModel.SelectionFlag
            model.setCurrentIndex(at, flags.ClearAndSelect | flags.Rows)
        model.blockSignals(False)
        self.viewport().update()

    def _moved(self, now: QModelIndex, _before: QModelIndex) -> None:
        if now.isValid():
            self.picked.emit(self._sorted.mapToSource(now).row())
