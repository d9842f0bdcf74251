"""Lecture mode: the whole screen, large text, and only the lesson, or the board and the trees,
without docks and bars; afterwards everything is as it was. A lecture may hide what its lessons say
until it is asked for.

The tour of the window: what it says about each region, and when it is offered.
"""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QEvent, QObject, QPoint, QRect, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QApplication, QWidget

from lab.ui.control.appearance import AppearanceControl
from lab.ui.parts import theme
from lab.ui.parts.spoken import announce
from lab.ui.parts.tips import WIDEST, Bubble
from lab.ui.shell.tour import Tour, TourStep
from lab.ui.shell.window import Window
from lab.ui.shell.workspaces import MATCH, WorkspacePage
from lab.words.settings import Settings

WORDS = "Lecture mode. Esc or {} leaves it."
HIDDEN = "Lessons hide their answers: Space or Page Down shows them."
SHOWN = "Lessons show their answers."


@dataclass(frozen=True)
class Regions:
    """The regions of the match, as they were before a lecture."""

    setup: bool  # whether Set-up was on show
    widths: list[int]  # as a person chose them


class LectureControl(QObject):
    """Turns lecture mode on and off."""

    def __init__(
        self, window: Window, appearance: AppearanceControl, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._window, self._appearance = window, appearance
        self.is_on = self.hides = False
        self._before = Qt.WindowState.WindowNoState  # what the window has to get back
        self._regions: Regions | None = None  # what the match has to get back
        self._is_bare = False  # whether the match is in lecture mode
        self._pages = list[WorkspacePage]()  # that are in lecture mode
        self._bubble = Bubble(window)
        window.workspace_changed.connect(self._follow)
        window.closing.connect(self.leave)

    def toggle(self) -> None:
        """On or off."""
        if self.is_on:
            self.leave()
        else:
            self._enter()

    def toggle_hiding(self) -> None:
        """Whether lessons hide their answers; without a lecture, one begins."""
        self.hides = not self.hides
        if not self.is_on:
            self._enter()
            return
        for page in self._pages:
            page.set_lecture(True, self.hides)
        self._say(HIDDEN if self.hides else SHOWN)

    def _enter(self) -> None:
        window, focus = self._window, QApplication.focusWidget()
        self.is_on = True
        self._before = window.windowState()
        if self._regions is None:
            self._regions = Regions(window.setup_shown, window.widths())
        self._bars(False)
        window.showFullScreen()
        self._follow()
        self._appearance.set_lecture(True)
        self._return_to(focus)
        app = QApplication.instance()
        if app is not None:
            app.installEventFilter(self)
        words = WORDS.format(window.key_text("lecture") or "the menu")
        self._say(f"{words} {HIDDEN}" if self.hides else words)

    def _say(self, words: str) -> None:
        window = self._window
        window.actions_.set("quiz", self.hides)
        room = window.screen().size()  # the window fills it in a moment
        left = (room.width() - theme.current().px(WIDEST)) // 2
        self._bubble.say(words, QPoint(max(0, left), room.height()))
        announce(window, words)

    def leave(self) -> None:
        """Everything as it was before the lecture."""
        if not self.is_on:
            return
        self.is_on = self.hides = False
        app = QApplication.instance()
        if app is not None:
            app.removeEventFilter(self)
        self._bubble.hide()
        focus = QApplication.focusWidget()
        self._appearance.set_lecture(False)
        for page in self._pages:
            page.set_lecture(False)
        self._pages.clear()
        self._window.setWindowState(self._before)
        self._follow()
        self._bars(True)
        self._return_to(focus)

    def _follow(self, _name: str = "") -> None:
        """What is on show takes part, or is as it was."""
        page = self._window.page
        if not self.is_on:
            self._restore()
        elif page is None:
            self._strip()
        elif page not in self._pages:
            self._pages.append(page)
            page.set_lecture(True, self.hides)

    def _strip(self) -> None:
        """The match without Set-up and timeline."""
        if not self._is_bare:
            self._is_bare = True
            if self._window.setup_shown:
                self._window.toggle_setup(False)
            self._window.centre.set_lecture(True)

    def _restore(self) -> None:
        """The match as it was; sizes are exact only once it is on show."""
        before, window = self._regions, self._window
        if before is None:
            return
        if self._is_bare and window.page is None:
            self._is_bare = False
            window.centre.set_lecture(False)
            if before.setup != window.setup_shown:
                window.toggle_setup(before.setup)
        window.set_widths(before.widths)
        if window.page is None:
            self._regions = None

    def _bars(self, on: bool) -> None:
        self._window.menuBar().setVisible(on)
        self._window.status.setVisible(on)
        self._window.actions_.set("lecture", not on)
        self._window.actions_.set("quiz", self.hides)

    def _return_to(self, focus: QWidget | None) -> None:
        """Gives the keys back to a part that is on show, else to what is taught."""
        page = self._window.page
        if focus is not None and focus.isVisible():
            focus.setFocus(Qt.FocusReason.OtherFocusReason)
        elif page is None:
            self._window.centre.board.setFocus(Qt.FocusReason.OtherFocusReason)
        else:
            page.take_focus()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Esc leaves, whatever has the keys, unless something is open that it closes first."""
        keys = (QEvent.Type.ShortcutOverride, QEvent.Type.KeyPress)
        if event.type() not in keys or not isinstance(event, QKeyEvent):
            return False
        opened = QApplication.activePopupWidget() or QApplication.activeModalWidget()
        if event.key() != Qt.Key.Key_Escape or opened is not None or not self._is_ours(watched):
            return False
        event.accept()
        if event.type() == QEvent.Type.KeyPress:
            self.leave()
        return True

    def _is_ours(self, watched: QObject) -> bool:
        return isinstance(watched, QWidget) and watched.window() is self._window


SETUP = (
    "Choose a game and who plays each seat: you, a search, or a program of yours. Sliders act at "
    "once, while the search runs."
)
BOARD = (
    "Space plays and pauses, the arrows go through the turns. Where you play a seat, choose "
    "your move by a click, or move the cursor with the arrows and press Enter."
)
TREES = (
    "What each search thinks: the actions it tries, how often, and what it expects. A click on an "
    "action shows it everywhere."
)
TIMELINE = (
    "The value of each seat, turn by turn. Drag to look at an earlier turn; Match, Play on from "
    "this turn continues from there, and Undo brings the later turns back."
)
HELP = (
    "All keys, every command by its name, and pages about algorithms. This tour is here, too. "
    "At the right end of this line are the other pages: Arena, Experiments, Lessons, "
    "Algorithms, Estimators."
)


class TourControl(QObject):
    """Makes the tour when it is first asked for; once ended, it is not offered again."""

    def __init__(self, window: Window, settings: Settings, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._window, self._settings = window, settings
        self.tour: Tour | None = None
        window.workspace_changed.connect(self._page_changed)

    def offer(self) -> None:
        """Begins the tour on the first start."""
        if self._settings.tour:
            self.begin()

    def begin(self) -> None:
        """Begins the tour."""
        self._window.show_workspace(MATCH)
        if self.tour is None:
            self.tour = Tour(self._steps(), self._window)
            self.tour.ended.connect(self._ended)
        self.tour.begin()

    def _page_changed(self, _name: str) -> None:
        """Ends the tour: its regions are not on another page."""
        if self.tour is not None:
            self.tour.end()

    def _ended(self) -> None:
        self._settings.tour = False
        if self._window.workspaces.name == MATCH:
            self._window.centre.board.setFocus()

    def _steps(self) -> list[TourStep]:
        window = self._window
        centre = window.centre
        return [
            TourStep("Set-up", SETUP, self._setup_place),
            TourStep("The match", BOARD, lambda: self._place(centre.board)),
            TourStep("Trees", TREES, lambda: self._place(window.side)),
            TourStep("Timeline", TIMELINE, lambda: self._place(centre.timeline)),
            TourStep("Help", HELP, self._help_place),
        ]

    def _setup_place(self) -> QRect:
        shown = self._window.setup_shown
        return self._place(self._window.setup if shown else self._window.centre.setup_button)

    def _help_place(self) -> QRect:
        bar = self._window.menuBar()
        return bar.actionGeometry(self._window.menus["Help"].menuAction()).translated(bar.pos())

    def _place(self, part: QWidget) -> QRect:
        return QRect(part.mapTo(self._window, QPoint(0, 0)), part.size())
