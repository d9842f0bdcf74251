"""Search trees as preallocated arrays, shared by the searches that grow them.

Shapes: [N] nodes, [K] children of one node. A node's children are contiguous from `first_child` on,
so that a few vector instructions compare them all. The statistics of a node belong to the action
that leads into it. Totals are float64: float32 means of large scores drift by hundreds after a
million visits.
"""

from __future__ import annotations

from functools import cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from engines.draws import draw_below
from engines.game import PASS
from engines.jit import inlined, keep, quick, rule
from search.base import Floats, Ints

NO_CHILDREN = 0  # `first_child` of a node that has none: node 0 is a root, so never a child
NODE_BYTES = 28  # three int32, a float64 and an int64; the path knows the parent
LANES = 8  # children whose bounds are computed together
# highest visit count in the table of logarithms; beyond it sqrt(ln n) grows by less than 1 % per
# doubling
LOGS = (1 << 16) - 1
SLACK = LANES  # nodes past the last one that a vector may read, never use
# what a walk reads of the child it chose, and of no other
LINK = np.dtype(
    [("action", np.int64), ("first_child", np.int32), ("child_count", np.int32)], align=True
)


class Tree(NamedTuple):
    """The arrays of one arena, [N + SLACK] each. Kernels unpack it once: touching a field inside a
    loop would count references.
    """

    visits: NDArray[np.int32]
    total: Floats
    action: Ints
    first_child: NDArray[np.int32]
    child_count: NDArray[np.int32]

    @property
    def size(self) -> int:
        """Nodes that fit."""
        return self.visits.size - SLACK


def new_tree(size: int) -> Tree:
    """An arena for `size` nodes; memory pages are only claimed when first written."""
    n = size + SLACK
    link = np.empty(n, LINK)
    return Tree(np.empty(n, np.int32), np.empty(n), *(link[name] for name in LINK.names or ()))


def grown(tree: Tree, used: int, size: int) -> Tree:
    """The same nodes in a larger arena."""
    larger = new_tree(size)
    arrays: list[tuple[Any, Any]] = list(zip(tree, larger, strict=True))
    for old, new in arrays:
        new[:used] = old[:used]
    return larger


@cache
def root_logs() -> NDArray[np.float32]:
    """sqrt(ln n) for n below 65,536, with 0 for n = 0; shared and never changed."""
    table = np.sqrt(np.log(np.maximum(np.arange(1 << 16), 1))).astype(np.float32)
    table.setflags(write=False)
    return table


@rule
def plant(tree: Any, node: int) -> None:
    """Makes `node` a root without visits or children."""
    tree.visits[node] = 0
    tree.total[node] = 0.0
    tree.action[node] = -1
    tree.first_child[node] = NO_CHILDREN
    tree.child_count[node] = 0


@inlined
def expand(tree: Any, node: int, used: int, actions: Any, count: int) -> int:
    """Gives `node` a child for each of `count` actions from index `used` on; returns the new
    `used`.
    """
    visits, total, action, first_child, child_count = tree
    first_child[node] = used
    child_count[node] = count
    for k in range(count):
        visits[used + k] = 0
        total[used + k] = 0.0
        action[used + k] = actions[k]
        first_child[used + k] = NO_CHILDREN
        child_count[used + k] = 0
    return used + count


@inlined
def untried(visits: Any, first: int, count: int, left: int, rng: Any) -> int:
    """One of the `left` children without visits, each with the same chance."""
    skip = draw_below(rng, left)
    for child in range(first, first + count):
        if visits[child] == 0:
            if skip == 0:
                return child
            skip -= 1
    return first


