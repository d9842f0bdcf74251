"""Knobs: values in their own type, and sentences that say what was meant."""

from __future__ import annotations

import math
from dataclasses import FrozenInstanceError, dataclass
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engines import games
from engines.knobs import (
    CONTINUE,
    EFFECTS,
    KnobError,
    NoParams,
    changed,
    choice,
    did_you_mean,
    integer,
    knobs,
    make,
    number,
    replace,
    shown,
    split_items,
    switch,
    text,
    written,
)


@dataclass(frozen=True)
class Params:
    """One knob of each kind."""

    c: float = number(
        0.3,
        0.01,
        10.0,
        "Exploration",
        "How often what looks worse is tried.",
        log=True,
        main=True,
    )
    depth: int = integer(6, 1, 40, "Depth", "Turns ahead.", unit="turns")
    final: str = choice(
        "visits", {"visits": "most visits", "mean": "best mean"}, "Final choice", "What is played."
    )
    reuse: bool = switch(True, "Keep the tree", "Whether the tree is kept.")


def test_defaults_and_facts() -> None:
    assert make(Params, {}) == Params(0.3, 6, "visits", True)
    assert [k.name for k in knobs(Params)] == ["c", "depth", "final", "reuse"]
    assert [k.range_text for k in knobs(Params)] == [
        "0.01 to 10",
        "1 to 40",
        "visits, mean",
        "yes or no",
    ]
    assert (
        knobs(Params)[0].effect == CONTINUE
        and knobs(Params)[0].main
        and knobs(Params)[1].unit == "turns"
    )
    assert knobs(NoParams) == () and make(NoParams, {}) == NoParams()


def test_texts_become_values() -> None:
    assert make(Params, {"c": "0.5", "depth": "7", "final": "mean", "reuse": "no"}) == Params(
        0.5, 7, "mean", False
    )
    made = make(Params, {"depth": 7.0, "c": 1})
    assert type(made.depth) is int and type(made.c) is float
    assert [
        make(Params, {"reuse": word}).reuse
        for word in ("yes", "True", "on", "1", 1, "off", "0", False)
    ] == [True] * 5 + [False] * 3


@pytest.mark.parametrize(
    ("values", "sentence"),
    [
        ({"c": 11}, "c=11 is outside its range, 0.01 to 10."),
        ({"c": "nan"}, "c=nan is outside its range, 0.01 to 10."),
        ({"c": "much"}, "c=much is not a number; the range is 0.01 to 10."),
        ({"depth": 6.5}, "depth=6.5 should be a whole number, 1 to 40."),
        ({"depth": 0}, "depth=0 is outside its range, 1 to 40."),
        ({"final": "means"}, "final=means is not one of: visits, mean."),
        ({"reuse": "maybe"}, "reuse=maybe should be yes or no."),
        ({"dept": 3}, "There is no parameter dept; did you mean depth?"),
        ({"zzz": 3}, "There is no parameter zzz; there is c, depth, final, reuse."),
    ],
    ids=str,
)
def test_refusals_are_sentences(values: dict[str, Any], sentence: str) -> None:
    with pytest.raises(KnobError) as refusal:
        make(Params, values)
    assert str(refusal.value) == sentence


def test_a_set_without_parameters_says_so() -> None:
    assert did_you_mean("c", {}) == "; there are none."


def test_replace_checks_and_leaves_the_old_set_alone() -> None:
    old = Params()
    new = replace(old, "depth", "9")
    assert (new.depth, old.depth) == (9, 6)
    assert changed(new) == {"depth": 9} and changed(old) == {}
    with pytest.raises(KnobError):
        replace(old, "depth", 41)
    with pytest.raises(FrozenInstanceError):
        new.depth = 3  # type: ignore[misc]


@given(st.floats(allow_nan=True, allow_infinity=True))
def test_numbers_are_inside_their_range_or_refused(value: float) -> None:
    try:
        assert 0.01 <= make(Params, {"c": value}).c <= 10.0
    except KnobError:
        assert math.isnan(value) or not 0.01 <= value <= 10.0


@pytest.mark.parametrize("name", games())
def test_knobs_of_all_games_are_complete(name: str) -> None:
    game = games()[name]
    for knob in (*knobs(game.Options), *knobs(game.EvalParams)):
        assert knob.title and knob.help.endswith(".") and knob.effect in EFFECTS
        assert knob.check(knob.default) == knob.default
        if knob.kind in ("number", "integer"):
            assert knob.low < knob.high and knob.step > 0
            assert not knob.log or knob.low > 0


@dataclass(frozen=True)
class Texts:
    """A text knob."""

    tree: str = text("MAX(1,2)", "Tree", "What is searched.", examples={"MAX(3,4)": "another"})


@pytest.mark.parametrize(
    ("value", "word"),
    [
        ("MAX(1,MIN(2,a))", "MAX(1,MIN(2,a))"),
        ("a=4, b=-1", '"a=4, b=-1"'),
        ("", '""'),
        ("MAX(1,2", '"MAX(1,2"'),
        ("3) (4", '"3) (4"'),
        ("a=4", "a=4"),
    ],
)
def test_a_text_with_commas_stays_one_item(value: str, word: str) -> None:
    assert written(value) == word
    assert split_items(f"tree={word},size=4,x={word}") == [f"tree={word}", "size=4", f"x={word}"]


def test_a_text_is_kept_on_one_line() -> None:
    assert make(Texts, {"tree": " MAX(1,\n    2) "}).tree == "MAX(1, 2)"
    with pytest.raises(KnobError, match="no quotation marks"):
        make(Texts, {"tree": 'MAX("1",2)'})


@pytest.mark.parametrize("name", games())
def test_a_game_is_one_word(name: str) -> None:
    game = games()[name]
    assert game().spec == name
    for knob in knobs(game.Options):
        named = knob.kind in ("choice", "text")
        values = (
            knob.choices
            if named
            else [False, True]
            if knob.kind == "switch"
            else [int(knob.low), int(knob.high)]
        )
        for value in values:
            configured = game.configure(**{knob.name: value})
            word = configured.spec.partition(":")[2]
            items = [part.partition("=") for part in split_items(word) if part]
            assert (
                game.configure(**{name: value.strip('"') for name, _, value in items}).options
                == configured.options
            )


def test_a_value_is_written_exactly_and_shown_briefly() -> None:
    third = 1 / 3
    assert [written(v) for v in (True, False, 20, third)] == ["yes", "no", "20", repr(third)]
    assert [shown(v) for v in (True, False, 20, third, "visits")] == [
        "yes",
        "no",
        "20",
        "0.333333",
        "visits",
    ]
    assert shown(0.12345, 3) == "0.123" and shown(0.1 + 0.2, 10) == "0.3"
