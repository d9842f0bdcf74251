"""Numbers as people type them."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engines.knobs import Knob
from lab.words.numerals import number
from lab.words.scale import Scale


@pytest.mark.parametrize(
    ("text", "found"),
    [
        *(("0,9", 0.9), ("0.9", 0.9), (" .5 ", 0.5), (",5", 0.5), ("−3", -3.0), ("–0,25", -0.25)),
        *(("1e-3", 1e-3), ("64 k", 64_000.0), ("1,5 k", 1500.0), ("20 000,5", 20_000.5)),
        *(("1,234,567", 1_234_567.0), ("1.234.567", 1_234_567.0), ("20.000,5", 20_000.5)),
        *(("20,000.5", 20_000.5), ("20'000", 20_000.0), ("0,900", 0.9), ("1.250", 1.25)),
        *(("20\u202f000", 20_000.0), ("1234,5", 1234.5), ("+7", 7.0)),
    ],
)
def test_a_number_is_read_as_it_is_written(text: str, found: float) -> None:
    assert number(text) == found


@pytest.mark.parametrize(
    ("text", "found"), [("20,000", 20_000), ("1 000", 1000), ("7", 7), ("7.0", 7), ("2 k", 2000)]
)
def test_commas_of_whole_numbers_are_groups(text: str, found: int) -> None:
    assert number(text, 1, 1e6, whole=True) == found


@pytest.mark.parametrize(
    ("text", "whole", "named"),
    [
        *(("1,250", False, ("1250", "1.25")), ("20.000", True, ("20000", "20"))),
        *(("0,9", True, ("0.9", "whole")), ("2e9", False, ("2000000000", "0 to 1000000"))),
        *(("-1", True, ("−1", "0 to 1000000")), ("²", False, ("²",)), ("", True, ("number",))),
        *(("nan", False, ("nan",)), ("1,2,3", False, ("1,2,3",)), ("1e999", False, ("1e999",))),
        *(("0x10", True, ("0x10",)), ("1__0", True, ("1__0",)), ("٣", True, ("٣",))),
        *(("9" * 500, True, ("999",)), ("3 4", False, ("3 4",)), ("k", False, ("k",))),
    ],
)
def test_what_is_no_number_or_two_or_out_of_range_is_refused(
    text: str, whole: bool, named: tuple[str, ...]
) -> None:
    with pytest.raises(ValueError, match=r"\.$") as refused:
        number(text, 0, 1e6, whole=whole)
    assert all(word in str(refused.value) for word in named), refused.value


def test_the_range_decides_between_two_readings() -> None:
    assert number("1,250", 0, 10) == 1.25
    assert number("1,250", 100, 10_000) == 1250


@given(st.text(max_size=12) | st.from_regex(r"[-+−]?[0-9 .,']{1,9}[kmg]?", fullmatch=True))
def test_every_text_is_a_number_in_range_or_a_sentence(text: str) -> None:
    for whole in (False, True):
        try:
            found = number(text, -50, 30_000, whole=whole)
        except ValueError as error:
            assert str(error).endswith(".") and "could not convert" not in str(error)
        else:
            assert -50 <= found <= 30_000 and math.isfinite(found)
            assert not whole or found == int(found)


@given(st.floats(0.001, 1e6), st.booleans(), st.booleans())
def test_what_a_slider_shows_can_be_typed_again(value: float, log: bool, whole: bool) -> None:
    kind = "integer" if whole else "number"
    low = 1 if whole else 0.001
    scale = Scale(Knob("n", kind, low, "N", "A number.", low, 1e6, low, log=log))
    shown = scale.value(scale.t(value))
    typed = scale.parse(scale.typed(shown))
    assert scale.typed(typed) == scale.typed(shown)
    assert typed == pytest.approx(shown, rel=0.1, abs=0.5 * low)
