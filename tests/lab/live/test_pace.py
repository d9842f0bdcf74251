"""A budget that is changed in mid-search goes on from the share that is used; a turned knob shows
soon.
"""

from __future__ import annotations

import math

from lab.live.pace import Pace
from lab.match.budget import ITERATIONS, Budget


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
