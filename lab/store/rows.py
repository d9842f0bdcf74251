"""Players, conditions and line-ups as rows, and back.

Line-ups that are rotations of one another are one meeting: seating k of (A, B, C) is seating
k - 1 of (B, C, A).

The store keeps a line-up in the rotation that sorts first, and turns sides and seatings on the way
in and out. `turned` is the place of the asker's side 0 in the kept order.
"""

from __future__ import annotations

import json
import sqlite3
import time
from collections.abc import Sequence
from dataclasses import fields, replace
from functools import lru_cache
from typing import Any

from lab.batch.games import Condition, Entrant, GameRecord, LineUp
from lab.store.errors import StoreError


def turned(players: Sequence[int]) -> tuple[tuple[int, ...], int]:
    """The rotation of the players' ids that sorts first, and where the first of `players` is in
    it.
    """
    count = len(players)
    rotations = [tuple(players[(i + r) % count] for i in range(count)) for r in range(count)]
    first = min(range(count), key=rotations.__getitem__)
    return rotations[first], -first % count


def inward(record: GameRecord, turn: int, count: int) -> GameRecord:
    """The record with sides and seating as the store counts them."""
    if turn == 0:
        return record
    seats = tuple(replace(seat, side=(seat.side + turn) % count) for seat in record.seats)
    return replace(record, seating=(record.seating + turn) % count, seats=seats)


def shared(lineup: LineUp) -> bool:
    """Whether anybody may use these games: they repeat to the bit, and it is known what was
    compiled. Other games belong to the experiment that asked for them.
    """
    known = bool(lineup.condition.source) and all(side.source for side in lineup.sides)
    return lineup.repeats and known


DIGESTS = 4096  # that are remembered
ANYBODY = 0  # owner of games that every experiment may use
_TEXTS = tuple(field.name for field in fields(Entrant) if field.name != "source")


def source_row(db: sqlite3.Connection, digest: str) -> int | None:
    """The row of a digest of sources, made if need be; None for "", an unknown one."""
    if not digest:
        return None
    db.execute(
        "INSERT INTO source (digest, seen) VALUES (?, ?) ON CONFLICT DO NOTHING",
        (digest, time.time()),
    )
    return int(db.execute("SELECT id FROM source WHERE digest = ?", (digest,)).fetchone()[0])


def player_row(db: sqlite3.Connection, entrant: Entrant) -> int:
    """The row of a player, made if need be."""
    found = find_player(db, entrant)
    if found is not None:
        return found
    values = [_digest(entrant), source_row(db, entrant.source)]
    values += [getattr(entrant, name) for name in _TEXTS]
    return _inserted(db, "player", ("digest", "source", *_TEXTS), values)


def find_player(db: sqlite3.Connection, entrant: Entrant) -> int | None:
    """The row of a player, None if there is none."""
    return _first(db.execute("SELECT id FROM player WHERE digest = ?", (_digest(entrant),)))


@lru_cache(DIGESTS)
def _digest(entrant: Entrant) -> str:
    return entrant.digest


def condition_row(db: sqlite3.Connection, condition: Condition) -> int:
    """The row of a condition, made if need be."""
    found = find_condition(db, condition)
    if found is not None:
        return found
    names = ("game", "options", "source", "clock", "start")
    values = [condition.game, condition.options, source_row(db, condition.source)]
    return _inserted(db, "condition", names, [*values, condition.clock, condition.start])


def find_condition(db: sqlite3.Connection, condition: Condition) -> int | None:
    """The row of a condition, None if there is none."""
    return _first(
        db.execute(
            "SELECT condition.id FROM condition LEFT JOIN source ON source.id = condition.source "
            "WHERE game = ? AND options = ? AND clock = ? AND start = ? "
            "AND coalesce(source.digest, '') = ?",
            (condition.game, condition.options, condition.clock, condition.start, condition.source),
        )
    )


def lineup_row(db: sqlite3.Connection, lineup: LineUp, owner: int) -> tuple[int, int]:
    """The row of a line-up, made if need be, and where its side 0 is in it. `owner` is the
    experiment that asks, which matters only for games that cannot be shared.
    """
    condition = condition_row(db, lineup.condition)
    ids, turn = turned([player_row(db, side) for side in lineup.sides])
    key = (condition, json.dumps(ids), ANYBODY if shared(lineup) else owner)
    found = _first(
        db.execute("SELECT id FROM lineup WHERE condition = ? AND players = ? AND owner = ?", key)
    )
    if found is None:
        found = _inserted(db, "lineup", ("condition", "players", "owner"), list(key))
    return found, turn


