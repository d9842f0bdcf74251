"""What a sweep proves: the score of every point with its 95 % interval, and which point may be
called the best.

The best is the point with the highest lower end of its interval, so a lucky point with few matches
is never chosen. It is called better than the benchmark only if that holds with an interval widened
for the number of points compared (Bonferroni's correction: with k points each misses with
probability 0.05 / k, so that all k hold together with 95 %); of forty equal points one or two reach
a lower end above one half by luck alone. The same intervals say which points are worse than the
benchmark for sure, or about equal to it: where an idea is taken away, its loss is the finding.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from statistics import NormalDist

from engines.knobs import Value
from lab.batch.faults import Faults, add_match, told
from lab.experiments import verdicts
from lab.experiments.series import Played
from lab.experiments.stats import CLOSE, ENOUGH, Score, interval, result_of, score
from lab.experiments.sweep.plan import SETTLE, SweepGrid, SweepPlan
from lab.experiments.verdicts import (
    BETTER,
    EQUAL,
    EVEN,
    NOT_BETTER,
    OPEN,
    SAME,
    WORSE,
    Word,
    bounds,
    series_words,
)

REPEATED = (
    "Every seed gave the same results after as many turns. Where neither player draws lots, that "
    "is one match for each seating, played again and again, and no interval holds."
)


Key = tuple[int, int]  # point, match


@dataclass
class Results:
    """All that is known so far: finished matches and failures by (point, match)."""

    plan: SweepPlan
    played: dict[Key, Played] = field(default_factory=dict)
    failed: dict[Key, str] = field(default_factory=dict)


@dataclass(frozen=True)
class PointResult:
    """One point: its number, its values in the order of the axes, and its score over whole groups
    (each seed in every seating).
    """

    point: int
    values: tuple[Value, ...]
    score: Score
    itself: bool = False  # the benchmark's own settings; not played

    @property
    def half(self) -> float:
        """Half the width of the interval."""
        return (self.score.high - self.score.low) / 2


@dataclass(frozen=True)
class Margin:
    """The mean score over all points that share one value of one axis, equally weighted, and half
    its 95 % interval.
    """

    value: Value
    mean: float | None
    half: float


def groups(played: Mapping[Key, Played], seats: int) -> dict[int, dict[int, list[float]]]:
    """Per point and seed (counted from 0) the results of side 0, whole groups only: half a pair
    would favour one seat.
    """
    found: dict[int, dict[int, list[float]]] = {}
    for (point, match), each in sorted(played.items()):
        found.setdefault(point, {}).setdefault(match // seats, []).append(each.points[0])
    return {
        point: {j: g for j, g in by_seed.items() if len(g) == seats}
        for point, by_seed in found.items()
    }


class SweepResult:
    """The results of a sweep at one moment."""

    def __init__(self, grid: SweepGrid, results: Results) -> None:
        self.grid, self.plan = grid, results.plan
        self.matches, self._played_matches = len(results.played), results.played
        self.failed = dict(sorted(results.failed.items()))
        by_point = groups(results.played, grid.game.seats)
        self._means = {
            k: [sum(g) / len(g) for g in by_seed.values()] for k, by_seed in by_point.items()
        }
        self.points = tuple(
            PointResult(k, values, self._score(results, by_point.get(k, {}), k), k in grid.itself)
            for k, values in enumerate(grid.points)
        )

        pairs: dict[int, list[tuple[tuple[float, ...], int]]] = {}
        for (_, match), each in sorted(results.played.items()):
            pairs.setdefault(match // grid.game.seats, []).append((each.points, each.turns))
        whole = [tuple(pair) for pair in pairs.values() if len(pair) == grid.game.seats]
        # whether all seeds of one setting gave the same results after as many turns
        self.alike = len(grid.points) == 1 and len(whole) >= SAME and len(set(whole)) == 1

    def _score(self, results: Results, by_seed: Mapping[int, list[float]], point: int) -> Score:
        seats = self.grid.game.seats
        known = [(seed * seats + k) for seed in by_seed for k in range(seats)]
        found = [result_of(results.played[point, match].points, 0) for match in known]
        return score(list(by_seed.values()), seats, found)

    @property
    def faults(self) -> dict[str, Faults]:
        """What spoiled the matches: of the player with all its settings, and of its benchmarks."""
        found, others = dict[str, Faults](), self.plan.against[-1:] * self.grid.game.seats
        names = (self.plan.seat, *self.plan.against, *others)[: self.grid.game.seats]
        for each in self._played_matches.values():
            add_match(found, names, each.faults)
        return found

    @cached_property
    def _clean(self) -> SweepResult | None:
        """What is left without the groups in which a match was spoiled; None if none was."""
        seats = self.grid.game.seats
        bad = {
            (point, match // seats)
            for (point, match), each in self._played_matches.items()
            if any(own.spoiled for own in each.faults)
        }
        left = {
            key: each
            for key, each in self._played_matches.items()
            if (key[0], key[1] // seats) not in bad
        }
        return SweepResult(self.grid, Results(self.plan, left)) if bad else None

    @property
    def hangs(self) -> bool:
        """Whether what could be said of some point hangs on spoiled matches."""
        return any(self._says(point) != self.word(point) for point in self._played)

    @property
    def finished(self) -> bool:
        """Whether every match of the plan was played, or tried and failed."""
        return self.matches + len(self.failed) >= self.grid.total

    @cached_property
    def best(self) -> PointResult | None:
        """The point with the highest lower bound, of those that are better than the benchmark if
        there are any; None until one has enough matches.
        """
        able = [p for p in self._played if p.score.count >= ENOUGH]
        return max(
            able, key=lambda p: (self.word(p) == BETTER, p.score.low, -p.point), default=None
        )

    @property
    def _played(self) -> list[PointResult]:
        return [p for p in self.points if not p.itself]

    def word(self, point: PointResult) -> Word:
        """What a point's matches say of it and the benchmark, allowing for the number of points
        compared; "open" where it would be another one without the spoiled matches. In a game for
        one only the best point has a word: "better" than every other.
        """
        said = self._says(point)
        clean = self._clean
        return said if clean is None or clean.word(clean.points[point.point]) == said else OPEN

    def _says(self, point: PointResult) -> Word:
        if self.grid.against:
            return verdicts.word(self.wide(point), point.score.count)
        low, rival = self.wide(point)[0], self._highest[point.point == self._highest[0][1]][0]
        return BETTER if point.score.count >= ENOUGH and low > rival else OPEN

    @cached_property
    def _highest(self) -> list[tuple[float, int]]:
        """The two highest upper bounds, each with its point."""
        ends = sorted(((self.wide(p)[1], p.point) for p in self.points), reverse=True)
        return [*ends, (1.0, -1)][:2]

    @cached_property
    def answer(self) -> Word:
        """What all points together say: "better" if one of them is, "worse for sure" or "about
        equal" if all are, "not better" if each is one or the other or not better itself.
        """
        words = {self.word(p) for p in self._played}
        if BETTER in words:
            return BETTER
        return OPEN if OPEN in words else words.pop() if len(words) == 1 else NOT_BETTER

    @property
    def settled(self) -> bool:
        """Whether the answer is more than "open"."""
        return self.answer != OPEN

    def wide(self, point: PointResult) -> tuple[float, float]:
        """The point's interval, widened so that those of all points hold together with 95 %."""
        if self.plan.rule == SETTLE:
            return bounds(self._means.get(point.point, []))
        z = NormalDist().inv_cdf(1 - 0.025 / len(self.grid.played))
        return interval(self._means.get(point.point, []), z)

    @property
    def sentence(self) -> str:
        """What can be said about the best point, in words."""
        return " ".join(filter(None, self.verdict))

    @property
    def verdict(self) -> tuple[str, str]:
        """The sentence in two parts, the first to be set in bold; the second says also what spoiled
        matches, and whether that matters.
        """
        said, facts = self._verdict
        if self.hangs:
            said = "No verdict." if self.plan.rule == SETTLE else said
            facts += " Without the spoiled matches there would be another verdict."
        return said, " ".join([facts, *told(self.faults)]).strip()

    @property
    def _verdict(self) -> tuple[str, str]:
        if self.plan.rule == SETTLE:
            return self.series(self.grid.words(0), ", ".join(self.plan.against))
        best = self.best
        if best is None:
            return (
                "No match is finished yet."
                if not self.matches
                else "Too few matches to say which point is best."
            ), ""
        name = self.grid.words(best.point)
        rival = "the benchmark" if self.grid.against else "every other point"
        facts = f"{best.score.text} over {best.score.matches:,} matches."
        if len(self._played) == 1 and not self.grid.against:
            return f"{name} scores {best.score.text}.", "No other point was played."
        if len(self._played) == 1:
            loss = self._loss(best) if self.answer == WORSE else ""
            return verdicts.sentence(self.answer, name, rival), facts + loss
        if self.answer == BETTER:
            return (
                f"Best by its lower bound: {name}.",
                f"{facts} It is better than {rival}. The best of {len(self.grid.played)} looks "
                "better than it is: test it.",
            )
        least = "The least bad is" if self.answer == WORSE else "The highest lower bound so far:"
        return self._none_better(rival), f"{least} {name}, {facts}{self._worse()}"

    def _none_better(self, rival: str) -> str:
        return {
            WORSE: f"Every point is worse than {rival} for sure.",
            EQUAL: f"Every point and {rival} are about equal.",
            NOT_BETTER: f"No point is better than {rival} by {verdicts.points(CLOSE)}.",
        }.get(self.answer, f"No point is better than {rival} for sure.")

    def _worse(self) -> str:
        worse = sum(self.word(p) == WORSE for p in self._played)
        if not worse or self.answer == WORSE:
            return ""
        return f" {worse} of {len(self._played)} points {'is' if worse == 1 else 'are'} worse."

    def _loss(self, point: PointResult) -> str:
        mean, low, high = (
            100 * (EVEN - x) for x in (point.score.mean or 0.0, point.score.high, point.score.low)
        )
        return f" It loses {mean:.0f} points ({low:.0f} to {high:.0f})."

    def series(self, first: str, second: str) -> tuple[str, str]:
        """What the matches of a single setting say of it and its opponent, whoever is better."""
        words, facts = series_words(self._means.get(0, []), self.points[0].score, first, second)
        return ("All matches went alike.", f"{facts} {REPEATED}") if self.alike else (words, facts)

    def at(self, values: Mapping[int, Value]) -> Iterator[PointResult]:
        """The points with these values, by the number of the axis."""
        return (
            p for p in self.points if all(p.values[axis] == value for axis, value in values.items())
        )

    def margin(self, axis: int) -> list[Margin]:
        """The mean over the other axes at each value of one axis; the benchmark's own point counts
        as 1/2.
        """
        return [
            self._margin(value, list(self.at({axis: value})))
            for value in self.grid.axes[axis].values
        ]

    @staticmethod
    def _margin(value: Value, points: Sequence[PointResult]) -> Margin:
        known = [
            (EVEN, 0.0) if p.itself else (p.score.mean, p.half)
            for p in points
            if p.itself or p.score.mean is not None
        ]
        if not known:
            return Margin(value, None, 0.5)
        means = [mean for mean, _ in known if mean is not None]
        return Margin(
            value, sum(means) / len(means), math.hypot(*(half for _, half in known)) / len(known)
        )
