"""Transport and thinking on: what the buttons below the board, and their keys, do to the match."""

from __future__ import annotations

import math

from PySide6.QtCore import QObject, QTimer, Signal

from lab.live.session import Session
from lab.ui.control.changes import Changes, walked
from lab.ui.control.moment import Moment
from lab.ui.control.setup import SetupControl
from lab.ui.shell.centre import Centre
from lab.words.settings import Settings

LEAST_MS = 30  # minimum time that a recorded turn is shown


class TransportControl(QObject):
    """Plays, pauses, scrubs and holds."""

    told = Signal(str)  # a sentence for the status bar

    def __init__(
        self,
        centre: Centre,
        moment: Moment,
        seating: SetupControl,
        settings: Settings,
        changes: Changes,
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._changes = changes
        self._centre, self._moment = centre, moment
        self._seating, self._settings = seating, settings
        self._was_playing, self._waits = False, False
        self._walk = QTimer(self)
        self._walk.timeout.connect(self._walk_on)

    @property
    def _session(self) -> Session:
        return self._moment.session

    @property
    def _holds(self) -> bool:
        """Whether the position is held, or a request to hold it is pending."""
        return not self._centre.think.isHidden()

    # -- transport ---------------------------------------------------------------------------------

    def toggle_play(self) -> None:
        """Continues from the head, or pauses; in a finished match, replays from the turn on
        show.
        """
        if self.walks:
            self._walk.stop()
            return
        if self._looks_back:
            self.go_to(self._moment.turn)  # which ends thinking on
            self._walk.start(self._pace_ms())
            return
        status, back = self._moment.status, self._moment.cursor is not None
        self._centre.show_part(self._centre.think, False)
        self._moment.cursor = None
        if status.playing and not status.holding and not back:
            self._session.pause()
        else:
            self._session.play()

    def wait(self, is_open: bool) -> None:
        """The match waits while somebody chooses a player, or it might be over by then."""
        status = self._moment.status
        if is_open and status.playing and not status.holding:
            self._waits = True
            self._session.pause()
        elif not is_open and self._waits:
            QTimer.singleShot(0, self, self._wait_no_more)  # after the choice

    def _wait_no_more(self) -> None:
        self._waits = False
        self._session.play()

    @property
    def _looks_back(self) -> bool:
        """Whether an earlier turn of a finished match is on show."""
        return self._moment.cursor is not None and bool(self._moment.head.outcome)

    @property
    def walks(self) -> bool:
        """Whether earlier turns are being replayed on the board."""
        return self._walk.isActive()

    def _pace_ms(self) -> int:
        return max(LEAST_MS, round(1000 * self._settings.pace_s))

    def _walk_on(self) -> None:
        if self._looks_back:
            self._moment.go_to(self._moment.turn + 1)
        if not self._looks_back:
            self._walk.stop()

    def back(self) -> None:
        """One turn back."""
        self.go_to(self._moment.turn - 1)

    def back10(self) -> None:
        """Ten turns back."""
        self.go_to(self._moment.turn - 10)

    def forward10(self) -> None:
        """Ten turns forward, at most to the head."""
        self.go_to(self._moment.turn + 10)

    def first(self) -> None:
        """The start of the match."""
        self.go_to(0)

    def go_to(self, turn: int) -> None:
        """Shows a turn; leaving the head pauses the match."""
        moment = self._moment
        self._walk.stop()
        if moment.status.holding:
            self.think_on(False)
            self._session.pause()
        elif moment.cursor is None and turn < moment.head.turn and not moment.people:
            self._was_playing = moment.status.playing
            self._session.pause()
        moment.go_to(turn)

    def forward(self) -> None:
        """One turn on; at the head along the line last walked, else one turn is played."""
        if self._moment.cursor is not None:
            self.go_to(self._moment.turn + 1)
        elif self._session.can_redo:
            self._session.redo()
        elif not self._moment.people:
            self._session.step()

    def to_head(self) -> None:
        """The latest turn; the match continues if it was running before."""
        if self._moment.cursor is not None:
            self._moment.cursor = None
            if self._was_playing:
                self._session.play()

    def leave_past(self) -> None:
        """Follows the head again, before another line comes on the board."""
        self._walk.stop()
        if self._moment.status.holding:
            self.think_on(False)
        self._moment.cursor = None

    def play_from(self) -> None:
        """Continues from the turn on show, as a branch; the later turns stay in their line."""
        moment = self._moment
        if moment.cursor is not None:
            walked(self._changes, moment, f"play from {moment.game.turn_word} {moment.cursor}")
            turn, moment.cursor = moment.cursor, None
            self._session.play_from(turn)
            word = moment.game.turn_word.capitalize()
            self.told.emit(
                f"{word}s {turn + 1} to {moment.head.turn} are kept: Undo brings them back."
            )

    def other_line(self) -> None:
        """Shows another line of this match, as it was left."""
        walked(self._changes, self._moment, "other line")
        self._moment.cursor = None
        self._session.other_line()
        count = len(self._session.lines.rows)
        self.told.emit(f"Another of the {count} lines of this match, at its end.")

    def set_speed(self, speed: float) -> None:
        """Turns per second; infinite: as fast as possible."""
        self._settings.speed = 0.0 if math.isinf(speed) else speed
        self._walk.setInterval(self._pace_ms())
        self._session.set_pace(self._settings.pace_s)

    def restart(self) -> None:
        """Back to the start of this match."""
        walked(self._changes, self._moment, "restart")
        self._moment.cursor = None
        self._session.restart()
        self._seating.restarted()
        self._session.play()

    def swap(self) -> None:
        """The seats exchange their players; a finished match begins again, for its result is of
        those who played it.
        """
        with self._changes.together("swapped sides"):
            ended = bool(self._moment.head.outcome)
            self._seating.swap()
            if ended:
                self.restart()

    def undo(self) -> None:
        """Takes back the person's last change, or a turn if there is none."""
        self._changes.undo(self._back_up)

    def _back_up(self) -> None:
        self._moment.cursor = None
        self._session.undo()

    def redo(self) -> None:
        """Makes again what was taken back."""
        self._changes.redo(self._session.redo)

    # -- thinking on -------------------------------------------------------------------------------

    def toggle_think(self) -> None:
        """Holds the position on show, or releases it."""
        self.think_on(not self._holds)

    def think_on(self, on: bool) -> None:
        """Holds the position on show and keeps searching it, or releases it. The end of a match
        leaves nothing to search.
        """
        if on and self._moment.ended:
            return
        self._moment.running_on = on
        self._session.hold(on, self._moment.cursor)
        self._centre.show_part(self._centre.think, on)

    def one(self) -> None:
        """One iteration."""
        self.iterate(1)

    def hundred(self) -> None:
        """A hundred iterations."""
        self.iterate(100)

    def iterate(self, n: int) -> None:
        """Exactly `n` iterations of the held position."""
        if self._holds:
            self._moment.running_on = False
            self._session.iterate(n)

    def toggle_run(self) -> None:
        """Runs or pauses the held search."""
        if not self._holds:
            return
        self._moment.running_on = not self._moment.running_on
        if self._moment.running_on:
            self._session.run_on()
        else:
            self._session.iterate(0)
