"""The store, as everyone uses it."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import Future
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Self, TypeVar

from lab.batch.games import Condition, Entrant, GameRecord, LineUp
from lab.store import adding, arenas, checking, listing, lock, reading, tidying
from lab.store.checking import StoreCheck, copy_to
from lab.store.errors import TROUBLE, StoreError, described
from lab.store.kept import (
    EarlierRun,
    KeptArena,
    KeptBot,
    KeptEvent,
    KeptExperiment,
    KeptGame,
    KeptHost,
    Meetings,
    Role,
    Tell,
    silent,
)
from lab.store.listing import GameFilter
from lab.store.opening import StoreReader
from lab.store.place import store_path
from lab.store.reading import Used, used
from lab.store.rows import ANYBODY, find_experiment, find_lineup, shared
from lab.store.writer import StoreWriter

if TYPE_CHECKING:
    from lab.batch.about import Host

T = TypeVar("T")
PATIENCE_S = 60.0  # for a file that another program has locked
ALL = GameFilter()


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
        self._now(lambda db: adding.adopt(db, experiment, part, lineup, wanted))
        return self.games(lineup, wanted, experiment)

    def games(
        self, lineup: LineUp, seeds: Iterable[int] | None = None, experiment: str = ""
    ) -> list[GameRecord]:
        """The finished games of a line-up, by seed and seating."""
        with self._moment() as db:
            found = self._lineup(db, lineup, experiment)
            return [] if found is None else reading.games(db, *found, len(lineup.sides), seeds)

    def groups(
        self, lineup: LineUp, seeds: Iterable[int] | None = None, experiment: str = ""
    ) -> dict[int, tuple[GameRecord, ...]]:
        """The games of each seed that was played in every seating, by seating."""
        by_seed: dict[int, list[GameRecord]] = {}
        for record in self.games(lineup, seeds, experiment):
            by_seed.setdefault(record.seed, []).append(record)
        return {
            seed: tuple(group) for seed, group in by_seed.items() if len(group) == lineup.seatings
        }

    def latest(self, lineup: LineUp, experiment: str = "") -> dict[int, int]:
        """The number of the game of each seed that was finished last. Numbers grow with each game
        that is kept, whatever the clock says.
        """
        with self._moment() as db:
            found = self._lineup(db, lineup, experiment)
            return {} if found is None else reading.latest(db, found[0])

    def failures(self, lineup: LineUp, experiment: str = "") -> list[GameRecord]:
        """The attempts of games that were never finished, by seed, seating and attempt."""
        with self._moment() as db:
            found = self._lineup(db, lineup, experiment)
            return [] if found is None else reading.failures(db, *found, len(lineup.sides))

    def tally(self, lineup: LineUp, side: int = 0, experiment: str = "") -> dict[int, int]:
        """Whole groups by the side's mean points, in 720ths."""
        with self._moment() as db:
            found = self._lineup(db, lineup, experiment)
            if found is None:
                return {}
            row, turn = found
            return reading.tally(db, row).get((side + turn) % len(lineup.sides), {})

    def meetings(self, condition: Condition, experiment: str = "") -> list[Meetings]:
        """The crosstable of everyone who met under a condition: games that anybody may use, and
        those of this experiment. Sides are in an order of the store's own.
        """
        with self._moment() as db:
            owner = find_experiment(db, experiment) if experiment else None
            return reading.meetings(db, condition, owner or ANYBODY)

    def used(
        self, condition: Condition, players: Iterable[Entrant], experiment: str = ""
    ) -> dict[str, Used]:
        """What each of these players used in the games that `meetings` counts and that they played
        among themselves, by the player's digest.
        """
        digests = [player.digest for player in players]
        with self._moment() as db:
            owner = find_experiment(db, experiment) if experiment else None
            return used(db, condition, owner or ANYBODY, digests)

    def earlier(self, lineup: LineUp) -> list[EarlierRun]:
        """What the same players did under the same rules when compiled from other sources, the
        latest first.
        """
        with self._moment() as db:
            return reading.earlier(db, lineup)

    def listed(
        self, experiment: str, wanted: GameFilter = ALL, last: int | None = 50
    ) -> list[KeptGame]:
        """Games that an experiment asked for, the latest first."""
        with self._moment() as db:
            row = find_experiment(db, experiment)
            return [] if row is None else listing.listed(db, row, wanted, last)

    def asked(self, experiment: str, part: int | None = None) -> list[KeptGame]:
        """All finished games that an experiment asked for, or those of one part, in the order in
        which they were kept.
        """
        return self.listed(experiment, GameFilter(part=part), None)[::-1]

    def game(self, number: int) -> KeptGame | None:
        """The game of a number; None if there is none."""
        with self._moment() as db:
            return listing.numbered(db, number)

    # experiments

    def experiment(
        self, name: str, kind: str, file: str = "", shipped: bool = False
    ) -> KeptExperiment:
        """Makes an experiment, or gives the one of this name another file."""
        self._now(lambda db: arenas.set_experiment(db, name, kind, file, shipped))
        return self.experiments(name)[0]

    def experiments(self, name: str | None = None) -> list[KeptExperiment]:
        """All experiments, or the one of a name, the oldest first."""
        with self._moment() as db:
            return arenas.experiments(db, name)

    def rename(self, experiment: str, new: str) -> None:
        """Gives an experiment another name, which must be free; its games stay its own."""
        self._now(lambda db: arenas.rename(db, experiment, new))

    def note(self, experiment: str, note: str) -> None:
        """Replaces the note of an experiment."""
        self._now(lambda db: arenas.set_note(db, experiment, note))

    def event(self, experiment: str, what: str, detail: str = "") -> None:
        """Notes that something happened to an experiment, or with "" to the whole store."""
        self._now(lambda db: arenas.add_event(db, experiment, what, detail))

    def events(self, experiment: str = "") -> list[KeptEvent]:
        """What happened to an experiment, or with "" to the whole store, in order."""
        with self._moment() as db:
            return arenas.events(db, experiment)

    def playing(self, experiment: str) -> AbstractContextManager[None]:
        """Marks an experiment as being played, for other processes."""
        return lock.marked(self.path, experiment)

    def is_played(self, experiment: str) -> bool:
        """Whether a process plays an experiment now."""
        return lock.is_marked(self.path, experiment)

    # arenas

    def new_arena(self, name: str, condition: Condition, note: str = "") -> KeptArena:
        """Makes an arena."""
        self._now(lambda db: arenas.new_arena(db, name, condition, note))
        return self.arenas(name)[0]

    def arenas(self, name: str | None = None) -> list[KeptArena]:
        """All arenas, or the one of a name, the oldest first."""
        with self._moment() as db:
            return arenas.arenas(db, name)

    def add_bot(self, arena: str, name: str, entrant: Entrant, role: Role = "candidate") -> None:
        """Adds a bot to an arena; its name and its player must both be new there."""
        self._now(lambda db: arenas.add_bot(db, arena, name, entrant, role))

    def set_role(self, arena: str, name: str, role: Role) -> None:
        """Gives a bot another role."""
        self._now(lambda db: arenas.set_role(db, arena, name, role))

    def rename_bot(self, arena: str, name: str, new: str) -> None:
        """Gives a bot another name."""
        self._now(lambda db: arenas.rename_bot(db, arena, name, new))

    def rename_arena(self, name: str, new: str) -> None:
        """Gives an arena another name; its games stay its own."""
        self._now(lambda db: arenas.rename_arena(db, name, new))

    def set_condition(self, arena: str, condition: Condition) -> None:
        """Has an arena play under another condition; games under the one before stay its own."""
        self._now(lambda db: arenas.set_condition(db, arena, condition))

    def remove_arena(self, name: str) -> KeptArena:
        """Takes an arena out of the list; its games stay until its experiment is forgotten."""
        return self._now(lambda db: arenas.remove_arena(db, name))

    def restore_arena(self, kept: KeptArena) -> None:
        """Brings a removed arena back as it was."""
        self._now(lambda db: arenas.restore_arena(db, kept))

    def remove_bot(self, arena: str, name: str) -> KeptBot:
        """Takes a bot out of its arena; its games stay until its player is forgotten."""
        return self._now(lambda db: arenas.remove_bot(db, arena, name))

    def restore_bot(self, arena: str, bot: KeptBot) -> None:
        """Brings a removed bot back as it was."""
        self._now(lambda db: arenas.restore_bot(db, arena, bot))

    # computers

    def set_hosts(self, found: Iterable[Host]) -> None:
        """Keeps what the computers of a run say about themselves."""
        said = tuple(found)
        self._now(lambda db: adding.set_hosts(db, said))

    def hosts(self) -> list[KeptHost]:
        """The computers that played."""
        with self._moment() as db:
            return adding.hosts(db)

    # the file

    def stamp(self) -> int:
        """A number that changes when anybody has written something; it is cheap to ask for."""
        return self._reader.stamp()

    def check(self, tell: Tell = silent) -> StoreCheck:
        """Reads everything and says what is wrong; `tell` gets how far that is."""
        with self._moment() as db:
            return checking.check(db, tell)

    def backup(self, to: Path, tell: Tell = silent) -> None:
        """Writes all of it, as it is at one moment, into an empty file."""
        with self._moment() as db:
            copy_to(db, to, tell)

    def repair(self, tell: Tell = silent) -> None:
        """Counts the tally again, from all games."""
        self._now(lambda db: checking.repair(db, tell))

    def own_games(self, experiment: str, player: Entrant | None = None) -> int:
        """How many games `forget` would remove, or `forget_player`: those that no other experiment
        asked for.
        """
        with self._moment() as db:
            return tidying.own_games(db, experiment, player)

    def own_failures(self, experiment: str, player: Entrant | None = None) -> int:
        """How many of these could not be finished."""
        with self._moment() as db:
            return tidying.own_failures(db, experiment, player)

    def shared_games(self, experiment: str, player: Entrant | None = None) -> int:
        """How many games would stay: others have asked for them too."""
        with self._moment() as db:
            return tidying.shared_games(db, experiment, player)

    def forget(self, experiment: str, tell: Tell = silent) -> int:
        """Removes an experiment, an arena's with the arena, and the games that no other asked for;
        returns how many went.
        """
        return self._now(lambda db: tidying.forget(db, experiment, tell))

    def forget_player(self, arena: str, player: Entrant) -> int:
        """Removes the games of a player that an arena asked for and no other, unless it is a bot of
        that arena; returns how many went.
        """
        return self._now(lambda db: tidying.forget_player(db, arena, player))

    def forget_bot(self, arena: str, name: str) -> int:
        """Removes a bot with the games of its player; returns how many went."""
        return self._now(lambda db: tidying.forget_bot(db, arena, name))

    def _open_writer(self) -> StoreWriter:
        if self._writer is None:
            raise StoreError(f"{self.path} was opened to be read only.")
        return self._writer

    def _moment(self) -> AbstractContextManager[sqlite3.Connection]:
        db = self._writer.lent if self._writer is not None else None
        return self._reader.moment() if db is None else nullcontext(db)

    def _later(self, act: Callable[[sqlite3.Connection], T]) -> Future[T]:
        return self._open_writer().put(act)

    def _now(self, act: Callable[[sqlite3.Connection], T]) -> T:
        return self._later(act).result()

    @staticmethod
    def _lineup(db: sqlite3.Connection, lineup: LineUp, experiment: str) -> tuple[int, int] | None:
        """The row of a line-up and where its side 0 is in it; None if it never played."""
        owner = find_experiment(db, experiment) if experiment else None
        if not shared(lineup) and owner is None:
            if experiment:
                return None
            raise ValueError("these games belong to an experiment: name it")
        return find_lineup(db, lineup, owner or ANYBODY)
