"""The Trees dock: title line, agent tabs, messages, and the page of bands; it keeps what is shown
and redraws only what changed.

The controller sets thoughts as often as it likes and calls `tick` from its timer: bars follow at
30 Hz, plots at 10 Hz, spoken text once a second. Nothing is drawn while the dock is hidden.
"""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import replace

from PySide6.QtCore import QEvent, QObject, QSize, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QStackedWidget, QVBoxLayout, QWidget

from lab.match.records import Thought
from lab.ui.parts import theme
from lab.ui.parts.marks import Marks, marks_of
from lab.ui.parts.messages import Empty
from lab.ui.parts.painted import ColumnsView, Pair
from lab.ui.parts.scroll import SlimScroll
from lab.ui.trees.bars import step_selection
from lab.ui.trees.compare import paired, verdict
from lab.ui.trees.joint import JointPage
from lab.ui.trees.notes import Notes
from lab.ui.trees.pace import BARS, PLOTS, SPEECH, RedrawPace
from lab.ui.trees.pages import ColumnsPage, Page, WidePage
from lab.ui.trees.title import BOTH, GRAPHS, MAP, OWN, TABLE, Heading, TitleRows
from lab.words import numerals
from lab.words.columns import Column, columns_of, describe, iteration_word, searching, shown_of

NARROW = 440  # pixels at 100 % below which columns become tabs


