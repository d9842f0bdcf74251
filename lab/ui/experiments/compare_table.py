"""The rows of several experiments on a common axis: one line for each experiment that has the row,
those of a row together.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QWidget

from lab.experiments.claims.compare import Comparison, differs
from lab.experiments.claims.file import ExperimentFile
from lab.experiments.claims.result import Cell
from lab.ui.experiments import says
from lab.ui.experiments.forest import INTERVALS, interval_field, named, widest
from lab.ui.experiments.interval_axis import IntervalAxis
from lab.ui.parts import theme
from lab.ui.parts.fields import Field
from lab.ui.parts.painted import put
from lab.ui.parts.table import FieldTable, inside

INTERVAL = 2  # the column
LETTERS = "ABCD"
LEAST_NAME, MOST_NAME, LEAST_INTERVAL = 80, 0.26, 110  # pixels; MOST_NAME of the width


@dataclass(frozen=True)
class CompareLine:
    """A row of one experiment; `first` of those with this name, `apart` from another for sure."""

    cell: Cell
    column: int
    first: bool
    apart: bool


def lines_of(found: Comparison) -> tuple[CompareLine, ...]:
    """Every row of every experiment."""
    lines = []
    for cells in found.rows:
        known = [(k, cell) for k, cell in enumerate(cells) if cell is not None]
        apart = differs(cells)
        lines += [CompareLine(c, k, at == 0, apart) for at, (k, c) in enumerate(known)]
    return tuple(lines)


class CompareTable(FieldTable[CompareLine]):
    """The line that was opened asks for the games of its row."""

    high = 26

    def __init__(self, parent: QWidget | None = None) -> None:
        self.view: Comparison | None = None
        super().__init__("Rows side by side", parent)

    @property
    def axis(self) -> IntervalAxis | None:
        """The common axis."""
        view, lines = self.view, self.model_.rows
        if view is None or not lines:
            return None
        widest = max((column.file for column in view.columns), key=lambda file: file.equal)
        return IntervalAxis.of([line.cell for line in lines], widest)

    def set_view(self, view: Comparison | None) -> None:
        """Shows newer records."""
        self.view = view
        self.set_rows(lines_of(view) if view is not None else ())

    def fields(self) -> Sequence[Field[CompareLine]]:
        return (
            Field(
                "Row",
                lambda line: named(*self._names(line)),
                paint=self._paint_name,
                needs=lambda line: widest(self._name(line)),
                least=LEAST_NAME,
                most=MOST_NAME,
            ),
            Field(
                "",
                lambda line: f"{LETTERS[line.column]} {self._file(line).name}",
                paint=self._paint_letter,
                needs=lambda line: widest(*LETTERS),
            ),
            interval_field(INTERVALS[1:], self._score, self._paint_interval, LEAST_INTERVAL),
            Field("Score", self._score, right=True, bold=True),
            Field("Groups", lambda line: f"{line.cell.evidence.count:,}", right=True, role="ink2"),
            Field("Verdict", lambda line: line.cell.words, right=True, role="ink2"),
        )

    def key(self, row: CompareLine) -> object:
        return row.column, row.cell.part

    def words(self, row: CompareLine) -> str:
        name, of, _, score, count, verdict = (field.text(row) for field in self.model_.fields)
        apart = " Apart from another experiment for sure." if row.apart else ""
        return f"{name}, {of}: {score} in {count} groups; {verdict}.{apart}"

    def fit(self) -> None:
        super().fit()
        self.setMaximumHeight(self.whole)

    def _file(self, line: CompareLine) -> ExperimentFile:
        assert self.view is not None
        return self.view.columns[line.column].file

    def _names(self, line: CompareLine) -> tuple[str, str]:
        return says.row_names(line.cell, self._file(line))

    def _name(self, line: CompareLine) -> str:
        """The row as files have it, or its title."""
        title, name = self._names(line)
        return name or title

    def _score(self, line: CompareLine) -> str:
        return says.score(line.cell, self._file(line))

    # -- painting ----------------------------------------------------------------------------------

    def ground(self, painter: QPainter, box: QRectF, row: CompareLine) -> None:
        super().ground(painter, box, row)
        if row.first:
            line = QRectF(box.left(), box.top(), box.width(), 1)
            painter.fillRect(line, theme.current().colour("line2"))

    def _paint_name(self, painter: QPainter, box: QRectF, row: CompareLine) -> None:
        if row.first:
            put(painter, inside(box), self._name(row), theme.TABLE, bold=row.apart)

    def _paint_letter(self, painter: QPainter, box: QRectF, row: CompareLine) -> None:
        put(painter, inside(box), LETTERS[row.column], theme.TABLE, "ink2", bold=True)

    def _paint_interval(self, painter: QPainter, box: QRectF, row: CompareLine) -> None:
        axis = self.axis
        if axis is not None:
            axis.paint_back(painter, box)
            axis.paint_cell(painter, box, row.cell)
