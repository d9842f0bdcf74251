"""The computers that played, with what ran on them."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable
from typing import TYPE_CHECKING

from lab.batch.computer import Computer, this_computer
from lab.store.kept import KeptHost

if TYPE_CHECKING:
    from lab.batch.about import Host


def host_row(db: sqlite3.Connection, name: str) -> int | None:
    """The row of the computer of this name, made if need be; None for "". What is known of this
    computer is kept with it; of others, what `set_hosts` was given.
    """
    if not name:
        return None
    if name == this_computer().name:
        return _row(db, this_computer())
    (newest,) = db.execute("SELECT max(id) FROM host WHERE name = ?", (name,)).fetchone()
    return newest or db.execute("INSERT INTO host (name) VALUES (?)", (name,)).lastrowid


def set_hosts(db: sqlite3.Connection, found: Iterable[Host]) -> None:
    """Keeps what the computers of a run say about themselves, and their speeds in that run."""
    for host in found:
        row = _row(db, Computer(host.name, host.cpu, host.cores, host.python, host.numba))
        speed = (host.speed or None, row)
        db.execute("UPDATE host SET speed = coalesce(?, speed) WHERE id = ?", speed)


def hosts(db: sqlite3.Connection) -> list[KeptHost]:
    """All computers, with the number of their games."""
    found = db.execute(
        "SELECT name, cpu, cores, python, numba, speed, "
        "(SELECT count(*) FROM game WHERE game.host = host.id) FROM host ORDER BY name, id"
    )
    return [KeptHost(*row) for row in found]


def _row(db: sqlite3.Connection, own: Computer) -> int:
    found = db.execute(
        "SELECT id FROM host WHERE name = ? AND cpu = ? AND cores = ? AND python = ? AND numba = ?",
        own,
    ).fetchone()
    if found is None:
        found = db.execute(
            "INSERT INTO host (name, cpu, cores, python, numba) VALUES (?, ?, ?, ?, ?) "
            "ON CONFLICT (name, cpu, python, numba) DO UPDATE SET cores = excluded.cores "
            "RETURNING id",
            own,
        ).fetchone()
    return int(found[0])
