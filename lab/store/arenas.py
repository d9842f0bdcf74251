"""Arenas and their bots. A bot is a name for a player that never changes: a new version is another
bot. What is removed can be restored as it was; its games stay until they are forgotten.

Experiments: who asks for games, and what happened to them.
"""

from __future__ import annotations

import math
import sqlite3
import time

from lab.batch.games import Condition, Entrant
from lab.store.errors import StoreError
from lab.store.kept import KeptArena, KeptBot, KeptEvent, KeptExperiment, Role
from lab.store.rows import RowReader, condition_row, experiment_row, find_experiment, player_row


def set_experiment(
    db: sqlite3.Connection, name: str, kind: str, file: str = "", shipped: bool = False
) -> KeptExperiment:
    """Makes an experiment, or gives the one of this name another file."""
    db.execute(
        "INSERT INTO experiment (name, kind, file, shipped, created) VALUES (?, ?, ?, ?, ?) "
        "ON CONFLICT (name) DO UPDATE SET kind = excluded.kind, file = excluded.file, "
        "shipped = excluded.shipped",
        (name, kind, file, int(shipped), time.time()),
    )
    return experiments(db, name)[0]


def rename(db: sqlite3.Connection, name: str, new: str) -> None:
    """Gives an experiment another name, which must be free; its games stay its own."""
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


def add_event(db: sqlite3.Connection, experiment: str, what: str, detail: str = "") -> None:
    """Notes that something happened to an experiment, or with "" to the whole store."""
    row = experiment_row(db, experiment) if experiment else None
    db.execute(
        "INSERT INTO event (experiment, at, what, detail) VALUES (?, ?, ?, ?)",
        (row, time.time(), what, detail),
    )


def events(db: sqlite3.Connection, experiment: str = "") -> list[KeptEvent]:
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


ROLES: tuple[Role, ...] = ("candidate", "benchmark", "retired")


def experiment_of(arena: str) -> str:
    """The name of the experiment that asks for an arena's games."""
    return f"arena {arena}"


def new_arena(db: sqlite3.Connection, name: str, condition: Condition, note: str = "") -> KeptArena:
    """Makes an arena; StoreError if there is one of this name."""
    if db.execute("SELECT 1 FROM arena WHERE name = ?", (name,)).fetchone():
        raise StoreError(f"There is an arena {name} already; choose another name.")
    db.execute(
        "INSERT INTO arena (name, condition, created, note) VALUES (?, ?, ?, ?)",
        (name, condition_row(db, condition), time.time(), note),
    )
    return arenas(db, name)[0]


def rename_arena(db: sqlite3.Connection, name: str, new: str) -> None:
    """Gives an arena another name, which must be free; its games stay its own."""
    row = arena_row(db, name)
    if db.execute("SELECT 1 FROM arena WHERE name = ?", (new,)).fetchone():
        raise StoreError(f"There is an arena {new} already; choose another name.")
    rename(db, experiment_of(name), experiment_of(new))
    db.execute("UPDATE arena SET name = ? WHERE id = ?", (new, row))


def set_condition(db: sqlite3.Connection, name: str, condition: Condition) -> None:
    """Has an arena play under another condition; games under the one before stay its own."""
    row = arena_row(db, name)
    db.execute("UPDATE arena SET condition = ? WHERE id = ?", (condition_row(db, condition), row))


def remove_arena(db: sqlite3.Connection, name: str) -> KeptArena:
    """Takes an arena with its bots out of the list; returns it. Its games stay until its experiment
    is forgotten.
    """
    row = arena_row(db, name)
    (found,) = arenas(db, name)
    db.execute("DELETE FROM arena WHERE id = ?", (row,))
    return found


def restore_arena(db: sqlite3.Connection, kept: KeptArena) -> None:
    """Brings an arena back with its bots; StoreError if there is one of its name."""
    new_arena(db, kept.name, kept.condition, kept.note)
    db.execute("UPDATE arena SET created = ? WHERE name = ?", (kept.created, kept.name))
    for bot in kept.bots:
        restore_bot(db, kept.name, bot)


