"""Finding an action in the trees: a field that steps through the places where it is tried."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QLabel, QLineEdit, QSizePolicy, QWidget

from lab.ui.parts import theme
from lab.ui.parts.layout import row
from lab.ui.trees.own_keys import takes
from lab.ui.trees.tree_parts import TreePart
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

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.field, self.count = FindField(self), QLabel(self)
        self.count.setProperty("look", "note")
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

    def _restyled(self, _theme: object = None) -> None:
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
