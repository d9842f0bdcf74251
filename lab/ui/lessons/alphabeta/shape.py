"""Where the nodes of a tree are in a widget, in pixels, some of them folded: rows share the height
evenly, leaves the width. No widget.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainterPath, QPolygonF

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


# pixels at 100 %: for the rows' names, at the right, above the root, below the leaves
GUTTER, SIDE, TOP, FOOT = 126, 24, 84, 76
NAMED = 480  # the least width of a picture with rows' names
LARGEST, BOX = 33.0, 18.5  # half the width of a triangle, and of a leaf's box
TIP, BASE = 0.92, 0.64  # of a triangle in half widths: from its place to its tip and to its foot
ROUND = 0.8  # radius of a CHANCE node in half widths


@dataclass(frozen=True)
class ShapeRow:
    """Nodes of one height: their name, what they do, and their place."""

    word: str
    goal: str
    y: float


class TreeShape:
    """The layout of one tree in one rectangle."""

    def __init__(
        self,
        folds: Folds,
        frame: QRectF,
        scale: float,
        wide: Mapping[int, float],
        goals: Sequence[str] = (),
        weighted: Collection[int] = (),
    ) -> None:
        """`wide` leaves are drawn wider than the others, in pixels, if there is room; `goals` say
        what happens at each node; `weighted` nodes are drawn like CHANCE.
        """
        tree = folds.tree
        self.tree, self.folds, self.frame, self.scale, self.wide = tree, folds, frame, scale, wide
        self.goals = goals
        self.words = [
            "CHANCE" if n in weighted else word for n, word in enumerate(tree.words)
        ]  # by shape
        level = [len(tree.path(home)) - 1 for home in folds.home]
        self.drawn = [n for n in range(tree.kind.size) if folds.home[n] == n]
        self.named = frame.width() >= NAMED * scale
        left = frame.left() + (GUTTER if self.named else SIDE) * scale
        right = frame.right() - SIDE * scale
        tight = min(1.0, frame.height() / (420 * scale))
        top, bottom = frame.top() + TOP * scale * tight, frame.bottom() - FOOT * scale * tight
        self.step = (right - left) / len(folds.ends)  # between two leaves
        self.rise = (bottom - top) / max(1, *level)
        self.places = [
            QPointF(left + x * self.step, top + self.rise * level[n])
            for n, x in enumerate(folds.across)
        ]
        self.level = level
        self.gaps = {row: self._gap(row, level) for row in set(level)}
        self.half = [self._half(n) for n in range(tree.kind.size)]

    def _gap(self, row: int, level: list[int]) -> float:
        """The least distance between inner nodes of a row."""
        xs = sorted(
            self.places[n].x() for n in self.drawn if level[n] == row and self.tree.kind[n] != LEAF
        )
        return min((b - a for a, b in pairwise(xs)), default=math.inf)

    def _half(self, node: int) -> float:
        if self.folds.home[node] != node:
            return self._half(self.folds.home[node])
        if self.tree.kind[node] == LEAF:
            return min(BOX * self.scale, 0.44 * self.step)
        return min(LARGEST * self.scale, 0.42 * self.gaps[self.level[node]], 0.3 * self.rise)

    def outline(self, node: int) -> QPainterPath:
        """A node's shape."""
        at = self.places[node]
        half = self.half[node]
        word = self.words[node]
        path = QPainterPath()
        if self.tree.kind[node] == LEAF:
            path.addRoundedRect(self.box(node), 3 * self.scale, 3 * self.scale)
        elif word in ("MAX", "MIN"):
            up = 1 if word == "MAX" else -1
            corners = [
                QPointF(0, -TIP * half * up),
                QPointF(half, BASE * half * up),
                QPointF(-half, BASE * half * up),
            ]
            path.addPolygon(QPolygonF([at + c for c in corners]))
            path.closeSubpath()
        elif word == "CHANCE":
            path.addEllipse(at, ROUND * half, ROUND * half)
        else:
            path.addRoundedRect(
                QRectF(at.x() - half, at.y() - 0.6 * half, 2 * half, 1.2 * half),
                3 * self.scale,
                3 * self.scale,
            )
        return path

    def box(self, leaf: int) -> QRectF:
        """A leaf's box, on whole pixels."""
        at, half = self.places[leaf], self.half[leaf]
        across = min(max(half, self.wide.get(leaf, 0.0) / 2), 0.47 * self.step)
        return QRectF(
            round(at.x() - across) + 0.5,
            round(at.y() - half) + 0.5,
            round(2 * across),
            round(2 * half),
        )

    def edge(self, node: int) -> tuple[QPointF, QPointF]:
        """The line from the parent to a node."""
        parent = int(self.tree.parent[node])
        (a, b), half, word = (
            (self.places[parent], self.places[node]),
            self.half[parent],
            self.words[parent],
        )
        dx, dy = b.x() - a.x(), b.y() - a.y()
        if word == "MIN":
            start = a + QPointF(
                0.06 * half * math.copysign(min(1.0, abs(dx) / half), dx), (TIP - 0.06) * half
            )
        elif word == "MAX":
            start = a + QPointF(
                max(-0.94 * half, min(0.94 * half, dx * BASE * half / dy)), BASE * half
            )
        elif word == "CHANCE":
            start = a + QPointF(dx, dy) * (ROUND * half / math.hypot(dx, dy))
        else:
            start = a + QPointF(max(-half, min(half, 0.6 * half * dx / dy)), 0.6 * half)
        return start, b - QPointF(0, self.head(node))

    def head(self, node: int) -> float:
        """How far a node extends above its place."""
        half, word = self.half[node], self.words[node]
        share = {"MAX": TIP, "MIN": BASE, "CHANCE": ROUND}.get(word, 0.6)
        return half if self.tree.kind[node] == LEAF else share * half

    def reach(self, node: int) -> QRectF:
        """The rectangle that a node's shape takes."""
        return self.box(node) if self.tree.kind[node] == LEAF else self.outline(node).boundingRect()

    def rows(self) -> list[ShapeRow]:
        """The rows whose nodes are of one kind; none if their names have no room."""
        if not self.named:
            return []
        found = []
        for row in sorted(set(self.level)):
            nodes = [n for n in self.drawn if self.level[n] == row]
            inner = [n for n in nodes if self.tree.kind[n] != LEAF] or nodes
            kinds = {self.tree.words[n] if self.tree.kind[n] != LEAF else "Leaf" for n in inner}
            if len(kinds) == 1:
                goal = self.goals[inner[0]] if self.goals else ""
                found.append(ShapeRow(kinds.pop(), goal, self.places[nodes[0]].y()))
        return found

    def at(self, spot: QPointF) -> int:
        """The node under a pixel, -1 for none."""
        return next(
            (
                n
                for n in self.drawn
                if self.outline(n).boundingRect().adjusted(-2, -2, 2, 2).contains(spot)
            ),
            -1,
        )
