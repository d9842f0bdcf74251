"""The page of sweeps, and loading one of its points into a seat of the match."""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from engines.game import Game
from lab.live.trust import Trust
from lab.match.seat import SeatSpec
from lab.ui.control.setup import SetupControl
from lab.ui.setup.usual import usual_setup
from lab.ui.shell.window import Window
from lab.ui.shell.workspaces import MATCH
from lab.words.settings import Settings

if TYPE_CHECKING:  # it is loaded when it is first shown
    from lab.ui.explore.page import ExplorePage


class ExploreControl(QObject):
    """Makes the page when it is first shown, and takes players from it."""

    def __init__(
        self,
        window: Window,
        seating: SetupControl,
        settings: Settings,
        trust: Trust,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._window, self._seating, self._settings = window, seating, settings
        self._trust = trust

    @cached_property
    def page(self) -> ExplorePage:
        """The page, made when it is first asked for."""
        from lab.ui.explore.page import ExplorePage

        page = ExplorePage(self._seating.game.name, self._trust)
        page.load_asked.connect(self.load)
        return page

    def load(self, game: Game, seat: int, spec: SeatSpec) -> None:
        """Begins a match of this game with `spec` in a seat; the other players stay."""
        setup = self._seating.setup
        if (setup.game, setup.options) != (game.name, game.options):
            setup = replace(usual_setup(game.name, self._settings), options=game.options)
        self._window.show_workspace(MATCH)
        self._seating.begin(
            replace(setup, seats=(*setup.seats[:seat], spec, *setup.seats[seat + 1 :]))
        )
