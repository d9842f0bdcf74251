"""Several experiments, each at one budget: which rows they share, and where those differ."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations

from engines.knobs import KnobError
from lab.experiments.claims.file import ExperimentFile
from lab.experiments.claims.result import Cell, ExperimentResult, ReadsGames
from lab.experiments.claims.rows import ExperimentTable
from lab.experiments.claims.view import played_budget
from lab.match.budget import Budget
from lab.words.numerals import several

MOST = 4  # experiments side by side


@dataclass(frozen=True, eq=False)
class ComparedColumn:
    """An experiment at a budget, with its rows there."""

    table: ExperimentTable
    budget: Budget
    cells: tuple[Cell, ...]

    @property
    def file(self) -> ExperimentFile:
        """The experiment as it is written."""
        return self.table.file


@dataclass(frozen=True, eq=False)
class Comparison:
    """Experiments side by side."""

    columns: tuple[ComparedColumn, ...]

    @cached_property
    def rows(self) -> tuple[tuple[Cell | None, ...], ...]:
        """The cells of each row in every column, None where an experiment has no such row; the
        rows that several have come first.
        """
        by_name: dict[str, list[Cell | None]] = {}
        for k, column in enumerate(self.columns):
            for cell in column.cells:
                found = by_name.setdefault(cell.part.row.name, [None] * len(self.columns))
                found[k] = cell
        rows = [tuple(cells) for cells in by_name.values()]
        return tuple(sorted(rows, key=lambda cells: shared(cells) < 2))

    @property
    def sentence(self) -> str:
        """Which rows differ for sure."""
        if not any(shared(cells) > 1 for cells in self.rows):
            return "These experiments have no row in common."
        both = [cells for cells in self.rows if shared(cells, played=True) > 1]
        if not both:
            return "No common row has been played in two of them."
        names = [name_of(cells) for cells in both if differs(cells)]
        if names:
            return f"{_listed(names)} {'differs' if len(names) == 1 else 'differ'} for sure."
        return f"No difference is sure in {several(len(both), 'common row')}."


def compared(
    store: ReadsGames, wanted: Sequence[tuple[ExperimentTable, Budget | None]]
) -> Comparison:
    """The experiments, each at its budget; at the largest that was played where None is given or
    the experiment has no such budget. KnobError where scores would meet figures of a measure.
    """
    measures = {table.file.measure for table, _ in wanted}
    if len(measures) > 1:
        raise KnobError("Scores of games and figures of a measure have no common axis.")
    return Comparison(tuple(_column(store, *each) for each in wanted))


def _column(store: ReadsGames, table: ExperimentTable, budget: Budget | None) -> ComparedColumn:
    result = ExperimentResult(table, store)
    chosen = budget if budget in table.budgets else None
    shown = chosen or played_budget(result) or table.budgets[0]
    return ComparedColumn(table, shown, result.at(shown))


def shared(cells: Sequence[Cell | None], played: bool = False) -> int:
    """How many experiments have the row, or have `played` it."""
    return sum(c is not None and (not played or c.evidence.mean is not None) for c in cells)


def name_of(cells: Sequence[Cell | None]) -> str:
    """The row as files have it."""
    return next(cell.part.row.name for cell in cells if cell is not None)


def differs(cells: Sequence[Cell | None]) -> bool:
    """Whether the intervals of two experiments do not overlap."""
    known = [c.evidence for c in cells if c is not None and c.evidence.mean is not None]
    return any(a.high < b.low or b.high < a.low for a, b in combinations(known, 2))


def _listed(names: Sequence[str]) -> str:
    """Names in a sentence: "c=1", "c=1 and c=2"."""
    first, last = ", ".join(names[:-1]), names[-1]
    return f"{first} and {last}" if first else last
