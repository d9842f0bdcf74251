"""The nodes and the iterations of a lesson, as they are shown."""

from __future__ import annotations

from dataclasses import dataclass

from engines.game import State
from engines.scene import Scene
from lab.lesson.mcts.steps import MoveRow, TreeStep
from lab.match.node_line import NodeLine
from search.tree import Tree

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
