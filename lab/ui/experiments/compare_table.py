"""The rows of several experiments on a common axis: one line for each experiment that has the row,
those of a row together.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPainter
from PySide6.QtWidgets import QWidget

from lab.experiments.claims.compare import ComparedColumn, Comparison, differs
from lab.experiments.claims.result import Cell
from lab.ui.experiments import says
from lab.ui.experiments.forest import INTERVALS
from lab.ui.experiments.interval_axis import IntervalAxis
from lab.ui.parts import theme
from lab.ui.parts.grid import ENTER, Grid, GridModel
from lab.ui.parts.painted import put, text_width

NAME, OF, INTERVAL, SCORE, COUNT, VERDICT = range(6)
LETTERS = "ABCD"
ROW, LEAST_NAME, MOST_NAME, LEAST_INTERVAL = 26, 80, 0.26, 110  # pixels; MOST_NAME of the width
HEADS: tuple[str, ...] = ("Row", "", "", "Score", "Groups", "Verdict")


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


class CompareModel(GridModel):
    """A line for each row of each experiment."""

    heads = HEADS
    rights = frozenset((SCORE, COUNT, VERDICT))

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.view: Comparison | None = None
        self.lines: tuple[CompareLine, ...] = ()

    def set_view(self, view: Comparison | None) -> None:
        """Newer records."""
        before = len(self.lines)
        self.view = view
        self.lines = lines_of(view) if view is not None else ()
        if len(self.lines) < before:
            self.count = -1  # the number of lines is asked for again
        self.renew(len(self.lines), self.heads)

    def set_intervals(self, words: str) -> None:
        """The head of the intervals."""
        self.heads = (*HEADS[:INTERVAL], words, *HEADS[INTERVAL + 1 :])
        self.headerDataChanged.emit(Qt.Orientation.Horizontal, INTERVAL, INTERVAL)

    def name(self, row: int) -> str:
        """The row as files have it, or its title."""
        title, name = says.row_names(self.lines[row].cell, self.column(row).file)
        return name or title

    def column(self, row: int) -> ComparedColumn:
        """The experiment of a line."""
        assert self.view is not None
        return self.view.columns[self.lines[row].column]

    def texts(self, row: int) -> Sequence[str]:
        line, file = self.lines[row], self.column(row).file
        title, name = says.row_names(line.cell, file)
        return (
            f"{title} ({name})" if name else title,
            f"{LETTERS[line.column]} {file.name}",
            says.score(line.cell, file).partition(" (")[2].removesuffix(")"),
            says.score(line.cell, file),
            f"{line.cell.evidence.count:,}",
            line.cell.words,
        )

    def said(self, row: int, column: int) -> str:
        name, of, _, score, count, verdict = self.texts(row)
        apart = " Apart from another experiment for sure." if self.lines[row].apart else ""
        return f"{name}, {of}: {score} in {count} groups; {verdict}.{apart}"


class CompareTable(Grid):
    """`games_asked` carries the column of an experiment and the name of a row."""

    games_asked = Signal(int, str)

    def __init__(self, parent: QWidget | None = None) -> None:
        self.model_ = CompareModel()
        super().__init__("Rows side by side", self.model_, parent)
        self.model_.setParent(self)
        self.doubleClicked.connect(lambda index: self._ask(index.row()))
        self._redress()

    @property
    def axis(self) -> IntervalAxis | None:
        """The common axis."""
        view, lines = self.model_.view, self.model_.lines
        if view is None or not lines:
            return None
        widest = max((column.file for column in view.columns), key=lambda file: file.equal)
        return IntervalAxis.of([line.cell for line in lines], widest)

    def set_view(self, view: Comparison | None) -> None:
        """Shows newer records."""
        self.model_.set_view(view)
        self.share_out()
        self.viewport().update()

    def _ask(self, row: int) -> None:
        line = self.model_.lines[row]
        self.games_asked.emit(line.column, line.cell.part.row.name)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        here = self.currentIndex()
        if event.key() in ENTER and here.isValid():
            self._ask(here.row())
        else:
            super().keyPressEvent(event)

    def _redress(self, _theme: object = None) -> None:
        self.set_row_height(theme.current().px(ROW))
        super()._redress()

    # -- columns -----------------------------------------------------------------------------------

    def share_out(self) -> None:
        look, model = theme.current(), self.model_
        if not model.lines:
            return
        wide = {k: self._needs(k) for k in (SCORE, COUNT, VERDICT)}
        wide[OF] = round(max(text_width(letter, theme.TABLE, True) for letter in LETTERS))
        wide[OF] += look.px(12)
        room = self.viewport().width() - sum(wide.values())
        most = max(look.px(LEAST_NAME), round(MOST_NAME * self.viewport().width()))
        names = (model.name(k) for k in range(model.count))
        longest = max(text_width(name, theme.TABLE, True) for name in names)
        name = min(most, round(longest) + look.px(18), max(1, room - look.px(LEAST_INTERVAL)))
        wide |= {NAME: max(look.px(LEAST_NAME), name)}
        wide |= {INTERVAL: room - wide[NAME]}
        for column, each in wide.items():
            self.setColumnWidth(column, max(1, each))
        space = wide[INTERVAL] - look.px(12)
        fitting = (text for text in INTERVALS[1:] if text_width(text) <= space)
        model.set_intervals(next(fitting, ""))
        self.setMaximumHeight(self.whole)

    def _needs(self, column: int) -> int:
        """The width of a column at the right."""
        texts = [self.model_.texts(k)[column] for k in range(self.model_.count)]
        wide = max(text_width(text, theme.TABLE, True) for text in (*texts, HEADS[column]))
        return round(wide) + theme.current().px(14)

    # -- painting ----------------------------------------------------------------------------------

    def draw(self, painter: QPainter, box: QRectF, row: int, column: int) -> None:
        look, line = theme.current(), self.model_.lines[row]
        if row == self.currentIndex().row():
            painter.fillRect(box, look.colour("mark"))
        if line.first:
            painter.fillRect(QRectF(box.left(), box.top(), box.width(), 1), look.colour("line2"))
        inner = box.adjusted(look.px(6), 0, -look.px(6), 0)
        if column == INTERVAL:
            axis = self.axis
            if axis is not None:
                axis.paint_back(painter, box)
                axis.paint_cell(painter, box, line.cell)
        elif column == NAME:
            if line.first:
                put(painter, inner, self.model_.name(row), theme.TABLE, bold=line.apart)
        elif column == OF:
            put(painter, inner, LETTERS[line.column], theme.TABLE, "ink2", bold=True)
        else:
            text = self.model_.texts(row)[column]
            role = "ink" if column == SCORE else "ink2"
            put(painter, inner, text, theme.TABLE, role, bold=column == SCORE, right=True)
