"""The reading side of a store: any thread may ask, while runs go on writing, and each question is
answered from one moment.
"""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from lab.store.errors import TROUBLE, StoreError, described
from lab.store.opening import beside_wal, check, connect
from lab.store.schema import SEEN

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
