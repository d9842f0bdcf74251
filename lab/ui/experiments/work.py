"""What the Experiments page asks of the store, as functions for its thread, and what it knows of
each entry of its list; no Qt.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache

from engines.knobs import KnobError
from lab.experiments.arena.standing import GameRow, row_of
from lab.experiments.claims import shelf
from lab.experiments.claims.file import ExperimentFile, read
from lab.experiments.claims.measures import measure
from lab.experiments.claims.question import ClaimQuestion, StopWatch
from lab.experiments.claims.result import (
    ExperimentResult,
    ResultRow,
    SeedFigure,
    seed_figures,
    seeds_of,
    together,
)
from lab.experiments.claims.rows import ExperimentTable
from lab.experiments.claims.view import (
    NOTHING_PLAYED,
    ExperimentView,
    ListedExperiment,
    OneMoment,
    SideBySide,
    listed,
    view_of,
)
from lab.experiments.claims.view import compared as compare
from lab.experiments.keeping import RunStep
from lab.export.experiment_page import html_of
from lab.match.budget import Budget
from lab.store.errors import StoreError
from lab.store.listing import GameFilter
from lab.store.store import Store
from lab.ui.experiments.run_options import RunForm
from lab.words.numerals import enumerated, several

MOST = 1000  # games in the list
FULL = "the full version"


@dataclass(frozen=True)
class ShelfLook:
    """The store's stamp, the experiment on show if it is new, other entries of the list, and how
    many games each experiment asked for.
    """

    stamp: int
    view: ExperimentView | None
    entries: tuple[ListedExperiment, ...]
    games: Mapping[str, int]


@dataclass(frozen=True)
class OnShow:
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


def looked(store: Store, wanted: OnShow) -> ShelfLook:
    """Looks at the store."""
    stamp, games, view, entries = store.stamp(), games_by_name(store), None, []
    if wanted.name and stamp != wanted.stamp:
        view = view_of(store, table_of(wanted.name), wanted.budget, wanted.row)
        entries.append(view.listed)
    if wanted.other and wanted.other != wanted.name:
        entries.append(_entry(store, wanted.other))
    return ShelfLook(stamp, view, tuple(entries), games)


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


class ShelfEntries:
    """An entry is known by its name and its number of games at once; what those games say is read
    one entry after the other, and again where the number of games has changed since.
    """

    def __init__(self) -> None:
        self.by_name: dict[str, ListedExperiment] = {}
        self._games: Mapping[str, int] = {}  # that each asked for, as the store has it now
        self._read: dict[str, int] = {}  # the same when the entry was read

    def set_names(self, entries: Iterable[ListedExperiment]) -> None:
        """These are all; what is known of an entry stays."""
        self.by_name = {e.name: self.by_name.get(e.name, e) for e in entries}

    def take(self, entries: Iterable[ListedExperiment], games: Mapping[str, int]) -> None:
        """Entries that were read when the store had so many games of each."""
        self._games = games
        for entry in entries:
            self.by_name[entry.name] = entry
            self._read[entry.name] = games.get(entry.name, 0)

    def skip(self, name: str) -> None:
        """An entry cannot be read as it is now."""
        self._read[name] = self._games.get(name, 0)

    def again(self, name: str) -> None:
        """An entry has to be made and read again."""
        self.by_name.pop(name, None)
        self._read.pop(name, None)

    def stale(self, busy: Container[str] = ()) -> str:
        """The next entry to read, "" for none; those that are `busy` change too often."""
        found = (
            name
            for name in self.by_name
            if name not in busy and self._games.get(name, 0) != self._read.get(name, 0)
        )
        return next(found, "")


def games_of(store: Store, name: str, part: ResultRow) -> tuple[GameRow, ...]:
    """The latest games of a row, at most MOST."""
    own, other = part.lineup.sides[0], part.lineup.sides[-1]
    players = {other.digest: FULL, own.digest: part.row.name}
    games = store.listed(name, GameFilter(part=part.number), MOST)
    now = (game for game in games if game.lineup == part.lineup)
    return tuple(row_of(game, players) for game in now)


def figures_of(store: Store, table: ExperimentTable, part: ResultRow) -> tuple[SeedFigure, ...]:
    """What was measured with each seed of a row, the last seed first."""
    return seed_figures(table, part, store)[::-1]


def compared(
    store: Store,
    wanted: tuple[tuple[str, Budget | None], ...],
) -> SideBySide:
    """Experiments side by side."""
    tables = [(table_of(name), budget) for name, budget in wanted]
    return compare(OneMoment(store), tables)


def checked(store: Store, name: str, text: str, before: str) -> str:
    """What is wrong with a text under a name, "" for nothing; `before` is its name so far, "" for
    none.
    """
    new = name != before
    if new and not shelf.NAME.fullmatch(name):
        return "Give it a name of small letters, digits and hyphens."
    if new and name in shelf.names():
        return f"There is an experiment {name} already; choose another name."
    ExperimentTable(read(name, text))
    return ""


def saved(store: Store, name: str, text: str, before: str) -> str:
    """Keeps a text as an experiment of the user's own, and gives its name; `before` is the name
    that it had so far, "" for a new one.
    """
    if before and before != name:
        ExperimentTable(read(name, text))
        _rename(store, before, name)
    (shelf.replace if before else shelf.create)(name, text)
    return name


def _rename(store: Store, name: str, new: str) -> None:
    """Renames an experiment's file, and then what the store has of it."""
    shelf.rename(name, new)
    try:
        if store.experiments(name):
            store.rename(name, new)
    except StoreError:
        shelf.rename(new, name)
        raise


