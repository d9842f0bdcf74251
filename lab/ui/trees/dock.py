"""The Trees dock: title line, agent tabs, messages, and the page of bands; it keeps what is shown
and redraws only what changed.

All bands show the thoughts that were set last, from the next `tick` on. Spoken text follows once a
second. Nothing is drawn while the dock is hidden.
"""

from __future__ import annotations

import math
import time
from collections.abc import Mapping, Sequence

from PySide6.QtCore import QSize, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QWidget

from lab.match.records import Thought
from lab.ui.parts import detail, theme
from lab.ui.parts.layout import column
from lab.ui.parts.marks import Marks, marks_of
from lab.ui.parts.painted import ColumnsView, Pair
from lab.ui.trees.bars import step_selection
from lab.ui.trees.joint import JointPage
from lab.ui.trees.pages import ColumnsPage, Page, WidePage
from lab.ui.trees.stack import Ahead, Contents, Notes, PageStack
from lab.ui.trees.title import BOTH, GRAPHS, MAP, OWN, TABLE, TREE, Heading, TitleRows, title_of
from lab.words.columns import Column, describe, searching

NARROW = 440  # pixels at 100 % below which columns become tabs
SPEECH_S = 1.0  # least time between two spoken texts


class TreesDock(QWidget):
    """Setters in, signals out. A Thought is one seat's search; with several, "own seat" shows each
    agent's own search.
    """

    selected = Signal(int, int)  # agent, action index
    clear_selection = Signal()
    hovered = Signal(int, int)  # agent, action index; -1, -1 for none
    whose_changed = Signal(object)  # "own" or a seat's number from 0
    view_changed = Signal(str)  # "graphs", "table", "both"
    agent_chosen = Signal(int)  # the agent shown alone, -1 for all
    frozen_changed = Signal(bool)
    fold_changed = Signal(str, bool)  # name of a band, open?
    help_wanted = Signal()  # the button of the empty state
    failure_answered = Signal(int)  # the number of a button of the error bar
    watched = Signal(int, int)  # the agents of the joint-action map
    explored = Signal(object)  # Wish: the part of the trees to show; None: none

    def __init__(self) -> None:
        super().__init__()
        self.setAccessibleName("Trees")
        self._marks, self._turn_word = marks_of((0, 1)), "turn"
        self._kinds: tuple[str, ...] = ()
        self._seats, self._live, self._note = 2, False, ""
        self._title = self._actions_title = self._hint_words = ""
        self._frozen = self._dirty = False
        self._selection: Pair | None = None
        self._hover: Pair | None = None
        self.contents, self._ahead, self._spoke_at = Contents(), Ahead(), -math.inf
        self._structure: tuple[object, ...] = ()
        self._build()
        theme.changed.connect(self._refresh)
        detail.changed.connect(self._refresh)

    def _build(self) -> None:
        self.head = TitleRows(self)
        self.head.freeze_picked.connect(self.set_frozen)
        self.head.whose_picked.connect(self._whose_picked)
        self.head.view_picked.connect(self._view_picked)
        self.head.tab_picked.connect(self._tab_picked)
        self.notes, self.pages = Notes(self), PageStack(self)
        self.notes.answered.connect(self.failure_answered)
        self.pages.empty.wanted.connect(self.help_wanted)
        self.pages.selected.connect(self.selected)
        self.pages.hovered.connect(self.hovered)
        self.pages.clear_selection.connect(self.clear_selection)
        self.pages.watched.connect(self.watched)
        self.pages.wished.connect(self.explored)
        self.pages.view_wanted.connect(self._view_picked)
        self.pages.agent_chosen.connect(self._choose_agent)
        self.pages.folded.connect(self._folded)
        column(self.head, self.notes, (self.pages, 1), of=self, gap=0)
        self.set_empty("No tree yet.")

    @property
    def columns_page(self) -> ColumnsPage:
        """Agents side by side."""
        return self.pages.columns

    @property
    def wide_page(self) -> WidePage:
        """One agent, or one common tree."""
        return self.pages.wide

    @property
    def joint_page(self) -> JointPage:
        """The joint-action map."""
        return self.pages.joint

    # -- setters -----------------------------------------------------------------------------------

    def set_game(
        self, marks: Marks, seats: int, kinds: Sequence[str] = (), turn_word: str = "turn"
    ) -> None:
        """A game's marks, seats, board marks per seat ("cross", "ring", "") and word for a turn.
        Forgets what was shown.
        """
        self._marks, self._seats = marks, seats
        self._kinds, self._turn_word = tuple(kinds), turn_word
        self._selection = self._hover = None
        self._frozen = False
        self.contents.forget()
        for page in self.pages.scrolls:
            page.forget()
        self.pages.forms.forget()
        self._refresh()

    def set_thought(self, thought: Thought | None, now_live: bool, note: str) -> None:
        """Shows one seat's search; `note` is the word in the title: "live", "turn 31, recorded"."""
        self.set_thoughts((thought,), now_live, note)

    def set_thoughts(
        self, thoughts: Sequence[Thought | None], now_live: bool, note: str, recorded: bool = False
    ) -> None:
        """Shows the searches of several seats: by default each agent's own, else those of the seat
        chosen at the top.

        Frozen graphs keep what they show, until the user goes to another turn (`recorded`).
        """
        if self._frozen and not recorded:
            return
        if self._frozen:
            self._frozen = False
            self.frozen_changed.emit(False)
        contents = self.contents
        if contents.shows(thoughts) and (now_live, note) == (self._live, self._note):
            return
        contents.thoughts = tuple(thoughts)
        self._live, self._note, self._dirty = now_live, note, True

    def prepare(self, thoughts: Sequence[Thought | None]) -> bool:
        """Draws newer thoughts out of sight, a part at each call; whether they may be set now."""
        cover = self._page().cover
        if self._dirty or self._frozen or self.view_mode() in (MAP, TREE) or not cover.is_wanted:
            cover.lift()
            return True
        if not self._ahead.is_of(thoughts):
            coming = self._ahead.begin(self.contents, thoughts)
            if coming is None:
                return True
            cover.begin(self._ahead.keep(self._view(coming)), self._page().painted())
        return cover.go_on()

    def set_words(self, title: str = "", hint: str = "", actions: str = "") -> None:
        """The title ("What UCT thinks"), a line below it, the name of the root actions ("Your moves
        (row column)"); "" for the defaults.
        """
        self._title, self._actions_title, self._hint_words = title, actions, hint
        self._dirty = True

    def set_selection(self, agent: int | None, action: int | None) -> None:
        """The selected pair; None deselects."""
        pair = None if agent is None or action is None or action < 0 else (agent, action)
        if pair != self._selection:
            self._selection = pair
            self._refresh()

    def set_hover(self, agent: int | None, action: int | None) -> None:
        """The previewed pair."""
        pair = None if agent is None or action is None or action < 0 else (agent, action)
        if pair != self._hover:
            self._hover = pair
            self._page().set_hover(pair)

    def set_whose(self, whose: object) -> None:
        """Whose search to show: "own" or a seat's number."""
        self.contents.whose = whose if isinstance(whose, int) else None
        self._refresh()

    def set_view(self, mode: str) -> None:
        """The mode "graphs", "table", "both" (one agent alone), "map" (joint actions) or "tree"."""
        self.contents.mode = mode if mode in (GRAPHS, TABLE, BOTH, MAP, TREE) else GRAPHS
        self.pages.forms.look(self.contents.mode == TREE)
        self._refresh()

    def set_agent(self, agent: int) -> None:
        """One agent alone, -1 for all."""
        self.contents.alone = agent
        self._refresh()

    def set_frozen(self, frozen: bool) -> None:
        """Stops the graphs, not the search."""
        if frozen != self._frozen:
            self._frozen = frozen
            self._refresh()
            self.frozen_changed.emit(frozen)

    def set_empty(self, why: str, help: str = "", button: str = "") -> None:
        """What to say while no search has a tree."""
        self.pages.empty.set_words(why, help, button)

    def set_failure(
        self, title: str = "", sentence: str = "", details: str = "", buttons: Sequence[str] = ()
    ) -> None:
        """An error inside this region; an empty title removes it."""
        self.notes.set_failure(title, sentence, details, buttons)

    def set_folds(self, folds: Mapping[str, bool]) -> None:
        """Opens and folds bands as the user left them, by their names."""
        for page in self.pages.scrolls:
            for name, is_open in folds.items():
                page.set_open(name, is_open)
        self.pages.fit()

    # -- reading -----------------------------------------------------------------------------------

    def view_mode(self) -> str:
        """The mode, as far as it suits what is shown."""
        return self.contents.mode_for(self._is_narrow())

    def whose(self) -> object:
        """Whose search is shown: "own" or a seat's number."""
        return OWN if self.contents.whose is None else self.contents.whose

    def selection_words(self) -> str:
        """The selected action's numbers for the status bar; "" without one."""
        if self._selection is None:
            return ""
        agent, action = self._selection
        found = self.contents.column_with(agent, action)
        return describe(found, action) if found else ""

    def is_frozen(self) -> bool:
        """Whether the graphs are frozen."""
        return self._frozen

    def step_selection(self, step: int) -> None:
        """Asks for the action below (1) or above (-1)."""
        pair = step_selection(self._page().view, step)
        if pair is not None:
            self.selected.emit(*pair)

    # -- time --------------------------------------------------------------------------------------

    def tick(self, now: float | None = None) -> None:
        """Draws what is due; `now` in seconds, for tests."""
        if not self.isVisible():
            return
        if self._dirty:
            self._dirty = False
            self._follow()
        now = time.monotonic() if now is None else now
        if now - self._spoke_at >= SPEECH_S:
            self._spoke_at = now
            self._page().speak()

    def _refresh(self) -> None:
        """Redraws everything at once, after an action of the user."""
        self._dirty = False
        self._rebuild()
        self._page().redraw()

    def _follow(self) -> None:
        """Shows newer numbers in all bands, which stay where they are unless the arrangement
        changes.
        """
        before = self._structure
        self._take()
        if self._structure != before or not self.contents.columns:
            self._refresh()
            return
        self._show_title()
        if self.view_mode() in (MAP, TREE):
            self._show_whole()
        else:
            self._page().follow(self._ahead.same(self._view(self.contents)))

    def _take(self) -> None:
        """Columns from the newest thoughts, and what the arrangement depends on."""
        self._ahead.take(self.contents)
        words = (self._title, self._hint_words, self._actions_title)
        self._structure = (self.contents.structure, self._frozen, words)

    # -- showing -----------------------------------------------------------------------------------

    def _page(self) -> Page:
        return self.wide_page if len(self._shown()) == 1 else self.columns_page

    def _shown(self) -> tuple[Column, ...]:
        """The columns on screen."""
        return self.contents.shown(self._is_narrow())

    def _is_narrow(self) -> bool:
        return self.width() < NARROW * theme.current().scale

    def _rebuild(self) -> None:
        self._take()
        shown = self._shown()
        self._show_title()
        self.notes.show_full(shown)
        if not shown:
            self.pages.show_empty()
        elif self.view_mode() in (MAP, TREE):
            self._show_whole()
        else:
            page = self._page()
            page.set_mode(self.view_mode())
            page.set_view(self._view(self.contents))
            page.set_actions_title(self._actions_title)
            self.pages.show_page(page)

    def _show_whole(self) -> None:
        """The map or the trees: a page without bands."""
        if self.view_mode() == MAP:
            self.pages.show_joint()
            self.joint_page.set_thought(self.contents.mapped, self._marks, self._selection)
        else:
            self.pages.show_tree()
            self.pages.forms.set_columns(self._shown(), self._marks, self._turn_word, self._kinds)

    def _view(self, contents: Contents) -> ColumnsView:
        base = ColumnsView(
            marks=self._marks,
            kinds=self._kinds,
            selection=self._selection,
            hover=self._hover,
            turn_word=self._turn_word,
        )
        return base.of(contents.shown(self._is_narrow()), contents.is_common)

    def _show_title(self) -> None:
        contents = self.contents
        columns, common = contents.columns, contents.is_common
        usual = title_of(columns, common)
        heading = Heading(
            title=self._title or usual,
            note=contents.frozen_words(self._turn_word) if self._frozen else self._note,
            live=self._live,
            frozen=self._frozen,
            columns=columns,
            shown=self._shown(),
            common=common,
            narrow=self._is_narrow(),
            mode=self.view_mode(),
            whose=contents.whose,
            searching=searching(contents.thoughts),
            seats=self._seats,
            group=contents.group,
            marks=self._marks,
        )
        self.head.show_heading(heading)
        self.notes.set_hint(self._hint_words)

    # -- what the user did -------------------------------------------------------------------------

    def _whose_picked(self, whose: object) -> None:
        self.set_whose(whose)
        self.whose_changed.emit(whose)

    def _view_picked(self, mode: object) -> None:
        self.set_view(str(mode))
        self.view_changed.emit(self.contents.mode)

    def _tab_picked(self, value: object) -> None:
        if isinstance(value, tuple):
            self.contents.group = int(value[1])
            self._refresh()
        elif isinstance(value, int):
            self._choose_agent(value)

    def _choose_agent(self, agent: int) -> None:
        self.set_agent(agent)
        self.agent_chosen.emit(agent)

    def _folded(self, name: str, is_open: bool) -> None:
        self.pages.fit()
        self._page().redraw()
        self.fold_changed.emit(name, is_open)

    # -- size --------------------------------------------------------------------------------------

    def resizeEvent(self, event: QResizeEvent) -> None:
        if event.oldSize().width() != event.size().width():
            self._rebuild()

    minimumSizeHint = theme.sized(320, 240)

    def sizeHint(self) -> QSize:
        return QSize(theme.current().px(564), 760)
