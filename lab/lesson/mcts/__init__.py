"""The lesson of Monte Carlo tree search: UCT on a small position, one iteration in four steps.

`study` runs the search and explains it; `told` and `as_data` are its text for the command line.
"""

from lab.lesson.mcts.positions import EXAMPLES, SmallPosition, game_of, position
from lab.lesson.mcts.steps import PARTS, MoveRow, NodeChange, TreeStep
from lab.lesson.mcts.study import (
    MOST_ITERATIONS,
    NAME,
    TreeLesson,
    TreeQuestion,
    arguments,
    preparing,
    study,
)
from lab.lesson.mcts.telling import as_data, told

__all__ = [
    "EXAMPLES",
    "MOST_ITERATIONS",
    "NAME",
    "PARTS",
    "MoveRow",
    "NodeChange",
    "SmallPosition",
    "TreeLesson",
    "TreeQuestion",
    "TreeStep",
    "arguments",
    "as_data",
    "game_of",
    "position",
    "preparing",
    "study",
    "told",
]
