"""Round robins: every player of a game against every other at equal time, in paired matches that
worker processes play.

    >>> from lab.experiments.robin import RobinPlan, robin
    >>> plan = RobinPlan("tictactoe", ("random", "scripted", "greedy"), matches=12, budget="1ms")
    >>> result = robin(plan, processes=1)  # with store="t.db" it can be stopped and resumed
    >>> [result.score("scripted", "random").matches, result.order[-1]]
    [12, 'random']

`plan` pairs the players and seats them, `question` asks for their matches, `result` computes scores
and ratings.
"""

from lab.experiments.robin.plan import RobinPlan
from lab.experiments.robin.question import robin
from lab.experiments.robin.result import RobinResult

__all__ = ["RobinPlan", "RobinResult", "robin"]
