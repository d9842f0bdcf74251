"""How good a flight is, and the script that flies without looking ahead."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

from engines.game import PASS
from engines.jit import rule
from engines.knobs import RESTART, number
from engines.marslander.maps import CELL, COLUMNS, FAR, ROWS
from engines.marslander.rules import (
    FLYING,
    GRAVITY,
    LANDED,
    MOST_POWER,
    MOST_TURN,
    POWERS,
    STRAIGHT,
    UP,
)

REACH = 8000.0  # metres: about the longest distance to fly
SPARE = 0.2  # m/s²: the surplus of full thrust over gravity, slightly understated
AHEAD = 4  # cells that the script looks ahead on the distance map


@dataclass(frozen=True)
class EvalParams:
    """Weights of what `value` sees in flight and after a crash."""

    way: float = number(
        0.5,
        0.0,
        2.0,
        "Way",
        "What the way through the air to the landing ground costs.",
        effect=RESTART,
        main=True,
    )
    speed: float = number(
        0.3,
        0.0,
        2.0,
        "Speed",
        "What speed above that of a landing costs near the ground.",
        effect=RESTART,
        main=True,
    )
    tilt: float = number(
        0.1, 0.0, 1.0, "Tilt", "What a tilt costs close above the landing ground.", effect=RESTART
    )
    fuel: float = number(
        0.2, 0.0, 1.0, "Fuel", "Worth of the fuel left.", effect=RESTART, main=True
    )


@rule
def way_from(s: Any, x: float, y: float) -> float:
    """Metres through the air from a point to the landing ground; FAR inside the ground."""
    column = min(COLUMNS - 1, max(0, int(x / CELL)))
    row = min(ROWS - 1, max(0, int(y / CELL)))
    return float(s.way[row, column])


@rule
def value(s: Any, w: Any, out: Any) -> None:
    """In [-1, 1]: at least 0.5 after a landing, more with more fuel left; at most -0.5 after a
    crash; in between in flight.
    """
    if s.status == LANDED:
        out[0] = 0.5 + 0.5 * s.fuel / s.tank
        return
    left, right = s.ground[s.pad, 0], s.ground[s.pad + 1, 0]
    level = s.ground[s.pad, 1]
    aside = max(0.0, max(min(left, right) + 50.0 - s.x, s.x - max(left, right) + 50.0))
    far = min(way_from(s, s.x, s.y), 1.0 * REACH)
    if far < 300.0:
        far = math.hypot(aside, s.y - level)
    # how fast it may still be and yet stop in time: v^2 = 2 a d with what thrust leaves over
    # gravity
    down = max(0.0, -s.vs - math.sqrt(0.25 * max(0.0, s.y - level)) - 0.9 * 40.0)
    rise = max(0.0, s.vs)
    over = max(0.0, abs(s.hs) - 18.0 - math.sqrt(1.2 * aside))
    close = 1.0 / (1.0 + 0.005 * far)
    bad = (
        w[0] * far / REACH
        + w[1] * (0.02 * (down + over) + 0.005 * rise)
        + w[2] * close * abs(s.rotate) / 90.0
    )
    bad -= w[3] * s.fuel / s.tank
    if s.status == FLYING:
        out[0] = 0.5 * math.tanh(-bad)
    else:
        slow = (
            abs(s.rotate) / 90.0
            + 0.02 * max(0.0, abs(s.vs) - 40.0)
            + 0.02 * max(0.0, abs(s.hs) - 20.0)
            + aside / 1000.0
        )
        out[0] = -0.75 - 0.25 * math.tanh(0.5 * slow + far / REACH)


@rule
def policy(s: Any, agent: int, rng: Any) -> int:
    """The script: follows the distance map at a speed it can still shed, and turns upright above
    the landing ground.
    """
    if s.status != FLYING:
        return PASS
    left = min(s.ground[s.pad, 0], s.ground[s.pad + 1, 0]) + 100.0
    right = max(s.ground[s.pad, 0], s.ground[s.pad + 1, 0]) - 100.0
    height = s.y - s.ground[s.pad, 1]
    soon = s.x + 3.0 * s.hs
    above = left <= s.x <= right and way_from(s, s.x, s.y) < 1.5 * height + 300.0
    down = height / max(1.0, -s.vs)  # seconds to the ground
    if above and abs(s.hs) < 18.0 and (left <= soon <= right or down < 4.0):
        slow = abs(s.hs) < 8.0 or down < abs(s.rotate) / MOST_TURN + 3.0
        rotate = 0 if slow else 15 if s.hs > 0 else -15
        # m/s down from which it can still brake
        rate = math.sqrt(33.0**2 + 2.0 * SPARE * max(0.0, height - 60.0))
        return (rotate + STRAIGHT) * POWERS + (
            4 if -s.vs > rate - 3.0 else 3 if -s.vs > rate - 8.0 else 2
        )
    # the centre of the cell some steps along the path
    column, row = min(COLUMNS - 1, max(0, int(s.x / CELL))), min(ROWS - 1, max(0, int(s.y / CELL)))
    for _ in range(AHEAD):
        best_c, best_r, least = column, row, s.way[row, column]
        for dr in range(-1, 2):
            for dc in range(-1, 2):
                r, c = row + dr, column + dc
                if 0 <= r < ROWS and 0 <= c < COLUMNS and s.way[r, c] < least:
                    best_c, best_r, least = c, r, s.way[r, c]
        column, row = best_c, best_r
    dx, dy = (column + 0.5) * CELL - s.x, (row + 0.5) * CELL - s.y
    if s.way[row, column] == 0:
        dx = min(right - 150.0, max(left + 150.0, s.x)) - s.x
    if s.way[row, column] >= FAR:
        dx, dy = 0.5 * (left + right) - s.x, 100.0
    length = max(1.0, math.hypot(dx, dy))
    cruise = min(40.0, 15.0 + 0.03 * way_from(s, s.x, s.y))
    across = (dx / length * cruise - s.hs) / 5.0
    up = (max(-25.0, dy / length * cruise * 0.7) - s.vs) / 3.0 + GRAVITY
    angle = math.degrees(math.atan2(-across, max(1.0, up)))
    rotate = int(min(60.0, max(-60.0, angle)))
    reached = s.rotate + min(MOST_TURN, max(-MOST_TURN, rotate - s.rotate))
    thrust = up / max(0.2, UP[reached + STRAIGHT])
    thrust = max(thrust, math.hypot(across, up) * 0.8)
    return (rotate + STRAIGHT) * POWERS + min(MOST_POWER, max(0, int(thrust + 0.5)))
