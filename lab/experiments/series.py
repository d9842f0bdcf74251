"""Series of paired matches: every seed is played once with each side in each seat, so that neither
map nor seat favours anybody.

How long programs took to answer, and how close they came to their limit, counts the answers that
came, in time or late; a program that crashed or was stopped gives none.

Matches that were played to their end in the window are games by the clock, whatever their budgets:
a window's searches share the computer with one another and with the person. So they belong to an
experiment of their own and count for no other.
"""

from __future__ import annotations

import platform
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from engines.game import Game, State
from lab.batch.entrants import condition, entrant
from lab.batch.faults import Faults, add_match
from lab.batch.games import Clock, GameRecord, LineUp, by_side, side_points, sides_of
from lab.batch.scoring import metrics_of, seat_records
from lab.batch.tape import packed
from lab.experiments.seatings import ROTATIONS, Seatings, orders
from lab.experiments.stats import Payoff, Score, payoff, result_of, score
from lab.files.placing import Place
from lab.files.replay import ReplayWriter
from lab.match.budget import Budget
from lab.match.decide import Decision
from lab.match.play import MatchResult, Turn, play_setup
from lab.match.records import Setup
from lab.match.seat import Person, SeatSpec
from lab.match.seats import game_of, make_setup, parse_game
from lab.store.store import Store
from lab.words.numerals import plural


@dataclass(frozen=True)
class AnswerTimes:
    """The answers of one side. `margin_ms` is the time that was left at the answer which came
    closest to its limit, negative if it was late; the first answer has a limit of its own.
    """

    count: int
    total_ms: float
    worst_ms: float
    margin_ms: float

    @property
    def mean_ms(self) -> float:
        """The mean time of an answer."""
        return self.total_ms / self.count

    @property
    def text(self) -> str:
        """For people: "203 answers: 3.1 ms on average, 48.2 ms at worst, at least 51.8 ms before
        the limit".
        """
        if self.margin_ms < 0:
            margin = f"up to {-self.margin_ms:,.1f} ms after the limit"
        else:
            margin = f"at least {self.margin_ms:,.1f} ms before the limit"
        return (
            f"{self.count:,} {plural(self.count, 'answer')}: {self.mean_ms:,.1f} ms on "
            f"average, {self.worst_ms:,.1f} ms at worst, {margin}"
        )


def joined(times: Iterable[AnswerTimes | None]) -> AnswerTimes | None:
    """All of them together; None without answers."""
    known = [each for each in times if each is not None]
    if not known:
        return None
    return AnswerTimes(
        sum(each.count for each in known),
        sum(each.total_ms for each in known),
        max(each.worst_ms for each in known),
        min(each.margin_ms for each in known),
    )


def answer_times(result: MatchResult, sides: tuple[int, ...]) -> tuple[AnswerTimes | None, ...]:
    """Per side; None for searches, and for programs that never answered."""
    made = [d for turn in result.turns for d in turn.decisions if d is not None and _answered(d)]
    return tuple(
        joined(_one(d) for d in made if sides[d.seat] == side) for side in range(max(sides) + 1)
    )


def _answered(decision: Decision) -> bool:
    return decision.limit_ms > 0 and bool(decision.lines or decision.overrun_ms)


def _one(decision: Decision) -> AnswerTimes:
    ms = 1000 * decision.seconds
    return AnswerTimes(1, ms, ms, decision.limit_ms - ms)


@dataclass(frozen=True)
class Played:
    """One match of a series: `sides[seat]` is the side (index into the series' seats) in that seat;
    per side its points in [0, 1], and the mean outcome of its seats where that is known.
    """

    seed: int
    sides: tuple[int, ...]
    points: tuple[float, ...]
    turns: int
    reason: str
    errors: tuple[str, ...] = ()  # what went wrong, in sentences
    times: tuple[AnswerTimes | None, ...] = ()  # per side, of programs
    outcome: tuple[float, ...] = ()
    faults: tuple[Faults, ...] = ()  # per side, () for none


@dataclass(frozen=True)
class Series:
    """All matches of a series, with the score of each side."""

    sides: tuple[SeatSpec, ...]
    matches: tuple[Played, ...]
    worth: float = 1.0  # what an outcome of 1 is in the payoffs of a graded game

    def times(self, side: int) -> AnswerTimes | None:
        """How long the side's program took to answer; None for a search."""
        return joined(match.times[side] for match in self.matches if match.times)

    @property
    def faults(self) -> dict[str, Faults]:
        """What spoiled the matches, by side as people count them."""
        found = dict[str, Faults]()
        for match in self.matches:
            add_match(found, map("Side {}".format, range(1, len(self.sides) + 1)), match.faults)
        return found

    def score(self, side: int) -> Score:
        """The side's score with its interval; matches of one seed are one observation."""
        results = [result_of(match.points, side) for match in self.matches]
        points = self._by_seed(match.points[side] for match in self.matches)
        return score(points, len(self.sides), results)

    def payoff(self, side: int) -> Payoff | None:
        """What the side was paid; None without matches."""
        return payoff(self._by_seed(match.outcome[side] for match in self.matches), self.worth)

    def _by_seed(self, numbers: Iterable[float]) -> list[list[float]]:
        groups: dict[int, list[float]] = {}
        for match, number in zip(self.matches, numbers, strict=True):
            groups.setdefault(match.seed, []).append(number)
        return list(groups.values())


