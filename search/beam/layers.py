"""From layer to layer: cutting, linking kept nodes to their parents, taking the best sequence,
backtracking.

All functions change the scratch record `s` and the arrays they are given in place.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from engines.jit import rule
from search.base import Floats, Ints
from search.beam.layout import BEST, ENDED, EXHAUSTED, WON
from search.beam.ranking import arrange, enter, select

SPARE = 64  # least number of children beyond twice the width before the next cut
NO_LIMIT = 1 << 40
NOBODY = -1


@rule
def begin_layer(s: Any, floors: Any, factors: Floats, fresh: bool) -> None:
    """Prepares for the children of the layer `s.depth`; `fresh` where none of them has been
    explored.
    """
    floor = floors[(s.depth + 1) % floors.shape[0]]
    s.at = s.slot = s.combos = s.used = s.closed = s.dropped = s.born = s.layer_repeats = 0
    s.epoch += 1
    s.group = NOBODY
    s.bound = -np.inf
    s.factor = factors[s.depth + 1]
    s.cap = NO_LIMIT if s.by_first != 0 and s.depth == 0 else s.width
    if fresh:
        floor.above_score = np.inf
        floor.above_born = NOBODY


@rule
def cut(s: Any, nodes: Any, order: Ints, table: Any, begin: int) -> None:
    """Drops all but the best of the open children; later ones must beat the worst of those kept."""
    low = begin + s.closed
    select(nodes, order, low, begin + s.used, s.cap)
    s.used = s.closed + s.cap
    s.dropped = 1
    s.bound = np.inf
    for i in range(low, low + s.cap):
        s.bound = min(s.bound, nodes[order[i]].score)
    s.epoch += 1
    enter(table, nodes, order, low, low + s.cap, s.epoch)


@rule
def close(s: Any, nodes: Any, order: Ints, begin: int) -> None:
    """Ends a group of children: the best are kept, in order."""
    low = begin + s.closed
    arrange(nodes, order, low, begin + s.used, s.cap)
    if s.used - s.closed > s.cap:
        s.used = s.closed + s.cap
        s.dropped = 1
    s.closed = s.used
    s.bound = -np.inf
    s.epoch += 1


@rule
def walk(links: Any, link: int, lines: Ints, row: int) -> int:
    """Writes the actions and turns from the root to a link into lines[row]; returns how many."""
    length = 0
    node = link
    while links[node].parent >= 0:
        length += 1
        node = links[node].parent
    width = lines.shape[2] - 1
    for k in range(length - 1, -1, -1):
        for a in range(width):
            lines[row, k, a] = links[link].action[a]
        link = links[link].parent
        lines[row, k, width] = links[link].when
    return length


@rule
def keep(s: Any, nodes: Any, order: Ints, floors: Any, links: Any, begin: int) -> int:
    """Links all kept children to their parents; returns the link of the best, NOBODY if none was
    kept.
    """
    floor = floors[(s.depth + 1) % floors.shape[0]]
    floor.kept, floor.start, floor.cut = s.used, s.linked, s.dropped
    best = NOBODY
    for i in range(s.used):
        node = nodes[order[begin + i]]
        link = links[s.linked]
        link.score = node.score
        link.parent = node.parent
        link.first = node.first
        link.when = node.when
        for a in range(node.action.shape[0]):
            link.action[a] = node.action[a]
        floor.low_score, floor.low_born = node.score, node.born
        if best == NOBODY or node.score > links[best].score:
            best = s.linked
        s.linked += 1
    return best


@rule
def remember_ended(s: Any, links: Any, lines: Ints) -> None:
    """Records the best sequence that ends the match before its links can be lost."""
    length = walk(links, s.ended_parent, lines, ENDED)
    width = lines.shape[2] - 1
    for a in range(width):
        lines[ENDED, length, a] = s.ended_action[a]
    lines[ENDED, length, width] = s.ended_when
    s.ended_length = length + 1
    s.ended_fresh = 0


@rule
def take_best(s: Any, links: Any, lines: Ints, best: int) -> None:
    """Takes the best sequence of a layer deeper than any before; after backtracking only a better
    one at the same depth, or one that ends the match.
    """
    open_best = links[best].score if best != NOBODY and s.depth >= s.reached else -np.inf
    ended = s.ended_length > 0 and s.ended_score >= open_best
    score = s.ended_score if ended else open_best
    if score == -np.inf or (s.depth <= s.reached and score <= s.best_score):
        return
    s.best_score = score
    if ended:
        s.best_first = s.ended_first
        s.best_length = s.ended_length
        # numba would take longer to compile a slice copy than all the rest
        for k in range(s.ended_length):
            for a in range(lines.shape[2]):
                lines[BEST, k, a] = lines[ENDED, k, a]
    else:
        s.best_first = links[best].first
        s.best_length = walk(links, best, lines, BEST)


@rule
def turn_back(s: Any, floors: Any, factors: Floats) -> bool:
    """Beam stack search: makes the deepest layer that dropped nodes again from the best ones not
    yet explored; False if there is none.
    """
    layers = floors.shape[0]
    for depth in range(s.depth, 0, -1):
        floor = floors[depth % layers]
        if floor.cut != 0:
            floor.above_score, floor.above_born = floor.low_score, floor.low_born
            s.linked = floor.start
            s.depth = depth - 1
            begin_layer(s, floors, factors, False)
            return True
    return False


@rule
def finish_layer(
    s: Any,
    nodes: Any,
    order: Ints,
    floors: Any,
    links: Any,
    levels: Any,
    lines: Ints,
    factors: Floats,
) -> None:
    """Finishes the current layer: keeps its best nodes, records its best sequence, and decides how
    the search continues.
    """
    begin = (s.depth + 1) % floors.shape[0] * (order.shape[0] // floors.shape[0])
    close(s, nodes, order, begin)
    best = keep(s, nodes, order, floors, links, begin)
    if s.ended_fresh != 0:
        remember_ended(s, links, lines)
    level = levels[s.depth]
    level.kept, level.repeats = s.used, s.layer_repeats
    level.best = max(level.best, s.ended_score, links[best].score if best != NOBODY else -np.inf)
    s.depth += 1
    take_best(s, links, lines, best)
    s.reached = max(s.reached, s.depth)
    stuck = s.used == 0
    begin_layer(s, floors, factors, True)
    if s.won != 0 and s.stop != 0:
        s.status = WON
    elif (stuck or (s.by_stack != 0 and s.depth >= s.deepest)) and (
        s.by_stack == 0 or not turn_back(s, floors, factors)
    ):
        s.status = EXHAUSTED
