"""The process that plays a table's matches: the first line is the plan, `{"warm": player}`
compiles, `{"pair": ..., "match": m}` plays.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from lab.batch.faults import in_line
from lab.batch.serve import serve, warm
from lab.experiments.robin.plan import Key, RobinPlan
from lab.experiments.robin.store import table_points
from lab.experiments.series import played
from lab.match.play import MatchResult, play_setup
from lab.match.seats import parse_seat


class RobinWorker:
    """A plan, and the players whose kernels this process has loaded: loading must not count as
    thinking time.
    """

    def __init__(self, plan: RobinPlan) -> None:
        self.plan, self._ready = plan, set[str]()

    def answer(self, job: Mapping[str, Any]) -> dict[str, Any]:
        """Does one job."""
        for player in job.get("pair", [job.get("warm")]):
            if player not in self._ready:
                game = self.plan.configured
                warm(game, parse_seat(player, game), self.plan.seed)
                self._ready.add(player)
        return match(self.plan, (tuple(job["pair"]), job["match"])) if "pair" in job else {}


def match(plan: RobinPlan, key: Key) -> dict[str, Any]:
    """Plays one match."""
    setup, sides = plan.setup(key)
    result = play_setup(setup, log_events=False, game=plan.configured, by_cpu=True, watched=False)
    return {
        "seed": setup.seed,
        "sides": sides,
        "turns": len(result.turns),
        "reason": result.reason,
        **in_line(played(result, sides).faults),
    } | measured(result, sides)


def measured(result: MatchResult, sides: tuple[int, ...]) -> dict[str, list[float]]:
    """Per side: points in [0, 1], CPU milliseconds and iterations per decision."""
    decisions = [
        [d for turn in result.turns for d in turn.decisions if d is not None and sides[d.seat] == s]
        for s in range(max(sides) + 1)
    ]
    cpu_ms = [round(1000 * _mean([d.cpu_s for d in made]), 4) for made in decisions]
    return {
        "points": table_points(result.outcome, sides),
        "cpu_ms": cpu_ms,
        "iterations": [round(_mean([d.iterations for d in made]), 1) for made in decisions],
    }


def _mean(values: list[float] | list[int]) -> float:
    return sum(values) / len(values) if values else 0.0


if __name__ == "__main__":
    serve(lambda line: RobinWorker(RobinPlan.read(line)).answer)
