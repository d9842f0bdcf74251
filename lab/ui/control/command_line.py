"""The command line of the match on the board, and whether it plays exactly that match."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from lab.match.play import Turn
from lab.match.records import Setup
from lab.match.seat import ProgramSeat, SeatSpec
from lab.match.seats import command


class MatchCommand:
    """Makes the command line once for each set-up, and reads in the turns when the match first had
    other settings than at its start.
    """

    def __init__(self) -> None:
        self.pasted = False  # no command line leads to the match's start position
        self._changed: int | None = None  # turns played when a setting changed first
        self._turning: int | None = None  # turns played when a running search's knob was turned
        self._made_of: Setup | None = None
        self._made = ""

    def begin(self, pasted: bool = False) -> None:
        """Another match, or the same one from its start."""
        self.pasted, self._changed, self._turning = pasted, None, None

    def turn(self, turns: int) -> None:
        """A knob of a search that runs after `turns` turns was turned: no record says so yet."""
        self._turning = turns

    def look(self, turns: Sequence[Turn], now: tuple[SeatSpec, ...]) -> None:
        """Reads the turns of the line on the board, and the settings of now."""
        pending = len(turns) if self._turning == len(turns) else None
        found = changed_at(turns, now)
        self._changed = pending if found is None else found

    def text(self, setup: Setup) -> str:
        """The command line; "" if no command line can play the match.

        That is so after a pasted position, and if a seat's program played on the contest's site.
        """
        if self.pasted or any(
            isinstance(s, ProgramSeat) and s.program.is_elsewhere for s in setup.seats
        ):
            return ""
        if self._made_of is not setup:
            self._made_of, self._made = setup, command(setup)
        return self._made

    def words(self, turn_word: str) -> str:
        """Since when the match's settings are not those it began with; "" if they are."""
        return "" if self._changed is None else f"settings changed at {turn_word} {self._changed}"

    def copied(self, turn_word: str, file: Path | None) -> str:
        """What the command in the clipboard plays, and where the match itself is kept."""
        if self._changed is None:
            return "The command line is in the clipboard."
        kept = f"the replay {file.name} has the match as played" if file is not None else ""
        return (
            f"In the clipboard, with the settings of now: they changed at {turn_word} "
            f"{self._changed}; {kept or 'the replay has the match as played'} (Ctrl+S saves it)."
        )


def changed_at(turns: Sequence[Turn], now: tuple[SeatSpec, ...]) -> int | None:
    """How many turns were played before one with other settings than those that the match began
    with, or with a knob turned in mid-search; None if there is none.
    """
    first = turns[0].seats if turns else now
    for turn in turns:
        decisions = (d for d in turn.decisions if d is not None)
        if turn.seats != first or any(c.iteration >= 0 for d in decisions for c in d.changes):
            return turn.turn - 1
    return len(turns) if now != first else None
