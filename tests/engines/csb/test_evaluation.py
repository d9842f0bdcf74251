"""The ends of Coders Strike Back's evaluation, from the tracks and the farthest flight."""

from __future__ import annotations

import math

import numpy as np
import pytest

from engines.csb import CodersStrikeBack
from engines.csb.check import FARTHEST
from engines.csb.evaluation import EvalParams
from engines.csb.state import JITTER, LAPS, RUNNING, TRACKS

GAME = CodersStrikeBack()


def values(seed: int, leader: int) -> list[float]:
    """The values after one seat has all but finished and the other has flown away as far as a
    pod can.
    """
    s = GAME.initial(seed)
    GAME.rules.prepare(s, GAME.weights())
    for pod in (2 * leader, 2 * leader + 1):
        s.x[pod], s.y[pod] = s.cx[0], s.cy[0]
        s.passed[pod], s.next[pod] = s.goal, 0
    for pod in (2 - 2 * leader, 3 - 2 * leader):
        s.x[pod], s.y[pod] = -FARTHEST, 0.0
    s.over, s.winner = RUNNING + 1, leader
    out = np.full(GAME.agents, np.nan)
    GAME.rules.value(s, GAME.weights(), out)
    return [float(x) for x in out]


@pytest.mark.parametrize("leader", [0, 1])
def test_the_farthest_flight_and_the_longest_race_stay_in_the_declared_range(leader: int) -> None:
    low, high = GAME.value_range
    found = [x for seed in range(len(TRACKS)) for x in values(seed, leader)]
    assert low <= min(found) < -100.0 and 10.0 < max(found) <= high


def test_the_declared_range_follows_from_the_formula() -> None:
    w = EvalParams()
    laps = [
        math.fsum(math.dist(a, b) for a, b in zip(t, (*t[1:], t[0]), strict=True)) for t in TRACKS
    ]
    races = [
        LAPS * (lap + len(track) * (w.bonus + 4 * JITTER))
        for lap, track in zip(laps, TRACKS, strict=True)
    ]
    way = max(races) + FARTHEST + 20_000
    lead = way + w.finish
    most = w.progress * way + w.lead * lead + w.heading + 4 * w.engine
    least = w.hinder * lead + w.station * (FARTHEST + 20_000) + w.heading + 4 * w.engine
    assert GAME.value_range[1] == -GAME.value_range[0]
    assert 0.99 < max(most, least) * 1e-4 / GAME.value_range[1] <= 1.0


@pytest.mark.parametrize("seat", [0, 1])
def test_a_blocker_that_does_not_care_for_its_mates_way_still_cares_for_the_rivals(
    seat: int,
) -> None:
    """Its mate passes a checkpoint, or the rival's runner does: `mate` weighs the first only."""

    def gains(mate: float, runner: int) -> float:
        weights = np.array(list(vars(EvalParams(mate=mate)).values()))
        s, out = GAME.initial(1), np.zeros((2, GAME.agents))
        GAME.rules.prepare(s, GAME.weights())
        GAME.rules.value(s, weights, out[0])
        s.passed[s.runner[runner]] += s.count  # a lap, so that nobody's next checkpoint moves
        GAME.rules.value(s, weights, out[1])
        blocker = s.runner[seat] ^ 1
        return float(out[1, blocker] - out[0, blocker])

    full, half, none = (gains(mate, seat) for mate in (1.0, 0.5, 0.0))
    assert full > 0.0 and half == pytest.approx(full / 2) and none == 0.0
    rival = [gains(mate, 1 - seat) for mate in (1.0, 0.5, 0.0)]
    assert rival == [pytest.approx(-full)] * 3