def schedule(
    setup: Setup, matches: int, swap: bool = True, seatings: Seatings = ROTATIONS
) -> list[tuple[Setup, tuple[int, ...]]]:
    """The setups to play and the side in each seat; with `swap` each seed is played once in every
    seating, which are the rotations of the sides or all their orders.
    """
    count = len(setup.seats)
    rings = orders(range(count), count, seatings)
    every = [sides_of(count, count, turn) for turn in range(count)]
    seated = [tuple(ring[side] for side in sides) for ring in rings for sides in every]
    seated = seated if swap else seated[:1]
    plan = []
    for k in range(matches):
        sides, seed = seated[k % len(seated)], setup.seed + k // len(seated)
        seats = tuple(setup.seats[side] for side in sides)
        plan.append((Setup(setup.game, setup.options, seats, seed), sides))
    return plan


def each_match(
    game: Game,
    setup: Setup,
    matches: int,
    swap: bool = True,
    out: Callable[[int], Place | None] = lambda index: None,
    on_turn: Callable[[Turn], Any] = lambda turn: None,
    start: State | None = None,
    by_cpu: bool = False,
    seatings: Seatings = ROTATIONS,
) -> Iterator[Played]:
    """Plays match after match and yields each when done; match `index` is written to `out(index)`
    as it is played. All begin with the position `start`, if given. With `by_cpu` milliseconds of
    budgets are CPU time; kernels should be loaded before.
    """
    for index, (each, sides) in enumerate(schedule(setup, matches, swap, seatings)):
        place = out(index)
        if place is None:
            result = play_setup(
                each,
                on_turn=on_turn,
                log_events=False,
                game=game,
                by_cpu=by_cpu,
                start=start,
                watched=False,
            )
            yield played(result, sides)
        else:
            yield played(_recorded(game, each, place, on_turn, start, by_cpu), sides)


def _recorded(
    game: Game,
    setup: Setup,
    place: Place,
    on_turn: Callable[[Turn], Any],
    start: State | None,
    by_cpu: bool,
) -> MatchResult:
    initial = game.initial(setup.seed) if start is None else start
    with place, ReplayWriter(place.draft, setup, initial) as writer:

        def write(turn: Turn) -> None:
            writer.turn(turn)
            place.worth_keeping = True  # even if the match is interrupted
            on_turn(turn)

        result = play_setup(
            setup, on_turn=write, log_events=False, game=game, by_cpu=by_cpu, start=start
        )
        writer.end(result.outcome, result.reason)
    return result


def play_series(
    game: Game | str,
    seats: Sequence[SeatSpec | str],
    *,
    matches: int,
    budget: Budget | str | None = None,
    seed: int = 0,
    swap: bool = True,
) -> Series:
    """Plays `matches` matches between the sides `seats` from `seed` on."""
    chosen = parse_game(game) if isinstance(game, str) else game
    setup = make_setup(chosen, seats, seed, budget)
    return Series(setup.seats, tuple(each_match(chosen, setup, matches, swap)))


def played(result: MatchResult, sides: tuple[int, ...]) -> Played:
    """A match as a series keeps it."""
    errors = tuple(error for turn in result.turns for error in turn.errors)
    seats = seat_records(game_of(result.setup), result, sides, "it")
    return Played(
        result.setup.seed,
        sides,
        side_points(result.outcome, sides),
        len(result.turns),
        result.reason,
        errors,
        answer_times(result, sides),
        by_side(result.outcome, sides),
        tuple(Faults.of(seats, side) for side in range(max(sides) + 1)),
    )


WINDOW = "window"  # the experiment, and its kind
CLOCK: Clock = "wall"


def keep_match(store: Store, result: MatchResult) -> None:
    """Keeps a match, unless a person took part, who is no player that could meet others, or nobody
    can win.
    """
    seats, game = result.setup.seats, game_of(result.setup)
    if any(isinstance(seat, Person) for seat in seats) or not game.has_winner:
        return
    lineup = LineUp(condition(game, CLOCK), tuple(entrant(game, seat) for seat in seats))
    record = GameRecord(
        result.setup.seed,
        seating=0,
        seats=seat_records(game, result, range(len(seats)), CLOCK),
        started=time.time(),
        seconds=round(_seconds(result), 3),
        turns=len(result.turns),
        reason=result.reason,
        tape=packed(result.turns),
        host=platform.node(),
        metrics=metrics_of(result.turns),
    )
    store.experiment(WINDOW, WINDOW)
    store.add(WINDOW, 0, lineup, [record])


def _seconds(result: MatchResult) -> float:
    """The time of all decisions; how long a person looked at the match is nobody's figure."""
    return sum(d.seconds for turn in result.turns for d in turn.decisions if d is not None)
