"""Moves of the search table carry the heading vector along; this bounds what that costs against
recomputing it from the angle.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from engines.csb import CodersStrikeBack
from engines.csb.state import TURN_RAD
from engines.csb.trigonometry import cos_sin
from engines.jit import rule

GAME = CodersStrikeBack()
step: Any = GAME.rules.step
random_action: Any = GAME.rules.random_action
RUDDER = GAME.table.rudder
AHEAD = np.array(
    [
        next(k for k, o in enumerate(GAME.table.order) if o == order and RUDDER[k] == 0)
        for order in GAME.table.order
    ]
)
# the deepest search looks 30 turns ahead, then starts from an exact heading again
TURNS, LINE = 1_000_000, 30


@rule
def same(a: Any, b: Any) -> bool:
    """Whether all integers of two states are equal."""
    for p in range(4):
        if a.x[p] != b.x[p] or a.y[p] != b.y[p] or a.vx[p] != b.vx[p] or a.vy[p] != b.vy[p]:
            return False
        if a.passed[p] != b.passed[p] or a.shield[p] != b.shield[p]:
            return False
    return bool(a.timeout[0] == b.timeout[0] and a.timeout[1] == b.timeout[1] and a.over == b.over)


@rule
def compare(pair: Any, starts: Any, turns: int, joint: Any, ahead: Any, rng: Any) -> int:
    """Plays random lines twice, carried in pair[0] and recomputed in pair[1]; the number of lines
    that came to differ.
    """
    carried, recomputed = pair[0], pair[1]
    differing = 0
    for turn in range(turns):
        if turn % LINE == 0:
            pair[0] = starts[turn // LINE % len(starts)]
            pair[1] = pair[0]
        for p in range(4):
            joint[p] = random_action(carried, p, rng)
            recomputed.angle[p] += RUDDER[joint[p]] * TURN_RAD
            recomputed.ca[p], recomputed.sa[p] = cos_sin(recomputed.angle[p])
            ahead[p] = AHEAD[joint[p]]
        step(carried, joint, rng, None)
        step(recomputed, ahead, rng, None)
        if not same(carried, recomputed):
            differing += 1
            pair[1] = pair[0]
    return differing


def test_a_million_random_turns() -> None:
    """At most one turn in 100,000 ends in other integers; a last bit can decide whether touching
    pods are pushed apart.
    """
    starts = np.zeros(2, GAME.dtype)
    for k, state in enumerate((GAME.bench_position(), spread())):
        starts[k] = np.frombuffer(state.tobytes(), GAME.dtype)[0]
    pair, rng = starts.copy(), np.random.Generator(np.random.SFC64(5))
    differing = compare(pair, starts, TURNS, np.zeros(4, np.int64), np.zeros(4, np.int64), rng)
    print(f"{differing} of {TURNS} turns differ")
    assert differing <= TURNS // 100_000


def spread() -> Any:
    """The start of a match, each pod already turned to checkpoint 1."""
    state = GAME.initial(3)
    for p in range(4):
        state.angle[p] = np.arctan2(state.cy[1] - state.y[p], state.cx[1] - state.x[p])
        state.ca[p], state.sa[p] = cos_sin(float(state.angle[p]))
        state.rotated[p] = 1
    return state
