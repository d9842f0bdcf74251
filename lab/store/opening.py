"""Opening a store: a new file gets its tables, an older one is brought up to date after a copy was
made, and what cannot be used is refused in a sentence.

The reading side of a store: any thread may ask, while runs go on writing, and each question is
answered from one moment.
"""

from __future__ import annotations

import os
import sqlite3
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from lab.store.errors import TROUBLE, StoreError, described
from lab.store.place import beside
from lab.store.schema import APPLICATION, MIGRATIONS, SEEN, TABLES, VERSION

CACHE_KIB = 16_384
OLDEST = (3, 37, 0)  # has tables that check the types of their values
open_file = sqlite3.connect


def connect(path: Path, patience_s: float, still: bool = False) -> sqlite3.Connection:
    """A connection to the file; transactions are begun and ended by statements of our own. `still`
    says that nobody can write the file.
    """
    if sqlite3.sqlite_version_info < OLDEST:
        raise StoreError(
            f"Games are kept with SQLite 3.37 or newer; this Python has {sqlite3.sqlite_version}."
        )
    where, how = (f"{path.resolve().as_uri()}?immutable=1", {"uri": True}) if still else (path, {})
    connection: sqlite3.Connection = open_file(
        where, timeout=patience_s, isolation_level=None, check_same_thread=False, **how
    )
    try:
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("PRAGMA foreign_keys = ON")
        connection.execute(f"PRAGMA cache_size = -{CACHE_KIB}")
    except BaseException:
        connection.close()
        raise
    return connection


def beside_wal(path: Path) -> bool:
    """Whether changes lie beside the file that are not in it yet."""
    wal = path.with_name(f"{path.name}-wal")
    return wal.exists() and wal.stat().st_size > 0


def prepare(connection: sqlite3.Connection, path: Path) -> None:
    """Sees to it that the file is a store of this version. To be called under the store's lock."""
    mark, version = _number(connection, "application_id"), _number(connection, "user_version")
    new = (
        not mark
        and not version
        and not connection.execute("SELECT * FROM sqlite_master").fetchone()
    )
    if not new:
        check(mark, version, path)
        refuse_triggers(connection, path)
    mode = connection.execute("PRAGMA journal_mode = WAL").fetchone()[0]
    if mode != "wal":
        raise StoreError(
            f"{path.parent} is on a network drive, where games cannot be kept safely; name a local "
            "file with --store."
        )
    if new:
        _run(connection, TABLES)
    elif version < VERSION:
        _copy(connection, path, version)
        _run(connection, "".join(MIGRATIONS[each] for each in range(version, VERSION)))


def refuse_triggers(connection: sqlite3.Connection, path: Path) -> None:
    """StoreError if something would be done that nobody here asked for whenever the file is
    written: a store has tables and indexes, nothing else.
    """
    kinds = "SELECT name FROM sqlite_master WHERE type NOT IN ('table', 'index')"
    found = connection.execute(kinds).fetchone()
    if found is not None:
        raise StoreError(
            f"{path} has something of its own that would run ({found[0]}), which no store of "
            "Smitsilab has; name another file with --store."
        )


def check(mark: int, version: int, path: Path) -> None:
    """StoreError if a file with this mark and version cannot be read here."""
    if mark != APPLICATION:
        raise StoreError(f"{path} is no store of Smitsilab; name another file with --store.")
    if version > VERSION:
        raise StoreError(
            f"{path} was written by a newer Smitsilab; update this one, or name another file with "
            "--store."
        )


def _run(connection: sqlite3.Connection, statements: str) -> None:
    """The statements and the file's new version, in one transaction."""
    connection.executescript(
        f"BEGIN IMMEDIATE; {statements}; PRAGMA application_id = {APPLICATION};"
        f"PRAGMA user_version = {VERSION}; COMMIT;"
    )


def _copy(connection: sqlite3.Connection, path: Path, version: int) -> None:
    """Copies the file to `games.db.before-N`, whole or not at all."""
    draft, copy = beside(path, "copying"), beside(path, f"before-{version}")
    draft.unlink(missing_ok=True)
    connection.execute("VACUUM INTO ?", (str(draft),))
    os.replace(draft, copy)


def _number(connection: sqlite3.Connection, pragma: str) -> int:
    return int(connection.execute(f"PRAGMA {pragma}").fetchone()[0])


UNWRITABLE = (sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_READONLY)


class StoreReader:
    """The connections of this process that only read, as many as threads ever asked at once."""

    def __init__(self, path: Path, patience_s: float) -> None:
        if not path.is_file():
            raise StoreError(f"There is no store {path} yet.")
        self._path, self._patience_s = path, patience_s
        self._guard = threading.Lock()
        self._free: list[sqlite3.Connection] = []
        self._closed, self._seen = False, ""
        try:
            with self.moment() as db:
                mark, version = (
                    int(db.execute(f"PRAGMA {name}").fetchone()[0])
                    for name in ("application_id", "user_version")
                )
                check(mark, version, path)
            self._seen = SEEN.get(version, "")
            for each in self._free:
                each.executescript(self._seen)
            self._watch = self._connected()
        except BaseException:
            self._close_free()
            raise

    @contextmanager
    def moment(self) -> Iterator[sqlite3.Connection]:
        """A connection on which all questions are answered from one moment."""
        try:
            db = self._taken()
            try:
                db.execute("BEGIN")
                yield db
            finally:
                if db.in_transaction:
                    db.execute("ROLLBACK")
                self._give_back(db)
        except TROUBLE as error:
            raise described(error, self._path, self._patience_s) from error

    def stamp(self) -> int:
        """A number that changes when anything was written; asking costs microseconds."""
        try:
            with self._guard:
                return int(self._watch.execute("PRAGMA data_version").fetchone()[0])
        except sqlite3.Error as error:
            raise described(error, self._path, self._patience_s) from error

    def _taken(self) -> sqlite3.Connection:
        with self._guard:
            if self._closed:
                raise StoreError(f"{self._path} is closed.")
            if self._free:
                return self._free.pop()
        connection = self._connected()
        connection.executescript(self._seen)
        return connection

    def _connected(self) -> sqlite3.Connection:
        """A connection; on a disk that cannot be written one to the file as it is there, since
        nobody can change it either.
        """
        waiting = beside_wal(self._path)
        db = connect(self._path, self._patience_s)
        try:
            db.execute("SELECT 1 FROM sqlite_master").fetchone()
        except sqlite3.OperationalError as error:
            db.close()
            if error.sqlite_errorcode & 0xFF not in UNWRITABLE or waiting:
                raise
            return connect(self._path, self._patience_s, still=True)
        return db

    def _give_back(self, db: sqlite3.Connection) -> None:
        with self._guard:
            if not self._closed:
                self._free.append(db)
                return
        db.close()

    def close(self) -> None:
        """Closes every connection, one that is being asked as soon as it has answered."""
        self._close_free()
        with self._guard:
            self._watch.close()

    def _close_free(self) -> None:
        with self._guard:
            self._closed = True
            while self._free:
                self._free.pop().close()
