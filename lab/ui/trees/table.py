"""The same numbers as a table: sortable, copyable, and what a screen reader reads instead of the
graphs.
"""

from __future__ import annotations

import math

from PySide6.QtCore import (
    QItemSelectionModel,
    QModelIndex,
    QPersistentModelIndex,
    QRectF,
    QSize,
    QSortFilterProxyModel,
    Qt,
    Signal,
)
from PySide6.QtGui import (
    QGuiApplication,
    QKeyEvent,
    QKeySequence,
    QMouseEvent,
    QPainter,
    QResizeEvent,
)
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHeaderView,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
    QWidget,
)

from lab.ui.parts import theme
from lab.ui.parts.painted import ColumnsView, put, text_width
from lab.ui.trees.stats_model import (
    ACTION,
    AGENT,
    CHOSEN,
    FIELDS,
    MIXED,
    PROVED,
    SORT,
    VISITS,
    StatsModel,
    ends_of,
)

Index = QModelIndex | QPersistentModelIndex
MOST_ROWS = 9  # rows shown before the table scrolls, where it shares the dock with graphs
SPARE = (6, 7, 5, 3)  # fields left out, in this order, where the dock is too narrow for all


class _Cells(QStyledItemDelegate):
    """Plain text within the region's margins; the chosen row in the mark colour, its action in
    bold.
    """

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        look, box = theme.current(), QRectF(option.rect)
        chosen = bool(index.data(CHOSEN))
        if chosen:
            painter.fillRect(box, look.colour("mark"))
        right = index.column() > ACTION
        pad = look.px(12)
        table = self.parent()
        first = index.column() == (
            ACTION if isinstance(table, QTableView) and table.isColumnHidden(AGENT) else AGENT
        )
        last = isinstance(table, QTableView) and all(
            table.isColumnHidden(i) for i in range(index.column() + 1, len(FIELDS))
        )
        inner = box.adjusted(pad if first else 2, 0, -pad if last else -2, 0)
        put(
            painter, inner, str(index.data()), bold=chosen and index.column() == ACTION, right=right
        )


