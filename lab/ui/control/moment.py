"""The part of a running match on the screen: its head, or an earlier turn that a person chose, and
what its searches know. No Qt.
"""

from __future__ import annotations

from dataclasses import dataclass

from lab.compare.words import settings_words
from lab.live import searches
from lab.live.crew import AHEAD, ASIDE
from lab.live.searches import Searches
from lab.live.session import Session
from lab.live.worker import SearchWorker
from lab.match.node_line import NodeLine
from lab.match.records import FAILED, OVER, PERSON, PREPARING, Frame, Thought
from lab.match.seat import Person, ProgramSeat
from lab.words import numerals
from lab.words.numerals import several

LIVE, PAUSED, STOPPED, IDLE = "live", "paused", "stopped", "idle"
EVERY = 6  # readings of the session for one of the searches: ten a second
HASTE = 12  # readings: a shorter time is too short to read what is live


Joints = tuple[tuple[int, ...], ...]


@dataclass(frozen=True, eq=False)
class AheadShown:
    """A position that is searched beside the match: the frame on the board, the turns played by
    then, the way to it, and the line whose node it is.
    """

    frame: Frame
    turns: int
    joints: Joints
    line: NodeLine


class Moment:
    """One reading of the session; `refresh` takes the next one, and everything in between belongs
    together. `searches` is read again by `look`, and at once where another position comes on show.
    """

    def __init__(self, session: Session) -> None:
        self.session = session
        self.cursor: int | None = None  # the turn on show, None while it follows the head
        self.running_on = True  # while thinking on: running, or resting between single iterations
        self.ahead: AheadShown | None = None  # whose searches are on show, beside the match
        self.frozen = False  # the searches on show stay, until another turn is chosen
        self.searches = Searches()
        self.coming: Searches | None = None  # the next record, while it is being drawn
        self._game: object = None
        self._shown: tuple[object, ...] = ()  # what the person chose to see, when last read
        self._on_show: Frame | None = None
        # in readings: how long the position is on show, the one before was, the searches were read
        self._age = self._lasted = self._since = 0
        self.bots: tuple[str, ...] = ()  # by seat, where a watched game is on the board
        self.uncovers = False  # a person wants to see what fair play covers
        self.refresh()

    def refresh(self, ahead: bool = False) -> None:
        """Reads the session again. With `ahead`, newer numbers of the position on show are
        `coming` until `arrive`.
        """
        view = self.view = self.session.view
        if view.game is not self._game:
            self._game, self.searches, self.frozen = view.game, Searches(), False
            self.coming = None
        self.frames, self.status = view.frames, view.status
        self.setup, self.game = view.setup, view.game
        self.up_to_date = self.session.has_obeyed(view)  # no request is pending
        # the start of a match of which no turn is known yet: a recorded one may still be loading
        starts = self.cursor == 0 == self.head.turn
        if self.cursor is not None and self.cursor >= self.head.turn and not starts:
            self.cursor = None
        if self._must_look():
            self.look()
        elif self._since >= EVERY and self.coming is None:
            self._since, self.coming = 0, self._read()
            if not ahead:
                self.arrive()

    def _must_look(self) -> bool:
        """Whether the searches are to be read again at once and not at their steady rate: where
        another position was chosen; in play, as soon as a position that stays has searches of its
        own.
        """
        before, shown = self._on_show, (self.cursor, self.status.holding, self._game)
        self._since += 1
        self._age += 1
        if self.frame is not before:
            self._lasted, self._age, self._on_show = self._age, 0, self.frame
        chosen = shown != self._shown or before is None or not 0 <= self.turn - before.turn <= 1
        self._shown = shown
        soon = self.is_elsewhere and self._age > 0 and bool(self.status.searching)
        return chosen or soon

    def look(self) -> None:
        """Reads what the searches know by now; the record stays the same one if that is nothing
        new.
        """
        self._since, self.coming = 0, self._read()
        self.arrive()

    def _read(self) -> Searches | None:
        """A newer record, if there is one."""
        if self.frozen:
            return None
        found = searches.read(self.view, self.turn)
        return None if found.is_as(self.searches) else found

    def arrive(self) -> None:
        """Shows the record that was to come."""
        if self.coming is not None:
            self.searches, self.coming = self.coming, None

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

    def freeze(self, frozen: bool) -> None:
        """Keeps the searches on show, or follows them again."""
        self.frozen, self.coming = frozen, None

    def go_to(self, turn: int) -> None:
        """Shows another turn; the latest one, and all beyond, follow the head."""
        self.cursor = None if turn >= self.head.turn else max(0, turn)
        self.frozen = False

    @property
    def players(self) -> tuple[str, ...]:
        """The algorithms that play, seat by seat."""
        return tuple(spec.name for spec in self.setup.seats)

    def player(self, seat: int) -> str:
        """What plays the seat: a bot by its name, else an algorithm or a file; "" for a person."""
        return self.bots[seat] if self.bots else self.setup.seats[seat].title

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

    def uncovered(self, thought: Thought | None) -> Thought | None:
        """A search's thought, None while fair play covers it; what led to earlier turns is open."""
        if thought is None or thought.turn < self.head.turn or not self.covers(thought.seat):
            return thought
        return None

    def thoughts(self) -> tuple[Thought | None, ...]:
        """The searches on show, by seat; in games of alternating moves the one there is, which
        covers both sides.
        """
        return tuple(map(self.uncovered, self.searches.thoughts))

    @property
    def is_elsewhere(self) -> bool:
        """Whether the searches on show are of another position than the board's."""
        return self.searches.turn != self.turn

    @property
    def _hurries(self) -> bool:
        """Whether positions follow one another so fast that only a number can be read."""
        return self.cursor is None and not self.status.holding and self._lasted < HASTE

    @property
    def live(self) -> bool:
        """Whether the graphs may change by themselves."""
        if self.searches.ahead:
            return True
        if self.status.holding:
            return self.running_on and not self.searches.recorded
        still = self.cursor is not None or self.status.leads_in
        if still or self.head.outcome or self.status.activity == FAILED:
            return False
        return bool(self.status.searching) or (self.status.playing and not self.status.to_move)

    def note(self) -> str:
        """The word in the title of Trees, and how many root moves a search keeps to. Searches of
        another turn than the board's are labelled with theirs.
        """
        limits = dict.fromkeys(t.limits for t in self.thoughts() if t is not None and t.limits)
        some = [f"{count} of {of}" for each in limits for _, count, of in each]
        lent = f"by {self.lent}" if self.lent else ""
        parts = (self._when(), lent, f"of {self.outdated}" if self.outdated else "")
        return ", ".join(p for p in (*parts, f"{' and '.join(some)} moves" if some else "") if p)

    @property
    def lent(self) -> str:
        """The search that thinks for players who do not search, with its settings: "UCT, c 1.00";
        "" if there is none.
        """
        lent = (
            worker.player.spec
            for (seat, kind), worker in self.view.workers.items()
            if kind in (ASIDE, AHEAD)
            and isinstance(worker, SearchWorker)
            and not self.setup.seats[seat].searches
        )
        words = (f"{each.title}, {settings_words(each, self.game)}" for each in lent)
        return next((each.removesuffix(", ") for each in words), "")

    @property
    def outdated(self) -> str:
        """The settings that the searches on show have searched with ("c 0.3"), where others have
        been set since and nothing was searched with them; "" while they run.
        """
        if self.live:
            return ""
        shown = [t for t in self.thoughts() if t is not None and t.agents]
        found = (t.agents[0].trail.before(t.snapshot.iterations) for t in shown)
        return " and ".join(dict.fromkeys(filter(None, found)))

    @property
    def is_idle(self) -> bool:
        """Whether a search in a person's time has come to its end."""
        return self._when() == IDLE

    def _when(self) -> str:
        """Which moment the searches on show are of."""
        turn = numerals.after(self.searches.turn, self.game.turn_word)
        if self.searches.ahead:
            return f"{turn}, from here"
        if self.cursor is None and self.is_elsewhere:
            return f"{turn}, the last search" if self.status.activity == OVER else turn
        if self.live and not self.searches.recorded:
            return turn if self._hurries else LIVE
        if self.searches.recorded or self.status.leads_in:
            return f"{turn}, searched again" if self.searches.again else f"{turn}, recorded"
        if self.status.activity == PERSON:
            return IDLE
        return STOPPED if self.status.activity == FAILED else PAUSED

    def state_words(self) -> str:
        """The state of the match, for the status bar."""
        where = f"position {numerals.after(self.turn, self.game.turn_word)}"
        if self.status.holding:
            doing = "thinking on" if self.running_on else "paused"
            who = self.lent or _searches(max(1, self.searches.count))
            return f"{who}: {doing}, {where}" if self.lent else f"{who} {doing}, {where}"
        if self.cursor is not None:
            return f"{self.game.turn_word.capitalize()} {self.cursor} of {self.head.turn}, recorded"
        if self.status.activity == OVER:
            return "The match is over"
        if self.status.activity == FAILED:
            return "The match stopped because of an error"
        if self.status.activity == PREPARING:
            before = "Recorded match; preparing" if self.status.leads_in else "Preparing"
            return f"{before} {self.status.preparing}"
        if self.status.playing:
            return self._playing_words()
        if not self.searches.count:
            return f"Paused, {where}"
        return f"{_searches(self.searches.count)} paused, {where}"

    def _playing_words(self) -> str:
        asked = [isinstance(s, ProgramSeat) for s in self.setup.seats]
        programs = sum(asked)
        busy = sum(not asked[seat] for seat in self.status.searching)
        running = max(busy, sum(thought is not None for thought in self.thoughts()))
        if not programs:
            return f"{_searches(running)} running"
        playing = f"{several(programs, 'program')} playing"
        return f"{playing}, {_searches(running)} running" if running else playing


def _searches(count: int) -> str:
    return several(count, "search") if count else "No search"
