"""A game's part in a contest: the text that players read and write, and recordings of its matches.

A game binds the functions of its own modules: `view = text.view`, `heard = hearing.heard`. Each
takes the game as its first argument.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

from engines.difference import Difference
from engines.site import Site

if TYPE_CHECKING:
    from engines.game import Game, Joint, State

Read = Callable[[], str]  # the next line of a text, without its newline; EOFError at the end


@dataclass(frozen=True)
class Parsed:
    """What `parse` made of a player's lines: one action per agent of the seat, FORFEIT with a
    reason if the text was invalid.
    """

    actions: tuple[int, ...]
    error: str = ""
    message: str = ""  # free text after the command, where the contest allows it


class Heard(NamedTuple):
    """What a player knows from the contest's text and from what it read and sent before.

    `state` is what `observe` leaves of the position for the seat, field by field. `joint` is the
    last joint action, or None if the text does not reveal all of it; searches of games with hidden
    information get None.
    """

    game: Game  # as configured by the text, which in Tron gives the number of players
    seat: int
    turn: int  # turns played
    state: State
    joint: Joint | None = None


class ContestText:
    """The contest's side of `Game`; games without a contest keep the defaults."""

    contest: ClassVar[str] = ""  # the contest whose protocol the game speaks, if any
    site: ClassVar[Site | None] = None  # how the contest's site records its matches, if known
    owner: tuple[int, ...]  # the seat of each agent

    # -- what the game says ------------------------------------------------------------------------

    def intro(self, state: State, seat: int, /) -> list[str]:
        """The lines a player reads once, at the start."""
        return []

    def view(self, state: State, seat: int, /) -> list[str]:
        """The lines a player reads each turn."""
        raise NotImplementedError

    def parse(self, state: State, seat: int, lines: Sequence[str], /) -> Parsed:
        """Parses a player's answer into actions; never raises."""
        raise NotImplementedError

    # -- what a player says and hears --------------------------------------------------------------

    def send(self, state: State, seat: int, actions: Sequence[int], /) -> list[str]:
        """The lines that a player would write for `actions`: the inverse of `parse`."""
        raise NotImplementedError

    def answer_lines(self, state: State, seat: int) -> int:
        """How many lines a player sends per turn."""
        return self.owner.count(seat)

    def listen(self, read: Read) -> list[str]:
        """Reads the lines of `intro` until they are complete; ValueError with a sentence if they do
        not follow the protocol.
        """
        return []

    def heard(
        self,
        intro: Sequence[str],
        read: Read,
        before: Heard | None = None,
        sent: Sequence[int] = (),
    ) -> Heard:
        """Reads the lines of `view` and returns what the player then knows; ValueError with a
        sentence if they do not follow the protocol.

        `before` is the result of the previous turn (call this on `before.game`), and `sent` the
        actions that the player's agents then played. Without them only the text counts: whatever it
        does not reveal is as at the start, and the seat is the first that fits.
        """
        raise NotImplementedError

    # -- recordings --------------------------------------------------------------------------------

    def conform(self, records: Sequence[Mapping[str, Any]]) -> Iterator[Difference | None]:
        """Replays a recording of the contest's referee. Yields None for each turn that agrees;
        stops after yielding the first difference.
        """
        raise NotImplementedError
