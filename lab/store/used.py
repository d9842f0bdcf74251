"""What players used in the games of a condition: time, decisions, late answers."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable
from dataclasses import dataclass

from lab.batch.faults import Faults
from lab.batch.games import Condition, SeatScore
from lab.store.rows import ANYBODY, find_condition

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
    db: sqlite3.Connection, condition: Condition, owner: int, players: Iterable[str]
) -> dict[str, Used]:
    """By the digest of the player, over the games of these players alone that anybody may use and
    those of one experiment.
    """
    row = find_condition(db, condition)
    if row is None:
        return {}
    seats: dict[str, list[SeatScore]] = {}
    rest = (row, ANYBODY, owner, json.dumps([*players]))
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
