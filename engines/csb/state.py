"""The state record of Coders Strike Back, its constants, options and tracks.

Letters: [P] the 4 pods (0 and 1 belong to seat 0, 2 and 3 to seat 1), [S] the 2 seats, [C] at most
8 checkpoints. Lengths are contest units on a field of 16000 x 9000 with y down, speeds units per
turn, angles radians (0 east, a quarter turn south).
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from engines.draws import draw_below
from engines.knobs import choice, integer, switch

PODS = 4
OWNER = (0, 0, 1, 1)
WIDTH, HEIGHT = 16000, 9000
POD_RADIUS, CHECKPOINT_RADIUS = 400, 600
LAPS = 3
PATIENCE = 100  # turns that a seat survives without passing a checkpoint
LONGEST = 500
FULL_CIRCLE = 2.0 * math.pi
TURN_RAD = math.pi / 10  # the most a pod turns in one turn
FULL_THRUST, BOOST_THRUST = 200, 650
SHIELD_TURNS = 4  # the counter on the turn of use; thrust is off while it is above 0

STATE = np.dtype(
    [
        ("x", np.float64, (PODS,)),
        ("y", np.float64, (PODS,)),
        ("vx", np.float64, (PODS,)),
        ("vy", np.float64, (PODS,)),
        ("angle", np.float64, (PODS,)),  # full precision, not normalised
        ("ca", np.float64, (PODS,)),  # the heading as a unit vector: cos(angle), sin(angle)
        ("sa", np.float64, (PODS,)),
        # scratch of the movement: where the pod was at the last stop
        ("from_x", np.float64, (PODS,)),
        ("from_y", np.float64, (PODS,)),
        ("cx", np.float64, (8,)),  # the track's checkpoints [C]
        ("cy", np.float64, (8,)),
        # length of the lap up to each checkpoint [C]; along[0] is the whole lap, its end
        ("along", np.float64, (8,)),
        ("origin", np.float64, (2,)),  # progress of each seat's runner at the search's root
        ("next", np.int32, (PODS,)),  # index of the next checkpoint, 0 <= next < count
        ("passed", np.int32, (PODS,)),  # checkpoints passed since the start
        ("shield", np.int32, (PODS,)),  # counter
        ("boosted", np.int32, (PODS,)),  # 1 once the boost is used
        # 1 after the first effective command; the angle means nothing before
        ("rotated", np.int32, (PODS,)),
        ("timeout", np.int32, (2,)),  # turns left per seat, out below 0
        # the pod of each seat that races for it, fixed at a search's root
        ("runner", np.int32, (2,)),
        ("count", np.int32),  # checkpoints of the track
        ("goal", np.int32),  # passes that finish: count * LAPS
        ("over", np.int32),  # RUNNING or how it ended
        ("winner", np.int32),  # seat, or DRAW
        # wide, so that the record has no padding and equal states have equal bytes
        ("turn", np.int64),
    ],
    align=True,
)

RUNNING, FINISH, TIMEOUT, TIMEOUT_BOTH, INVALID, MAX_TURNS = range(6)
DRAW = -1

TRACKS: tuple[tuple[tuple[int, int], ...], ...] = (
    ((12460, 1350), (10540, 5980), (3580, 5180), (13580, 7600)),
    ((3600, 5280), (13840, 5080), (10680, 2280), (8700, 7460), (7200, 2160)),
    ((4560, 2180), (7350, 4940), (3320, 7230), (14580, 7700), (10560, 5060), (13100, 2320)),
    ((5010, 5260), (11480, 6080), (9100, 1840)),
    ((14660, 1410), (3450, 7220), (9420, 7240), (5970, 4240)),
    ((3640, 4420), (8000, 7900), (13300, 5540), (9560, 1400)),
    ((4100, 7420), (13500, 2340), (12940, 7220), (5640, 2580)),
    ((14520, 7780), (6320, 4290), (7800, 860), (7660, 5970), (3140, 7540), (9520, 4380)),
    ((10040, 5970), (13920, 1940), (8020, 3260), (2670, 7020)),
    ((7500, 6940), (6000, 5360), (11300, 2820)),
    ((4060, 4660), (13040, 1900), (6560, 7840), (7480, 1360), (12700, 7100)),
    ((3020, 5190), (6280, 7760), (14100, 7760), (13880, 1220), (10240, 4920), (6100, 2200)),
    ((10323, 3366), (11203, 5425), (7259, 6656), (5425, 2838)),
)
JITTER = 30  # largest offset of a checkpoint's coordinates
# where the pods start, relative to checkpoint 0
START_SIDE = ((500, -500), (-500, 500), (1500, -1500), (-1500, 1500))


@dataclass(frozen=True)
class Options:
    """The track, the moves a search may choose from, and the rules that the sources leave open.

    Recommended defaults: both timed out = draw, both finishing = the referee's order, the radius
    counts, a boost under shield is used up.
    """

    track: int = integer(
        0, 0, len(TRACKS), "Track", "1 to 13, or 0 to let the seed choose.", main=True
    )
    thrusts: str = choice(
        "full_coast",
        {"full": "full", "full_coast": "full, coast", "full_half_coast": "full, half, coast"},
        "Thrust levels",
        (
            "The thrusts that a search's moves choose from, each with the rudder left, ahead "
            "and right."
        ),
    )
    shield: bool = switch(True, "Shield", "Whether searches may raise the shield.")
    boost: bool = switch(False, "Boost", "Whether searches may boost.")
    both_timed_out: str = choice(
        "draw",
        {"draw": "draw", "second": "second seat wins"},
        "Both timed out",
        (
            "When both sides run out of turns at once: a draw, or the second seat wins because "
            "the first is tested first."
        ),
    )
    both_finished: str = choice(
        "first",
        {"first": "first seat wins", "draw": "draw", "farther": "the farther one wins"},
        "Both finished",
        (
            "When both sides finish in one turn: the first seat wins because it is tested "
            "first, a draw, or who is farther on."
        ),
    )
    radius: str = choice(
        "touch",
        {"touch": "inclusive radius", "inside": "exclusive radius"},
        "Checkpoint radius",
        "Whether a path at exactly 600 units from the centre passes the checkpoint.",
    )
    shielded_boost: str = choice(
        "used",
        {"used": "used up", "kept": "kept"},
        "Boost under shield",
        (
            "Whether a boost ordered while the shield holds the engine is used up without "
            "effect or kept."
        ),
    )


class PodsLog(NamedTuple):
    """What `step` logs about one turn: up to 64 collisions [L], and x, y, vx, vy before friction
    and rounding [P, 4].
    """

    hits: NDArray[np.int64]  # [1] collisions of the turn
    time: NDArray[np.float64]  # [L] moment in the turn, 0 to 1
    pair: NDArray[np.int64]  # [L, 2] pods a, b
    before: NDArray[np.float64]  # [L, 4] velocities of a and b
    after: NDArray[np.float64]  # [L, 4]
    pre: NDArray[np.float64]  # [P, 4]


LOG_SIZE = 64


def new_log() -> PodsLog:
    """An empty log."""
    n = LOG_SIZE
    return PodsLog(
        np.zeros(1, np.int64),
        np.zeros(n),
        np.zeros((n, 2), np.int64),
        np.zeros((n, 4)),
        np.zeros((n, 4)),
        np.zeros((PODS, 4)),
    )


def draw_track(track: int, seed: int) -> tuple[int, tuple[tuple[int, int], ...]]:
    """The track's number, 1 to 13, and its checkpoints: rotated by a random amount, each coordinate
    moved by up to 30 units.
    """
    rng = np.random.Generator(np.random.SFC64([seed, 13]))
    drawn = draw_below(rng, len(TRACKS)) + 1
    number = track or drawn
    points = TRACKS[number - 1]
    first = draw_below(rng, len(points))
    offsets = [
        (
            draw_below(rng, 2 * JITTER + 1) - JITTER,
            draw_below(rng, 2 * JITTER + 1) - JITTER,
        )
        for _ in points
    ]
    return number, tuple(
        (x + dx, y + dy)
        for (x, y), (dx, dy) in zip(points[first:] + points[:first], offsets, strict=True)
    )


def lay_track(s: Any, points: tuple[tuple[int, int], ...]) -> None:
    """Writes the checkpoints and the lap's lengths into the record."""
    n = len(points)
    s.count, s.goal = n, n * LAPS
    lap = 0.0
    for k, (x, y) in enumerate(points):
        s.cx[k], s.cy[k] = x, y
        after = points[(k + 1) % n]
        lap += math.dist((x, y), after)
        s.along[(k + 1) % n] = lap


