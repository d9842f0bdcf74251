"""Asks in a page's bar before a program that a file or a store names is started."""

from __future__ import annotations

from collections.abc import Sequence

from lab.live.trust import Trust
from lab.match.seat import ProgramSeat, SeatSpec
from lab.ui.parts.messages import ErrorBar
from lab.words.numerals import enumerated

TITLE = "A recorded command is not started unasked"


class Permission:
    """Holds the players of something, such as an `"arena"`, until the question is answered."""

    def __init__(self, trust: Trust, what: str) -> None:
        self._trust, self._what = trust, what
        self._seats: tuple[SeatSpec, ...] = ()

    @property
    def asks(self) -> bool:
        """Whether an answer is waited for."""
        return bool(self._seats)

    def confirm(self, *seats: SeatSpec) -> None:
        """A person at this computer has written these players."""
        self._trust.confirm_seats(seats)

    def has(self, seats: Sequence[SeatSpec], bar: ErrorBar) -> bool:
        """Whether all programs of these players may be started; if not, asks."""
        if self._trust.covers(seats):
            return True
        commands = [seat.program.command for seat in seats if isinstance(seat, ProgramSeat)]
        strange = [each for each in dict.fromkeys(commands) if not self._trust.knows(each)]
        several = len(strange) > 1
        self._seats = tuple(seats)
        bar.show_error(
            TITLE,
            f"This {self._what} plays with the program{'s' * several} {enumerated(strange)}, which "
            f"{'have' if several else 'has'} to be started on this computer.",
            "",
            (f"Start the program{'s' * several} here", "Close this"),
        )
        return False

    def answer(self, yes: bool) -> None:
        """The user's answer."""
        if yes:
            self._trust.confirm_seats(self._seats)
        self._seats = ()
