"""What evidence says of rows and claims: every branch."""

import pytest

from lab.experiments.claims.file import Claim, Says
from lab.experiments.claims.verdicts import (
    Answer,
    Evidence,
    Finding,
    answer,
    claims_words,
    finding,
    finding_words,
    quantile,
)
from lab.experiments.stats import Z

EQUAL = 0.05


def known(low: float, high: float, count: int = 50) -> Evidence:
    return Evidence((low + high) / 2, low, high, count, 2 * count)


def claim(says: Says, value: float) -> Claim:
    return Claim("row", says, value, "40it", "somebody")


@pytest.mark.parametrize(
    ("evidence", "found", "words"),
    [
        (Evidence(), Finding.NONE, "not played"),
        (known(0.1, 0.2, 5), Finding.OPEN, "not settled"),
        (known(0.1, 0.2), Finding.LOWER, "worth it"),
        (known(0.7, 0.8), Finding.HIGHER, "better without"),
        (known(0.46, 0.54), Finding.EQUAL, "about equal"),
        (known(0.46, 0.49), Finding.EQUAL, "about equal"),
        (known(0.44, 0.499), Finding.LOWER, "worth it"),
        (known(0.46, 0.56), Finding.OPEN, "not settled"),
        (known(0.3, 0.5), Finding.OPEN, "not settled"),
        (Evidence(0.5, 0.2, 0.8, 3, 6, alike=True), Finding.ALIKE, "never made a difference"),
    ],
)
def test_a_row(evidence: Evidence, found: Finding, words: str) -> None:
    assert finding(evidence, EQUAL) is found
    assert finding_words(found, "without") == words


def test_words_fit_what_a_row_is() -> None:
    assert finding_words(Finding.LOWER, "with") == "worse with it"
    assert finding_words(Finding.HIGHER, "with") == "better with it"
    assert finding_words(Finding.LOWER, "rival") == "weaker"
    assert finding_words(Finding.HIGHER, "point") == "better"
    assert finding(known(0.1, 0.2), EQUAL, measures=True) is Finding.KNOWN


@pytest.mark.parametrize(
    ("says", "value", "low", "high", "expected"),
    [
        ("below", 0.40, 0.20, 0.39, Answer.HOLDS),
        ("below", 0.40, 0.20, 0.40, Answer.OPEN),
        ("below", 0.40, 0.20, 0.60, Answer.OPEN),
        ("below", 0.40, 0.41, 0.49, Answer.SMALLER),
        ("below", 0.40, 0.41, 0.60, Answer.OPEN),
        ("below", 0.40, 0.46, 0.54, Answer.FAILS),
        ("below", 0.40, 0.50, 0.60, Answer.FAILS),
        ("below", 0.50, 0.40, 0.49, Answer.HOLDS),
        ("below", 0.50, 0.46, 0.53, Answer.FAILS),
        ("below", 0.50, 0.44, 0.51, Answer.OPEN),
        ("below", 0.55, 0.46, 0.54, Answer.HOLDS),
        ("below", 0.55, 0.46, 0.56, Answer.OPEN),
        ("below", 0.55, 0.52, 0.60, Answer.OPEN),
        ("below", 0.55, 0.56, 0.60, Answer.FAILS),
        ("above", 0.60, 0.61, 0.80, Answer.HOLDS),
        ("above", 0.60, 0.51, 0.59, Answer.SMALLER),
        ("above", 0.60, 0.46, 0.54, Answer.FAILS),
        ("above", 0.60, 0.30, 0.50, Answer.FAILS),
        ("above", 0.60, 0.51, 0.70, Answer.OPEN),
        ("above", 0.50, 0.51, 0.54, Answer.HOLDS),
        ("score", 0.20, 0.18, 0.42, Answer.HOLDS),
        ("score", 0.20, 0.18, 0.52, Answer.OPEN),
        ("score", 0.20, 0.21, 0.42, Answer.SMALLER),
        ("score", 0.20, 0.21, 0.52, Answer.OPEN),
        ("score", 0.20, 0.05, 0.19, Answer.LARGER),
        ("score", 0.20, 0.47, 0.53, Answer.FAILS),
        ("score", 0.20, 0.51, 0.60, Answer.FAILS),
        ("score", 0.70, 0.65, 0.75, Answer.HOLDS),
        ("score", 0.70, 0.51, 0.69, Answer.SMALLER),
        ("score", 0.70, 0.71, 0.90, Answer.LARGER),
        ("score", 0.70, 0.20, 0.40, Answer.FAILS),
        ("score", 0.50, 0.46, 0.54, Answer.HOLDS),
        ("equal", 0.50, 0.46, 0.54, Answer.HOLDS),
        ("equal", 0.50, 0.44, 0.54, Answer.OPEN),
        ("equal", 0.50, 0.30, 0.44, Answer.FAILS),
        ("equal", 0.50, 0.56, 0.70, Answer.FAILS),
        ("equal", 0.50, 0.51, 0.58, Answer.OPEN),
    ],
)
def test_a_claim(says: Says, value: float, low: float, high: float, expected: Answer) -> None:
    assert answer(claim(says, value), known(low, high), EQUAL) is expected


