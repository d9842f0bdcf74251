"""Root moves that a person marks in the trees, so that a search tries no others: the marks, the
line that says so, and the menu of a node.
"""

from __future__ import annotations

from PySide6.QtCore import QObject, QPoint, Signal
from PySide6.QtWidgets import QLabel, QMenu, QPushButton, QWidget

from lab.ui.parts.layout import row
from lab.ui.trees.tree_parts import TreePart
from search.branches import Path

ONLY_TIP = (
    "The held position is searched again, beside the match, with these moves alone at the root\n"
    "Key: O"
)
ALL_TIP = "The search with all moves, where it was left\nKey: Shift+O"


class LimitRow(QWidget):
    """Says which root moves are marked or searched, with the buttons that change it."""

    only_asked = Signal()
    all_asked = Signal()
    cleared = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName("Root moves to search")
        self.words = QLabel()
        self.words.setProperty("look", "note")
        self.words.setWordWrap(True)
        self.only, self.every = QPushButton("Search only these"), QPushButton("Search all moves")
        self.clear = QPushButton("Clear marks")
        self.only.setToolTip(ONLY_TIP)
        self.every.setToolTip(ALL_TIP)
        box = row((self.words, 1), of=self, margins=0)
        for button, signal in (
            (self.only, self.only_asked),
            (self.clear, self.cleared),
            (self.every, self.all_asked),
        ):
            box.addWidget(button)
            button.clicked.connect(signal)
        self.hide()

    def set_words(self, marked: str, searched: str) -> None:
        """The moves that are marked, and those that are searched, in words; "" for all."""
        words = f"{searched} {marked}".strip()
        if words != self.words.text():
            self.words.setText(words)
            self.setAccessibleDescription(words)
        self.only.setVisible(bool(marked))
        self.clear.setVisible(bool(marked))
        self.every.setVisible(bool(searched))
        self.setVisible(bool(words))


class Picking(QObject):
    """The marked root moves of the trees on show, by the agent whose tree."""

    changed = Signal()  # other moves are marked
    limit_asked = Signal(int, object)  # the seat of the search, its lists; -1, () for all moves

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._page = parent
        self.row = LimitRow(parent)
        self._trees: tuple[TreePart, ...] = ()
        self._selected: tuple[int, Path] | None = None
        self._marked: dict[int, tuple[int, ...]] = {}
        self.row.only_asked.connect(self.ask)
        self.row.all_asked.connect(self.ask_all)
        self.row.cleared.connect(self.clear)

    def set_trees(self, trees: tuple[TreePart, ...], selected: tuple[int, Path] | None) -> None:
        """The trees on show and the selected node. Marks of moves that are gone go too."""
        self._trees, self._selected = trees, selected
        agents = {tree.part.agent for tree in trees}
        for agent in [a for a in self._marked if a not in agents]:
            del self._marked[agent]
        self.row.set_words(self._marked_words(), _searched(trees))

    @property
    def marked(self) -> frozenset[tuple[int, Path]]:
        """The marked nodes: (agent, path)."""
        return frozenset((a, (action,)) for a, each in self._marked.items() for action in each)

    @property
    def can_ask(self) -> bool:
        """Whether there are moves to search alone."""
        return bool(self._lists(self._seat()))

    @property
    def is_limited(self) -> bool:
        """Whether a search on show keeps to a list."""
        return any(tree.limits for tree in self._trees)

    def toggle(self, agent: int, path: Path) -> None:
        """Marks the root move on the way to a node, or takes the mark away."""
        if not path:
            return
        before = self._marked.get(agent, ())
        after = tuple(a for a in before if a != path[0])
        self._marked[agent] = after if len(after) < len(before) else (*before, path[0])
        self.changed.emit()

    def clear(self) -> None:
        """Nothing is marked."""
        self._marked.clear()
        self.changed.emit()

    def ask(self) -> None:
        """Asks for a search of the marked moves alone; without marks, of the selected one."""
        seat = self._seat()
        lists = self._lists(seat)
        if lists:
            self._marked.clear()
            self.limit_asked.emit(seat, lists)
            self.changed.emit()

    def ask_all(self) -> None:
        """Asks for the search of all moves again."""
        self.limit_asked.emit(-1, ())

    def menu(self, agent: int, path: Path, at: QPoint) -> None:
        """The menu of a node; `at` is on the screen."""
        menu, tree = QMenu(self._page), self._tree(agent)
        if tree is not None and path:
            name = tree.words.get(path[:1], "") or str(path[0])
            is_marked = (agent, path[:1]) in self.marked
            said = f"Take the mark from {name}" if is_marked else f"Mark {name} for a search"
            menu.addAction(f"{said}\tX").triggered.connect(lambda: self.toggle(agent, path))
            alone = "Search only the marked moves" if self._marked else f"Search only {name}"
            menu.addAction(f"{alone}\tO").triggered.connect(lambda: self._ask_for(agent, path))
        if self.is_limited:
            menu.addAction("Search all moves\tShift+O").triggered.connect(self.ask_all)
        if not menu.isEmpty():
            menu.exec(at)

    def _ask_for(self, agent: int, path: Path) -> None:
        if not self._marked:
            self.toggle(agent, path)
        self.ask()

    def _tree(self, agent: int) -> TreePart | None:
        return next((tree for tree in self._trees if tree.part.agent == agent), None)

    def _seat(self) -> int:
        """Whose search is limited: that of the first tree with marks, else of the selected one."""
        agents = [a for a, each in self._marked.items() if each]
        agents += [self._selected[0]] if self._selected is not None else []
        tree = self._tree(agents[0]) if agents else None
        return tree.seat if tree is not None else -1

    def _lists(self, seat: int) -> tuple[tuple[int, tuple[int, ...]], ...]:
        """The lists of that seat's search."""
        found = {a: each for a, each in self._marked.items() if each and self._is_of(a, seat)}
        if not found and self._selected is not None and self._is_of(self._selected[0], seat):
            found = {self._selected[0]: self._selected[1][:1]}
        return tuple(sorted(found.items()))

    def _is_of(self, agent: int, seat: int) -> bool:
        tree = self._tree(agent)
        return tree is not None and tree.seat == seat

    def _marked_words(self) -> str:
        names = [
            tree.words.get((action,), "") or str(action)
            for tree in self._trees
            for action in self._marked.get(tree.part.agent, ())
        ]
        return f"Marked: {', '.join(names)}." if names else ""


def _searched(trees: tuple[TreePart, ...]) -> str:
    """Which moves the limited searches on show try."""
    said = [
        f"Only {count} of {of} moves searched{'' if tree.part.common else f' for {tree.name}'}."
        for tree in trees
        for agent, count, of in tree.limits
        if agent == tree.part.agent
    ]
    return " ".join(said)
