"""What the card of a node says: the path to it, its mean, its bound as a formula, what is tried
next below it and why. No widget.

Where a depth-first search is at the moment: the nodes that it has entered and not finished, root
first, with alpha, beta and the child that it is searching.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, auto
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QPointF, QRectF, QSize
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from lab.match.node_line import NodeLine, Others
from lab.ui.parts import theme
from lab.ui.parts.guard import guarded
from lab.ui.parts.marks import Marks, marks_of
from lab.ui.parts.painted import put, text_width
from lab.ui.trees.tree_parts import TreePart, paint_agent
from lab.words import known, numerals
from lab.words.known import place_words, window_words
from search.branches import Branches, Path
from search.measure import WORDS, Kind

LOST = -1  # in `Branches.proven`


class Why(Enum):
    """The rule that decides."""

    LEAF = auto()  # no child is known yet
    ONLY = auto()  # there is one action
    UNTRIED = auto()  # actions without visits go first; which of them is drawn at random
    RANDOM = auto()  # a node's first visits are random
    BOUND = auto()  # the highest bound
    OTHER = auto()  # a rule that these numbers do not hold


class Trial(NamedTuple):
    """The child that is tried next, None where that is not known; by how much its bound leads, and
    over which; how many children have no visits yet.
    """

    why: Why
    row: int | None = None
    lead: float = float("nan")
    second: int | None = None
    untried: int = 0


def tried_next(part: Branches, bounds: NDArray[np.float64], row: int) -> Trial:
    """What the search does when it comes to a row's node again; all its children must be rows."""
    family = part.children(row)
    untried = int(part.rest[row]) + int((part.visits[family] == 0).sum())
    if family.size + int(part.rest[row]) == 0:
        return Trial(Why.LEAF)
    if family.size == 1 and not part.rest[row]:
        return Trial(Why.ONLY, int(family[0]))
    if untried:
        return Trial(Why.UNTRIED if part.untried_first else Why.OTHER, untried=untried)
    if int(part.visits[family].sum()) < part.at_random:
        return Trial(Why.RANDOM)
    if part.proven.size:  # proven losses are skipped while there is another action
        family = family[part.proven[family] != LOST]
    if not family.size or np.isnan(bounds[family]).any():
        return Trial(Why.OTHER)
    ranked = family[np.argsort(-bounds[family], kind="stable")]
    first, second = int(ranked[0]), int(ranked[1]) if ranked.size > 1 else None
    lead = float(bounds[first] - bounds[second]) if second is not None else float("nan")
    return Trial(Why.BOUND, first, lead, second)


class Step(NamedTuple):
    """One action on the path to a node."""

    ahead: str  # "this turn", "turn +1"
    agent: int  # who chooses it
    name: str
    visits: int
    share: float  # of its parent's visits
    counted: str = "visits"  # or "nodes"


@dataclass(frozen=True)
class NodeWords:
    """The card of one node; "" for what does not apply."""

    title: str
    steps: tuple[Step, ...] = ()
    mean: str = ""
    unit: str = ""
    bound: str = ""
    formula: str = ""
    rank: str = ""  # among its siblings
    following: str = ""  # which child is tried next, and why; or the best below it
    why: str = ""  # of a depth-first search: why there is no exact value
    searched: bool = False  # whether it is one of a depth-first search


def node_words(tree: TreePart, row: int, turn_word: str) -> NodeWords:
    """The card of a row."""
    if tree.part.ledger is not None:
        return searched_words(tree, row, turn_word)
    part, bounds = tree.part, tree.bounds
    steps = steps_to(tree, row, turn_word)
    title = steps[-1].ahead if steps else "root"
    mean = float(part.mean[row])
    bound = float(bounds[row]) if row else float("nan")
    return NodeWords(
        title=title if part.common else f"{tree.name}, {title}",
        steps=steps,
        mean=numerals.value(mean, 3) if np.isfinite(mean) and row else "",
        unit=WORDS[part.kind],
        bound=numerals.value(bound, 3) if np.isfinite(bound) else "",
        formula=formula(tree, row) if np.isfinite(bound) else "",
        rank=rank_words(tree, row) if row else "",
        following=next_words(tree, row),
    )


def searched_words(tree: TreePart, row: int, turn_word: str) -> NodeWords:
    """The card of a row of a depth-first search."""
    part, steps = tree.part, steps_to(tree, row, turn_word)
    place, of = tree.rank(row)
    return NodeWords(
        title=f"{tree.name}, {steps[-1].ahead if steps else 'root'}",
        steps=steps,
        mean=known.value_words(part, row),
        unit=WORDS[Kind.VALUE],
        rank=f"{numerals.rank(place - 1, of).capitalize()} by nodes" if row else "",
        following=known.best_words(part, row, tree.name_of),
        why=known.why_words(part, row, tree.name_of, turn_word),
        searched=True,
    )


