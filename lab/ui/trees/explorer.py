"""The view Tree: icicles of all agents on show, the outline of one of them, and the numbers of the
selected node.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QLabel, QPushButton, QSizePolicy, QWidget

from engines.game import PASS
from lab.match.node_line import LineWish, Others
from lab.ui.parts import detail, theme
from lab.ui.parts.combos import Combo
from lab.ui.parts.layout import column, row
from lab.ui.parts.marks import Marks, marks_of
from lab.ui.parts.segments import Segments
from lab.ui.trees.icicle import Icicles
from lab.ui.trees.icicle_tints import TintLegend, tint_entries, width_choices
from lab.ui.trees.outline import Outline
from lab.ui.trees.outline_lines import OutlineLine
from lab.ui.trees.picking import AgainRow, FindBox, Picking
from lab.ui.trees.tree_parts import GONE, Gathering, Tint, TreePart, TreesView
from lab.words import numerals
from lab.words.columns import Column
from lab.words.icicle import Width
from search.branches import Path, Wish

REST_MS = 150  # of the pointer over a node before its position is shown
ROOMY = 740  # pixels at 100 % from which on the choices have names and the tint its scale
SHORT = 500  # pixels at 100 % below which the widths have short names
WIDE_TINT, TINT = 150, 96  # of the choice of a tint


class Chosen(NamedTuple):
    """The selected node: its tree, its row, and how many actions of its path the tree lacks."""

    tree: TreePart
    row: int
    missing: int


class TreePage(QWidget):
    """Shows the parts that searches have harvested, and asks for other ones."""

    wished = Signal(object)  # Wish; None: the trees are left
    picked = Signal(bool)  # another node is on show, or none; whether a person selected it
    played = Signal()  # the line to the selected node is to be played out

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._trees: tuple[TreePart, ...] = ()
        self._agents: tuple[int, ...] = ()
        self._marks, self._turn_word = marks_of((0, 1)), "turn"
        self._kinds: tuple[str, ...] = ()
        self._searched = False  # whether only trees of depth-first searches are on show
        self._selected: tuple[int, Path] | None = None
        self._focus: dict[int, Path] = {}
        self._others = Others.BEST
        self._gathering = Gathering()
        self._pointed: tuple[int, Path] | None = None  # the node that the pointer is over
        self._under: tuple[int, Path] | None = None  # the same, once it rests there
        self._rest = QTimer(self)
        self._rest.setSingleShot(True)
        self._rest.setInterval(REST_MS)
        self._rest.timeout.connect(self._rested)
        self._wish: Wish | None = None
        # the dock keeps the width that the user gave it
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Expanding)
        self.icicles, self.outline, self.picking = Icicles(self), Outline(self), Picking(self)
        self.widths = Segments("Width", width_choices())
        self.widths.set_value(Width.LINE)
        self._words = QLabel("Width"), QLabel("Tint")
        self.tints, self.scale, self.finder = Combo("Tint"), TintLegend(), FindBox()
        self.tints.set_entries(tint_entries())
        self.tints.choose(Tint.MEAN)
        self.out, self.where, self._zoom_row = QPushButton("Zoom out"), QLabel(), QWidget()
        self.again = AgainRow(self)
        self.again.turned.connect(self._show)
        self.head = QLabel()
        self._build()

    def _build(self) -> None:
        for label in (self.head, self.where):
            label.setWordWrap(True)
        self.where.setProperty("look", "note")
        self.out.setToolTip("The whole tree again, step by step\nKey: Backspace")
        width, tint = self._words
        top = row(
            width, self.widths, tint, self.tints, self.scale, 1, margins=(12, 4, 12, 4), gap=6
        )
        head = row((self.head, 1), self.finder, margins=(12, 0, 12, 0), gap=6)
        row(self.out, (self.where, 1), of=self._zoom_row, margins=(12, 0, 12, 0))
        lines = self._zoom_row, self.picking.row, self.again
        column(top, *lines, (self.icicles, 5), head, (self.outline, 4), of=self, gap=4)
        self.widths.chosen.connect(self._show)
        self.tints.picked.connect(self._show)
        detail.changed.connect(self._change_detail)
        self.finder.found.connect(self._choose)
        self.finder.left.connect(self.icicles.setFocus)
        self.out.clicked.connect(self._zoom_out)
        self.icicles.chosen.connect(self._choose)
        self.icicles.hovered.connect(self._hover)
        self.icicles.zoomed.connect(self._zoom)
        self.outline.chosen.connect(self._line_chosen)
        self.outline.asked.connect(self.ask)
        self.picking.changed.connect(self._show)
        for view in (self.icicles, self.outline):
            view.marked.connect(self.picking.toggle)
            view.menu_asked.connect(self.picking.menu)

    # -- setters -----------------------------------------------------------------------------------

    def forget(self) -> None:
        """Another game."""
        self._selected = self._under = self._pointed = self._wish = None
        self._focus.clear()
        self._gathering = Gathering()

    def set_columns(
        self,
        columns: Sequence[Column],
        marks: Marks,
        turn_word: str,
        kinds: tuple[str, ...] = (),
    ) -> None:
        """The trees of the agents on show; a tree that they share is shown once."""
        self._marks, self._turn_word, self._kinds = marks, turn_word, kinds
        self.outline.set_kinds(kinds)
        self.finder.set_word(turn_word)
        self._trees = self._gathering.take(columns)
        self._name_choices()
        agents = tuple(dict.fromkeys(column.number for column in columns))
        if agents != self._agents:
            self._agents = agents
            self.ask()
        self._show()

    @property
    def _short(self) -> bool:
        return self.width() < theme.current().px(SHORT)

    def _name_choices(self) -> None:
        """Widths and tints in the words of the searches on show."""
        searched = bool(self._trees) and all(t.part.ledger is not None for t in self._trees)
        if searched != self._searched:
            self._searched = searched
            self.widths.set_choices(width_choices(searched, self._short))
            self.tints.set_entries(tint_entries(searched))
            self.tints.choose(Tint.MEAN)

    def set_others(self, others: Others) -> None:
        """What the other agents do on the way to a node of an agent's own tree."""
        self._others = others
        self.ask()

    @property
    def first_tree(self) -> TreePart | None:
        """The first tree on show."""
        return self._trees[0] if self._trees else None

    @property
    def others(self) -> Others:
        """What the other agents do."""
        return self._others

    @property
    def chosen(self) -> Chosen | None:
        """The node under the pointer, else the selected one; the longest part of its path, while a
        tree that was started again has not reached it.
        """
        if self._wanted is None:
            return None
        agent, path = self._wanted
        tree = next((t for t in self._trees if t.part.agent == agent), None)
        if tree is None:
            return None
        rows = tree.part.along(path)
        depth = len(path) - len(tree.part.focus)
        row = int(rows[-1]) if rows.size else 0
        return Chosen(tree, row, depth - rows.size)

    def words(self) -> str:
        """The node on show, for the status bar; "" without one."""
        chosen = self.chosen
        if chosen is None or not chosen.row:
            return ""
        return self.icicles.sentence(self._trees.index(chosen.tree), chosen.row).removesuffix(".")

    def clear_selection(self) -> None:
        """No node is selected."""
        if self._selected is not None:
            self._choose(self._selected[0], ())

    def turn_on(self, agents: Sequence[int], joint: Sequence[int]) -> None:
        """The match went on by a turn in which these agents chose: the selected node's path loses
        its first actions, if they were played; else nothing stays selected.
        """
        if self._selected is None:
            return
        agent, path = self._selected
        tree = next((t for t in self._trees if t.part.agent == agent), None)
        common = tree is not None and tree.part.common
        played = sorted(joint[a] for a in agents) if common else [joint[agent]]
        went = sorted(path[: len(played)]) == played and len(path) > len(played)
        self._focus.clear()
        self._choose(agent, path[len(played) :] if went else ())

    def look(self, on: bool) -> None:
        """The view is opened or left: trees are harvested only while they are looked into."""
        if on:
            self.ask()
        elif self._wish is not None:
            self._wish = None
            self.wished.emit(None)

    def ask(self) -> None:
        """Asks for the part of the trees that is on show now."""
        look, count = theme.current(), max(1, len(self._trees) or len(self._agents))
        room = max(1.0, (self.width() - look.px(90)) / count)
        keep = tuple(self._kept(agent) for agent in self._agents)
        focus = tuple(self._focus.get(agent, ()) for agent in self._agents)
        wish = Wish(self._agents, focus, 1.0 / room, keep=keep)
        if self._wanted is not None:
            wish = LineWish(
                self._agents,
                focus,
                1.0 / room,
                keep=keep,
                node=self._wanted,
                others=self._others,
            )
        if wish != self._wish and self._agents:
            self._wish = wish
            self.wished.emit(wish)

    def _kept(self, agent: int) -> tuple[Path, ...]:
        """The nodes of an agent's tree that are wanted with all their children: the lines open in
        the outline, the selected one and the one under the pointer.
        """
        outlined = self._outlined()
        is_outlined = outlined is not None and outlined.part.agent == agent
        kept = self.outline.open_paths if is_outlined else ()
        nodes = (node for node in (self._selected, self._wanted) if node and node[0] == agent)
        return (*kept, *dict.fromkeys(path for _, path in nodes))

    def _played(self) -> tuple[tuple[int, Path], ...]:
        """What the other agents play in their own trees with the selected node."""
        chosen = self.chosen
        line = chosen.tree.ahead if chosen is not None else None
        if chosen is None or line is None or chosen.tree.part.common or line.draws is not None:
            return ()
        joints = line.joints[: line.at]
        others = (tree.part.agent for tree in self._trees if tree is not chosen.tree)
        return tuple((a, tuple(j[a] for j in joints if j[a] != PASS)) for a in others)

    # -- showing -----------------------------------------------------------------------------------

    def _outlined(self) -> TreePart | None:
        """The tree of the selected node, else the first."""
        agent = self._selected[0] if self._selected is not None else -1
        own = (tree for tree in self._trees if tree.part.agent == agent)
        return next(own, self._trees[0] if self._trees else None)

    def _show(self, _chosen: object = None) -> None:
        width = self.widths.value()
        assert isinstance(width, Width)
        self.picking.set_trees(self._trees, self._selected)
        self.icicles.set_view(
            TreesView(
                self._trees,
                width,
                self._marks,
                self._turn_word,
                self._selected,
                Tint(self.tints.name),
                self._played(),
                self._kinds,
                self._gathering.empty if self.again.isHidden() else "",
                self.picking.marked,
            )
        )
        self.outline.set_marked(self.picking.marked)
        tree, selected = self._outlined(), self._selected
        self.outline.set_tree(tree, self._marks, selected[1] if selected is not None else None)
        self.head.setText(_title(tree) if tree else "")
        kept = bool(self._trees) or self._gathering.empty != GONE
        for part in (self.head, self.finder, self.outline):  # there is nothing to look for
            part.setVisible(kept)
        zoomed = [tree for tree in self._trees if tree.part.focus]
        self._zoom_row.setVisible(bool(zoomed or self._gathering.absent))
        self.out.setVisible(bool(zoomed))
        self.scale.set_scale(Tint(self.tints.name), tree)
        self.finder.set_trees(self._trees)
        words = [_depth(tree, self._turn_word) for tree in zoomed]
        words += [f"{name} has nothing to choose here" for name in self._gathering.absent]
        self.where.setText("; ".join(words))

    def _change_detail(self) -> None:
        self._show_choices()
        self._show()

    # -- answers -----------------------------------------------------------------------------------

    def _choose(self, agent: int, path: Path) -> None:
        self._selected = (agent, path) if path else None
        self._under = None
        self._rest.stop()
        self._show()
        self.ask()
        self.picked.emit(bool(path))

    def _line_chosen(self, line: OutlineLine) -> None:
        if self.outline.tree is not None:
            self._choose(self.outline.tree.part.agent, line.path)

    @property
    def _wanted(self) -> tuple[int, Path] | None:
        """The node whose position is shown."""
        return self._under or self._selected

    def _hover(self, agent: int, path: Path) -> None:
        """The pointer is over a node; where it rests, the node's position is shown."""
        self._pointed = (agent, path) if agent >= 0 and path else None
        self._rest.start()

    def _rested(self) -> None:
        if self._pointed != self._under:
            self._under = self._pointed
            self.ask()
            self.picked.emit(False)

    def _zoom(self, agent: int, path: Path) -> None:
        self._focus[agent] = path
        selected = self._selected
        if selected is not None and selected[0] == agent and selected[1][: len(path)] != path:
            self._choose(agent, path)  # the selected node is not in the part any more
        self.ask()

    def _zoom_out(self) -> None:
        for agent, path in self._focus.items():
            self._focus[agent] = path[:-1]
        self.ask()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_W:
            order = list(Width)
            now = self.widths.value()
            assert isinstance(now, Width)
            self.widths.set_value(order[(order.index(now) + 1) % len(order)])
            self._show()
        elif event.key() == Qt.Key.Key_Backspace:
            self._zoom_out()
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self._selected is not None:
            self.played.emit()
        else:
            super().keyPressEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._show_choices()
        if self.isVisible():
            self.ask()

    def _show_choices(self) -> None:
        """How cells are drawn is for Full to choose; their words need room."""
        look, full = theme.current(), detail.is_full()
        roomy = self.width() >= look.px(ROOMY)
        for part in (*self._words, self.scale):
            part.setVisible(roomy and full)
        for choice in (self.widths, self.tints):
            choice.setVisible(full)
        theme.set_look(self.head, "note" if full else "title")
        self.tints.setFixedWidth(look.px(WIDE_TINT if roomy else TINT))
        self.widths.set_choices(width_choices(self._searched, self._short))


def _title(tree: TreePart) -> str:
    """The title of the outline: whose tree, and how much of it is drawn."""
    if not detail.is_full():
        return "Every action" if tree.part.common else f"{tree.name}, every action"
    whose = "" if tree.part.common else f" of {tree.name}'s tree"
    # DUCT has a row for each agent of a turn, so rows and nodes are counted apart
    nodes = f"{len(tree.part) - 1:,} actions drawn, {numerals.count(tree.nodes)} nodes in all; "
    nodes *= bool(tree.nodes)
    return (
        f"<b>Outline{whose}</b> &nbsp; {nodes}double-click a cell to zoom in; every node can be "
        "opened here"
    )


def _depth(tree: TreePart, turn_word: str) -> str:
    """How far a tree is zoomed in."""
    count = len(tree.part.focus)
    return f"{tree.name}: {count} {turn_word}{'s' * (count != 1)} in"