def text_of(store: Store, name: str) -> str:
    """What is in a file, whether that is an experiment or not."""
    return shelf.find(name)[0].read_text(encoding="utf-8", errors="replace")


def copied(store: Store, file: ExperimentFile) -> tuple[str, str]:
    """A free name for a copy, and its text."""
    return (shelf.free_name(file.name), file.text)


def noted(store: Store, name: str, note: str) -> None:
    """Keeps a note with an experiment."""
    if not store.experiments(name):
        file = shelf.load(name)
        store.experiment(file.name, file.kind, file.text, file.shipped)
    store.note(name, note)


def reported(store: Store, table: ExperimentTable) -> str:
    """The report as one page of HTML."""
    return html_of(ExperimentResult(table, OneMoment(store)))


# -- deleting --------------------------------------------------------------------------------------


def losing(store: Store, name: str) -> tuple[str, str, str, str]:
    """Asks before an experiment goes with its games; of one that comes with the lab only they go.
    The question, what is lost, and the two answers; games that others asked for too stay.
    """
    _, shipped = shelf.find(name)
    kept, count = store.experiments(name), store.own_games(name)
    games, shared = several(count, "game"), store.shared_games(name)
    stay = f" {several(shared, 'game')} that others asked for too stay." if shared else ""
    if shipped:
        said = f"{stay} The experiment and its note stay. This cannot be undone.".strip()
        return f"Forget {games} of {name}?", said, "Forget them", "Keep them"
    note = ["its note"] if kept and kept[0].note else []
    lost = enumerated(["its file", *note, *([games] if count else [])])
    return f"Delete {name}?", f"This deletes {lost}.{stay}", "Delete", "Keep it"


def removed(store: Store, name: str) -> str | None:
    """Deletes the file of an experiment and gives its text; its games stay. Of one that comes with
    the lab only the games go: None.
    """
    if shelf.find(name)[1]:
        forgotten(store, name)
        return None
    return shelf.remove(name)


def restored(store: Store, name: str, text: str) -> str:
    """Brings a deleted file back, and gives its name."""
    shelf.restore(name, text)
    return name


def forgotten(store: Store, name: str) -> str:
    """Removes the games of an experiment; the note of one that still has a file stays."""
    kept = store.experiments(name)
    if kept:
        store.forget(name)
    if kept and kept[0].note and name in shelf.names():
        noted(store, name, kept[0].note)
    return name


# -- playing ---------------------------------------------------------------------------------------


@dataclass(frozen=True)
class RunRequest:
    """An experiment whose `wanted` parts are to be played: its question, None for a measure."""

    table: ExperimentTable
    wanted: tuple[ResultRow, ...]
    question: ClaimQuestion | None


def requested(store: Store, name: str, form: RunForm) -> RunRequest:
    """What a form asks for of an experiment, which is in the store from now on."""
    table = ExperimentTable(shelf.load(name))
    file, wanted = table.file, form.wanted(table)
    store.experiment(name, file.kind, file.text, file.shipped)
    if table.measures:
        return RunRequest(table, wanted, None)
    rows = together(table, store, wanted)
    question = ClaimQuestion(table, form.groups, wanted, StopWatch(store, name), rows)
    return RunRequest(table, wanted, question)


def measure_parts(
    store: Store, found: RunRequest, groups: int, stepped: Callable[[RunStep], object]
) -> None:
    """Measures what is missing, of each row at most so many seeds if not 0; `stepped` may end
    it.
    """
    table, seeds = found.table, seeds_of(found.table)[: groups or None]

    def step(done: int, total: int) -> None:
        stepped(RunStep(done, total, f"{done:,} of {total:,} measured"))

    measure(table, found.wanted, seeds, store, step)
