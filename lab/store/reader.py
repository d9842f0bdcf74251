"""The reading side of a store: a connection for each thread, and each question answered from one
moment, while runs go on writing.
"""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from lab.store.errors import StoreError, described
from lab.store.opening import check, connect


class StoreReader:
    """The connections of this process that only read."""

    def __init__(self, path: Path, patience_s: float) -> None:
        if not path.is_file():
            raise StoreError(f"There is no store {path} yet.")
        self._path, self._patience_s = path, patience_s
        self._own = threading.local()
        self._all: list[sqlite3.Connection] = []
        self._guard = threading.Lock()
        with self.moment() as db:
            mark, version = (
                int(db.execute(f"PRAGMA {name}").fetchone()[0])
                for name in ("application_id", "user_version")
            )
            check(mark, version, path)

    @contextmanager
    def moment(self) -> Iterator[sqlite3.Connection]:
        """A connection on which all questions are answered from one moment."""
        try:
            db = self._connection()
            db.execute("BEGIN")
            try:
                yield db
            finally:
                db.execute("ROLLBACK")
        except sqlite3.Error as error:
            raise described(error, self._path, self._patience_s) from error

    def stamp(self) -> int:
        """A number that changes when anything was written; asking costs microseconds."""
        try:
            return int(self._connection().execute("PRAGMA data_version").fetchone()[0])
        except sqlite3.Error as error:
            raise described(error, self._path, self._patience_s) from error

    def _connection(self) -> sqlite3.Connection:
        found: sqlite3.Connection | None = getattr(self._own, "connection", None)
        if found is None:
            found = connect(self._path, self._patience_s)
            self._own.connection = found
            with self._guard:
                self._all.append(found)
        return found

    def close(self) -> None:
        """Closes every connection; no thread may be reading."""
        for connection in self._all:
            connection.close()
