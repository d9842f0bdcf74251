"""Stopping a series of matches early without fooling oneself.

Whoever looks after every match and stops at the first clear interval finds a difference between
equals far more often than in 5 % of all series. So a series is looked at `LOOKS` times, at equal
distances, with an interval wide enough that equals look different in 5 % of all series, the looks
taken together: Pocock, "Group sequential methods in the design and analysis of clinical trials"
(Biometrika 64, 1977), whose constant for four looks is 2.361.
"""

from __future__ import annotations

from collections.abc import Sequence

from lab.experiments.stats import CLOSE, ENOUGH, Score, interval, interval_of

LOOKS, Z = 4, 2.361
EQUAL = 0.5


def looks(total: int) -> tuple[int, ...]:
    """After how many of `total` observations a series is looked at, the last time at its end."""
    at = (total * k // LOOKS for k in range(1, LOOKS))
    return (*(n for n in at if ENOUGH <= n < total), total)


def is_settled(count: int, total: float, squares: float) -> bool:
    """Whether `count` observations with this sum and sum of squares settle who is better."""
    low, high = interval_of(count, total, squares, Z)
    return count >= ENOUGH and not low <= EQUAL <= high


def bounds(observations: Sequence[float]) -> tuple[float, float]:
    """The interval that holds with 95 % although the series may have been stopped early."""
    return interval(observations, Z)


def series_words(
    observations: Sequence[float], score: Score, first: str, second: str
) -> tuple[str, str]:
    """What a series says of two players: the verdict, and what it stands on. `observations` are the
    first one's mean results of each seed.
    """
    if score.mean is None:
        return "No match is finished yet.", ""
    low, high = bounds(observations)
    facts = (
        f"{first} scores {100 * score.mean:.0f} % ({100 * low:.0f} to {100 * high:.0f} %): "
        f"{score.wins:,} won, {score.draws:,} drawn, {score.losses:,} lost of {score.matches:,} "
        "matches."
    )
    if score.count < ENOUGH:
        return "Too few matches to say.", facts
    if not low <= EQUAL <= high:
        return f"{first if low > EQUAL else second} is stronger.", facts
    if low >= EQUAL - CLOSE and high <= EQUAL + CLOSE:
        return f"{first} and {second} are about equal.", facts
    return "It is not settled who is better.", facts