def steps_to(tree: TreePart, row: int, turn_word: str) -> tuple[Step, ...]:
    """The actions from the focus, or the root, to a row."""
    part, found = tree.part, list[Step]()
    while row > 0:
        ahead = int(part.depth[row]) - 1 + len(part.focus)
        found.append(
            Step(
                numerals.ahead(ahead, turn_word),
                int(part.mover[row]),
                tree.name_of(row),
                int(part.visits[row]),
                tree.share(row),
                tree.counted,
            )
        )
        row = int(part.parent[row])
    return tuple(reversed(found))


def formula(tree: TreePart, row: int) -> str:
    """A row's bound with all its numbers filled in, as UCB1 adds them."""
    part = tree.part
    above = min(part.most_logs, int(part.visits[part.parent[row]]))
    return (
        f"{numerals.real(float(part.mean[row]), 3)} + {float(part.explore[row]):.2f} · "
        f"√(ln {above:,} / {int(part.visits[row]):,})"
    )


def rank_words(tree: TreePart, row: int) -> str:
    """A row's place among its siblings, and whether it is tried next."""
    parent = int(tree.part.parent[row])
    said = tried_next(tree.part, tree.bounds, parent)
    place, of = tree.rank(row)
    words = f"{numerals.rank(place - 1, of).capitalize()} by visits"
    if said.row == row and said.why is Why.BOUND:
        lead = f" by {_lead(said.lead)}" if said.second is not None else ""
        return f"{words}; the highest bound{lead}: tried next"
    if said.why is Why.BOUND and said.row is not None:
        return f"{words}; {tree.name_of(said.row)} has the highest bound"
    return words


def next_words(tree: TreePart, row: int) -> str:
    """Which child of a row is tried next, why, and by how much it leads."""
    said = tried_next(tree.part, tree.bounds, row)
    if said.why is Why.LEAF:
        return "Nothing below it has been tried yet."
    if said.why is Why.UNTRIED:
        count = "one action has" if said.untried == 1 else f"{said.untried} actions have"
        return f"Drawn at random: {count} no visits yet, which go first."
    if said.why is Why.RANDOM:
        return f"Drawn at random: the first {tree.part.at_random} visits of a node are."
    if said.row is None:
        return "Not decided by UCB1 here."
    name = tree.name_of(said.row)
    if said.why is Why.ONLY:
        return f"{name}: the only action."
    lead = ""
    if said.second is not None:
        lead = f", ahead of {tree.name_of(said.second)} by {_lead(said.lead)}"
    bound = numerals.value(float(tree.bounds[said.row]), 3)
    return f"{name}: the highest bound, {bound}{lead}."


def _lead(by: float) -> str:
    """By how much a bound leads, with as many digits as show it."""
    if by <= 0:
        return "nothing: a tie"
    return "less than 0.000001" if by < 1e-6 else numerals.value(by, max(3, numerals.digits(by)))


def line_words(tree: TreePart, line: NodeLine, step: int, turn_word: str) -> str:
    """The caption of the board: what it shows after `step` turns of a line, and what the others
    do.
    """
    if not step:
        return f"{turn_word.capitalize()} {tree.turn}, the position that is searched."
    where = f"{turn_word} {tree.turn + step}"
    shown = f"Pale: now. Solid: {where}" if any(line.paths) else where.capitalize()
    if tree.part.common:
        return f"{shown}, along the line to this node." + _short(line)
    return f"{shown}, if {tree.name} takes this path and {_others(tree, line)}." + _short(line)


def _others(tree: TreePart, line: NodeLine) -> str:
    if line.others is Others.HELD:
        return "the others rest"
    search = f"seat {tree.seat + 1}'s search"
    if line.draws is None:
        return f"the others play what {search} likes best for them"
    count = len(line.draws.places)
    return (
        f"the others play as often as {search} has tried it: one of {count} draws, the rest as "
        f"small marks; this path was legal in {numerals.percent(line.draws.legal)} of them"
    )


def _short(line: NodeLine) -> str:
    return "" if line.reached else " The line ends before the node."


LINE = 20  # pixels at 100 %
ROWS = 7  # below the title
NUMBER = 62  # of a column of numbers
HEADS = ("child", "α", "β")


class OpenStep(NamedTuple):
    """One open node."""

    where: str  # "root", then how far ahead the action is that led there
    mover: int  # who chose it, -1 at the root, CHANCE for an outcome
    name: str  # of the action
    numbers: tuple[str, ...]  # which child is being searched; alpha and beta, if it has a window


