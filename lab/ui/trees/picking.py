"""Root moves that a person marks in the trees, so that a search tries no others: the marks, the
line that says so, and the menu of a node.

The line above the trees of a past turn, which are searched again exactly, unasked or on request;
of a position that is searched beside the match; or of settings that are others by now.

Finding an action in the trees: a field that steps through the places where it is tried.
"""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QObject, QPoint, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QLineEdit, QMenu, QPushButton, QSizePolicy, QWidget

from lab.ui.parts import theme
from lab.ui.parts.layout import row
from lab.ui.parts.messages import one_line
from lab.ui.trees.tree_parts import TreePart, takes
from search.branches import Path

NARROW, WIDE = 60, 150  # pixels at 100 %
Place = tuple[int, Path]  # the agent whose tree, and the path


def places_of(trees: Sequence[TreePart], text: str) -> list[Place]:
    """Where an action is whose words contain the text, whatever its case and spaces; the most
    visited places of each tree first.
    """
    wanted = _plain(text)
    found: list[Place] = []
    for tree in trees if wanted else ():
        part = tree.part
        rows = [row for row in range(1, len(part)) if wanted in _plain(tree.word(row))]
        rows.sort(key=lambda row: -int(part.visits[row]))
        found += [(part.agent, part.path(row)) for row in rows]
    return found


def _plain(text: str) -> str:
    return "".join(text.casefold().split())


class FindField(QLineEdit):
    """A field that keeps Esc to itself: the window's shortcut would let the node go."""

    def event(self, event: QEvent) -> bool:
        return takes(event, (Qt.Key.Key_Escape,)) or super().event(event)


class FindBox(QWidget):
    """Enter goes to the next place, Shift+Enter to the one before, Esc leaves the field."""

    found = Signal(int, object)  # agent, path
    left = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.field, self.count = FindField(self), one_line("", "note", self)
        self.field.setAccessibleName("Find an action")
        self.field.setToolTip(
            "Find an action\nEnter goes to the next place in the trees, Shift Enter to the one "
            "before.\nKey: Ctrl F"
        )
        self._trees: tuple[TreePart, ...] = ()
        self._at: Place | None = None
        row(self.count, self.field, of=self, gap=6)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.field.textChanged.connect(self._typed)
        theme.changed.connect(self._restyled)
        self.set_word("turn")
        self._restyled()

    def _restyled(self) -> None:
        self.field.setMinimumWidth(theme.current().px(NARROW))
        self.field.setMaximumWidth(theme.current().px(WIDE))

    def set_word(self, turn_word: str) -> None:
        """What the game calls an action."""
        self.field.setPlaceholderText("Find a move" if turn_word == "move" else "Find an action")

    def set_trees(self, trees: tuple[TreePart, ...]) -> None:
        """Where to look; the place that was found last stays."""
        self._trees = trees

    def begin(self) -> None:
        """The keyboard goes to the field."""
        self.field.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.field.selectAll()

    def step(self, by: int = 1) -> None:
        """Goes to the next place, or the one before."""
        places = places_of(self._trees, self.field.text())
        if not places:
            self.count.setText("not in the parts on show" if self.field.text().strip() else "")
            return
        here = places.index(self._at) if self._at in places else -1 if by > 0 else 0
        to = (here + by) % len(places)
        self._at = places[to]
        self.count.setText(f"{to + 1} of {len(places)}")
        self.found.emit(*self._at)

    def _typed(self, _text: str) -> None:
        self._at = None
        self.count.setText("")

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            back = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
            self.step(-1 if back else 1)
        elif event.key() == Qt.Key.Key_Escape:
            self.left.emit()
        else:
            super().keyPressEvent(event)


TIP = (
    "The recorded search is repeated from its calls and changes, so its trees are the same\n"
    "node by node; the numbers at the root are compared with the recorded ones."
)
AGAIN, BACK = "Search it again exactly", "Back to the match"
THINK = "Think again"


class AgainRow(QWidget):
    """Words, and a button where the repetition waits for it."""

    asked = Signal()
    turned = Signal()  # it has come, or gone

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAccessibleName("Recorded search")
        self.words, self.button = one_line("", "note"), QPushButton(AGAIN)
        self.words.setWordWrap(True)
        self.button.clicked.connect(self.asked)
        row(self.button, (self.words, 1), of=self, margins=0)
        self.hide()

    def set_words(self, words: str, waits: bool, face: str = AGAIN) -> None:
        """What is to be said, "" for nothing, and whether the button is offered, by its face."""
        if words != self.words.text():
            self.words.setText(words)
            self.setAccessibleDescription(words)
        if face != self.button.text() or not self.button.toolTip():
            self.button.setText(face)
            self.button.setToolTip(TIP if face == AGAIN else face)
        self.button.setVisible(waits)
        if self.isHidden() == bool(words):
            self.setVisible(bool(words))
            self.turned.emit()


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

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAccessibleName("Root moves to search")
        self.words = one_line("", "note")
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