def arenas(db: sqlite3.Connection, name: str | None = None) -> list[KeptArena]:
    """All arenas, or the one of a name, the oldest first."""
    reader = RowReader(db)
    rows = db.execute(
        "SELECT id, name, condition, created, note FROM arena WHERE ? IS NULL OR name = ? "
        "ORDER BY id",
        (name, name),
    ).fetchall()
    return [
        KeptArena(name, reader.condition(condition), created, note, _bots(db, reader, row))
        for row, name, condition, created, note in rows
    ]


def _bots(db: sqlite3.Connection, reader: RowReader, arena: int) -> tuple[KeptBot, ...]:
    rows = db.execute(
        "SELECT name, player, role, since, until FROM bot WHERE arena = ? ORDER BY since, name",
        (arena,),
    ).fetchall()
    return tuple(
        KeptBot(name, reader.player(player), role, since, until)
        for name, player, role, since, until in rows
    )


def add_bot(
    db: sqlite3.Connection, arena: str, name: str, entrant: Entrant, role: Role = "candidate"
) -> None:
    """Adds a bot; StoreError if its name is taken, or its player has one already."""
    row, player = arena_row(db, arena), player_row(db, entrant)
    if db.execute("SELECT 1 FROM bot WHERE arena = ? AND name = ?", (row, name)).fetchone():
        raise StoreError(f"There is a bot {name} in {arena} already; choose another name.")
    twin = db.execute(
        "SELECT name FROM bot WHERE arena = ? AND player = ?", (row, player)
    ).fetchone()
    if twin is not None:
        raise StoreError(f"{name} would play exactly as {twin[0]} does, which is in {arena}.")
    (latest,) = db.execute("SELECT max(since) FROM bot WHERE arena = ?", (row,)).fetchone()
    # games go by the order in which bots joined, and the clock may have been put back
    since = max(time.time(), math.nextafter(latest or 0.0, math.inf))
    db.execute(
        "INSERT INTO bot (arena, name, player, role, since) VALUES (?, ?, ?, ?, ?)",
        (row, name, player, role, since),
    )


def remove_bot(db: sqlite3.Connection, arena: str, name: str) -> KeptBot:
    """Takes a bot out of its arena; returns it. Its games stay until its player is forgotten."""
    row = _bot(db, arena, name)
    found = next(bot for bot in _bots(db, RowReader(db), row) if bot.name == name)
    db.execute("DELETE FROM bot WHERE arena = ? AND name = ?", (row, name))
    return found


def restore_bot(db: sqlite3.Connection, arena: str, bot: KeptBot) -> None:
    """Brings a bot back; StoreError if its name is taken, or its player has one."""
    add_bot(db, arena, bot.name, bot.entrant, bot.role)
    db.execute(
        "UPDATE bot SET since = ?, until = ? WHERE arena = ? AND name = ?",
        (bot.since, bot.until, arena_row(db, arena), bot.name),
    )


def set_role(db: sqlite3.Connection, arena: str, name: str, role: Role) -> None:
    """Gives a bot another role."""
    until = time.time() if role == "retired" else None
    row = _bot(db, arena, name)
    db.execute(
        "UPDATE bot SET role = ?, until = ? WHERE arena = ? AND name = ?", (role, until, row, name)
    )


def rename_bot(db: sqlite3.Connection, arena: str, name: str, new: str) -> None:
    """Gives a bot another name, which must be free."""
    row = _bot(db, arena, name)
    if db.execute("SELECT 1 FROM bot WHERE arena = ? AND name = ?", (row, new)).fetchone():
        raise StoreError(f"There is a bot {new} in {arena} already; choose another name.")
    db.execute("UPDATE bot SET name = ? WHERE arena = ? AND name = ?", (new, row, name))


def arena_row(db: sqlite3.Connection, name: str) -> int:
    """The row of an arena; StoreError if there is none of that name."""
    found = db.execute("SELECT id FROM arena WHERE name = ?", (name,)).fetchone()
    if found is None:
        raise StoreError(f"There is no arena {name} in the store.")
    return int(found[0])


def _bot(db: sqlite3.Connection, arena: str, name: str) -> int:
    """The arena's row; StoreError if it has no bot of this name."""
    row = arena_row(db, arena)
    if not db.execute("SELECT 1 FROM bot WHERE arena = ? AND name = ?", (row, name)).fetchone():
        raise StoreError(f"There is no bot {name} in {arena}.")
    return row
