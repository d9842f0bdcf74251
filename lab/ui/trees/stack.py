"""The pages of the Trees dock, one of which is shown: nothing yet, agents in columns, one agent or
common tree, the joint-action map.

The lines between the title of Trees and its bands: a hint, an error, or that the memory is full;
usually none.

The view Tree: for each search on show the form that suits what it keeps, side by side.

What the view Tree says of a search that keeps nothing to look into, with a button to where its
numbers are.

What the Trees dock shows of the searches it was given: whose columns, how many of them, in which
mode; and the next record, while it is drawn behind the picture of the present one. No widget.
"""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy
from dataclasses import replace

from PySide6.QtCore import Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QStackedWidget, QWidget

from lab.match.records import Thought
from lab.ui.parts.layout import SlimScroll, column, row
from lab.ui.parts.marks import Marks
from lab.ui.parts.messages import Empty, ErrorBar, Full, one_line
from lab.ui.parts.painted import ColumnsView
from lab.ui.trees.explorer import TreePage
from lab.ui.trees.form_head import FormHead
from lab.ui.trees.joint import JointPage
from lab.ui.trees.layers_view import LayersPage
from lab.ui.trees.pages import ColumnsPage, Page, WidePage
from lab.ui.trees.sequences_view import SequencesPage
from lab.ui.trees.title import BOTH, GRAPHS, MAP
from lab.words import numerals
from lab.words.columns import Column, columns_of, iteration_word, shown_of
from search.branches import BeamBand, Wish
from search.forms import Form


class Ahead:
    """Columns and view of thoughts that are not on show yet."""

    def __init__(self) -> None:
        self._contents = Contents()
        self._view: ColumnsView | None = None

    def begin(self, contents: Contents, thoughts: Sequence[Thought | None]) -> Contents | None:
        """What the dock will show once it shows these thoughts; None if they are arranged in
        another way.
        """
        self._contents, self._view = copy(contents), None
        self._contents.thoughts = tuple(thoughts)
        self._contents.take()
        alike = self._contents.columns and self._contents.structure == contents.structure
        return self._contents if alike else None

    def is_of(self, thoughts: Sequence[Thought | None]) -> bool:
        """Whether these very thoughts were begun."""
        return self._contents.shows(thoughts)

    def keep(self, view: ColumnsView) -> ColumnsView:
        """Keeps the view that is drawn of them."""
        self._view = view
        return view

    def take(self, contents: Contents) -> None:
        """Gives the contents the columns of their thoughts, those that were drawn if there are."""
        if self.is_of(contents.thoughts) and self._contents.whose == contents.whose:
            contents.columns = self._contents.columns
        else:
            contents.take()

    def same(self, view: ColumnsView) -> ColumnsView:
        """The drawn view in place of an equal one."""
        return self._view if self._view is not None and self._view == view else view


