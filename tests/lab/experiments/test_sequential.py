"""The sequential test: published ratios, the ratio by brute force, extremes, words, and the block
that chess engine testers know.
"""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lab.experiments.sequential import PAIR, PROBABLY, STEPS, SequentialTest, counted, leaning
from lab.experiments.stats import elo, score
from lab.experiments.verdicts import BETTER, NOT_BETTER, OPEN
from lab.rulebook import glossary

OURS = dict(zip(PAIR, (33, 15, 142, 21, 52), strict=True))
COUNTS = st.lists(st.integers(0, 3) | st.integers(0, 5000), min_size=5, max_size=5)


def scores(low: float, high: float) -> tuple[float, float]:
    """The scores that two Elo differences predict."""
    return 1 / (1 + 10 ** (-low / 400)), 1 / (1 + 10 ** (-high / 400))


def test_a_ratio_known_to_four_figures() -> None:
    assert SequentialTest().of(OURS).ratio == pytest.approx(2.493, abs=5e-4)


@pytest.mark.parametrize(
    ("pairs", "bounds", "ratio"),
    [  # the checks of fastchess itself, whose logistic bounds are scores
        ((223, 9863, 21279, 10037, 246), (0.5, 2.5), -3.07),
        ((871, 26175, 55983, 26678, 821), (0.0, 2.0), -4.98),
        ((21184, 0, 40708, 0, 21404), (0.5, 2.5), -1.57),  # single games
        ((57030, 0, 106593, 0, 57433), (0.0, 2.0), -2.59),
    ],
)
def test_ratios_that_others_published(
    pairs: tuple[int, ...], bounds: tuple[float, float], ratio: float
) -> None:
    found = SequentialTest(scores(*bounds)).of(dict(zip(PAIR, pairs, strict=True))).ratio
    assert found == pytest.approx(ratio, abs=0.015)


def best_bet(values: list[float], weights: list[float], fair: float) -> float:
    """The logarithm of what the best constant stake makes of 1, betting on each value in turn that
    the mean is not `fair`: found by trying every stake, finer and finer.
    """
    low, high = -1 / (1 - fair), 1 / fair
    for _ in range(40):
        stakes = [low + (high - low) * k / 12 for k in range(1, 12)]
        gains = [
            sum(w * math.log(1 + stake * (x - fair)) for x, w in zip(values, weights, strict=True))
            for stake in stakes
        ]
        k = gains.index(max(gains))
        left, right = (low, *stakes, high)[k], (low, *stakes, high)[k + 2]
        low, high = left, right
    return max(gains)


@given(st.lists(st.integers(0, 60), min_size=7, max_size=7).filter(any))
@settings(max_examples=40)
def test_the_ratio_is_what_the_best_bets_against_both_scores_win(counts: list[int]) -> None:
    values = sorted([*PAIR, 1 / 12, 7 / 12])
    weights = [n or (1e-3 if x in PAIR else 0.0) for x, n in zip(values, counts, strict=True)]
    wanted = best_bet(values, weights, 0.5) - best_bet(values, weights, 0.55)
    found = SequentialTest().of(dict(zip(values, counts, strict=True)), games=4)
    assert found.ratio == pytest.approx(wanted, abs=1e-5)


@given(COUNTS, st.booleans(), st.sampled_from([(0.5, 0.55), (0.48, 0.5), (0.05, 0.97)]))
@settings(max_examples=60)
def test_every_number_is_one_and_fits_the_others(
    counts: list[int], careful: bool, bounds: tuple[float, float]
) -> None:
    test = SequentialTest(bounds, careful=careful)
    found = test.of(dict(zip(PAIR, counts, strict=True)))
    assert math.isfinite(found.ratio) and found.count == sum(counts)
    assert found.word in ("better", "not better", "open")
    assert (found.word == "open") == (test.limits[0] < found.ratio < test.limits[1])
    assert found.left is None or (found.left > 0 and found.word == "open" and found.count >= 30)
    mean, low, high = found.score.mean, found.score.low, found.score.high
    assert (mean is None) == (not found.count) and 0 <= low <= high <= 1
    assert mean is None or low <= mean <= high
    shown = " ".join(found.sentence("A", "B")) + found.score.elo_text
    assert "nan" not in shown and "inf" not in shown
    assert "nan" not in found.block("A", "B", "game", 2 * counts[4] + counts[3])


@given(COUNTS)
@settings(max_examples=40)
def test_swapped_sides_and_scores_turn_the_ratio_round(counts: list[int]) -> None:
    one = SequentialTest((0.5, 0.55)).of(dict(zip(PAIR, counts, strict=True)))
    other = SequentialTest((0.45, 0.5)).of(dict(zip(PAIR, counts[::-1], strict=True)))
    assert one.ratio == pytest.approx(-other.ratio, abs=1e-8)


