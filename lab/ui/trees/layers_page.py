"""Beam search in the view Tree: its layers, and in words the band that is chosen."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from lab.match.records import NamedLayers, Thought
from lab.ui.parts.marks import Marks
from lab.ui.parts.messages import label
from lab.ui.trees.form_head import FormHead, listed, waiting
from lab.ui.trees.layers_view import LayersView, band_of
from lab.words import numerals
from lab.words.columns import Column

HELP = "Click a band, or use the arrow keys, to see the best sequence that ends in it."


class LayersPage(QWidget):
    """One seat's beam."""

    banded = Signal(int, object)  # seat, Band whose sequence is wanted; None: the best of all
    selected = Signal(int, int)  # agent, action index

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.head, self.view, self.words = FormHead(self), LayersView(self), label("", "note", self)
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
        """Newer layers of the same or another search."""
        self._thought, named = thought, thought.kept
        filled = isinstance(named, NamedLayers) and len(named.layers.kept) > 0
        self.view.setVisible(filled)
        if not isinstance(named, NamedLayers) or not filled:
            self.head.set_words(columns, marks, "", "")
            self.words.setText(waiting(thought))
            return
        layers = named.layers
        depth, nodes = len(layers.kept), numerals.count(int(layers.nodes.sum()))
        size = f"{depth} {'layer' if depth == 1 else 'layers'} of up to {layers.width:,}"
        self.head.set_words(columns, marks, f"{size}, {nodes} nodes", "Would play " + (
            named.firsts[layers.chosen] if layers.chosen >= 0 else numerals.NOTHING))  # fmt: skip
        self.view.set_layers(named, marks)
        self.words.setText(self._sentences(named))

    def _sentences(self, named: NamedLayers) -> str:
        line = listed(named.line)
        band = named.layers.band
        if band is None:
            return f"The best sequence: {line}.\n{HELP}"
        return f"{self.view.sentence(*band)}\nThe best sequence that ends there: {line}."

    def _choose(self, place: tuple[int, int] | None) -> None:
        thought, named = self._thought, self.view.named
        if thought is None or named is None:
            return
        if place is None or not named.layers.kept[place]:
            self.banded.emit(thought.seat, None)
            return
        self.banded.emit(thought.seat, band_of(named, thought.seat, place))
        for agent in thought.agents:
            number = agent.stats.agent
            if number in named.layers.agents:
                action = named.layers.firsts[place[1], named.layers.agents.index(number)]
                self.selected.emit(number, agent.stats.actions.tolist().index(action))
                break
