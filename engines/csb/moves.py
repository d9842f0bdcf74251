"""Action codes: small numbers name moves of the search table, large ones are contest commands.

A table move turns by exactly -18, 0 or 18 degrees (on a pod's first command: away from the
direction of its next checkpoint) and then thrusts, shields or boosts. A command is a target and an
order, packed as 1, order (8 bits), x and y (27 signed bits each). Deviation from the contest: a
target too far to fit is moved halfway towards the pod until it fits, which changes its direction by
less than 3e-8 rad.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from engines.csb.state import TURN_RAD, Options
from engines.game import State
from engines.jit import inlined

COMMAND = 1 << 62
FIELD = (1 << 27) - 1
SIGN = 1 << 26
FARTHEST = SIGN - 1
SHIELD, BOOST = 201, 202  # orders; 0 to 200 are thrusts
AFAR = 10_000_000
LEVELS = {"full": (200,), "full_coast": (200, 0), "full_half_coast": (200, 100, 0)}


class MoveTable(NamedTuple):
    """The moves a search enumerates [K]: rudder -1, 0 or 1, and order."""

    rudder: NDArray[np.int64]
    order: NDArray[np.int64]

    @property
    def size(self) -> int:
        """K."""
        return len(self.order)


def table(options: Options) -> MoveTable:
    """Every thrust level with the rudder left, ahead and right, then shield and boost straight
    ahead.
    """
    moves = [(rudder, thrust) for thrust in LEVELS[options.thrusts] for rudder in (-1, 0, 1)]
    moves += [(0, SHIELD)] * options.shield + [(0, BOOST)] * options.boost
    return MoveTable(np.array([m[0] for m in moves]), np.array([m[1] for m in moves]))


def command(x: float, y: float, order: int, from_x: float, from_y: float) -> int:
    """The code of "x y order" for a pod that is at (from_x, from_y); whole coordinates of any
    size.
    """
    while max(abs(x), abs(y)) > FARTHEST:
        x, y = from_x + (x - from_x) / 2, from_y + (y - from_y) / 2
    return pack(round(x), round(y), order)


def pack(x: int, y: int, order: int) -> int:
    """The code of a target that fits into 27 signed bits."""
    return COMMAND | order << 54 | (x & FIELD) << 27 | (y & FIELD)


def unpack(code: int) -> tuple[int, int, int]:
    """x, y and order of a command."""
    return ((code >> 27 & FIELD) ^ SIGN) - SIGN, ((code & FIELD) ^ SIGN) - SIGN, code >> 54 & 255


def contest_command(s: State, pod: int, moves: MoveTable, action: int) -> int:
    """The command that does what a table move does.

    The target is 10^7 units away; for a turn it is 36 degrees to the side, so that the contest's
    limit makes it exactly 18.
    """
    if s.rotated[pod]:
        angle, rudder = float(s.angle[pod]), 2 * TURN_RAD
    else:
        k = int(s.next[pod])
        angle, rudder = math.atan2(s.cy[k] - s.y[pod], s.cx[k] - s.x[pod]), TURN_RAD
    angle += int(moves.rudder[action]) * rudder
    x, y = s.x[pod] + AFAR * math.cos(angle), s.y[pod] + AFAR * math.sin(angle)
    return pack(round(x), round(y), int(moves.order[action]))


packed = inlined(pack)
unpacked = inlined(unpack)
