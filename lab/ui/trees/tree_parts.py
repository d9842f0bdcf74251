"""What the view Tree shows: the parts of trees that the searches on show have harvested, one for
each agent, with their words, and how many visits their nodes had in the last second. No widget.

The keys that the trees take before the window's shortcuts, while they have the focus.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QEvent, QPointF, Qt
from PySide6.QtGui import QKeyEvent, QPainter

from lab.match.node_line import NodeLine
from lab.match.records import NamedBranches, Thought
from lab.ui.parts import theme
from lab.ui.parts.marks import AgentMark, Marks, marks_of, paint_glyph, paint_mark
from lab.words import known
from lab.words.columns import Column
from lab.words.icicle import Width
from lab.words.known import depth_words
from search.branches import Branches, Path

ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter)
WALK = (
    Qt.Key.Key_Left,
    Qt.Key.Key_Right,
    Qt.Key.Key_Up,
    Qt.Key.Key_Down,
    Qt.Key.Key_Home,
    Qt.Key.Key_End,
    Qt.Key.Key_PageUp,
    Qt.Key.Key_PageDown,
)
OWN = (*WALK, *ENTER, Qt.Key.Key_Backspace, Qt.Key.Key_W, Qt.Key.Key_X, Qt.Key.Key_Z)


def takes(event: QEvent, keys: tuple[Qt.Key, ...] = OWN) -> bool:
    """Takes a key that would else be a shortcut; whether it was one of `keys`."""
    if event.type() != QEvent.Type.ShortcutOverride or not isinstance(event, QKeyEvent):
        return False
    keypad = Qt.KeyboardModifier.KeypadModifier
    taken = Qt.Key(event.key()) in keys and not event.modifiers() & ~keypad
    if taken:
        event.accept()
    return taken


SECOND = 1.0
KEPT = 40  # parts of each tree
SOON = "The trees appear with the first iterations."
GONE = "The trees of past turns are not kept. Think on (T) searches this position again."
CHANCE_MARK = AgentMark(1)  # a square, as a die


class Recency:
    """Keeps the parts of the last seconds, by agent."""

    def __init__(self) -> None:
        self._kept: dict[int, deque[tuple[float, Branches]]] = {}
        self._searches: dict[int, object] = {}

    def forget(self) -> None:
        """Another game."""
        self._kept.clear()

    def visits(self, part: Branches, now: float, search: object = None) -> NDArray[np.float64]:
        """Takes the newest part of a search, at `now` in seconds; returns the visits of each row in
        the second before, NaN where the node was not in the part of then, () while there is none;
        [R].
        """
        if self._searches.get(part.agent) != search:
            self._kept.pop(part.agent, None)
            self._searches[part.agent] = search
        kept = self._kept.setdefault(part.agent, deque(maxlen=KEPT))
        if not kept or kept[-1][1] is not part:
            kept.append((now, part))
        older = [old for at, old in kept if at <= now - SECOND]
        if not older or older[-1].generation != part.generation:
            return np.zeros(0)
        before = older[-1]
        order = np.argsort(before.node)
        nodes = before.node[order]
        at = np.minimum(np.searchsorted(nodes, part.node), nodes.size - 1)
        grown = part.visits - before.visits[order][at]
        return np.where(nodes[at] == part.node, grown, np.nan)


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
            tree.briefs,
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
    briefs: Mapping[Path, str] = field(default_factory=dict, compare=False)  # for small cells
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

    def brief(self, row: int) -> str:
        """The same in at most three characters, "" where there is none."""
        return self.briefs.get(self.part.path(row), "")

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
