"""What one step, one node and one iteration of the lesson show: words and numbers.

Points: a win counts 1, a draw a half, a loss 0; in a tree written as text a leaf's number as a
share of the way from minus the largest number to the largest. Selection compares

    bound = mean + bonus,   mean = points / visits,   bonus = c sqrt(ln N / n)

with N visits of the node and n of the child, which is what the kernel compares, up to a constant.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass

from engines.game import State
from engines.scene import Scene
from lab.lesson.steps import RoundStep
from lab.match.node_line import NodeLine
from lab.words import numerals
from search.repeating import bounds_below
from search.tree import Tree

SELECTION, EXPANSION, PLAYOUT, BACKPROPAGATION = range(4)
# the code, in the words of the tables' heads; a step names its lines, and a test runs it
LISTING = (
    "def iteration(root):",
    "    path = [root]",
    "    while all_tried(path[-1]):",
    "        path.append(max(children(path[-1]), key=bound))",
    "    path += an_untried_child(path[-1])",
    "    result = playout(path[-1])",
    "    for node in path:",
    "        node.visits += 1",
    "        node.points += result[node.chosen_by]",
)
# the lines of each part
LINES = ((2, 3), (4,), (5,), (6, 7, 8))
ROOT_ONLY = (1, 2)  # where nothing is selected because the root has untried children
PARTS = ("Selection", "Expansion", "Playout", "Backpropagation")


@dataclass(frozen=True)
class Units:
    """How values are counted: from `zero` on, in parts of `scale`, by which the kernel divides."""

    zero: float
    scale: float

    def points(self, total: float, visits: int) -> float:
        """A sum of values of so many visits in these units."""
        return (total - self.zero * visits) / self.scale


RESULTS = Units(-1.0, 2.0)  # from the lowest result to the highest


@dataclass(frozen=True)
class MoveRow:
    """One child in a table of bounds."""

    node: int
    move: str
    visits: int
    points: float
    parent_visits: int
    c: float
    highest: bool = False  # by the kernel's own numbers

    @property
    def mean(self) -> float:
        """Points per visit, NaN without visits."""
        return self.points / self.visits if self.visits else math.nan

    @property
    def log(self) -> float:
        """Ln N."""
        return math.log(max(1, self.parent_visits))

    @property
    def bonus(self) -> float:
        """C sqrt(ln N / n), infinite without visits."""
        return self.c * math.sqrt(self.log / self.visits) if self.visits else math.inf

    @property
    def bound(self) -> float:
        """What selection compares."""
        return self.mean + self.bonus if self.visits else math.inf

    @property
    def bonus_words(self) -> str:
        """The bonus with its numbers filled in."""
        if not self.visits:
            return "untried"
        return f"{plain(self.c)}·√({self.log:.2f}/{self.visits}) = {self.bonus:.3f}"

    @property
    def cells(self) -> tuple[str, ...]:
        """The row under HEADS."""
        mean, bound = (f"{x:.3f}" if self.visits else "–" for x in (self.mean, self.bound))
        return self.move, str(self.visits), mean, self.bonus_words, bound


HEADS = ("Move", "Visits", "Mean", "Bonus", "Bound")


@dataclass(frozen=True)
class NodeChange:
    """What backpropagation does to one node."""

    node: int
    name: str
    chosen_by: str  # "" for the root
    gained: float  # points
    visits: tuple[int, int]  # before, after
    points: tuple[float, float]

    @property
    def mean(self) -> float:
        """Points per visit afterwards."""
        return self.points[1] / self.visits[1]

    @property
    def cells(self) -> tuple[str, ...]:
        """The row under CHANGE_HEADS; nobody chose the root, so it has no points."""
        visits = f"{self.visits[0]} → {self.visits[1]}"
        if not self.chosen_by:
            return self.name, "", "", visits, ""
        points = f"{plain(self.points[0])} → {plain(self.points[1])}"
        return self.name, self.chosen_by, points, visits, numerals.real(self.mean, 3)


CHANGE_HEADS = ("Node", "Chosen by", "Points", "Visits", "Mean")


@dataclass(frozen=True)
class TreeStep(RoundStep):
    """One step of one iteration, and everything that is shown with it."""

    walked: tuple[int, ...]  # the nodes entered so far, root first
    rows: tuple[MoveRow, ...] = ()  # the children compared, or the root's after backpropagation
    chosen: int = -1  # of the rows
    by_bound: bool = False  # whether the rows' bounds decided
    surprise: bool = False  # the chosen child has not the best mean
    changes: tuple[NodeChange, ...] = ()

    @property
    def is_guess(self) -> bool:
        """Whether a person could say beforehand which child is chosen."""
        return self.by_bound and sum(row.highest for row in self.rows) < len(self.rows)


def points_of(tree: Tree, node: int, units: Units = RESULTS) -> float:
    """The points of the side that chose the node."""
    return units.points(float(tree.total[node]), int(tree.visits[node]))


def rows_below(
    tree: Tree, node: int, c: float, names: Mapping[int, str], units: Units = RESULTS
) -> tuple[MoveRow, ...]:
    """A row for each child of `node`; the highest bounds by the kernel's own precision."""
    first, count = int(tree.first_child[node]), int(tree.child_count[node])
    children = range(first, first + count)
    tops = [False] * count
    if count and all(tree.visits[child] for child in children):
        found = bounds_below(tree, node, c, units.scale)
        tops = [bool(bound == found.max()) for bound in found]
    parent = int(tree.visits[node])
    return tuple(
        MoveRow(n, names[n], int(tree.visits[n]), points_of(tree, n, units), parent, c, top)
        for n, top in zip(children, tops, strict=True)
    )


def plain(x: float) -> str:
    """A number with up to two decimals: 2, 0.5, 0.85."""
    text = f"{x:.2f}".rstrip("0").rstrip(".")
    return text.replace("-", numerals.MINUS) if float(text) else "0"


ROOT = -1  # the mover of a root
Picture = Scene | str  # a board, or what is written in a node of a tree


@dataclass(frozen=True, eq=False)
class TreeNode:
    """A node and the position that it stands for."""

    parent: int  # -1 for the root
    agent: int  # who chose the action that leads here, ROOT for the root
    move: str
    state: State
    picture: Picture
    mover: str  # who moves here, "" where the match is over


@dataclass(frozen=True, eq=False)
class TreeIteration:
    """One iteration: the trees around it, its steps, and the positions of its playout."""

    number: int  # from 1
    before: Tree
    after: Tree
    path: tuple[int, ...]  # root first
    steps: tuple[TreeStep, ...]
    played: tuple[tuple[str, Picture], ...]  # the playout: who played what, and the position then
    result: str
    shares: str  # "both get ½"
    roots: tuple[tuple[MoveRow, ...], tuple[MoveRow, ...]]  # the root's children before and after
    line: NodeLine | None = None  # from a match, the positions for its board
    turns: tuple[int, ...] = ()  # and how many turns of it are played in each step

    @property
    def fresh(self) -> int:
        """The node that had no visit before, -1 for none."""
        last = self.path[-1]
        return last if int(self.after.visits[last]) == 1 else -1
