"""The columns of a table, and its rows under them: order, search, and what is copied and said."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Generic, Protocol, TypeVar

from PySide6.QtCore import (
    QAbstractTableModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QRectF,
    Qt,
)
from PySide6.QtGui import QPainter

from lab.ui.parts.chart.data import ChartData
from lab.ui.parts.tips import plain

Row = TypeVar("Row")
Told_Row = TypeVar("Told_Row", contravariant=True)
Index = QModelIndex | QPersistentModelIndex
Role = Qt.ItemDataRole
ARROWS = (" ▴", " ▾")


@dataclass(frozen=True)
class Field(Generic[Row]):
    """A column, as wide as its longest text unless it says otherwise. `title` may name several: the
    first that fits is shown. Where room is short, those that `drop` are shown from the left as far
    as they fit; then others give some, down to their `least`. The one that takes the `rest` drops
    only after that.
    """

    title: str | tuple[str, ...]
    text: Callable[[Row], str]
    right: bool = False
    role: str | Callable[[Row], str] = "ink"
    bold: bool | Callable[[Row], bool] = False
    paint: Callable[[QPainter, QRectF, Row], None] | None = None  # in place of the text
    words: Callable[[Row], str] | None = None  # of the cell, in place of the row's
    order: Callable[[Row], Any] | None = None  # what rows are sorted by, in place of the text
    tip: str = ""  # of the head
    needs: Callable[[Row], float] | None = None  # pixels of what is painted, in place of the text's
    wide: int = 0  # pixels at 100 %, in place of both
    share: float = 0.0  # of the table's width, where that is more
    least: int = 0  # pixels at 100 %
    most: float = 1.0  # of the table's width
    rest: bool = False
    drops: bool = False
    shown: bool = True  # or only copied

    @property
    def name(self) -> str:
        """The title, in full."""
        return self.title if isinstance(self.title, str) else self.title[0]


class Told(Protocol[Told_Row]):
    """What a table says of its rows."""

    def words(self, row: Told_Row) -> str: ...

    def side_words(self, at: int) -> str: ...

    def can_choose(self, row: Told_Row) -> bool: ...


class TableModel(QAbstractTableModel, Generic[Row]):
    """Rows under fields: of `every` row those that have the text searched for, in order."""

    def __init__(self, table: Told[Row], parent: QObject) -> None:
        super().__init__(parent)
        self._table = table
        self.every: tuple[Row, ...] = ()
        self.rows: tuple[Row, ...] = ()  # on show
        self.fields: tuple[Field[Row], ...] = ()
        self.heads: tuple[str, ...] = ()
        self._sought, self._by, self._falls = "", -1, False
        self._sorts = True  # or rows come in order

    def renew(self, rows: Sequence[Row], fields: Sequence[Field[Row]]) -> None:
        """Other rows, or newer ones of the same."""
        self.every = tuple(rows)
        self._arrange(tuple(fields))

    def search(self, text: str) -> None:
        """Shows those whose row has this text."""
        self._sought = text.strip().casefold()
        self._arrange(self.fields)

    def sort(self, column: int, order: Qt.SortOrder = Qt.SortOrder.AscendingOrder) -> None:
        """Orders them by a column; -1 is the order in which they came."""
        self._by, self._falls = column, order == Qt.SortOrder.DescendingOrder
        self._arrange(self.fields)

    def show_order(self, column: int, falls: bool) -> None:
        """Rows come in the order of a column; -1 for none."""
        self._by, self._falls, self._sorts = column, falls, False

    def sort_next(self, column: int) -> None:
        """A column rises, then falls, then all are as they came."""
        if column == self._by and self._falls:
            self.sort(-1)
        else:
            self.sort(column, Qt.SortOrder(int(column == self._by)))

    def _arrange(self, fields: tuple[Field[Row], ...]) -> None:
        rows = [row for row in self.every if self._has(row, fields)] if self._sought else self.every
        if self._sorts and 0 <= self._by < len(fields):
            field = fields[self._by]
            key = field.order or (lambda row: field.text(row).casefold())
            rows = sorted(rows, key=key, reverse=self._falls)
        same = len(rows) == len(self.rows)
        same = same and [f.title for f in fields] == [f.title for f in self.fields]
        if not same:
            self.beginResetModel()
        self.rows, self.fields = tuple(rows), fields
        if not same:
            self.heads = tuple(field.name for field in fields)
            self.endResetModel()
        elif rows and fields:
            self.dataChanged.emit(self.index(0, 0), self.index(len(rows) - 1, len(fields) - 1))
        self.set_heads({})

    def _has(self, row: Row, fields: Sequence[Field[Row]]) -> bool:
        return self._sought in "\n".join(field.text(row) for field in fields).casefold()

    def set_heads(self, short: dict[int, str]) -> None:
        """The heads, some of them `short`; the one that is sorted by has an arrow."""
        heads = [short.get(k, field.name) for k, field in enumerate(self.fields)]
        if 0 <= self._by < len(heads):
            heads[self._by] += ARROWS[self._falls]
        if tuple(heads) != self.heads:
            self.heads = tuple(heads)
            if heads:
                self.headerDataChanged.emit(Qt.Orientation.Horizontal, 0, len(heads) - 1)

    def texts(self, row: int) -> tuple[str, ...]:
        """The texts of a row."""
        return tuple(field.text(self.rows[row]) for field in self.fields)

    def rowCount(self, parent: Index | None = None) -> int:
        return 0 if parent is not None and parent.isValid() else len(self.rows)

    def columnCount(self, parent: Index | None = None) -> int:
        return 0 if parent is not None and parent.isValid() else len(self.fields)

    def flags(self, index: Index) -> Qt.ItemFlag:
        keyed = index.isValid() and self._table.can_choose(self.rows[index.row()])
        return super().flags(index) if keyed else Qt.ItemFlag.NoItemFlags

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Role.DisplayRole
    ) -> Any:
        if orientation == Qt.Orientation.Vertical:
            known = role == Role.DisplayRole and section < len(self.rows)
            return (self._table.side_words(section) or None) if known else None
        if section >= len(self.fields):
            return None
        if role == Role.TextAlignmentRole:
            return self._side(section)
        if role == Role.ToolTipRole:
            return plain(self.fields[section].tip) or None
        return self.heads[section] if role == Role.DisplayRole else None

    def data(self, index: Index, role: int = Role.DisplayRole) -> Any:
        row, field = self.rows[index.row()], self.fields[index.column()]
        if role == Role.DisplayRole:
            return field.text(row)
        if role == Role.TextAlignmentRole:
            return self._side(index.column())
        if role in (Role.ToolTipRole, Role.AccessibleTextRole):
            said = field.words(row) if field.words is not None else self._table.words(row)
            return plain(said) if role == Role.ToolTipRole else said
        return None

    def _side(self, column: int) -> Qt.AlignmentFlag:
        flags = Qt.AlignmentFlag
        side = flags.AlignRight if self.fields[column].right else flags.AlignLeft
        return flags.AlignVCenter | side

    def table(self, name: str) -> ChartData | None:
        """All that is on show, for the clipboard."""
        if not self.rows:
            return None
        rows = tuple(self.texts(k) for k in range(len(self.rows)))
        return ChartData(name, tuple(field.name for field in self.fields), rows)
