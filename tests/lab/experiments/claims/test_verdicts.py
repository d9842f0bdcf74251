"""What evidence says of rows and claims: every branch."""

import pytest

from lab.experiments.claims.file import Claim, Says
from lab.experiments.claims.verdicts import (
    ClaimAnswer,
    RowEvidence,
    RowFinding,
    answer,
    claims_words,
    finding,
    finding_words,
)

EQUAL = 0.05


def known(low: float, high: float, count: int = 50) -> RowEvidence:
    return RowEvidence((low + high) / 2, low, high, count, 2 * count)


def claim(says: Says, value: float) -> Claim:
    return Claim("row", says, value, "40it", "somebody")


@pytest.mark.parametrize(
    ("evidence", "found", "words"),
    [
        (RowEvidence(), RowFinding.NONE, "not played"),
        (known(0.1, 0.2, 5), RowFinding.OPEN, "not settled"),
        (known(0.1, 0.2), RowFinding.LOWER, "worth it"),
        (known(0.7, 0.8), RowFinding.HIGHER, "better without"),
        (known(0.46, 0.54), RowFinding.EQUAL, "about equal"),
        (known(0.46, 0.49), RowFinding.LOWER, "worth it"),
        (known(0.51, 0.53), RowFinding.HIGHER, "better without"),
        (known(0.44, 0.499), RowFinding.LOWER, "worth it"),
        (known(0.46, 0.56), RowFinding.OPEN, "not settled"),
        (known(0.3, 0.5), RowFinding.OPEN, "not settled"),
        (RowEvidence(0.5, 0.2, 0.8, 3, 6, alike=True), RowFinding.ALIKE, "never made a difference"),
    ],
)
def test_a_row(evidence: RowEvidence, found: RowFinding, words: str) -> None:
    assert finding(evidence, EQUAL) is found
    assert finding_words(found, "without") == words


def test_words_fit_what_a_row_is() -> None:
    assert finding_words(RowFinding.LOWER, "with") == "worse with it"
    assert finding_words(RowFinding.HIGHER, "with") == "better with it"
    assert finding_words(RowFinding.LOWER, "rival") == "weaker"
    assert finding_words(RowFinding.HIGHER, "point") == "better"
    assert finding(known(0.1, 0.2), EQUAL, measures=True) is RowFinding.KNOWN


@pytest.mark.parametrize(
    ("says", "value", "low", "high", "expected"),
    [
        ("below", 0.40, 0.20, 0.39, ClaimAnswer.HOLDS),
        ("below", 0.40, 0.20, 0.40, ClaimAnswer.OPEN),
        ("below", 0.40, 0.20, 0.60, ClaimAnswer.OPEN),
        ("below", 0.40, 0.41, 0.49, ClaimAnswer.SMALLER),
        ("below", 0.40, 0.41, 0.60, ClaimAnswer.OPEN),
        ("below", 0.40, 0.46, 0.54, ClaimAnswer.FAILS),
        ("below", 0.40, 0.50, 0.60, ClaimAnswer.FAILS),
        ("below", 0.50, 0.40, 0.49, ClaimAnswer.HOLDS),
        ("below", 0.50, 0.46, 0.53, ClaimAnswer.FAILS),
        ("below", 0.50, 0.44, 0.51, ClaimAnswer.OPEN),
        ("below", 0.55, 0.46, 0.54, ClaimAnswer.HOLDS),
        ("below", 0.55, 0.46, 0.56, ClaimAnswer.OPEN),
        ("below", 0.55, 0.52, 0.60, ClaimAnswer.OPEN),
        ("below", 0.55, 0.56, 0.60, ClaimAnswer.FAILS),
        ("above", 0.60, 0.61, 0.80, ClaimAnswer.HOLDS),
        ("above", 0.60, 0.51, 0.59, ClaimAnswer.SMALLER),
        ("above", 0.60, 0.46, 0.54, ClaimAnswer.FAILS),
        ("above", 0.60, 0.30, 0.50, ClaimAnswer.FAILS),
        ("above", 0.60, 0.51, 0.70, ClaimAnswer.OPEN),
        ("above", 0.50, 0.51, 0.54, ClaimAnswer.HOLDS),
        ("score", 0.20, 0.18, 0.42, ClaimAnswer.HOLDS),
        ("score", 0.20, 0.18, 0.52, ClaimAnswer.OPEN),
        ("score", 0.20, 0.21, 0.42, ClaimAnswer.SMALLER),
        ("score", 0.20, 0.21, 0.52, ClaimAnswer.OPEN),
        ("score", 0.20, 0.05, 0.19, ClaimAnswer.LARGER),
        ("score", 0.20, 0.47, 0.53, ClaimAnswer.FAILS),
        ("score", 0.20, 0.51, 0.60, ClaimAnswer.FAILS),
        ("score", 0.70, 0.65, 0.75, ClaimAnswer.HOLDS),
        ("score", 0.70, 0.51, 0.69, ClaimAnswer.SMALLER),
        ("score", 0.70, 0.71, 0.90, ClaimAnswer.LARGER),
        ("score", 0.70, 0.20, 0.40, ClaimAnswer.FAILS),
        ("score", 0.50, 0.46, 0.54, ClaimAnswer.HOLDS),
        ("equal", 0.50, 0.46, 0.54, ClaimAnswer.HOLDS),
        ("equal", 0.50, 0.44, 0.54, ClaimAnswer.OPEN),
        ("equal", 0.50, 0.30, 0.44, ClaimAnswer.FAILS),
        ("equal", 0.50, 0.56, 0.70, ClaimAnswer.FAILS),
        ("equal", 0.50, 0.51, 0.58, ClaimAnswer.OPEN),
    ],
)
def test_a_claim(says: Says, value: float, low: float, high: float, expected: ClaimAnswer) -> None:
    assert answer(claim(says, value), known(low, high), EQUAL) is expected


