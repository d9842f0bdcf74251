"""Parameter exploration: a grid of settings, each played against a benchmark in paired matches by
worker processes, with honest statistics.

    >>> from lab.experiments.sweep import SweepPlan, sweep
    >>> plan = SweepPlan("tictactoe", "uct", ("c=0.2:1:2",), ("random",), matches=12, budget="20it")
    >>> result = sweep(plan, processes=1)  # with store="c.db" it can be stopped and goes on later
    >>> [point.score.matches for point in result.points]
    [12, 12]

`grid` reads the varied parameters, `plan` lists the matches, `allocate` picks the point where the
next pair of matches helps most, `question` asks for it, `result` computes the scores.
"""

from lab.experiments.sweep.plan import SweepPlan
from lab.experiments.sweep.question import sweep
from lab.experiments.sweep.result import PointResult, SweepResult

__all__ = ["PointResult", "SweepPlan", "SweepResult", "sweep"]
