"""What an experiment's games say at one moment: each row at each budget with its evidence, what
that says, and what it says of the claims.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import takewhile
from statistics import fmean
from typing import Protocol

from engines.knobs import KnobError
from lab.batch.entrants import clock_of, condition, entrant
from lab.batch.faults import Faults, add_games
from lab.batch.games import GameRecord, LineUp
from lab.experiments.claims.file import Claim
from lab.experiments.claims.rows import TREES, ClaimRow, ExperimentTable
from lab.experiments.claims.verdicts import (
    ClaimAnswer,
    RowEvidence,
    RowFinding,
    answer,
    claims_words,
    finding,
    finding_words,
    looks,
    quantile,
    spread,
)
from lab.experiments.stats import interval
from lab.experiments.verdicts import SAME, never_differed, repeated, spoils
from lab.match.budget import Budget
from lab.store.kept import EarlierRun
from lab.words import numerals
from lab.words.numerals import capitalised

MEASURE = "measure"  # begins the start of what is a measure and no game
Groups = Mapping[int, Sequence[GameRecord]]  # whole groups by seed
SETTLED = (
    RowFinding.LOWER,
    RowFinding.HIGHER,
    RowFinding.EQUAL,
    RowFinding.ALIKE,
    RowFinding.KNOWN,
)


class ReadsGames(Protocol):
    """Where games are kept: `lab.store.Store`."""

    def groups(
        self, lineup: LineUp, seeds: Iterable[int] | None = None, experiment: str = ""
    ) -> Groups:
        """The games of each seed that was played in every seating."""

    def failures(self, lineup: LineUp, experiment: str = "") -> Sequence[GameRecord]:
        """The attempts of games that were never finished."""

    def other_versions(self, lineup: LineUp) -> Sequence[EarlierRun]:
        """What the same players did when compiled from other sources."""


@dataclass(frozen=True)
class ResultRow:
    """A row at a budget: `number` names it in the store."""

    number: int
    row: ClaimRow
    budget: Budget
    lineup: LineUp


@dataclass(frozen=True)
class Cell:
    """What is known of a part. `evidence` is what all its groups say; what is found and answered is
    what those until the last planned look say, since more looks would find more than there is.
    Where it would be another without its spoiled groups, it is not settled.
    """

    part: ResultRow
    evidence: RowEvidence
    finding: RowFinding
    answers: tuple[tuple[Claim, ClaimAnswer], ...]
    effort: tuple[float, float]  # iterations a decision of the row's player and of the full version
    note: str = ""
    looked: int = 0  # groups that had been asked for at the last look, 0 before the first
    next_look: int = 0  # groups at the next one, 0 where there is none or none is needed
    hangs: int = 0  # spoiled groups that it would hang on

    @property
    def words(self) -> str:
        """The finding for people."""
        return finding_words(self.finding, self.part.row.role)

    @property
    def verdict(self) -> str:
        """The finding, and when there may be another."""
        next_look = f", next look at {self.next_look:,}" if self.next_look else ""
        hangs = f", hangs on {numerals.several(self.hangs, 'spoiled group')}" if self.hangs else ""
        return f"{self.words}{hangs}{next_look}"

    @property
    def settled(self) -> bool:
        """Whether no more games are needed for the row or what is claimed of it."""
        if self.answers:
            return all(found is not ClaimAnswer.OPEN for _, found in self.answers)
        return self.finding in SETTLED


def parts(table: ExperimentTable) -> tuple[ResultRow, ...]:
    """All rows at all budgets, budget by budget."""
    found = [(budget, row) for budget in table.budgets for row in table.rows]
    return tuple(
        ResultRow(k, row, budget, lineup_of(table, row, budget))
        for k, (budget, row) in enumerate(found)
    )


def claimed(table: ExperimentTable) -> tuple[ResultRow, ...]:
    """The parts that a claim is about."""
    return tuple(part for part in parts(table) if table.claims(part.row, part.budget))


def chosen_parts(
    table: ExperimentTable, budget: Budget | None = None, claims: bool = False
) -> tuple[ResultRow, ...]:
    """The parts at a budget, or at all; with `claims` only those that a claim is about. KnobError
    where there are none.
    """
    if budget is not None and budget not in table.budgets:
        known = ", ".join(each.text for each in table.budgets)
        raise KnobError(f"The budgets of {table.file.name} are {known}, not {budget.text}.")
    some = claimed(table) if claims else parts(table)
    found = tuple(part for part in some if budget in (None, part.budget))
    if not found:
        where = f" at {budget.text}" if budget is not None else ""
        raise KnobError(f"{table.file.name} has no claim{where}; choose all rows.")
    return found


def lineup_of(table: ExperimentTable, row: ClaimRow, budget: Budget) -> LineUp:
    """Who plays whom: side 0 is the row's player. A measure has one side, and as its start what is
    measured.
    """
    player = entrant(table.game, table.player(row, budget))
    clock = clock_of(budget, by_cpu=True)
    if not table.measures:
        full = entrant(table.game, table.benchmark(budget))
        return LineUp(condition(table.game, clock), (player, full))
    file = table.file
    facts = [MEASURE, file.measure]
    if file.measure in TREES:
        facts += [row.name, str(file.branches)]
    elif file.measure == "changes":
        facts += [str(file.after)]
    else:
        facts += [str(file.action)]
    return LineUp(condition(table.game, clock, " ".join(facts)), (player,))


def seeds_of(table: ExperimentTable) -> range:
    """The seeds that count."""
    return range(table.file.seed, table.file.seed + table.file.groups)


def together(
    table: ExperimentTable, store: ReadsGames, wanted: Sequence[ResultRow] = ()
) -> dict[Budget, int]:
    """How many rows of each budget have to hold together: those that were played, and those that
    are wanted.
    """
    played = [
        part
        for part in parts(table)
        if part in wanted or store.groups(part.lineup, seeds_of(table), table.file.name)
    ]
    return Counter(part.budget for part in played)


def came(table: ExperimentTable, groups: Groups, failed: Collection[int]) -> int:
    """How many of the first seeds have been played, without a gap; `failed` ones have been too."""
    seeds = takewhile(lambda seed: seed in groups or seed in failed, seeds_of(table))
    return sum(1 for _ in seeds)


def read_cell(
    table: ExperimentTable, part: ResultRow, groups: Groups, rows: int, count: int | None = None
) -> Cell:
    """What the groups say of a part, where so many rows hold together, and its first `count` seeds
    have been played, by default those that are there; only seeds of the file count.
    """
    file, seeds = table.file, seeds_of(table)
    known = [groups[seed] for seed in seeds if seed in groups]
    at = looks_of(table)
    count = came(table, groups, ()) if count is None else count
    looked = max((n for n in at if n <= count), default=0)
    seen = [groups[seed] for seed in seeds[:looked] if seed in groups]
    if table.measures:
        measured = [value_of(group, file.measure) for group in known]
        evidence, note = _measured(measured, rows, file.measure), ""
        judged = evidence if looked else _unseen(evidence)
    else:
        evidence, note = _scored(known, len(known), file.groups, rows)
        judged = _unseen(evidence)
        if looked:
            same = len(known) == len(seen) == looked  # mostly
            judged = evidence if same else _scored(seen, looked, file.groups, rows)[0]
    found, said = _judged(table, part, judged)
    clean = [group for group in seen if not spoils(group)]
    hangs = 0
    if len(clean) < len(seen):
        without = _judged(table, part, _scored(clean, looked, file.groups, rows)[0])
        if without != (found, said):
            hangs = len(seen) - len(clean)
            found = found if found is without[0] else RowFinding.OPEN
            pairs = zip(said, without[1], strict=True)
            said = tuple((c, a if a is b else ClaimAnswer.OPEN) for (c, a), (_, b) in pairs)
    effort = _effort(known, 0), _effort(known, 1)
    cell = Cell(part, evidence, found, said, effort, note, looked, hangs=hangs)
    following = next((n for n in at if n > looked), 0)
    waits = bool(known) and not cell.settled and not note
    return replace(cell, next_look=following) if waits else cell


def _judged(
    table: ExperimentTable, part: ResultRow, evidence: RowEvidence
) -> tuple[RowFinding, tuple[tuple[Claim, ClaimAnswer], ...]]:
    """What evidence says of a part and its claims."""
    equal, measures = table.file.equal, table.measures
    claims = table.claims(part.row, part.budget)
    said = tuple((c, answer(c, evidence, equal, measures)) for c in claims)
    return finding(evidence, equal, measures), said


def looks_of(table: ExperimentTable) -> tuple[int, ...]:
    """After how many groups a row is looked at: a measure at its end."""
    most = table.file.groups
    return (most,) if table.measures else looks(most)


def _unseen(evidence: RowEvidence) -> RowEvidence:
    """The same before the first look: no verdict, unless the players are one."""
    return replace(evidence, low=0.0, high=1.0, count=0)


def _scored(
    known: Sequence[Sequence[GameRecord]], count: int, most: int, rows: int
) -> tuple[RowEvidence, str]:
    """The score of side 0 over its groups, of `count` that were asked for, and a remark on them."""
    if not known:
        return RowEvidence(), ""
    values = means_of(known)
    taped = all(game.tape for group in known[:SAME] for game in group)
    alike, again = never_differed(known), repeated(known) if taped else ""
    if again and not alike:  # one group, however often it was played
        values = values[:1]
    low, high = interval(values, quantile(count, most, rows))
    games = sum(map(len, known))
    note = f"{capitalised(again)}." if again else ""
    return RowEvidence(fmean(values), low, high, len(values), games, alike), note


def means_of(groups: Iterable[Sequence[GameRecord]]) -> list[float]:
    """The mean points of side 0 in each group."""
    return [sum(game.points(0) for game in group) / len(group) for group in groups]


def _measured(values: Sequence[float], rows: int, measure: str) -> RowEvidence:
    if not values:
        return RowEvidence()
    low, high = spread(values, rows, measure)
    return RowEvidence(fmean(values), low, high, len(values), len(values))


def value_of(group: Sequence[GameRecord], measure: str) -> float:
    """The figure that a measure kept."""
    return next(value for _, name, value in group[0].metrics if name == measure)


@dataclass(frozen=True)
class SeedFigure:
    """What a measure found with one seed, and the seconds it took."""

    seed: int
    value: float
    seconds: float


def seed_figures(
    table: ExperimentTable, part: ResultRow, store: ReadsGames
) -> tuple[SeedFigure, ...]:
    """The figure of each seed of a row that was measured, by seed."""
    known = store.groups(part.lineup, seeds_of(table), table.file.name)
    return tuple(
        SeedFigure(seed, value_of(group, table.file.measure), group[0].seconds)
        for seed, group in sorted(known.items())
    )


def _effort(known: Sequence[Sequence[GameRecord]], side: int) -> float:
    """Iterations a decision; 0 where nothing is known."""
    seats = [s for group in known for game in group for s in game.seats if s.side == side]
    return sum(s.iterations for s in seats) / max(1, sum(s.decisions for s in seats))


class ExperimentResult:
    """All rows at all budgets, as the games of a store have them."""

    def __init__(self, table: ExperimentTable, store: ReadsGames) -> None:
        self.table, self.file = table, table.file
        self._store = store
        rows = together(table, store)
        self.cells = tuple(self._cell(part, rows.get(part.budget, 1)) for part in parts(table))

    def _cell(self, part: ResultRow, rows: int) -> Cell:
        name = self.file.name
        groups = self._store.groups(part.lineup, seeds_of(self.table), name)
        failed = {game.seed for game in self._store.failures(part.lineup, name)}
        return read_cell(self.table, part, groups, rows, came(self.table, groups, failed))

    def earlier(self, cell: Cell) -> tuple[EarlierRun, ...]:
        """What the same players did when compiled from other sources; never pooled."""
        return tuple(self._store.other_versions(cell.part.lineup))

    def at(self, budget: Budget) -> tuple[Cell, ...]:
        """The rows at one budget."""
        return tuple(cell for cell in self.cells if cell.part.budget == budget)

    @cached_property
    def answers(self) -> tuple[tuple[Cell, Claim, ClaimAnswer], ...]:
        """Every claim of the file, in its order, with the row that it is about."""
        found = {(c.row, c.at): (cell, c, a) for cell in self.cells for c, a in cell.answers}
        return tuple(found[claim.row, claim.at] for claim in self.file.claims)

    @property
    def faults(self) -> dict[str, Faults]:
        """What spoiled the games that count, by player."""
        found = dict[str, Faults]()
        for lineup in {cell.part.lineup: None for cell in self.cells}:
            groups = self._store.groups(lineup, seeds_of(self.table), self.file.name)
            names = [side.text for side in lineup.sides]
            add_games(found, (game for group in groups.values() for game in group), names)
        return found

    @property
    def sentence(self) -> str:
        """What is known, in a sentence: of the claims, or of the rows where there are none."""
        if self.file.claims:
            return claims_words(found for _, _, found in self.answers)
        if not self.played:
            return "Nothing is played."
        settled = sum(cell.settled for cell in self.cells)
        return f"{settled} of {len(self.cells)} rows are settled."

    @property
    def played(self) -> int:
        """Finished games that count."""
        return sum(cell.evidence.games for cell in self.cells)
