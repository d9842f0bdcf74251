"""A game that is watched on the board: whose it is, and the way back to the page with its list."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from PySide6.QtCore import QObject

from lab.ui.control.moment import Moment
from lab.ui.control.watched_games import WatchedGames
from lab.ui.shell.window import Window


class WayBackControl(QObject):
    """Offers a button while a game of one of the `lists`, by their page, is on the board, and gives
    its players the names of their bots.
    """

    def __init__(
        self,
        window: Window,
        moment: Moment,
        lists: Mapping[str, WatchedGames],
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._window, self._moment, self._button = window, moment, window.centre.way_back
        self._bots: tuple[str, ...] = ()  # of the next one
        self._from = self._coming = ""  # the page of the game on the board, of the next one
        for page, games in lists.items():
            games.watching.connect(partial(self._comes, page))
        self._button.clicked.connect(self._go)

    def _comes(self, page: str, bots: tuple[str, ...]) -> None:
        self._coming, self._bots = page, bots

    def renewed(self) -> None:
        """Another match is on the board."""
        self._from, self._coming = self._coming, ""
        self._moment.bots, self._bots = self._bots, ()
        self._button.setText(f"Back to the {self._from}")
        self._button.setVisible(bool(self._from))

    def _go(self) -> None:
        self._window.show_workspace(self._from)
