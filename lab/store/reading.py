"""Reading games and what follows from them. Every function answers from one moment of the store:
call them inside one transaction.
"""

from __future__ import annotations

import base64
import sqlite3
from collections.abc import Iterable, Sequence
from typing import Any

from lab.batch.games import Condition, GameRecord, SeatRecord
from lab.store.adding import MATCH, SEAT
from lab.store.kept import KeptGame, Meetings, Tally
from lab.store.rows import ANYBODY, RowReader, find_condition
from lab.store.turning import outward

AT_ONCE = 500  # rows asked for in one statement
GAME = (
    "game.id, game.lineup, seed, seating, started, seconds, turns, reason, error, tape, host.name"
)
FROM = "FROM game LEFT JOIN host ON host.id = game.host"


def records(db: sqlite3.Connection, rows: Sequence[Sequence[Any]]) -> dict[int, GameRecord]:
    """The records of rows of `GAME` by their numbers, with sides as they are kept."""
    numbers = [row[0] for row in rows]
    seats = _by_game(db, f"SELECT game, {', '.join(SEAT)} FROM seat", numbers)
    metrics = _by_game(db, "SELECT game, seat, key, value FROM metric", numbers)
    return {
        row[0]: GameRecord(
            seed=row[2],
            seating=row[3],
            seats=tuple(
                SeatRecord(**dict(zip(SEAT, seat, strict=True))) for seat in seats.get(row[0], ())
            ),
            started=row[4],
            seconds=row[5],
            turns=row[6],
            reason=row[7],
            error=row[8] or "",
            tape=base64.b64encode(row[9]).decode() if row[9] else "",
            host=row[10] or "",
            metrics=tuple(
                (None if seat == MATCH else seat, key, value)
                for seat, key, value in metrics.get(row[0], ())
            ),
        )
        for row in rows
    }


def _by_game(
    db: sqlite3.Connection, select: str, numbers: Sequence[int]
) -> dict[int, list[tuple[Any, ...]]]:
    found: dict[int, list[tuple[Any, ...]]] = {}
    for first in range(0, len(numbers), AT_ONCE):
        part = numbers[first : first + AT_ONCE]
        marks = ", ".join("?" * len(part))
        for game, *values in db.execute(f"{select} WHERE game IN ({marks}) ORDER BY game, 2", part):
            found.setdefault(game, []).append(tuple(values))
    return found


def games(
    db: sqlite3.Connection, row: int, turn: int, sides: int, seeds: Iterable[int] | None
) -> list[GameRecord]:
    """The finished games of a kept line-up, by seed and seating, as an asker counts sides."""
    select = f"SELECT {GAME} {FROM} WHERE game.lineup = ? AND game.error IS NULL"
    if seeds is None:
        rows = db.execute(select, (row,)).fetchall()
    else:
        rows = [
            found
            for seed in sorted(set(seeds))
            for found in db.execute(f"{select} AND seed = ?", (row, seed))
        ]
    kept = records(db, rows).values()
    return sorted(
        (outward(record, turn, sides) for record in kept), key=lambda r: (r.seed, r.seating)
    )


def failures(db: sqlite3.Connection, row: int, turn: int, sides: int) -> list[GameRecord]:
    """The attempts of games that were never finished, by seed, seating and attempt."""
    rows = db.execute(
        f"SELECT {GAME} {FROM} WHERE game.lineup = ? AND game.error IS NOT NULL AND NOT EXISTS "
        "(SELECT 1 FROM game AS other WHERE other.lineup = game.lineup AND other.seed = game.seed "
        "AND other.seating = game.seating AND other.error IS NULL) ORDER BY seed, seating, attempt",
        (row,),
    ).fetchall()
    return [outward(record, turn, sides) for record in records(db, rows).values()]


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
    reader, tallies, played = RowReader(db), dict[int, Tally](), dict[int, int]()
    for lineup, side, parts, groups, count in db.execute(
        "SELECT lineup, side, parts, groups, games FROM tally JOIN lineup ON lineup.id = lineup "
        "WHERE condition = ? AND owner IN (?, ?) ORDER BY lineup, side, parts",
        (row, ANYBODY, owner),
    ):
        tallies.setdefault(lineup, {}).setdefault(side, {})[parts] = groups
        played[lineup] = played.get(lineup, 0) + (count if side == 0 else 0)
    return [Meetings(reader.lineup(each), tallies[each], played[each]) for each in tallies]


def kept_games(db: sqlite3.Connection, rows: Sequence[Sequence[Any]]) -> list[KeptGame]:
    """Games with their line-ups, from rows of `GAME`, part and turn."""
    reader, found = RowReader(db), records(db, rows)
    return [_kept(reader, row, found[row[0]]) for row in rows]


def _kept(reader: RowReader, row: Sequence[Any], record: GameRecord) -> KeptGame:
    number, lineup, part, turn = row[0], row[1], row[-2], row[-1]
    asked = reader.lineup(lineup, turn)
    return KeptGame(number, part, asked, outward(record, turn, len(asked.sides)))
