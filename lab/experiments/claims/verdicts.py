"""What evidence says of a row, and of what a write-up claims about it. Never kept: worked out from
the evidence whenever it is shown.

Shares are in [0, 1]. An interval is meant to hold for all rows of a table together.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum

from lab.experiments.claims.file import Claim
from lab.experiments.claims.rows import Role
from lab.experiments.stats import ENOUGH
from lab.experiments.verdicts import BETTER, EQUAL, NEVER_DIFFERED, WORSE, Word, word

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
