"""One layer as ten lines of code; a step of the lesson names those that it is in.

Its words are the heads of the lesson's table: plan, value, score, place. A test runs the listing,
and its survivors are the kernel's.
"""

from __future__ import annotations

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
