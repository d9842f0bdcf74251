"""Series of paired matches: every seed is played once with each side in each seat, so that neither
map nor seat favours anybody.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from engines.game import Game, State
from lab.batch.faults import Faults, add_match
from lab.batch.games import by_side, side_points, sides_of
from lab.batch.scoring import seat_records
from lab.experiments.answer_times import AnswerTimes, answer_times, joined
from lab.experiments.seatings import ROTATIONS, Seatings, orders
from lab.experiments.stats import Payoff, Score, payoff, result_of, score
from lab.files.placing import Place
from lab.files.replay import ReplayWriter
from lab.match.budget import Budget
from lab.match.play import MatchResult, Turn, play_setup
from lab.match.records import Setup
from lab.match.seat import SeatSpec
from lab.match.seats import game_of, make_setup, parse_game


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
