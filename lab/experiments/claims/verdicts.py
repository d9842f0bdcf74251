"""What evidence says of a row, and of what a write-up claims about it. Never kept: worked out from
the evidence whenever it is shown.

Shares are in [0, 1]. An interval is meant to hold for all rows of a table together.

When a row may stop, and how wide its interval has to be so that all rows played at a budget hold
together although each was looked at more than once.

A row of at most G groups is looked at after G, G / 2, G / 4, ... groups. All intervals of a table
miss with 5 % together: each row has an equal share of that (Bonferroni), and of its share the last
look has half, the look before it a quarter, and so on. So a row that goes on to its end pays little
for the looks before.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import Enum
from statistics import NormalDist, fmean, stdev

from lab.experiments.claims.file import SHARES, Claim
from lab.experiments.claims.rows import Role
from lab.experiments.stats import ENOUGH, interval
from lab.experiments.verdicts import BETTER, EQUAL, NEVER_DIFFERED, WORSE, Word, word

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


HALF = 0.5


class RowFinding(Enum):
    """What is known of a row's score against the full version."""

    LOWER = "lower"
    HIGHER = "higher"
    EQUAL = "about equal"
    OPEN = "not settled"
    ALIKE = NEVER_DIFFERED
    NONE = "not played"
    KNOWN = "measured"  # a measure has no full version to compare with


class ClaimAnswer(Enum):
    """What is known of a claim."""

    HOLDS = "holds"
    SMALLER = "smaller than claimed"
    LARGER = "larger than claimed"
    FAILS = "fails"
    OPEN = "open"
    NONE = "not played"


SAID: dict[Word, RowFinding] = {
    BETTER: RowFinding.HIGHER,
    WORSE: RowFinding.LOWER,
    EQUAL: RowFinding.EQUAL,
}
# a row's lower and higher score in words
WORDS: dict[Role, tuple[str, str]] = {
    "without": ("worth it", "better without"),
    "with": ("worse with it", "better with it"),
    "rival": ("weaker", "stronger"),
    "point": ("worse", "better"),
    "measured": ("lower", "higher"),
}

# an answer in a sentence about the only claim
LONE = {
    ClaimAnswer.SMALLER: "does not hold in full: the difference is smaller",
    ClaimAnswer.LARGER: "is exceeded: the difference is larger",
    ClaimAnswer.OPEN: "is open",
    ClaimAnswer.NONE: "is not played",
}


@dataclass(frozen=True)
class RowEvidence:
    """A mean of `count` independent observations (seeds) with the interval that holds for all rows
    together; None where nothing is known. `alike` says that both players never differed.
    """

    mean: float | None = None
    low: float = 0.0
    high: float = 1.0
    count: int = 0
    games: int = 0
    alike: bool = False


def finding(evidence: RowEvidence, equal: float, measures: bool = False) -> RowFinding:
    """What the evidence says of a row; scores within `equal` of one half count as equal."""
    if evidence.mean is None:
        return RowFinding.NONE
    if measures:
        return RowFinding.KNOWN
    if evidence.alike:
        return RowFinding.ALIKE
    return SAID.get(word((evidence.low, evidence.high), evidence.count, equal), RowFinding.OPEN)


def finding_words(found: RowFinding, role: Role) -> str:
    """The finding for people: "worth it", "better without", "about equal"."""
    if found in (RowFinding.LOWER, RowFinding.HIGHER):
        return WORDS[role][found is RowFinding.HIGHER]
    return str(found.value)


def answer(
    claim: Claim, evidence: RowEvidence, equal: float, measures: bool = False
) -> ClaimAnswer:
    """Whether a claim holds."""
    if evidence.mean is None:
        return ClaimAnswer.NONE
    if evidence.alike:
        evidence = RowEvidence(HALF, HALF, HALF, ENOUGH)
    if evidence.count < ENOUGH:
        return ClaimAnswer.OPEN
    sided = claim.says in ("below", "above") or (claim.says == "score" and claim.value != HALF)
    if measures or not sided:
        return _within(*_range(claim, equal), evidence)
    if claim.says == "above" or (claim.says == "score" and claim.value > HALF):
        mirrored = RowEvidence(HALF, 1 - evidence.high, 1 - evidence.low, evidence.count)
        return _lower(claim.says == "score", 1 - claim.value, mirrored, equal)
    return _lower(claim.says == "score", claim.value, evidence, equal)


def _range(claim: Claim, equal: float) -> tuple[float, float]:
    """The values at which the claim is true."""
    if claim.says == "below":
        return -math.inf, claim.value
    if claim.says == "above":
        return claim.value, math.inf
    return claim.value - equal, claim.value + equal


def _within(low: float, high: float, evidence: RowEvidence) -> ClaimAnswer:
    """The claim that a value is between two others, whatever one half means."""
    if low <= evidence.low and evidence.high <= high:
        return ClaimAnswer.HOLDS
    return ClaimAnswer.FAILS if evidence.high < low or high < evidence.low else ClaimAnswer.OPEN


def _lower(exact: bool, value: float, evidence: RowEvidence, equal: float) -> ClaimAnswer:
    """The claim that a score is `value`, if that is exact, or else below it: the full version is
    better by so much.
    """
    none = HALF - equal <= evidence.low and evidence.high <= HALF + equal
    if evidence.high < value:
        return ClaimAnswer.LARGER if exact else ClaimAnswer.HOLDS
    if evidence.low >= max(value, HALF) or (none and (evidence.low > value or value == HALF)):
        return ClaimAnswer.FAILS
    if evidence.high >= HALF:
        return ClaimAnswer.OPEN
    if evidence.low > value:
        return ClaimAnswer.SMALLER
    return ClaimAnswer.HOLDS if exact else ClaimAnswer.OPEN


def claims_words(answers: Iterable[ClaimAnswer]) -> str:
    """All claims of an experiment in one sentence: "4 of 6 claims hold, 1 is open."; "" without
    claims.
    """
    known = list(answers)
    if len(known) < 2:
        return f"The claim {LONE.get(known[0], known[0].value)}." if known else ""
    first = _counted(known.count(ClaimAnswer.HOLDS), len(known))
    rest = [
        _some(known.count(which), words)
        for which, words in (
            (ClaimAnswer.SMALLER, ("is smaller than claimed", "are smaller than claimed")),
            (ClaimAnswer.LARGER, ("is larger than claimed", "are larger than claimed")),
            (ClaimAnswer.FAILS, ("fails", "fail")),
            (ClaimAnswer.OPEN, ("is open", "are open")),
            (ClaimAnswer.NONE, ("is not played", "are not played")),
        )
        if which in known
    ]
    return ", ".join([first, *rest]) + "."


def _counted(holding: int, total: int) -> str:
    return f"{holding} of {total} claims hold{'s' * (holding == 1)}"


def _some(count: int, words: tuple[str, str]) -> str:
    return f"{count} {words[count != 1]}"
