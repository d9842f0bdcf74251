"""Which commands may be started: those that a person typed or confirmed since the lab started.

A replay names the commands of the programs that played it, and the author of the file chose
them. So no seat and no set-up is trusted for being there: every start of a program asks here.
"""

from __future__ import annotations

from collections.abc import Iterable

from engines.knobs import KnobError
from lab.match.seat import ProgramSeat, SeatSpec

STRANGE = (
    "This match was recorded with the program {command}. To go on from here it has to be "
    "started on this computer; a recorded command is not started unasked."
)


class Strange(KnobError):
    """A command that nobody at this computer has typed or confirmed; the text says so."""

    def __init__(self, command: str) -> None:
        super().__init__(STRANGE.format(command=command))
        self.command = command


class Trust:
    """The commands that a person at this computer has typed or confirmed; asked from any thread."""

    def __init__(self) -> None:
        self._commands: frozenset[str] = frozenset()

    def confirm(self, command: str) -> None:
        """A person wants this command to be run."""
        self._commands |= {command}

    def confirm_seats(self, seats: Iterable[SeatSpec]) -> None:
        """A person has written these seats, or is shown by their settings to have."""
        for seat in seats:
            if isinstance(seat, ProgramSeat):
                self.confirm(seat.program.command)

    def covers(self, seats: Iterable[SeatSpec]) -> bool:
        """Whether all programs among these seats may be started."""
        programs = (seat.program for seat in seats if isinstance(seat, ProgramSeat))
        return all(program.command in self._commands for program in programs)

    def demand(self, command: str) -> None:
        """Strange if the command may not be started."""
        if command not in self._commands:
            raise Strange(command)
