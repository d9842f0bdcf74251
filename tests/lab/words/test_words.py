"""Numbers on the screen."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lab.words import numerals


@pytest.mark.parametrize(
    ("n", "text"),
    [
        (0, "0"),
        (4000, "4,000"),
        (99_999, "99,999"),
        (100_000, "100 k"),
        (684_321, "684 k"),
        (999_499, "999 k"),
        (999_500, "1.00 M"),
    ]
    + [
        (4_100_000, "4.10 M"),
        (9_996_000, "10.0 M"),
        (410_000_000, "410 M"),
        (1.2e9, "1.20 G"),
        (-4000, "−4,000"),
        (math.inf, "–"),
    ],
)
def test_counts_change_unit_where_the_window_says(n: float, text: str) -> None:
    assert numerals.count(n) == text


def test_one_has_no_plural() -> None:
    assert numerals.several(1, "visit") == "1 visit"
    assert numerals.several(0, "visit") == "0 visits"
    assert numerals.several(1403, "visit") == "1,403 visits"


def test_numbers_have_a_true_minus_and_never_a_negative_zero() -> None:
    assert numerals.real(-0.48) == "−0.48"
    assert numerals.real(-0.001) == "0.00"
    assert numerals.signed(0.594) == "+0.59"
    assert numerals.signed(-0.0001) == "0.00"
    assert numerals.real(math.nan) == numerals.real(None) == "–"


def test_a_share_rounds_to_none_or_all_only_if_it_is() -> None:
    assert [numerals.percent(s) for s in (0.0, 0.001, 0.42, 0.999, 1.0)] == [
        "0 %",
        "<1 %",
        "42 %",
        ">99 %",
        "100 %",
    ]
    assert numerals.percent(0.4173, 1) == "41.7 %"


def test_memory_is_named_in_the_size_that_was_chosen() -> None:
    assert numerals.memory(3202, 65_536) == "5 % of 64 k"
    assert numerals.memory(1, 1 << 22) == "<1 % of 4 M"
    assert numerals.memory(10, 0) == "–"


def test_a_mean_carries_its_error_where_there_is_one() -> None:
    assert numerals.spread(0.744, 0.0042) == "0.744 ± 0.004"
    assert numerals.spread(0.744, math.nan) == "0.744"


def test_values_lose_digits_as_they_grow() -> None:
    assert [numerals.value(x) for x in (0.744, 5.0, 56.42, 564.2, 4808.3, 123_456.0)] == [
        "0.74",
        "5.00",
        "56.4",
        "564",
        "4,808",
        "123 k",
    ]
    assert numerals.value(-0.744, 3) == "−0.744"
    assert numerals.value(-0.0001) == "0.00"


def test_verdicts_are_words() -> None:
    assert numerals.settled(0.0) == "unchanged"
    assert numerals.settled(0.12) == "12 % changed"
    assert [numerals.agreed(x) for x in (True, False, None)] == ["all agree", "they differ", "–"]
    assert [numerals.rank(i, 7) for i in (0, 1, 3)] == ["first of 7", "second of 7", "4th of 7"]


def test_a_clock_shows_tenths_at_the_end() -> None:
    assert [numerals.clock(s) for s in (252.4, 60.0, 9.87, -3.0, None)] == [
        "4:12",
        "1:00",
        "0:09.8",
        "0:00.0",
        "",
    ]


@pytest.mark.parametrize("x", [0.3, 1, 7, 99, 3999, 4000, 4001, 123_456])
def test_axes_end_on_round_numbers_just_above(x: float) -> None:
    end = numerals.nice_ceiling(x)
    assert x <= end * (1 + 1e-9) and end <= 2.0 * x
    step = numerals.nice_step(end, 4)
    assert 1 <= end / step <= 4 + 1e-9


def test_a_time_is_told_in_the_units_that_people_use() -> None:
    assert [numerals.duration(s) for s in (0.4, 89, 90, 720, 5370, 12_000)] == [
        "0 s",
        "89 s",
        "2 min",
        "12 min",
        "1 h 30 min",
        "3 h 20 min",
    ]


def test_four_figures_of_a_value_are_kept_with_a_true_sign() -> None:
    assert [numerals.figures(x) for x in (1 / 3, -12.5, -0.0, math.inf, -math.inf, math.nan)] == [
        "0.3333",
        "−12.5",
        "0",
        "+∞",
        "−∞",
        "–",
    ]


@given(st.sampled_from((1, 2, 2.5, 5)), st.integers(-6, 4))
def test_steps_of_an_axis_are_written_without_rounding(lead: float, power: int) -> None:
    step = lead * 10.0**power
    digits = numerals.step_digits(step)
    assert float(f"{3 * step:.{digits}f}") == pytest.approx(3 * step, rel=1e-9)
    assert digits == 0 or float(f"{step:.{digits - 1}f}") != pytest.approx(step, rel=1e-9)
