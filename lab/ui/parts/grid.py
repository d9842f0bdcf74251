"""What the tables of pages share: a model of texts, so that a screen reader and the clipboard have
every number that is painted, and a view that paints rows as the window does.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import (
    QAbstractTableModel,
    QModelIndex,
    QPersistentModelIndex,
    QRectF,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHeaderView,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
    QWidget,
)

from lab.ui.parts import theme
from lab.ui.parts.chart.data import ChartData
from lab.ui.parts.chart.menu import DataMenu
from lab.ui.parts.focus_ring import OwnRing
from lab.ui.parts.guard import guarded
from lab.ui.parts.tips import plain

Index = QModelIndex | QPersistentModelIndex
Role = Qt.ItemDataRole
LEFT = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft
RIGHT = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight
ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter)


class GridModel(QAbstractTableModel):
    """Rows of texts under heads. Subclasses give `heads`, `rights` (the columns that end at the
    right), `texts` of a row and `said`, a cell as a sentence.
    """

    heads: tuple[str, ...] = ()
    rights: frozenset[int] = frozenset()
    count = 0

    def texts(self, row: int) -> Sequence[str]:
        """The texts of a row."""
        raise NotImplementedError

    def said(self, row: int, column: int) -> str:
        """A cell in words: the tooltip, and what a screen reader says."""
        raise NotImplementedError

    def renew(self, count: int, heads: tuple[str, ...]) -> None:
        """Other records: as many rows, under these heads."""
        if (count, heads) != (self.count, self.heads):
            self.beginResetModel()
            self.count, self.heads = count, heads
            self.endResetModel()
        elif count:
            self.dataChanged.emit(self.index(0, 0), self.index(count - 1, len(heads) - 1))

    def rowCount(self, parent: Index | None = None) -> int:
        return 0 if parent is not None and parent.isValid() else self.count

    def columnCount(self, parent: Index | None = None) -> int:
        return 0 if parent is not None and parent.isValid() else len(self.heads)

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Role.DisplayRole
    ) -> Any:
        if orientation == Qt.Orientation.Vertical:
            return None
        if role == Role.TextAlignmentRole:
            return RIGHT if section in self.rights else LEFT
        return self.heads[section] if role == Role.DisplayRole else None

    def data(self, index: Index, role: int = Role.DisplayRole) -> Any:
        if role == Role.DisplayRole:
            return self.texts(index.row())[index.column()]
        if role == Role.TextAlignmentRole:
            return RIGHT if index.column() in self.rights else LEFT
        if role in (Role.ToolTipRole, Role.AccessibleTextRole):
            said = self.said(index.row(), index.column())
            return plain(said) if role == Role.ToolTipRole else said
        return None

    def table(self, name: str) -> ChartData:
        """All of it, for the clipboard."""
        return ChartData(name, self.heads, tuple(tuple(self.texts(k)) for k in range(self.count)))


class GridDelegate(QStyledItemDelegate):
    """Paints cells with `draw`."""

    def __init__(self, grid: Grid) -> None:
        super().__init__(grid)
        self._grid = grid

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        self._draw(painter, option, index)

    @guarded
    def _draw(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._grid.draw(painter, QRectF(option.rect), index.row(), index.column())
        painter.restore()


class Grid(QTableView):
    """A table whose cells subclasses paint in `draw`. `opened` carries row and column of a click,
    or of Enter on the current cell.
    """

    opened = Signal(int, int)

    def __init__(self, name: str, model: GridModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(name)
        self._model = model
        self.setModel(model)
        self.setItemDelegate(GridDelegate(self))
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setShowGrid(False)
        self.setWordWrap(False)
        self.setTabKeyNavigation(False)
        self.setCornerButtonEnabled(False)
        self.setMouseTracking(True)
        # the current row is painted by `draw`
        self.setStyleSheet("QTableView { selection-background-color: transparent; }")
        self.ring = OwnRing(self)
        for head in (self.horizontalHeader(), self.verticalHeader()):
            head.setHighlightSections(False)
            head.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
            head.setMinimumSectionSize(1)
        self.verticalHeader().hide()
        self.clicked.connect(self._clicked)
        self.menu = DataMenu(self, lambda: model.table(name) if model.count else None)
        theme.changed.connect(self._redress)

    def draw(self, painter: QPainter, box: QRectF, row: int, column: int) -> None:
        """Paints a cell in its box."""
        raise NotImplementedError

    def share_out(self) -> None:
        """Gives the columns their widths."""

    def _redress(self, _theme: object = None) -> None:
        self.share_out()
        self.viewport().update()

    def _clicked(self, index: QModelIndex) -> None:
        self.opened.emit(index.row(), index.column())

    def set_row_height(self, high: int) -> None:
        """The height of every row, in pixels."""
        self.verticalHeader().setDefaultSectionSize(high)

    @property
    def whole(self) -> int:
        """The height that shows every row."""
        rows = self._model.count * self.verticalHeader().defaultSectionSize()
        return self.horizontalHeader().sizeHint().height() + rows + 2 * self.frameWidth()

    def minimumSizeHint(self) -> QSize:
        return QSize(theme.current().px(160), theme.current().px(48))

    def resizeEvent(self, event: object) -> None:
        super().resizeEvent(event)  # type: ignore[arg-type] # the event is Qt's own
        self.share_out()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        here = self.currentIndex()
        if event.key() in ENTER and here.isValid():
            self.opened.emit(here.row(), here.column())
        elif event.key() in ENTER or event.key() == Qt.Key.Key_Space or event.text().isalpha():
            event.ignore()  # keys of the page; Qt would look for a row that begins so
        else:
            super().keyPressEvent(event)

    @guarded
    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if self.ring.shown:
            with QPainter(self.viewport()) as painter:
                painter.setPen(QPen(theme.current().colour("ink"), 2))
                painter.drawRect(QRectF(self.viewport().rect()).adjusted(1, 1, -1, -1))
