"""What the Experiments page asks of the store, as functions for the store's desk; no Qt."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

from engines.knobs import KnobError
from lab.experiments.arena.listing import row_of
from lab.experiments.arena.standing import GameRow
from lab.experiments.claims import shelf
from lab.experiments.claims.file import ExperimentFile, read
from lab.experiments.claims.measures import measure
from lab.experiments.claims.question import ClaimQuestion
from lab.experiments.claims.result import ExperimentResult, Part, parts, seeds_of, together
from lab.experiments.claims.rows import ExperimentTable
from lab.experiments.claims.stopping import StopWatch
from lab.experiments.claims.view import (
    ExperimentView,
    ListedExperiment,
    OneMoment,
    listed,
    view_of,
)
from lab.experiments.keeping import RunStep
from lab.export.experiment_page import html_of
from lab.match.budget import Budget
from lab.store.listing import GameFilter
from lab.store.store import Store

MOST = 1000  # games in the list
FULL = "the full version"


@dataclass(frozen=True)
class Look:
    """The store's stamp, the experiment on show if it is new, and other entries of the list."""

    stamp: int
    view: ExperimentView | None
    entries: tuple[ListedExperiment, ...]


@dataclass(frozen=True)
class Wanted:
    """What a look is about: an experiment, its chosen budget and row, and the stamp of the store
    when it was shown last; and an entry of the list to read again.
    """

    name: str
    budget: Budget | None = None
    row: str = ""
    stamp: int = -1
    other: str = ""


def names(store: Store) -> tuple[ListedExperiment, ...]:
    """All experiments by name, before anything is known of them."""
    found = []
    for name in shelf.names():
        try:
            file = shelf.load(name)
            found.append(ListedExperiment(name, file.shipped, question=file.question))
        except KnobError as error:
            found.append(ListedExperiment(name, False, "none", str(error)))
    return tuple(found)


def looked(wanted: Wanted) -> Callable[[Store], Look]:
    """Looks at the store."""

    def work(store: Store) -> Look:
        stamp, view, entries = store.stamp(), None, []
        if wanted.name and stamp != wanted.stamp:
            view = view_of(store, table_of(wanted.name), wanted.budget, wanted.row)
            entries.append(view.listed)
        if wanted.other and wanted.other != wanted.name:
            entries.append(_entry(store, wanted.other))
        return Look(stamp, view, tuple(entries))

    return work


@lru_cache(64)
def _table(file: ExperimentFile, text: str) -> ExperimentTable:
    """The rows of a file with this text."""
    return ExperimentTable(file)


def table_of(name: str) -> ExperimentTable:
    """The experiment of a name as its file is now."""
    file = shelf.load(name)
    return _table(file, file.text)


def _entry(store: Store, name: str) -> ListedExperiment:
    try:
        return listed(ExperimentResult(table_of(name), OneMoment(store)))
    except KnobError as error:
        return ListedExperiment(name, shelf.find(name)[1], "none", str(error))


def games_of(name: str, part: Part) -> Callable[[Store], tuple[GameRow, ...]]:
    """The latest games of a row, at most MOST."""
    own, other = part.lineup.sides[0], part.lineup.sides[-1]
    players = {other.digest: FULL, own.digest: part.row.name}

    def work(store: Store) -> tuple[GameRow, ...]:
        games = store.listed(name, GameFilter(part=part.number), MOST)
        now = (game for game in games if game.lineup == part.lineup)
        return tuple(row_of(game, players) for game in now)

    return work


def checked(name: str, text: str, new: bool) -> Callable[[Store], str]:
    """What is wrong with a text under a name; "" for nothing."""

    def work(store: Store) -> str:
        if new and not shelf.NAME.fullmatch(name):
            return "Give it a name of small letters, digits and hyphens."
        if new and name in shelf.names():
            return f"There is an experiment {name} already; choose another name."
        ExperimentTable(read(name, text))
        return ""

    return work


def saved(name: str, text: str, new: bool) -> Callable[[Store], str]:
    """Keeps a text as an experiment of the user's own, and gives its name."""

    def work(store: Store) -> str:
        (shelf.create if new else shelf.replace)(name, text)
        return name

    return work


def copied(file: ExperimentFile) -> Callable[[Store], tuple[str, str]]:
    """A free name for a copy, and its text."""
    return lambda store: (shelf.free_name(file.name), file.text)


def noted(name: str, note: str) -> Callable[[Store], None]:
    """Keeps a note with an experiment."""

    def work(store: Store) -> None:
        if not store.experiments(name):
            file = shelf.load(name)
            store.experiment(file.name, file.kind, file.text, file.shipped)
        store.note(name, note)

    return work


def reported(table: ExperimentTable) -> Callable[[Store], str]:
    """The report as one page of HTML."""
    return lambda store: html_of(ExperimentResult(table, OneMoment(store)))


# -- playing ---------------------------------------------------------------------------------------


def asked(name: str, store: Store) -> tuple[ExperimentTable, ClaimQuestion | None]:
    """An experiment, which is in the store from now on, and its question; None for a measure."""
    table = ExperimentTable(shelf.load(name))
    file, wanted = table.file, parts(table)
    store.experiment(name, file.kind, file.text, file.shipped)
    if table.measures:
        return table, None
    rows = together(table, store, wanted)
    return table, ClaimQuestion(table, 0, wanted, StopWatch(store, name), rows)


def measuring(
    table: ExperimentTable, store: Store, stepped: Callable[[RunStep], object]
) -> Callable[[], None]:
    """Measures everything that is missing; `stepped` may end it."""
    wanted = parts(table)

    def step(done: int, total: int) -> None:
        stepped(RunStep(done, total, f"{done:,} of {total:,} measured"))

    return lambda: measure(table, wanted, seeds_of(table), store, step)
