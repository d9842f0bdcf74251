"""Finished games, and those that are being played, on the board of the Match page; whose they are,
and the way back to the page with their list.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, QStandardPaths, Signal
from PySide6.QtWidgets import QFileDialog

from engines.game import State
from engines.knobs import KnobError
from lab.batch.games import GroupJob
from lab.batch.tape import Tape, TapeError, replayed, unpacked
from lab.batch.work import GroupOrder
from lab.experiments.arena.rules import LOST, other_rules
from lab.experiments.arena.standing import GameRow
from lab.experiments.jobs import job_of
from lab.files.codec import encode_turn
from lab.files.placing import Place
from lab.files.replay_reader import Replay
from lab.match.play import outcome
from lab.match.records import Setup
from lab.match.seats import game_of
from lab.store.store import Store
from lab.ui.control.files import sentence_of
from lab.ui.control.moment import Moment
from lab.ui.control.setup import SetupControl
from lab.ui.control.store_thread import StoreThread
from lab.ui.shell.window import Window
from lab.ui.shell.workspaces import MATCH
from lab.words.printable import file_name

AGAIN = "The same game, searched again from its start."
SO_FAR = "The game as it was played up to now. Searching again would be another game, so its turns "
SO_FAR += "are shown as they were played."


class WatchedGames(QObject):
    """`told` carries a sentence for the status bar, `replayed` a game from its tape."""

    told = Signal(str)
    replayed = Signal(object)  # Replay
    watching = Signal(object)  # one of them comes on the board: the names of its bots, by seat

    def __init__(
        self, window: Window, seating: SetupControl, store: StoreThread, parent: QObject
    ) -> None:
        super().__init__(parent)
        self._window, self._seating, self._store = window, seating, store
        self.rows: Sequence[GameRow] = ()  # on a list that names the bots

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
        bots = next((row.bots for row in self.rows if row.number == number), ())
        begin = partial(self._begin, bots=bots)
        self._store.ask(watched, number, then=begin, otherwise=self.told.emit)

    def watch_live(self, key: tuple[GroupJob, int], tape: str, bots: tuple[str, ...] = ()) -> None:
        """Puts a game that is being played on the board: searched from its start, or as it was
        played so far where searching again would be another game.
        """
        try:
            match = match_of(*key)
            self._begin(replay_of(match, unpacked(tape)) if tape else match, bots)
            if tape:
                self.told.emit(SO_FAR)
        except (KnobError, TapeError) as error:
            self.told.emit(str(error))

    def _begin(self, found: Match | Replay, bots: tuple[str, ...]) -> None:
        self.watching.emit(bots)
        if isinstance(found, Replay):
            self.replayed.emit(found)
            return
        self._window.show_workspace(MATCH)
        self._seating.begin(*found, text="watched game", own=False)
        self.told.emit(AGAIN)


class WayBackControl(QObject):
    """Offers a button while a game of one of the `lists`, by their page, is on the board, and gives
    its players the names of their bots.
    """

    def __init__(
        self, window: Window, moment: Moment, lists: Mapping[str, WatchedGames], parent: QObject
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


Match = tuple[Setup, State | None]  # with the position that it begins in, None for the game's own


def match_of(job: GroupJob, seating: int) -> Match:
    """The match that a game of a job is."""
    order = GroupOrder.read(job)
    return order.setup(seating)[0], order.start


def watched(store: Store, number: int) -> Match | Replay:
    """A finished game for the Match page: the match itself where searching again repeats it, else a
    replay from its tape. ValueError if it has none.
    """
    kept = store.game(number)
    if kept is None:
        raise ValueError("This game is no longer in the store.")
    record = kept.record
    match = match_of(job_of(kept.lineup, record.seed, (record.seating,)), record.seating)
    old = other_rules(kept.lineup)
    if kept.lineup.repeats and not record.error and not old:
        return match
    if record.tape:
        return replay_of(match, unpacked(record.tape))
    if old and not record.error:
        raise ValueError(f"This game {LOST}")
    raise ValueError(record.error or "Nothing was kept of this game but its result.")


def replay_of(match: Match, tape: Tape) -> Replay:
    """The replay of a taped game, as far as the tape goes."""
    setup, start = match
    game = game_of(setup)
    turns = tuple(replayed(game, setup.seed, tape, start))
    initial = game.initial(setup.seed) if start is None else start
    last = turns[-1].state if turns else initial
    lines = tuple(encode_turn(turn) for turn in turns)
    ended = outcome(game, last)
    reason = game.reason(last) if ended else ""
    return Replay(setup, game, initial, turns, ended, reason, lines=lines)
