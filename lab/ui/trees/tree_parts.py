"""What the view Tree shows: a part of each agent's tree with its words. No widget."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from lab.ui.parts.marks import Marks, marks_of
from lab.words.icicle import Width
from search.branches import Branches, Path


@dataclass(frozen=True)
class TreePart:
    """One agent's part, with what a view needs to name its nodes."""

    part: Branches
    words: Mapping[Path, str]
    name: str  # "Pod 1", or of a common tree "All agents"
    nodes: int = 0  # of the whole tree

    @property
    def line(self) -> Path:
        """The principal variation."""
        return self.part.line

    def word(self, row: int) -> str:
        """What a row's action is called."""
        return self.words.get(self.part.path(row), "")

    def share(self, row: int) -> float:
        """A row's share of its parent's visits."""
        above = int(self.part.visits[self.part.parent[row]])
        return float(self.part.visits[row]) / above if row and above else 1.0


@dataclass(frozen=True)
class TreesView:
    """Everything the icicles show."""

    trees: tuple[TreePart, ...] = ()
    width: Width = Width.LINE
    marks: Marks = field(default_factory=lambda: marks_of((0, 1)))
    turn_word: str = "turn"
    selected: tuple[int, Path] | None = None  # (agent whose tree, path)

    def tree_of(self, agent: int) -> TreePart | None:
        """The tree of an agent."""
        return next((tree for tree in self.trees if tree.part.agent == agent), None)
