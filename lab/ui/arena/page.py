"""The Arena page: set-up at the left, standing, crosstable and games in the middle, games being
played and the test at the right.
"""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QWidget

from lab.ui.arena.centre import GAMES, LIVE, STANDING, ArenaCentre
from lab.ui.arena.games import GamesWanted
from lab.ui.arena.panel import ArenaPanel
from lab.ui.arena.records import ArenaView, LiveGame
from lab.ui.arena.watching import Watching
from lab.ui.shell.three_parts import PartWidths, ThreePartPage


class ArenaPage(ThreePartPage):
    """The whole of the page; it knows records, not arenas. `games_wanted` carries the games that
    the list should show, `watch_asked` the number of a finished game, `live_asked` the key of one
    being played, `test_asked` two bots.
    """

    games_wanted = Signal(object)
    live_asked = Signal(object)
    test_asked = Signal(str, str)

    widths = PartWidths((248, 256, 280), 0.386, (430, 700))
    keys = (Qt.Key.Key_Space, Qt.Key.Key_R, Qt.Key.Key_T, Qt.Key.Key_Escape)

    def __init__(self, parent: QWidget | None = None) -> None:
        self.panel, self.centre, self.watching = ArenaPanel(), ArenaCentre(), Watching()
        super().__init__("Arena", self.panel, self.centre, self.watching, parent)
        self.view = ArenaView()
        self._connect()
        self.set_view(self.view)
        self._dress()

    def _connect(self) -> None:
        centre = self.centre
        centre.tables.standing.opened.connect(self._row_opened)
        centre.tables.cross.opened.connect(self._cell_opened)
        centre.games.wanted.connect(self.games_wanted)
        centre.games.watched.connect(self.watch_asked)
        centre.view_chosen.connect(self._part_chosen)
        self.watching.watched.connect(self.live_asked)
        self.watching.course.picked.connect(self._group_opened)
        self.watching.points.picked.connect(self._points_opened)

    def _set_tab(self, right: QWidget | None) -> None:
        self.watching.top.setVisible(right is None)
        super()._set_tab(right)

    def take_keys(self) -> None:
        """The keys go to the standing, or to the button that starts the arena."""
        standing = self.centre.tables.standing
        part = standing if self.view.rows else self.panel.arena
        part.setFocus(Qt.FocusReason.OtherFocusReason)

    # -- setters -----------------------------------------------------------------------------------

    def set_view(self, view: ArenaView) -> None:
        """Shows newer records in every part."""
        self.view = view
        self.centre.set_view(view)
        self.watching.set_view(view)
        self.panel.set_running(view.running, view.games > 0)

    def set_live(self, games: Sequence[LiveGame], live: bool) -> None:
        """Shows games on the small boards."""
        self.watching.set_games(games, live)

    # -- the user ----------------------------------------------------------------------------------

    def _row_opened(self, row: int) -> None:
        self.list_games(GamesWanted(self.view.rows[row].name))

    def _cell_opened(self, row: int) -> None:
        bots, column = self.view.rows, self.centre.tables.cross.currentIndex().column()
        if row != column:
            self.list_games(GamesWanted(bots[row].name, bots[column].name))

    def _group_opened(self, number: float) -> None:
        """The games of one group of the test, which has the seed of its number."""
        test = self.view.test
        if test is not None:
            self.list_games(GamesWanted(test.candidate, test.than, seeds=(round(number),)))

    def _points_opened(self, points: float) -> None:
        """The games of those groups of the test that brought so many points."""
        test = self.view.test
        if test is not None:
            seeds = tuple(k for k, value in enumerate(test.values, 1) if value == points)
            self.list_games(GamesWanted(test.candidate, test.than, seeds=seeds))

    def list_games(self, wanted: GamesWanted) -> None:
        """Shows the games of a cell, of a row, or of a group."""
        self.centre.games.search.clear()
        self.centre.games.set_filter(wanted)
        self.centre.show_part(GAMES)
        self.centre.games.table.setFocus(Qt.FocusReason.OtherFocusReason)
        self.games_wanted.emit(wanted)

    def _part_chosen(self, part: str) -> None:
        if part == GAMES:
            self.games_wanted.emit(self.centre.games.filter)

    def test_current(self) -> None:
        """Asks whether the bot of the current row or cell is better than the other one."""
        cell = self.centre.focus_cell()
        if cell is not None and cell[0] != cell[1]:
            own, other = (self.view.rows[k].name for k in cell)
            self.test_asked.emit(own, other)

    def _obey(self, key: Qt.Key) -> None:
        if key == Qt.Key.Key_Space:
            self.panel.start_or_pause()
        elif key == Qt.Key.Key_R:
            self.panel.report.click()
        elif key == Qt.Key.Key_T:
            self.test_current()
        elif self.centre.shown in (GAMES, LIVE):
            self.centre.show_part(STANDING)
            self.take_keys()
