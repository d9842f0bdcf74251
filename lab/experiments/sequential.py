"""Is one player better than another, asked after every group of games: the sequential probability
ratio test of Wald, "Sequential tests of statistical hypotheses" (1945), on the mean score.

Two scores are compared, 50 % and 55 % by default. For each of them the most likely distribution of
the groups' values x_i that has this mean s gives x_i the probability p_i / (1 + t (x_i - s)), where
p_i is the share seen and t solves sum p_i (x_i - s) / (1 + t (x_i - s)) = 0 (Van den Bergh,
"Comments on normalized Elo", proposition 1.1). The log-likelihood ratio of the two,

    sum n_i ln((1 + t0 (x_i - s0)) / (1 + t1 (x_i - s1))),

ends the test where it leaves the interval from ln(b / (1 - a)) to ln((1 - b) / a): a is the risk of
a false "better", b that of a false "not better". A group is one seed with all seatings; for a pair
of games this is the pentanomial test of chess engines. Each of a pair's five values that has not
come up counts as a thousandth of a group, so that every score is possible from the first group on.

The well-known short formula from mean and variance must not be used here: after the first lost pair
its variance is nearly 0 and the test stops after a few pairs. It refuses 17 to 62 % of players that
are better for sure; tests/lab/experiments/test_sequential_rates.py measures both.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from types import MappingProxyType

import numpy as np
from numpy.typing import NDArray

from lab.experiments.stats import Score, Z, chess_block, interval_of
from lab.experiments.verdicts import BETTER, EVEN, NOT_BETTER, OPEN, Word, points
from lab.words import numerals
from lab.words.asked import option

PAIR = (0.0, 0.25, 0.5, 0.75, 1.0)  # the mean points that a pair of games can have
EMPTY = 1e-3  # groups in an empty bin of PAIR
STEPS = 40  # of the bisection
CAREFUL = Z * Z / 2  # groups that the careful test adds at 0, and as many at 1
FORECAST = 30  # groups from which the number of groups left is estimated
MOST_SPOILED = 0.25  # of the groups; beyond that the others are not waited for
PROBABLY = 0.5  # of the way to an end, from which on an open test is probably about to say so
FAR = 1_000_000  # groups; more are no estimate

Vector = NDArray[np.float64]


def percents(pair: tuple[float, float]) -> str:
    """Two shares as "50:55"."""
    return ":".join(f"{100 * x:.10g}" for x in pair)


def shares(text: str) -> tuple[float, float]:
    """The two shares written "50:55" in percent; ValueError if they are none."""
    low, high = (float(part) / 100 for part in text.split(":"))
    return low, high


@dataclass(frozen=True)
class SequentialTest:
    """The question: which two scores are compared, with which risks of a false "better" and a false
    "not better". `careful` adds groups at both ends, for games that the seat decides: up to half as
    many groups again, and never more errors than promised. ValueError says what is wrong.
    """

    bounds: tuple[float, float] = option(
        "the two scores compared, in percent",
        (0.50, 0.55),
        metavar="LOW:HIGH",
        read=shares,
        shown=percents,
    )
    risks: tuple[float, float] = option(
        "of false positives and false negatives, in percent",
        (0.05, 0.10),
        metavar="YES:NO",
        read=shares,
        shown=percents,
    )
    careful: bool = option(
        "for games that the seat decides: up to half as many more, and never more errors", False
    )

    def __post_init__(self) -> None:
        if not 0.01 <= self.bounds[0] < self.bounds[1] <= 0.99:
            raise ValueError("The scores of a test are two between 1 and 99 %, the lower first.")
        if not all(0.0001 <= risk < 0.5 for risk in self.risks):
            raise ValueError("The risks of a test are between 0.01 and 50 %.")

    @property
    def limits(self) -> tuple[float, float]:
        """Where the log-likelihood ratio ends the test."""
        wrong, missed = self.risks
        return math.log(missed / (1 - wrong)), math.log((1 - missed) / wrong)

    def of(
        self,
        groups: Mapping[float, int],
        games: int = 2,
        spoiled: Mapping[float, int] = MappingProxyType({}),
    ) -> Evidence:
        """What so many groups of each value say; a value is the mean points of the side in question
        over the `games` of a group, in [0, 1]. In those of them that are `spoiled` somebody lost a
        turn by a late or bad answer. ValueError where it is not.
        """
        return Evidence(self, _ordered(groups), games, _ordered(spoiled))

    def curve(self, values: Sequence[float]) -> Vector:
        """The ratio before the first and after each group, [groups + 1], in the order played."""
        _check(values)
        bins, place = np.unique(np.array([*PAIR, *values]), return_inverse=True)
        seen = np.zeros((bins.size, len(values) + 1))
        seen[place[len(PAIR) :], np.arange(1, len(values) + 1)] = 1.0
        return self.ratios(bins, np.cumsum(seen, axis=1))

    def ended(self, values: Sequence[float], spoiled: Sequence[bool] = ()) -> int | None:
        """After how many groups the test ended, None if it goes on (`Evidence.ended`). Groups that
        were played in the meantime are no part of it.
        """
        bad = np.array([False, *spoiled] if spoiled else [False] * (len(values) + 1))
        kept = [x for x, each in zip(values, bad[1:], strict=True) if not each]
        clean = self.curve(kept)[np.cumsum(~bad) - 1]
        count = np.arange(bad.size)
        ends = self._out(self.curve(values)) & (
            self._out(clean) | (np.cumsum(bad) > MOST_SPOILED * count)
        )
        out = np.flatnonzero(ends)
        return int(out[0]) if out.size else None

    def _out(self, curve: Vector) -> NDArray[np.bool_]:
        """Where a ratio has left the interval."""
        lower, upper = self.limits
        return (curve <= lower) | (curve >= upper)

    def ratios(self, bins: Vector, counts: Vector) -> Vector:
        """The log-likelihood ratio for each column of `counts` [bins, columns]; `bins` [bins] must
        contain those of PAIR.
        """
        ends = np.isin(bins, (0.0, 1.0))[:, None] * (CAREFUL if self.careful else 0.0)
        empty = np.isin(bins, PAIR)[:, None] * EMPTY
        weight = counts + ends
        weight = np.where(weight > 0, weight, empty)
        found = _excess(bins, weight, self.bounds[0]) - _excess(bins, weight, self.bounds[1])
        return np.where(counts.any(axis=0), found, 0.0)


def _excess(bins: Vector, weight: Vector, score: float) -> Vector:
    """How much less likely the groups are under the most likely distribution with this mean than
    under their own, in logarithms [columns].
    """
    away = (bins - score)[:, None]
    pull = weight * away
    low, high = -1.0 / (1.0 - score), 1.0 / score  # where a probability becomes infinite
    tilt = np.full(weight.shape[1], (low + high) / 2)
    step, part = (high - low) / 4, np.empty_like(pull)
    for _ in range(STEPS):
        # in place: fresh memory for each of many columns would take ten times as long
        np.multiply(tilt, away, out=part)
        part += 1.0
        np.divide(pull, part, out=part)
        tilt += np.copysign(step, part.sum(axis=0))
        step /= 2
    return np.asarray((weight * np.log1p(tilt * away)).sum(axis=0))


@dataclass(frozen=True)
class Evidence:
    """What a test's groups of `games` games say up to now: `groups` counts them by the mean points
    of the side in question, `spoiled` those of them in which somebody lost a turn by a late or bad
    answer. A verdict that falls without these is none.
    """

    test: SequentialTest
    groups: Mapping[float, int]
    games: int
    spoiled: Mapping[float, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        _check(self.groups)
        if any(n < 0 for n in self.groups.values()):
            raise ValueError("There are no fewer than 0 groups.")

    @property
    def count(self) -> int:
        """How many groups there are."""
        return sum(self.groups.values())

    @cached_property
    def ratio(self) -> float:
        """The log-likelihood ratio."""
        bins = np.array(sorted({*PAIR, *self.groups}))
        counts = np.array([[float(self.groups.get(float(x), 0))] for x in bins])
        return float(self.test.ratios(bins, counts)[0])

    @property
    def word(self) -> Word:
        """What the ratio says: "better" for a yes, "not better" for a no, else "open"; "open" also
        where the groups that are not spoiled do not say the same.
        """
        return OPEN if self.hangs else self._ratio_says

    @cached_property
    def _ratio_says(self) -> Word:
        (lower, upper), ratio = self.test.limits, self.ratio
        return BETTER if ratio >= upper else NOT_BETTER if ratio <= lower else OPEN

    @cached_property
    def clean(self) -> Evidence:
        """What is left without the spoiled groups."""
        left = {x: n - self.spoiled.get(x, 0) for x, n in self.groups.items()}
        return self.test.of(left, self.games)

    @property
    def hangs(self) -> bool:
        """Whether there would be a verdict that hangs on spoiled groups."""
        said = self._ratio_says
        return said != OPEN and bool(self.spoiled) and self.clean.word != said

    @property
    def ended(self) -> bool:
        """Whether more groups are not needed: there is a verdict. One that hangs on spoiled groups
        may yet be confirmed by others, unless more than MOST_SPOILED of all are spoiled.
        """
        if not self.hangs:
            return self.word != OPEN
        bad = sum(self.spoiled.values())
        return self.clean.word != OPEN or bad > MOST_SPOILED * self.count

    @property
    def words(self) -> str:
        """The verdict as the scores compared make it: "better", "not better by 5 points", "open";
        "not worse by 2 points" or "worse" where 48 % is compared with 50 %.
        """
        return self._said(self.word)

    def _said(self, word: Word) -> str:
        low, high = self.test.bounds
        if word == BETTER:
            return _beyond(low, BETTER, above=BETTER, below="not worse")
        if word == NOT_BETTER:
            return _beyond(high, "worse", above=NOT_BETTER, below="worse")
        return OPEN

    @property
    def score(self) -> Score:
        """The mean with its plain 95 % interval, and both in Elo points. While the test runs this
        is no verdict: who looks often enough sees every interval leave 50 %.
        """
        total = sum(x * n for x, n in self.groups.items())
        low, high = interval_of(self.count, total, sum(x * x * n for x, n in self.groups.items()))
        mean = min(1.0, total / self.count) if self.count else None
        return Score(mean, low, high, self.count, self.count * self.games)

    @property
    def left(self) -> int | None:
        """How many more groups may settle it: the way to the bound that the ratio drifts to, at its
        pace up to now. None before that can be said, and afterwards.
        """
        (lower, upper), ratio = self.test.limits, self.ratio
        if self.count < FORECAST or self._ratio_says != OPEN or not ratio:
            return None
        wanted = ((upper if ratio > 0 else lower) / ratio - 1) * self.count
        return math.ceil(wanted) if wanted < FAR else None

    @property
    def forecast(self) -> str:
        """`left` in words: "; about 300 more may settle it", "" where nobody can say."""
        return f"; about {_rough(self.left)} more may settle it" if self.left else ""

    def sentence(self, first: str, second: str) -> tuple[str, str]:
        """The verdict on two players, the first part to be set in bold, and what it rests on."""
        unit = "pair" if self.games == 2 else "group"
        if not self.count:
            return f"No {unit} is finished yet.", ""
        facts = f"{self.score.text} over {numerals.several(self.count, unit)}"
        if self.hangs:
            return f"No verdict on {first} and {second}.", f"{facts}. {self._spoils(unit)}"
        if self.word != OPEN:
            return f"{first} is {_compared(self.words, second)}.", f"{facts}."
        return f"{self._leaning(first, second)}.", f"{facts}; not settled{self.forecast}."

    def _spoils(self, unit: str) -> str:
        bad, clean = sum(self.spoiled.values()), self.clean
        rest = f"without them {clean.score.text}" if clean.count else "there are no others"
        count = numerals.several(bad, unit)
        return f"It would hang on {count} spoiled by late or bad answers; {rest}."

    def _leaning(self, first: str, second: str) -> str:
        leans = leaning(self.ratio, self.test.limits)
        if leans == OPEN:
            return f"{first} against {second}: undecided"
        return f"{first} is probably {_compared(self._said(leans), second)}"

    def block(self, first: str, second: str, how: str, wins: int) -> str:
        """These pairs of games as fastchess prints them; `how` says how they were played, `wins`
        is how many single games the first one won. ValueError for groups that are no pairs.
        """
        if self.games != 2 or not set(self.groups) <= set(PAIR):
            raise ValueError("Only pairs of games can be printed as fastchess prints them.")
        pairs = [self.groups.get(x, 0) for x in PAIR]
        return chess_block(
            f"{first} vs {second} ({how})",
            pairs,
            wins,
            self.ratio,
            self.test.limits,
            self.test.bounds,
        )


def _ordered(groups: Mapping[float, int]) -> dict[float, int]:
    return {x: groups[x] for x in sorted(groups) if groups[x]}


def counted(values: Iterable[float]) -> dict[float, int]:
    """Groups by their value, as a test takes them."""
    return dict(sorted(Counter(values).items()))


def _check(values: Iterable[float]) -> None:
    if not all(0.0 <= x <= 1.0 for x in values):
        raise ValueError("The mean points of a group are between 0 and 1.")


def leaning(ratio: float, limits: tuple[float, float]) -> Word:
    """Which verdict an open test with this log-likelihood ratio is probably about to give."""
    low, high = limits
    way = ratio / (high if ratio > 0 else -low)
    return OPEN if abs(way) < PROBABLY else BETTER if way > 0 else NOT_BETTER


def _beyond(bound: float, even: str, above: str, below: str) -> str:
    """What it means that the score is beyond a bound, which may be 50 % itself."""
    beyond = round(bound - EVEN, 9)
    return f"{above if beyond > 0 else below} by {points(beyond)}" if beyond else even


def _compared(words: str, second: str) -> str:
    """A verdict with its rival: "better than v6", "not better than v6 by 5 points"."""
    plain, by, points = words.partition(" by ")
    return f"{plain} than {second}{by}{points}"


def _rough(groups: int) -> str:
    """An estimate without false exactness: 7, 40, 1,200."""
    size = 10 ** max(0, len(str(groups)) - 2) if groups >= 100 else 10 if groups >= 10 else 1
    return f"{round(groups / size) * size:,}"
