"""The page that tunes a player: knobs at the left, what is known of them in the middle, the race
and all settings at the right.
"""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QWidget

from lab.ui.shell.three_parts import PartWidths, ThreePartPage
from lab.ui.tuner.aside import TunerAside
from lab.ui.tuner.centre import ASIDE, CURVES, GAMES, MAP, TunerCentre
from lab.ui.tuner.panel import TunerPanel
from lab.ui.tuner.records import TunerView


class TunerPage(ThreePartPage):
    """The whole of the page; it knows records, not stores. `games_wanted` carries a setting whose
    games are to be listed, `watch_asked` the number of a game.
    """

    games_wanted = Signal(object)

    widths = PartWidths((240, 256, 280), 0.297, (350, 620))
    keys = (Qt.Key.Key_Space, Qt.Key.Key_T, Qt.Key.Key_Escape)

    def __init__(self, parent: QWidget | None = None) -> None:
        self.panel, self.centre, self.aside = TunerPanel(), TunerCentre(), TunerAside()
        super().__init__("Tuner", self.panel, self.centre, self.aside, parent)
        self.view = TunerView()
        centre = self.centre
        for chosen in (centre.slices, centre.settings, centre.map, self.aside):
            chosen.setting_chosen.connect(self.list_games)
        centre.games.watched.connect(self.watch_asked)
        self.aside.filtered.connect(centre.slices.set_filter)
        self.aside.filtered.connect(centre.settings.set_filter)
        self._dress()
        self.set_view(self.view)

    def take_keys(self) -> None:
        """The keys go to the button that starts the tuning, or its test."""
        start, test = self.panel.start, self.centre.test
        (start if start.isEnabled() else test).setFocus(Qt.FocusReason.OtherFocusReason)

    # -- setters -----------------------------------------------------------------------------------

    def set_view(self, view: TunerView) -> None:
        """Shows newer records in every part."""
        self.view = view
        self.centre.set_view(view)
        self.aside.set_view(view)
        self.panel.set_best(view)
        self.panel.set_running(view.running, view.played > 0, 0 < view.total <= view.played)

    # -- the user ----------------------------------------------------------------------------------

    def list_games(self, setting: object) -> None:
        """Asks for the games of a setting, and shows their list."""
        self.centre.show_part(GAMES)
        self.games_wanted.emit(setting)

    def _obey(self, key: Qt.Key) -> None:
        if key == Qt.Key.Key_Space:
            self.panel.start_or_pause()
        elif key == Qt.Key.Key_T:
            self.centre.test.click()
        elif self.centre.shown in (GAMES, MAP, ASIDE):
            self.centre.show_part(CURVES)
