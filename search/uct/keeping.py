"""What UCT keeps of one decision for the next: the part of the tree below what was played, copied
into a second arena.

Two arenas are used in turn, so that a decision writes to memory that is there already.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from engines.game import Game
from engines.jit import inlined, keep, rule, settled
from search.tree import Tree, new_tree, transplant
from search.uct.growth import (
    UNKNOWN,
    Features,
    UctGrowth,
    emptied,
    judged,
    lineage,
    new_growth,
)


class UctArena(NamedTuple):
    """The nodes, and the arrays of the optional features."""

    tree: Tree
    growth: UctGrowth


def other_arena(spare: UctArena, now: UctArena, size: int, game: Game, f: Features) -> UctArena:
    """An arena for `size` nodes beside `now`: the `spare` one, or where that is none or has another
    size, a new one.
    """
    if spare.tree is now.tree or spare.tree.size != size:
        return UctArena(new_tree(size), new_growth(game, f, size))
    return UctArena(spare.tree, emptied(spare.growth, game, f, size))


@inlined
def copied(old: Any, new: Any, source: Any) -> None:
    """Writes the nodes `source` [N] of `old` into the front of `new`."""
    _copied(old.proof, new.proof, source)
    _copied(old.implicit, new.implicit, source)
    _copied(old.amaf_visits, new.amaf_visits, source)
    _copied(old.amaf_total, new.amaf_total, source)
    _copied(old.squares, new.squares, source)
    _copied(old.wish, new.wish, source)
    _copied(old.chooser, new.chooser, source)


@inlined
def _copied(before: Any, after: Any, source: Any) -> None:
    if after.size > 1:
        for k in range(source.size):
            after[k] = before[source[k]]


@rule
def copy_below(old: Any, new: Any, kept: int, solver: bool, depth_nodes: Any) -> tuple[int, int]:
    """Copies the nodes below `kept` to `new`, where it is the root, and adds to `depth_nodes`;
    returns how many there are, and how many of them are proven.
    """
    tree, proof = new.tree, new.growth.proof
    used = transplant(old.tree, tree, kept, depth_nodes)
    first, count = tree.first_child[0], tree.child_count[0]
    # the playout from the node itself, when it was a leaf, chose no child
    tree.visits[0] = 0
    for child in range(first, first + count):
        tree.visits[0] += tree.visits[child]
    source = np.empty(used, np.int64)
    lineage(old.tree, tree, kept, source)
    copied(old.growth, new.growth, source)
    if not solver:
        return used, 0
    proof[0] = judged(proof, first, count) if count else UNKNOWN
    return used, int(np.count_nonzero(proof[1:used]))


keep(settled(copy_below), "uct.copy_below", ("uct", "copy_below"), __name__)
