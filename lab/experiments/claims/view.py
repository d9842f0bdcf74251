"""Everything that is shown of an experiment at one moment, read at once: the rows at all budgets,
how the chosen row's score moved, what was played, and what other versions
had. And of several experiments, each at one budget: which rows they share, and where those differ.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import combinations
from statistics import fmean
from typing import Literal

from engines.knobs import KnobError
from lab.batch.faults import Faults
from lab.batch.games import GameRecord, LineUp
from lab.experiments.claims.file import ExperimentFile
from lab.experiments.claims.result import (
    Cell,
    ExperimentResult,
    Groups,
    ReadsGames,
    ResultRow,
    means_of,
    seeds_of,
    together,
    value_of,
)
from lab.experiments.claims.rows import ExperimentTable
from lab.experiments.claims.verdicts import ClaimAnswer, RowFinding, bounds, spread
from lab.experiments.stats import interval
from lab.match.budget import Budget
from lab.store.kept import EarlierRun
from lab.store.schema import PARTS
from lab.store.store import Store
from lab.words.numerals import enumerated, several

MOST_POINTS = 240  # of a course
NOTHING_PLAYED = "Nothing is played."
Symbol = Literal["holds", "fails", "open", "none"]


class OneMoment:
    """A store whose answers are kept: however often they are asked for, they are the same."""

    def __init__(self, store: ReadsGames) -> None:
        self._store = store
        self._groups: dict[tuple[LineUp, str], Groups] = {}
        self._failures: dict[tuple[LineUp, str], Sequence[GameRecord]] = {}

    def groups(
        self, lineup: LineUp, seeds: Iterable[int] | None = None, experiment: str = ""
    ) -> Groups:
        """The games of each seed that was played in every seating."""
        key = (lineup, experiment)
        if key not in self._groups:
            self._groups[key] = self._store.groups(lineup, seeds, experiment)
        return self._groups[key]

    def failures(self, lineup: LineUp, experiment: str = "") -> Sequence[GameRecord]:
        """The attempts of games that were never finished."""
        key = (lineup, experiment)
        if key not in self._failures:
            self._failures[key] = self._store.failures(lineup, experiment)
        return self._failures[key]

    def other_versions(self, lineup: LineUp) -> Sequence[EarlierRun]:
        """What the same players did when compiled from other sources."""
        return self._store.other_versions(lineup)


@dataclass(frozen=True)
class RowCourse:
    """The score after so many seeds, with the interval at that moment; the latest of those seeds;
    all [N].
    """

    counts: tuple[int, ...] = ()
    means: tuple[float, ...] = ()
    lows: tuple[float, ...] = ()
    highs: tuple[float, ...] = ()
    seeds: tuple[int, ...] = ()


@dataclass(frozen=True)
class PlayedFacts:
    """What was played of all rows."""

    games: int = 0
    failed: int = 0
    faults: Mapping[str, Faults] = field(default_factory=dict)  # by player
    seeds: tuple[int, int] | None = None  # the first and the last
    cpu_s: float = 0.0
    hosts: int = 0
    version: str = ""  # digest of the rules' sources
    last: float = 0.0  # seconds since 1970


@dataclass(frozen=True)
class OtherVersion:
    """A run of other sources: its score with a 95 % interval, and whether that is apart from the
    score of today for sure.
    """

    version: str
    last: float
    mean: float
    low: float
    high: float
    groups: int
    apart: bool


@dataclass(frozen=True)
class ListedExperiment:
    """An experiment in the list."""

    name: str
    shipped: bool
    symbol: Symbol = "none"
    sentence: str = ""
    question: str = ""


@dataclass(frozen=True, eq=False)
class ExperimentView:
    """One moment. `cells` are the rows at `budget`, `chosen` one of them, `others` that row at all
    budgets.
    """

    table: ExperimentTable
    listed: ListedExperiment
    budget: Budget
    cells: tuple[Cell, ...]
    chosen: int
    others: tuple[Cell, ...]
    course: RowCourse
    facts: PlayedFacts
    versions: tuple[OtherVersion, ...]
    note: str = ""
    answers: tuple[ClaimAnswer, ...] = ()
    asked: int = 0  # games that it ever asked for, of any version
    missing: bool = True  # whether a row at any budget still asks for games

    @property
    def file(self) -> ExperimentFile:
        """The experiment as it is written."""
        return self.table.file

    @property
    def cell(self) -> Cell:
        """The chosen row."""
        return self.cells[self.chosen]


def listed(result: ExperimentResult) -> ListedExperiment:
    """The experiment as the list has it."""
    file = result.file
    sentence = result.sentence if result.played else NOTHING_PLAYED
    return ListedExperiment(file.name, file.shipped, symbol_of(result), sentence, file.question)


def symbol_of(result: ExperimentResult) -> Symbol:
    """Holds, fails, open, or nothing is known."""
    found = [answer for _, _, answer in result.answers]
    if not result.played:
        return "none"
    if any(a in (ClaimAnswer.FAILS, ClaimAnswer.SMALLER, ClaimAnswer.LARGER) for a in found):
        return "fails"
    if found:
        return "holds" if all(a is ClaimAnswer.HOLDS for a in found) else "open"
    return "holds" if all(cell.settled for cell in result.cells) else "open"


def view_of(
    store: Store, table: ExperimentTable, budget: Budget | None = None, row: str = ""
) -> ExperimentView:
    """The experiment now; the budget of `played_budget`, if `budget` is none of its own, and the
    first row, if `row` names none.
    """
    moment = OneMoment(store)
    result = ExperimentResult(table, moment)
    chosen = budget if budget in table.budgets else None
    shown = chosen or played_budget(result) or table.budgets[0]
    cells = result.at(shown)
    number = next((k for k, cell in enumerate(cells) if cell.part.row.name == row), 0)
    own = cells[number]
    kept = store.experiments(table.file.name)
    return ExperimentView(
        table,
        listed(result),
        shown,
        cells,
        number,
        tuple(cell for cell in result.cells if cell.part.row == own.part.row),
        _course(table, own, moment),
        _facts(result, moment),
        _versions(result, own),
        kept[0].note if kept else "",
        tuple(answer for _, _, answer in result.answers),
        kept[0].games if kept else 0,
        not all(is_done(cell, table) for cell in result.cells),
    )


def is_done(cell: Cell, table: ExperimentTable) -> bool:
    """Whether a row asks for no more games: it is settled, or all its groups have been played."""
    said_all = cell.evidence.alike or bool(cell.note) or cell.settled
    return said_all or cell.looked >= table.file.groups


def played_budget(result: ExperimentResult) -> Budget | None:
    """The largest budget that was played, of those with a claim if one of them was."""
    known = [cell for cell in result.cells if cell.evidence.games]
    found = [cell for cell in known if cell.answers] or known
    return found[-1].part.budget if found else None


def _course(table: ExperimentTable, cell: Cell, moment: OneMoment) -> RowCourse:
    """The score by seeds; its last point is the row's own."""
    part = cell.part
    groups = moment.groups(part.lineup, seeds_of(table), table.file.name)
    seeds = [seed for seed in seeds_of(table) if seed in groups][: cell.evidence.count]
    known = [groups[seed] for seed in seeds]
    if not known:
        return RowCourse()
    rows = together(table, moment).get(part.budget, 1)
    measure, most = table.file.measure, table.file.groups
    values = [value_of(group, measure) for group in known] if measure else means_of(known)
    step = -(-len(values) // MOST_POINTS)
    counts = [*range(1, len(values), step), len(values)]
    ends = [
        spread(values[:n], rows, measure) if measure else bounds(values[:n], most, rows)
        for n in counts
    ]
    means = tuple(fmean(values[:n]) for n in counts)
    lows, highs = zip(*ends, strict=True)
    return RowCourse(tuple(counts), means, lows, highs, tuple(seeds[n - 1] for n in counts))


def _facts(result: ExperimentResult, moment: OneMoment) -> PlayedFacts:
    table, name = result.table, result.file.name
    by_lineup = {cell.part.lineup: cell.part for cell in result.cells}
    parts = tuple(by_lineup.values())  # games of players without a budget are counted once
    kept: Mapping[ResultRow, Groups] = {
        part: moment.groups(part.lineup, seeds_of(table), name) for part in parts
    }
    games = [game for groups in kept.values() for group in groups.values() for game in group]
    version = version_of(parts[0].lineup)
    if not games:
        return PlayedFacts(failed=_failed(moment, parts, name), version=version)
    seeds = [game.seed for game in games]
    return PlayedFacts(
        len(games),
        _failed(moment, parts, name),
        result.faults,
        (min(seeds), max(seeds)),
        sum(_cpu(game) for game in games),
        len({game.host for game in games}),
        version,
        max(game.started + game.seconds for game in games),
    )


def _cpu(game: GameRecord) -> float:
    return sum(seat.cpu_s for seat in game.seats) or game.seconds


def _failed(moment: OneMoment, parts: Sequence[ResultRow], name: str) -> int:
    return sum(len(moment.failures(part.lineup, name)) for part in parts)


def _versions(result: ExperimentResult, own: Cell) -> tuple[OtherVersion, ...]:
    """Earlier runs with a score; those of a measure have none."""
    runs = () if result.table.measures else result.earlier(own)
    return tuple(_version(run, own) for run in runs if run.meetings.groups)


def _version(run: EarlierRun, own: Cell) -> OtherVersion:
    """A run of other sources beside the row's own score."""
    tally = run.meetings.tally.get(0, {})
    values = [part / PARTS for part, count in tally.items() for _ in range(count)]
    low, high = interval(values)
    evidence = own.evidence
    known = evidence.mean is not None and own.finding is not RowFinding.NONE
    apart = known and (high < evidence.low or evidence.high < low)
    version = version_of(run.meetings.lineup)
    return OtherVersion(version, run.last, fmean(values), low, high, len(values), apart)


def version_of(lineup: LineUp) -> str:
    """The beginning of the digest of the sources that the first side is compiled from, of those of
    the rules where that is unknown.
    """
    return (lineup.sides[0].source or lineup.condition.source)[:7]


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
class SideBySide:
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
            return f"{enumerated(names)} {'differs' if len(names) == 1 else 'differ'} for sure."
        return f"No difference is sure in {several(len(both), 'common row')}."


def compared(
    store: ReadsGames, wanted: Sequence[tuple[ExperimentTable, Budget | None]]
) -> SideBySide:
    """The experiments, each at its budget; at the largest that was played where None is given or
    the experiment has no such budget. KnobError where scores would meet figures of a measure.
    """
    measures = {table.file.measure for table, _ in wanted}
    if len(measures) > 1:
        raise KnobError("Scores of games and figures of a measure have no common axis.")
    return SideBySide(tuple(_column(store, *each) for each in wanted))


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
