"""The same match, recorded by the window's session and from the command line."""

from __future__ import annotations

import math
from pathlib import Path

import numpy as np
import pytest

from engines import games
from lab.files.codec import checksum
from lab.files.replay import load
from lab.live.pace import Pace
from lab.match import prepare
from lab.match.budget import ITERATIONS, Budget
from lab.match.play import play_setup
from lab.match.seat import SearchSeat
from search import algorithms
from search.measure import ValueKind
from tests.lab.toys import Open, play_out, setup

SCORE, EVALUATION, PAYOFF = ValueKind.SCORE, ValueKind.EVALUATION, ValueKind.PAYOFF
MATCHES = [
    ("tictactoe", ("uct", "alphabeta:depth=3"), [{SCORE}, {EVALUATION}]),
    ("tictactoe", ("genetic:opponent_trials=10", "beam"), [{EVALUATION}, {EVALUATION}]),
    ("goofspiel", ("duct", "random"), [{SCORE}, {EVALUATION}]),
    ("marslander", ("flat_mc:playout_depth=200",), [{PAYOFF}]),
    ("marslander", ("annealing",), [{EVALUATION}]),
]


@pytest.mark.parametrize(("game", "seats", "kinds"), MATCHES)
def test_window_and_command_line_record_the_same(
    opened: Open, game: str, seats: tuple[str, ...], kinds: list[set[ValueKind]]
) -> None:
    asked = setup(*seats, budget="40it", game=game, seed=6)
    for spec in asked.seats:
        assert isinstance(spec, SearchSeat)
        prepare.load(games()[game](), algorithms()[spec.name])
    there = play_setup(asked)
    session = opened(*seats, budget="40it", game=game, seed=6)
    play_out(session)
    session.close()
    here = session.frames
    assert [f.joint for f in here[1:]] == [t.joint for t in there.turns]
    assert [checksum(f.state) for f in here[1:]] == [checksum(t.state) for t in there.turns]
    numbers = [[(v.kind, v.view, v.low, v.high, v.proven) for v in f.values] for f in here]
    assert numbers == [
        [(v.kind, v.view, v.low, v.high, v.proven) for v in f.values] for f in there.frames()
    ]
    np.testing.assert_array_equal(
        [[v.number for v in f.values] for f in here],
        [[v.number for v in f.values] for f in there.frames()],
    )
    seen = [{f.values[k].kind for f in here[1:-1]} for k in range(len(seats))]
    assert seen == kinds
    assert session.file is not None
    written = [[v.kind for v in t.values] for t in load(Path(session.file)).turns]
    assert written == [[v.kind for v in t.values] for t in there.turns]


# -- pace -----------------------------------------------------------------------------------------


def test_a_spread_budget_goes_on_from_the_share_used() -> None:
    """50 of 200 iterations are a quarter of 12 seconds, whatever the clock said before."""
    pace = Pace(Budget(ITERATIONS, 100), 12.0)
    pace.clock.run(False)
    pace.clock.set(7.0)
    pace.took(50, 0.1, False)
    pace.limit(Budget(ITERATIONS, 200), 12.0)
    assert math.isclose(pace.clock.seconds, 3.0) and pace.spent == 0.25
    assert pace.room() == 0, "the next step is due when its time has come"
    pace.clock.set(6.0)
    assert 0 < pace.room() <= 50


def test_after_a_knob_was_turned_one_chunk_is_short() -> None:
    """100,000 iterations a second, of which a millisecond is 100."""
    pace = Pace(None, 0.0)
    pace.begin(3)
    pace.took(10_000, 0.1, False)
    usual = pace.room()
    assert usual > 300
    pace.changed(3)
    assert pace.room() == 100
    pace.took(100, 0.001, False)
    assert pace.room() > 100
    pace.iterate(7)
    pace.changed(3)
    assert pace.room() == 7, "no more than was asked for"