@pytest.mark.parametrize(
    ("says", "value", "low", "high", "expected"),
    [
        ("half", 0.5, 0.47, 0.53, Answer.HOLDS),
        ("half", 0.5, 0.10, 0.14, Answer.FAILS),
        ("half", 0.5, 0.40, 0.53, Answer.OPEN),
        ("score", 2.0, 1.96, 2.04, Answer.HOLDS),
        ("score", 2.0, 1.80, 1.94, Answer.FAILS),
        ("score", 2.0, 1.90, 1.96, Answer.OPEN),
        ("above", 1.3, 1.31, 1.5, Answer.HOLDS),
        ("above", 1.3, 1.2, 1.5, Answer.OPEN),
        ("above", 1.3, 1.0, 1.2, Answer.FAILS),
        ("below", 0.1, 0.01, 0.09, Answer.HOLDS),
        ("below", 0.1, 0.2, 0.3, Answer.FAILS),
    ],
)
def test_a_claim_of_a_measure(
    says: Says, value: float, low: float, high: float, expected: Answer
) -> None:
    assert answer(claim(says, value), known(low, high), EQUAL, measures=True) is expected


def test_a_claim_without_enough_evidence() -> None:
    assert answer(claim("below", 0.4), Evidence(), EQUAL) is Answer.NONE
    assert answer(claim("below", 0.4), known(0.1, 0.2, 5), EQUAL) is Answer.OPEN
    alike = Evidence(0.5, 0.1, 0.9, 3, 6, alike=True)
    assert answer(claim("below", 0.4), alike, EQUAL) is Answer.FAILS
    assert answer(claim("equal", 0.5), alike, EQUAL) is Answer.HOLDS


def test_all_claims_in_a_sentence() -> None:
    assert claims_words([]) == ""
    assert claims_words([Answer.HOLDS]) == "The claim holds."
    assert claims_words([Answer.FAILS]) == "The claim fails."
    assert claims_words([Answer.NONE]) == "The claim is not played."
    six = [Answer.HOLDS] * 4 + [Answer.SMALLER, Answer.OPEN]
    assert claims_words(six) == "4 of 6 claims hold, 1 is smaller than claimed, 1 is open."
    assert claims_words([Answer.HOLDS, Answer.FAILS, Answer.FAILS]) == (
        "1 of 3 claims holds, 2 fail."
    )


def test_intervals_are_wide_enough_for_all_rows_and_looks() -> None:
    assert quantile(1) == pytest.approx(Z)
    assert quantile(4, 5) == pytest.approx(3.0233, abs=1e-4)  # 0.05 / 20 in both tails
