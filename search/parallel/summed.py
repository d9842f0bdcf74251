"""A search on several threads whose trees are those of `search.tree`: how their sum is shown."""

from __future__ import annotations

import math
from abc import abstractmethod
from typing import Any

from search.base import AgentStats
from search.branches import Path, Wish
from search.parallel.hands import note_best
from search.parallel.threaded import ThreadedSearch
from search.parallel.united import SummedPart, United
from search.root import unsettled


class SummedSearch(ThreadedSearch):
    """What it shows of several trees is a tree of the same kind, opened where anybody looks."""

    _roots = 1  # nodes that are roots, from node 0 on
    _united: United | None = None

    @abstractmethod
    def part(self) -> SummedPart:
        """The tree as it is added to others."""

    @abstractmethod
    def _show(self, united: United) -> None:
        """Makes the sum of all trees the one that is shown."""

    def _note_best(self, agent: int, root: int) -> None:
        """Records which root action of the agent leads, after threads have grown one tree."""
        first, count = int(self.tree.first_child[root]), int(self.tree.child_count[root])
        if count:
            note_best(self.scratch, agent, first, self.tree.visits[first : first + count])

    def _threads_restart(self) -> None:
        super()._threads_restart()
        self._united = None

    def _unite(self) -> None:
        parts: list[Any] = [each.part() for each in self._singles]
        if self._united is None:
            most = self.game.max_actions if self.game.chance else 0
            self._united = United(parts, self._roots, most)
        else:
            self._united.refresh(parts)
        self._show(self._united)
        for root in range(self._roots):
            self._open_line(root, root=True)

    def _open_line(self, node: int, root: bool) -> None:
        """Adds up the line of best children below `node`."""
        while self._united is not None and node >= 0:
            self._united.open(node)
            self._show(self._united)
            node, root = self._best_child(node, root), False

    def _open_part(self, root: int, line: Path, wish: Wish, place: int) -> None:
        """Adds up all that `branches_of` looks at."""
        if self._united is None:
            return
        focus = self._united.along(root, wish.focus_of(place))
        visits = int(self._united.tree.visits[focus])
        self._united.below(focus, math.ceil(wish.least * visits))
        for path in (line, *wish.keep_of(place)):
            self._united.along(root, path)
        self._show(self._united)

    def away_from(self, stats: AgentStats, leader: int) -> float:
        s, now = self.scratch, int(self.scratch.iterations[0])
        agent = stats.agent
        first = int(self.tree.first_child[agent if self._roots > 1 else 0])
        return unsettled(s.changes[agent], int(s.changed[agent]), first + leader, now)
