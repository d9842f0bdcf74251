"""When a row may stop, and how wide its interval has to be so that all rows played at a budget hold
together although each was looked at more than once.

A row of at most G groups is looked at after G, G / 2, G / 4, ... groups. All intervals of a table
miss with 5 % together: each row has an equal share of that (Bonferroni), and of its share the last
look has half, the look before it a quarter, and so on. So a row that goes on to its end pays little
for the looks before.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from statistics import NormalDist, fmean, stdev

from lab.experiments.claims.file import SHARES
from lab.experiments.stats import interval

RISK = 0.05  # that any interval of a table misses
FEWEST = 10  # groups before the first look


def looks(most: int) -> tuple[int, ...]:
    """After how many groups a row of at most `most` is looked at."""
    found = [most]
    while found[0] // 2 >= FEWEST:
        found.insert(0, found[0] // 2)
    return tuple(found)


def quantile(count: int, most: int, rows: int) -> float:
    """How many standard errors an interval is wide on each side, for a row of `rows` after `count`
    groups of at most `most`.
    """
    at = looks(most)
    reached = max(0, sum(each <= count for each in at) - 1)
    share = RISK / max(1, rows) / 2 ** (len(at) - reached)
    return NormalDist().inv_cdf(1 - share / 2)


def bounds(values: Sequence[float], most: int, rows: int) -> tuple[float, float]:
    """The interval of the mean of scores in [0, 1]."""
    return interval(values, quantile(len(values), most, rows))


def spread(values: Sequence[float], rows: int, measure: str) -> tuple[float, float]:
    """The interval of the mean of a measure, which is looked at once; no measure is below 0, and no
    share above 1.
    """
    most = 1.0 if measure in SHARES else math.inf
    if len(values) < 2:
        return 0.0, most
    half = (
        NormalDist().inv_cdf(1 - RISK / max(1, rows) / 2) * stdev(values) / math.sqrt(len(values))
    )
    return max(0.0, fmean(values) - half), min(most, fmean(values) + half)