def test_the_bisection_is_as_fine_as_doubles_need() -> None:
    assert 4 * 2.0**-STEPS < 1e-11


def test_no_group_one_group_draws_only_and_a_clean_sweep() -> None:
    test = SequentialTest()
    assert test.of({}).ratio == 0.0 and test.of({}).words == "open"
    assert test.of({}).sentence("A", "B") == ("No pair is finished yet.", "")
    assert SequentialTest(careful=True).of({}).ratio == 0.0
    assert [test.of({x: 1}).ratio for x in (0.0, 0.5, 1.0)] == pytest.approx(
        [math.log(0.45 / 0.5), -0.1005, math.log(0.55 / 0.5)], abs=1e-3
    )
    # ten draws move the ratio down ten times as far as one, and 22 end it
    assert test.of({0.5: 10}).ratio == pytest.approx(10 * math.log(0.9), rel=0.01)
    assert test.of({0.5: 40}).words == "not better by 5 points"
    twelve = test.of({1.0: 12})
    assert twelve.ratio == pytest.approx(12 * math.log(1.1), rel=1e-3) and twelve.word == "open"
    assert twelve.score.elo[0] is None and "at least" in twelve.score.elo_text
    assert test.of({1.0: 31}).words == "better" and test.of({0.0: 31}).word == "not better"


def test_careful_doubts_both_answers_more() -> None:
    plain, careful = SequentialTest(), SequentialTest(careful=True)
    for groups in ({1.0: 31}, {0.5: 30}, OURS):
        assert abs(careful.of(groups).ratio) < abs(plain.of(groups).ratio)


def test_the_curve_ends_where_the_groups_do_and_never_changes_its_past() -> None:
    draw = np.random.default_rng(4)
    values = [float(x) for x in draw.choice([0.0, 0.25, 0.5, 0.75, 1.0, 5 / 12], size=80)]
    test = SequentialTest(careful=True)
    curve = test.curve(values)
    assert curve.shape == (81,) and curve[0] == 0.0
    for n in (1, 2, 33, 80):
        assert curve[n] == pytest.approx(test.of(counted(values[:n])).ratio, abs=1e-12)
        assert test.curve(values[:n]).tolist() == curve[: n + 1].tolist()


def test_a_test_ends_once_and_later_groups_are_no_part_of_it() -> None:
    test = SequentialTest()
    assert test.ended([]) is None and test.ended([1.0] * 30) is None
    # enough wins, then losses that were in progress and would have turned the answer
    values = [1.0] * 31 + [0.0] * 20
    assert test.ended(values) == 31
    assert test.of(counted(values[:31])).words == "better"
    assert test.of(counted(values)).words == "open"
    assert test.ended([0.0, 0.5] * 20) == 22


@pytest.mark.parametrize(
    ("bounds", "yes", "no"),
    [
        ((0.5, 0.55), "better", "not better by 5 points"),
        ((0.5, 0.525), "better", "not better by 2.5 points"),
        ((0.48, 0.5), "not worse by 2 points", "worse"),
        ((0.51, 0.52), "better by 1 point", "not better by 2 points"),
        ((0.45, 0.49), "not worse by 5 points", "worse by 1 point"),
        ((0.45, 0.55), "not worse by 5 points", "not better by 5 points"),
    ],
)
def test_words_claim_what_the_scores_compared_allow(
    bounds: tuple[float, float], yes: str, no: str
) -> None:
    test = SequentialTest(bounds)
    assert test.of({1.0: 4000}).words == yes and test.of({0.0: 4000}).words == no
    assert test.of({0.0: 1, 1.0: 1}).words == "open"


def test_an_open_test_says_probably_from_half_of_the_way_on() -> None:
    """As the glossary has it, on both sides; scores compared by other bounds have other words."""
    low, high = limits = SequentialTest().limits
    half = PROBABLY * high, PROBABLY * low
    said = [leaning(ratio, limits) for ratio in (0.0, 0.99 * half[0], half[0], high, half[1], low)]
    assert said == [OPEN, OPEN, BETTER, BETTER, NOT_BETTER, NOT_BETTER]
    assert leaning(0.99 * half[1], limits) == OPEN
    passage = next(p for p in glossary().passages if p.title == "Probably, undecided")
    assert PROBABLY == 0.5 and "half of the way" in str(passage)
    below = SequentialTest((0.48, 0.5)).of({0.5: 150, 0.75: 25, 0.25: 25})
    assert PROBABLY < below.ratio / below.test.limits[1] < 1
    assert below.sentence("v7", "v6")[0] == "v7 is probably not worse than v6 by 2 points."


