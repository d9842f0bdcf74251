"""The store, as everyone uses it: what it reads and changes is said by functions of an open file,
which the other modules of this room hold.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import Future
from contextlib import AbstractContextManager, nullcontext
from functools import wraps
from pathlib import Path
from typing import Concatenate, ParamSpec, Self, TypeVar

from lab.batch.games import GameRecord, LineUp
from lab.store import adding, checking, listing, reading, tidying
from lab.store import arenas as askers
from lab.store import writer as lock
from lab.store.errors import TROUBLE, StoreError, described
from lab.store.opening import StoreReader
from lab.store.place import store_path
from lab.store.writer import StoreWriter

P = ParamSpec("P")
T = TypeVar("T")
PATIENCE_S = 60.0  # for a file that another program has locked


def reads(
    act: Callable[Concatenate[sqlite3.Connection, P], T],
) -> Callable[Concatenate[Store, P], T]:
    """A method of the store that reads the file, as it is at one moment."""

    @wraps(act)
    def method(store: Store, /, *args: P.args, **kwargs: P.kwargs) -> T:
        with store.moment() as db:
            return act(db, *args, **kwargs)

    return method


def changes(
    act: Callable[Concatenate[sqlite3.Connection, P], T],
) -> Callable[Concatenate[Store, P], T]:
    """A method of the store that changes the file, and returns when that is on disk."""

    @wraps(act)
    def method(store: Store, /, *args: P.args, **kwargs: P.kwargs) -> T:
        return store.now(lambda db: act(db, *args, **kwargs))

    return method


class Store:
    """All games that were played for evidence; `path` None is the user's own store.

    Whatever changes it returns when the change is on disk, and raises StoreError, with one
    sentence, where it could not be made. Reading is allowed in any thread, also while other
    processes write. With `writes` False the file has to exist and is not changed.

    Games that do not repeat (by the clock, with programs, of unknown sources) belong to the
    experiment that asked for them: questions about such a line-up have to name it.
    """

    def __init__(
        self, path: str | Path | None = None, writes: bool = True, patience_s: float = PATIENCE_S
    ) -> None:
        self.path = store_path(path)
        self._writer: StoreWriter | None = None
        if self.path.is_dir():
            example = self.path / "games.db"
            raise StoreError(f"{self.path} is a folder; name a file in it, such as {example}.")
        try:
            if writes:
                self.path.parent.mkdir(parents=True, exist_ok=True)
                self._writer = StoreWriter(self.path, patience_s)
            self._reader = StoreReader(self.path, patience_s)
        except BaseException as error:
            if self._writer is not None:
                self._writer.close()
            if isinstance(error, TROUBLE):
                raise described(error, self.path, patience_s) from error
            raise

    def close(self) -> None:
        """Writes what has arrived, then closes the file."""
        if self._writer is not None:
            self._writer.close()
        self._reader.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def together(self) -> AbstractContextManager[None]:
        """Whatever this thread changes inside is on disk at the end, all of it or nothing; what it
        reads inside has these changes. To be left soon: nobody else writes in the meantime.
        """
        return self._open_writer().together()

    # games

    def add(
        self, experiment: str, part: int, lineup: LineUp, records: Sequence[GameRecord]
    ) -> None:
        """Keeps games that an experiment asked for, finished and failed ones. One that is there
        already is counted once.
        """
        self.add_later(experiment, part, lineup, records).result()

    def add_later(
        self, experiment: str, part: int, lineup: LineUp, records: Sequence[GameRecord]
    ) -> Future[None]:
        """Like `add`, but returns at once; the future is done when the games are on disk."""
        kept = tuple(records)
        return self._later(lambda db: adding.add(db, experiment, part, lineup, kept))

    def adopt(
        self, experiment: str, part: int, lineup: LineUp, seeds: Iterable[int]
    ) -> list[GameRecord]:
        """The finished games of these seeds, whoever had them played; they count as asked for by
        this experiment too.
        """
        wanted = tuple(seeds)
        self.now(lambda db: adding.adopt(db, experiment, part, lineup, wanted))
        return self.games(lineup, wanted, experiment)

    games = reads(reading.games)
    groups = reads(reading.groups)
    latest = reads(reading.latest)
    failures = reads(reading.failures)
    tally = reads(reading.points)
    meetings = reads(reading.meetings)
    used = reads(reading.used)
    other_versions = reads(reading.other_versions)
    listed = reads(listing.listed)
    asked = reads(listing.asked)
    game = reads(listing.numbered)

    # experiments

    experiment = changes(askers.set_experiment)
    experiments = reads(askers.experiments)
    rename = changes(askers.rename)
    note = changes(askers.set_note)
    event = changes(askers.add_event)
    events = reads(askers.events)

    def playing(self, experiment: str) -> AbstractContextManager[None]:
        """Marks an experiment as being played, for other processes."""
        return lock.marked(self.path, experiment)

    def is_played(self, experiment: str) -> bool:
        """Whether a process plays an experiment now."""
        return lock.is_marked(self.path, experiment)

    # arenas

    new_arena = changes(askers.new_arena)
    arenas = reads(askers.arenas)
    rename_arena = changes(askers.rename_arena)
    set_condition = changes(askers.set_condition)
    remove_arena = changes(askers.remove_arena)
    restore_arena = changes(askers.restore_arena)
    add_bot = changes(askers.add_bot)
    set_role = changes(askers.set_role)
    rename_bot = changes(askers.rename_bot)
    remove_bot = changes(askers.remove_bot)
    restore_bot = changes(askers.restore_bot)

    # computers

    set_hosts = changes(adding.set_hosts)
    hosts = reads(adding.hosts)

    # the file

    def stamp(self) -> int:
        """A number that changes when anybody has written something; it is cheap to ask for."""
        return self._reader.stamp()

    check = reads(checking.check)
    backup = reads(checking.copy_to)
    repair = changes(checking.repair)
    own_games = reads(tidying.own_games)
    own_failures = reads(tidying.own_failures)
    shared_games = reads(tidying.shared_games)
    forget = changes(tidying.forget)
    forget_player = changes(tidying.forget_player)
    forget_bot = changes(tidying.forget_bot)

    def _open_writer(self) -> StoreWriter:
        if self._writer is None:
            raise StoreError(f"{self.path} was opened to be read only.")
        return self._writer

    def moment(self) -> AbstractContextManager[sqlite3.Connection]:
        """All of the file as it is now, to be read; inside `together` with what is not on disk."""
        db = self._writer.lent if self._writer is not None else None
        return self._reader.moment() if db is None else nullcontext(db)

    def _later(self, act: Callable[[sqlite3.Connection], T]) -> Future[T]:
        return self._open_writer().put(act)

    def now(self, act: Callable[[sqlite3.Connection], T]) -> T:
        """Changes the file; returns when that is on disk."""
        return self._later(act).result()
