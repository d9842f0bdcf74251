"""The most visited part of a tree of any size, best first; only its rows and their children are
touched.

A child never has more visits than its parent, so taking the most visited node next gives a
connected tree. Shapes: [R] rows, [K] kept nodes.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from engines.jit import keep, rule
from search.base import Floats
from search.branches import Branches, Path, Wish
from search.measure import Axis
from search.tree import LOGS, NO_CHILDREN, Tree, child_by_action

FIRST_ROOM = 1 << 12  # places in the heap
LOW_WORD = (1 << 32) - 1
MOST_VISITS = (1 << 30) - 1  # that a rank tells apart
ALWAYS = 1 << 62  # the rank of a child that is wanted whatever its visits

Rows = tuple[NDArray[np.int32], NDArray[np.int32], NDArray[np.int32]]


class Shown(NamedTuple):
    """What a search says about its tree besides the arena; [A] agents."""

    agent: int  # whose tree
    root: int  # its number in the arena
    line: Path  # the principal variation
    axes: Sequence[Axis]  # [A] how each agent's values are shown
    explore: (
        Floats  # [A] the constant of UCB1 in the units of the values; NaN: another rule selects
    )
    # [N] the agent that chooses among a node's children; None: always the tree's own
    chooser: NDArray[np.int8] | None = None
    proof: NDArray[np.int8] | None = None  # [N] what is proved; None: nothing ever is
    capped: bool = True  # whether the logarithms end at `LOGS`
    at_random: int = 0  # as in `Branches`
    untried_first: bool = True


def branches_of(
    tree: Tree, shown: Shown, wish: Wish, place: int, generation: int, iterations: int
) -> Branches:
    """The part that is wanted of the tree of `wish.agents[place]`."""
    way = [shown.root, *walked(tree, shown.root, wish.focus_of(place))]
    paths = (shown.line, *wish.keep_of(place))
    kept = {way[-1], *(node for path in paths for node in walked(tree, shown.root, path))}
    least = math.ceil(wish.least * int(tree.visits[way[-1]]))
    rows = node, parent, depth = harvested(tree, way[-1], least, wish.most, kept)
    mover = _movers(shown, way, node, parent)
    axis = np.array([axis[:2] for axis in shown.axes])[mover]
    visits = tree.visits[node].astype(np.int64)
    rest, rest_visits = left_out(tree, rows)
    return Branches(
        agent=shown.agent,
        generation=generation,
        iterations=iterations,
        focus=tuple(tree.action[way[1:]].tolist()),
        node=node,
        parent=parent,
        depth=depth,
        mover=mover,
        action=np.where(node == shown.root, -1, tree.action[node]),
        visits=visits,
        mean=(tree.total[node] / np.where(visits > 0, visits, np.nan) - axis[:, 0]) / axis[:, 1],
        rest=rest,
        rest_visits=rest_visits,
        full_visits=int(tree.visits[shown.root]),
        line=shown.line,
        common=shown.chooser is not None,
        kind=shown.axes[0].kind,
        explore=shown.explore[mover] / axis[:, 1],
        most_logs=LOGS if shown.capped else 1 << 62,
        at_random=shown.at_random,
        untried_first=shown.untried_first,
        proven=np.zeros(0, np.int8) if shown.proof is None else shown.proof[node],
    )


def _movers(
    shown: Shown, way: list[int], node: NDArray[np.int32], parent: NDArray[np.int32]
) -> NDArray[np.int8]:
    """The agent that chose each row's action, -1 for the root; [R]"""
    own = np.full(node.size, shown.agent, np.int8)
    mover = own if shown.chooser is None else shown.chooser[node[parent]]
    if len(way) == 1:
        mover[0] = -1
    elif shown.chooser is not None:
        mover[0] = shown.chooser[way[-2]]
    return mover


def harvested(tree: Tree, root: int, least: int, most: int, kept: Iterable[int]) -> Rows:
    """The nodes below `root` that have `least` visits, their parents' rows and their depths, the
    `most` most visited ones; all children of `kept` nodes on top of that. [R] each.
    """
    nodes = np.unique(np.fromiter(kept, np.int32))
    room = most + int(tree.child_count[nodes].sum())
    node, parent, depth = (np.empty(max(1, room), np.int32) for _ in range(3))
    rows = harvest(tree, root, max(1, least), nodes, node, parent, depth)
    return node[:rows], parent[:rows], depth[:rows]


