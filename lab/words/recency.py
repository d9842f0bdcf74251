"""How many visits the nodes of a tree had in the last second. No Qt."""

from __future__ import annotations

from collections import deque

import numpy as np
from numpy.typing import NDArray

from search.branches import Branches

SECOND = 1.0
KEPT = 40  # parts of each tree


class Recency:
    """Keeps the parts of the last seconds, by agent."""

    def __init__(self) -> None:
        self._kept: dict[int, deque[tuple[float, Branches]]] = {}
        self._searches: dict[int, object] = {}

    def forget(self) -> None:
        """Another game."""
        self._kept.clear()

    def visits(self, part: Branches, now: float, search: object = None) -> NDArray[np.float64]:
        """Takes the newest part of a search, at `now` in seconds; returns the visits of each row in
        the second before, NaN where the node was not in the part of then, () while there is none;
        [R].
        """
        if self._searches.get(part.agent) != search:
            self._kept.pop(part.agent, None)
            self._searches[part.agent] = search
        kept = self._kept.setdefault(part.agent, deque(maxlen=KEPT))
        if not kept or kept[-1][1] is not part:
            kept.append((now, part))
        older = [old for at, old in kept if at <= now - SECOND]
        if not older or older[-1].generation != part.generation:
            return np.zeros(0)
        before = older[-1]
        order = np.argsort(before.node)
        nodes = before.node[order]
        at = np.minimum(np.searchsorted(nodes, part.node), nodes.size - 1)
        grown = part.visits - before.visits[order][at]
        return np.where(nodes[at] == part.node, grown, np.nan)
