"""The trees of A and B as icicles, A's above B's, tinted by what B spends more and A spends more.
One selection: the same actions in both.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QHideEvent,
    QKeyEvent,
    QLinearGradient,
    QPainter,
    QPaintEvent,
    QResizeEvent,
    QShowEvent,
)
from PySide6.QtWidgets import QSizePolicy, QWidget

from lab.compare.facts import LETTERS
from lab.compare.numbers import alike, apart
from lab.match.records import Contender, Thought
from lab.ui.compare.part import MOST_AGENTS, CompareView
from lab.ui.parts import theme
from lab.ui.parts.guard import guarded
from lab.ui.parts.layout import column, row
from lab.ui.parts.messages import label, one_line
from lab.ui.parts.painted import put, text_width
from lab.ui.trees.icicle import Icicles
from lab.ui.trees.icicle_tints import APART
from lab.ui.trees.tree_parts import Tint, TreePart, TreesView
from lab.words import numerals
from search.branches import Path, Wish

MARGINS = 90  # pixels at 100 % that are no icicle's
SOON = "The trees appear with the first iterations."
NO_TREE = "{} keeps no tree that can be drawn here."
UNLIKE = (
    "Their trees are of different forms, one for each agent and one for all: what both spend on a "
    "node cannot be compared."
)
HOW = "Click a cell to see it in both; double-click zooms, Backspace goes back."


class HueLegend(QWidget):
    """From the hue of A to that of B, with words at both ends."""

    ENDS = (
        f"share of all visits:  A {100 * APART:.0f} points more",
        f"B {100 * APART:.0f} points more",
    )

    def __init__(self) -> None:
        super().__init__()
        self.setAccessibleName(f"Tint: {self.ENDS[0]}, pale is equal, {self.ENDS[1]}")
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    def sizeHint(self) -> QSize:
        look = theme.current()
        words = sum(text_width(end, theme.TABLE) for end in self.ENDS)
        return QSize(round(words) + look.px(106), look.px(20))

    minimumSizeHint = sizeHint

    @guarded
    def paintEvent(self, event: QPaintEvent) -> None:
        look, high = theme.current(), theme.current().px(8)
        room, left = QRectF(self.rect()), text_width(self.ENDS[0], theme.TABLE) + look.px(6)
        bar = QRectF(left, (self.height() - high) / 2, look.px(94), high)
        shades = QLinearGradient(bar.left(), 0, bar.right(), 0)
        for place, hue in ((0.0, "heat_low"), (1.0, "heat_high")):
            shades.setColorAt(place, look.colour(hue))
        shades.setColorAt(0.5, look.colour("panel"))
        with QPainter(self) as painter:
            put(painter, room, self.ENDS[0], theme.TABLE, "ink2")
            put(painter, room, self.ENDS[1], theme.TABLE, "ink2", right=True)
            painter.fillRect(bar, shades)


class ComparedTrees(QWidget):
    """Setters in; `wished` carries the part of both trees that is on show, None when it is left."""

    wished = Signal(object)  # Wish | None

    def __init__(self) -> None:
        super().__init__()
        self.setAccessibleName("Trees of A and B")
        self._view: CompareView | None = None
        self._sides: tuple[Contender, ...] = ()
        self._wish: Wish | None = None
        self._focus: dict[int, Path] = {}
        self._selected: tuple[int, Path] | None = None
        self._common = False  # the selected path is one of everyone's actions in turn
        self._trees: tuple[tuple[TreePart, ...], ...] = ((), ())
        self.names = tuple(label("", "strong") for _ in LETTERS)
        self.icicles = tuple(Icicles() for _ in LETTERS)
        self.note, self.said, self.legend = label("", "note"), label(HOW, "note"), HueLegend()
        self._lay_out()
        for letter, icicles in zip(LETTERS, self.icicles, strict=True):
            icicles.setAccessibleName(f"Trees of {letter}")
            icicles.chosen.connect(partial(self._choose, LETTERS.index(letter)))
            icicles.zoomed.connect(self._zoom)

    def _lay_out(self) -> None:
        heading = one_line("Trees, B minus A", "strong")
        box = column(row(heading, 1, self.legend, margins=0), of=self, margins=(0, 4, 0, 8), gap=4)
        for name, icicles in zip(self.names, self.icicles, strict=True):
            name.setContentsMargins(12, 0, 12, 0)
            box.addWidget(name)
            box.addWidget(icicles, 1)
        for words in (self.note, self.said):
            words.setContentsMargins(12, 0, 12, 0)
            box.addWidget(words)

    # -- setters -----------------------------------------------------------------------------------

    def set_view(self, view: CompareView | None, sides: tuple[Contender, ...] = ()) -> None:
        """What both have found; None: another position or other players."""
        if view is None:
            self._focus, self._selected = {}, None
        self._view, self._sides = view, sides
        found = [side.thought for side in sides]
        if view is None or len(found) != len(LETTERS):
            found = [None, None]
        first, second = (self._parts(thought) for thought in found)
        self._trees = (
            tuple(_compared(tree, second, -1.0) for tree in first),
            tuple(_compared(tree, first, 1.0) for tree in second),
        )
        self._show()
        self._ask()

    def _parts(self, thought: Thought | None) -> tuple[TreePart, ...]:
        """The trees of the agents on show."""
        if thought is None or self._view is None:
            return ()
        agents = {each.agent: each.name for each in self._view.agents}
        nodes = {each.stats.agent: each.stats.nodes for each in thought.agents}
        return tuple(
            TreePart(
                tree.part,
                tree.words,
                "All agents" if tree.part.common else agents[tree.part.agent],
                nodes.get(tree.part.agent, 0),
                thought.seat,
                thought.turn,
            )
            for tree in thought.trees
            if tree.part.common or tree.part.agent in agents
        )

    @property
    def shown(self) -> tuple[tuple[TreePart, ...], ...]:
        """A's and B's trees."""
        return self._trees

    # -- showing -----------------------------------------------------------------------------------

    def _show(self) -> None:
        view = self._view
        for side, icicles in enumerate(self.icicles):
            trees = self._trees[side]
            spec = self._sides[side].spec if side < len(self._sides) else None
            title = spec.title if spec is not None else ""
            self.names[side].setText(f"{LETTERS[side]}  {title}")
            if view is None:
                icicles.set_view(TreesView(empty=SOON))
                continue
            done = self._sides[side].finished
            icicles.set_view(
                TreesView(
                    trees,
                    marks=view.marks,
                    turn_word=view.game.turn_word,
                    selected=self._selected if self._has_selected(trees) else None,
                    tint=Tint.APART if any(tree.apart.size for tree in trees) else Tint.MEAN,
                    kinds=tuple(view.game.seat_mark(seat) for seat in range(view.game.seats)),
                    empty=NO_TREE.format(title) if done else SOON,
                )
            )
        first, second = self._trees
        unlike = first and second and not any(tree.apart.size for tree in first)
        self.note.setText(UNLIKE if unlike else "")
        self.note.setVisible(bool(unlike))
        self.legend.setVisible(not unlike)
        self.said.setText(self._words() or HOW)

    def _words(self) -> str:
        """The selected node as both see it."""
        if self._selected is None or self._view is None:
            return ""
        agent, path = self._selected
        found = [_node(tree, path) for tree in self._of(agent)]
        name = next((words for words, _ in found if words), "")
        if not name:
            return ""
        pairs = zip(LETTERS, self._trees, found, strict=True)
        known = (pair for pair in pairs if self._has_selected(pair[1]))
        return f"{name}: {'; '.join(f'{letter} {said[1]}' for letter, _, said in known)}."

    def _of(self, agent: int) -> tuple[TreePart | None, ...]:
        return tuple(
            next((tree for tree in trees if tree.part.agent == agent), None)
            if self._has_selected(trees)
            else None
            for trees in self._trees
        )

    def _has_selected(self, trees: tuple[TreePart, ...]) -> bool:
        """Whether the selected path means something in these trees."""
        return bool(trees) and trees[0].part.common == self._common

    # -- asking ------------------------------------------------------------------------------------

    def _ask(self) -> None:
        """Asks for the part of both trees that is on show now, if it is."""
        wish = None
        if self._view is not None and self.isVisible():
            agents = tuple(each.agent for each in self._view.agents)[:MOST_AGENTS]
            room = max(1.0, (self.width() - theme.current().px(MARGINS)) / max(1, len(agents)))
            focus = tuple(self._focus.get(agent, ()) for agent in agents)
            keep = tuple(self._kept(agent) for agent in agents)
            wish = Wish(agents, focus, 1.0 / room, keep=keep)
        if wish != self._wish:
            self._wish = wish
            self.wished.emit(wish)

    def _kept(self, agent: int) -> tuple[Path, ...]:
        """The selected node is wanted in both trees, however rare it is."""
        chosen = self._selected
        return (chosen[1],) if chosen is not None and chosen[0] == agent else ()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._ask()

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self._ask()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._ask()

    # -- what the user did -------------------------------------------------------------------------

    def _choose(self, side: int, agent: int, path: Path) -> None:
        self._selected = (agent, path) if path else None
        self._common = any(tree.part.common for tree in self._trees[side])
        self._show()
        self._ask()

    def _zoom(self, agent: int, path: Path) -> None:
        self._focus[agent] = path
        self._ask()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        zoomed = {agent: path[:-1] for agent, path in self._focus.items() if path}
        if event.key() == Qt.Key.Key_Backspace and zoomed:
            self._focus = zoomed
            self._ask()
        else:
            super().keyPressEvent(event)


def _compared(tree: TreePart, others: tuple[TreePart, ...], sign: float) -> TreePart:
    """A tree with what B spends more on its nodes: `sign` is 1 in B's trees, -1 in A's."""
    other = next((each for each in others if alike(tree.part, each.part)), None)
    if other is None:
        return tree
    return replace(tree, apart=sign * apart(tree.part, other.part))


def _node(tree: TreePart | None, path: Path) -> tuple[str, str]:
    """A node's name, "" if it is not in this tree, and its numbers there."""
    row = tree.row_at(path) if tree is not None else None
    if tree is None or not row:
        return "", "has no visits there"
    steps = [tree.words.get(path[:k], str(path[k - 1])) for k in range(1, len(path) + 1)]
    share = numerals.percent(float(tree.part.visits[row]) / max(1, tree.part.full_visits))
    mean = numerals.real(float(tree.part.mean[row]), 3)
    return f"{tree.name}, {', '.join(steps)}", f"{share} of its visits, mean {mean}"
