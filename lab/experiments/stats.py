"""What a series of matches proves: the score with its 95 % interval, the Elo difference, and a
verdict in words.

A match scores 1 for a win, 1/2 for a draw, 0 for a loss, whatever it pays; with more than two sides
the share of the others that came in behind. What games with graded results pay is another number,
a `Payoff`: it has no Elo. Matches of one seed with the seats swapped
share their luck, so the mean of such a group is one observation, as in the pentanomial statistics
of chess engine testing. The interval is that of Agresti and Coull, "Approximate is better than
exact for interval estimation of binomial proportions" (The American Statistician 52, 1998): z^2/2
wins and z^2/2 losses are added, then the plain interval is taken. For wins and losses alone it
contains Wilson's interval; here the observations' own variance replaces p (1 - p), so that draws
and swapped seats narrow it as they should. It always contains the score, never has zero width, and
needs no special case for draws only or a clean sweep.

The result of a test of pairs as fastchess prints it, so that it can be pasted where chess
engines are compared: five lines of numbers and the log-likelihood ratio.

Lines, their order, their formulas and their digits are those of fastchess 1.5; "inf" is written
where it writes "-nan", and "-" for a ratio of nothing to nothing. Elo differences are logistic,
`nElo` is normalised: the distance of the mean score from one half in standard deviations of a game.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import NormalDist

from lab.words import numerals

Z = 1.959963984540054  # 95 % of a normal distribution is within this many standard deviations
# observations below which there is no verdict: five of five heads happen with p = 2 / 32 > 0.05
ENOUGH = 6
CLOSE = 0.05  # an interval that stays this near to 1/2 counts as "about equal"


@dataclass(frozen=True)
class Score:
    """A mean score in [0, 1] of `count` observations over `matches` matches, with its 95 %
    interval; without matches mean is None. Elo belongs to duels: with other than two `sides` there
    is none. One side alone wins and loses nothing; its mean is the outcome from 0 to 1.
    """

    mean: float | None
    low: float
    high: float
    count: int
    matches: int
    wins: int = 0
    draws: int = 0
    losses: int = 0
    sides: int = 2

    @property
    def text(self) -> str:
        """For people: "57 % (51 to 63 %)", or "no matches"."""
        if self.mean is None:
            return "no matches"
        return f"{100 * self.mean:.0f} % ({100 * self.low:.0f} to {100 * self.high:.0f} %)"

    @property
    def elo(self) -> tuple[float | None, float | None, float | None]:
        """Elo difference and its 95 % interval; None where the matches give no bound (a clean sweep
        has no finite estimate), and where they are no duels.
        """
        if self.sides != 2:
            return None, None, None
        return elo(self.mean), elo(self.low), elo(self.high)

    @property
    def elo_text(self) -> str:
        """For people: "+49 Elo (+7 to +92)", "at least +301 Elo", "at most −301 Elo", or "" where
        nothing is known.
        """
        _, low, high = self.elo
        middle_text, low_text, high_text = (numerals.signed(x, 0) for x in self.elo)
        if low is None and high is None:
            return ""
        if low is None or high is None:
            bound = f"at most {high_text} Elo" if low is None else f"at least {low_text} Elo"
            return bound if self.settled else ""
        return f"{middle_text} Elo ({low_text} to {high_text})"

    @property
    def counts(self) -> tuple[int | None, int | None, int | None]:
        """Wins, draws and losses; None each for one side alone."""
        return (None,) * 3 if self.sides == 1 else (self.wins, self.draws, self.losses)

    @property
    def counted(self) -> str:
        """The same after a number of matches: ": 12 won, 3 drawn, 5 lost", or ""."""
        if self.sides == 1:
            return ""
        return f": {self.wins:,} won, {self.draws:,} drawn, {self.losses:,} lost"

    @property
    def settled(self) -> bool:
        """Whether there is enough evidence that the sides differ."""
        return self.count >= ENOUGH and not self.low <= 0.5 <= self.high

    def verdict(self, first: str, second: str) -> str:
        """One sentence in words; it claims a difference only where the interval shows one."""
        if self.mean is None:
            return "No matches played."
        if self.settled:
            return f"{first if self.mean > 0.5 else second} is stronger."
        if self.count >= ENOUGH and self.low >= 0.5 - CLOSE and self.high <= 0.5 + CLOSE:
            return f"{first} and {second} are about equal."
        return "Too few matches to say."


@dataclass(frozen=True)
class Payoff:
    """What a side was paid in the mean, in the game's payoffs, with the ends of its 95 % interval,
    and of the range from the worst payoff to the best one.
    """

    mean: float
    low: float
    high: float
    ends: tuple[float, float]

    @property
    def text(self) -> str:
        """For people: "2.1 (1.4 to 2.7)"."""
        digits = numerals.digits((self.high - self.low) / 10)
        mean, low, high = (numerals.value(x, digits) for x in (self.mean, self.low, self.high))
        return f"{mean} ({low} to {high})"


def payoff(groups: Sequence[Sequence[float]], worth: float) -> Payoff | None:
    """The mean payoff from outcomes in [-1, 1], grouped by seed; an outcome of 1 is worth
    `worth`.
    """
    shares = [(1 + sum(group) / len(group)) / 2 for group in groups if group]
    if not shares:
        return None
    numbers = (sum(shares) / len(shares), *interval(shares))
    mean, low, high = (worth * (2 * x - 1) for x in numbers)
    return Payoff(mean, low, high, (-worth, worth))


def result_of(points: Sequence[float], side: int) -> int:
    """What a match was for a side: 1 where it has more points than each other, -1 where one has
    more than it, 0 where it shares the first place, or is alone.
    """
    others = [x for k, x in enumerate(points) if k != side]
    best = max(others, default=points[side])
    return (points[side] > best) - (points[side] < best)


def score(
    groups: Sequence[Sequence[float]], sides: int = 2, results: Sequence[int] | None = None
) -> Score:
    """The score of the first side from its points per match, grouped by seed: [[1, 0.5], [1, 1],
    ...]; of two sides, above 1/2 has won. `results` are those of `result_of` where there are more.
    """
    points = [x for group in groups for x in group]
    found = results if results is not None else [(x > 0.5) - (x < 0.5) for x in points]
    means = [sum(group) / len(group) for group in groups if group]
    if not means:
        return Score(None, 0.0, 1.0, 0, 0, sides=sides)
    low, high = interval(means)
    mean = sum(means) / len(means)
    counts = (0, 0, 0) if sides == 1 else (found.count(1), found.count(0), found.count(-1))
    return Score(mean, low, high, len(means), len(points), *counts, sides)


def interval(values: Sequence[float], z: float = Z) -> tuple[float, float]:
    """The interval of the mean of independent `values` in [0, 1]; [0, 1] itself where there are
    none.
    """
    return interval_of(len(values), sum(values), sum(x * x for x in values), z)


def interval_of(count: int, total: float, squares: float, z: float = Z) -> tuple[float, float]:
    """The same for `count` values of which only the sum and the sum of squares are known."""
    if not count:
        return 0.0, 1.0
    added = z * z / 2  # at 0, and as many at 1
    size = count + 2 * added
    centre = (total + added) / size
    # of the values and of those added, around the centre
    spread = max(0.0, squares + added - size * centre**2)
    half = z * math.sqrt(spread) / size
    mean = total / count  # inside by mathematics, kept inside against rounding
    return max(0.0, min(centre - half, mean)), min(1.0, max(centre + half, mean))


def elo(mean: float | None) -> float | None:
    """The rating difference that predicts this score: 400 log10(s / (1 - s)); None at 0, 1 and
    without a score (Elo, 1978).
    """
    if mean is None or not 0.0 < mean < 1.0:
        return None
    return 400.0 * math.log10(mean / (1.0 - mean)) + 0.0


RULE = "-" * 50
NORMAL = 800.0 / math.log(10.0)  # normalised Elo points in one standard deviation


def chess_block(
    title: str,
    pairs: Sequence[int],
    wins: int,
    ratio: float,
    limits: tuple[float, float],
    bounds: tuple[float, float],
) -> str:
    """The block; `pairs` [5] counts pairs of games by their points, 0 to 2, `wins` are single
    games. ValueError where so many wins do not fit the pairs.
    """
    split = wins - 2 * pairs[4] - pairs[3]  # pairs with one win each
    if not 0 <= split <= pairs[2]:
        raise ValueError(f"{wins} won games do not fit these pairs.")
    lines = [
        f"Results of {title}:",
        *_strength(pairs),
        _games(pairs, wins, split),
        f"Ptnml(0-2): [{', '.join(str(n) for n in pairs)}], "
        f"WL/DD Ratio: {_quotient(split, pairs[2] - split)}",
        _test(ratio, limits, bounds),
    ]
    return "\n".join([RULE, *lines, RULE])


def _strength(pairs: Sequence[int]) -> list[str]:
    count = sum(pairs)
    mean = sum(n * k / 4 for k, n in enumerate(pairs)) / count if count else 0.5
    variance = sum(n * (k / 4 - mean) ** 2 for k, n in enumerate(pairs)) / count if count else 0.0
    error = math.sqrt(variance / count) if count else math.inf
    low, high = (_elo(mean + side * Z * error) for side in (-1, 1))
    likely = NormalDist().cdf((mean - 0.5) / error) if error else _step(mean)
    drawn = 100 * pairs[2] / count if count else 0.0
    return [
        f"Elo: {_elo(mean):.2f} +/- {_half(low, high):.2f}, "
        f"nElo: {_normal(mean, variance):.2f} +/- {_normal_half(count):.2f}",
        f"LOS: {100 * likely:.2f} %, DrawRatio: {drawn:.2f} %, "
        f"PairsRatio: {_quotient(pairs[3] + pairs[4], pairs[0] + pairs[1])}",
    ]


def _games(pairs: Sequence[int], wins: int, split: int) -> str:
    games, points = 2 * sum(pairs), sum(n * k for k, n in enumerate(pairs)) / 2
    losses = 2 * pairs[0] + pairs[1] + split
    share = 100 * points / games if games else 50.0
    return (
        f"Games: {games}, Wins: {wins}, Losses: {losses}, Draws: {games - wins - losses}, "
        f"Points: {points:.1f} ({share:.2f} %)"
    )


def _test(ratio: float, limits: tuple[float, float], bounds: tuple[float, float]) -> str:
    way = ratio / (limits[1] if ratio >= 0 else -limits[0])
    low, high = (_elo(bound) for bound in bounds)
    return (
        f"LLR: {ratio:.2f} ({100 * way:.1f}%) ({limits[0]:.2f}, {limits[1]:.2f}) "
        f"[{low:.2f}, {high:.2f}]"
    )


def _elo(score: float) -> float:
    found = elo(score)
    return math.copysign(math.inf, score - 0.5) if found is None else found


def _half(low: float, high: float) -> float:
    """Half the width; infinite where an end is."""
    return (high - low) / 2 if math.isfinite(low) and math.isfinite(high) else math.inf


def _step(mean: float) -> float:
    return 0.5 if mean == 0.5 else float(mean > 0.5)


def _normal(mean: float, variance: float) -> float:
    """Of pairs, whose variance is half that of a game."""
    if variance:
        return (mean - 0.5) / math.sqrt(2 * variance) * NORMAL
    return 0.0 if mean == 0.5 else math.copysign(math.inf, mean - 0.5)


def _normal_half(count: int) -> float:
    return Z * NORMAL / math.sqrt(2 * count) if count else math.inf


def _quotient(part: int, rest: int) -> str:
    return f"{part / rest:.2f}" if rest else "inf" if part else "-"
