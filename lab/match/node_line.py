"""The way to a node of a tree as positions: what is asked for, and the record that is shown.

Plain data. Shapes: [P] turns, [A] agents, [D] draws.

Joint lines drawn from one search: what is asked for, and the record that is shown.

Plain data. Shapes: [L] lines, [P] turns, [A] agents.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

from engines.scene import Point, Scene, Target
from search.base import Floats, Ints
from search.branches import Path, Wish

LINES, TURNS = 400, 5


@dataclass(frozen=True)
class DrawWish(Wish):
    """Joint lines are wanted, and no part of the trees."""

    lines: int = LINES
    turns: int = TURNS


@dataclass(frozen=True, eq=False)
class DrawnLines:
    """Where the agents are along joint lines that were drawn from one search."""

    seat: int
    generation: int
    iterations: int
    known: tuple[int, ...]  # the agents whose actions the search has a tree for
    places: Floats  # [L, P + 1, A, 2] from the position that is searched; NaN where unknown
    turns: Ints  # [L] that each line has


class Others(StrEnum):
    """What the agents do whose actions a node of an agent's own tree does not say."""

    BEST = "best lines"  # each the principal variation of its tree
    TRIED = "as often as tried"  # lines drawn at random, each action by its share of visits
    HELD = "held"  # they rest


@dataclass(frozen=True)
class LineWish(Wish):
    """A part of the trees, and the way to one of their nodes."""

    node: tuple[int, Path] = (-1, ())  # the agent whose tree, and the path from its root
    others: Others = Others.BEST


@dataclass(frozen=True)
class Draws:
    """Several ways to one node, drawn at random."""

    places: tuple[tuple[tuple[Point, ...], ...], ...]  # [D][A] where each agent goes, from now on
    legal: float  # the share of draws in which every action to the node was legal


@dataclass(frozen=True)
class NodeLine:
    """The positions on the way to a node and on along its most visited children, until the first of
    the trees that are needed has nothing more to say.
    """

    agent: int  # whose tree
    path: Path  # the longest part of the path asked for that the tree has
    others: Others
    joints: tuple[tuple[int, ...], ...]  # [P]
    words: tuple[tuple[str, ...], ...]  # [P][A] the joint actions in words, "" for one that waits
    scenes: tuple[Scene, ...]  # [P + 1] from the position that is searched on
    paths: tuple[tuple[Point, ...], ...]  # [A][P + 1] where agents are; () without places
    at: int  # turns to the node, or as far as the way is known
    reached: bool  # whether the way leads to the node
    known: int  # turns that the node's own tree has for this line
    # [P] the cells of the actions, in games of alternating moves without places
    cells: tuple[Target | None, ...] = ()
    targets: tuple[Target, ...] = ()  # the cells that can be chosen at the node
    draws: Draws | None = field(default=None)