@inlined
def ucb1(
    visits: Any,
    total: Any,
    first: int,
    count: int,
    root_log: float,
    inverse_scale: float,
    bounds: Any,
) -> tuple[int, int]:
    """The place of the highest mean / scale + c sqrt(ln N) / sqrt(n), the first of equal ones, and
    how many are equal.

    Auer, Cesa-Bianchi, Fischer, "Finite-time analysis of the multiarmed bandit problem" (2002).
    `root_log` is c sqrt(ln N). The lowest score that Smitsimax subtracts from the mean is the same
    for all children, so it cannot change which is highest. Every child must have been visited. The
    comparison is in float32, eight children at a time; `bounds` [K + LANES] is overwritten. The
    caller breaks ties with `one_of`: numba would count references to a random generator here.
    """
    explore = np.float32(root_log)
    begin = np.uint64(first)  # unsigned: an index that may be negative cannot be put into a vector
    # whole vectors: values read past the last child are never used
    for j in range(np.uint64((count + LANES - 1) // LANES * LANES)):
        r = np.float32(1.0) / np.sqrt(np.float32(visits[begin + j]))
        bounds[j] = (np.float32(total[begin + j] * inverse_scale) * r + explore) * r
    return highest(bounds, count)


@inlined
def ucb1_ranked(
    visits: Any,
    total: Any,
    first: int,
    count: int,
    root_log: float,
    inverse_scale: float,
    ranks: Any,
) -> tuple[int, int]:
    """`ucb1` where there are many children: `ranks` [K + LANES] become integers in the order of the
    bounds, whose maximum a vector finds, which it does not of floats.
    """
    explore = np.float32(root_log)
    begin = np.uint64(first)
    for j in range(np.uint64((count + LANES - 1) // LANES * LANES)):
        r = np.float32(1.0) / np.sqrt(np.float32(visits[begin + j]))
        bound = np.float32((np.float32(total[begin + j] * inverse_scale) * r + explore) * r)
        bits = bound.view(np.int32)
        ranks[j] = bits ^ bits >> np.int32(31) & np.int32(0x7FFFFFFF)
    return highest_rank(ranks, count)


@inlined
def highest_rank(ranks: Any, count: int) -> tuple[int, int]:
    """The place of the highest of `count` ranks, the first of equal ones; how many are equal."""
    most, ties, best = ranks[0], 0, np.uint64(0)
    for k in range(np.uint64(count)):
        most = max(most, ranks[k])
    for k in range(np.uint64(count)):
        ties += ranks[k] == most
    while ranks[best] != most:
        best += np.uint64(1)
    place: Any = np.int64(best)
    return place, ties


@inlined
def highest(bounds: Any, count: int) -> tuple[int, int]:
    """The place of the highest of `count` bounds, the first of equal ones, and how many are
    equal.
    """
    best, most, ties = 0, bounds[0], 0
    for k in range(1, count):
        best = k if bounds[k] > most else best
        most = max(most, bounds[k])
    for k in range(count):
        ties += bounds[k] == most
    return best, ties


@inlined
def one_of(bounds: Any, place: int, ties: int, drawn: float) -> int:
    """One of `ties` bounds equal to that at `place`, the first of them; `drawn` is a random number
    in [0, 1).
    """
    most, skip = bounds[place], int(drawn * ties)
    while skip > 0:
        place += 1
        skip -= bounds[place] == most
    return place


def child_by_action(tree: Tree, node: int, action: int) -> int:
    """The child of `node` that this action leads to, -1 if there is none."""
    first, count = int(tree.first_child[node]), int(tree.child_count[node])
    found = np.flatnonzero(tree.action[first : first + count] == action)
    return first + int(found[0]) if found.size else -1


@quick
def descend(tree: Any, node: int, order: Any, joint: Any) -> int:
    """The node that a joint action leads to from `node`, where agents choose in this order; -1 if
    there is none.
    """
    for agent in order:
        if joint[agent] == PASS:
            continue
        child, end = tree.first_child[node], tree.first_child[node] + tree.child_count[node]
        while child < end and tree.action[child] != joint[agent]:
            child += 1
        if child == end:
            return -1
        node = child
    return node


@quick
def most_visited(tree: Any, node: int) -> int:
    """The child with most visits, the better mean on ties; -1 if `node` has no visited child."""
    best = -1
    first = tree.first_child[node]
    for child in range(first, first + tree.child_count[node]):
        n = tree.visits[child]
        if n == 0:
            continue
        if (
            best < 0
            or n > tree.visits[best]
            or (n == tree.visits[best] and tree.total[child] > tree.total[best])
        ):
            best = child
    return best


@quick
def best_mean(tree: Any, node: int) -> int:
    """The child with the highest mean; -1 if `node` has no visited child."""
    best, highest = -1, -np.inf
    first = tree.first_child[node]
    for child in range(first, first + tree.child_count[node]):
        n = tree.visits[child]
        if n > 0 and tree.total[child] / n > highest:
            best, highest = child, tree.total[child] / n
    return best


@rule
def transplant(old: Any, new: Any, root: int, depth_nodes: Any) -> int:
    """Copies the nodes below `root` into `new`, breadth first, with `root` as node 0; adds to
    `depth_nodes`; returns the nodes used.
    """
    _copy(old, root, new, 0)
    used, level_end, depth, at = 1, 1, 0, 0
    while at < used:
        if at == level_end:
            level_end = used
            depth += 1
        first, count = new.first_child[at], new.child_count[at]
        if first != NO_CHILDREN:
            new.first_child[at] = used
            for k in range(count):
                _copy(old, first + k, new, used + k)
            depth_nodes[min(depth, depth_nodes.size - 1)] += count
            used += count
        at += 1
    return used


@rule
def _copy(old: Any, source: int, new: Any, target: int) -> None:
    new.visits[target] = old.visits[source]
    new.total[target] = old.total[source]
    new.action[target] = old.action[source]
    new.first_child[target] = old.first_child[source]
    new.child_count[target] = old.child_count[source]


def standard_error(visits: Ints, mean: Floats, squares: Floats) -> Floats:
    """Standard error of each mean, NaN below two visits, from the sums of squared values; [K]."""
    n = np.where(visits > 1, visits, np.nan).astype(np.float64)
    spread = np.maximum(squares / n - mean**2, 0.0) * n / (n - 1)
    return np.sqrt(spread / n)


# called from Python as well as from kernels, so each has a kernel file of its own on disk
for _function in (plant, descend, most_visited, best_mean):
    keep(_function, f"tree.{_function.__name__}", ("tree", _function.__name__), __name__)
