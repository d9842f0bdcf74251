"""The knobs of a tuning: how ranges are written, and that every proposal is inside them."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engines.knobs import KnobError
from lab.experiments.tuner.course import Hunt, Play
from lab.experiments.tuner.methods import METHODS
from lab.experiments.tuner.space import Space, TunedKnob, parse_argument, parse_knob
from lab.match.seats import parse_algorithm, parse_game
from tests.lab.experiments.tuner_problems import play

UCT, GAME = parse_algorithm("uct"), parse_game("connect_four")


def knob(text: str, **own: float) -> TunedKnob:
    return parse_knob(text, UCT, GAME, own)


def test_a_range_is_read_with_the_players_own_value() -> None:
    found = knob("c=0.05:2:log", c=0.4)
    assert (found.low, found.high, found.log, found.usual) == (0.05, 2.0, True, 0.4)
    assert (found.kind, found.text, found.range_text) == (
        "number",
        "c=0.05:2:log",
        "0.05 to 2, log",
    )
    assert found.at(0.0) == 0.05 and found.at(1.0) == 2.0
    assert found.at(0.5) == 0.316  # the root of 0.05 x 2, to three digits


def test_an_own_value_outside_the_range_is_moved_into_it() -> None:
    assert knob("c=0.5:2", c=0.1).usual == 0.5 and knob("c=0.5:2", c=9.0).usual == 2.0


def test_whole_numbers_have_equal_parts() -> None:
    found = knob("playout_depth=1:4", playout_depth=3)
    assert [found.at(share) for share in (0.0, 0.24, 0.26, 0.74, 0.76, 1.0)] == [1, 1, 2, 3, 4, 4]
    assert found.kind == "integer" and isinstance(found.at(0.4), int) and found.usual == 3


def test_choices_and_switches_are_values_and_a_name_alone_is_the_whole_range() -> None:
    found = knob("final=visits|mean", final="mean")
    assert (found.values, found.usual) == (("visits", "mean"), "mean")
    assert knob("solver").values == (False, True) and knob("solver").text == "solver=no|yes"
    whole = knob("c")
    assert (whole.low, whole.high) == (0.0, 5.0) or whole.low < whole.high


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("c=2:1", "the first value should be below the second"),
        ("c=1:2:3:4", "is not understood"),
        ("final=1:2", "write final=visits|mean"),
        ("final=visits", "one value only"),
        ("cc=1:2", "has no parameter cc"),
        ("c=1:1e9", "outside its range"),
    ],
)
def test_what_is_wrong_is_said(text: str, words: str) -> None:
    with pytest.raises(KnobError) as error:
        knob(text)
    assert words in str(error.value).replace("|...", "|mean")


def test_a_programs_numbers_are_whole_where_they_are_written_so() -> None:
    command = "./bot --depth {depth} --c {c} --mode {mode}"
    depth, c = parse_argument("depth=3:12", command), parse_argument("c=0.0:2", command)
    assert depth.kind == "integer" and c.kind == "number"
    assert parse_argument("mode=fast|safe", command).values == ("fast", "safe")
    with pytest.raises(KnobError, match="the place for the values of --knob width=1:2"):
        parse_argument("width=1:2", command)
    with pytest.raises(KnobError, match="a log scale begins above 0"):
        parse_argument("c=0.0:1:log", command)


def test_a_wider_range_keeps_settings_and_a_new_knob_is_at_its_usual_value() -> None:
    wide = Space((knob("c=0.01:4", c=0.4), knob("solver", solver=False)))
    assert wide.read({"c": 1.5}) == (1.5, False)
    assert wide.read({"c": 4.5}) is None and wide.read({"c": 1.0, "gone": 2}) is None


@st.composite
def knobs(draw: st.DrawFn, name: str) -> TunedKnob:
    """Any knob, with the ends of small and of large ranges."""
    kind = draw(st.sampled_from(["number", "log", "integer", "values"]))
    if kind == "values":
        count = draw(st.integers(2, 5))
        values = tuple("abcde"[:count])
        return TunedKnob(name, name, "values", draw(st.sampled_from(values)), values=values)
    if kind == "integer":
        low = draw(st.integers(-1000, 1000))
        high = low + draw(st.integers(1, 10_000))
        return TunedKnob(name, name, "integer", low, low, high)
    low = draw(st.floats(1e-6, 1e3) if kind == "log" else st.floats(-1e3, 1e3))
    high = low + draw(st.floats(0.01, 1e4))
    return TunedKnob(name, name, "number", high, low, high, kind == "log")


SPACES = st.integers(1, 4).flatmap(
    lambda count: st.tuples(*(knobs(f"k{i}") for i in range(count))).map(Space)
)


@settings(max_examples=60, deadline=None)
@given(SPACES, st.lists(st.floats(0, 1), min_size=4, max_size=4))
def test_every_share_is_a_legal_setting(space: Space, shares: list[float]) -> None:
    setting = space.at(shares[: len(space.knobs)])
    assert space.has(setting)
    for each, value in zip(space.knobs, setting, strict=True):
        assert (each.kind == "integer") == isinstance(value, int)
        assert each.kind != "values" or value in each.values
    again = space.at(space.shares(setting))
    for each, value, other in zip(space.knobs, setting, again, strict=True):
        if each.kind == "values":
            assert value == other
    features = space.features([setting])
    assert features.shape == (1, sum(space.widths)) and (abs(features) <= 1).all()


@settings(max_examples=12, deadline=None)
@given(SPACES, st.integers(0, 1 << 40), st.sampled_from(["model", "ntbea", "race", "spsa"]))
def test_every_proposal_is_inside_its_range(space: Space, seed: int, method: str) -> None:
    hunt = Hunt(space, 60, seed)
    try:
        METHODS[method].check(hunt)
    except KnobError:
        return
    rng = np.random.default_rng(seed)
    course, _ = play(METHODS[method].steps(hunt), lambda g: float(rng.random()), hands=3)
    assert course.plays
    for asked in course.plays:
        assert space.has(asked.setting) and (asked.rival is None or space.has(asked.rival))
    assert all(isinstance(each, Play) and each.groups > 0 for each in course.plays)
