"""Taking things out of a store: an experiment or a bot with the games that nobody else asked for,
and the space that they leave.
"""

from __future__ import annotations

import contextlib
import sqlite3
import time
from contextlib import closing
from pathlib import Path

from lab.batch.games import Entrant
from lab.store.arenas import experiment_of, remove_bot
from lab.store.checking import repair_counts, repair_tally
from lab.store.errors import TROUBLE, StoreError, described
from lab.store.kept import Tell, portions_of, silent
from lab.store.opening import connect, prepare
from lab.store.place import beside, replays_of
from lab.store.rows import experiment_row, find_experiment, find_player
from lab.store.writer import FileLock

FRESH_S = 3600.0  # a replay may be that much older than the row of its game
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

# games of a player (?2; NULL: of anybody), and those of an experiment (?1) alone
_WITH = (
    "(?2 IS NULL OR game.lineup IN (SELECT lineup.id FROM lineup, json_each(lineup.players) "
    "WHERE value = ?2))"
)
_ASKED = f"FROM game WHERE id IN (SELECT game FROM asked WHERE experiment = ?1) AND {_WITH}"
_OWN = f"{_ASKED} AND id NOT IN (SELECT game FROM asked WHERE experiment <> ?1)"
_SHARED = f"{_ASKED} AND id IN (SELECT game FROM asked WHERE experiment <> ?1)"


def own_games(db: sqlite3.Connection, name: str, player: Entrant | None = None) -> int:
    """How many games `forget` would remove, or `forget_player`: those that no other experiment
    asked for.
    """
    return _counted(db, _OWN, name, player)


def own_failures(db: sqlite3.Connection, name: str, player: Entrant | None = None) -> int:
    """How many of them could not be finished, and count nowhere."""
    return _counted(db, f"{_OWN} AND error IS NOT NULL", name, player)


def shared_games(db: sqlite3.Connection, name: str, player: Entrant | None = None) -> int:
    """How many games of an experiment, or of a player in it, others have asked for too."""
    return _counted(db, _SHARED, name, player)


def _counted(db: sqlite3.Connection, which: str, name: str, player: Entrant | None) -> int:
    row = find_experiment(db, name)
    who = find_player(db, player) if player is not None else None
    if player is not None and who is None:
        return 0
    return int(db.execute(f"SELECT count(*) {which}", (row, who)).fetchone()[0])


def forget(db: sqlite3.Connection, name: str, tell: Tell = silent) -> int:
    """Removes an experiment, the arena that it plays for, and every game that nobody else asked
    for; returns how many games went.
    """
    row = experiment_row(db, name)
    gone = _delete_games(db, row, None, tell)
    db.execute("DELETE FROM experiment WHERE id = ?", (row,))
    for (arena,) in db.execute("SELECT name FROM arena").fetchall():
        if experiment_of(arena) == name:
            db.execute("DELETE FROM arena WHERE name = ?", (arena,))
    _drop_unused(db)
    return gone


def forget_player(db: sqlite3.Connection, arena: str, player: Entrant) -> int:
    """Removes every game of a player that an arena asked for and nobody else; returns how many
    went. Those of a player that is a bot of the arena stay.
    """
    row, who = experiment_row(db, experiment_of(arena)), find_player(db, player)
    bots = "SELECT 1 FROM bot JOIN arena ON arena.id = arena WHERE arena.name = ? AND player = ?"
    if who is None or db.execute(bots, (arena, who)).fetchone():
        return 0
    gone = _delete_games(db, row, who)
    db.execute(
        "DELETE FROM asked WHERE experiment = ?1 "
        f"AND game IN (SELECT game.id FROM game WHERE {_WITH})",
        (row, who),
    )
    repair_counts(db, row)
    _drop_unused(db)
    return gone


def forget_bot(db: sqlite3.Connection, arena: str, name: str) -> int:
    """Removes a bot and the games of its player; returns how many games went."""
    return forget_player(db, arena, remove_bot(db, arena, name).entrant)


def _delete_games(
    db: sqlite3.Connection, experiment: int, player: int | None, tell: Tell = silent
) -> int:
    rows = db.execute(f"SELECT id, lineup {_OWN}", (experiment, player)).fetchall()
    for portion in portions_of(rows, tell, "games deleted"):
        db.executemany("DELETE FROM game WHERE id = ?", [(game,) for game, _ in portion])
    for lineup in {lineup for _, lineup in rows}:
        repair_tally(db, lineup)
    return len(rows)


def _drop_unused(db: sqlite3.Connection) -> None:
    for rows in _UNUSED:
        db.execute(f"DELETE FROM {rows}")


def compact(path: Path, patience_s: float, tell: Tell = silent) -> tuple[int, int]:
    """Gives unused space back to the disk, also that of replays whose games are gone; returns the
    file's bytes before and after. StoreError where it is in use for too long.
    """
    if not path.is_file():
        raise StoreError(f"There is no store {path} yet.")
    before = path.stat().st_size
    try:
        with closing(FileLock(beside(path, "lock"), patience_s)) as lock, lock.held():
            _compact(path, patience_s, tell)
    except TROUBLE as error:
        raise described(error, path, patience_s) from error
    return before, path.stat().st_size


def _compact(path: Path, patience_s: float, tell: Tell) -> None:
    with closing(connect(path, patience_s)) as db:
        prepare(db, path)
        tell("looking for what nobody uses", 0, 0)
        db.execute("BEGIN IMMEDIATE")
        _drop_unused(db)
        db.execute("COMMIT")
        tell("writing the file again without gaps", 0, 0)
        db.execute("VACUUM")
        _drop_replays(db, path)
        db.execute("PRAGMA wal_checkpoint(TRUNCATE)")


def _drop_replays(db: sqlite3.Connection, path: Path) -> None:
    """Deletes replays that no game names, but none of a game that may not be kept yet."""
    named = {name for (name,) in db.execute("SELECT replay FROM game WHERE replay IS NOT NULL")}
    for file in replays_of(path).glob("*.jsonl.gz"):
        with contextlib.suppress(OSError):
            if file.name not in named and file.stat().st_mtime < time.time() - FRESH_S:
                file.unlink()
