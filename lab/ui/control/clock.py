"""A person's clock: how long the match or a turn may take, and the cards above the board."""

from __future__ import annotations

import time
from dataclasses import dataclass

from PySide6.QtCore import QObject, Signal

from engines.game import Game
from lab.ui.board.clocks import PlayerCard
from lab.ui.control.moment import Moment
from lab.ui.parts.combos import Entry
from lab.ui.parts.marks import marks_of
from lab.ui.shell.centre import Centre
from lab.words.settings import Settings


@dataclass(frozen=True)
class PersonClock:
    """How long a person may think: in all, or in real time for each turn, after which the last
    order is sent; None for no limit.
    """

    name: str
    title: str
    whole_s: float | None = None
    turn_s: float | None = None


NO_CLOCK = PersonClock("none", "no clock")
CLOCKS = (
    NO_CLOCK,
    PersonClock("1min", "1 minute", 60.0),
    PersonClock("5min", "5 minutes", 300.0),
    PersonClock("10min", "10 minutes", 600.0),
    PersonClock("1s", "real time, 1 s", turn_s=1.0),
    PersonClock("contest", "real time, contest", turn_s=0.075),
)


def clocks_of(game: Game) -> tuple[PersonClock, ...]:
    """The clocks of a game; real time needs a game in which agents are aimed."""
    return tuple(clock for clock in CLOCKS if clock.turn_s is None or game.dial is not None)


def clock_entries(game: Game) -> list[Entry]:
    """The clocks of a game for the Set-up dock."""
    return [Entry(clock.name, clock.title) for clock in clocks_of(game)]


class ClockControl(QObject):
    """Counts the seconds of each seat, and shows the players with the time they have left."""

    told = Signal(str)

    def __init__(self, centre: Centre, moment: Moment, settings: Settings, parent: QObject) -> None:
        super().__init__(parent)
        self._centre, self._moment, self._settings = centre, moment, settings
        self._used: list[float] = []  # seconds that each seat has thought
        self._over: set[int] = set()  # the seats whose time is over
        self._ticked_at = time.monotonic()
        self._turn_s = 0.0  # seconds of this turn, in real time
        self.runs = False  # real time has begun: with the person's first order
        self._hurries = False  # real time, and not the chosen speed, says how long a turn takes

    @property
    def clock(self) -> PersonClock:
        """The clock chosen for this game."""
        game = self._moment.game
        name = self._settings.clocks.get(game.name, "")
        return next((clock for clock in clocks_of(game) if clock.name == name), NO_CLOCK)

    @property
    def is_real_time(self) -> bool:
        """Whether turns pass without waiting for the person."""
        return self.clock.turn_s is not None

    def begin(self) -> None:
        """Resets for a new match or new players."""
        self._used, self.runs = [0.0] * self._moment.game.seats, False
        self._ticked_at = time.monotonic()  # without people nobody looks at the clock
        self._over.clear()
        self.begin_turn()
        self.show_players()
        self._set_pace()

    def _set_pace(self) -> None:
        """In real time searches do not spread their budget over the turns of a watched match."""
        moment, before = self._moment, self._hurries
        self._hurries = self.is_real_time and bool(moment.people)
        if self._hurries or before:
            moment.session.set_pace(0.0 if self._hurries else self._settings.pace_s)

    def begin_turn(self) -> None:
        """The next turn."""
        self._turn_s = 0.0

    def show_players(self) -> None:
        """The cards above the board."""
        moment, game = self._moment, self._moment.game
        cards = []
        for seat, spec in enumerate(moment.setup.seats):
            name = spec.title or ("You" if len(moment.people) == 1 else f"Seat {seat + 1}")
            thinks = spec.searches and self._settings.ponder
            caption = f"Seat {seat + 1}" + (", thinks in your time" if thinks else "")
            cards.append(
                PlayerCard(name, caption, seat, self.left_s(seat), kind=game.seat_mark(seat))
            )
        self._centre.clocks.set_players(cards, marks_of(game.owner))

    def left_s(self, seat: int) -> float | None:
        """The seconds a seat has left, None without a clock or once its time is over."""
        clock = self.clock
        if clock.whole_s is not None and seat < len(self._used) and seat not in self._over:
            return max(0.0, clock.whole_s - self._used[seat])
        if clock.turn_s is not None and seat in self._moment.people:
            return max(0.0, clock.turn_s - self._turn_s)
        return None

    def tick(self, asked: bool) -> bool:
        """Counts on; returns whether a turn in real time is over for a person who is `asked`."""
        now = time.monotonic()
        passed, self._ticked_at = now - self._ticked_at, now
        moment = self._moment
        movers = {moment.game.owner[agent] for agent in moment.status.to_move}
        thinking = () if movers else moment.status.searching
        counted = moment.cursor is None and moment.status.playing and not moment.status.holding
        for seat in (*movers, *thinking) if counted else ():
            if seat < len(self._used):
                self._used[seat] += passed
        if counted and asked and self.runs:
            self._turn_s += passed
        self._centre.clocks.set_times(
            [self.left_s(seat) for seat in range(moment.game.seats)], [*movers, *thinking]
        )
        self._end_whole()
        turn_s = self.clock.turn_s
        return counted and asked and turn_s is not None and self._turn_s >= turn_s

    def _end_whole(self) -> None:
        for seat in self._moment.people:
            if self.clock.whole_s is not None and self.left_s(seat) == 0.0:
                self._over.add(seat)
                whose = "Your" if len(self._moment.people) == 1 else f"Seat {seat + 1}'s"
                self.told.emit(f"{whose} time is over. Play on: nothing is lost by it here.")
