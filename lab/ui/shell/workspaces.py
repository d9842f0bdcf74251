"""The workspaces of the window: the match, and other pages, built when they are first
shown.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QAction, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import (
    QComboBox,
    QFrame,
    QPushButton,
    QScrollArea,
    QSizePolicy,
    QStackedWidget,
    QWidget,
)

from lab.ui.parts import theme
from lab.ui.parts.choices import Choices
from lab.ui.parts.combos import Combo, Entry
from lab.ui.parts.guard import guarded
from lab.ui.parts.layout import row
from lab.ui.parts.segments import Choice, Tabs

MATCH, WATCH = "match", "watch"  # the page, and the command of its first view
ARENA = "arena"
EXPERIMENTS = "experiments"
LESSONS = "lessons"
ALGORITHMS = "algorithms"
ESTIMATORS = "estimators"
COMPARE = "compare"
MAPS = "maps"
REVIEW = "review"
TUNER = "tuner"
NETWORK = "network"
TREE, EXPLORE = "tree", "explore"  # views within the match and within the experiments
LEARN = "learn"
RULES, GLOSSARY, GUIDE = "rules", "glossary", "guide"  # views of one page of Learn
GAP, HIGH = 4, 40  # pixels at 100 %: in the corner, of the first row


@dataclass(frozen=True)
class PageViews:
    """One of the pages that are always in sight, and its views: command -> title. The first one is
    shown before another was chosen.
    """

    name: str
    title: str
    tip: str
    views: Mapping[str, str]


PAGES = (
    PageViews(
        MATCH,
        "Match",
        "A match and what its searches think",
        {MATCH: "Watch", TREE: "Tree", COMPARE: "Compare", REVIEW: "Review", MAPS: "Maps"},
    ),
    PageViews(ARENA, "Arena", "Pools of bots that play for ratings", {ARENA: "Arena"}),
    PageViews(
        EXPERIMENTS,
        "Experiments",
        "Questions that games answer",
        {EXPERIMENTS: "Questions", EXPLORE: "Sweep", TUNER: "Tuner", NETWORK: "Network"},
    ),
    PageViews(
        LEARN,
        "Learn",
        "Searches step by step, their algorithms, rules of games, and words",
        {
            **{LESSONS: "Lessons", ALGORITHMS: "Algorithms", ESTIMATORS: "Estimators"},
            **{RULES: "Rules", GLOSSARY: "Words", GUIDE: "Guide"},
        },
    ),
)
PAGE_OF = {view: page for page in PAGES for view in page.views}


class WorkspacePage(QWidget):
    """A page other than the match. It draws only while it is visible; the words it gives here
    appear in the status bar.
    """

    views_changed = Signal()  # of its own, or which of them is on show
    own_keys: tuple[
        str, ...
    ] = ()  # commands that rest here: the page has another use for their keys

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAutoFillBackground(True)

    choices: tuple[Choices, ...] = ()  # what Simple leaves to the menu Show

    @property
    def view_name(self) -> str:
        """Which of the views of its page it shows, "" where it is one itself."""
        return ""

    @property
    def own_views(self) -> tuple[Choice, ...]:
        """Views within it, which the window offers after those of its page."""
        return ()

    @property
    def own_view(self) -> str:
        """The one of them on show."""
        return ""

    @property
    def own_actions(self) -> tuple[QAction, ...]:
        """What only it can do, for the row of views."""
        return ()

    def give_way(self) -> None:
        """Another view is wanted: a page that stands over the match leaves."""

    def choose_view(self, name: str) -> None:
        """The user wants another one of them."""

    def state_words(self) -> str:
        """What is running, in words; "" for nothing."""
        return ""

    def command_line(self) -> str:
        """The command line of what is on the page; "" where there is none."""
        return ""

    def set_lecture(self, on: bool, hides: bool = False) -> None:
        """Whether only what is taught is shown, without docks; `hides` answers until asked."""

    def take_focus(self) -> None:
        """Gives the focus to what is taught."""
        self.setFocus(Qt.FocusReason.OtherFocusReason)

    def end(self) -> None:
        """The window closes: stops whatever the page is running, and waits for it."""


class Room(QScrollArea):
    """What a page has of the window: it scrolls sideways where its text is too large for that, and
    is never higher than its room, where its foot would be out of sight.
    """

    def __init__(self, page: QWidget) -> None:
        super().__init__()
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setWidgetResizable(True)
        theme.wear(self)
        self.setWidget(page)
        self._page = page

    def resizeEvent(self, event: QResizeEvent) -> None:
        self._page.setMaximumHeight(max(1, self.viewport().height()))
        super().resizeEvent(event)


class Workspaces(QStackedWidget):
    """One widget for each workspace shown so far; `changed` carries the name of the one on show,
    `views_changed` says that it has other views.
    """

    changed = Signal(str)
    views_changed = Signal()

    def __init__(self, match: QWidget) -> None:
        super().__init__()
        self._known: dict[str, Callable[[], QWidget]] = {MATCH: lambda: match}
        self._made: dict[str, QWidget] = {MATCH: match}
        self.name, self._match = MATCH, match
        theme.wear(match)
        self.addWidget(match)

    def add(self, name: str, make: Callable[[], QWidget]) -> None:
        """Adds a workspace."""
        self._known[name] = make

    def cover(self, page: WorkspacePage | None) -> None:
        """Puts a page in place of the match, or the match back; the switch keeps its name."""
        wanted = self._match if page is None else page
        if self._made[MATCH] is wanted:
            return
        self._made[MATCH] = wanted
        if self.name == MATCH:
            self._bring(wanted)
        self.changed.emit(self.name)

    def views(self, page: PageViews) -> tuple[Choice, ...]:
        """The views of a page that there are."""
        within = {TREE: MATCH, EXPLORE: EXPERIMENTS, GLOSSARY: RULES, GUIDE: RULES}
        return tuple(
            Choice(name, title)
            for name, title in page.views.items()
            if within.get(name, name) in self._known
        )

    @property
    def pages(self) -> tuple[Choice, ...]:
        """The pages that there are."""
        return tuple(Choice(page.name, page.title, page.tip) for page in PAGES if self.views(page))

    @property
    def title(self) -> str:
        """The title of the workspace on show."""
        name = (self.page.view_name if self.page is not None else "") or self.name
        page = PAGE_OF[name]
        return page.title if name == page.name else page.views[name]

    def show_one(self, name: str) -> QWidget:
        """Shows a workspace, building it if necessary, and returns its widget."""
        if name not in self._made:
            self._made[name] = self._known[name]()
        if name != self.name:
            self.name = name
            self._bring(self._made[name])
            self.changed.emit(name)
        return self._made[name]

    def _bring(self, page: QWidget) -> None:
        """Puts a page on show, in a room of its own."""
        room = next((r for r in self.findChildren(Room) if r.widget() is page), None)
        if room is None and page is not self._match:
            room = Room(page)
            self.addWidget(room)
            if isinstance(page, WorkspacePage):
                page.views_changed.connect(self.views_changed)
        self.setCurrentWidget(room or page)
        lay_out(page)

    @property
    def page(self) -> WorkspacePage | None:
        """The page on show; None while that is the match."""
        found = self._made[self.name]
        return found if isinstance(found, WorkspacePage) else None

    def end(self) -> None:
        """The window closes."""
        for page in self._made.values():
            if isinstance(page, WorkspacePage):
                page.end()


def lay_out(page: QWidget) -> None:
    """Lays a page out from the inside: sizes that changed while it was hidden had no effect on the
    layouts around them.
    """
    for part in (*reversed(page.findChildren(QWidget)), page):
        part.updateGeometry()
        layout = part.layout()
        if layout is not None:
            layout.invalidate()
            layout.activate()


class Corner(QWidget):
    """What the menus leave of the first row: the pages in its middle, as a list where they do not
    fit, and the search for commands at its end.
    """

    chosen = Signal(str)

    def __init__(self, find: QPushButton, parent: QWidget) -> None:
        super().__init__(parent)
        self.switch, self.list = Tabs("Page", (), parent=self), Combo("Page", self)
        self.list.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.list.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
        self.switch.chosen.connect(lambda name: self.chosen.emit(str(name)))
        self.list.picked.connect(self.chosen)
        for part in (self.switch, self.list):
            part.hide()
        self._row = row(self.switch, self.list, 1, find, of=self, gap=GAP)
        self._find, self._room = find, 0

    def set_choices(self, choices: tuple[Choice, ...], name: str) -> None:
        """The pages to choose from, and the one on show."""
        self.switch.set_choices(choices)
        self.switch.set_value(name)
        self.list.set_entries([Entry(str(each.value), each.text) for each in choices])
        self.list.choose(str(self.switch.value()))

    def set_room(self, room: int, width: int) -> None:
        """How many pixels the menus leave of the window's width: the pages stand in its middle, or
        as near as there is room.
        """
        several = len(self.switch.texts()) > 1
        needs = self.switch.sizeHint().width() + 4 * GAP
        finds = needs + self._find.sizeHint().width() <= room
        self._find.setVisible(finds)
        fits = needs <= room
        most = room - needs - (self._find.sizeHint().width() if finds else 0)
        left = max(GAP, min(most, room - (width + needs) // 2))
        self._row.setContentsMargins(left if fits else GAP, 3, GAP, 3)
        self.switch.setVisible(several and fits)
        self.list.setVisible(several and not fits)
        self._room = max(0, room)
        self.updateGeometry()

    def sizeHint(self) -> QSize:
        return QSize(self._room, theme.current().px(HIGH))

    minimumSizeHint = sizeHint

    @guarded
    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            painter.fillRect(self.rect(), theme.current().colour("chrome"))
