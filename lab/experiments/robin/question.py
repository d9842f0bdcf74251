"""A table as a question: the groups of its schedule, and what came of them.

The file of a table's results; see `lab.experiments.ledger`.

* The first line: `format` "smitsilab-table", `version` 1, and `game`, `budget`, `seed`, and
  `starts` where matches begin with openings.
* One line per finished match: `pair` (the texts of the players), `match` (from 0), `seed`, `sides`
  (which of the pair sat in each seat), `points` per side in [0, 1], `turns`, `reason`; per side
  `cpu_ms` and `iterations`, means over its decisions; `faults` per side where there were any.
* The same with `error` in place of the results for a match that could not be finished.
* One line for all matches of a pair, as `packed` writes it: `pair`, `points` of its first player
  per match (null where there is none), and per side the means `cpu_ms` and `iterations`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from lab.batch.entrants import clock_of, lineup
from lab.batch.errors import BatchError
from lab.batch.faults import Faults, from_line, in_line
from lab.batch.games import (
    Entrant,
    GameRecord,
    LineUp,
    by_side,
    canonical,
    decided,
    ranked,
    sides_of,
)
from lab.experiments.keeping import OnStep
from lab.experiments.ledger import Line, Take, foreign, read_lines
from lab.experiments.playing import play_here
from lab.experiments.robin.plan import Key, Pair, RobinPlan
from lab.experiments.robin.result import Met, RobinResult
from lab.experiments.running import Answered, Ask, Course
from lab.experiments.verdicts import SAME, repeats
from lab.match.budget import Budget
from lab.store.store import Store


class RobinQuestion:
    """The groups of a plan in the order of its schedule; `met` and `failed` are what has come."""

    note = ""
    ended = False

    def __init__(self, plan: RobinPlan) -> None:
        self.plan = plan
        self.met, self.failed = dict[Key, Met](), dict[Key, str]()
        self._wanted = [key for key in plan.schedule() if key[1] % plan.seatings == 0]
        self._lineups: dict[Pair, LineUp] = {}
        self._played: dict[Pair, list[tuple[GameRecord, ...]]] = {}  # groups of this store
        self._seen = 0

    @property
    def name(self) -> str:
        """Of the experiment in the store; players and matches may be added to it."""
        words = f"table {self.plan.game}: {self.plan.budget}, seeds from {self.plan.seed}"
        return words + f", {self.plan.openings.words}" if self.plan.openings else words

    @property
    def total(self) -> int:
        """Most games."""
        return max(1, self.plan.total)

    def next(self, course: Course) -> Ask | None:
        """The next group of the schedule."""
        for group in course.groups[self._seen :]:
            self._take(self._wanted[self._seen], group)
            self._seen += 1
        if len(course.asks) == len(self._wanted):
            return None
        pair, match = self._wanted[len(course.asks)]
        # who plays without chance shows in the actions of the first groups
        first = match < SAME * self.plan.seatings
        return Ask(0, self.lineup(pair), self.plan.named(pair, match)[1], tape=first)

    @property
    def repeating(self) -> frozenset[Pair]:
        """Pairs whose games are the same on every seed."""
        return frozenset(pair for pair, groups in self._played.items() if repeats(groups))

    @property
    def result(self) -> RobinResult:
        """What is known."""
        return RobinResult(self.plan, self.met, self.failed, self.repeating)

    @property
    def everyone(self) -> list[Entrant]:
        """Who plays."""
        return [side for pair in self.plan.pairs for side in self.lineup(pair).sides]

    def look(self, store: Store) -> None:
        """Takes what is known, and plays nothing."""
        for pair in self.plan.pairs:
            lineup = self.lineup(pair)
            for seed, games in store.groups(lineup, None, self.name).items():
                match = (seed - self.plan.seed) * self.plan.seatings
                if 0 <= match < self.plan.matches:
                    self._take((pair, match), Answered(Ask(0, lineup, seed), games))

    def lineup(self, pair: Pair) -> LineUp:
        """Who plays."""
        if pair not in self._lineups:
            budget = Budget.parse(self.plan.budget)
            clock = clock_of(budget, by_cpu=True)
            self._lineups[pair] = lineup(self.plan.configured, pair, clock, budget, self.plan.start)
        return self._lineups[pair]

    def _keys(self, start: Key) -> list[Key]:
        """The matches of the group that begins with this one."""
        return [(start[0], start[1] + k) for k in range(self.plan.seatings)]

    def _take(self, start: Key, group: Answered) -> None:
        keys = self._keys(start)
        if group.games and not group.failed:
            self._played.setdefault(start[0], []).append(group.games)
        for game in group.games:
            self.met[keys[game.seating]] = met_of(game, len(start[0]))
        for seating in set(range(len(keys))) - {game.seating for game in group.games}:
            self.failed[keys[seating]] = group.failed


def robin(
    plan: RobinPlan,
    store: str | Path | None = None,
    processes: int | None = None,
    on_step: OnStep = lambda step: None,
) -> RobinResult:
    """Plays a plan as `play_here` does, and returns all results."""
    question = RobinQuestion(plan)
    play_here(question, "table", canonical(plan.line), store, processes, on_step)
    return question.result


def known(store: Store, plan: RobinPlan) -> RobinResult:
    """What the store has of a table."""
    question = RobinQuestion(plan)
    question.look(store)
    return question.result


def met_of(game: GameRecord, sides: int) -> Met:
    """A finished game as a match of a table."""
    own = [[seat for seat in game.seats if seat.side == side] for side in range(sides)]
    decisions = [max(1, sum(seat.decisions for seat in seats)) for seats in own]
    cpu_s = [sum(seat.cpu_s for seat in seats) for seats in own]
    iterations = [sum(seat.iterations for seat in seats) for seats in own]
    order = [seat.side for seat in game.seats]
    return Met(
        game.seed,
        table_points([seat.outcome for seat in game.seats], order),
        game.turns,
        game.reason,
        tuple(round(1000 * s / n, 4) for s, n in zip(cpu_s, decisions, strict=True)),
        tuple(round(i / n, 1) for i, n in zip(iterations, decisions, strict=True)),
        tuple(Faults.of(game.seats, side) for side in range(sides)),
    )


def table_points(outcome: Sequence[float], sides: Sequence[int]) -> tuple[float, ...]:
    """The points of each side. Those of two sides add up to 1: they are the mean place of one's
    seats against that of the other's.
    """
    mean = by_side(ranked(outcome), sides)
    if len(mean) == 1:
        return ((mean[0] + 1) / 2,)
    points = tuple((2 + x - y) / 4 for x, y in (mean, mean[::-1]))
    return decided(points) if len(sides) == len(points) else points


HEAD = {"format": "smitsilab-table", "version": 1}


def lines_of(result: RobinResult) -> Iterator[Line]:
    """The lines of the file."""
    plan = result.plan
    yield HEAD | plan.question
    for (pair, match), met in sorted(result.met.items()):
        sides = sides_of(plan.configured.seats, plan.seatings, match % plan.seatings)
        told = {key: value for key, value in vars(met).items() if key != "faults"}
        yield {"pair": pair, "match": match, "sides": sides} | told | in_line(met.faults)
    for (pair, match), error in result.failed.items():
        yield {"pair": pair, "match": match, "seed": plan.named(pair, match)[1], "error": error}


def read(path: Path) -> RobinResult:
    """The results in a file, with all players and matches that it holds; BatchError if it is
    another file, or holds no games.
    """
    heads, lines = list[Line](), list[Line]()

    def begin(line: Line) -> Take:
        heads.append(line)
        return lines.append

    read_lines(path, HEAD, begin)
    if not lines:
        raise BatchError(f"{path} holds no games yet.")
    try:
        players = (str(player) for line in lines for player in line["pair"])
        plan = RobinPlan.answering(heads[0], players)
        met, failed = dict[Key, Met](), dict[Key, str]()
        for line in lines:
            _take(plan, met, failed, line)
    except (KeyError, TypeError, ValueError):
        raise foreign(path, HEAD) from None
    most = 1 + max(match for _, match in [*met, *failed])
    seeds = -(-most // plan.seatings)
    return RobinResult(replace(plan, matches=seeds * plan.seatings), met, failed)


def _take(plan: RobinPlan, met: dict[Key, Met], failed: dict[Key, str], line: Line) -> None:
    pair = tuple(str(player) for player in line["pair"])
    if "match" not in line:
        met |= _unpacked(plan, pair, line)
        return
    key = pair, int(line["match"])
    if "error" in line:
        failed[key] = str(line["error"])
        return
    lists = (tuple(float(x) for x in line[name]) for name in ("points", "cpu_ms", "iterations"))
    points, cpu_ms, iterations = lists
    points = decided(points) if len(line["sides"]) == len(points) else points
    turns, reason = int(line["turns"]), str(line["reason"])
    faults = from_line(line)
    failed.pop(key, None)
    met[key] = Met(int(line["seed"]), points, turns, reason, cpu_ms, iterations, faults)


def _unpacked(plan: RobinPlan, pair: Pair, line: Line) -> dict[Key, Met]:
    cpu_ms, iterations = (tuple(map(float, line[name])) for name in ("cpu_ms", "iterations"))
    duel = plan.configured.seats == 2
    return {
        (pair, match): Met(
            plan.named(pair, match)[1],
            _both(float(x), duel)[: len(pair)],
            0,
            "",
            cpu_ms,
            iterations,
        )
        for match, x in enumerate(line["points"])
        if x is not None
    }


def packed(met: Mapping[Key, Met]) -> list[Line]:
    """The matches as one line per pair, a hundredth of the size: enough for scores and ratings.
    Turns, reasons, faults and each match's own time are lost.
    """
    lines: list[Line] = []
    for pair in sorted({pair for pair, _ in met}):
        own = {match: found for (each, match), found in met.items() if each == pair}
        lines.append(
            {
                "pair": pair,
                "points": [
                    round(own[k].points[0], 4) if k in own else None for k in range(max(own) + 1)
                ],
                "cpu_ms": _means([found.cpu_ms for found in own.values()]),
                "iterations": _means([found.iterations for found in own.values()]),
            }
        )
    return lines


def _both(first: float, duel: bool) -> tuple[float, ...]:
    """The points of both sides from those of the first."""
    points = first, 1.0 - first
    return decided(points) if duel else points


def _means(rows: Sequence[tuple[float, ...]]) -> list[float]:
    """The mean of each side over matches."""
    return [round(sum(side) / len(side), 3) for side in zip(*rows, strict=True)]
