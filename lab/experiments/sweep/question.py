"""A sweep as a question: which point plays the next group of games, and what came of it.

A group is a pair where there are two seats. First every point in turn gets the minimum number of
groups for a verdict. Then comes the optimal computing budget allocation of Chen, Lin, Yücesan and
Chick, "Simulation budget allocation for further enhancing the efficiency of ordinal optimization"
(Discrete Event Dynamic Systems 10, 2000), in its sequential "most starving" form (Chen and Lee,
"Stochastic simulation optimization", 2011): with b the point of the best mean, the chance of
picking the right one grows fastest when matches are shared out as

    w_i = (s_i / (m_b - m_i))^2  for i != b,    w_b = s_b sqrt(sum over i != b of (w_i / s_i)^2),

and the next group goes to the point with the highest w_i / n_i. So contested points get matches and
hopeless ones do not. m and s are the mean and the standard deviation of a point's group results
with half a group at 0 and half a group at 1 added, so that s is never 0; differences below `ALIKE`
are not worth telling apart and count as `ALIKE`.

Where one setting plays until it is settled who is better, the matches are looked at as
`lab.experiments.verdicts` says, and wait there for every result.

A choice uses only the results of groups `LAG` or more places before it in the sequence. So many
groups can be played at the same time, and the sequence is the same for any number of processes, and
after a restart.

The file of a sweep's results; see `lab.experiments.ledger`.

* The first line: `format` "smitsilab-sweep", `version` 1, and `plan`: game, seat, vary, against,
  budget, seed, matches, rule.
* One line per finished match: `point` (its number, the last parameter running fastest), `match`
  (from 0), `seed`, `sides` (the side in each seat; side 0 is the point), `points` per side in [0,
  1], `turns`, `reason`; `faults` per side where there were any.
* `{"point": k, "match": m, "seed": s, "error": "..."}` for a match that could not be finished.
* `{"matches": n, "rule": r}` where the number of matches per point, or the rule, was changed later.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from engines.records import packed
from lab.batch.entrants import clock_of, condition, entrant
from lab.batch.faults import Faults, from_line, in_line
from lab.batch.games import GameRecord, LineUp, canonical, decided
from lab.experiments.keeping import OnStep
from lab.experiments.ledger import Line, Take, read_lines
from lab.experiments.playing import play_here
from lab.experiments.running import Answered, Ask, Course
from lab.experiments.series import Played
from lab.experiments.stats import ENOUGH
from lab.experiments.sweep.plan import DECIDE, SETTLE, SweepGrid, SweepPlan
from lab.experiments.sweep.result import Key, Results, SweepResult
from lab.experiments.verdicts import is_settled, looks
from lab.store.store import Store

LAG = 32  # groups that may be in progress
FIRST = ENOUGH  # groups of every point before results count
ALIKE = 0.01
ADDED = 0.5  # groups at 0, and as many at 1

Group = tuple[int, int]  # point, and the number of the group at that point
# of a group's results; NaN where it failed, None while it is not finished
Mean = Callable[[Group], float | None]
Floats = NDArray[np.float64]


def shares(mean: Floats, deviation: Floats) -> Floats:
    """The w of the formula above for every point [P], from means and standard deviations of its
    groups.
    """
    best = int(np.argmax(mean))
    apart = np.maximum(mean[best] - mean, ALIKE)
    out: Floats = (deviation / apart) ** 2
    others = np.arange(mean.size) != best
    out[best] = deviation[best] * math.sqrt(float(np.sum((out[others] / deviation[others]) ** 2)))
    return out


class Allocator:
    """The sequence of groups, extended as results allow."""

    def __init__(self, grid: SweepGrid) -> None:
        self.points = np.array(grid.played)
        self.total = grid.rounds * self.points.size
        self.even = (
            min(self.total, FIRST * self.points.size) if grid.plan.rule == DECIDE else self.total
        )
        self._looks = looks(self.total) if grid.plan.rule == SETTLE else ()
        self._settled = False
        self.sequence: list[Group] = []
        self.assigned = np.zeros(self.points.size, np.int64)
        self._place = {int(point): i for i, point in enumerate(self.points)}
        self._taken = 0  # groups whose results are in the sums
        self._count, self._sum, self._squares = (np.zeros(self.points.size) for _ in range(3))

    def next(self, mean: Mean) -> Group | None:
        """The next group to play; None when it has to wait for results, and at the end."""
        at = len(self.sequence)
        if self.ended or (at in self._looks and not self._looked(mean, at)):
            return None
        if at < self.even:
            place = at % self.points.size
        elif self._take(mean, at - LAG + 1):
            place = self._hungriest()
        else:
            return None
        group = int(self.points[place]), int(self.assigned[place])
        self.assigned[place] += 1
        self.sequence.append(group)
        return group

    @property
    def ended(self) -> bool:
        """Whether the sequence is complete."""
        return len(self.sequence) >= self.total or self._settled

    def _looked(self, mean: Mean, at: int) -> bool:
        """Whether the matches go on after the first `at` groups; they wait for all results."""
        if not self._take(mean, at):
            return False
        count, total, squares = (float(x[0]) for x in (self._count, self._sum, self._squares))
        self._settled = is_settled(int(count), total, squares)
        return not self._settled

    def _take(self, mean: Mean, until: int) -> bool:
        """Adds the results of the first `until` groups and no others; False while one of them is
        unfinished.
        """
        while self._taken < until:
            group = self.sequence[self._taken]
            result = mean(group)
            if result is None:
                return False
            if not math.isnan(result):
                place = self._place[group[0]]
                self._count[place] += 1
                self._sum[place] += result
                self._squares[place] += result * result
            self._taken += 1
        return True

    def _hungriest(self) -> int:
        if self.points.size == 1:
            return 0
        count = self._count + 2 * ADDED
        mean = (self._sum + ADDED) / count
        deviation = np.sqrt((self._squares + ADDED) / count - mean**2)
        return int(np.argmax(shares(mean, deviation) / self.assigned))


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


HEAD = {"format": "smitsilab-sweep", "version": 1}
PLAYED = ("seed", "sides", "points", "turns", "reason")


def lines_of(results: Results) -> Iterator[Line]:
    """The lines of the file."""
    yield HEAD | results.plan.line
    for (point, match), played in sorted(results.played.items()):
        facts = {key: vars(played)[key] for key in PLAYED}
        yield {"point": point, "match": match} | facts | in_line(played.faults)
    for (point, match), error in sorted(results.failed.items()):
        seed = results.plan.grid.named(point, match)[1]
        yield {"point": point, "match": match, "seed": seed, "error": error}


def read(path: Path) -> Results:
    """The results in a file; BatchError if it is another one."""
    found: list[Results] = []

    def begin(line: Line) -> Take:
        found.append(Results(SweepPlan.read(line)))
        return lambda line: _take(found[0], line)

    read_lines(path, HEAD, begin)
    return found[0]


def _take(results: Results, line: Line) -> None:
    if "matches" in line:
        results.plan = replace(results.plan, matches=int(line["matches"]), rule=str(line["rule"]))
        return
    key = int(line["point"]), int(line["match"])
    if "error" in line:
        results.failed[key] = str(line["error"])
        return
    results.failed.pop(key, None)
    results.played[key] = Played(
        int(line["seed"]),
        tuple(int(side) for side in line["sides"]),
        decided([float(x) for x in line["points"]]),
        int(line["turns"]),
        str(line["reason"]),
        faults=from_line(line),
    )
