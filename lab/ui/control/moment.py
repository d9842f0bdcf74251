"""The part of a running match on the screen: its head, or an earlier turn that a person chose. No
Qt.
"""

from __future__ import annotations

from lab.live.session import Session
from lab.match.records import FAILED, OVER, PERSON, PREPARING, Frame, Thought
from lab.match.seat import Person, ProgramSeat

LIVE, PAUSED, LAST, STOPPED = "live", "paused", "last search", "stopped"


class Moment:
    """One reading of the session; `refresh` takes the next one, and everything in between belongs
    together.
    """

    def __init__(self, session: Session) -> None:
        self.session = session
        self.cursor: int | None = None  # the turn on show, None while it follows the head
        self.running_on = True  # while thinking on: running, or resting between single iterations
        self.uncovers = False  # a person wants to see what fair play covers
        self.refresh()

    def refresh(self) -> None:
        """Reads the session again."""
        view = self.view = self.session.view
        self.frames, self.status = view.frames, view.status
        self.setup, self.game = view.setup, view.game
        self.up_to_date = self.session.has_obeyed(view)  # no request is pending
        if self.cursor is not None and self.cursor >= self.head.turn:
            self.cursor = None

    @property
    def head(self) -> Frame:
        """The latest turn."""
        return self.frames[-1]

    @property
    def turn(self) -> int:
        """The turn on show."""
        return self.head.turn if self.cursor is None else self.cursor

    @property
    def frame(self) -> Frame:
        """The frame on show."""
        return self.frames[min(self.turn, len(self.frames) - 1)]

    def go_to(self, turn: int) -> None:
        """Shows another turn; the latest one, and all beyond, follow the head."""
        self.cursor = None if turn >= self.head.turn else max(0, turn)

    @property
    def players(self) -> tuple[str, ...]:
        """The algorithms that play, seat by seat."""
        return tuple(spec.name for spec in self.setup.seats)

    @property
    def people(self) -> tuple[int, ...]:
        """The seats that persons play."""
        return tuple(seat for seat, s in enumerate(self.setup.seats) if isinstance(s, Person))

    @property
    def ended(self) -> bool:
        """Whether the frame on show is a finished match."""
        return bool(self.frame.outcome)

    def covers(self, seat: int) -> bool:
        """Whether the seat's search of the latest position waits covered for a person."""
        return not self.uncovers and self.view.covers(seat)

    def toggle_cover(self) -> None:
        """Shows what fair play covers, or covers it again."""
        self.uncovers = not self.uncovers

    @property
    def is_covered(self) -> bool:
        """Whether fair play covers any search of the position on show."""
        return self.cursor is None and any(map(self.covers, range(self.game.seats)))

    def thought(self, seat: int, other: bool = False) -> Thought | None:
        """The seat's newest thought, unless it is covered; `other`: the search of `compare`."""
        found = self.view.thought(seat, other)
        earlier = self.cursor is not None and found is not None and found.turn < self.head.turn
        return found if earlier or not self.covers(seat) else None

    def thoughts(self) -> tuple[Thought | None, ...]:
        """The searches of the position on show, by seat; in games of alternating moves only the
        newest one, which covers both sides.
        """
        seats = range(self.game.seats)
        if (
            self.cursor is not None
            and not self.status.holding
            and self.cursor + 1 < len(self.frames)
        ):
            found = self.frames[self.cursor + 1].thoughts
            if not self.game.simultaneous and not any(found):
                # nobody searched this move: the search that led here
                found = self.frames[self.cursor].thoughts
        else:
            found = tuple(self.thought(seat) for seat in seats)
        if self.game.simultaneous or len(found) < 2:
            return tuple(found)
        return (max(found, key=lambda t: (-1, False) if t is None else (t.turn, t.live)),)

    @property
    def live(self) -> bool:
        """Whether the graphs may change by themselves."""
        if self.status.holding:
            return self.running_on
        if self.cursor is not None or self.head.outcome or self.status.activity == FAILED:
            return False
        return bool(self.status.searching) or (self.status.playing and not self.status.to_move)

    def note(self) -> str:
        """The word in the title of Trees."""
        if self.live:
            return LIVE
        if self.cursor is not None and not self.status.holding:
            return f"{self.game.turn_word} {self.cursor}, recorded"
        if self.status.activity == OVER:
            return LAST
        if self.status.activity == PERSON:
            return "at rest"
        if self.status.activity == FAILED:
            return STOPPED
        return PAUSED

    def state_words(self) -> str:
        """The state of the match, for the status bar."""
        count = len(self.status.searching)
        where = f"position of {self.game.turn_word} {self.turn}"
        if self.status.holding:
            return (
                f"{_searches(max(1, count))} {'thinking on' if self.running_on else 'paused'}, "
                f"{where}"
            )
        if self.cursor is not None:
            return f"{self.game.turn_word.capitalize()} {self.cursor} of {self.head.turn}, recorded"
        if self.status.activity == OVER:
            return "The match is over"
        if self.status.activity == FAILED:
            return "The match is held by an error"
        if self.status.activity == PREPARING:
            return f"Preparing {self.status.preparing}"
        if self.status.playing:
            asked = [isinstance(s, ProgramSeat) for s in self.setup.seats]
            programs = sum(asked)
            searches = max(count - sum(asked[s] for s in self.status.searching), self._players())
            if not programs:
                return f"{_searches(searches)} running"
            playing = f"{programs} program{'' if programs == 1 else 's'} playing"
            return f"{playing}, {_searches(searches)} running" if searches else playing
        return f"{_searches(self._players())} paused, {where}"

    def _players(self) -> int:
        return sum(thought is not None for thought in self.thoughts())


def _searches(count: int) -> str:
    return f"{count} search{'' if count == 1 else 'es'}" if count else "No search"
