"""The chosen row at every budget of its experiment; choosing one shows the experiment there."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QWidget

from lab.experiments.claims.result import Cell
from lab.experiments.claims.view import ExperimentView
from lab.experiments.claims.words import budget_words
from lab.ui.experiments import says
from lab.ui.experiments.interval_axis import IntervalAxis
from lab.ui.parts.fields import Field
from lab.ui.parts.table import FieldTable, inside

LEAST_INTERVAL = 48  # pixels at 100 %


class BudgetsTable(FieldTable[Cell]):
    """The row at each budget; the one on show is on mark."""

    high = 30

    def __init__(self, parent: QWidget | None = None) -> None:
        self._view: ExperimentView | None = None
        super().__init__("The chosen row at other budgets", parent)

    def set_view(self, view: ExperimentView | None) -> None:
        """Shows newer records."""
        self._view = view
        cells = view.others if view is not None else ()
        self.set_rows(cells, next(filter(self.is_marked, cells), None))

    def fields(self) -> Sequence[Field[Cell]]:
        view = self._view
        if view is None:
            return ()
        file, word = view.file, f"{says.group_word(view)}s".capitalize()
        score = "Measured" if view.table.measures else "Score"
        least = LEAST_INTERVAL
        return (
            Field("Budget", lambda cell: budget_words(file, cell.part.budget)),
            Field("", lambda cell: "", paint=self._paint, least=least, rest=True, drops=True),
            Field(score, lambda cell: says.score(cell, file), right=True),
            Field(word, lambda cell: f"{cell.evidence.count:,}", right=True),
        )

    def key(self, row: Cell) -> object:
        return row.part.budget

    def is_marked(self, row: Cell) -> bool:
        return self._view is not None and row.part.budget == self._view.budget

    def words(self, row: Cell) -> str:
        if self._view is None:
            return ""
        file, count = self._view.file, f"{row.evidence.count:,}"
        score, word = says.score(row, file), says.group_word(self._view)
        return f"At {budget_words(file, row.part.budget)}: {score} in {count} {word}s."

    def _paint(self, painter: QPainter, box: QRectF, row: Cell) -> None:
        if self._view is None:
            return
        axis = IntervalAxis.of(self.model_.rows, self._view.file)
        if not self.is_marked(row):
            axis.paint_back(painter, inside(box))
        axis.paint_cell(painter, inside(box), row)
