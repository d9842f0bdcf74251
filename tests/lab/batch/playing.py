"""Jobs for hands, and what is equal in games played twice."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from lab.batch.games import GameRecord, GroupJob

FRAGILE = Path(__file__).parents[1] / "fragile.py"
JOB = GroupJob("tictactoe", ("uct:budget=20it", "random"), "it", 0, (0, 1))
SLOW = replace(JOB, sides=("fragile:pause_ms=20", "random"))
KILLER = replace(JOB, sides=("random", "fragile:fate=dies"))


def facts(record: GameRecord) -> dict[str, object]:
    """A game without its times."""
    timeless = [{**vars(seat), "cpu_s": 0, "worst_ms": 0} for seat in record.seats]
    return {**record.line, "started": 0, "seconds": 0, "seats": timeless}
