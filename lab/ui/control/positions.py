"""Positions from a contest's text: pasted into a sheet, read in a separate thread, then shown and
searched.
"""

from __future__ import annotations

import threading
from dataclasses import replace

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QWidget

from engines import games
from engines.knobs import KnobError
from lab.files.position import Position, listeners, position
from lab.match.records import Setup
from lab.ui.board.paste_sheet import GUESS, PasteSheet
from lab.ui.control.files import with_ignored_shutdown
from lab.ui.control.moment import Moment
from lab.ui.control.setup import SetupControl
from lab.ui.parts.combos import Entry
from lab.ui.setup.usual import seated, usual_setup
from lab.words.settings import Settings


class PositionsControl(QObject):
    """Reads positions in a thread: the first call of a game's compiled rules must not block the
    window.
    """

    told = Signal(str)  # a sentence for the status bar
    begun = Signal()  # the match of a pasted position has begun
    read = Signal(object)  # a Position, or why there is none; from the thread

    def __init__(
        self,
        window: QWidget,
        moment: Moment,
        seating: SetupControl,
        settings: Settings,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._window = window
        self._moment = moment
        self._seating = seating
        self._settings = settings
        self.sheet: PasteSheet | None = None
        self.read.connect(self._take)

    def ask(self) -> None:
        """Shows the sheet with the clipboard's text."""
        self.offer(QGuiApplication.clipboard().text())

    def offer(self, text: str) -> None:
        """Shows the sheet with a text."""
        if self.sheet is None:
            self.sheet = PasteSheet(self._window)
            self.sheet.wanted.connect(self.start)
        entries = [Entry(game.name, game.title) for game in listeners()]
        self.sheet.ask(entries, text)

    def start(self, text: str, name: str) -> None:
        """Reads a text as one of the game of that name, or of any."""
        now = self._moment.game
        first = self._moment.frames[0].state
        seed = self._seating.setup.seed
        known = [g for g in listeners() if name in (GUESS, g.name)]
        candidates = sorted(
            (now if g.name == now.name else g for g in known), key=lambda g: g is not now
        )

        def work() -> None:
            found: Position | str
            try:
                found = position(text, candidates, (now, first), seed)
            except KnobError as error:
                found = f"{str(error)[:1].upper()}{str(error)[1:]}"
            with_ignored_shutdown(lambda: self.read.emit(found))

        threading.Thread(target=work, name="reading a position", daemon=True).start()

    def _take(self, found: Position | str) -> None:
        if isinstance(found, str):
            if self.sheet is not None:
                self.sheet.refuse(found)
            return
        if self.sheet is not None:
            self.sheet.close()
        self._seating.begin(self._setup(found), found.state)
        turns = f"{found.turn} {found.game.turn_word}{'' if found.turn == 1 else 's'}"
        self.told.emit(
            f"{found.game.title} after {turns}, as seat {found.seat + 1} received it. Play "
            "goes on from here."
        )
        self.begun.emit()

    def _setup(self, found: Position) -> Setup:
        """The current players if the game is the same, else the last players of the game."""
        now = self._seating.setup
        setup = now if now.game == found.game.name else usual_setup(found.game.name, self._settings)
        return seated(
            replace(setup, options=found.game.options), games()[found.game.name](found.game.options)
        )
