"""Mars Lander's law of flight and its end, on a state record. Distances in metres, speeds in metres
per second; a turn is one second.

An action is a request: (rotate + 90) * 5 + power, both within their limits. Deviations: none in
flight; how touchdown is judged is an inference (see the game's docstring).
"""

from __future__ import annotations

from typing import Any

import numpy as np

from engines.draws import draw_below
from engines.jit import inlined, rule
from engines.marslander.maps import COLUMNS, HEIGHT, MOST_POINTS, ROWS, WIDTH

GRAVITY = 3.711
STRAIGHT = 90  # rotate 0 as it is in an action
MOST_TURN, MOST_POWER = 15, 4  # degrees a turn; power
POWERS = MOST_POWER + 1
ACTIONS = 181 * POWERS
FASTEST_DOWN, FASTEST_ACROSS = 40.0, 20.0  # the highest speeds for a safe landing

FLYING, LANDED, CRASHED, LOST, INVALID = range(5)

# thrust by whole degrees from -90 to 90, so that a turn costs no trigonometry: -sin and cos of the
# angle
_ANGLES = np.radians(np.arange(-90, 91))
ACROSS = -np.sin(_ANGLES)
UP = np.cos(_ANGLES)

STATE = np.dtype(
    [
        ("x", np.float64),
        ("y", np.float64),
        ("hs", np.float64),
        ("vs", np.float64),
        ("fuel", np.float64),
        ("tank", np.float64),  # fuel at the start
        ("rotate", np.int32),
        ("power", np.int32),
        ("turn", np.int32),
        ("status", np.int32),
        ("points", np.int32),  # of the ground
        ("pad", np.int32),  # index of the landing segment
        ("fine", np.int32),  # whether searches may turn by less than the most
        ("ceiling", np.int32),  # whether leaving at the top ends the flight
        ("ground", np.float64, (MOST_POINTS, 2)),
        ("way", np.int16, (ROWS, COLUMNS)),  # metres through the air to the landing ground
    ],
    align=True,
)


@rule
def to_move(s: Any) -> int:
    return 0


@rule
def is_over(s: Any) -> bool:
    return s.status != FLYING


@rule
def legal(s: Any, agent: int, out: Any) -> int:
    """Lists requests that act differently: turns by 0, 15 and (fine) 5 degrees to either side, each
    with the powers within reach.
    """
    if s.status != FLYING:
        return 0
    n = 0
    for k in range(5 if s.fine else 3):
        turn = (
            0 if k == 0 else MOST_TURN if k == 1 else -MOST_TURN if k == 2 else 5 if k == 3 else -5
        )
        rotate = s.rotate + turn
        if rotate < -90 or rotate > 90:
            continue
        for power in range(max(0, s.power - 1), min(MOST_POWER, s.power + 1) + 1):
            out[n] = (rotate + STRAIGHT) * POWERS + power
            n += 1
    return n


@rule
def is_legal(s: Any, agent: int, action: int) -> bool:
    return s.status == FLYING and 0 <= action < ACTIONS


@rule
def step(s: Any, joint: Any, rng: Any, log: Any) -> None:
    """One second of flight, then whether the ground was touched or the zone left."""
    action = joint[0]
    s.turn += 1
    if not is_legal(s, 0, action):
        s.status = INVALID
        return
    s.rotate += min(MOST_TURN, max(-MOST_TURN, action // POWERS - STRAIGHT - s.rotate))
    s.power += min(1, max(-1, action % POWERS - s.power))
    s.power = min(s.power, int(s.fuel))
    across = ACROSS[s.rotate + STRAIGHT] * s.power
    up = UP[s.rotate + STRAIGHT] * s.power - GRAVITY
    from_x, from_y = s.x, s.y
    s.x += s.hs + 0.5 * across
    s.y += s.vs + 0.5 * up
    s.hs += across
    s.vs += up
    s.fuel -= s.power
    touch(s, from_x, from_y)


@inlined
def meets(
    ax: float, ay: float, bx: float, by: float, px: float, py: float, qx: float, qy: float
) -> float:
    """When the path from a to b meets the segment p-q (0 to 1); 2 if it does not."""
    across = (bx - ax) * (qy - py) - (by - ay) * (qx - px)
    if across == 0.0:
        return 2.0
    t = ((px - ax) * (qy - py) - (py - ay) * (qx - px)) / across
    u = ((px - ax) * (by - ay) - (py - ay) * (bx - ax)) / across
    return t if 0.0 <= t <= 1.0 and 0.0 <= u <= 1.0 else 2.0


@rule
def touch(s: Any, from_x: float, from_y: float) -> None:
    """Ends the flight where the straight path of this turn first meets the ground, or outside the
    zone.
    """
    low_x, high_x = min(from_x, s.x), max(from_x, s.x)
    low_y = min(from_y, s.y)
    when, segment = 2.0, -1
    for k in range(s.points - 1):
        px, py, qx, qy = s.ground[k, 0], s.ground[k, 1], s.ground[k + 1, 0], s.ground[k + 1, 1]
        if max(px, qx) < low_x or min(px, qx) > high_x or max(py, qy) < low_y:
            continue
        t = meets(from_x, from_y, s.x, s.y, px, py, qx, qy)
        if t < when:
            when, segment = t, k
    if segment >= 0:
        soft = s.rotate == 0 and abs(s.vs) <= FASTEST_DOWN and abs(s.hs) <= FASTEST_ACROSS
        s.status = LANDED if segment == s.pad and soft else CRASHED
        s.x = from_x + when * (s.x - from_x)
        s.y = from_y + when * (s.y - from_y)
    elif not (0.0 <= s.x < WIDTH) or s.y < 0.0 or (s.y >= HEIGHT and s.ceiling):
        s.status = LOST


@rule
def outcome(s: Any, out: Any) -> None:
    """After a landing the share of the fuel that is left, -1 after anything else; 0 in flight."""
    out[0] = 0.0 if s.status == FLYING else s.fuel / s.tank if s.status == LANDED else -1.0


@rule
def random_action(s: Any, agent: int, rng: Any) -> int:
    """A search move: a turn by 15 degrees at most and a power within reach."""
    spread = 5 if s.fine else 3
    k = draw_below(rng, spread)
    turn = 0 if k == 0 else MOST_TURN if k == 1 else -MOST_TURN if k == 2 else 5 if k == 3 else -5
    if s.rotate + turn < -90 or s.rotate + turn > 90:
        turn = 0
    low, high = max(0, s.power - 1), min(MOST_POWER, s.power + 1)
    return (s.rotate + turn + STRAIGHT) * POWERS + low + draw_below(rng, high - low + 1)