@pytest.mark.parametrize(
    ("says", "value", "low", "high", "expected"),
    [
        ("half", 0.5, 0.47, 0.53, ClaimAnswer.HOLDS),
        ("half", 0.5, 0.10, 0.14, ClaimAnswer.FAILS),
        ("half", 0.5, 0.40, 0.53, ClaimAnswer.OPEN),
        ("score", 2.0, 1.96, 2.04, ClaimAnswer.HOLDS),
        ("score", 2.0, 1.80, 1.94, ClaimAnswer.FAILS),
        ("score", 2.0, 1.90, 1.96, ClaimAnswer.OPEN),
        ("above", 1.3, 1.31, 1.5, ClaimAnswer.HOLDS),
        ("above", 1.3, 1.2, 1.5, ClaimAnswer.OPEN),
        ("above", 1.3, 1.0, 1.2, ClaimAnswer.FAILS),
        ("below", 0.1, 0.01, 0.09, ClaimAnswer.HOLDS),
        ("below", 0.1, 0.2, 0.3, ClaimAnswer.FAILS),
    ],
)
def test_a_claim_of_a_measure(
    says: Says, value: float, low: float, high: float, expected: ClaimAnswer
) -> None:
    assert answer(claim(says, value), known(low, high), EQUAL, measures=True) is expected


def test_a_claim_without_enough_evidence() -> None:
    assert answer(claim("below", 0.4), RowEvidence(), EQUAL) is ClaimAnswer.NONE
    assert answer(claim("below", 0.4), known(0.1, 0.2, 5), EQUAL) is ClaimAnswer.OPEN
    alike = RowEvidence(0.5, 0.1, 0.9, 3, 6, alike=True)
    assert answer(claim("below", 0.4), alike, EQUAL) is ClaimAnswer.FAILS
    assert answer(claim("equal", 0.5), alike, EQUAL) is ClaimAnswer.HOLDS


def test_all_claims_in_a_sentence() -> None:
    assert claims_words([]) == ""
    assert claims_words([ClaimAnswer.HOLDS]) == "The claim holds."
    assert claims_words([ClaimAnswer.FAILS]) == "The claim fails."
    assert claims_words([ClaimAnswer.NONE]) == "The claim is not played."
    six = [ClaimAnswer.HOLDS] * 4 + [ClaimAnswer.SMALLER, ClaimAnswer.OPEN]
    assert claims_words(six) == "4 of 6 claims hold, 1 is smaller than claimed, 1 is open."
    assert claims_words([ClaimAnswer.HOLDS, ClaimAnswer.FAILS, ClaimAnswer.FAILS]) == (
        "1 of 3 claims holds, 2 fail."
    )
