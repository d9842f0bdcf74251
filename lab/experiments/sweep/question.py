"""A sweep as a question: which point plays the next group of games, and what came of it."""

from __future__ import annotations

import math

from lab.batch.entrants import clock_of, condition, entrant
from lab.batch.games import GameRecord, LineUp
from lab.experiments.running import Answered, Ask, Course
from lab.experiments.series import Played
from lab.experiments.sweep.allocate import Allocator, Group
from lab.experiments.sweep.plan import SweepPlan
from lab.experiments.sweep.store import Results


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
        return self.grid.total

    @property
    def ended(self) -> bool:
        """Never before all games that were asked for are finished."""
        return False

    def next(self, course: Course) -> Ask | None:
        """The next group of the allocator."""
        for group in course.groups[self._seen :]:
            self._take(group)
        self._seen = len(course.groups)
        found = None if self._allocator.ended else self._allocator.next(self._mean)
        if found is None:
            return None
        point, number = found
        match = number * self.grid.game.seats
        return Ask(point, self._lineup(point, match), self.grid.named(point, match)[1])

    def _lineup(self, point: int, match: int) -> LineUp:
        state = self.grid.start(match)
        start = "" if state is None else state.tobytes().hex()
        rules = condition(self.grid.game, self._clock, start)
        return LineUp(rules, (self._points[point], *self._against))

    def _take(self, group: Answered) -> None:
        seats = self.grid.game.seats
        first = (group.ask.seed - self.plan.seed) * seats
        for game in group.games:
            self.results.played[group.ask.part, first + game.seating] = played_of(game)
        for seating in set(range(seats)) - {game.seating for game in group.games}:
            self.results.failed[group.ask.part, first + seating] = group.failed

    def _mean(self, group: Group) -> float | None:
        point, number = group
        seats = self.grid.game.seats
        keys = [(point, number * seats + k) for k in range(seats)]
        if any(key in self.results.failed for key in keys):
            return math.nan
        found = [self.results.played[key].points[0] for key in keys if key in self.results.played]
        return sum(found) / seats if len(found) == seats else None


def played_of(game: GameRecord) -> Played:
    """A game as a sweep keeps it."""
    sides = tuple(seat.side for seat in game.seats)
    points = tuple((x + 1) / 2 for _, x in sorted((s.side, s.outcome) for s in game.seats))
    return Played(game.seed, sides, points, game.turns, game.reason)
