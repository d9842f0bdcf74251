"""What the Experiments page asks of the store, as functions for the store's desk; no Qt."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache

from engines.knobs import KnobError
from lab.experiments.arena.listing import row_of
from lab.experiments.arena.standing import GameRow
from lab.experiments.claims import shelf
from lab.experiments.claims.compare import Comparison
from lab.experiments.claims.compare import compared as compare
from lab.experiments.claims.file import ExperimentFile, read
from lab.experiments.claims.measures import measure
from lab.experiments.claims.question import ClaimQuestion
from lab.experiments.claims.result import (
    ExperimentResult,
    Part,
    SeedFigure,
    chosen_parts,
    seed_figures,
    seeds_of,
    together,
)
from lab.experiments.claims.rows import ExperimentTable
from lab.experiments.claims.stopping import StopWatch
from lab.experiments.claims.view import (
    NOTHING_PLAYED,
    ExperimentView,
    ListedExperiment,
    OneMoment,
    listed,
    view_of,
)
from lab.experiments.keeping import RunStep
from lab.export.experiment_page import html_of
from lab.match.budget import Budget
from lab.store.errors import StoreError
from lab.store.listing import GameFilter
from lab.store.store import Store
from lab.ui.experiments.run_options import RunForm
from lab.words.numerals import several

MOST = 1000  # games in the list
FULL = "the full version"


@dataclass(frozen=True)
class Look:
    """The store's stamp, the experiment on show if it is new, other entries of the list, and how
    many games each experiment asked for.
    """

    stamp: int
    view: ExperimentView | None
    entries: tuple[ListedExperiment, ...]
    games: Mapping[str, int]


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
    """All experiments by name and number of games, before anything is known of them."""
    found, games = [], games_by_name(store)
    for name in shelf.names():
        try:
            file = shelf.load(name)
            count = games.get(name, 0)
            known = several(count, "game") if count else NOTHING_PLAYED
            found.append(ListedExperiment(name, file.shipped, "none", known, file.question))
        except KnobError as error:
            found.append(ListedExperiment(name, False, "none", str(error)))
    return tuple(found)


def games_by_name(store: Store) -> dict[str, int]:
    """How many games each experiment asked for."""
    return {kept.name: kept.games for kept in store.experiments()}


def looked(wanted: Wanted) -> Callable[[Store], Look]:
    """Looks at the store."""

    def work(store: Store) -> Look:
        stamp, games, view, entries = store.stamp(), games_by_name(store), None, []
        if wanted.name and stamp != wanted.stamp:
            view = view_of(store, table_of(wanted.name), wanted.budget, wanted.row)
            entries.append(view.listed)
        if wanted.other and wanted.other != wanted.name:
            entries.append(_entry(store, wanted.other))
        return Look(stamp, view, tuple(entries), games)

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


def figures_of(table: ExperimentTable, part: Part) -> Callable[[Store], tuple[SeedFigure, ...]]:
    """What was measured with each seed of a row, the last seed first."""
    return lambda store: seed_figures(table, part, store)[::-1]


def compared(
    wanted: tuple[tuple[str, Budget | None], ...],
) -> Callable[[Store], Comparison]:
    """Experiments side by side."""

    def work(store: Store) -> Comparison:
        tables = [(table_of(name), budget) for name, budget in wanted]
        return compare(OneMoment(store), tables)

    return work


def checked(name: str, text: str, before: str) -> Callable[[Store], str]:
    """What is wrong with a text under a name, "" for nothing; `before` is its name so far, "" for
    none.
    """

    def work(store: Store) -> str:
        new = name != before
        if new and not shelf.NAME.fullmatch(name):
            return "Give it a name of small letters, digits and hyphens."
        if new and name in shelf.names():
            return f"There is an experiment {name} already; choose another name."
        ExperimentTable(read(name, text))
        return ""

    return work


def saved(name: str, text: str, before: str) -> Callable[[Store], str]:
    """Keeps a text as an experiment of the user's own, and gives its name; `before` is the name
    that it had so far, "" for a new one.
    """

    def work(store: Store) -> str:
        if before and before != name:
            ExperimentTable(read(name, text))
            _rename(store, before, name)
        (shelf.replace if before else shelf.create)(name, text)
        return name

    return work


def _rename(store: Store, name: str, new: str) -> None:
    """Renames an experiment's file, and then what the store has of it."""
    shelf.rename(name, new)
    try:
        if store.experiments(name):
            store.rename(name, new)
    except StoreError:
        shelf.rename(new, name)
        raise


def text_of(name: str) -> Callable[[Store], str]:
    """What is in a file, whether that is an experiment or not."""
    return lambda store: shelf.find(name)[0].read_text(encoding="utf-8", errors="replace")


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


# -- deleting --------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Loss:
    """What would be lost with an experiment: its own games, and whether it has a note; games that
    others asked for too stay.
    """

    name: str
    shipped: bool
    games: int
    stay: int
    note: bool


def losing(name: str) -> Callable[[Store], Loss]:
    """Counts what would be lost."""

    def work(store: Store) -> Loss:
        _, shipped = shelf.find(name)
        kept = store.experiments(name)
        games, stay = store.own_games(name), store.shared_games(name)
        return Loss(name, shipped, games, stay, bool(kept and kept[0].note))

    return work


def removed(name: str) -> Callable[[Store], tuple[str, str]]:
    """Deletes the file of an experiment; gives its name and text. Its games stay."""
    return lambda store: (name, shelf.remove(name))


def restored(name: str, text: str) -> Callable[[Store], str]:
    """Brings a deleted file back, and gives its name."""

    def work(store: Store) -> str:
        shelf.restore(name, text)
        return name

    return work


def forgotten(name: str) -> Callable[[Store], str]:
    """Removes the games of an experiment; the note of one that still has a file stays."""

    def work(store: Store) -> str:
        kept = store.experiments(name)
        if kept:
            store.forget(name)
        if kept and kept[0].note and name in shelf.names():
            noted(name, kept[0].note)(store)
        return name

    return work


# -- playing ---------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Asked:
    """An experiment whose `wanted` parts are to be played: its question, None for a measure."""

    table: ExperimentTable
    wanted: tuple[Part, ...]
    question: ClaimQuestion | None


def asked(name: str, form: RunForm, store: Store) -> Asked:
    """What a form asks for of an experiment, which is in the store from now on."""
    table = ExperimentTable(shelf.load(name))
    budget = Budget.parse(form.budget) if form.budget else None
    file, wanted = table.file, chosen_parts(table, budget, form.claims)
    store.experiment(name, file.kind, file.text, file.shipped)
    if table.measures:
        return Asked(table, wanted, None)
    rows = together(table, store, wanted)
    question = ClaimQuestion(table, form.groups, wanted, StopWatch(store, name), rows)
    return Asked(table, wanted, question)


def measuring(
    found: Asked, groups: int, store: Store, stepped: Callable[[RunStep], object]
) -> Callable[[], None]:
    """Measures what is missing, of each row at most so many seeds if not 0; `stepped` may end
    it.
    """
    table, seeds = found.table, seeds_of(found.table)[: groups or None]

    def step(done: int, total: int) -> None:
        stepped(RunStep(done, total, f"{done:,} of {total:,} measured"))

    return lambda: measure(table, found.wanted, seeds, store, step)
