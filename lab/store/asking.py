"""Experiments: who asks for games, and what happened to them."""

from __future__ import annotations

import sqlite3
import time

from lab.store.errors import StoreError
from lab.store.kept import KeptEvent, KeptExperiment
from lab.store.rows import experiment_row, find_experiment


def set_experiment(db: sqlite3.Connection, name: str, kind: str, file: str, shipped: bool) -> None:
    """Makes an experiment, or gives the one of this name another file."""
    db.execute(
        "INSERT INTO experiment (name, kind, file, shipped, created) VALUES (?, ?, ?, ?, ?) "
        "ON CONFLICT (name) DO UPDATE SET kind = excluded.kind, file = excluded.file, "
        "shipped = excluded.shipped",
        (name, kind, file, int(shipped), time.time()),
    )


def rename(db: sqlite3.Connection, name: str, new: str) -> None:
    """Gives an experiment another name, which must be free."""
    row = experiment_row(db, name)
    if find_experiment(db, new) is not None:
        raise StoreError(
            f"The store has games of an experiment {new} already; choose another name."
        )
    db.execute("UPDATE experiment SET name = ? WHERE id = ?", (new, row))


def experiments(db: sqlite3.Connection, name: str | None = None) -> list[KeptExperiment]:
    """All experiments, or the one of a name, the oldest first."""
    rows = db.execute(
        "SELECT name, kind, file, shipped, created, note, games FROM experiment "
        "WHERE ? IS NULL OR name = ? ORDER BY id",
        (name, name),
    )
    return [
        KeptExperiment(name, kind, file, bool(shipped), created, note, games)
        for name, kind, file, shipped, created, note, games in rows
    ]


def set_note(db: sqlite3.Connection, experiment: str, note: str) -> None:
    """Replaces the note of an experiment."""
    row = experiment_row(db, experiment)
    db.execute("UPDATE experiment SET note = ? WHERE id = ?", (note, row))


def add_event(db: sqlite3.Connection, experiment: str, what: str, detail: str) -> None:
    """Notes that something happened to an experiment, or with "" to the whole store."""
    row = experiment_row(db, experiment) if experiment else None
    db.execute(
        "INSERT INTO event (experiment, at, what, detail) VALUES (?, ?, ?, ?)",
        (row, time.time(), what, detail),
    )


def events(db: sqlite3.Connection, experiment: str) -> list[KeptEvent]:
    """What happened to an experiment, or with "" to the whole store, in order."""
    row = find_experiment(db, experiment) if experiment else None
    if experiment and row is None:
        return []
    return [
        KeptEvent(experiment, at, what, detail)
        for at, what, detail in db.execute(
            "SELECT at, what, detail FROM event WHERE experiment IS ? ORDER BY id", (row,)
        )
    ]
