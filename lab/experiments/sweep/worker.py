"""The process that plays a sweep's matches: `{"warm": i}` compiles what the i-th setting needs,
`{"point": k, "match": m}` plays.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from functools import partial
from typing import Any

from lab.batch.faults import in_line
from lab.batch.serve import serve, warm
from lab.experiments.series import played
from lab.experiments.sweep.plan import SweepGrid, SweepPlan
from lab.match.play import play_setup


def answer(grid: SweepGrid, job: Mapping[str, Any]) -> dict[str, Any]:
    """Does one job."""
    if "warm" in job:
        warm(grid.game, grid.settings[job["warm"]], grid.plan.seed)
        return {}
    return match(grid, job["point"], job["match"])


def match(grid: SweepGrid, point: int, number: int) -> dict[str, Any]:
    """Plays one match."""
    setup, sides = grid.setup(point, number)
    began = time.perf_counter()
    start = grid.start(number)
    ended = play_setup(setup, log_events=False, game=grid.game, start=start, watched=False)
    result = played(ended, sides)
    facts = {
        "seed": result.seed,
        "sides": result.sides,
        "points": result.points,
        "turns": result.turns,
        "reason": result.reason,
    }
    facts |= in_line(result.faults)
    return facts | {"seconds": round(time.perf_counter() - began, 3)}


if __name__ == "__main__":
    serve(lambda line: partial(answer, SweepPlan.read(line).grid))
