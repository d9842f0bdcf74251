"""An experiment's rows: whom it lets play against its full version, at each of its budgets.

What can be taken away from a player, one part at a time, follows from the knobs: each switch is
turned over, each choice takes each other value, each number goes to its `off` value or to 0 where
that is its low end, and so does each evaluation weight. Knobs that do nothing in this game or at
these settings are left out, as are players that would play as the full one does.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, Literal

from engines.game import Game
from engines.knobs import (
    Knob,
    KnobError,
    NoParams,
    Value,
    did_you_mean,
    knobs,
    make,
    split_items,
    written,
)
from lab.experiments.claims.file import Claim, ExperimentFile
from lab.experiments.plans import refuse_people
from lab.experiments.sweep.grid import parse_axis, points, settings_text
from lab.match.budget import ITERATIONS, NODES, Budget
from lab.match.seat import ProgramSeat, SearchSeat, SeatSpec
from lab.match.seats import make_seat, parse_algorithm, parse_contest, parse_search, parse_seat
from lab.words.idle import facts
from search.base import Search
from search.network import NetworkError

ALL, KNOBS, WEIGHTS = "all", "knobs", "weights"
LISTS = (ALL, KNOBS, WEIGHTS)
WEIGHT = "w."  # begins the name of an evaluation weight


@dataclass(frozen=True)
class Variant:
    """A player with some values changed."""

    name: str  # what was asked for, as typed: "opponent=none", "width=700,depth=20"
    title: str  # of the first knob that is changed
    seat: SearchSeat


def variants(seat: SearchSeat, game: Game, wanted: Sequence[str] = (ALL,)) -> tuple[Variant, ...]:
    """The players that differ from `seat` by one of the `wanted` parts: "all", "knobs", "weights",
    the name of a knob for everything that can be done to it, or changes as "vote=10". KnobError
    names what is unknown, and a change after which the player plays as before.
    """
    met, found = {effective(seat, game)}, list[Variant]()
    for text in wanted:
        made = [changed(seat, game, text)] if "=" in text else _listed(seat, game, text)
        fresh = {effective(variant.seat, game): variant for variant in reversed([*made])}
        if not fresh.keys() - met:
            raise KnobError(f"{text} changes nothing for {seat.name} in {game.title}.")
        found += [variant for same, variant in reversed(fresh.items()) if same not in met]
        met |= fresh.keys()
    return tuple(found)


def changed(seat: SearchSeat, game: Game, text: str) -> Variant:
    """The player with the values of `text`, as in "width=700,w.score=2". A single change that takes
    a part away takes the knobs along that have to follow.
    """
    pairs = [item.partition("=")[::2] for item in split_items(text)]
    values: dict[str, Value] = {name.strip(): value.strip() for name, value in pairs}
    if not all(values) or not all(values.values()):
        raise KnobError(f"In {text}, each change should read NAME=VALUE.")
    made = _variant(seat, game, values)
    if len(values) > 1:
        return made
    (name,) = values
    knob = _known(parse_algorithm(seat.name), game)[name]
    if knob.check(values[name]) not in _removals(knob, _now(seat)[name]):
        return made
    return replace(_variant(seat, game, {**values, **knob.with_}), name=made.name)


def effective(seat: SearchSeat, game: Game) -> SearchSeat:
    """The player with every knob that does nothing at its default: players that are equal so play
    alike.
    """
    known, kind = facts(game) | _values(seat.params), parse_algorithm(seat.name)
    idle = {knob.name: knob.default for knob in kind.knobs(game) if knob.is_idle(known)}
    made = make(kind.Params, _values(seat.params) | idle)
    return replace(seat, params=made) if idle else seat


def _listed(seat: SearchSeat, game: Game, text: str) -> Iterator[Variant]:
    """What can be done to all knobs of a list, or to the knob named so."""
    kind = parse_algorithm(seat.name)
    known = _known(kind, game)
    if text not in LISTS and text not in known:
        raise KnobError(
            f"There is nothing to take away named {text}{did_you_mean(text, [*LISTS, *known])}"
        )
    now, about = _now(seat), facts(game)
    for name, knob in known.items():
        listed = text == ALL or text == (WEIGHTS if name.startswith(WEIGHT) else KNOBS)
        for value in _removals(knob, now[name]) if listed or text == name else ():
            if not knob.is_idle(about | now | {name: value}):
                with suppress(NetworkError):  # a game that none comes with
                    yield _variant(seat, game, {name: value, **knob.with_})


def _known(kind: type[Search], game: Game) -> dict[str, Knob]:
    """The knobs of the algorithm and the weights of the game, by the names of the command line."""
    weights = {f"{WEIGHT}{knob.name}": knob for knob in knobs(game.EvalParams)}
    return {knob.name: knob for knob in kind.knobs(game)} | weights


def _removals(knob: Knob, now: Value) -> list[Value]:
    """The values that take away what a knob does at the value `now`."""
    if knob.kind == "switch":
        return [not now]
    if knob.kind == "choice":
        return [value for value in knob.choices if value != now]
    off = 0 if knob.off is None and knob.low == 0 else knob.off
    return [] if off is None or off == now or knob.kind == "text" else [off]


def _variant(seat: SearchSeat, game: Game, changes: Mapping[str, Value]) -> Variant:
    """The player with these changes, checked."""
    kind = parse_algorithm(seat.name)
    known = _known(kind, game)
    for name in changes:
        if name not in known:
            raise KnobError(
                f"{kind.title} in {game.title} has nothing named {name}{did_you_mean(name, known)}"
            )
    made = make_seat(kind, game, _now(seat) | dict(changes), seat.budget)
    text = ",".join(f"{name}={written(value)}" for name, value in changes.items())
    return Variant(text, known[next(iter(changes))].title, made)


def _now(seat: SearchSeat) -> dict[str, Value]:
    """The value of every knob and weight, by the names of the command line."""
    weights = {f"{WEIGHT}{name}": value for name, value in _values(seat.weights).items()}
    return _values(seat.params) | weights


def _values(params: Any) -> dict[str, Value]:
    """The value of every knob."""
    params = params or NoParams()
    return {knob.name: getattr(params, knob.name) for knob in knobs(params)}


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
        """The full version at a column's budget."""
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
        refuse_people([text], "A person cannot play an experiment; name algorithms.")
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
            text = settings_text(dict(zip((axis.name for axis in axes), values, strict=True)))
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