def find_lineup(db: sqlite3.Connection, lineup: LineUp, owner: int) -> tuple[int, int] | None:
    """Like `lineup_row`, but None where there is none."""
    condition = find_condition(db, lineup.condition)
    players = [find_player(db, side) for side in lineup.sides]
    known = [player for player in players if player is not None]
    if condition is None or len(known) < len(players):
        return None
    ids, turn = turned(known)
    key = (condition, json.dumps(ids), ANYBODY if shared(lineup) else owner)
    found = _first(
        db.execute("SELECT id FROM lineup WHERE condition = ? AND players = ? AND owner = ?", key)
    )
    return None if found is None else (found, turn)


def experiment_row(db: sqlite3.Connection, name: str) -> int:
    """The row of an experiment; StoreError if there is none of that name."""
    found = find_experiment(db, name)
    if found is None:
        raise StoreError(f"There is no experiment {name} in the store.")
    return found


def find_experiment(db: sqlite3.Connection, name: str) -> int | None:
    """The row of an experiment, None if there is none of that name."""
    return _first(db.execute("SELECT id FROM experiment WHERE name = ?", (name,)))


class RowReader:
    """Reads players, conditions and line-ups by their rows, each once. Only for one question:
    rows of a store may go, and their numbers be given to others.
    """

    def __init__(self, db: sqlite3.Connection) -> None:
        self._db = db
        self._players: dict[int, Entrant] = {}
        self._conditions: dict[int, Condition] = {}
        self._lineups: dict[int, LineUp] = {}
        self._turned: dict[tuple[int, int], LineUp] = {}

    def player(self, row: int) -> Entrant:
        """The player of a row."""
        if row not in self._players:
            names = ", ".join(f"player.{name}" for name in _TEXTS)
            found = self._db.execute(
                f"SELECT {names}, coalesce(source.digest, '') FROM player "
                "LEFT JOIN source ON source.id = player.source WHERE player.id = ?",
                (row,),
            ).fetchone()
            player = Entrant(**dict(zip((*_TEXTS, "source"), _there(found), strict=True)))
            _settings(player.params, player.weights or "{}")
            self._players[row] = player
        return self._players[row]

    def condition(self, row: int) -> Condition:
        """The condition of a row."""
        if row not in self._conditions:
            found = self._db.execute(
                "SELECT game, options, coalesce(digest, ''), clock, start FROM condition "
                "LEFT JOIN source ON source.id = condition.source WHERE condition.id = ?",
                (row,),
            ).fetchone()
            condition = Condition(*_there(found))
            _settings(condition.options)
            self._conditions[row] = condition
        return self._conditions[row]

    def lineup(self, row: int, turn: int = 0) -> LineUp:
        """The line-up of a row, beginning with the kept side `turn`."""
        if row not in self._lineups:
            found = self._db.execute(
                "SELECT condition, players FROM lineup WHERE id = ?", (row,)
            ).fetchone()
            self._lineups[row] = self.written(*found)
        if (row, turn) not in self._turned:
            kept = self._lineups[row]
            sides = (*kept.sides[turn:], *kept.sides[:turn])
            self._turned[row, turn] = LineUp(kept.condition, sides)
        return self._turned[row, turn]

    def written(self, condition: int, players: str) -> LineUp:
        """The line-up whose row has these values."""
        sides = tuple(self.player(player) for player in json.loads(players))
        return LineUp(self.condition(condition), sides)


def _there(row: Any) -> Any:
    if row is None:
        raise StoreError("The store is damaged: a row that others belong to is not there.")
    return row


def _settings(*texts: str) -> None:
    """StoreError where one is not what a store writes."""
    try:
        whole = all(isinstance(json.loads(text), dict) for text in texts)
    except (ValueError, RecursionError):
        whole = False
    if not whole:
        raise StoreError(f"The store is damaged: these settings cannot be read: {texts[0][:40]!r}.")


def _first(found: sqlite3.Cursor) -> int | None:
    row = found.fetchone()
    return None if row is None else int(row[0])


def _inserted(
    db: sqlite3.Connection, table: str, names: Sequence[str], values: Sequence[object]
) -> int:
    marks = ", ".join("?" * len(names))
    cursor = db.execute(f"INSERT INTO {table} ({', '.join(names)}) VALUES ({marks})", values)
    assert cursor.lastrowid is not None
    return cursor.lastrowid
