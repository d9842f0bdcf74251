"""What the view Tree shows: a part of each agent's tree with its words. No widget."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QPointF
from PySide6.QtGui import QPainter

from lab.match.node_line import NodeLine
from lab.ui.parts import theme
from lab.ui.parts.marks import AgentMark, Marks, marks_of, paint_glyph, paint_mark
from lab.words import known
from lab.words.icicle import Width
from search.branches import Branches, Path

CHANCE_MARK = AgentMark(1)  # a square, as a die


class Tint(StrEnum):
    """What the darkness of a cell shows."""

    MEAN = "mean"  # against the tree's own mean
    GAIN = "gain over the best sibling"
    BOUND = "bound"  # against the highest of its siblings
    RECENT = "visits in the last second"
    PROVEN = "proven"
    APART = "B minus A"  # of two searches of one position


TINTS = tuple(tint for tint in Tint if tint is not Tint.APART)  # of one search


class Rank(NamedTuple):
    """A node's place among its siblings by visits, from 1."""

    place: int
    of: int


@dataclass(frozen=True)
class TreePart:
    """One agent's part, with what a view needs to name its nodes. Two are equal if they hold the
    same `part` and the same words.
    """

    part: Branches
    words: Mapping[Path, str]
    name: str  # "Pod 1", or of a common tree "All agents"
    nodes: int = 0  # of the whole tree
    seat: int = 0  # whose search it is
    turn: int = 0  # the turn of the match whose position is searched
    ahead: NodeLine | None = None  # the positions on the way to the node asked for
    limits: tuple[tuple[int, int, int], ...] = ()  # as in `Thought`
    errors: tuple[tuple[int, float], ...] = ()  # of root actions: the mean's standard error
    # [R] visits in the last second, NaN where that is not known; () while none is
    recent: NDArray[np.float64] = field(default_factory=lambda: np.zeros(0), compare=False)
    # [R] share of all visits in B's tree minus that in A's, where two are compared; else ()
    apart: NDArray[np.float64] = field(default_factory=lambda: np.zeros(0), compare=False)

    @property
    def counted(self) -> str:
        """What the visits are: "visits" or "nodes"."""
        return known.counted(self.part)

    def value(self, row: int, digits: int) -> str:
        """A row's mean in words, with the sign of its bound where it has one."""
        return known.signed_value(self.part, row, digits)

    @property
    def line(self) -> Path:
        """The principal variation."""
        return self.part.line

    @cached_property
    def bounds(self) -> NDArray[np.float64]:
        """What the rows' parents compare; [R], NaN where no bound is known."""
        return self.part.bounds()

    @cached_property
    def mean_range(self) -> tuple[float, float]:
        """The lowest and the highest mean of the part, with the errors of root actions."""
        means = self.part.mean[1:][self.part.visits[1:] > 0]
        means = means[np.isfinite(means)]
        return (float(means.min()), float(means.max())) if means.size else (0.0, 0.0)

    @cached_property
    def _spread(self) -> float:
        """The standard deviation of single values, pooled over the root actions; NaN where no
        error is known.
        """
        known = {action: error for action, error in self.errors if np.isfinite(error)}
        part, total, weight = self.part, 0.0, 0
        for row in np.flatnonzero(part.depth == 1).tolist() if not part.focus else ():
            error, visits = known.get(int(part.action[row])), int(part.visits[row])
            if error is not None:
                total, weight = total + (error * visits) ** 2, weight + visits
        return float(np.sqrt(total / weight)) if weight else float("nan")

    def error(self, row: int) -> tuple[float, bool]:
        """The standard error of a row's mean, and whether it is an estimate: below the root only
        the spread at the root is known. NaN where there is none.
        """
        known = dict(self.errors)
        part = self.part
        if not part.focus and part.depth[row] == 1 and int(part.action[row]) in known:
            return known[int(part.action[row])], False
        visits = int(part.visits[row])
        return (self._spread / visits**0.5 if visits else float("nan")), True

    @cached_property
    def on_line(self) -> frozenset[int]:
        """The rows of the principal variation."""
        return frozenset(self.part.along(self.line).tolist())

    @cached_property
    def _parents(self) -> frozenset[int]:
        return frozenset(self.part.parent.tolist())

    def can_open(self, row: int) -> bool:
        """Whether a row has children, here or left out."""
        return row in self._parents or bool(self.part.rest[row])

    def word(self, row: int) -> str:
        """What a row's action is called."""
        return self.words.get(self.part.path(row), "")

    def name_of(self, row: int) -> str:
        """The same, or the action's number while it has no words."""
        return self.word(row) or str(int(self.part.action[row]))

    def share(self, row: int) -> float:
        """A row's share of its parent's visits."""
        above = int(self.part.visits[self.part.parent[row]])
        return float(self.part.visits[row]) / above if row and above else 1.0

    def rank(self, row: int) -> Rank:
        """A row's place among its siblings, those that are left out included."""
        if not row:
            return Rank(1, 1)
        part, parent = self.part, int(self.part.parent[row])
        family = part.children(parent)
        more = int((part.visits[family] > part.visits[row]).sum())
        return Rank(1 + more, family.size + int(part.rest[parent]))

    def row_at(self, path: Path) -> int | None:
        """The row at the end of a path from the root, None where the part has none."""
        focus = self.part.focus
        if path == focus:
            return 0
        rows = self.part.along(path)
        return int(rows[-1]) if rows.size and rows.size == len(path) - len(focus) else None


@dataclass(frozen=True)
class TreesView:
    """Everything the icicles show."""

    trees: tuple[TreePart, ...] = ()
    width: Width = Width.LINE
    marks: Marks = field(default_factory=lambda: marks_of((0, 1)))
    turn_word: str = "turn"
    selected: tuple[int, Path] | None = None  # (agent whose tree, path)
    tint: Tint = Tint.MEAN
    played: tuple[tuple[int, Path], ...] = ()  # what the other agents play with the selection
    kinds: tuple[str, ...] = ()  # per seat: its mark on the board, "cross" or "ring"
    empty: str = ""  # why there is no tree
    marked: frozenset[tuple[int, Path]] = frozenset()  # (agent whose tree, path)

    def tree_of(self, agent: int) -> TreePart | None:
        """The tree of an agent."""
        return next((tree for tree in self.trees if tree.part.agent == agent), None)


def paint_agent(
    painter: QPainter, marks: Marks, kinds: tuple[str, ...], agent: int, centre: QPointF
) -> None:
    """Who chooses: the mark on the board where the game has one, else the agent's shape; for
    chance a grey square.
    """
    look = theme.current()
    if agent < 0:
        paint_mark(painter, CHANCE_MARK, centre, 9 * look.scale, look.colour("ink3"))
        return
    seat = marks.leaders.index(agent) if agent in marks.leaders else -1
    kind = kinds[seat] if 0 <= seat < len(kinds) else ""
    colour = marks.colour(look, agent)
    if kind:
        paint_glyph(painter, kind, centre, 9 * look.scale, colour, 1.8 * look.scale)
    else:
        paint_mark(painter, marks.agent(agent), centre, 9 * look.scale, colour)
