"""Whether an arena may be played here: its bots are what they were, and somebody at this computer
wants its programs to run.
"""

from __future__ import annotations

from lab.experiments.arena.pool import Arena, fit_to_play
from lab.live.trust import Trust
from lab.match.seat import ProgramSeat, SeatSpec
from lab.match.seats import parse_seat
from lab.ui.parts.messages import ErrorBar


class ArenaLeave:
    """Asks in the page's bar, and holds the question until it is answered."""

    def __init__(self, trust: Trust) -> None:
        self._trust = trust
        self._seats: list[SeatSpec] = []

    def confirm(self, seat: SeatSpec) -> None:
        """A person at this computer has written this player."""
        self._trust.confirm_seats([seat])

    def fit(self, arena: Arena) -> tuple[Arena, str]:
        """The arena with the bots that can play, and a sentence about others; BatchError where
        nobody can.
        """
        told: list[str] = []
        fit = fit_to_play(arena, told.append)
        return fit, " ".join(told)

    def has(self, arena: Arena, bar: ErrorBar) -> bool:
        """Whether all programs of the bots that play may be started; if not, asks."""
        seats = [parse_seat(bot.entrant.text, arena.game) for bot in arena.playing]
        return self.has_seats(seats, bar)

    def has_seats(self, seats: list[SeatSpec], bar: ErrorBar) -> bool:
        """Whether all programs of these players may be started; if not, asks."""
        if self._trust.covers(seats):
            return True
        commands = [seat.program.command for seat in seats if isinstance(seat, ProgramSeat)]
        strange = next(each for each in commands if not self._trust.knows(each))
        self._seats = seats
        bar.show_error(
            "A recorded command is not started unasked",
            f"This arena plays with the program {strange}, which has to be started on this "
            "computer.",
            "",
            ("Start the program here", "Close this"),
        )
        return False

    def answer(self, yes: bool) -> None:
        """The user's answer."""
        if yes:
            self._trust.confirm_seats(self._seats)
        self._seats = []
