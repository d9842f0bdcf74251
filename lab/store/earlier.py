"""Earlier runs: the same players under the same rules, compiled from other sources. They are shown
next to today's games and never pooled with them.
"""

from __future__ import annotations

import json
import sqlite3
from dataclasses import replace

from lab.batch.games import Entrant, LineUp
from lab.store.kept import EarlierRun, Meetings, Tally
from lab.store.reading import tally
from lab.store.rows import RowReader


def earlier(db: sqlite3.Connection, lineup: LineUp) -> list[EarlierRun]:
    """The earlier runs of a line-up, the latest first, with sides in its order."""
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
