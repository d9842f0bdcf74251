"""A sweep as a question: which point plays the next group of games, and what came of it."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

from engines.records import packed
from lab.batch.entrants import clock_of, condition, entrant
from lab.batch.faults import Faults, in_line
from lab.batch.games import GameRecord, LineUp, canonical
from lab.experiments.keeping import OnStep
from lab.experiments.playing import play_here
from lab.experiments.running import Answered, Ask, Course
from lab.experiments.sweep.allocate import Allocator, Group
from lab.experiments.sweep.plan import SweepPlan
from lab.experiments.sweep.result import SweepResult
from lab.experiments.sweep.store import Key, Results, SweepStore


class SweepQuestion:
    """The groups of a plan as its allocator wants them; `results` are those that have come.

    What comes is also written to a ledger, if there is one. Matches that it has already are not
    asked for; what failed is tried again.
    """

    note = ""

    def __init__(self, plan: SweepPlan, ledger: SweepStore | None = None) -> None:
        self.plan, self.grid = plan, plan.grid
        self._ledger = ledger or SweepStore(plan, None)
        self.results.failed.clear()
        self._before = len(self.results.played)
        self._allocator, self._seen = Allocator(self.grid), 0
        game = self.grid.game
        self._points = [entrant(game, seat) for seat in self.grid.seats]
        self._against = [entrant(game, seat) for seat in self.grid.against]
        self._clock = clock_of(self.grid.budget)

    @property
    def results(self) -> Results:
        """What is known."""
        return self._ledger.results

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
        """Most games that are not in the ledger."""
        return max(1, self.grid.total - self._before)

    @property
    def ended(self) -> bool:
        """Never before all games that were asked for are finished."""
        return False

    def next(self, course: Course) -> Ask | None:
        """The next group of the allocator."""
        for group in course.groups[self._seen :]:
            self._take(group)
        self._seen = len(course.groups)
        while not self._allocator.ended:
            found = self._allocator.next(self._mean)
            if found is None:
                return None
            if any(key not in self.results.played for key in self._keys(found)):
                point, match = self._keys(found)[0]
                return Ask(point, self._lineup(point, match), self.grid.named(point, match)[1])
        return None

    def _keys(self, group: Group) -> list[Key]:
        """The matches of a group."""
        (point, number), seats = group, self.grid.game.seats
        return [(point, number * seats + k) for k in range(seats)]

    def _lineup(self, point: int, match: int) -> LineUp:
        state = self.grid.start(match)
        start = "" if state is None else packed(state).hex()
        rules = condition(self.grid.game, self._clock, start)
        return LineUp(rules, (self._points[point], *self._against))

    def _take(self, group: Answered) -> None:
        seats = self.grid.game.seats
        first = (group.ask.seed - self.plan.seed) * seats
        for game in group.games:
            self._keep((group.ask.part, first + game.seating), line_of(game))
        for seating in sorted(set(range(seats)) - {game.seating for game in group.games}):
            failed = {"seed": group.ask.seed, "error": group.failed}
            self._keep((group.ask.part, first + seating), failed)

    def _keep(self, key: Key, line: dict[str, Any]) -> None:
        """Takes a match, unless the ledger has it."""
        if key not in self.results.played:
            self._ledger.add({"point": key[0], "match": key[1]} | line)

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


def line_of(game: GameRecord) -> dict[str, Any]:
    """A finished game as a sweep's ledger has it."""
    return {
        "seed": game.seed,
        "sides": [seat.side for seat in game.seats],
        "points": [game.points(side) for side in range(len(game.seats))],
        "turns": game.turns,
        "reason": game.reason,
    } | in_line([Faults.of(game.seats, side) for side in range(len(game.seats))])
