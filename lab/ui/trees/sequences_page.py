"""A search over sequences in the view Tree: what it keeps, and the chosen sequence in words."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from lab.match.records import NamedSequences, Thought
from lab.ui.parts.marks import Marks
from lab.ui.parts.messages import label
from lab.ui.trees.form_head import FormHead, waiting
from lab.ui.trees.sequences_view import SequencesView
from lab.words.columns import Column


class SequencesPage(QWidget):
    """One seat's sequences."""

    selected = Signal(int, int)  # agent, action index

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.head, self.view = FormHead(self), SequencesView(self)
        self.words = label("", "note", self)
        self._thought: Thought | None = None
        self.words.setContentsMargins(12, 0, 12, 6)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(4)
        column.addWidget(self.head)
        column.addWidget(self.view, 1)
        column.addWidget(self.words)
        self.view.chosen.connect(self._choose)

    def show_thought(
        self, thought: Thought, columns: Sequence[Column], marks: Marks, turn_word: str
    ) -> None:
        """Newer sequences of the same or another search."""
        self._thought, named = thought, thought.kept
        filled = isinstance(named, NamedSequences) and bool(named.words)
        self.view.setVisible(filled)
        if not isinstance(named, NamedSequences) or not filled:
            title = named.sequences.title if isinstance(named, NamedSequences) else ""
            self.head.set_words(columns, marks, "", "")
            self.words.setText(f"{title}." if title else waiting(thought))
            return
        kept = named.sequences
        listed = len(named.words) - 1
        part = f"; the best {listed} of them are listed" if listed < kept.total else ""
        plays = " · ".join(c.would_play for c in columns if c.number in kept.agents)
        self.head.set_words(columns, marks, kept.title + part, f"Would play {plays}")
        together = sum(kept.actions[0, 0] != -1) > 1 or len(kept.agents) > 1
        self.view.set_sequences(named, marks, turn_word, together)
        self.words.setText(self.view.sentence(self.view.selected))

    def _choose(self, row: int) -> None:
        self.view.select(row)
        named, thought = self.view.named, self._thought
        if named is None or thought is None:
            return
        self.words.setText(self.view.sentence(self.view.selected))
        for agent in thought.agents:
            number, actions = agent.stats.agent, agent.stats.actions.tolist()
            action = int(named.sequences.actions[row, 0, number])
            if number in named.sequences.agents and action in actions:
                self.selected.emit(number, actions.index(action))
                break
