"""What is certain of nodes: results that are proven, and bounds of them.

MCTS-Solver (Winands, Bjoernsson, Saito, "Monte-Carlo tree search solver", 2008) proves wins and
losses. Where a network evaluates, bounds are kept too, so that a draw in hand closes all moves that
are no better (Cazenave, Saffidine, "Score bounded Monte-Carlo tree search", 2010).
"""

from __future__ import annotations

from typing import Any

import numpy as np

from engines.jit import inlined, keep, quick, rule
from search.tree import best_mean, most_visited

# for the seat that chose the node; a root's for the seat that moves there; in order, so that from
# DRAWN on none is a loss
UNKNOWN, WON, LOST, DRAWN = 0, 1, -1, 2
NOT_LOST, NOT_WON = 3, -3  # at least, at most a draw; only where a network evaluates


@inlined
def settles(code: int) -> bool:
    """Whether a result is proven, not only a bound of it."""
    return code != UNKNOWN and abs(code) != NOT_LOST


@rule
def proven_among(proof: Any, used: int) -> int:
    """How many of the nodes below the root have a proven result."""
    found = 0
    for node in range(1, used):
        found += settles(proof[node])
    return found


@rule
def judged(proof: Any, first: int, count: int) -> int:
    """The result proven for the mover: a win if one child is won, else none while one is open, else
    a draw if there is one, else a loss.
    """
    drawn, known = False, True
    for child in range(first, first + count):
        if proof[child] == WON:
            return WON
        drawn = drawn or proof[child] == DRAWN
        known = known and settles(proof[child])
    if not known:
        return UNKNOWN
    return DRAWN if drawn else LOST


@quick
def preferred(tree: Any, proof: Any, node: int, by_mean: bool) -> int:
    """The child that would be played: a proven win, else the best by mean or visits that is not
    lost, or a certain draw where its mean is a loss; -1 if `node` has no visited child.
    """
    best = best_mean(tree, node) if by_mean else most_visited(tree, node)
    if proof.size == 1 or best < 0 or proof[best] == WON:
        return best
    first, count = tree.first_child[node], tree.child_count[node]
    for child in range(first, first + count):
        if proof[child] == WON:
            return child
    settled = judged(proof, first, count)
    best = -1
    for child in range(first, first + count):
        n = tree.visits[child]
        if (
            n == 0
            or (proof[child] == LOST and settled != LOST)
            or (settled == DRAWN and proof[child] != DRAWN)
        ):
            continue
        if best < 0:
            best = child
        elif by_mean:
            best = child if tree.total[child] / n > tree.total[best] / tree.visits[best] else best
        elif n > tree.visits[best] or (
            n == tree.visits[best] and tree.total[child] > tree.total[best]
        ):
            best = child
    if best >= 0 and tree.total[best] < 0.0:
        for child in range(first, first + count):
            if proof[child] >= DRAWN:
                return child
    return best


@inlined
def is_safe(proof: Any, first: int, count: int) -> bool:
    """Whether one of a node's children is at least a draw."""
    found = False
    for child in range(np.uint64(first), np.uint64(first + count)):
        found |= proof[child] >= DRAWN
    return found


@rule
def certain(proof: Any, first: int, count: int) -> int:
    """What is certain for the mover, by the bounds of its children's values (Cazenave, Saffidine,
    "Score bounded Monte-Carlo tree search", 2010).
    """
    low, high = LOST, LOST
    for child in range(first, first + count):
        code = proof[child]
        if code == WON:
            return WON
        if code >= DRAWN:
            low = UNKNOWN
        if code == UNKNOWN:
            high = WON
        elif code != LOST:
            high = max(high, WON if code == NOT_LOST else UNKNOWN)
    if high == LOST:
        return LOST
    if high == UNKNOWN:
        return DRAWN if low == UNKNOWN else NOT_WON
    return NOT_LOST if low == UNKNOWN else UNKNOWN


@inlined
def prove(tree: Any, proof: Any, s: Any, plies: int, result: float, owner: Any) -> None:
    """MCTS-Solver (Winands, Bjoernsson, Saito 2008): backs `result` of the finished match up as far
    as it settles nodes.

    `result` is that of the seat that moved last.
    """
    first_child, child_count = tree.first_child, tree.child_count
    code = WON if result > 0.0 else LOST if result < 0.0 else DRAWN
    d = plies - 1
    while code != UNKNOWN and d >= 0:
        node = s.path[d]
        if proof[node] != UNKNOWN:
            break
        proof[node] = code
        s.proven += 1
        above = s.path[d - 1] if d > 0 else 0
        code = judged(proof, first_child[above], child_count[above])
        if d == 0:
            proof[0] = code
        elif code != DRAWN and owner[s.who[d - 1]] != owner[s.who[d]]:
            code = -code
        d -= 1


# called from Python as well as from kernels, so each has a kernel file of its own on disk
for _function in (judged, preferred):
    keep(_function, f"uct.{_function.__name__}", ("uct", _function.__name__), __name__)
