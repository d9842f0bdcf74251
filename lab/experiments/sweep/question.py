"""A sweep as a question: which point plays the next group of games, and what came of it."""

from __future__ import annotations

import math
from pathlib import Path

from engines.records import packed
from lab.batch.entrants import clock_of, condition, entrant
from lab.batch.faults import Faults
from lab.batch.games import GameRecord, LineUp, canonical, decided
from lab.experiments.keeping import OnStep
from lab.experiments.playing import play_here
from lab.experiments.running import Answered, Ask, Course
from lab.experiments.series import Played
from lab.experiments.sweep.allocate import Allocator, Group
from lab.experiments.sweep.plan import SweepPlan
from lab.experiments.sweep.result import Key, Results, SweepResult
from lab.store.store import Store


class SweepQuestion:
    """The groups of a plan as its allocator wants them; `results` are those that have come."""

    note = ""

    def __init__(self, plan: SweepPlan) -> None:
        self.plan, self.grid, self.results = plan, plan.grid, Results(plan)
        self._allocator, self._seen = Allocator(self.grid), 0
        game = self.grid.game
        self._points = [entrant(game, seat) for seat in self.grid.seats]
        self._against = [entrant(game, seat) for seat in self.grid.against]
        self._clock = clock_of(self.grid.budget)

    @property
    def result(self) -> SweepResult:
        """What the results say."""
        return SweepResult(self.grid, self.results)

    @property
    def name(self) -> str:
        """Of the experiment in the store; the number of matches and the rule may change."""
        plan = self.plan
        words = [f"sweep {plan.game}: {plan.seat}", *plan.vary]
        words += [f"against {', '.join(plan.against)}"] * bool(plan.against)
        start = f" {plan.start} {plan.turn or ''} {plan.shake or ''}".rstrip() * bool(plan.start)
        return f"{' '.join(words)}, {plan.budget}, seeds from {plan.seed}{start}"

    @property
    def total(self) -> int:
        """Most games."""
        return max(1, self.grid.total)

    @property
    def ended(self) -> bool:
        """Never before all games that were asked for are finished."""
        return False

    def next(self, course: Course) -> Ask | None:
        """The next group of the allocator."""
        for group in course.groups[self._seen :]:
            self._take(group)
        self._seen = len(course.groups)
        if not self._allocator.ended and (found := self._allocator.next(self._mean)) is not None:
            point, match = self._keys(found)[0]
            return Ask(point, self.lineup(point, match), self.grid.named(point, match)[1])
        return None

    def _keys(self, group: Group) -> list[Key]:
        """The matches of a group."""
        (point, number), seats = group, self.grid.game.seats
        return [(point, number * seats + k) for k in range(seats)]

    def lineup(self, point: int, match: int) -> LineUp:
        """Who plays a match of a point, and from where."""
        state = self.grid.start(match)
        start = "" if state is None else packed(state).hex()
        rules = condition(self.grid.game, self._clock, start)
        return LineUp(rules, (self._points[point], *self._against))

    def _take(self, group: Answered) -> None:
        results, seats = self.results, self.grid.game.seats
        first = (group.ask.seed - self.plan.seed) * seats
        for game in group.games:
            results.played[group.ask.part, first + game.seating] = played_of(game)
        for seating in set(range(seats)) - {game.seating for game in group.games}:
            results.failed[group.ask.part, first + seating] = group.failed

    def _mean(self, group: Group) -> float | None:
        keys = self._keys(group)
        if any(key in self.results.failed for key in keys):
            return math.nan
        found = [self.results.played[key].points[0] for key in keys if key in self.results.played]
        return sum(found) / len(keys) if len(found) == len(keys) else None


def sweep(
    plan: SweepPlan,
    store: str | Path | None = None,
    processes: int | None = None,
    on_step: OnStep = lambda step: None,
) -> SweepResult:
    """Plays a plan as `play_here` does, and returns all results."""
    question = SweepQuestion(plan)
    play_here(question, "sweep", canonical(plan.line), store, processes, on_step)
    return question.result


def played_of(game: GameRecord) -> Played:
    """A finished game as a match of a sweep."""
    sides = tuple(seat.side for seat in game.seats)
    faults = tuple(Faults.of(game.seats, side) for side in range(len(sides)))
    points = decided([game.points(side) for side in range(len(sides))])
    return Played(game.seed, sides, points, game.turns, game.reason, faults=faults)


def known(store: Store, name: str, plan: SweepPlan) -> dict[Key, Played]:
    """What the store has of the sweep `name`."""
    seats = plan.grid.game.seats
    return {
        (kept.part, (kept.record.seed - plan.seed) * seats + kept.record.seating): played_of(
            kept.record
        )
        for kept in store.asked(name)
    }
