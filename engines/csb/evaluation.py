"""What a position is worth to each pod: Smitsimax's own idea of runners and blockers.

A seat's runner tries to advance along the track, its mate to hinder the opponent's runner, and each
shares part of the other's goal, so that helping (a push, an open lane) pays. Roles are fixed at the
search's root. Values are in units of 10,000 lengths and continuous at checkpoints up to the bonus
for passing one. In an even race they are between -1 and 1, and far beyond when a pod is laps ahead
or has left the field.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from engines.csb.state import CHECKPOINT_RADIUS, DRAW, RUNNING
from engines.jit import rule
from engines.knobs import RESTART, number

UNIT = 1e-4
# A race of three laps is at most 129,000 lengths long, bonuses included, and a pod stays within
# 1,020,000 of each checkpoint. So a lead is at most 1,153,000 lengths, and a runner's value at most
# 1,149,000 for its way, 0.3 times the lead and 540 for its heading and engine.
RANGE = (-150.0, 150.0)
GLIDE = 3000.0  # closer than this to its checkpoint, a rival draws the blocker on to the next one


@dataclass(frozen=True)
class EvalParams:
    """Weights of the evaluation, in lengths per length unless their unit says otherwise."""

    progress: float = number(
        1.0,
        0.0,
        2.0,
        "Race",
        "How much the runner cares for its own way along the track.",
        step=0.05,
        effect=RESTART,
        main=True,
    )
    lead: float = number(
        0.3,
        0.0,
        2.0,
        "Lead",
        "How much the runner cares for its lead over the opponent's runner.",
        step=0.05,
        effect=RESTART,
    )
    hinder: float = number(
        1.0,
        0.0,
        2.0,
        "Hinder",
        "How much the blocker cares for that lead: it can push its mate or stop the other.",
        effect=RESTART,
        main=True,
    )
    station: float = number(
        0.2,
        0.0,
        1.0,
        "Station",
        (
            "How much the blocker wants to be near the checkpoint that the opponent's runner "
            "heads for."
        ),
        effect=RESTART,
    )
    bonus: float = number(
        100.0,
        0.0,
        1000.0,
        "Checkpoint bonus",
        "What passing a checkpoint is worth besides the way.",
        step=10,
        unit="units",
        effect=RESTART,
    )
    finish: float = number(
        4000.0,
        0.0,
        20000.0,
        "Win",
        "What a won match is worth besides the lead.",
        step=100,
        unit="units",
        effect=RESTART,
    )
    heading: float = number(
        300.0,
        0.0,
        1000.0,
        "Heading",
        (
            "What it is worth to face where the pod wants to go. Turning round takes longer "
            "than a search looks ahead."
        ),
        step=10,
        unit="units",
        effect=RESTART,
    )
    engine: float = number(
        60.0,
        0.0,
        500.0,
        "Engine off",
        "What each turn costs that a raised shield still keeps the engine off.",
        step=5,
        unit="units",
        effect=RESTART,
    )
    mate: float = number(
        1.0,
        0.0,
        2.0,
        "Mate",
        "How much of its mate's way is in the lead that the blocker cares for. 0: it only stops.",
        step=0.05,
        effect=RESTART,
    )


def hypot(x: float, y: float) -> float:
    """The length of (x, y), by a plain square root: faster than the library's, and safe since
    coordinates are small.
    """
    return np.sqrt(x * x + y * y)


def way(s: Any, p: int, bonus: float) -> float:
    """Distance raced since the start: the lap length up to the next checkpoint less the distance to
    it, plus the bonuses.
    """
    k = s.next[p]
    dx = s.cx[k] - s.x[p]
    dy = s.cy[k] - s.y[p]
    return (
        s.passed[p] // s.count * s.along[0]
        + s.along[k]
        - np.sqrt(dx * dx + dy * dy)
        + s.passed[p] * bonus
    )


hypotenuse = rule(hypot)
progress = rule(way)


@rule
def root(s: Any, w: Any) -> None:
    """Fixes the roles: the pod that is farther ahead races; progress counts from here."""
    for seat in range(2):
        p = 2 * seat
        s.runner[seat] = p if progress(s, p, 0.0) >= progress(s, p + 1, 0.0) else p + 1
        s.origin[seat] = progress(s, s.runner[seat], 0.0)


@rule
def value(s: Any, w: Any, out: Any) -> None:
    """Each pod's value [P]; wins earlier in the match are worth a little more."""
    r0 = s.runner[0]
    r1 = s.runner[1]
    k0 = s.next[r0]
    k1 = s.next[r1]
    x0 = s.cx[k0] - s.x[r0]
    y0 = s.cy[k0] - s.y[r0]
    x1 = s.cx[k1] - s.x[r1]
    y1 = s.cy[k1] - s.y[r1]
    away0 = np.sqrt(x0 * x0 + y0 * y0)
    away1 = np.sqrt(x1 * x1 + y1 * y1)
    at0 = come(s, r0, w[4]) - away0
    at1 = come(s, r1, w[4]) - away1
    lead = at0 - at1
    for0 = w[8] * at0 - at1  # the lead for its blocker
    for1 = w[8] * at1 - at0
    if s.over != RUNNING and s.winner != DRAW:
        win = w[5] * (1.0 - 0.001 * s.turn)
        win = win if s.winner == 0 else -win
        lead += win
        for0 += win
        for1 -= win
    out[r0] = UNIT * (w[0] * (at0 - s.origin[0]) + w[1] * lead + ready(s, w, r0, x0, y0, away0))
    out[r1] = UNIT * (w[0] * (at1 - s.origin[1]) - w[1] * lead + ready(s, w, r1, x1, y1, away1))
    out[r0 ^ 1] = blocker(s, w, r0 ^ 1, k1, away1, for0)
    out[r1 ^ 1] = blocker(s, w, r1 ^ 1, k0, away0, for1)


@rule
def come(s: Any, p: int, bonus: float) -> float:
    """Lengths from the start to the pod's next checkpoint, and the bonuses."""
    return s.passed[p] // s.count * s.along[0] + s.along[s.next[p]] + s.passed[p] * bonus


@rule
def blocker(s: Any, w: Any, p: int, k: int, away: float, lead: float) -> float:
    """A blocker's value: near the rival's next checkpoint `k`, moving to the one after as the
    rival, at distance `away` from `k`, approaches.
    """
    after = k + 1 if k + 1 < s.count else 0
    glide = min(1.0, max(0.0, (GLIDE - away) * (1.0 / (GLIDE - CHECKPOINT_RADIUS))))
    x = s.cx[k] + glide * (s.cx[after] - s.cx[k]) - s.x[p]
    y = s.cy[k] + glide * (s.cy[after] - s.cy[k]) - s.y[p]
    off = np.sqrt(x * x + y * y)
    return UNIT * (w[2] * lead - w[3] * off + ready(s, w, p, x, y, off))


@rule
def ready(s: Any, w: Any, p: int, x: float, y: float, length: float) -> float:
    """How ready a pod is to go along (x, y): its heading, and whether its engine runs."""
    return w[6] * (s.ca[p] * x + s.sa[p] * y) / (length + 1.0) - w[7] * s.shield[p]