class OpenNodes(NamedTuple):
    """What the rows show."""

    title: str = ""
    tip: str = ""
    steps: tuple[OpenStep, ...] = ()


def open_nodes(tree: TreePart | None, turn_word: str) -> OpenNodes:
    """The open nodes of a tree; none where nothing is being searched."""
    ledger = tree.part.ledger if tree is not None else None
    if tree is None or ledger is None or not ledger.open:
        return OpenNodes()
    steps = list[OpenStep]()
    path: Path = ()
    for ply, node in enumerate(ledger.open):
        path = (*path, node.action) if ply else ()
        where = numerals.ahead(ply - 1, turn_word) if ply else "root"
        name = (tree.words.get(path) or str(node.action)) if ply else ""
        numbers = (place_words(node), *(window_words(node) if tree.part.cuts else ()))
        steps.append(OpenStep(where, node.mover, name, numbers))
    tip = f"α: what seat {tree.seat + 1} is sure of. β: what the others can hold it to."
    title = f"Searching now: depth {ledger.searching}"
    return OpenNodes(title, tip * tree.part.cuts, tuple(steps))


class OpenRows(QWidget):
    """The first open nodes, and how many are deeper. There is always room for as many, so nothing
    jumps while a search runs.
    """

    def __init__(self) -> None:
        super().__init__()
        self.setAccessibleName("Searching now")
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.hide()
        self.shown = OpenNodes()
        self._marks, self._kinds = marks_of((0, 1)), tuple[str, ...]()
        theme.changed.connect(self.updateGeometry)

    def set_nodes(self, shown: OpenNodes, marks: Marks, kinds: tuple[str, ...]) -> None:
        """The nodes that are open now."""
        self._marks, self._kinds = marks, kinds
        if shown != self.shown:
            self.shown = shown
            self.setVisible(bool(shown.steps))
            self.setToolTip(shown.tip)
            self.setAccessibleDescription(
                ". ".join((shown.title, *map(spoken, shown.steps))) if shown.steps else ""
            )
            self.update()

    @guarded
    def paintEvent(self, event: QPaintEvent) -> None:
        look = theme.current()
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            high = look.px(LINE)
            steps = self.shown.steps
            kept = steps if len(steps) <= ROWS else steps[: ROWS - 1]
            self._paint_title(painter, high)
            for place, step in enumerate(kept):
                self._paint_step(painter, step, (place + 1) * high, high)
            if len(kept) < len(steps):
                box = QRectF(look.px(12), (len(kept) + 1) * high, self.width(), high)
                put(painter, box, f"and {len(steps) - len(kept)} deeper", theme.TABLE, "ink2")

    def _paint_title(self, painter: QPainter, high: float) -> None:
        look = theme.current()
        title = QRectF(0, 0, self.width() - 3 * look.px(NUMBER), high)
        put(painter, title, self.shown.title, theme.TABLE, bold=True)
        heads = HEADS[: len(self.shown.steps[0].numbers)] if self.shown.steps else ()
        self._paint_numbers(painter, heads, 0, high, "ink2")

    def _paint_numbers(
        self, painter: QPainter, numbers: tuple[str, ...], top: float, high: float, role: str
    ) -> None:
        look, right = theme.current(), float(self.width())
        for text in reversed(numbers):
            box = QRectF(right - look.px(NUMBER), top, look.px(NUMBER), high)
            put(painter, box, text, theme.TABLE, role, right=True)
            right -= look.px(NUMBER)

    def _paint_step(self, painter: QPainter, step: OpenStep, top: float, high: float) -> None:
        look = theme.current()
        painter.fillRect(QRectF(0, top, look.px(2), high), look.colour("ink"))
        line = QRectF(look.px(12), top, self.width() - look.px(12), high)
        put(painter, line, step.where, theme.TABLE, "ink2")
        x = line.left() + max(text_width(s.where) for s in self.shown.steps) + look.px(18)
        if step.name:
            paint_agent(painter, self._marks, self._kinds, step.mover, QPointF(x, top + high / 2))
        x += look.px(11)
        end = self.width() - 3 * look.px(NUMBER)
        put(painter, QRectF(x, top, max(0.0, end - x), high), step.name, theme.TABLE)
        self._paint_numbers(painter, step.numbers, top, high, "ink")

    def sizeHint(self) -> QSize:
        return QSize(200, (ROWS + 1) * theme.current().px(LINE))

    minimumSizeHint = sizeHint


def spoken(step: OpenStep) -> str:
    """A row in words."""
    name = f" {step.name}" if step.name else ""
    numbers = zip(("child", "alpha", "beta"), step.numbers, strict=False)
    return f"{step.where}{name}: " + ", ".join(f"{word} {number}" for word, number in numbers)
