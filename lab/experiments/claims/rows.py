"""An experiment's rows: whom it lets play against its full version, at each of its budgets."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Literal

from engines.game import Game
from engines.knobs import KnobError, did_you_mean
from lab.experiments.claims.ablation import Variant, changed, effective, variants
from lab.experiments.claims.file import Claim, ExperimentFile
from lab.experiments.sweep.grid import parse_axis, points, word
from lab.match.budget import ITERATIONS, NODES, Budget
from lab.match.seat import HUMAN, ProgramSeat, SearchSeat, SeatSpec
from lab.match.seats import parse_algorithm, parse_contest, parse_search, parse_seat

Role = Literal["without", "with", "rival", "point", "measured"]
# a budget as a multiple of the column's
TIMES = re.compile(r"(?:^|(?<=.)[:,])budget=([0-9]+(?:\.[0-9]+)?)x(?=,|$)")
TREES, ORDERS = ("leaves", "depth"), ("best", "random", "worst")  # measures of uniform trees
ALPHABETA = "alphabeta"


@dataclass(frozen=True)
class ClaimRow:
    """One line of the table: a player whose budget is `times` that of the column, unless its seat
    names one of its own.
    """

    name: str  # as claims name it
    role: Role
    title: str  # of what is changed, "" for another player
    seat: SeatSpec
    times: float = 1.0


class ExperimentTable:
    """A file whose players have been read; KnobError says what is wrong with them."""

    def __init__(self, file: ExperimentFile) -> None:
        self.file = file
        try:
            self.game: Game = parse_contest(file.game)
            self.budgets = tuple(Budget.parse(text) for text in file.budget)
            self.rows = tuple(self._rows())
            self._check()
        except KnobError as error:
            raise KnobError(f"{file.name}.toml: {error}") from None

    @property
    def measures(self) -> bool:
        """Whether its evidence is a measure of searches, not a score of games."""
        return bool(self.file.measure)

    @cached_property
    def full(self) -> SearchSeat:
        """The player that every row plays against."""
        return parse_search(self.file.seat, self.game)

    def benchmark(self, budget: Budget) -> SearchSeat:
        """The same at a column's budget."""
        return replace(self.full, budget=self.full.budget or budget)

    def player(self, row: ClaimRow, budget: Budget) -> SeatSpec:
        """A row's player at a column's budget."""
        if not isinstance(row.seat, SearchSeat):
            return row.seat
        own = row.seat.budget or Budget(budget.kind, max(1, round(budget.amount * row.times)))
        return replace(row.seat, budget=own)

    def claims(self, row: ClaimRow, budget: Budget) -> tuple[Claim, ...]:
        """What is claimed of a row at a budget."""
        return tuple(c for c in self.file.claims if c.row == row.name and c.at == budget.text)

    def _rows(self) -> Iterator[ClaimRow]:
        file = self.file
        for text in file.players:
            yield self._measured(text)
        for text in file.without:
            yield from self._without(text)
        for text in file.added:
            yield self._with(text)
        for text in file.rivals:
            yield self._rival(text)
        yield from self._points()

    def _measured(self, text: str) -> ClaimRow:
        """A player of a measure, or an order of branches for alpha-beta."""
        if self.file.measure not in TREES:
            return ClaimRow(text, "measured", "", parse_search(text, self.game))
        if text not in ORDERS:
            raise KnobError(f"There is no order of branches {text}{did_you_mean(text, [*ORDERS])}")
        return ClaimRow(text, "measured", "", parse_search(ALPHABETA, self.game))

    def _without(self, text: str) -> Iterator[ClaimRow]:
        for variant in variants(self.full, self.game, (text,)):
            yield ClaimRow(variant.name, "without", variant.title, variant.seat)

    def _with(self, text: str) -> ClaimRow:
        """The full version with changes, and perhaps with a multiple of the budget."""
        times, rest = _parted(text)
        if not rest:
            return ClaimRow(text, "with", "Budget", self.full, times)
        (variant,) = _one(self.full, self.game, rest, times)
        return ClaimRow(text, "with", variant.title, variant.seat, times)

    def _rival(self, text: str) -> ClaimRow:
        if text.partition(":")[0] == HUMAN:
            raise KnobError("A person cannot play an experiment; name algorithms.")
        times, rest = _parted(text)
        seat = parse_seat(rest, self.game)
        if isinstance(seat, ProgramSeat):
            seat.program.check()
        return ClaimRow(text, "rival", "", seat, times)

    def _points(self) -> Iterator[ClaimRow]:
        """The grid of `vary`; the point that is the full version itself is left out."""
        if not self.file.vary:
            return
        kind = parse_algorithm(self.full.name)
        axes = [parse_axis(text, kind, self.game) for text in self.file.vary]
        for values in points(axes):
            pairs = zip(axes, values, strict=True)
            text = ",".join(f"{axis.name}={word(value)}" for axis, value in pairs)
            made = changed(self.full, self.game, text)
            if effective(made.seat, self.game) != effective(self.full, self.game):
                yield ClaimRow(text, "point", made.title, made.seat)

    def _check(self) -> None:
        """Rows have one name each, and claims name rows."""
        names = [row.name for row in self.rows]
        twice = next((name for name in names if names.count(name) > 1), None)
        if twice is not None:
            raise KnobError(f"{twice} is there twice.")
        for claim in self.file.claims:
            if claim.row not in names:
                raise KnobError(f"There is no row {claim.row}{did_you_mean(claim.row, names)}")
        if not self.measures and self.game.seats < 2:
            raise KnobError(f"{self.game.title} has one seat: nobody plays against anybody.")
        if self.measures:
            self._check_measure()

    def _check_measure(self) -> None:
        """A measure has budgets of its own kind, and the action is there."""
        trees = self.file.measure in TREES
        if any(budget.kind != (NODES if trees else ITERATIONS) for budget in self.budgets):
            unit = "leaves: write 1024n" if trees else "iterations: write 4000it"
            raise KnobError(f"The budgets of this measure count {unit}.")
        if self.file.action > self.game.max_actions:
            raise KnobError(f"action should be from 1 to {self.game.max_actions}.")


def _one(full: SearchSeat, game: Game, text: str, times: float) -> tuple[Variant, ...]:
    """The player with these changes; with another budget they may change nothing."""
    return (changed(full, game, text),) if times != 1 else variants(full, game, (text,))


def _parted(text: str) -> tuple[float, str]:
    """The multiple of the budget that a text names, 1 if none, and the text without it."""
    found = TIMES.search(text)
    if found is None:
        return 1.0, text
    head, tail = text[: found.start()], text[found.end() :]
    first = text[found.start()] == ":"  # the first setting of a seat, after its name
    return float(found[1]), f"{head}:{tail[1:]}" if first and tail else (head + tail).strip(",")
