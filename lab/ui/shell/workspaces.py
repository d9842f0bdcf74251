"""The workspaces of the window: the match, and other pages, built when they are first
shown.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent
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
from lab.ui.parts.combos import Combo, Entry
from lab.ui.parts.guard import guarded
from lab.ui.parts.layout import row
from lab.ui.parts.segments import Choice, Tabs

MATCH = "match"
ARENA = "arena"
EXPERIMENTS = "experiments"
LESSONS = "lessons"
ALGORITHMS = "algorithms"
ESTIMATORS = "estimators"
COMPARE = "compare"
MAPS = "maps"
REVIEW = "review"
TUNER = "tuner"
GAP = 4  # pixels in the corner
WITHIN = {TUNER: EXPERIMENTS}  # the segment of a page that has none of its own
OF_THE_MATCH = (COMPARE, MAPS, REVIEW)  # about it, without a segment in the switch


class WorkspacePage(QWidget):
    """A page other than the match. It draws only while it is visible; the words it gives here
    appear in the status bar.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAutoFillBackground(True)

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


@dataclass(frozen=True)
class _Workspace:
    """A workspace's title, tooltip and maker."""

    title: str
    tip: str
    make: Callable[[], QWidget]
    listed: bool = True  # whether the switch has a segment for it


class Room(QScrollArea):
    """What a page has of the window: it scrolls sideways where its text is too large for that."""

    def __init__(self, page: QWidget) -> None:
        super().__init__()
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setWidgetResizable(True)
        self.setWidget(page)


class Workspaces(QStackedWidget):
    """One widget for each workspace shown so far; `changed` carries the name of the one on
    show.
    """

    changed = Signal(str)

    def __init__(self, match: QWidget, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._known: dict[str, _Workspace] = {
            MATCH: _Workspace("Match", "The match and what its searches think", lambda: match)
        }
        self._made: dict[str, QWidget] = {MATCH: match}
        self.name, self._match = MATCH, match
        self.addWidget(match)

    def add(
        self,
        name: str,
        title: str,
        make: Callable[[], QWidget],
        tip: str = "",
        listed: bool = True,
    ) -> None:
        """Adds a workspace at the end of the switch; one that is not `listed` belongs to the
        match.
        """
        self._known[name] = _Workspace(title, tip, make, listed)

    def cover(self, page: WorkspacePage | None) -> None:
        """Puts a page in place of the match, or the match back; the switch keeps its name."""
        wanted = self._match if page is None else page
        if self._made[MATCH] is wanted:
            return
        self._made[MATCH] = wanted
        if self.name == MATCH:
            self._bring(wanted)
        self.changed.emit(self.name)

    @property
    def choices(self) -> tuple[Choice, ...]:
        """The segments of the switch."""
        return tuple(
            Choice(name, each.title, "\n".join(t for t in (each.title, each.tip) if t))
            for name, each in self._known.items()
            if each.listed
        )

    @property
    def title(self) -> str:
        """The title of the workspace on show."""
        return self._known[self.name].title

    def show_one(self, name: str) -> QWidget:
        """Shows a workspace, building it if necessary, and returns its widget."""
        if name not in self._made:
            self._made[name] = self._known[name].make()
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
    """The right end of the menu bar: the switch, shown once there are two workspaces, as a list
    where the menus need the room; and the button for the keys.
    """

    chosen = Signal(str)

    def __init__(self, keys: QPushButton, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.switch, self.list = Tabs("Workspace", (), parent=self), Combo("Workspace", self)
        self.list.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.list.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
        self.switch.chosen.connect(lambda name: self.chosen.emit(str(name)))
        self.list.picked.connect(self.chosen)
        for part in (self.switch, self.list):
            part.hide()
        row(self.switch, self.list, keys, of=self, margins=(0, 3, 0, 3), gap=GAP)
        self._keys, self._room = keys, 0

    def set_choices(self, choices: tuple[Choice, ...], name: str) -> None:
        """The workspaces to choose from, and the one on show."""
        self.switch.set_choices(choices)
        self.switch.set_value(name)
        self.list.set_entries([Entry(str(each.value), each.text) for each in choices])
        self.list.choose(str(self.switch.value()))
        self.set_room(self._room)

    def set_room(self, room: int) -> None:
        """How many pixels the menus leave."""
        self._room, several = room, len(self.switch.texts()) > 1
        fits = self.switch.sizeHint().width() + self._keys.width() + GAP <= room
        self.switch.setVisible(several and fits)
        self.list.setVisible(several and not fits)

    @guarded
    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            painter.fillRect(self.rect(), theme.current().colour("chrome"))
