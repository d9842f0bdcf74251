"""Which commands may be started: those that a person typed or confirmed since the lab started.

A replay names the commands of the programs that played it, and the author of the file chose them.
So no seat or set-up is trusted by default: every start of a program is checked here.
"""

from __future__ import annotations

from collections.abc import Iterable

from engines.knobs import KnobError
from lab.match.seat import ProgramSeat, SeatSpec

STRANGE = (
    "This match was recorded with the program {command}. To go on from here it has to be "
    "started on this computer; a recorded command is not started unasked."
)


class UntrustedCommand(KnobError):
    """A command that nobody at this computer has typed or confirmed."""

    def __init__(self, command: str) -> None:
        super().__init__(STRANGE.format(command=command))
        self.command = command


class Trust:
    """The commands that a person at this computer has typed or confirmed; usable from any
    thread.
    """

    def __init__(self) -> None:
        self._commands: frozenset[str] = frozenset()

    def confirm(self, command: str) -> None:
        """Allows this command: a person wants it to run."""
        self._commands |= {command}

    def confirm_seats(self, seats: Iterable[SeatSpec]) -> None:
        """Allows the programs of these seats, which a person has written, now or in saved
        settings.
        """
        for seat in seats:
            if isinstance(seat, ProgramSeat):
                self.confirm(seat.program.command)

    def knows(self, command: str) -> bool:
        """Whether a command may be started."""
        return command in self._commands

    def covers(self, seats: Iterable[SeatSpec]) -> bool:
        """Whether all programs among these seats may be started."""
        programs = (seat.program for seat in seats if isinstance(seat, ProgramSeat))
        return all(program.command in self._commands for program in programs)

    def demand(self, command: str) -> None:
        """UntrustedCommand if the command may not be started."""
        if command not in self._commands:
            raise UntrustedCommand(command)
