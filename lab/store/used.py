"""What players used in the games of a condition: time, decisions, late answers."""

from __future__ import annotations

import sqlite3
from dataclasses import dataclass

from lab.batch.games import Condition
from lab.store.rows import ANYBODY, find_condition


@dataclass(frozen=True)
class Used:
    """Sums over a player's seats in finished games."""

    games: int
    late: int
    errors: int
    cpu_s: float
    decisions: int
    worst_ms: float

    @property
    def cpu_ms(self) -> float | None:
        """Of a decision; None without decisions."""
        return 1000 * self.cpu_s / self.decisions if self.decisions else None


def used(db: sqlite3.Connection, condition: Condition, owner: int) -> dict[str, Used]:
    """By the digest of the player, over games that anybody may use and those of one experiment."""
    row = find_condition(db, condition)
    if row is None:
        return {}
    found = db.execute(
        "SELECT player.digest, count(DISTINCT game.id), sum(late), sum(errors), sum(cpu_s), "
        "sum(decisions), max(worst_ms) FROM lineup JOIN game ON game.lineup = lineup.id "
        "JOIN seat ON seat.game = game.id JOIN player ON player.id = seat.player "
        "WHERE lineup.condition = ? AND lineup.owner IN (?, ?) AND game.error IS NULL "
        "GROUP BY player.id",
        (row, ANYBODY, owner),
    )
    return {digest: Used(*sums) for digest, *sums in found}
