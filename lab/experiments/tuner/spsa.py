"""Simultaneous perturbation stochastic approximation: all numbers move at once.

Two settings on opposite sides of the present one play each other on common seeds, and the present
one moves towards the winner (Spall, "Implementation of the simultaneous perturbation algorithm for
stochastic optimization", 1998, with his exponents; chess programmers tune this way). The result is
the mean of the second half of the way, which then plays the benchmarks, since games against
neighbours say nothing of its strength. With several benchmarks the two settings play these instead
of one another. Steps use results `LAG` steps back, so that games can be
played at the same time.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from engines.knobs import KnobError
from lab.experiments.tuner.course import Play, Tried
from lab.experiments.tuner.hunt import EVERY, Asking, Hunt

GROUPS = 2  # of a step
MEASURED = 0.15  # of all groups are for the result against the benchmarks
REACH, REACH_DECAY = 0.15, 0.101  # distance of the two settings from the present one, in shares
STEP, STEP_DECAY, SETTLING = 0.12, 0.602, 0.1  # of the way, and the steps that count as its start
LAG = 6


def spsa(hunt: Hunt) -> Asking[None]:
    """See the module."""
    refuse(hunt)
    rng = np.random.default_rng(hunt.seed)
    each = GROUPS if hunt.pool == 1 else hunt.whole(GROUPS)
    sides = 1 if hunt.pool == 1 else 2  # plays of a step
    steps = max(1, int((1 - MEASURED) * hunt.groups) // (each * sides))
    here = hunt.space.shares(hunt.space.usual)
    way, signs = [here], rng.choice([-1.0, 1.0], (steps, here.size))
    for step in range(steps):
        tried = yield sides * (step - LAG + 1)
        for done in range(len(way) - 1, len(tried) // sides):
            lead = _lead(tried[sides * done : sides * (done + 1)])
            here = np.clip(here + _step(done, steps) * lead * signs[done], 0, 1)
            way.append(here)
        reach = REACH / (step + 1) ** REACH_DECAY * signs[step]
        plus, minus = (hunt.space.at(np.clip(here + side * reach, 0, 1)) for side in (1, -1))
        first = hunt.begin + step * each
        if sides == 1:
            yield Play(plus, first, each, "steps", rival=minus)
        else:
            yield Play(plus, first, each, "steps")
            yield Play(minus, first, each, "steps")
    result = hunt.space.at(np.mean(way[len(way) // 2 :], axis=0))
    rest = hunt.whole(hunt.groups - each * sides * steps)
    yield Play(result, hunt.begin + each * steps, rest, "result")
    yield EVERY


def _lead(ends: Sequence[Tried]) -> float:
    """How far one end of a step is ahead of the other, from -1 to 1; 0 where games failed."""
    if not all(end.groups for end in ends):
        return 0.0
    return 2 * ends[0].mean - 1 if len(ends) == 1 else ends[0].mean - ends[1].mean


def refuse(hunt: Hunt) -> None:
    """KnobError where a knob is no number: there is nothing between two values of a choice."""
    for knob in hunt.space.knobs:
        if knob.kind == "values":
            raise KnobError(
                f"spsa moves numbers by small steps, and {knob.name} has separate values; leave it "
                "out or take another method."
            )


def _step(step: int, steps: int) -> float:
    """How far a full win moves: Spall's gain sequence, divided by the reach as in his estimate."""
    settling = SETTLING * steps
    return STEP * math.pow((settling + 1) / (settling + 1 + step), STEP_DECAY)
