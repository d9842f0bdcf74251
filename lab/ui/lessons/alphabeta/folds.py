"""A tree some of whose nodes are folded, and where the others are. No widget."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from functools import cached_property

from engines.textbook.tree import LEAF, TextTree


@dataclass(frozen=True, eq=False)
class Folds:
    """The inner nodes `at` are drawn without what is below them."""

    tree: TextTree
    at: frozenset[int] = frozenset()

    @cached_property
    def home(self) -> list[int]:
        """Where each node is drawn: in its own place, or in that of the folded node above it."""
        found = [0]
        for node in range(1, self.tree.kind.size):  # children are numbered after their parent
            above = int(self.tree.parent[node])
            found.append(node if found[above] == above and above not in self.at else found[above])
        return found

    @cached_property
    def ends(self) -> list[int]:
        """The leaves and folded nodes that are drawn, from left to right."""
        return list(dict.fromkeys(self.home[leaf] for leaf in self.tree.leaves))

    @cached_property
    def across(self) -> list[float]:
        """How far to the right each node is, in the distance between two ends."""
        found = {end: k + 0.5 for k, end in enumerate(self.ends)}
        nodes = range(self.tree.kind.size)
        for node in reversed(nodes):
            if self.home[node] == node and node not in found:
                below = self.tree.below(node)
                found[node] = (found[below[0]] + found[below[-1]]) / 2
        return [found[self.home[node]] for node in nodes]

    def leaves(self, node: int) -> int:
        """How many leaves are folded into a node."""
        return sum(self.home[leaf] == node for leaf in self.tree.leaves)

    def turned(self, node: int) -> Folds:
        """The same with a node folded, or unfolded."""
        return Folds(self.tree, self.at ^ {node}) if self.tree.kind[node] != LEAF else self

    def without(self, way: Collection[int]) -> Folds:
        """Everything folded that is not on a way from the root."""
        parents = ((n, int(self.tree.parent[n])) for n in range(1, self.tree.kind.size))
        aside = (n for n, above in parents if above in way and n not in way)
        return Folds(self.tree, frozenset(n for n in aside if self.tree.kind[n] != LEAF))
