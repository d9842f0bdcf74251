"""Reading games and what follows from them. Every function answers from one moment of the store:
call them inside one transaction.
"""

from __future__ import annotations

import base64
import sqlite3
from collections.abc import Iterable, Sequence
from itertools import repeat
from typing import Any

from lab.batch.games import Condition, GameRecord, LineUp, SeatRecord
from lab.store.adding import MATCH, SEAT
from lab.store.kept import KeptGame, Meetings, Tally
from lab.store.rows import ANYBODY, RowReader, find_condition

AT_ONCE = 500  # rows asked for in one statement
GAME = (
    "game.id, game.lineup, seed, seating, started, seconds, turns, reason, error, tape, host.name, "
    "replay"
)
METRICS = "JOIN metric ON metric.game = game.id"
FROM = "FROM game LEFT JOIN host ON host.id = game.host"


def records(
    db: sqlite3.Connection, rows: Sequence[Sequence[Any]], turns: Iterable[tuple[int, int]]
) -> list[GameRecord]:
    """The records of rows of `GAME`. `turns` are for each where the asker's side 0 is in the kept
    line-up, and how many sides that has.
    """
    numbers = [row[0] for row in rows]
    seats = _by_game(db, f"SELECT game, {', '.join(SEAT)} FROM seat", numbers)
    metrics = _by_game(db, "SELECT game, seat, key, value FROM metric", numbers)
    return [
        _record(row, seats.get(row[0], ()), metrics.get(row[0], ()), turn, sides)
        for row, (turn, sides) in zip(rows, turns, strict=False)
    ]


def _record(
    row: Sequence[Any], seats: Iterable[Any], metrics: Iterable[Any], turn: int, sides: int
) -> GameRecord:
    _, _, seed, seating, started, seconds, turns, reason, error, tape, host, replay = row[:12]
    return GameRecord(
        seed,
        (seating - turn) % sides,
        tuple(SeatRecord(seat, (side - turn) % sides, *facts) for seat, side, *facts in seats),
        started=started,
        seconds=seconds,
        turns=turns,
        reason=reason,
        error=error or "",
        tape=base64.b64encode(tape).decode() if tape else "",
        host=host or "",
        replay=replay or "",
        metrics=tuple(
            (None if seat == MATCH else seat, key, value) for seat, key, value in metrics
        ),
    )


def _by_game(
    db: sqlite3.Connection, select: str, numbers: Sequence[int]
) -> dict[int, list[tuple[Any, ...]]]:
    found: dict[int, list[tuple[Any, ...]]] = {}
    for first in range(0, len(numbers), AT_ONCE):
        part = numbers[first : first + AT_ONCE]
        marks = ", ".join("?" * len(part))
        found |= _by_first(db.execute(f"{select} WHERE game IN ({marks}) ORDER BY game, 2", part))
    return found


def _by_first(rows: Iterable[tuple[Any, ...]]) -> dict[int, list[tuple[Any, ...]]]:
    """The rest of each row, by its first value."""
    found: dict[int, list[tuple[Any, ...]]] = {}
    for row in rows:
        found.setdefault(row[0], []).append(row[1:])
    return found


def games(
    db: sqlite3.Connection, row: int, turn: int, sides: int, seeds: Iterable[int] | None
) -> list[GameRecord]:
    """The finished games of a kept line-up, by seed and seating, as an asker counts sides."""
    found = list[GameRecord]()
    for first, last in _spans(seeds):
        which = "FROM game {} WHERE game.lineup = ? AND game.error IS NULL AND seed BETWEEN ? AND ?"
        what = row, first, last
        rows = db.execute(
            f"SELECT {GAME} {which.format('LEFT JOIN host ON host.id = game.host')}", what
        ).fetchall()
        seat = f"SELECT game, {', '.join(SEAT)} {which.format('JOIN seat ON seat.game = game.id')}"
        metric = f"SELECT game, metric.seat, key, value {which.format(METRICS)}"
        seats, metrics = (_by_first(db.execute(each, what)) for each in (seat, metric))
        found += (
            _record(each, seats.get(each[0], ()), metrics.get(each[0], ()), turn, sides)
            for each in rows
        )
    return sorted(found, key=lambda record: (record.seed, record.seating))


def _spans(seeds: Iterable[int] | None) -> list[tuple[int, int]]:
    """The seeds as ranges, first and last; all of them for None."""
    if seeds is None:
        return [(-(1 << 63), (1 << 63) - 1)]
    found = list[tuple[int, int]]()
    for seed in sorted(set(seeds)):
        if found and found[-1][1] == seed - 1:
            found[-1] = found[-1][0], seed
        else:
            found.append((seed, seed))
    return found


def latest(db: sqlite3.Connection, row: int) -> dict[int, int]:
    """The number of the game of each seed of a kept line-up that was finished last."""
    return dict(
        db.execute(
            "SELECT seed, max(id) FROM game WHERE lineup = ? AND error IS NULL GROUP BY seed",
            (row,),
        ).fetchall()
    )


def failures(db: sqlite3.Connection, row: int, turn: int, sides: int) -> list[GameRecord]:
    """The attempts of games that were never finished, by seed, seating and attempt."""
    rows = db.execute(
        f"SELECT {GAME} {FROM} WHERE game.lineup = ? AND game.error IS NOT NULL AND NOT EXISTS "
        "(SELECT 1 FROM game AS other WHERE other.lineup = game.lineup AND other.seed = game.seed "
        "AND other.seating = game.seating AND other.error IS NULL) ORDER BY seed, seating, attempt",
        (row,),
    ).fetchall()
    return records(db, rows, repeat((turn, sides)))


def tally(db: sqlite3.Connection, row: int) -> Tally:
    """The tally of a kept line-up."""
    found: Tally = {}
    for side, parts, groups in db.execute(
        "SELECT side, parts, groups FROM tally WHERE lineup = ? ORDER BY side, parts", (row,)
    ):
        found.setdefault(side, {})[parts] = groups
    return found


def meetings(db: sqlite3.Connection, condition: Condition, owner: int) -> list[Meetings]:
    """The finished groups of every line-up under a condition, of games that anybody may use and of
    those of one experiment.
    """
    row = find_condition(db, condition)
    if row is None:
        return []
    reader, lineups = RowReader(db), dict[int, LineUp]()
    tallies, played = dict[int, Tally](), dict[int, int]()
    for number, players, side, parts, groups, count in db.execute(
        "SELECT lineup, players, side, parts, groups, games "
        "FROM tally JOIN lineup ON lineup.id = lineup "
        "WHERE condition = ? AND owner IN (?, ?) ORDER BY lineup, side, parts",
        (row, ANYBODY, owner),
    ):
        if number not in lineups:
            lineups[number] = reader.written(row, players)
        tallies.setdefault(number, {}).setdefault(side, {})[parts] = groups
        played[number] = played.get(number, 0) + (count if side == 0 else 0)
    return [Meetings(lineups[each], tallies[each], played[each]) for each in tallies]


def kept_games(db: sqlite3.Connection, rows: Sequence[Sequence[Any]]) -> list[KeptGame]:
    """Games with their line-ups, from rows of `GAME`, part and turn."""
    reader = RowReader(db)
    lineups = [reader.lineup(row[1], row[-1]) for row in rows]
    turns = [(row[-1], len(lineup.sides)) for row, lineup in zip(rows, lineups, strict=True)]
    found = records(db, rows, turns)
    return [
        KeptGame(row[0], row[-2], lineup, record)
        for row, lineup, record in zip(rows, lineups, found, strict=True)
    ]
