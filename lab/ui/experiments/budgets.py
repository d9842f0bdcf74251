"""The chosen row at every budget of its experiment; choosing one shows the experiment there."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QModelIndex, QRectF, Signal
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QWidget

from lab.experiments.claims.result import Cell
from lab.experiments.claims.view import ExperimentView
from lab.experiments.claims.words import budget_words
from lab.ui.experiments import says
from lab.ui.experiments.interval_axis import IntervalAxis
from lab.ui.parts import theme
from lab.ui.parts.grid import Grid, GridModel
from lab.ui.parts.painted import put, text_width

BUDGET, INTERVAL, SCORE, COUNT = range(4)
ROW, LEAST_INTERVAL = 30, 48  # pixels at 100 %


class BudgetsModel(GridModel):
    """Budgets as rows."""

    rights = frozenset((SCORE, COUNT))

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.view: ExperimentView | None = None

    def set_view(self, view: ExperimentView | None) -> None:
        """Newer records."""
        self.view = view
        word = f"{says.group_word(view)}s".capitalize() if view is not None else ""
        score = "Measured" if view is not None and view.table.measures else "Score"
        self.renew(len(self.cells), ("Budget", "", score, word))

    @property
    def cells(self) -> tuple[Cell, ...]:
        """The row at each budget."""
        return () if self.view is None else self.view.others

    def texts(self, row: int) -> Sequence[str]:
        view = self.view
        if view is None:
            return ()
        cell = self.cells[row]
        budget = budget_words(view.file, cell.part.budget)
        return budget, "", says.score(cell, view.file), f"{cell.evidence.count:,}"

    def said(self, row: int, column: int) -> str:
        budget, _, score, count = self.texts(row)
        word = says.group_word(self.view) if self.view is not None else "group"
        return f"At {budget}: {score} in {count} {word}s."


class BudgetsTable(Grid):
    """`picked` carries the number of a budget."""

    picked = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        self.model_ = BudgetsModel()
        super().__init__("The chosen row at other budgets", self.model_, parent)
        self.model_.setParent(self)
        self._silent = False
        self.selectionModel().currentChanged.connect(self._moved)
        self._redress()

    def set_view(self, view: ExperimentView | None) -> None:
        """Shows newer records."""
        self._silent = True
        self.model_.set_view(view)
        if view is not None:
            row = view.table.budgets.index(view.budget)
            if self.currentIndex().row() != row:
                self.setCurrentIndex(self.model_.index(row, 0))
        self._silent = False
        self.share_out()
        self.viewport().update()

    def _moved(self, now: QModelIndex, _before: QModelIndex) -> None:
        if not self._silent and now.isValid():
            self.picked.emit(now.row())

    def _redress(self, _theme: object = None) -> None:
        self.set_row_height(theme.current().px(ROW))
        super()._redress()

    def share_out(self) -> None:
        look = theme.current()
        wide = {}
        for column in (BUDGET, SCORE, COUNT):
            texts = [self.model_.texts(k)[column] for k in range(self.model_.count)]
            texts += self.model_.heads[column : column + 1]
            longest = max((text_width(text, theme.TABLE) for text in texts), default=0.0)
            wide[column] = round(longest) + look.px(14)
        room = self.viewport().width() - sum(wide.values())
        if room < look.px(LEAST_INTERVAL):
            wide[BUDGET], room = max(look.px(70), wide[BUDGET] + room), 0
        self.setColumnHidden(INTERVAL, not room)
        if self.model_.count:
            for column, each in (wide | {INTERVAL: room}).items():
                self.setColumnWidth(column, max(1, each))

    def draw(self, painter: QPainter, box: QRectF, row: int, column: int) -> None:
        look, view = theme.current(), self.model_.view
        if view is None:
            return
        cell = self.model_.cells[row]
        if cell.part.budget == view.budget:
            painter.fillRect(box.adjusted(0, 1, 0, -1), look.colour("mark"))
        if column == INTERVAL:
            axis = IntervalAxis.of(self.model_.cells, view.file)
            inner = box.adjusted(look.px(6), 0, -look.px(6), 0)
            if cell.part.budget != view.budget:
                axis.paint_back(painter, inner)
            axis.paint_cell(painter, inner, cell)
            return
        text, right = self.model_.texts(row)[column], column in BudgetsModel.rights
        put(painter, box.adjusted(look.px(6), 0, -look.px(6), 0), text, theme.TABLE, right=right)
