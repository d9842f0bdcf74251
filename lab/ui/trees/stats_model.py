"""The statistics of root actions as a table's model: one row for each action of each agent."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPersistentModelIndex, Qt
from PySide6.QtWidgets import QWidget

from lab.ui.parts.painted import Pair
from lab.ui.parts.tips import plain
from lab.ui.trees.bars import tip
from lab.words import numerals
from lab.words.columns import Column, counted, policy_of, proven_of

Index = QModelIndex | QPersistentModelIndex
SORT = Qt.ItemDataRole.UserRole
CHOSEN = SORT + 1


@dataclass(frozen=True)
class Field:
    """A column of the table: its title, the value to sort by, its text, and what it means."""

    title: str
    value: Callable[[Column, int], float | str]
    text: Callable[[Column, int], str]
    help: str


def _number(
    title: str, read: Callable[[Column, int], float], write: Callable[[float], str], help: str
) -> Field:
    return Field(title, read, lambda c, k: write(read(c, k)), help)


FIELDS = (
    Field("Agent", lambda c, _: c.number, lambda c, _: c.agent.name, "Whose tree it is."),
    Field("Action", lambda _, k: k, lambda c, k: c.agent.labels[k], "The root action."),
    _number(
        "Visits",
        lambda c, k: float(c.agent.stats.visits[k]),
        numerals.count,
        "How much of the search began with the action.",
    ),
    _number(
        "Share",
        lambda c, k: float(c.agent.stats.share[k]),
        lambda x: numerals.percent(x, 1),
        "Its share of all that the search counts at the root.",
    ),
    _number(
        "Mean",
        lambda c, k: float(c.agent.stats.mean[k]),
        lambda x: numerals.value(x, 3),
        "The mean of the values that came back.",
    ),
    _number(
        "± Error",
        lambda c, k: float(c.agent.stats.error[k]),
        lambda x: numerals.value(x, 3),
        "The standard error of the mean.",
    ),
    _number(
        "Lowest",
        lambda c, k: float(c.agent.stats.lowest[k]),
        numerals.value,
        "The lowest value seen behind the action.",
    ),
    _number(
        "Highest",
        lambda c, k: float(c.agent.stats.highest[k]),
        numerals.value,
        "The highest value seen behind the action.",
    ),
    _number(
        "Bound",
        lambda c, k: float(c.agent.stats.bound[k]),
        lambda x: numerals.value(x, 3),
        "UCB: what the selection rule compares; the highest is next.",
    ),
    _number(
        "Mixed",
        lambda c, k: policy_of(c.agent.stats, k),
        lambda x: numerals.percent(x, 1),
        "How often the mixed strategy plays it.",
    ),
    Field(
        "Proved",
        lambda c, k: proven_of(c.agent.stats, k),
        lambda c, k: proven_of(c.agent.stats, k) or numerals.NOTHING,
        "A result that no further search can change: win, loss or draw for the agent's seat.",
    ),
)
AGENT, ACTION, VISITS, MIXED, PROVED = 0, 1, 2, 9, 10


class StatsModel(QAbstractTableModel):
    """One row for each root action of each column."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.columns: tuple[Column, ...] = ()
        self._rows: list[tuple[int, int]] = []  # (index of the column, action index)
        self._chosen: Pair | None = None
        self._sort = (VISITS, "▾")

    def set_columns(self, columns: tuple[Column, ...]) -> None:
        """Shows other statistics; rows keep their place where agents and actions are the same."""
        same = [(c.number, c.agent.labels) for c in columns] == [
            (c.number, c.agent.labels) for c in self.columns
        ]
        if same:
            self.columns = columns
            if self._rows:
                self.dataChanged.emit(
                    self.index(0, 0), self.index(len(self._rows) - 1, len(FIELDS) - 1)
                )
            return
        self.beginResetModel()
        self.columns = columns
        self._rows = [(i, k) for i, c in enumerate(columns) for k in range(len(c.agent.labels))]
        self.endResetModel()

    def set_chosen(self, pair: Pair | None) -> None:
        """The row to write in bold."""
        if pair != self._chosen:
            self._chosen = pair
            if self._rows:
                self.dataChanged.emit(
                    self.index(0, 0), self.index(len(self._rows) - 1, len(FIELDS) - 1), [CHOSEN]
                )

    def pair(self, row: int) -> Pair:
        """The agent and action of a row."""
        i, k = self._rows[row]
        return self.columns[i].number, k

    def row_of(self, pair: Pair) -> int:
        """The row of an agent's action, -1 if it is not there."""
        return next((r for r in range(len(self._rows)) if self.pair(r) == pair), -1)

    def rowCount(self, parent: Index | None = None) -> int:
        return 0 if parent is not None and parent.isValid() else len(self._rows)

    def columnCount(self, parent: Index | None = None) -> int:
        return 0 if parent is not None and parent.isValid() else len(FIELDS)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        i, k = self._rows[index.row()]
        column, field = self.columns[i], FIELDS[index.column()]
        if role == Qt.ItemDataRole.DisplayRole:
            return field.text(column, k)
        if role == SORT:
            value = field.value(column, k)
            return -math.inf if isinstance(value, float) and math.isnan(value) else value
        if role == Qt.ItemDataRole.TextAlignmentRole:
            side = (
                Qt.AlignmentFlag.AlignLeft
                if index.column() <= ACTION
                else Qt.AlignmentFlag.AlignRight
            )
            return side | Qt.AlignmentFlag.AlignVCenter
        if role == CHOSEN:
            return self._chosen == (column.number, k)
        return plain(tip(column, k)) if role == Qt.ItemDataRole.ToolTipRole else None

    def set_sort(self, section: int, order: Qt.SortOrder) -> None:
        """Which column the rows are sorted by: its title shows an arrow."""
        self._sort = (section, "▾" if order == Qt.SortOrder.DescendingOrder else "▴")
        self.headerDataChanged.emit(Qt.Orientation.Horizontal, 0, len(FIELDS) - 1)

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        if orientation != Qt.Orientation.Horizontal:
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            title = FIELDS[section].title
            if section == VISITS:
                title = counted(self.columns).capitalize()
            return f"{title} {self._sort[1]}" if section == self._sort[0] else title
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return (
                Qt.AlignmentFlag.AlignLeft if section <= ACTION else Qt.AlignmentFlag.AlignRight
            ) | Qt.AlignmentFlag.AlignVCenter
        return FIELDS[section].help if role == Qt.ItemDataRole.ToolTipRole else None


def ends_of(columns: tuple[Column, ...], field: Field) -> list[tuple[Column, int]]:
    """Where the field's smallest and largest values are: one of them has the longest text."""
    found = [
        (field.value(c, k), i, k) for i, c in enumerate(columns) for k in range(len(c.agent.labels))
    ]
    known = [each for each in found if not (isinstance(each[0], float) and math.isnan(each[0]))]
    return [(columns[i], k) for _, i, k in (min(known), max(known))] if known else []
