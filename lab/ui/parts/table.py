"""Tables. A table names its columns; widths, painting, order, search, the clipboard, what keys and
the pointer do, and what a screen reader says follow from them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Generic

from PySide6.QtCore import QEvent, QItemSelectionModel, QModelIndex, QRectF, Qt, Signal
from PySide6.QtGui import QHelpEvent, QKeyEvent, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHeaderView,
    QLineEdit,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
    QWidget,
)

from lab.ui.parts import theme
from lab.ui.parts.chart.data import ChartData, DataMenu
from lab.ui.parts.fields import Field, Index, Role, Row, TableModel
from lab.ui.parts.focus_ring import OwnRing
from lab.ui.parts.guard import guarded
from lab.ui.parts.painted import put, text_width
from lab.ui.parts.tips import refresh_tooltip, show_tip

ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter)
SIDE = 6  # pixels at 100 %, of a cell beside its text
NARROW = 60  # pixels at 100 %, of the column that takes the room of one that was dropped
SAMPLE = 200  # rows that are measured
SELECT = QItemSelectionModel.SelectionFlag.Select | QItemSelectionModel.SelectionFlag.Rows


class SearchLine(QLineEdit):
    """A line that searches in `what`; `example` says by what."""

    def __init__(self, what: str, example: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setPlaceholderText(f"Search: {example}")
        self.setAccessibleName(f"Search in {what}")
        self.setClearButtonEnabled(True)
        self.setTextMargins(5, 0, 2, 0)


class Cells(QStyledItemDelegate):
    """Paints cells as the window does."""

    def __init__(self, table: FieldTable[Any]) -> None:
        super().__init__(table)
        self._table = table

    @guarded
    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._table.draw(painter, QRectF(option.rect), index.row(), index.column())
        painter.restore()


class FieldTable(QTableView, Generic[Row]):
    """`chosen` carries a row that was reached by keys or the pointer; `opened` one that was
    entered, or clicked twice, or once where that opens `at_once`. Subclasses give `fields` and
    `words`.
    """

    chosen, opened = Signal(object), Signal(object)
    high = 24  # of a row, pixels at 100 %
    gap = 14  # between two texts
    at_once = False
    lined = False  # the current row is between lines, not on mark
    sorts = False  # by a click on a head
    many = False  # rows can be selected together, with Ctrl or Shift

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(name)
        self.model_: TableModel[Row] = TableModel(self, self)
        self.setModel(self.model_)
        self.setItemDelegate(Cells(self))
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        modes = QAbstractItemView.SelectionMode
        self.setSelectionMode(modes.ExtendedSelection if self.many else modes.SingleSelection)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setShowGrid(False)
        self.setWordWrap(False)
        self.setTabKeyNavigation(False)
        self.setCornerButtonEnabled(False)
        self.setMouseTracking(True)
        # the current row is painted by `ground`
        self.setStyleSheet("QTableView { selection-background-color: transparent; }")
        self.ring, self._silent = OwnRing(self), False
        self._marked = frozenset[int]()  # the selected rows, where there can be several
        for head in (self.horizontalHeader(), self.verticalHeader()):
            head.setHighlightSections(False)
            head.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
            head.setMinimumSectionSize(1)
        self.verticalHeader().hide()
        self.horizontalHeader().setSectionsClickable(self.sorts)
        if self.sorts:
            head = self.horizontalHeader()
            head.sectionClicked.connect(lambda k: self._change(lambda: self.model_.sort_next(k)))
        self.selectionModel().currentRowChanged.connect(self._moved)
        self.selectionModel().selectionChanged.connect(self._reselected)
        (self.clicked if self.at_once else self.doubleClicked).connect(self.open_current)
        self.menu = DataMenu(self, self.data)
        theme.follow(self._redress)

    # -- what a table says -------------------------------------------------------------------------

    def fields(self) -> Sequence[Field[Row]]:
        """The columns, from the left."""
        raise NotImplementedError

    def words(self, row: Row) -> str:
        """A row as a sentence: the tooltip, and what a screen reader says."""
        raise NotImplementedError

    def key(self, row: Row) -> object:
        """By what a row is known again among newer ones."""
        return row

    def can_choose(self, row: Row) -> bool:
        """Whether a row can be the current one."""
        return True

    def data(self) -> ChartData | None:
        """What is copied: all that is on show."""
        return self.model_.table(self.accessibleName())

    def side_words(self, at: int) -> str:
        """The head of a row, where the table has one."""
        return ""

    def is_marked(self, row: Row) -> bool:
        """Whether a row is on mark."""
        if self.many:
            return id(row) in self._marked
        return not self.lined and row is self.current

    # -- rows --------------------------------------------------------------------------------------

    @property
    def current(self) -> Row | None:
        """The current row."""
        at = self.currentIndex().row()
        return self.model_.rows[at] if 0 <= at < len(self.model_.rows) else None

    @property
    def selected(self) -> tuple[Row, ...]:
        """The selected rows, in the order on show."""
        found = sorted(index.row() for index in self.selectionModel().selectedRows())
        return tuple(self.model_.rows[at] for at in found)

    def set_rows(self, rows: Sequence[Row], current: Row | None = None) -> None:
        """Shows newer rows, without a signal; `current`, or else the row that was it, is the
        current one.
        """
        self._change(lambda: self.model_.renew(rows, self.fields()), current)
        refresh_tooltip(self.viewport())

    def search(self, text: str) -> None:
        """Shows those whose row has this text."""
        self._change(lambda: self.model_.search(text))

    def _change(self, change: Callable[[], object], current: Row | None = None) -> None:
        self._silent = True
        wanted = current if current is not None else self.current
        others = (
            {self.key(row) for row in self.selected} if self.many and current is None else set()
        )
        change()
        if wanted is not None:
            key = self.key(wanted)
            self.go_to(lambda row: self.key(row) == key)
        for at, row in enumerate(self.model_.rows if others else ()):
            if self.key(row) in others:
                self.selectionModel().select(self.model_.index(at, 0), SELECT)
        self._reselected()
        self._silent = False
        self.fit()

    def go_to(self, found: Callable[[Row], bool]) -> None:
        """Makes the first row that is such the current one."""
        at = next((k for k, row in enumerate(self.model_.rows) if found(row)), -1)
        here = self.currentIndex()
        if at >= 0 and here.row() != at:
            self.setCurrentIndex(self.model_.index(at, max(0, here.column())))

    def _moved(self, now: QModelIndex, _before: QModelIndex) -> None:
        if now.isValid() and not self._silent:
            self.viewport().update()
            self.chosen.emit(self.model_.rows[now.row()])

    def _reselected(self) -> None:
        if self.many:
            self._marked = frozenset(map(id, self.selected))
            self.viewport().update()

    def open_current(self, _index: object = None) -> None:
        """Opens the current row."""
        if self.current is not None:
            self.opened.emit(self.current)

    # -- room --------------------------------------------------------------------------------------

    def _redress(self) -> None:
        self.set_row_height(theme.current().px(self.high))
        self.fit()

    def set_row_height(self, high: int) -> None:
        """The height of every row, in pixels."""
        self.verticalHeader().setDefaultSectionSize(high)

    def fit(self) -> None:
        """Gives the columns their widths."""
        fields, wide = self.model_.fields, self._shared()
        for k in range(len(fields)):
            self.setColumnHidden(k, k not in wide)
            if k in wide:
                self.setColumnWidth(k, max(1, wide[k]))
        space = {k: w - theme.current().px(2 * SIDE) for k, w in wide.items()}
        self.model_.set_heads({
            k: next((title for title in field.title if text_width(title) <= space[k]), "")
            for k, field in enumerate(fields)
            if k in space and not isinstance(field.title, str)
        })  # fmt: skip
        self.viewport().update()

    def _shared(self) -> dict[int, int]:
        """The widths of the columns that have room."""
        look, fields, room = theme.current(), self.model_.fields, self.viewport().width()
        wide = {k: self._needs(k) for k, field in enumerate(fields) if field.shown}
        rest = next((k for k in wide if fields[k].rest), -1)
        gives = [k for k in wide if fields[k].least and k != rest]
        loose = [k for k in wide if fields[k].drops and (k != rest or not gives)]
        fits = room - sum(w for k, w in wide.items() if k not in loose)
        for k in loose:
            if wide[k] > fits:
                del wide[k]
            else:
                fits -= wide[k]
        for k in gives:
            over = max(0, sum(wide.values()) - room)
            wide[k] = min(wide[k], max(look.px(fields[k].least), wide[k] - over))
        left = room - sum(wide.values())
        if rest in wide and left < 0 and fields[rest].drops:
            left += wide.pop(rest)
            wide[gives[0]] = max(look.px(NARROW), wide[gives[0]] + left)
        elif rest in wide:
            wide[rest] += max(0, left)
        return wide

    def _needs(self, column: int) -> int:
        """The width that shows a column in full; the least one of the column with the rest."""
        look, field = theme.current(), self.model_.fields[column]
        head = self.model_.heads[column] if isinstance(field.title, str) else ""
        wide = round(text_width(head)) + look.px(self.gap)
        if field.wide:
            part = round(field.share * self.viewport().width())
            return max(look.px(field.wide), part) + look.px(self.gap)
        if field.rest:
            return max(wide, look.px(field.least))
        rows, bold = self.model_.rows[:SAMPLE], field.bold is not False
        if field.needs is not None:
            texts = [field.needs(row) for row in rows]
        else:
            texts = [text_width(field.text(row), theme.TABLE, bold) for row in rows]
        wide = max(wide, round(max(texts, default=0.0)) + look.px(self.gap))
        most = round(field.most * self.viewport().width())
        return max(look.px(field.least), min(wide, most)) if field.most < 1 else wide

    @property
    def whole(self) -> int:
        """The height that shows every row."""
        rows, head = self.verticalHeader(), self.horizontalHeader()
        high = 0 if head.isHidden() else head.sizeHint().height()
        high += len(self.model_.rows) * rows.defaultSectionSize()
        return high + 2 * self.frameWidth()

    minimumSizeHint = theme.sized(160, 48)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.fit()

    # -- painting and keys -------------------------------------------------------------------------

    def ground(self, painter: QPainter, box: QRectF, row: Row) -> None:
        """What is under the text of a cell."""
        look = theme.current()
        if self.is_marked(row):
            painter.fillRect(box.adjusted(0, self.lined, 0, -self.lined), look.colour("mark"))
        if self.lined and row is self.current:
            for top in (box.top(), box.bottom() - 1):
                painter.fillRect(QRectF(box.left(), top, box.width(), 1), look.colour("edge"))

    def draw(self, painter: QPainter, box: QRectF, row: int, column: int) -> None:
        """Paints a cell in its box."""
        shown, field = self.model_.rows[row], self.model_.fields[column]
        self.ground(painter, box, shown)
        if field.paint is not None:
            field.paint(painter, box, shown)
            return
        role = field.role if isinstance(field.role, str) else field.role(shown)
        bold = field.bold if isinstance(field.bold, bool) else field.bold(shown)
        text = field.text(shown)
        put(painter, inside(box), text, theme.TABLE, role, right=field.right, bold=bold)

    def moveCursor(
        self, action: QAbstractItemView.CursorAction, modifiers: Qt.KeyboardModifier
    ) -> QModelIndex:
        """Home and End go to the first and the last row, where whole rows are chosen; no key goes
        to a row that cannot be.
        """
        moves, behaviours = QAbstractItemView.CursorAction, QAbstractItemView.SelectionBehavior
        found = super().moveCursor(action, modifiers)
        rows = [k for k, row in enumerate(self.model_.rows) if self.can_choose(row)]
        if self.selectionBehavior() != behaviours.SelectRows or not rows:
            return found
        ends = {moves.MoveHome: rows[0], moves.MoveEnd: rows[-1]}
        at = ends.get(action, min(rows, key=lambda row: abs(row - found.row())))
        return self.model_.index(at, 0) if at != found.row() else found

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in ENTER and self.current is not None:
            self.open_current()
        elif event.key() in ENTER or event.key() == Qt.Key.Key_Space or event.text().isalpha():
            event.ignore()  # keys of the page; Qt would look for a row that begins so
        else:
            super().keyPressEvent(event)

    def viewportEvent(self, event: QEvent) -> bool:
        if not isinstance(event, QHelpEvent):
            return super().viewportEvent(event)
        index = self.indexAt(event.pos())
        words = self.model_.data(index, Role.AccessibleTextRole) if index.isValid() else ""
        show_tip(event.globalPos(), words, self)
        return True

    @guarded
    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self.viewport()) as painter:
            self._paint_beyond(painter)
        super().paintEvent(event)
        if self.ring.shown:
            with QPainter(self.viewport()) as painter:
                self.ring.paint(painter, self.viewport().rect())

    def _paint_beyond(self, painter: QPainter) -> None:
        """The ground of the rows right of the last column."""
        head, side = self.horizontalHeader(), self.verticalHeader()
        left, right = head.length() - head.offset(), self.viewport().width()
        at = side.visualIndexAt(0)
        while left < right and 0 <= at < len(self.model_.rows):
            top = self.rowViewportPosition(at)
            if top >= self.viewport().height():
                break
            box = QRectF(left, top, right - left, self.rowHeight(at))
            self.ground(painter, box, self.model_.rows[at])
            at += 1


def inside(box: QRectF) -> QRectF:
    """The room of a cell for its text."""
    side = theme.current().px(SIDE)
    return box.adjusted(side, 0, -side, 0)
