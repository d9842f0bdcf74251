"""A game's part in a contest: the text that players read and write, and recordings of its matches.

A game binds the functions of its own modules: `view = text.view`, `heard = hearing.heard`. They
take the game first.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

from engines.difference import Difference
from engines.site import Site

if TYPE_CHECKING:
    from engines.game import Game, Joint, State

Read = Callable[[], str]  # the next line of a text, without its end; EOFError where there is none


@dataclass(frozen=True)
class Parsed:
    """What `parse` made of a player's lines: one action per agent of the seat, FORFEIT with a
    reason where the text was bad.
    """

    actions: tuple[int, ...]
    error: str = ""
    message: str = ""  # free text after the command, where the contest allows it


class Heard(NamedTuple):
    """What a player knows from the contest's text, and from what it heard and sent before.

    `state` is what `observe` leaves of the position for the seat, field by field. `joint` is the
    last joint action, None where the text does not tell all of it; searches of a game that hides
    something get none.
    """

    game: Game  # as the text configures it: Tron's says how many play
    seat: int
    turn: int  # turns played
    state: State
    joint: Joint | None = None


class ContestText:
    """The contest's side of `Game`; a game of no contest leaves all of it as it is."""

    contest: ClassVar[str] = ""  # the contest whose protocol it speaks, if any
    site: ClassVar[Site | None] = None  # how its matches are recorded there, if known
    owner: tuple[int, ...]  # the seat of each agent

    # -- what the game says ------------------------------------------------------------------------

    def intro(self, state: State, seat: int, /) -> list[str]:
        """The lines a player reads once."""
        return []

    def view(self, state: State, seat: int, /) -> list[str]:
        """The lines a player reads each turn."""
        raise NotImplementedError

    def parse(self, state: State, seat: int, lines: Sequence[str], /) -> Parsed:
        """A player's answer as actions; never raises."""
        raise NotImplementedError

    # -- what a player says and hears --------------------------------------------------------------

    def send(self, state: State, seat: int, actions: Sequence[int], /) -> list[str]:
        """The lines that a player would write for `actions`: the inverse of `parse`."""
        raise NotImplementedError

    def answer_lines(self, state: State, seat: int) -> int:
        """How many lines a player answers in a turn."""
        return self.owner.count(seat)

    def listen(self, read: Read) -> list[str]:
        """The lines of `intro`, read one by one until they are complete; ValueError with a sentence
        if they are not the contest's.
        """
        return []

    def heard(
        self,
        intro: Sequence[str],
        read: Read,
        before: Heard | None = None,
        sent: Sequence[int] = (),
    ) -> Heard:
        """Reads the lines of `view` and says what a player then knows; ValueError with a sentence
        if they are not the contest's.

        `before` is what was heard the turn before (by `before.game`), and `sent` are the actions
        that one's own agents then played. Without both, the text is all there is: what it does not
        tell is as at the start, and the seat is the first that it fits.
        """
        raise NotImplementedError

    # -- recordings --------------------------------------------------------------------------------

    def conform(self, records: Sequence[Mapping[str, Any]]) -> Iterator[Difference | None]:
        """Replays a recording of the contest's referee: yields once per turn, None where all is
        equal, else the first difference (and stops).
        """
        raise NotImplementedError
