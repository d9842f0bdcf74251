"""The sum of several trees of one position, as far down as it is asked for: a tree of its own.

Nodes that are reached by the same actions are one node, with the visits and totals of all. Only
what a view shows is added up, so the cost does not depend on the size of the trees; it keeps the
numbers of its nodes while the trees grow. Shapes: [N] nodes, [T] trees, [F] nodes to look below.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from engines.jit import keep, rule
from search.base import Ints
from search.branches import Path
from search.tree import NO_CHILDREN, SLACK, Tree, child_by_action, grown, new_tree, plant

FIRST_SIZE = 1 << 10
ABSENT = -1  # a tree does not have the node


class SummedPart(NamedTuple):
    """One of the trees; the other arrays have one element where a search keeps none."""

    tree: Tree
    chooser: NDArray[np.int8]  # [N]
    proof: NDArray[np.int8]  # [N]


class United:
    """The sum of `parts`, whose first `roots` nodes are roots. Where the same actions may lead to
    different positions, a node has the children of all trees, `most` in each; 0 where they cannot.
    """

    def __init__(self, parts: Sequence[SummedPart], roots: int, most: int) -> None:
        self._parts, self._most = parts, most * len(parts)
        self.tree = new_tree(FIRST_SIZE)
        size = FIRST_SIZE + SLACK
        self.chooser, self.proof = np.full(size, -1, np.int8), np.zeros(size, np.int8)
        self._at = np.full((size, len(parts)), ABSENT, np.int32)  # [N, T] the node in each tree
        self.used = roots
        self._at[:roots] = np.arange(roots)[:, None]
        for root in range(roots):
            plant(self.tree, root)
        self.refresh(parts)

    def refresh(self, parts: Sequence[SummedPart]) -> None:
        """Adds the statistics of all its nodes up once more, after the trees have grown."""
        self._parts = parts
        self.tree.visits[: self.used] = 0
        self.tree.total[: self.used] = 0.0
        self.proof[: self.used] = 0
        for part, column in zip(self._parts, self._at.T, strict=True):
            add(self.tree, self.proof, column, part.tree, part.proof, self.used)

    def below(self, node: int, least: int) -> None:
        """Adds up all nodes below `node` that have `least` visits, with their children."""
        nodes = np.array([node])
        while nodes.size:
            nodes = self._opened(nodes, max(1, least))

    def open(self, node: int) -> None:
        """Adds up the children of `node`."""
        self._opened(np.array([node]), 1)

    def along(self, root: int, path: Path) -> int:
        """Adds up the nodes along a path, with two generations below each; the last of them."""
        node = root
        for action in (None, *path):
            below = node if action is None else child_by_action(self.tree, node, action)
            if below < 0:
                break
            node = below
            self._opened(self._opened(np.array([node]), 0), 0)
        return node

    def _opened(self, nodes: Ints, least: int) -> Ints:
        """Adds the children of `nodes` [F] up; those that have `least` visits."""
        widths = np.zeros((len(self._parts), nodes.size), np.int64)
        for part, column, width in zip(self._parts, self._at.T, widths, strict=True):
            source = column[nodes]
            width[:] = np.where(source >= 0, part.tree.child_count[source], 0)
        room = np.minimum(widths.max(axis=0), 1) * self._most if self._most else widths.max(axis=0)
        room = np.where(self.tree.first_child[nodes] == NO_CHILDREN, room, 0)
        self._make_room(int(room.sum()))
        for k, part in enumerate(self._parts):
            link(self.tree, self.chooser, self.proof, self._at, k, *part, nodes, room, self.used)
        self.used += int(room.sum())
        count = self.tree.child_count[nodes].astype(np.int64)
        begin = self.tree.first_child[nodes] - (np.cumsum(count) - count)
        children = np.repeat(begin, count) + np.arange(int(count.sum()))
        return children[self.tree.visits[children] >= least]

    def _make_room(self, more: int) -> None:
        """Room for `more` nodes, which no tree has yet."""
        if self.used + more > self.tree.size:
            size = 2 * (self.used + more)
            self.tree = grown(self.tree, self.used, size)
            self.chooser, self.proof = (_longer(a, size) for a in (self.chooser, self.proof))
            self._at = _longer(self._at, size)
        fresh = slice(self.used, self.used + more)
        self.tree.visits[fresh], self.tree.total[fresh] = 0, 0.0
        self.tree.first_child[fresh], self.tree.child_count[fresh] = NO_CHILDREN, 0
        self.chooser[fresh], self.proof[fresh], self._at[fresh] = -1, 0, ABSENT


def _longer(old: NDArray[Any], size: int) -> NDArray[Any]:
    new = np.empty((size + SLACK, *old.shape[1:]), old.dtype)
    new[: old.shape[0]] = old
    return new


@rule
def add(tree: Any, proof: Any, at: Any, part: Any, proved: Any, used: int) -> None:
    """Adds the statistics of one tree to its nodes, whose numbers there are `at` [N]."""
    for node in range(used):
        source = at[node]
        if source >= 0:
            tree.visits[node] += part.visits[source]
            tree.total[node] += part.total[source]
            if proved.size > 1 and proof[node] == 0:
                proof[node] = proved[source]


@rule
def link(
    tree: Any,
    chooser: Any,
    proof: Any,
    at: Any,
    k: int,
    part: Any,
    choosers: Any,
    proved: Any,
    nodes: Any,
    room: Any,
    used: int,
) -> None:
    """Gives `nodes` [F] the children that tree `k` has there, those without any from index `used`
    on, `room` [F] for each.
    """
    for i in range(nodes.size):
        node, begin = nodes[i], used
        used += room[i]
        source = at[node, k]
        if source < 0 or part.first_child[source] == NO_CHILDREN:
            continue
        if tree.first_child[node] == NO_CHILDREN:
            tree.first_child[node] = begin
            if choosers.size > 1:
                chooser[node] = choosers[source]
        first, last = tree.first_child[node], tree.first_child[node] + tree.child_count[node]
        for c in range(part.child_count[source]):
            there = part.first_child[source] + c
            child = first + c
            if child >= last or tree.action[child] != part.action[there]:
                child = first
                while child < last and tree.action[child] != part.action[there]:
                    child += 1
            if child == last:
                last += 1
                tree.child_count[node] += 1
                tree.action[child] = part.action[there]
            if at[child, k] == ABSENT:
                at[child, k] = there
                tree.visits[child] += part.visits[there]
                tree.total[child] += part.total[there]
                if proved.size > 1 and proof[child] == 0:
                    proof[child] = proved[there]


# called from Python, so each has a kernel file of its own on disk
for _function in (add, link):
    keep(_function, f"united.{_function.__name__}", ("united", _function.__name__), __name__)
