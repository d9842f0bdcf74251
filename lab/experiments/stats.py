"""What a series of matches proves: the score with its 95 % interval, the Elo difference, and a
verdict in words.

A match scores 1 for a win, 1/2 for a draw, 0 for a loss. Matches of one seed with the seats swapped
share their luck, so the mean of such a group is one observation, as in the pentanomial statistics
of chess engine testing. The interval is that of Agresti and Coull, "Approximate is better than
exact for interval estimation of binomial proportions" (The American Statistician 52, 1998): z^2/2
wins and z^2/2 losses are added, then the plain interval is taken. For wins and losses alone it
contains Wilson's interval; here the observations' own variance replaces p (1 - p), so that draws
and swapped seats narrow it as they should. It always contains the score, never has zero width, and
needs no special case for draws only or a clean sweep.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from lab.words import numerals

Z = 1.959963984540054  # 95 % of a normal distribution is within this many standard deviations
# observations below which there is no verdict: five of five heads happen with p = 2 / 32 > 0.05
ENOUGH = 6
CLOSE = 0.05  # an interval that stays this near to 1/2 counts as "about equal"


@dataclass(frozen=True)
class Score:
    """A mean score in [0, 1] of `count` observations over `matches` matches, with its 95 %
    interval; without matches mean is None.
    """

    mean: float | None
    low: float
    high: float
    count: int
    matches: int
    wins: int = 0
    draws: int = 0
    losses: int = 0

    @property
    def text(self) -> str:
        """For people: "57 % (51 to 63 %)", or "no matches"."""
        if self.mean is None:
            return "no matches"
        return f"{100 * self.mean:.0f} % ({100 * self.low:.0f} to {100 * self.high:.0f} %)"

    @property
    def elo(self) -> tuple[float | None, float | None, float | None]:
        """Elo difference and its 95 % interval; None where the matches give no bound (a clean sweep
        has no finite estimate).
        """
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


def score(groups: Sequence[Sequence[float]]) -> Score:
    """The score of the first side from its results, 1, 1/2 or 0 per match, grouped by seed: [[1,
    0.5], [1, 1], ...].
    """
    results = [x for group in groups for x in group]
    means = [sum(group) / len(group) for group in groups if group]
    if not means:
        return Score(None, 0.0, 1.0, 0, 0)
    low, high = interval(means)
    mean = sum(means) / len(means)
    wins, losses = sum(x == 1 for x in results), sum(x == 0 for x in results)
    return Score(
        mean, low, high, len(means), len(results), wins, len(results) - wins - losses, losses
    )


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
