"""Writing games: each is a row with its seats, once, however often it was played; a group that
becomes whole enters the tally in the same transaction.

The computers that played, with what ran on them.
"""

from __future__ import annotations

import base64
import json
import math
import sqlite3
from collections.abc import Collection, Iterable, Sequence
from dataclasses import fields
from operator import attrgetter
from typing import TYPE_CHECKING, Any

from lab.batch.computer import Computer, this_computer
from lab.batch.games import GameRecord, LineUp, SeatRecord
from lab.store.errors import StoreError
from lab.store.kept import KeptHost
from lab.store.rows import experiment_row, find_lineup, inward, lineup_row
from lab.store.schema import PARTS

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


def set_hosts(db: sqlite3.Connection, found: Collection[Host]) -> None:
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


MATCH = -1  # the seat of figures about the whole match
SEAT = tuple(field.name for field in fields(SeatRecord))
INSERT_SEAT = (
    f"INSERT INTO seat (game, player, {', '.join(SEAT)}) "
    f"VALUES ({', '.join('?' * (len(SEAT) + 2))})"
)
_facts = attrgetter(*SEAT)


def add(
    db: sqlite3.Connection,
    experiment: str,
    part: int,
    lineup: LineUp,
    records: Sequence[GameRecord],
) -> None:
    """Keeps games of a line-up that an experiment asked for. A game that is there already is only
    noted as asked for; one that failed is kept as a further attempt, unless it was finished.
    """
    for record in records:
        _check(record, lineup)
    asker = experiment_row(db, experiment)
    row, turn = lineup_row(db, lineup, asker)
    players = players_of(db, row)
    grown = set()
    for each in records:
        record = inward(each, turn, len(players))
        game, attempts = _kept(db, row, record)
        if game is None:
            game = _insert(db, row, record, attempts + 1, players)
            grown |= set() if record.error else {record.seed}
        elif record.error:
            continue
        else:
            _keep_tape(db, game, record)
        _ask(db, asker, game, part, turn)
    for seed in sorted(grown):
        count_group(db, row, seed, len(players))


def adopt(
    db: sqlite3.Connection, experiment: str, part: int, lineup: LineUp, seeds: Collection[int]
) -> None:
    """Notes that an experiment asks for the finished games of these seeds."""
    asker = experiment_row(db, experiment)
    found = find_lineup(db, lineup, asker)
    if found is None:
        return
    row, turn = found
    for seed in seeds:
        games = db.execute(
            "SELECT id FROM game WHERE lineup = ? AND seed = ? AND error IS NULL", (row, seed)
        ).fetchall()
        for (game,) in games:
            _ask(db, asker, game, part, turn)


def players_of(db: sqlite3.Connection, lineup: int) -> list[int]:
    """The rows of a line-up's players by kept side."""
    (players,) = db.execute("SELECT players FROM lineup WHERE id = ?", (lineup,)).fetchone()
    found: list[int] = json.loads(players)
    return found


def _check(record: GameRecord, lineup: LineUp) -> None:
    """StoreError for what would make the tally wrong."""
    sides = {seat.side for seat in record.seats}
    if not record.error and not record.seats:
        raise StoreError(f"The game of seed {record.seed} has no seats; it is not kept.")
    if not sides <= set(range(len(lineup.sides))):
        raise StoreError(f"The game of seed {record.seed} names a side that is not in it.")
    if not 0 <= record.seating < lineup.seatings:
        raise StoreError(f"The game of seed {record.seed} has no seating {record.seating}.")


def _kept(db: sqlite3.Connection, lineup: int, record: GameRecord) -> tuple[int | None, int]:
    """The row of a game if it was finished before, and how often it was tried."""
    game, attempts = db.execute(
        "SELECT max(CASE WHEN error IS NULL THEN id END), coalesce(max(attempt), 0) FROM game "
        "WHERE lineup = ? AND seed = ? AND seating = ?",
        (lineup, record.seed, record.seating),
    ).fetchone()
    return game, attempts


def _insert(
    db: sqlite3.Connection, lineup: int, record: GameRecord, attempt: int, players: Sequence[int]
) -> int:
    key = (lineup, record.seed, record.seating)
    tape = base64.b64decode(record.tape) if record.tape else None
    facts = (record.started, record.seconds, record.turns, record.reason, record.error or None)
    kept = (tape, record.replay or None, record.moves)
    cursor = db.execute(
        "INSERT INTO game (lineup, seed, seating, attempt, host, started, seconds, turns, reason, "
        "error, tape, replay, moves) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (*key, attempt, host_row(db, record.host), *facts, *kept),
    )
    game = cursor.lastrowid
    assert game is not None
    seats = [(game, players[seat.side], *_facts(seat)) for seat in record.seats]
    db.executemany(INSERT_SEAT, seats)
    db.executemany(
        "INSERT OR REPLACE INTO metric VALUES (?, ?, ?, ?)",
        [
            (game, MATCH if seat is None else seat, key, value)
            for seat, key, value in record.metrics
            if not math.isnan(value)  # a program may print anything; SQLite has no such number
        ],
    )
    return game


def _keep_tape(db: sqlite3.Connection, game: int, record: GameRecord) -> None:
    """A game that was kept without its actions gets them when it is played again for them."""
    if record.tape:
        tape = base64.b64decode(record.tape)
        db.execute("UPDATE game SET tape = ? WHERE id = ? AND tape IS NULL", (tape, game))


def _ask(db: sqlite3.Connection, asker: int, game: int, part: int, turn: int) -> None:
    asked = (asker, game, part, turn)
    if db.execute("INSERT OR IGNORE INTO asked VALUES (?, ?, ?, ?)", asked).rowcount:
        db.execute(
            "UPDATE experiment SET games = games + 1 WHERE id = ? "
            "AND (SELECT error FROM game WHERE game.id = ?) IS NULL",
            (asker, game),
        )


def count_group(db: sqlite3.Connection, lineup: int, seed: int, seatings: int) -> None:
    """Adds a group to the tally, if it is whole."""
    rows = db.execute(
        "SELECT game.id, seat.side, seat.points FROM game JOIN seat ON seat.game = game.id "
        "WHERE game.lineup = ? AND game.seed = ? AND game.error IS NULL "
        "ORDER BY game.seating, seat.seat",
        (lineup, seed),
    ).fetchall()
    if len({game for game, _, _ in rows}) < seatings:
        return
    for side, parts in sorted(group_parts(rows).items()):
        db.execute(
            "INSERT INTO tally VALUES (?, ?, ?, 1, ?) ON CONFLICT DO UPDATE "
            "SET groups = groups + 1, games = games + excluded.games",
            (lineup, side, parts, seatings),
        )


def group_parts(rows: Iterable[tuple[Any, Any, Any]]) -> dict[int, int]:
    """For each side its mean points in a group, in 720ths: the mean over games of the mean over its
    seats. `rows` are (game, side, points).
    """
    points: dict[int, dict[int, list[float]]] = {}
    for game, side, value in rows:
        points.setdefault(side, {}).setdefault(game, []).append(value)
    means = {
        side: [sum(seats) / len(seats) for seats in games.values()]
        for side, games in points.items()
    }
    return {side: round(PARTS * sum(each) / len(each)) for side, each in means.items()}
