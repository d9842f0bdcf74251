"""Reading games and what follows from them. Every function answers from one moment of the store:
call them inside one transaction.

Earlier runs: the same players under the same rules, compiled from other sources. They are shown
next to today's games and never pooled with them.

What players used in the games of a condition: time, decisions, late answers.
"""

from __future__ import annotations

import base64
import json
import sqlite3
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import repeat
from typing import Any

from lab.batch.faults import Faults
from lab.batch.games import Condition, Entrant, GameRecord, LineUp, SeatRecord, SeatScore
from lab.store.adding import MATCH, SEAT
from lab.store.kept import EarlierRun, KeptGame, Meetings, Tally
from lab.store.rows import ANYBODY, RowReader, find_condition, find_experiment, find_lineup, shared

AT_ONCE = 500  # rows asked for in one statement
GAME = (
    "game.id, game.lineup, seed, seating, started, seconds, turns, reason, error, tape, host.name, "
    "replay, moves"
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
    _, _, seed, seating, started, seconds, turns, reason, error, *kept = row[:13]
    tape, host, replay, moves = kept
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
        moves=moves,
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


def _asked(db: sqlite3.Connection, lineup: LineUp, experiment: str) -> tuple[int, int] | None:
    """The row of a line-up and where its side 0 is in it; None if it never played."""
    owner = find_experiment(db, experiment) if experiment else None
    if not shared(lineup) and owner is None:
        if experiment:
            return None
        raise ValueError("these games belong to an experiment: name it")
    return find_lineup(db, lineup, owner or ANYBODY)


def games(
    db: sqlite3.Connection,
    lineup: LineUp,
    seeds: Iterable[int] | None = None,
    experiment: str = "",
) -> list[GameRecord]:
    """The finished games of a line-up, by seed and seating."""
    if (kept := _asked(db, lineup, experiment)) is None:
        return []
    (row, turn), sides, found = kept, len(lineup.sides), list[GameRecord]()
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


def groups(
    db: sqlite3.Connection,
    lineup: LineUp,
    seeds: Iterable[int] | None = None,
    experiment: str = "",
) -> dict[int, tuple[GameRecord, ...]]:
    """The games of each seed that was played in every seating, by seating."""
    by_seed: dict[int, list[GameRecord]] = {}
    for record in games(db, lineup, seeds, experiment):
        by_seed.setdefault(record.seed, []).append(record)
    return {seed: tuple(group) for seed, group in by_seed.items() if len(group) == lineup.seatings}


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


def latest(db: sqlite3.Connection, lineup: LineUp, experiment: str = "") -> dict[int, int]:
    """The number of the game of each seed that was finished last. Numbers grow with each game that
    is kept, whatever the clock says.
    """
    if (kept := _asked(db, lineup, experiment)) is None:
        return {}
    return dict(
        db.execute(
            "SELECT seed, max(id) FROM game WHERE lineup = ? AND error IS NULL GROUP BY seed",
            kept[:1],
        ).fetchall()
    )


def failures(db: sqlite3.Connection, lineup: LineUp, experiment: str = "") -> list[GameRecord]:
    """The attempts of games that were never finished, by seed, seating and attempt."""
    if (kept := _asked(db, lineup, experiment)) is None:
        return []
    row, turn = kept
    rows = db.execute(
        f"SELECT {GAME} {FROM} WHERE game.lineup = ? AND game.error IS NOT NULL AND NOT EXISTS "
        "(SELECT 1 FROM game AS other WHERE other.lineup = game.lineup AND other.seed = game.seed "
        "AND other.seating = game.seating AND other.error IS NULL) ORDER BY seed, seating, attempt",
        (row,),
    ).fetchall()
    return records(db, rows, repeat((turn, len(lineup.sides))))


def points(
    db: sqlite3.Connection, lineup: LineUp, side: int = 0, experiment: str = ""
) -> dict[int, int]:
    """Whole groups by the side's mean points, in 720ths."""
    if (kept := _asked(db, lineup, experiment)) is None:
        return {}
    row, turn = kept
    return tally(db, row).get((side + turn) % len(lineup.sides), {})


def tally(db: sqlite3.Connection, row: int) -> Tally:
    """The tally of a kept line-up."""
    found: Tally = {}
    for side, parts, groups in db.execute(
        "SELECT side, parts, groups FROM tally WHERE lineup = ? ORDER BY side, parts", (row,)
    ):
        found.setdefault(side, {})[parts] = groups
    return found


def meetings(db: sqlite3.Connection, condition: Condition, experiment: str = "") -> list[Meetings]:
    """The crosstable of everyone who met under a condition: games that anybody may use, and those
    of this experiment. Sides are in an order of the store's own.
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
        (row, ANYBODY, _owner(db, experiment)),
    ):
        if number not in lineups:
            lineups[number] = reader.written(row, players)
        tallies.setdefault(number, {}).setdefault(side, {})[parts] = groups
        played[number] = played.get(number, 0) + (count if side == 0 else 0)
    return [Meetings(lineups[each], tallies[each], played[each]) for each in tallies]


def _owner(db: sqlite3.Connection, experiment: str) -> int:
    return (find_experiment(db, experiment) if experiment else None) or ANYBODY


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


def other_versions(db: sqlite3.Connection, lineup: LineUp) -> list[EarlierRun]:
    """What the same players did under the same rules when compiled from other sources, the latest
    first.
    """
    found = [_run(db, row, turn) for row, turn in _others(db, lineup)]
    return sorted((run for run in found if run.meetings.games), key=lambda run: -run.last)


def _others(db: sqlite3.Connection, lineup: LineUp) -> list[tuple[int, int]]:
    """The rows of the line-ups, and where side 0 is in each."""
    facts = lineup.condition
    rows = db.execute(
        "SELECT lineup.id, players FROM lineup JOIN condition ON condition.id = condition "
        "WHERE game = ? AND options = ? AND clock = ? AND start = ?",
        (facts.game, facts.options, facts.clock, facts.start),
    ).fetchall()
    reader, wanted = RowReader(db), [_unversioned(side) for side in lineup.sides]
    found = []
    for row, players in rows:
        if len(json.loads(players)) != len(wanted):
            continue
        kept = reader.lineup(row)
        sides = [_unversioned(side) for side in kept.sides]
        turns = [turn for turn in range(len(sides)) if sides[turn:] + sides[:turn] == wanted]
        if turns and _versions(kept, turns[0]) != _versions(lineup, 0):
            found.append((row, turns[0]))
    return found


def _unversioned(entrant: Entrant) -> Entrant:
    return replace(entrant, source="", program_digest="", text="")


def _versions(lineup: LineUp, turn: int) -> list[str]:
    sides = (*lineup.sides[turn:], *lineup.sides[:turn])
    return [lineup.condition.source, *(side.source + side.program_digest for side in sides)]


def _run(db: sqlite3.Connection, row: int, turn: int) -> EarlierRun:
    lineup = RowReader(db).lineup(row, turn)
    kept = tally(db, row)
    count = len(lineup.sides)
    turned: Tally = {(side - turn) % count: parts for side, parts in kept.items()}
    first, last, games = db.execute(
        "SELECT min(started), max(started), count(*) FROM game WHERE lineup = ? AND error IS NULL",
        (row,),
    ).fetchone()
    return EarlierRun(Meetings(lineup, turned, games), first or 0.0, last or 0.0)


_OF = (
    "FROM lineup JOIN game ON game.lineup = lineup.id "
    "JOIN seat ON seat.game = game.id JOIN player ON player.id = seat.player "
    "WHERE lineup.condition = ? AND lineup.owner IN (?, ?) AND game.error IS NULL "
    "AND NOT EXISTS (SELECT 1 FROM json_each(lineup.players) AS each WHERE each.value NOT IN "
    "(SELECT id FROM player WHERE digest IN (SELECT value FROM json_each(?)))) "
)


@dataclass(frozen=True)
class Used:
    """Sums over a player's seats in finished games."""

    faults: Faults
    cpu_s: float
    decisions: int
    worst_ms: float
    seats: tuple[SeatScore, ...]  # what they scored, by seat

    @property
    def cpu_ms(self) -> float | None:
        """Of a decision; None without decisions."""
        return 1000 * self.cpu_s / self.decisions if self.decisions else None


def used(
    db: sqlite3.Connection, condition: Condition, players: Iterable[Entrant], experiment: str = ""
) -> dict[str, Used]:
    """What each of these players used in the games that `meetings` counts and that they played
    among themselves, by the player's digest.
    """
    row = find_condition(db, condition)
    if row is None:
        return {}
    seats: dict[str, list[SeatScore]] = {}
    rest = (row, ANYBODY, _owner(db, experiment), json.dumps([player.digest for player in players]))
    for digest, *facts in db.execute(
        "SELECT player.digest, seat.seat + 1, avg(points), count(*) " + _OF + "GROUP BY player.id, "
        "seat.seat ORDER BY seat.seat",
        rest,
    ):
        seats.setdefault(digest, []).append(SeatScore(*facts))
    found = db.execute(
        "SELECT player.digest, count(DISTINCT game.id), "
        "count(DISTINCT CASE WHEN fault != '' THEN game.id END), "
        "count(DISTINCT CASE WHEN fault != '' AND late - warned + errors >= decisions "
        "THEN game.id END), "
        "sum(late), sum(errors), "
        "coalesce(substr(max(CASE WHEN fault != '' THEN printf('%020d', game.id) || fault END), "
        "21), ''), sum(warned), sum(cpu_s), sum(decisions), max(worst_ms) "
        + _OF
        + "GROUP BY player.id",
        rest,
    )
    return {
        digest: Used(Faults(*sums), cpu_s, decisions, worst_ms, tuple(seats[digest]))
        for digest, *sums, cpu_s, decisions, worst_ms in found
    }
