"""What a recorded search knows of every node of the tree after each of its events."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

from engines.textbook.picture import ROWS
from engines.textbook.tree import CHANCE, LEAF, TextTree
from lab.lesson import words
from lab.words.numerals import figures

LATER, OPEN, DONE, CUT = "not yet", "open", "done", "cut"  # what the search has made of a node
EXACT, AT_LEAST, AT_MOST = "", "≥ ", "≤ "
ABOVE, BELOW = "above", "below"  # where a null window is, seen from the value it asks about


@dataclass(frozen=True)
class NullWindow:
    """A window of zero width: its one bound is the value, the other is next to it."""

    side: str  # ABOVE or BELOW
    value: float
    edge: float  # the bound next to the value, which no leaf has

    @property
    def words(self) -> str:
        """As in "just above 3"."""
        return f"just {self.side} {figures(self.value)}"

    @property
    def edge_text(self) -> str:
        """As in "3⁺" or "3⁻"."""
        return f"{figures(self.value)}{'⁺' if self.side == ABOVE else '⁻'}"


@dataclass(frozen=True)
class NodeView:
    """One node at one moment."""

    status: str = LATER
    alpha: float = -math.inf  # from the searching seat's view
    beta: float = math.inf
    # so far, or for good; with max^n one number for each player
    value: tuple[float, ...] = (math.nan,)
    bound: str = EXACT  # whether the value is a bound
    order: int = 0  # its place among the nodes looked at, from 1; 0 if not looked at
    null: NullWindow | None = None  # that the node was opened with

    def bound_text(self, bound: float) -> str:
        """α or β as written: "3", "∞", or "3⁺" for the bound of a null window just above 3."""
        edge = self.null is not None and bound == self.null.edge
        return self.null.edge_text if self.null is not None and edge else figures(bound)

    @property
    def alpha_text(self) -> str:
        """α as written."""
        return self.bound_text(self.alpha)

    @property
    def beta_text(self) -> str:
        """β as written."""
        return self.bound_text(self.beta)

    @property
    def text(self) -> str:
        """The value as written in the node: "≥ 3"."""
        return "" if math.isnan(self.value[0]) else self.bound + words.numbers(self.value)


@dataclass(frozen=True)
class BackupRules:
    """How an algorithm reads the tree: for which seat, with cuts or not, and what it makes of the
    other seats.
    """

    seat: int
    window: bool  # has alpha and beta
    weighs: bool  # the replies of others are weighed
    vectors: bool  # a value for each player


class Board:
    """Follows the events; nodes are the tree's."""

    def __init__(self, tree: TextTree, rules: BackupRules) -> None:
        self.tree, self.rules = tree, rules
        self.clear()

    def clear(self) -> None:
        """Back to the beginning: nothing is looked at."""
        n = self.tree.kind.size
        self.status, self.order = [LATER] * n, [0] * n
        self.alpha, self.beta = [-math.inf] * n, [math.inf] * n
        self.value: list[tuple[float, ...]] = [(math.nan,)] * n
        self.bound = [EXACT] * n
        self.best = [-1] * n  # the child that the value comes from
        self.null: list[NullWindow | None] = [None] * n
        self.asked = [False] * n  # with a null window, by a parent that has a wider one
        self.stack: list[int] = []
        self.looked = self.again = 0  # leaves, and how often one was looked at once more
        self.moved = False  # whether the last event moved its parent's bound

    # -- kinds of nodes ----------------------------------------------------------------------------

    def gathers(self, node: int) -> bool:
        """Whether the node is the weighted sum of all its children."""
        kind = int(self.tree.kind[node])
        return kind == CHANCE or (self.rules.weighs and kind != self.rules.seat)

    def rises(self, node: int) -> bool:
        """Whether the node takes its highest child as its value is stored."""
        return self.rules.vectors or int(self.tree.kind[node]) == self.rules.seat

    # -- events ------------------------------------------------------------------------------------

    def opened(self, node: int, event: Any) -> None:
        """A node is entered with a window."""
        self._forget(node)
        self.status[node] = OPEN
        self.alpha[node], self.beta[node] = float(event["alpha"]), float(event["beta"])
        self.null[node] = self._null_window(node)
        if not self.stack or self.stack[-1] != node:
            self.stack.append(node)
            above = self.null[int(self.tree.parent[node])] if node else None
            self.asked[node] = self.null[node] is not None and above is None

    def _forget(self, node: int) -> None:
        """What an earlier search found below a node no longer counts; leaves keep their place."""
        for n in self.tree.walk(node):
            self.status[n], self.value[n], self.bound[n] = LATER, (math.nan,), EXACT
            self.best[n], self.null[n] = -1, None

    def _null_window(self, node: int) -> NullWindow | None:
        """The null window of a node, None where its window is wider. The parent that asks says
        which of the two bounds is the value; below it the window is the same.
        """
        alpha, beta, parent = self.alpha[node], self.beta[node], int(self.tree.parent[node])
        if not node or math.nextafter(alpha, math.inf) != beta:
            return None
        above = self.null[parent]
        if above is not None:
            return above
        return (
            NullWindow(ABOVE, alpha, beta) if self.rises(parent) else NullWindow(BELOW, beta, alpha)
        )

    def asks_again(self, node: int, event: Any) -> bool:
        """Whether a node that is done was only asked, and its value is inside the parent's window:
        then it is searched once more.
        """
        parent, value = int(self.tree.parent[node]), float(event["value"])
        return self.asked[node] and self.alpha[parent] < value < self.beta[parent]

    def seen(self, node: int, event: Any) -> bool:
        """A leaf is looked at; whether its parent takes the value."""
        if self.order[node]:
            self.again += 1
        else:
            self.looked += 1
            self.order[node] = self.looked
        self.status[node] = DONE
        at_leaf = self.rules.vectors and self.tree.kind[node] == LEAF
        self.value[node] = (
            tuple(self.tree.payoff[node].tolist()) if at_leaf else (float(event["value"]) + 0.0,)
        )
        return self._taken(node, event)

    def closed(self, node: int, event: Any) -> bool:
        """A node is done; whether its parent takes the value."""
        if self.stack and self.stack[-1] == node:
            self.stack.pop()
        if self.status[node] != CUT:
            self.status[node] = DONE
            self.bound[node] = (
                EXACT if self.gathers(node) or self.best[node] < 0 else self.bound[self.best[node]]
            )
        if not self.rules.vectors:
            self._return(node, float(event["value"]) + 0.0)
        if node == 0 or self.asks_again(node, event):
            self.moved = False
            return False
        return self._taken(node, event)

    def _return(self, node: int, value: float) -> None:
        """The value that a node returns; fail-hard, it can be a bound instead of what it found."""
        found = self.value[node][0]
        if value != found and not math.isnan(found):
            self.bound[node] = AT_MOST if value > found else AT_LEAST
        self.value[node] = (value,)

    def cut(self, node: int) -> list[int]:
        """A node looks at no more children; returns the ones left out."""
        left = [n for n in self.tree.below(node) if self.status[n] == LATER]
        self.status[node] = CUT
        for n in left:
            for below in self.tree.walk(n):
                self.status[below] = CUT
        return left

    def _taken(self, node: int, event: Any) -> bool:
        parent = int(self.tree.parent[node])
        self.moved = False
        if self.gathers(parent):
            return False
        before = self.alpha[parent], self.beta[parent]
        self.alpha[parent], self.beta[parent] = float(event["alpha"]), float(event["beta"])
        self.moved = before != (self.alpha[parent], self.beta[parent])
        new, old = (self._mine(each, parent) for each in (self.value[node], self.value[parent]))
        better = math.isnan(old) or (new > old if self.rises(parent) else new < old)
        if better:
            self.value[parent], self.best[parent] = self.value[node], node
            self.bound[parent] = AT_LEAST if self.rises(parent) else AT_MOST
        return better

    def _mine(self, value: tuple[float, ...], node: int) -> float:
        """The component of a value that a node's mover compares."""
        return value[int(self.tree.kind[node])] if len(value) > 1 else value[0]

    # -- what is known -----------------------------------------------------------------------------

    def best_line(self) -> tuple[int, ...]:
        """The nodes from the root along the best branches, as far as movers choose them."""
        line = [0]
        while not self.gathers(line[-1]) and self.best[line[-1]] >= 0:
            line.append(self.best[line[-1]])
        return tuple(line)

    def goal(self, node: int, averaged: bool) -> str:
        """What happens at a node, for the name of its row; `averaged` replies are equally
        likely.
        """
        kind = int(self.tree.kind[node])
        if kind in (CHANCE, LEAF):
            return ROWS["CHANCE" if kind == CHANCE else "leaf"]
        if self.gathers(node):
            return "replies averaged" if averaged else "replies weighted"
        if self.rules.vectors:
            return "takes most for itself"
        return ROWS["MAX" if self.rises(node) else "MIN"]

    @property
    def cut_leaves(self) -> int:
        """Leaves that were cut so far, and never looked at."""
        return sum(self.status[leaf] == CUT and not self.order[leaf] for leaf in self.tree.leaves)

    def views(self) -> tuple[NodeView, ...]:
        """All nodes as they are now."""
        bound = [EXACT if self.rules.vectors else b for b in self.bound]
        return tuple(
            map(
                NodeView,
                *(self.status, self.alpha, self.beta, self.value, bound, self.order, self.null),
            )
        )
