"""Opening a store: a new file gets its tables, an older one is brought up to date after a copy was
made, and what cannot be used is refused in a sentence.
"""

from __future__ import annotations

import os
import sqlite3
from pathlib import Path

from lab.store.errors import StoreError
from lab.store.place import beside
from lab.store.schema import APPLICATION, MIGRATIONS, TABLES, VERSION

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
