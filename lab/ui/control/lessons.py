"""The page of lessons in the window, and the way to it from a match of the game."""

from __future__ import annotations

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QPushButton, QVBoxLayout, QWidget

from engines.textbook import Options
from lab.ui.control.setup import SetupControl
from lab.ui.lessons.choice import ALPHABETA
from lab.ui.lessons.page import LessonsPage
from lab.ui.shell.window import Window
from lab.ui.shell.workspaces import LESSONS

GAME = "textbook"
TIP = "A search of a small position, one step at a time"


class LessonsControl(QObject):
    """Makes the page when it is first shown; gives it the match's tree on request."""

    def __init__(
        self, window: Window, seating: SetupControl, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._window, self._seating = window, seating
        window.add_workspace(LESSONS, "Lessons", LessonsPage, TIP)
        self._box, self.button = QWidget(), QPushButton("Step through this tree")
        self.button.setToolTip(
            f"<div><b>Step through this tree</b></div><div>{TIP}, with its reasons.</div>"
        )
        self.button.clicked.connect(self.step_through)
        row = QVBoxLayout(self._box)
        row.setContentsMargins(12, 8, 12, 8)
        row.addWidget(self.button)
        window.setup.add_below(self._box)
        self.show_for(seating.game.name)
        window.workspace_changed.connect(self._page_changed)

    def show_for(self, game: str) -> None:
        """Offers the page while this game is on the board, if it is the game of trees."""
        self._box.setVisible(game == GAME)

    def _page_changed(self, name: str) -> None:
        """The key of Compare belongs to the lesson on show: its next cut or surprise."""
        self._window.actions_.enable("compare", name != LESSONS)

    def step_through(self) -> None:
        """Opens the page with the tree on the board."""
        page = self._window.show_workspace(LESSONS)
        options = self._seating.setup.options
        if isinstance(page, LessonsPage) and isinstance(options, Options):
            page.choose(ALPHABETA)
            page.alphabeta.show_tree(options.tree, options.values)
