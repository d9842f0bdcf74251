"""One iteration as nine lines of code; a step of the lesson names those that it is in.

Its words are the heads of the lesson's tables: visits, points, bound, chosen by. A test runs the
listing, and its tree is the kernel's.
"""

from __future__ import annotations

SELECTION, EXPANSION, PLAYOUT, BACKPROPAGATION = range(4)
LISTING = (
    "def iteration(root):",
    "    path = [root]",
    "    while all_tried(path[-1]):",
    "        path.append(max(children(path[-1]), key=bound))",
    "    path += an_untried_child(path[-1])",
    "    result = playout(path[-1])",
    "    for node in path:",
    "        node.visits += 1",
    "        node.points += result[node.chosen_by]",
)
# the lines of each part
LINES = ((2, 3), (4,), (5,), (6, 7, 8))
ROOT_ONLY = (1, 2)  # where nothing is selected because the root has untried children
