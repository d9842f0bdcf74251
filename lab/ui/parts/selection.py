"""What is selected: one pair (agent, action), held once and shown by every view.

The action is the game's own code, not its place in a list, so that it means the same action from
one turn to the next.
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from PySide6.QtCore import QObject, Signal

from lab.match.records import AgentThought, Thought

Pair = tuple[int, int]  # agent, action code


class Selection(QObject):
    """The selected and the hovered pair; `changed` and `hover_changed` report a new one."""

    changed = Signal()
    hover_changed = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.pair: Pair | None = None
        self.hover: Pair | None = None

    def choose(self, agent: int, action: int) -> None:
        """Selects; choosing the same pair again deselects it."""
        self._take(None if self.pair == (agent, action) else (agent, action))

    def clear_selection(self) -> None:
        """Deselects."""
        self._take(None)

    def _take(self, pair: Pair | None) -> None:
        if pair != self.pair:
            self.pair = pair
            self.changed.emit()

    def preview(self, pair: Pair | None) -> None:
        """Sets the pair under the pointer."""
        if pair != self.hover:
            self.hover = pair
            self.hover_changed.emit()


def agent_in(thoughts: Iterable[Thought | None], agent: int) -> AgentThought | None:
    """The agent's tree in the search of its own seat, else in any."""
    found = [
        (t.seat != a.seat, a)
        for t in thoughts
        if t is not None
        for a in t.agents
        if a.stats.agent == agent
    ]
    return min(found, key=lambda pair: pair[0])[1] if found else None


def index_of(thoughts: Iterable[Thought | None], pair: Pair | None) -> int | None:
    """The place of a pair's action among its agent's root actions; None where the search does not
    know it.
    """
    tree = agent_in(thoughts, pair[0]) if pair is not None else None
    if tree is None or pair is None:
        return None
    places = np.flatnonzero(tree.stats.actions == pair[1])
    return int(places[0]) if places.size else None


def code_of(thoughts: Iterable[Thought | None], agent: int, index: int) -> int | None:
    """The code of an agent's root action at a place; None where there is none."""
    tree = agent_in(thoughts, agent)
    return (
        int(tree.stats.actions[index])
        if tree is not None and 0 <= index < tree.stats.actions.size
        else None
    )