class Contents:
    """Searches side by side, and what the user chose to see of them."""

    def __init__(self) -> None:
        self.thoughts: tuple[Thought | None, ...] = ()
        self.columns: tuple[Column, ...] = ()  # of all agents
        self.whose: int | None = None  # the seat whose search is shown, None for each its own
        self.alone, self.group = -1, 0  # the agent shown alone, the group of four
        self.mode = GRAPHS

    def forget(self) -> None:
        """Another game."""
        self.alone, self.group, self.whose = -1, 0, None
        self.thoughts = ()

    def shows(self, thoughts: Sequence[Thought | None]) -> bool:
        """Whether these very thoughts are shown already."""
        return len(thoughts) == len(self.thoughts) and all(
            a is b for a, b in zip(thoughts, self.thoughts, strict=True)
        )

    def take(self) -> None:
        """Makes the columns of the newest thoughts."""
        self.columns = columns_of(self.thoughts, self.whose)

    @property
    def structure(self) -> tuple[object, ...]:
        """What the arrangement depends on: while it is equal, only numbers have changed."""
        return tuple(
            (c.number, c.caption, c.agent.labels, c.thought.algorithm, c.thought.snapshot.full)
            for c in self.columns
        )

    def shown(self, narrow: bool) -> tuple[Column, ...]:
        """The columns on screen: one agent, a group of four, or the only ones."""
        columns = self.columns
        single = narrow and self.alone < 0 and len(columns) > 2
        return shown_of(columns, columns[0].number if single else self.alone, self.group)

    def column_with(self, agent: int, action: int) -> Column | None:
        """The agent's column, if it has that action."""
        own = (c for c in self.columns if c.number == agent and action < len(c.agent.labels))
        return next(own, None)

    def frozen_words(self, turn_word: str) -> str:
        """The moment that frozen graphs show: "frozen at iteration 4,000 after turn 52"."""
        if not self.columns:
            return "frozen"
        thought, word = self.columns[0].thought, iteration_word(self.columns)
        done = numerals.count(thought.snapshot.iterations)
        return f"frozen at {word} {done} {numerals.after(thought.turn, turn_word)}"

    @property
    def is_common(self) -> bool:
        """Whether one tree serves all agents."""
        return len(self.columns) == 1 and len(self.columns[0].thought.agents) == 1

    @property
    def mapped(self) -> Thought | None:
        """The first search on show that keeps a joint-action map."""
        return next((c.thought for c in self.columns if c.thought.snapshot.joint is not None), None)

    def mode_for(self, narrow: bool) -> str:
        """The chosen mode, as far as it suits what is shown."""
        fits = {
            BOTH: len(self.shown(narrow)) == 1,
            MAP: self.mapped is not None,
        }
        return self.mode if fits.get(self.mode, True) else GRAPHS


SENTENCES = {
    Form.FLAT: "One turn deep: see Root actions.",
    Form.JOINT: "One turn deep, each joint action in one table: see Joint.",
    Form.NONE: "It keeps no tree in memory: see Root actions.",
}
WIDE = 3  # of a page with something to see, as a multiple of one with a sentence only


class SentencePage(QWidget):
    """One sentence and a button."""

    selected = Signal(int, int)  # agent, action index; never, as nothing can be chosen
    view_wanted = Signal(str)  # another view of Trees

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.head, self.words = FormHead(self), Empty(self)
        self._view = GRAPHS
        column(self.head, (self.words, 1), of=self, gap=4)
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


FormPage = LayersPage | SequencesPage | SentencePage


class FormsPage(QWidget):
    """Gives each search its page, and asks the searches for what is on show."""

    wished = Signal(object)  # Wish; None: the view is left
    selected = Signal(int, int)  # agent, action index
    view_wanted = Signal(str)  # another view of Trees

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.tree = TreePage(self)
        self._pages: dict[tuple[int, Form], FormPage] = {}
        self._bands: dict[int, BeamBand] = {}
        self._wish: Wish | None = None  # of the trees
        self._is_on = False
        self._row = row((self.tree, WIDE), of=self)
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
        shown: set[FormPage] = set()
        for thought in {id(c.thought): c.thought for c in columns}.values():
            if thought.form is not Form.TREE:
                page = self._page(thought)
                own = [column for column in columns if column.thought is thought]
                page.show_thought(thought, own, marks, turn_word)
                shown.add(page)
        for page in self._pages.values():
            page.setVisible(page in shown)

    def _page(self, thought: Thought) -> FormPage:
        """The page of a search, made when it is first shown."""
        key = thought.seat, thought.form
        if key not in self._pages:
            page = self._pages[key] = self._made(thought.form)
            page.selected.connect(self.selected)
            self._row.addWidget(page, 1 if isinstance(page, SentencePage) else WIDE)
        return self._pages[key]

    def _made(self, form: Form) -> FormPage:
        if form is Form.SEQUENCES:
            return SequencesPage(self)
        if form is Form.LAYERS:
            layers = LayersPage(self)
            layers.banded.connect(self._band)
            return layers
        sentence = SentencePage(self)
        sentence.view_wanted.connect(self.view_wanted)
        return sentence

    def _band(self, seat: int, band: BeamBand | None) -> None:
        self._bands.pop(seat, None)
        if band is not None:
            self._bands[seat] = band
        self._ask(self._wish)

    def _ask(self, wish: Wish | None) -> None:
        """Asks for the trees and for the sequences of the chosen bands."""
        if self._is_on:
            self._wish = wish
            self.wished.emit(replace(wish or Wish(()), bands=tuple(self._bands.values())))


