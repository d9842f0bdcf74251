"""A copy of a store while others write it: the file alone lacks what SQLite still keeps beside it
(`games.db-wal`), and so may be older than what was said to be kept.
"""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

from lab.store.telling import Tell

PAGES = 1000  # copied at a time


def copy_to(db: sqlite3.Connection, to: Path, tell: Tell) -> None:
    """Writes all that a connection sees at its moment into an empty file, which is whole by itself;
    `tell` gets how many pages are copied.
    """
    what = "pages copied"
    tell(what, 0, 0)
    db.execute("SELECT 1 FROM sqlite_master").fetchone()  # from here on it sees this moment
    with closing(sqlite3.connect(to, isolation_level=None)) as copy:
        db.backup(copy, pages=PAGES, progress=lambda _, left, all: tell(what, all - left, all))
        copy.execute("PRAGMA journal_mode = DELETE")