def walked(tree: Tree, root: int, path: Path) -> list[int]:
    """The nodes along a path of actions below `root`, without it, as far as the tree has them."""
    found: list[int] = []
    node = root
    for action in path:
        node = child_by_action(tree, node, action)
        if node < 0:
            break
        found.append(node)
    return found


def left_out(tree: Tree, rows: Rows) -> tuple[NDArray[np.int32], NDArray[np.int64]]:
    """How many children of each row are not rows themselves, and their visits; [R] each."""
    node, parent, _ = rows
    rest, visits = tree.child_count[node].astype(np.int32), np.zeros(node.size, np.int64)
    remaining(tree, node, parent, rest, visits)
    return rest, visits


@rule
def harvest(tree: Any, root: int, least: int, kept: Any, node: Any, parent: Any, depth: Any) -> int:
    """Writes the rows below `root` and returns their number, at most the length of `node`; `kept`
    [K] is sorted.

    Of nodes with equal visits the one with the lower number comes first.
    """
    visits, _, _, first_child, child_count = tree
    ranks, parents = np.empty(FIRST_ROOM, np.int64), np.empty(FIRST_ROOM, np.int32)
    ranks[0], parents[0], size, rows = ALWAYS + LOW_WORD - root, -1, 1, 0
    while size > 0 and rows < node.size:
        # 1. the most visited candidate becomes a row
        found, above = np.int64(LOW_WORD) - (ranks[0] & LOW_WORD), parents[0]
        node[rows], parent[rows] = found, above
        depth[rows] = 0 if above < 0 else depth[above] + 1
        size = _pop(ranks, parents, size)
        # 2. its children become candidates
        first, count = first_child[found], child_count[found]
        if first != NO_CHILDREN:
            place = np.searchsorted(kept, found)
            every = place < kept.size and kept[place] == found
            if size + count > ranks.size:
                ranks, parents = _doubled(ranks, size + count), _doubled(parents, size + count)
            for child in range(first, first + count):
                if every or visits[child] >= least:
                    rank = ALWAYS if every else int(min(visits[child], MOST_VISITS)) << 32
                    size = _push(ranks, parents, size, rank + (LOW_WORD - child), rows)
        rows += 1
    return rows


@rule
def remaining(tree: Any, node: Any, parent: Any, rest: Any, visits: Any) -> None:
    """Takes the rows from their parents' counts of children `rest`, and writes the visits of those
    that remain; [R] each.
    """
    for row in range(node.size):
        first = tree.first_child[node[row]]
        for child in range(first, first + tree.child_count[node[row]]):
            visits[row] += tree.visits[child]
    for row in range(1, node.size):
        rest[parent[row]] -= 1
        visits[parent[row]] -= tree.visits[node[row]]


@rule
def _doubled(old: Any, least: int) -> Any:
    new = np.empty(max(2 * old.size, least), old.dtype)
    for k in range(old.size):  # an assignment of slices compiles texts of errors for a second
        new[k] = old[k]
    return new


@rule
def _push(ranks: Any, parents: Any, size: int, rank: int, parent: int) -> int:
    """Adds to a heap with the highest rank on top; returns its new size."""
    at = size
    while at > 0 and ranks[(at - 1) >> 1] < rank:
        above = (at - 1) >> 1
        ranks[at], parents[at] = ranks[above], parents[above]
        at = above
    ranks[at], parents[at] = rank, parent
    return size + 1


@rule
def _pop(ranks: Any, parents: Any, size: int) -> int:
    """Takes the top from the heap; returns its new size."""
    size -= 1
    rank, parent, at = ranks[size], parents[size], 0
    while 2 * at + 1 < size:
        below = 2 * at + 1
        below += below + 1 < size and ranks[below + 1] > ranks[below]
        if ranks[below] <= rank:
            break
        ranks[at], parents[at] = ranks[below], parents[below]
        at = below
    ranks[at], parents[at] = rank, parent
    return size


# called from Python as well, so each has a kernel file of its own on disk
for _function in (harvest, remaining):
    keep(_function, f"harvest.{_function.__name__}", ("harvest", _function.__name__), __name__)
