"""The view Tree: for each search on show the form that suits what it keeps, side by side."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QWidget

from lab.match.records import Thought
from lab.ui.parts.marks import Marks
from lab.ui.trees.explorer import TreePage
from lab.ui.trees.layers_page import LayersPage
from lab.ui.trees.sentence_page import SentencePage
from lab.ui.trees.sequences_page import SequencesPage
from lab.words.columns import Column
from search.branches import Band, Wish
from search.forms import Form

WIDE = 3  # of a page with something to see, as a multiple of one with a sentence only
Page = LayersPage | SequencesPage | SentencePage


class FormsPage(QWidget):
    """Gives each search its page, and asks the searches for what is on show."""

    wished = Signal(object)  # Wish; None: the view is left
    selected = Signal(int, int)  # agent, action index
    view_wanted = Signal(str)  # another view of Trees

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.tree = TreePage(self)
        self._pages: dict[tuple[int, Form], Page] = {}
        self._bands: dict[int, Band] = {}
        self._wish: Wish | None = None  # of the trees
        self._is_on = False
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(0, 0, 0, 0)
        self._row.addWidget(self.tree, WIDE)
        self.tree.wished.connect(self._ask)

    def forget(self) -> None:
        """Another game."""
        self.tree.forget()
        self._bands.clear()
        self._wish = None

    def look(self, on: bool) -> None:
        """The view is opened or left: searches publish what they keep only while it is open."""
        if on != self._is_on:
            self._is_on = on
            self._wish = None
            self.wished.emit(Wish(()) if on else None)
        self.tree.look(on)

    def set_columns(
        self, columns: Sequence[Column], marks: Marks, turn_word: str, kinds: tuple[str, ...] = ()
    ) -> None:
        """The searches of the agents on show."""
        trees = [column for column in columns if column.thought.form is Form.TREE]
        self.tree.setVisible(bool(trees))
        self.tree.set_columns(trees, marks, turn_word, kinds)
        shown: set[Page] = set()
        for thought in {id(c.thought): c.thought for c in columns}.values():
            if thought.form is not Form.TREE:
                page = self._page(thought)
                own = [column for column in columns if column.thought is thought]
                page.show_thought(thought, own, marks, turn_word)
                shown.add(page)
        for page in self._pages.values():
            page.setVisible(page in shown)

    def _page(self, thought: Thought) -> Page:
        """The page of a search, made when it is first shown."""
        key = thought.seat, thought.form
        if key not in self._pages:
            page = self._pages[key] = self._made(thought.form)
            page.selected.connect(self.selected)
            self._row.addWidget(page, 1 if isinstance(page, SentencePage) else WIDE)
        return self._pages[key]

    def _made(self, form: Form) -> Page:
        if form is Form.SEQUENCES:
            return SequencesPage(self)
        if form is Form.LAYERS:
            layers = LayersPage(self)
            layers.banded.connect(self._band)
            return layers
        sentence = SentencePage(self)
        sentence.view_wanted.connect(self.view_wanted)
        return sentence

    def _band(self, seat: int, band: Band | None) -> None:
        self._bands.pop(seat, None)
        if band is not None:
            self._bands[seat] = band
        self._ask(self._wish)

    def _ask(self, wish: Wish | None) -> None:
        """Asks for the trees and for the sequences of the chosen bands."""
        if self._is_on:
            self._wish = wish
            self.wished.emit(replace(wish or Wish(()), bands=tuple(self._bands.values())))