class TreesDock(QWidget):
    """Setters in, signals out. A Thought is one seat's search; with several, "own seat" shows each
    agent's own search.
    """

    selected = Signal(int, int)  # agent, action index
    let_go = Signal()
    hovered = Signal(int, int)  # agent, action index; -1, -1 for none
    whose_changed = Signal(object)  # "own" or a seat's number from 0
    view_changed = Signal(str)  # "graphs", "table", "both"
    agent_chosen = Signal(int)  # the agent shown alone, -1 for all
    frozen_changed = Signal(bool)
    fold_changed = Signal(str, bool)  # name of a band, open?
    help_wanted = Signal()  # the button of the empty state
    failure_answered = Signal(int)  # the number of a button of the error bar
    watched = Signal(int, int)  # the agents of the joint-action map

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName("Trees")
        self._thoughts: tuple[Thought | None, ...] = ()
        self._compared: tuple[Thought | None, Thought | None, tuple[str, str]] | None = None
        self._marks, self._turn_word = marks_of((0, 1)), "turn"
        self._kinds: tuple[str, ...] = ()
        self._seats, self._live, self._note = 2, False, ""
        self._title = self._actions_title = self._hint_words = ""
        self._whose: int | None = None
        self._alone, self._group, self._mode = -1, 0, GRAPHS
        self._frozen = self._dirty = self._plots_dirty = False
        self._selection: Pair | None = None
        self._hover: Pair | None = None
        self._pace = RedrawPace()
        self._columns: tuple[Column, ...] = ()
        self._structure: tuple[object, ...] = ()
        self._build()
        theme.changed.connect(self._restyled)

    # -- building ----------------------------------------------------------------------------------

    def _build(self) -> None:
        self.head = TitleRows(self)
        self.head.freeze_picked.connect(self.set_frozen)
        self.head.whose_picked.connect(self._whose_picked)
        self.head.view_picked.connect(self._view_picked)
        self.head.tab_picked.connect(self._tab_picked)
        self.notes, self._empty = Notes(self), Empty(self)
        self.notes.answered.connect(self.failure_answered)
        self._empty.wanted.connect(self.help_wanted)
        self.columns_page, self.wide_page = ColumnsPage(self), WidePage(self)
        self._stack = QStackedWidget(self)
        self._scrolls: dict[Page, SlimScroll] = {
            page: self._scroll(page) for page in (self.columns_page, self.wide_page)
        }
        self._stack.addWidget(self._empty)
        self.joint_page = JointPage(self)
        self._joint_scroll = SlimScroll(self.joint_page, self)
        self._stack.addWidget(self._joint_scroll)
        for signal, out in (
            (self.joint_page.selected, self.selected),
            (self.joint_page.hovered, self.hovered),
        ):
            signal.connect(out)
        self.joint_page.watched.connect(self.watched)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self.head)
        layout.addWidget(self.notes)
        layout.addWidget(self._stack, 1)
        self.set_empty("No tree yet.")
        self._stack.installEventFilter(self)

    def _scroll(self, page: Page) -> SlimScroll:
        area = SlimScroll(page, self)
        self._stack.addWidget(area)
        page.selected.connect(self.selected)
        page.let_go.connect(self.let_go)
        page.hovered.connect(self.hovered)
        page.agent_chosen.connect(self._choose_agent)
        page.folded.connect(self._folded)
        return area

    # -- setters -----------------------------------------------------------------------------------

    def set_game(
        self, marks: Marks, seats: int, kinds: Sequence[str] = (), turn_word: str = "turn"
    ) -> None:
        """A game's marks, seats, board marks per seat ("cross", "ring", "") and word for a turn.
        Forgets what was shown.
        """
        self._marks = marks
        self._seats = seats
        self._kinds = tuple(kinds)
        self._turn_word = turn_word
        self._selection = self._hover = None
        self._alone, self._group, self._whose = -1, 0, None
        self._thoughts, self._compared, self._frozen = (), None, False
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
        same = len(thoughts) == len(self._thoughts) and all(
            a is b for a, b in zip(thoughts, self._thoughts, strict=True)
        )
        if same and self._compared is None and (now_live, note) == (self._live, self._note):
            return
        self._thoughts = tuple(thoughts)
        self._compared = None
        self._live = now_live
        self._note = note
        self._dirty = True

    def set_comparison(
        self,
        first: Thought | None,
        second: Thought | None,
        names: tuple[str, str],
        now_live: bool,
        note: str,
    ) -> None:
        """Shows two settings that search the same position, side by side; `names` say what differs
        ("c 0.3", "c 0.5").
        """
        if not self._frozen:
            self._compared, self._live, self._note = (first, second, names), now_live, note
            self._dirty = True

    def set_words(self, title: str = "", hint: str = "", actions: str = "") -> None:
        """The title ("What UCT thinks"), a line below it, the name of the root actions ("Your moves
        (row column)"); "" for the defaults.
        """
        self._title, self._actions_title = title, actions
        self._hint_words = hint
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
            self._page().set_bars(replace(self._page().view, hover=pair))

    def set_whose(self, whose: object) -> None:
        """Whose search to show: "own" or a seat's number."""
        self._whose = whose if isinstance(whose, int) else None
        self._refresh()

    def set_view(self, mode: str) -> None:
        """The mode "graphs", "table", "both" (one agent alone) or "map" (joint actions)."""
        self._mode = mode if mode in (GRAPHS, TABLE, BOTH, MAP) else GRAPHS
        self._refresh()

    def set_agent(self, agent: int) -> None:
        """One agent alone, -1 for all."""
        self._alone = agent
        self._refresh()

    def set_frozen(self, frozen: bool) -> None:
        """Stops the graphs, not the search."""
        if frozen != self._frozen:
            self._frozen = frozen
            self._refresh()
            self.frozen_changed.emit(frozen)

    def set_empty(self, why: str, help: str = "", button: str = "") -> None:
        """What to say while no search has a tree."""
        self._empty.set_words(why, help, button)

    def set_failure(
        self, title: str = "", sentence: str = "", details: str = "", buttons: Sequence[str] = ()
    ) -> None:
        """An error inside this region; an empty title removes it."""
        self.notes.set_failure(title, sentence, details, buttons)

    def set_folds(self, folds: Mapping[str, bool]) -> None:
        """Opens and folds bands as the user left them, by their names."""
        for page in self._scrolls:
            for name, is_open in folds.items():
                page.set_open(name, is_open)
        self._fit()

    # -- reading -----------------------------------------------------------------------------------

    def view_mode(self) -> str:
        """The mode "graphs", "table", "both" or "map", as far as it suits what is shown."""
        fits = {BOTH: len(self._shown()) == 1, MAP: self._mapped() is not None}
        return self._mode if fits.get(self._mode, True) else GRAPHS

    def whose(self) -> object:
        """Whose search is shown: "own" or a seat's number."""
        return OWN if self._whose is None else self._whose

    def selection_words(self) -> str:
        """The selected action's numbers for the status bar; "" without one."""
        if self._selection is None:
            return ""
        agent, action = self._selection
        found = next(
            (c for c in self._columns if c.number == agent and action < len(c.agent.labels)), None
        )
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
        now = time.monotonic() if now is None else now
        if not self.isVisible():
            return
        if self._dirty and self._pace.due(BARS, now):
            self._dirty = False
            self._follow()
        if self._plots_dirty and self._pace.due(PLOTS, now):
            self._plots_dirty = False
            self._pace.start(self._page().jobs())
        self._pace.work()
        if self._pace.due(SPEECH, now):
            self._page().speak()

    def _refresh(self) -> None:
        """Redraws everything at once, after an action of the user."""
        self._dirty = self._plots_dirty = False
        self._pace.drop()
        self._rebuild()
        self._page().redraw()

    def _follow(self) -> None:
        """Shows newer numbers: only the bars, if columns and words are unchanged; plots and
        texts follow in small parts.
        """
        before = self._structure
        self._take()
        if self._structure != before or not self._columns:
            self._refresh()
            return
        if self.view_mode() == MAP:
            self._show_map()
            return
        self._page().set_bars(self._view())
        self._plots_dirty = True

    def _take(self) -> None:
        """Columns from the newest thoughts, and what the arrangement depends on."""
        self._columns = (
            paired(*self._compared)
            if self._compared is not None
            else columns_of(self._thoughts, self._whose)
        )
        parts = tuple(
            (c.number, c.caption, c.agent.labels, c.thought.algorithm, c.thought.snapshot.full)
            for c in self._columns
        )
        verdicts = verdict(self._columns) if self._compared is not None else ""
        self._structure = (
            parts,
            self._note,
            self._live,
            self._frozen,
            self._title,
            self._hint_words,
            self._actions_title,
            verdicts,
        )

    # -- showing -----------------------------------------------------------------------------------

    def _page(self) -> Page:
        return self.wide_page if len(self._shown()) == 1 else self.columns_page

    def _shown(self) -> tuple[Column, ...]:
        """The columns on screen: one agent, a group of four, or the only ones."""
        columns = self._columns
        narrow = (
            self._alone < 0 and self._is_narrow() and len(columns) > 2 and self._compared is None
        )
        return shown_of(columns, columns[0].number if narrow else self._alone, self._group)

    def _is_common(self) -> bool:
        """Whether one tree serves all agents."""
        return len(self._columns) == 1 and len(self._columns[0].thought.agents) == 1

    def _is_narrow(self) -> bool:
        return self.width() < NARROW * theme.current().scale

    def _rebuild(self) -> None:
        self._take()
        shown = self._shown()
        self._show_title()
        self.notes.show_full(shown)
        if not shown:
            self._stack.setCurrentWidget(self._empty)
            return
        page = self._page()
        if self.view_mode() == MAP:
            self._show_map()
            self._stack.setCurrentWidget(self._joint_scroll)
            return
        page.set_mode(self.view_mode())
        page.set_view(self._view())
        page.bands[0].set_title(self._actions_title or "Root actions")
        self._stack.setCurrentWidget(self._scrolls[page])
        self._fit()
        self._plots_dirty = True

    def _mapped(self) -> Thought | None:
        """The first search on show that keeps a joint-action map."""
        return (
            None
            if self._compared
            else next(
                (c.thought for c in self._columns if c.thought.snapshot.joint is not None), None
            )
        )

    def _show_map(self) -> None:
        self.joint_page.set_thought(self._mapped(), self._marks, self._selection)

    def _view(self) -> ColumnsView:
        base = ColumnsView(
            marks=self._marks,
            kinds=self._kinds,
            selection=self._selection,
            hover=self._hover,
            turn_word=self._turn_word,
        )
        return base.of(self._shown(), self._is_common())

    def _show_title(self) -> None:
        columns, common = self._columns, self._is_common()
        usual = f"What {columns[0].thought.algorithm} thinks" if common else "Trees"
        iteration = columns[0].thought.snapshot.iterations if columns else 0
        heading = Heading(
            title=self._title or usual,
            note=f"frozen at {iteration_word(columns)} {numerals.count(iteration)}"
            if self._frozen
            else self._note,
            live=self._live,
            frozen=self._frozen,
            columns=columns,
            shown=self._shown(),
            common=common,
            comparing=self._compared is not None,
            narrow=self._is_narrow(),
            mode=self.view_mode(),
            whose=self._whose,
            searching=searching(self._thoughts),
            seats=self._seats,
            group=self._group,
            marks=self._marks,
        )
        self.head.show_heading(heading)
        self.notes.set_hint(self._hint_words if self._compared is None else verdict(columns))

    # -- what the user did -------------------------------------------------------------------------

    def _whose_picked(self, whose: object) -> None:
        self.set_whose(whose)
        self.whose_changed.emit(whose)

    def _view_picked(self, mode: object) -> None:
        self.set_view(str(mode))
        self.view_changed.emit(self._mode)

    def _tab_picked(self, value: object) -> None:
        if isinstance(value, tuple):
            self._group = int(value[1])
            self._refresh()
        elif isinstance(value, int):
            self._choose_agent(value)

    def _choose_agent(self, agent: int) -> None:
        self.set_agent(agent)
        self.agent_chosen.emit(agent)

    def _folded(self, name: str, is_open: bool) -> None:
        self._fit()
        self._page().redraw()
        self.fold_changed.emit(name, is_open)

    # -- size and theme ----------------------------------------------------------------------------

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if watched is self._stack and event.type() == QEvent.Type.Resize:
            self._fit()
        return super().eventFilter(watched, event)

    def _fit(self) -> None:
        page = self._page()
        page.fit(self._stack.height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        if event.oldSize().width() != event.size().width():
            self._rebuild()

    def _restyled(self) -> None:
        self._rebuild()
        self._plots_dirty = True

    def minimumSizeHint(self) -> QSize:
        return QSize(theme.current().px(320), theme.current().px(240))

    def sizeHint(self) -> QSize:
        return QSize(theme.current().px(564), 760)
