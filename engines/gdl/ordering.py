"""What needs what in a net: what is reached, what is in circles, and in which order atoms can be
worked out.

Shapes: [N] atoms by number, [E] pairs of an atom and one that it needs.
"""

from __future__ import annotations

from collections import defaultdict

import numpy as np
from numpy.typing import NDArray

Ints = NDArray[np.int64]
Flags = NDArray[np.bool_]
NEW, DONE = 0, -1


class AtomLinks:
    """Pairs of an atom and one that it needs, by the first of them; `count` is N."""

    def __init__(self, source: Ints, target: Ints, count: int) -> None:
        order = np.argsort(source, kind="stable")
        self.source, self.target, self.count = source[order], target[order], count
        self.size = np.bincount(source, minlength=count)
        self.first = np.cumsum(self.size) - self.size

    def of(self, atoms: Ints) -> tuple[Ints, Ints]:
        """The pairs that begin with some atoms: how many each has, and their other ends."""
        sizes = self.size[atoms]
        start = np.repeat(self.first[atoms] - np.cumsum(sizes) + sizes, sizes)
        return sizes, self.target[start + np.arange(start.size)]

    def back(self) -> AtomLinks:
        """The same pairs the other way round."""
        return AtomLinks(self.target, self.source, self.count)

    def reached(self, atoms: Ints) -> Flags:
        """Which atoms [N] some atoms need, themselves included."""
        found = np.zeros(self.count, bool)
        found[atoms] = True
        todo = np.flatnonzero(found)
        while todo.size:
            _, more = self.of(todo)
            todo = np.unique(more[~found[more]])
            found[todo] = True
        return found

    def peeled(self, left: Flags) -> Flags:
        """What is left [N] of some atoms without those that none of them needs, again and again."""
        left = left.copy()
        inside = left[self.source] & left[self.target]
        users = np.bincount(self.target[inside], minlength=self.count)
        todo = np.flatnonzero(left & (users == 0))
        while todo.size:
            left[todo] = False
            _, more = self.of(todo)
            more = more[left[more]]
            np.subtract.at(users, more, 1)
            todo = np.unique(more[users[more] == 0])
        return left


def core(links: AtomLinks) -> Flags:
    """The atoms [N] in circles, and those between them."""
    left = links.peeled(np.ones(links.count, bool))
    return links.back().peeled(left) if left.any() else left


def cycles(links: AtomLinks, among: Flags) -> list[list[int]]:
    """The groups of atoms that need one another, of some atoms (Tarjan 1972)."""
    inside = among[links.source] & among[links.target]
    needs: dict[int, list[int]] = defaultdict(list)
    pairs = zip(links.source[inside].tolist(), links.target[inside].tolist(), strict=True)
    for source, target in pairs:
        needs[source].append(target)
    return _components(needs, np.flatnonzero(among).tolist())


def _components(needs: dict[int, list[int]], atoms: list[int]) -> list[list[int]]:
    state = dict.fromkeys(atoms, NEW)  # or the place of what is on the stack
    low: dict[int, int] = {}
    stack: list[int] = []
    found: list[list[int]] = []
    met = 0
    left = {atom: iter(needs[atom]) for atom in atoms}
    for root in atoms:
        path = [root] if state[root] == NEW else []
        while path:
            atom = path[-1]
            if state[atom] == NEW:
                met += 1
                state[atom] = low[atom] = met
                stack.append(atom)
            for other in left[atom]:
                if state[other] == NEW:
                    path.append(other)
                    break
                if state[other] != DONE:
                    low[atom] = min(low[atom], state[other])
            if path[-1] != atom:
                continue
            path.pop()
            if path:
                low[path[-1]] = min(low[path[-1]], low[atom])
            if low[atom] == state[atom]:
                group: list[int] = []
                while not group or group[-1] != atom:
                    group.append(stack.pop())
                    state[group[-1]] = DONE
                if len(group) > 1:
                    found.append(group)
    return found


def ranks(links: AtomLinks, group: Ints, least: Ints) -> Ints:
    """A rank for each atom [N], higher than those of all that it needs and than `least` [N] of its
    own; `group` [N] is an atom of the same cycle, or the atom itself, and a cycle has one rank.
    """
    apart = group[links.source] != group[links.target]
    source, target = group[links.source[apart]], group[links.target[apart]]
    users = AtomLinks(target, source, links.count)
    waits = np.bincount(source, minlength=links.count)
    rank = least.copy()
    todo = np.flatnonzero((waits == 0) & (group == np.arange(links.count)))
    while todo.size:
        sizes, more = users.of(todo)
        np.maximum.at(rank, more, np.repeat(rank[todo], sizes) + 1)
        np.subtract.at(waits, more, 1)
        todo = np.unique(more[waits[more] == 0])
    return rank[group]
