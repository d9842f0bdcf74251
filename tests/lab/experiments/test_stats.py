"""Scores and their intervals: the corner cases people meet first, the mathematics, and the
coverage.
"""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from lab.experiments.claims import verdicts as claims
from lab.experiments.claims.file import SHARES
from lab.experiments.crowds import Meeting, turned
from lab.experiments.stats import ENOUGH, Score, Z, elo, interval, score
from lab.experiments.tuner.answer import alone, belief
from lab.experiments.tuner.course import Sums
from lab.experiments.verdicts import bounds
from lab.words import numerals

RESULTS = st.lists(st.lists(st.sampled_from([0.0, 0.5, 1.0]), min_size=1, max_size=2), max_size=60)


def sane(s: Score) -> None:
    numbers = [s.low, s.high, *(x for x in (s.mean, *s.elo) if x is not None)]
    assert all(math.isfinite(x) for x in numbers)
    assert not any(x == 0 and math.copysign(1, x) < 0 for x in numbers)
    for text in (s.text, s.elo_text, s.verdict("A", "B")):
        assert not any(word in text for word in ("inf", "nan", "None", "±", "+0 ", "−0 ", "-0"))


@given(RESULTS)
def test_every_score_is_finite_contains_its_mean_and_has_a_width(groups: list[list[float]]) -> None:
    s = score(groups)
    sane(s)
    assert 0 <= s.low < s.high <= 1
    if s.mean is not None:
        assert s.low <= s.mean <= s.high


@given(RESULTS)
def test_the_other_side_has_the_mirrored_score(groups: list[list[float]]) -> None:
    mine, theirs = score(groups), score([[1 - x for x in group] for group in groups])
    assert theirs.low == pytest.approx(1 - mine.high) and theirs.high == pytest.approx(1 - mine.low)
    assert (theirs.wins, theirs.draws, theirs.losses) == (mine.losses, mine.draws, mine.wins)


def test_no_matches_say_nothing() -> None:
    s = score([])
    assert (s.mean, s.low, s.high, s.text, s.elo_text) == (None, 0.0, 1.0, "no matches", "")
    assert s.verdict("A", "B") == "No matches played."


@pytest.mark.parametrize("result", [0.0, 0.5, 1.0])
def test_one_match_gives_no_verdict(result: float) -> None:
    s = score([[result]])
    sane(s)
    assert s.verdict("A", "B") == "Too few matches to say."
    assert s.high - s.low > 0.75


def test_draws_only_are_even_with_a_width_and_settle_in_time() -> None:
    few, many = score([[0.5, 0.5]] * 4), score([[0.5, 0.5]] * 100)
    assert few.mean == many.mean == 0.5
    assert few.verdict("A", "B") == "Too few matches to say."
    assert many.verdict("A", "B") == "A and B are about equal."
    assert many.elo_text.startswith("0 Elo (−") and many.high - many.low > 0


def test_a_clean_sweep_says_at_least() -> None:
    for results, text in (([1.0, 1.0], "at least +"), ([0.0, 0.0], "at most −")):
        s = score([results] * 26)
        sane(s)
        assert s.elo[0] is None and s.elo_text.startswith(text) and s.settled
    assert score([[1.0, 1.0]] * 26).verdict("A", "B") == "A is stronger."
    assert score([[0.0, 0.0]] * 26).verdict("A", "B") == "B is stronger."


def test_a_short_sweep_is_no_verdict_and_no_bound() -> None:
    s = score([[1.0]] * (ENOUGH - 1))
    assert s.verdict("A", "B") == "Too few matches to say." and s.elo_text == ""
    assert score([[1.0]] * ENOUGH).settled
    few = score([[1.0, 1.0]] * (ENOUGH - 1))
    assert few.matches > ENOUGH and not few.settled, "matches of one seed are one observation"


def test_the_interval_is_that_of_agresti_and_coull_for_wins_and_losses() -> None:
    n, wins = 40, 29
    total = n + Z * Z
    p = (wins + Z * Z / 2) / total
    half = Z * math.sqrt(p * (1 - p) / total)
    assert interval([1.0] * wins + [0.0] * (n - wins)) == pytest.approx((p - half, p + half))


def test_it_contains_wilsons_interval() -> None:
    for n in (1, 5, 20, 200):
        for wins in range(n + 1):
            p, z2 = wins / n, Z * Z
            centre = (p + z2 / (2 * n)) / (1 + z2 / n)
            half = Z / (1 + z2 / n) * math.sqrt(p * (1 - p) / n + z2 / (4 * n * n))
            low, high = interval([1.0] * wins + [0.0] * (n - wins))
            assert low <= max(0, centre - half) + 1e-12 and high >= min(1, centre + half) - 1e-12


def test_pairs_that_cancel_out_make_it_narrower() -> None:
    split, apart = score([[1.0, 0.0]] * 50), score([[1.0, 1.0], [0.0, 0.0]] * 25)
    assert split.mean == apart.mean == 0.5
    assert split.high - split.low < 0.5 * (apart.high - apart.low)


@pytest.mark.parametrize(
    "chances", [(0.5, 0.0, 0.5), (0.2, 0.6, 0.2), (0.1, 0.2, 0.7), (0.02, 0.06, 0.92)]
)
@pytest.mark.parametrize("count", [10, 50])
def test_it_covers_the_truth_in_95_of_100_series(
    chances: tuple[float, float, float], count: int
) -> None:
    rng = np.random.default_rng(1)
    truth = chances[1] / 2 + chances[2]
    values = rng.choice([0.0, 0.5, 1.0], p=chances, size=(2000, count))
    covered = sum(low <= truth <= high for low, high in map(interval, values.tolist()))
    # few values are possible, so no interval of this kind hits 0.95 exactly
    assert covered / 2000 > 0.92


def test_elo_is_the_logistic_rating() -> None:
    assert elo(0.5) == 0.0 and math.copysign(1, elo(0.5) or 0.0) == 1
    assert elo(10 / 11) == pytest.approx(400)
    assert elo(0.0) is elo(1.0) is elo(None) is None
    assert [numerals.signed(x, 0) for x in (12.4, -12.4, 0.2, -0.2)] == ["+12", "−12", "0", "0"]


UNIT = st.floats(0.0, 1.0, allow_subnormal=False)


@given(st.lists(UNIT, min_size=1, max_size=40), st.integers(1, 20), UNIT, st.floats(0.0, 3.0))
def test_no_interval_of_shares_leaves_0_to_1_nor_its_mean(
    shares: list[float], rows: int, mean: float, deviation: float
) -> None:
    """Whichever part of the lab says it."""
    meeting = Meeting.of("a", "b", shares)
    model, own = belief(mean, deviation), alone(Sums(len(shares), sum(shares), meeting.squares))
    found = [
        (model.mean, model.low, model.high),
        (own.mean, own.low, own.high),
        *((meeting.mean, *meeting.within(z)) for z in (0.5, Z, 6.0)),
        (1 - meeting.mean, *turned(meeting).interval),
        *((meeting.mean, *ends) for ends in (interval(shares), bounds(shares))),
        (meeting.mean, *claims.bounds(shares, 2 * len(shares), rows)),
        *((meeting.mean, *claims.spread(shares, rows, measure)) for measure in SHARES),
    ]
    for middle, low, high in found:
        assert 0 <= low <= middle + 1e-9 and middle - 1e-9 <= high <= 1
