"""Taking things out of a store: an experiment with the games that nobody else asked for, and the
space that they leave.
"""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

from lab.store.arenas import experiment_of
from lab.store.checking import repair_tally
from lab.store.errors import StoreError, described
from lab.store.lock import StoreLock
from lab.store.opening import connect, prepare
from lab.store.place import beside
from lab.store.rows import experiment_row

_UNUSED = (
    "lineup WHERE id NOT IN (SELECT lineup FROM game)",
    "player WHERE id NOT IN (SELECT value FROM lineup, json_each(lineup.players)) "
    "AND id NOT IN (SELECT player FROM bot)",
    "condition WHERE id NOT IN (SELECT condition FROM lineup) "
    "AND id NOT IN (SELECT condition FROM arena)",
    "source WHERE id NOT IN (SELECT source FROM condition WHERE source IS NOT NULL) "
    "AND id NOT IN (SELECT source FROM player WHERE source IS NOT NULL)",
    "host WHERE id NOT IN (SELECT host FROM game WHERE host IS NOT NULL)",
)


def forget(db: sqlite3.Connection, name: str) -> int:
    """Removes an experiment, the arena that it plays for, and every game that nobody else asked
    for; returns how many games went.
    """
    row = experiment_row(db, name)
    only = (
        "FROM game WHERE id IN (SELECT game FROM asked WHERE experiment = ?1) "
        "AND id NOT IN (SELECT game FROM asked WHERE experiment <> ?1)"
    )
    lineups = db.execute(f"SELECT DISTINCT lineup {only}", (row,)).fetchall()
    gone = db.execute(f"DELETE {only}", (row,)).rowcount
    for (lineup,) in lineups:
        repair_tally(db, lineup)
    db.execute("DELETE FROM experiment WHERE id = ?", (row,))
    for (arena,) in db.execute("SELECT name FROM arena").fetchall():
        if experiment_of(arena) == name:
            db.execute("DELETE FROM arena WHERE name = ?", (arena,))
    _drop_unused(db)
    return gone


def _drop_unused(db: sqlite3.Connection) -> None:
    for rows in _UNUSED:
        db.execute(f"DELETE FROM {rows}")


def compact(path: Path, patience_s: float) -> tuple[int, int]:
    """Gives unused space back to the disk; returns the file's bytes before and after. StoreError
    where it is in use for too long.
    """
    if not path.is_file():
        raise StoreError(f"There is no store {path} yet.")
    before = path.stat().st_size
    try:
        with closing(StoreLock(beside(path, "lock"), patience_s)) as lock, lock.held():
            _compact(path, patience_s)
    except (TimeoutError, sqlite3.Error) as error:
        raise described(error, path, patience_s) from error
    return before, path.stat().st_size


def _compact(path: Path, patience_s: float) -> None:
    with closing(connect(path, patience_s)) as db:
        prepare(db, path)
        db.execute("BEGIN IMMEDIATE")
        _drop_unused(db)
        db.execute("COMMIT")
        db.execute("VACUUM")
        db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
