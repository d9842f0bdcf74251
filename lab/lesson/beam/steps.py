"""What one step of the lesson shows: its words, and the children that it is about.

score = score of the parent + discount^turn (value - value of the parent)
"""

from __future__ import annotations

from dataclasses import dataclass

from lab.lesson.steps import RoundStep

# the code, in the words of the tables' heads; a step names its lines, and a test runs it
LISTING = (
    "def layer(survivors, turn):",
    "    children = []",
    "    for parent in survivors:",
    "        for action in actions(parent):",
    "            child = play(parent.plan + [action])",
    "            gain = discount**turn * (child.value - parent.value)",
    "            child.score = parent.score + gain",
    "            children.append(child)",
    "    children = best_of_each_position(children)",
    "    children.sort(key=score, reverse=True)  # by place",
    "    return children[:width]",
)
# the lines of each part
LINES = ((2, 3, 4, 5, 6, 7), (8, 9), (10,), ())
EXPAND, SORT, CUT_OFF, BEST = range(4)
PARTS = ("Expand", "Sort", "Cut", "Best plan")
HEADS = ("Plan", "Value", "Score", "Place", "Ahead", "Fate")
UNKNOWN = ("–", "–", "")  # the last three before the layer is sorted


@dataclass(frozen=True)
class BeamStep(RoundStep):
    """One step of one layer."""

    shown: tuple[int, ...]  # numbers of the children on show, in the order of the table
    parent: int = -1  # the survivor that is expanded, by its place
    surprise: bool = False
    is_guess: bool = False  # whether a person could say which child is the last to survive
