"""What the view Tree says of a search that keeps nothing to look into, with a button to where its
numbers are.
"""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from lab.match.records import Thought
from lab.ui.parts.marks import Marks
from lab.ui.parts.messages import Empty
from lab.ui.trees.form_head import FormHead
from lab.ui.trees.title import GRAPHS, MAP
from lab.words.columns import Column
from search.forms import Form

SENTENCES = {
    Form.FLAT: "One turn deep: see Root actions.",
    Form.JOINT: "One turn deep, each joint action in one table: see Joint.",
    Form.NONE: "It keeps no tree in memory: see Root actions.",
}


class SentencePage(QWidget):
    """One sentence and a button."""

    selected = Signal(int, int)  # agent, action index; never, as nothing can be chosen
    view_wanted = Signal(str)  # another view of Trees

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.head, self.words = FormHead(self), Empty(self)
        self._view = GRAPHS
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(4)
        column.addWidget(self.head)
        column.addWidget(self.words, 1)
        self.words.wanted.connect(lambda: self.view_wanted.emit(self._view))

    def show_thought(
        self, thought: Thought, columns: Sequence[Column], marks: Marks, turn_word: str
    ) -> None:
        """Another search."""
        plays = " · ".join(c.would_play for c in columns if c.agent.seat == thought.seat)
        self.head.set_words(columns, marks, "", f"Would play {plays}")
        has_map = thought.form is Form.JOINT and thought.snapshot.joint is not None
        self._view, name = (MAP, "Joint") if has_map else (GRAPHS, "Root actions")
        known = Form.FLAT if thought.form is Form.JOINT and not has_map else thought.form
        self.words.set_words(SENTENCES[known], "", name)
