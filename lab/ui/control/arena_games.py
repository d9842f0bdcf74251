"""The games of an arena in the window: the list of finished ones, and one of them, or of those that
are being played, on the board of the Match page.
"""

from __future__ import annotations

from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, QStandardPaths, Signal
from PySide6.QtWidgets import QFileDialog

from engines.knobs import KnobError
from lab.batch.games import GroupJob
from lab.batch.tape import TapeError, unpacked
from lab.experiments.arena.history import HistoryPoint, history
from lab.experiments.arena.pool import Arena
from lab.experiments.arena.standing import GameRow
from lab.files.placing import Place
from lab.files.replay import Replay
from lab.ui.arena.games import GamesView, GamesWanted
from lab.ui.arena.records import ArenaView
from lab.ui.arena.report import html_of
from lab.ui.control import arena_work as work
from lab.ui.control.arena_desk import StoreDesk
from lab.ui.control.files import sentence_of
from lab.ui.control.setup import SetupControl
from lab.ui.shell.window import Window
from lab.ui.shell.workspaces import MATCH
from lab.words.printable import file_name

AGAIN = "The same game, searched again from its start."
SO_FAR = "The game as it was played up to now. Searching again would be another game, so its turns "
SO_FAR += "are shown as they were played."


class ArenaGames(QObject):
    """`told` carries a sentence for the status bar, `replayed` a game from its tape."""

    told = Signal(str)
    replayed = Signal(object)  # Replay
    watching = Signal(object)  # one of them comes on the board: the names of its bots, by seat

    def __init__(
        self, window: Window, seating: SetupControl, desk: StoreDesk, parent: QObject
    ) -> None:
        super().__init__(parent)
        self._window, self._seating, self._desk = window, seating, desk
        self._view: GamesView | None = None
        self._rows: tuple[GameRow, ...] = ()  # on the list
        self._wanted: tuple[Arena, GamesWanted] | None = None  # on the list
        self._reading = False

    def attend(self, view: GamesView) -> None:
        """Fills this list."""
        self._view = view

    def show(self, arena: Arena, wanted: GamesWanted) -> None:
        """Lists the games that are wanted, and of one bot how its rating came about."""
        self._wanted = arena, wanted
        if not self._reading:
            self._read()

    def _read(self) -> None:
        asked = self._wanted
        if asked is None:
            return
        arena, wanted = asked
        bot = "" if wanted.than else wanted.bot
        rows, curve = work.listed(arena, wanted), partial(history, arena=arena, name=bot)
        self._reading = True
        self._desk.look(
            lambda store: (rows(store), curve(store) if bot else ()),
            lambda found: self._listed(asked, *found),
            self._unread,
        )

    def _listed(
        self,
        asked: tuple[Arena, GamesWanted],
        rows: tuple[GameRow, ...],
        points: tuple[HistoryPoint, ...],
    ) -> None:
        self._reading = False
        if asked is not self._wanted:  # another list is wanted by now
            self._read()
        elif self._view is not None:
            self._rows = rows
            self._view.set_games(rows, len(rows) >= work.MOST)
            self._view.set_history(asked[1].bot, points)

    def _unread(self, sentence: str) -> None:
        self._reading = False
        self._desk.failed.emit(sentence)

    def clear(self) -> None:
        """Another arena is on show: what is being read is of the one before."""
        self._wanted = None

    def report(self, view: ArenaView, command: str) -> None:
        """Asks for a name and writes the report there."""
        self.save_page(view.standing.arena, html_of(view, command))

    def save_page(self, name: str, page: str) -> None:
        """Asks for a name and writes a page there."""
        documents = QStandardPaths.StandardLocation.DocumentsLocation
        usual = Path(QStandardPaths.writableLocation(documents)) / f"{file_name(name)}.html"
        path, _ = QFileDialog.getSaveFileName(
            self._window, "Save the report", str(usual), "HTML (*.html)"
        )
        if path:
            self.write_page(page, Path(path))

    def write_page(self, page: str, path: Path) -> None:
        """Writes a page; says where, or why not."""
        try:
            with Place(path, replaces=True) as place:
                place.draft.write_text(page, encoding="utf-8")
        except OSError as error:
            self.told.emit(sentence_of(error, path))
        else:
            self.told.emit(f"The report is saved as {path.name}.")

    def watch(self, number: int) -> None:
        """Puts a finished game on the board."""
        bots = next((row.bots for row in self._rows if row.number == number), ())
        self._desk.ask(work.watched(number), partial(self._begin, bots=bots), self.told.emit)

    def watch_live(self, key: tuple[GroupJob, int], tape: str, bots: tuple[str, ...] = ()) -> None:
        """Puts a game that is being played on the board: searched from its start, or as it was
        played so far where searching again would be another game.
        """
        try:
            match = work.match_of(*key)
            self._begin(work.replay_of(match, unpacked(tape)) if tape else match, bots)
            if tape:
                self.told.emit(SO_FAR)
        except (KnobError, TapeError) as error:
            self.told.emit(str(error))

    def _begin(self, found: work.Match | Replay, bots: tuple[str, ...]) -> None:
        self.watching.emit(bots)
        if isinstance(found, Replay):
            self.replayed.emit(found)
            return
        self._window.show_workspace(MATCH)
        self._seating.begin(*found, text="watched game", own=False)
        self.told.emit(AGAIN)