class Notes(QWidget):
    """Setters in; `answered` carries the number of the error's button that was pressed."""

    answered = Signal(int)

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.hint, self.error, self.full = one_line("", "note", self), ErrorBar(self), Full(self)
        self.hint.setWordWrap(True)
        self.hint.setContentsMargins(12, 0, 12, 6)
        self.error.chosen.connect(self.answered)
        layout = column(of=self, gap=0)
        for part in (self.hint, self.error, self.full):
            layout.addWidget(part)
            part.hide()

    def set_hint(self, text: str) -> None:
        """A line for the whole dock; "" for none."""
        self.hint.setText(text)
        self.hint.setVisible(bool(text))

    def set_failure(self, title: str, sentence: str, details: str, buttons: Sequence[str]) -> None:
        """An error; an empty title removes it."""
        if title:
            self.error.show_error(title, sentence, details, buttons)
        else:
            self.error.hide()

    def show_full(self, columns: Sequence[Column]) -> None:
        """Reports it if the memory of one of these searches is full."""
        full = next((c for c in columns if c.thought.snapshot.full), None)
        if full is not None:
            self.full.set_nodes(full.thought.snapshot.nodes, full.agent.stats.capacity)
        self.full.setVisible(full is not None)


class PageStack(QStackedWidget):
    """Passes on what the pages ask for."""

    selected = Signal(int, int)  # agent, action index
    hovered = Signal(int, int)  # agent, action index; -1, -1 for none
    clear_selection = Signal()
    agent_chosen = Signal(int)  # the agent shown alone, -1 for all
    folded = Signal(str, bool)  # name of a band, open?
    watched = Signal(int, int)  # the agents of the joint-action map
    wished = Signal(object)  # Wish: the part of the trees to show
    view_wanted = Signal(str)  # another view

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.empty, self.joint, self.forms = Empty(self), JointPage(self), FormsPage(self)
        self.tree = self.forms.tree
        self.columns, self.wide = ColumnsPage(self), WidePage(self)
        self.scrolls: dict[Page, SlimScroll] = {
            page: SlimScroll(page, self) for page in (self.columns, self.wide)
        }
        self._joint_scroll = SlimScroll(self.joint, self)
        for part in (self.empty, self._joint_scroll, self.forms, *self.scrolls.values()):
            self.addWidget(part)
        self.page: Page = self.columns  # of bands: the one on show, or the last one
        self._wire()

    def _wire(self) -> None:
        for page in self.scrolls:
            page.clear_selection.connect(self.clear_selection)
            page.agent_chosen.connect(self.agent_chosen)
            page.folded.connect(self.folded)
            page.selected.connect(self.selected)
            page.hovered.connect(self.hovered)
        self.joint.selected.connect(self.selected)
        self.joint.hovered.connect(self.hovered)
        self.joint.watched.connect(self.watched)
        self.forms.wished.connect(self.wished)
        self.forms.selected.connect(self.selected)
        self.forms.view_wanted.connect(self.view_wanted)

    def show_empty(self) -> None:
        """There is no tree."""
        self.setCurrentWidget(self.empty)

    def show_joint(self) -> None:
        """The joint-action map."""
        self.setCurrentWidget(self._joint_scroll)

    def show_tree(self) -> None:
        """The trees themselves, or what a search keeps instead."""
        self.setCurrentWidget(self.forms)

    def show_page(self, page: Page) -> None:
        """A page of bands, fitted into the room."""
        self.page = page
        self.setCurrentWidget(self.scrolls[page])
        self.fit()

    def fit(self) -> None:
        """Fits the page of bands into the room."""
        self.page.fit(self.height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.fit()