def test_sentences_name_who_leads_and_what_is_left() -> None:
    test = SequentialTest()
    assert test.of(OURS).sentence("v7", "v6") == (
        "v7 is probably better than v6.",
        "54 % (51 to 58 %) over 263 pairs; not settled; about 40 more may settle it.",
    )
    assert test.of({1.0: 400, 0.0: 200}).sentence("v7", "v6")[0] == "v7 is better than v6."
    assert test.of({0.0: 1}).sentence("v7", "v6") == (
        "v7 against v6: undecided.",
        f"{score([[0.0, 0.0]]).text} over 1 pair; not settled.",
    )
    assert test.of({0.5: 3}, games=4).sentence("v7", "v6")[0] == "v7 against v6: undecided."
    assert (
        test.of({0.5: 3}, games=4).sentence("v7", "v6")[1].endswith("over 3 groups; not settled.")
    )
    late = test.of({0.0: 60}).sentence("v7", "v6")[0]
    assert late == "v7 is not better than v6 by 5 points."


def test_groups_left_are_those_to_the_bound_the_ratio_drifts_to() -> None:
    test = SequentialTest()
    assert test.of({1.0: 10, 0.0: 19}).left is None  # 29 groups are too few for a forecast
    for groups in ({1.0: 17, 0.0: 13}, {1.0: 15, 0.0: 15}, OURS):
        found = test.of(groups)
        bound = test.limits[1] if found.ratio > 0 else test.limits[0]
        assert found.left is not None
        pace = found.ratio / found.count
        assert found.ratio + pace * found.left == pytest.approx(bound, abs=abs(pace))
    assert test.of({1.0: 60}).left is None  # it has ended


def test_the_block_has_the_lines_that_fastchess_printed() -> None:
    block = SequentialTest().of(dict(zip(PAIR, (1, 22, 52, 21, 4), strict=True)))
    assert block.block("new", "old", "8+0.08, 1t, 128MB, book.epd", 34).splitlines()[:-2] == [
        "--------------------------------------------------",
        "Results of new vs old (8+0.08, 1t, 128MB, book.epd):",
        "Elo: 8.69 +/- 27.04, nElo: 15.51 +/- 48.15",
        "LOS: 73.60 %, DrawRatio: 52.00 %, PairsRatio: 1.09",
        "Games: 200, Wins: 34, Losses: 29, Draws: 137, Points: 102.5 (51.25 %)",
        "Ptnml(0-2): [1, 22, 52, 21, 4], WL/DD Ratio: 0.11",
    ]
    lynx = SequentialTest().of(dict(zip(PAIR, (235, 1384, 2521, 1341, 239), strict=True)))
    assert lynx.block("a", "b", "x", 3025).splitlines()[2:6] == [
        "Elo: -1.06 +/- 4.05, nElo: -1.67 +/- 6.37",
        "LOS: 30.33 %, DrawRatio: 44.07 %, PairsRatio: 0.98",
        "Games: 11440, Wins: 3025, Losses: 3060, Draws: 5355, Points: 5702.5 (49.85 %)",
        "Ptnml(0-2): [235, 1384, 2521, 1341, 239], WL/DD Ratio: 0.92",
    ]


def test_the_block_carries_our_ratio_and_our_bounds() -> None:
    shown = SequentialTest().of(OURS).block("v7", "v6", "uttt", 225)
    assert shown.splitlines()[-2:] == [
        f"LLR: 2.49 (86.3%) (-2.25, 2.89) [0.00, {elo(0.55):.2f}]",
        "--------------------------------------------------",
    ]
    lost = SequentialTest().of({0.0: 4, 0.5: 1})
    assert f"LLR: {lost.ratio:.2f} ({100 * lost.ratio / 2.2513:.1f}%) (" in lost.block(
        "a", "b", "x", 0
    )
    for wrong in (124, 268):  # fewer wins than the pairs hold, and more than fit
        with pytest.raises(ValueError, match="won games do not fit"):
            SequentialTest().of(OURS).block("v7", "v6", "uttt", wrong)
    with pytest.raises(ValueError, match="Only pairs"):
        SequentialTest().of({1 / 3: 2}, games=3).block("v7", "v6", "x", 0)


def test_what_is_no_question_is_refused_with_a_sentence() -> None:
    for bounds in ((0.55, 0.5), (0.5, 0.5), (0.0, 0.5), (0.5, 1.0), (math.nan, 0.5)):
        with pytest.raises(ValueError, match="The scores of a test"):
            SequentialTest(bounds)
    for risks in ((0.0, 0.1), (0.05, 0.5), (0.05, math.nan)):
        with pytest.raises(ValueError, match="The risks of a test"):
            SequentialTest(risks=risks)
    for value in (-0.1, 1.1, math.nan):
        with pytest.raises(ValueError, match="between 0 and 1"):
            SequentialTest().of({value: 1})
        with pytest.raises(ValueError, match="between 0 and 1"):
            SequentialTest().curve([0.5, value])
    with pytest.raises(ValueError, match="no fewer"):
        SequentialTest().of({0.5: -1})
