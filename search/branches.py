"""A part of a search's tree: what a view asks for, and the rows that it gets.

Shapes: [R] rows, one for each node of the part, parents before children.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import IntEnum
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from search.measure import Kind

Path = tuple[int, ...]  # actions from the root; unlike a node's number, it survives a restart

MOST_ROWS = 2000
CHANCE = -2  # in `Branches.mover`: nobody chose, an outcome was drawn; `action` is its number


@dataclass(frozen=True)
class BeamBand:
    """Of a beam's layer the nodes whose sequences begin with the same actions of the seat."""

    seat: int
    layer: int  # from 0
    first: Path  # what each of the seat's agents does


@dataclass(frozen=True)
class Wish:
    """Which part of the trees is wanted. `focus` and `keep` may be shorter than `agents`."""

    agents: tuple[int, ...]  # whose trees
    focus: tuple[Path, ...] = ()  # of each of these agents: the node zoomed into; () is the root
    # share of the focus' visits below which a node is left out: one pixel of the view's width
    least: float = 0.0
    most: int = MOST_ROWS  # rows of each agent, not counting those of `keep`
    # of each agent: paths from the root that are in it whatever their visits, with all children
    keep: tuple[tuple[Path, ...], ...] = ()
    bands: tuple[BeamBand, ...] = ()  # of beams: where the sequence to show ends, one for each seat

    def focus_of(self, place: int) -> Path:
        """The focus in the tree of the agent at `place`."""
        return self.focus[place] if place < len(self.focus) else ()

    def keep_of(self, place: int) -> tuple[Path, ...]:
        """The paths to keep in the tree of the agent at `place`."""
        return self.keep[place] if place < len(self.keep) else ()

    def band_of(self, seat: int) -> BeamBand | None:
        """The band of the seat's beam."""
        return next((band for band in self.bands if band.seat == seat), None)


class Known(IntEnum):
    """What a depth-first search knows of a node's value."""

    NOT_YET = 0  # it has not been there
    EXACT = 1
    AT_MOST = 2
    AT_LEAST = 3
    CUT = 4  # it never looked at it: the node above was done without
    OPEN = 5  # it is searching it; the value is that of the best child so far


class OpenNode(NamedTuple):
    """A node that a depth-first search has entered and not finished. Alpha, beta and the best value
    so far are the searching seat's: alpha what it is sure of, beta what the others can hold it to.
    """

    action: int  # that led to it, -1 at the root
    mover: int  # who chose it; -1 at the root, CHANCE for an outcome
    chooser: int  # who chooses in it, or CHANCE
    alpha: float
    beta: float
    best: float
    place: int  # of the child that is being searched, from 1; 0 before the first
    children: int


@dataclass(frozen=True, eq=False)
class Ledger:
    """What a depth-first search says of the nodes of one depth, besides `Branches`, whose visits
    are nodes searched below and whose mean is a value.
    """

    depth: int  # the depth on show: its limit in turns
    finished: bool  # whether it was searched to its end
    searching: int  # the depth that is being searched, 0 when none is
    known: NDArray[np.int8]  # [R] as `Known`
    best: NDArray[np.int64]  # [R] the best action below, PASS where none was searched
    skipped: NDArray[np.int32]  # [R] children never looked at, since the node was cut
    # [R] the value at which the node was cut, for the same seat as its mean; NaN if it was not
    bound: NDArray[np.float64]
    # [R] plies from the root to the node whose best value cut this one, -1 where none did
    cause: NDArray[np.int32]
    source: NDArray[np.int8]  # [R] 0 searched, 1 evaluated as a leaf, 2 answered by the table
    seat: NDArray[np.int8]  # [R] whose value the mean is
    open: tuple[OpenNode, ...]  # root first


@dataclass(frozen=True, eq=False)  # arrays have no single truth: a part equals only itself
class Branches:
    """A part of one tree. The first row is the focus, whose `parent` is -1 and which counts as
    depth 0.

    `node` is the number in the arena: siblings in its order never change places, and it means the
    same node while `generation` lasts. `mean` and the bounds are on the axis of `AgentStats`, as
    the agent that chose the action sees it; NaN without visits.
    """

    agent: int  # whose tree; in a common tree the agent that moves first
    generation: int
    iterations: int
    focus: Path  # the longest part of the wish's focus that the tree has
    node: NDArray[np.int32]  # [R]
    parent: NDArray[np.int32]  # [R] row, -1 for the focus
    depth: NDArray[np.int32]  # [R] below the focus
    mover: NDArray[np.int8]  # [R] the agent that chose the action; -1 for the root
    action: NDArray[np.int64]  # [R] -1 for the root
    visits: NDArray[np.int64]  # [R]
    mean: NDArray[np.float64]  # [R]
    rest: NDArray[np.int32]  # [R] children that are left out
    rest_visits: NDArray[np.int64]  # [R] their visits
    full_visits: int  # of the root
    line: Path = ()  # the principal variation
    common: bool = False  # one tree for all agents, else of the agent's own actions only
    kind: Kind = Kind.VALUE
    # [R] the exploration constant of UCB1 on the axis of the mover, NaN where another rule selects;
    # () where no bound ever does
    explore: NDArray[np.float64] = field(default_factory=lambda: np.zeros(0))
    most_logs: int = 1 << 62  # visits of the parent from which on their logarithm does not grow
    # visits of a node below which its actions are drawn at random
    at_random: int = 0
    # whether actions without visits are tried before all others, whatever the bounds say
    untried_first: bool = True
    # [R] 1 won, -1 lost, 2 a draw for the mover, where that is proved; () where nothing ever is
    proven: NDArray[np.int8] = field(default_factory=lambda: np.zeros(0, np.int8))
    ledger: Ledger | None = None  # of a depth-first search

    def __len__(self) -> int:
        return int(self.node.size)

    @property
    def cuts(self) -> bool:
        """Whether its search skips what cannot change the answer, so that it has windows."""
        return self.ledger is not None and self.kind is Kind.LIMIT

    def bounds(self) -> NDArray[np.float64]:
        """What UCB1 compares at each row's parent, NaN without visits and for the focus; [R]."""
        if not self.explore.size:
            return np.full(self.node.size, np.nan)
        above = np.minimum(self.visits[self.parent], self.most_logs).astype(np.float64)
        above[0] = np.nan
        visits = np.where(self.visits > 0, self.visits, np.nan)
        return np.asarray(self.mean + self.explore * np.sqrt(np.log(above) / visits))

    def children(self, row: int) -> NDArray[np.int64]:
        """The rows of a row's children, in the order of the arena."""
        found = np.flatnonzero(self.parent == row)
        return found[np.argsort(self.node[found])]

    def along(self, path: Path) -> NDArray[np.int64]:
        """The rows along a path from the root, as far as the part has them; the focus is not
        one.
        """
        found: list[int] = []
        if path[: len(self.focus)] != self.focus:
            return np.zeros(0, np.int64)
        row = 0
        for action in path[len(self.focus) :]:
            below = np.flatnonzero((self.parent == row) & (self.action == action))
            if not below.size:
                break
            row = int(below[0])
            found.append(row)
        return np.array(found, np.int64)

    def path(self, row: int) -> Path:
        """The actions from the root to a row."""
        below: list[int] = []
        while row > 0:
            below.append(int(self.action[row]))
            row = int(self.parent[row])
        return self.focus + tuple(reversed(below))