class StatsTable(QTableView):
    """The table of a View. A click or the arrow keys select an action; Ctrl+C copies it all as
    text.
    """

    selected = Signal(int, int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName("Root actions of all trees, as a table")
        self.model_of_stats = StatsModel(self)
        proxy = QSortFilterProxyModel(self)
        proxy.setSourceModel(self.model_of_stats)
        proxy.setSortRole(SORT)
        proxy.setDynamicSortFilter(True)
        self.setModel(proxy)
        self.whole = False  # all rows are shown and the dock scrolls
        self.setItemDelegate(_Cells(self))
        self.setSortingEnabled(True)
        self.horizontalHeader().sortIndicatorChanged.connect(self.model_of_stats.set_sort)
        self.sortByColumn(VISITS, Qt.SortOrder.DescendingOrder)
        self.horizontalHeader().setSortIndicatorShown(False)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setShowGrid(False)
        self.setWordWrap(False)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.verticalHeader().hide()
        self.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self.horizontalHeader().setHighlightSections(False)
        self.selectionModel().currentRowChanged.connect(self._moved)
        self._quiet = False
        self._apart: set[int] = set()  # fields that say nothing about these searches
        self._widths: tuple[int, ...] = ()
        theme.changed.connect(self._restyled)
        self._restyled()

    def _restyled(self) -> None:
        look = theme.current()
        self.verticalHeader().setDefaultSectionSize(look.px(24))
        self.verticalHeader().setMinimumSectionSize(look.px(18))
        header = self.horizontalHeader()
        header.setMinimumSectionSize(look.px(36))
        header.setStyleSheet(
            f"QHeaderView::section {{ padding: 3px 2px; }} QHeaderView::section:first {{ "
            f"padding-left: {look.px(12)}px; }} "
            f"QHeaderView::section:last {{ padding-right: {look.px(12)}px; }}"
        )
        self._widths = ()
        self._fit()
        self.updateGeometry()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        """Gives every field the room that its longest number needs, and leaves out the least
        important ones where that is too much; nothing is cut.
        """
        needs = self._needs()
        room = self.viewport().width()
        shown = [i for i in range(len(FIELDS)) if i not in self._apart]
        for spare in SPARE:
            if sum(needs[i] for i in shown) > room and spare in shown:
                shown.remove(spare)
        each, rest = divmod(max(0, room - sum(needs[i] for i in shown)), max(1, len(shown)))
        widths = tuple(
            needs[i] + each + (rest if i == shown[-1] else 0) if i in shown else 0
            for i in range(len(FIELDS))
        )
        if widths != self._widths:
            self._widths = widths
            for i, width in enumerate(widths):
                self.setColumnHidden(i, width == 0)
                self.setColumnWidth(i, width)

    def _needs(self) -> list[int]:
        """The width of each field in pixels."""
        look = theme.current()
        columns = self.model_of_stats.columns
        samples = {AGENT: "Pod 88 88", ACTION: "Right 18°, full m"}
        out = []
        for i, field in enumerate(FIELDS):
            texts = [f"{field.title} ▾", samples.get(i, "")]
            if i > ACTION:
                texts += [field.text(c, k) for c, k in ends_of(columns, field)]
            edge = look.px(12) if i in (AGENT, ACTION, self._last) else 0
            out.append(math.ceil(max(text_width(t, theme.TABLE, True) for t in texts)) + 8 + edge)
        return out

    @property
    def _last(self) -> int:
        """The field at the right end."""
        return max(i for i in range(len(FIELDS)) if i not in self._apart)

    def set_view(self, view: ColumnsView) -> None:
        """Shows the statistics and the selection of a view."""
        rows = self.model_of_stats.rowCount()
        self.model_of_stats.set_columns(view.columns)
        apart = {
            AGENT: len(view.columns) == 1,
            MIXED: all(c.agent.stats.policy is None for c in view.columns),
            PROVED: not any(any(c.agent.stats.proven) for c in view.columns),
        }
        self._apart = {field for field, says_nothing in apart.items() if says_nothing}
        self._fit()
        self.model_of_stats.set_chosen(view.selection)
        row = self.model_of_stats.row_of(view.selection) if view.selection else -1
        self._quiet = True
        if row < 0:
            self.selectionModel().clear()
        else:
            index = self._proxy().mapFromSource(self.model_of_stats.index(row, ACTION))
            flags = (
                QItemSelectionModel.SelectionFlag.ClearAndSelect
                | QItemSelectionModel.SelectionFlag.Rows
            )
            self.selectionModel().setCurrentIndex(index, flags)
        self._quiet = False
        if rows != self.model_of_stats.rowCount():
            self.updateGeometry()

    def _proxy(self) -> QSortFilterProxyModel:
        model = self.model()
        assert isinstance(model, QSortFilterProxyModel)
        return model

    def _moved(self, now: QModelIndex, before: QModelIndex) -> None:
        if not self._quiet and now.isValid():
            self.selected.emit(*self.model_of_stats.pair(self._proxy().mapToSource(now).row()))

    def sizeHint(self) -> QSize:
        count = self.model_of_stats.rowCount()
        rows = count if self.whole else min(count, MOST_ROWS)
        return QSize(
            320,
            self.horizontalHeader().sizeHint().height()
            + rows * self.verticalHeader().defaultSectionSize()
            + 4,
        )

    def minimumSizeHint(self) -> QSize:
        return QSize(240, self.sizeHint().height())

    def text(self) -> str:
        """The table in the order on screen, with all its fields, tabs between columns, for the
        clipboard and for reports.
        """
        proxy = self._proxy()
        shown = [i for i in range(len(FIELDS)) if i not in self._apart]
        lines = ["\t".join(FIELDS[i].title for i in shown)]
        lines += [
            "\t".join(str(proxy.index(r, i).data()) for i in shown) for r in range(proxy.rowCount())
        ]
        return "\n".join(lines) + "\n"

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.matches(QKeySequence.StandardKey.Copy):
            QGuiApplication.clipboard().setText(self.text())
        else:
            super().keyPressEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        super().mousePressEvent(event)
        index = self.indexAt(event.position().toPoint())
        if index.isValid():
            self._moved(index, index)
