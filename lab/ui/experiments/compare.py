"""Up to four experiments side by side: which ones and at which budget, and their rows on a common
axis, one line for each experiment that has the row.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from PySide6.QtCore import QObject, QRectF, Signal
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from lab.experiments.claims.file import ExperimentFile
from lab.experiments.claims.result import Cell
from lab.experiments.claims.view import MOST, SideBySide, differs
from lab.experiments.claims.words import budget_words
from lab.match.budget import Budget
from lab.ui.experiments import says
from lab.ui.experiments.forest import INTERVALS, interval_field, named, widest
from lab.ui.experiments.interval_axis import AxisFoot, IntervalAxis
from lab.ui.parts import theme
from lab.ui.parts.combos import Combo, Entry
from lab.ui.parts.fields import Field
from lab.ui.parts.messages import VerdictLine, label, one_line
from lab.ui.parts.painted import put
from lab.ui.parts.table import FieldTable, inside
from lab.ui.shell.status import Elided

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


def lines_of(found: SideBySide) -> tuple[CompareLine, ...]:
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

    def __init__(self) -> None:
        self.view: SideBySide | None = None
        super().__init__("Rows side by side")

    @property
    def axis(self) -> IntervalAxis | None:
        """The common axis."""
        view, lines = self.view, self.model_.rows
        if view is None or not lines:
            return None
        widest = max((column.file for column in view.columns), key=lambda file: file.equal)
        return IntervalAxis.of([line.cell for line in lines], widest)

    def set_view(self, view: SideBySide | None) -> None:
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


MORE = "Compare with …"
CHOOSE = "Choose a second experiment, or the same one at another budget, to compare."


class ComparedExperiment(QObject):
    """One experiment of a comparison. `name_picked` and `budget_picked` carry what was chosen."""

    name_picked = Signal(str)
    budget_picked = Signal(str)
    left = Signal()

    def __init__(self, number: int, parent: QObject) -> None:
        super().__init__(parent)
        letter = LETTERS[number]
        self.letter = one_line(letter, "strong")
        self.name = Combo(f"Experiment {letter}")
        self.budget = Combo(f"Budget of experiment {letter}")
        self.about = Elided(f"Players of experiment {letter}")
        self.leave = QPushButton("Remove")
        self.leave.setAccessibleName(f"Remove experiment {letter} from the comparison")
        self.leave.hide()  # shown once it is part of a page: till then it would be a window
        self.name.picked.connect(self.name_picked)
        self.budget.picked.connect(self.budget_picked)
        self.leave.clicked.connect(lambda: self.left.emit())


class ComparisonPart(QWidget):
    """`wanted` carries names and budgets, None for the largest that was played; the first is the
    experiment on show. `games_asked` carries the column and the name of a row.
    """

    wanted = Signal(object)  # tuple[tuple[str, Budget | None], ...]
    games_asked = Signal(int, str)

    def __init__(self) -> None:
        super().__init__()
        self.chosen: tuple[tuple[str, Budget | None], ...] = ()
        self.found: SideBySide | None = None
        self.lines = tuple(ComparedExperiment(k, self) for k in range(MOST))
        self.more = Combo("Another experiment")
        self.table, self.verdict = CompareTable(), VerdictLine()
        self.foot, self.said = AxisFoot(self.table, INTERVAL), label("", "note", self)
        self._names: tuple[str, ...] = ()
        self._lay_out()
        self._connect()
        self._show()

    def _lay_out(self) -> None:
        grid, last, column = QGridLayout(), QHBoxLayout(), QVBoxLayout(self)
        grid.setHorizontalSpacing(8)
        grid.setVerticalSpacing(6)
        for k, line in enumerate(self.lines):
            parts = (line.letter, line.name, line.budget, line.about, line.leave)
            for at, part in enumerate(parts):
                grid.addWidget(part, k, at)
        for at, share in ((1, 3), (2, 3), (3, 4)):
            grid.setColumnStretch(at, share)
        last.addWidget(self.more, 1)
        last.addWidget(self.said, 2)
        column.setContentsMargins(0, 4, 0, 0)
        column.setSpacing(8)
        column.addLayout(grid)
        column.addLayout(last)
        column.addWidget(self.verdict)
        column.addWidget(self.table, 100)
        column.addWidget(self.foot)
        column.addStretch(1)

    def _connect(self) -> None:
        self.more.picked.connect(self.add)
        self.table.opened.connect(self._open)
        for k, line in enumerate(self.lines):
            line.name_picked.connect(partial(self._rename, k))
            line.budget_picked.connect(partial(self._rebudget, k))
            line.left.connect(partial(self._leave, k))

    def _open(self, line: CompareLine) -> None:
        self.games_asked.emit(line.column, line.cell.part.row.name)

    # -- setters -----------------------------------------------------------------------------------

    def set_names(self, names: Sequence[str]) -> None:
        """The experiments to choose from."""
        self._names = tuple(names)
        entries = [Entry(name, name) for name in names]
        for line in self.lines:
            line.name.set_entries(entries)
        self.more.set_entries([Entry("", MORE), *entries])
        self.more.choose("")
        kept = tuple(each for each in self.chosen if each[0] in names)
        if kept != self.chosen:
            self._choose(kept)

    def set_first(self, name: str, budget: Budget) -> None:
        """The experiment on show, which is the first of the comparison."""
        if self.chosen[:1] != ((name, budget),):
            self.chosen = ((name, budget), *self.chosen[1:])
            self._show()

    def set_found(self, found: SideBySide | None, problem: str = "") -> None:
        """What is known of the experiments; a sentence where they cannot be compared."""
        self.found = found
        self.said.setText(problem)
        self.table.set_view(found)
        self._show()

    def _show(self) -> None:
        found, count = self.found, len(self.chosen)
        for k, line in enumerate(self.lines):
            on = k < count
            for part in (line.letter, line.name, line.budget, line.about):
                part.setVisible(on)
            line.leave.setVisible(on and k > 0)
            if on:
                line.name.choose(self.chosen[k][0])
                self._show_budget(k)
        self.more.setVisible(count < MOST)
        some = found is not None and count > 1
        self.verdict.setVisible(some)
        if found is not None:
            self.verdict.set_words(found.sentence, says.overlap(found), lines=True)
        self.table.setVisible(some)
        self.foot.setVisible(some)
        if not some and not self.said.text():
            self.said.setText(CHOOSE)

    def _show_budget(self, k: int) -> None:
        """The budgets of an experiment, and who plays."""
        line, found = self.lines[k], self.found
        columns = found.columns if found is not None else ()
        column = columns[k] if k < len(columns) else None
        if column is None or column.file.name != self.chosen[k][0]:
            line.budget.set_entries(())
            line.about.set_text("")
            return
        budgets = column.table.budgets
        line.budget.set_entries([Entry(b.text, budget_words(column.file, b)) for b in budgets])
        line.budget.choose(column.budget.text)
        line.about.set_text(says.players(column.table))

    # -- the user ----------------------------------------------------------------------------------

    def _choose(self, chosen: tuple[tuple[str, Budget | None], ...]) -> None:
        self.chosen = chosen
        self.said.setText("")
        self._show()
        self.wanted.emit(chosen)

    def add(self, name: str) -> None:
        """One more experiment."""
        self.more.choose("")
        if name:
            self._choose((*self.chosen, (name, None))[:MOST])

    def _put(self, k: int, *each: tuple[str, Budget | None]) -> None:
        self._choose((*self.chosen[:k], *each, *self.chosen[k + 1 :]))

    def _rename(self, k: int, name: str) -> None:
        self._put(k, (name, None))

    def _rebudget(self, k: int, text: str) -> None:
        self._put(k, (self.chosen[k][0], Budget.parse(text)))

    def _leave(self, k: int) -> None:
        self._put(k)
