"""The lesson of Monte Carlo tree search: UCT on a small position, one iteration in four steps.

`study` runs the search and explains it; `told` and `as_data` are its text for the command line.
"""

from lab.lesson.mcts.positions import EXAMPLES, SmallPosition, TreeQuestion, position
from lab.lesson.mcts.steps import PARTS, MoveRow, TreeStep
from lab.lesson.mcts.study import TreeLesson, study
from lab.lesson.mcts.telling import as_data, told

__all__ = [
    "EXAMPLES",
    "PARTS",
    "MoveRow",
    "SmallPosition",
    "TreeLesson",
    "TreeQuestion",
    "TreeStep",
    "as_data",
    "position",
    "study",
    "told",
]
