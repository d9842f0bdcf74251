"""The tour of the window: what it says about each region, and when it is offered."""

from __future__ import annotations

from PySide6.QtCore import QObject, QPoint, QRect
from PySide6.QtWidgets import QWidget

from lab.ui.shell.tour import Tour, TourStep
from lab.ui.shell.window import Window
from lab.ui.shell.workspaces import MATCH
from lab.words.settings import Settings

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