def line_up(s: Any) -> None:
    """Puts the four pods next to checkpoint 0, at rest, with everything unused."""
    dx, dy = s.cx[1] - s.cx[0], s.cy[1] - s.cy[0]
    d = math.sqrt(dx * dx + dy * dy)
    ux, uy = dx / d, dy / d
    for p, (a, b) in enumerate(START_SIDE):
        s.x[p], s.y[p] = math.floor(s.cx[0] + uy * a + 0.5), math.floor(s.cy[0] + ux * b + 0.5)
        s.vx[p] = s.vy[p] = 0.0
        s.angle[p], s.ca[p], s.sa[p] = 0.0, 1.0, 0.0
        s.next[p], s.passed[p], s.shield[p], s.boosted[p], s.rotated[p] = 1, 0, 0, 0, 0
    s.timeout[:] = PATIENCE
    s.runner[:] = (0, 2)
    s.turn, s.over, s.winner = 0, RUNNING, DRAW


def traffic(s: Any) -> None:
    """Puts each seat's first pod in mid-leg, the two side by side, and its second pod in the
    opponent's way: about one contact in two turns.
    """
    dx, dy = s.cx[1] - s.cx[0], s.cy[1] - s.cy[0]
    d = math.sqrt(dx * dx + dy * dy)
    ux, uy = dx / d, dy / d
    for p in range(PODS):
        racer = p % 2 == 0
        ahead, aside, speed = (1500, 600, 350) if racer else (4200, -600, -250)
        aside = aside if p < 2 else -aside
        s.x[p], s.y[p] = (
            math.floor(s.cx[0] + ux * ahead - uy * aside),
            math.floor(s.cy[0] + uy * ahead + ux * aside),
        )
        s.vx[p], s.vy[p] = math.trunc(ux * speed), math.trunc(uy * speed)
        s.ca[p], s.sa[p] = (ux, uy) if racer else (-ux, -uy)
        s.angle[p], s.rotated[p] = math.atan2(s.sa[p], s.ca[p]), 1
        s.passed[p] = s.count if racer else 0  # a lap ahead, so that it counts as its seat's runner
    s.timeout[:] = 90


def whole_degrees(angle: float) -> float:
    """The angle as the contest's text shows it: the nearest whole degree of the angle brought into
    0 to 2 pi; 360 can appear.
    """
    around = np.fmod(angle, FULL_CIRCLE)
    if around < 0.0:
        around += FULL_CIRCLE
    return np.floor(around * (180.0 / math.pi) + 0.5)
