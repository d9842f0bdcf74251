"""A small table of texts: one row on mark, the rows after some point grey; a click reports its
row.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QMouseEvent, QResizeEvent
from PySide6.QtWidgets import QFrame

from lab.ui.parts import theme
from lab.ui.parts.fields import Field
from lab.ui.parts.table import FieldTable

LEAST = 4  # rows that are always shown


class GridRow(NamedTuple):
    """The texts of a row, and its place."""

    at: int
    cells: tuple[str, ...]


class StepGrid(FieldTable[GridRow]):
    """The table; `picked` carries the row of a click or of the keyboard's cursor. It is as tall as
    its rows where there is room.

    Column `stretch` takes the room the others leave; -1 for the last one. Where there is too
    little, the last one goes first if it `drops`.
    """

    picked = Signal(int)
    high = 23

    def __init__(self, name: str, stretch: int, drops: bool = False) -> None:
        self._head, self._left = tuple[str, ...](), frozenset[int]()
        self._stretch, self._drops = stretch, drops
        self.here, self.grey = -1, 0
        super().__init__(name)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.chosen.connect(lambda row: self.picked.emit(row.at))

    def fields(self) -> Sequence[Field[GridRow]]:
        return [self._field(k, title) for k, title in enumerate(self._head)]

    def _field(self, k: int, title: str) -> Field[GridRow]:
        last = len(self._head) - 1

        def text(row: GridRow) -> str:
            return row.cells[k]

        return Field(
            title,
            text,
            right=k not in self._left,
            role=lambda row: "ink2" if row.at >= self.grey else "ink",
            bold=self.is_marked,
            words=text,
            rest=k == self._stretch % (last + 1),
            drops=self._drops and k == last,
        )

    def words(self, row: GridRow) -> str:
        return ", ".join(row.cells)

    def key(self, row: GridRow) -> int:
        return row.at

    def is_marked(self, row: GridRow) -> bool:
        return row.at == self.here

    def show_rows(
        self, head: Sequence[str], rows: Sequence[tuple[str, ...]], left: Sequence[int] = (0,)
    ) -> None:
        """Sets the content; `left` columns are aligned left."""
        self._head, self._left = tuple(head), frozenset(left)
        self.set_rows([GridRow(at, cells) for at, cells in enumerate(rows)])
        self.updateGeometry()

    def mark(self, row: int, grey: int = 1 << 30) -> None:
        """Puts a row on mark and brings it into view; rows from `grey` on are grey."""
        self.here, self.grey = row, grey
        if 0 <= row < len(self.model_.rows):
            self._silent = True
            self.setCurrentIndex(self.model_.index(row, 0))
            self._silent = False
            self.scrollTo(self.currentIndex())
        self.viewport().update()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        index = self.indexAt(event.position().toPoint())  # before the list may scroll
        self._silent = True
        super().mousePressEvent(event)
        self._silent = False
        if index.isValid():
            self.picked.emit(index.row())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if 0 <= self.here < len(self.model_.rows):
            self.scrollTo(self.model_.index(self.here, 0))

    def sizeHint(self) -> QSize:
        return QSize(theme.current().px(240), self.whole + 3)

    def minimumSizeHint(self) -> QSize:
        hidden = max(0, len(self.model_.rows) - LEAST)
        high = self.sizeHint().height() - hidden * self.verticalHeader().defaultSectionSize()
        return QSize(theme.current().px(160), high)
