"""The parts of trees that the searches on show have harvested, one for each agent. No widget."""

from __future__ import annotations

import time
from collections.abc import Sequence

from lab.match.records import NamedBranches, Thought
from lab.ui.trees.tree_parts import TreePart
from lab.words.columns import Column
from lab.words.known import depth_words
from lab.words.recency import Recency
from search.branches import Branches

SOON = "The trees appear with the first iterations."
GONE = "The trees of past turns are not kept. Think on (T) searches this position again."


class Gathering:
    """Takes columns and keeps what the last second brought."""

    def __init__(self) -> None:
        self._recency = Recency()
        self.empty = ""  # why there is no tree
        self.absent: tuple[str, ...] = ()  # agents that have no action to choose

    def take(self, columns: Sequence[Column]) -> tuple[TreePart, ...]:
        """The trees of the agents on show; a tree that they share is there once."""
        now, found, shared = time.monotonic(), list[TreePart](), set[int]()
        for column in columns:
            for tree in column.thought.trees:
                common = tree.part.common
                if (common and id(column.thought) not in shared) or (
                    not common and tree.part.agent == column.number
                ):
                    shared.add(id(column.thought))
                    found.append(self._part(column, tree, now))
        self.absent = _absent(columns, found)
        live = any(column.thought.live for column in columns)
        self.empty = SOON if live or not columns else GONE
        return tuple(found)

    def _part(self, column: Column, tree: NamedBranches, now: float) -> TreePart:
        thought, part = column.thought, tree.part
        node = thought.node
        return TreePart(
            part,
            tree.words,
            _name(column, part),
            column.agent.stats.nodes if part.ledger is None else part.full_visits,
            thought.seat,
            thought.turn,
            node if node is not None and node.agent == part.agent else None,
            thought.limits,
            _errors(thought, part),
            self._recency.visits(part, now, (thought.seat, thought.turn)),
        )


def _errors(thought: Thought, part: Branches) -> tuple[tuple[int, float], ...]:
    """The standard errors of the root actions' means."""
    own = (each.stats for each in thought.agents if each.stats.agent == part.agent)
    stats = next(own, None)
    if stats is None or part.ledger is not None:
        return ()
    return tuple(zip(stats.actions.tolist(), stats.error.tolist(), strict=True))


def _name(column: Column, part: Branches) -> str:
    """Whose tree it is, of a depth-first search the depth."""
    if part.ledger is not None:
        return depth_words(part)
    return "All agents" if part.common else column.agent.name


def _absent(columns: Sequence[Column], trees: Sequence[TreePart]) -> tuple[str, ...]:
    """The agents on show that have no tree although their search has others."""
    if not trees or any(tree.part.common for tree in trees):
        return ()
    known = {tree.part.agent for tree in trees}
    out = [c for c in columns if c.number not in known and c.thought.trees]
    return tuple(column.agent.name for column in out)
