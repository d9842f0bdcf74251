"""Who reaches more of the grid first: the Voronoi evaluation of Tron, flooded a row of cells at a
time, and the script built on it.

All players flood at the same pace in the order in which they move, so a cell that two reach at once
belongs to the one that moves earlier.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from engines.game import PASS
from engines.jit import rule
from engines.knobs import RESTART, number
from engines.tron.rules import DX, DY, HEIGHT, WIDTH, exits, is_free, is_over, outcome

CELLS = WIDTH * HEIGHT
_ONES = np.bitwise_count(np.arange(1 << 16)).astype(np.int64)


@dataclass(frozen=True)
class EvalParams:
    """Weights of what `value` sees while the match goes on."""

    territory: float = number(
        1.0,
        0.0,
        5.0,
        "Territory",
        "Worth of the cells that a player reaches first, as a share of the grid.",
        effect=RESTART,
        main=True,
    )
    exits: float = number(
        0.01,
        0.0,
        0.5,
        "Exits",
        "Worth of each free cell next to the head.",
        effect=RESTART,
        main=True,
    )
    hugging: float = number(
        0.0,
        0.0,
        0.5,
        "Hugging",
        "Worth of each taken cell next to the head: it leaves fewer holes.",
        effect=RESTART,
    )


@rule
def count_bits(row: int) -> int:
    """How many cells of a row (at most 32 bits) are set."""
    return _ONES[row & 0xFFFF] + _ONES[row >> 16 & 0xFFFF]


@rule
def flood(s: Any) -> None:
    """Fills `claim` [P, rows] with the cells each player reaches first; `wipe` clears it."""
    for row in range(HEIGHT + 2):
        s.free[row] = ~s.taken[row]
    for p in range(s.players):
        if s.place[p] == 0:
            s.claim[p, s.y[p] + 1] = np.int64(1) << s.x[p] + 1
    growing = True
    while growing:
        growing = False
        for k in range(s.players):
            p = s.mover + k if s.mover + k < s.players else s.mover + k - s.players
            if s.place[p] != 0:
                continue
            above = np.int64(0)
            for row in range(1, HEIGHT + 1):
                own = s.claim[p, row]
                new = (own << 1 | own >> 1 | above | s.claim[p, row + 1]) & s.free[row]
                above = own
                if new != 0:
                    s.claim[p, row] = own | new
                    s.free[row] &= ~new
                    growing = True


@rule
def wipe(s: Any) -> None:
    """Sets the scratch of `flood` back to zero, so that equal positions stay equal records."""
    for row in range(HEIGHT + 2):
        s.free[row] = 0
    for p in range(s.players):
        for row in range(HEIGHT + 2):
            s.claim[p, row] = 0


@rule
def territory(s: Any, p: int) -> int:
    """Cells claimed by a player after `flood`, its head not counted."""
    cells = -1
    for row in range(1, HEIGHT + 1):
        cells += count_bits(s.claim[p, row])
    return cells


@rule
def value(s: Any, w: Any, out: Any) -> None:
    """Own territory, exits and walls less the average of the others', between the values of going
    out next and of winning.
    """
    outcome(s, out)
    if is_over(s):
        return
    flood(s)
    total = 0.0
    for p in range(s.players):
        if s.place[p] == 0:
            ways = exits(s, p)
            out[p] = w[0] * territory(s, p) / CELLS + w[1] * ways + w[2] * (4 - ways)
            total += out[p]
    wipe(s)
    others = s.alive - 1
    for p in range(s.players):
        # a player who is out has its place; a rider can get any place from first to the next
        # one lost
        low = 1.0 - 2.0 * (s.alive - 1) / (s.players - 1)
        if s.place[p] != 0:
            out[p] = 1.0 - 2.0 * (s.place[p] - 1) / (s.players - 1)
        else:
            lead = out[p] - (total - out[p]) / others
            out[p] = 0.5 * (1.0 + low) + 0.5 * (1.0 - low) * 0.99 * np.tanh(2.0 * lead)


@rule
def policy(s: Any, agent: int, rng: Any) -> int:
    """The script: the direction after which it reaches most cells first, preferring walls on a
    tie.
    """
    if agent != s.mover or is_over(s):
        return PASS
    best, highest = 0, -1.0
    x, y = s.x[agent], s.y[agent]
    for way in range(4):
        to_x, to_y = x + DX[way], y + DY[way]
        if not is_free(s, to_x, to_y):
            continue
        s.x[agent], s.y[agent] = to_x, to_y
        s.mover = agent + 1 if agent + 1 < s.players else 0
        flood(s)
        worth = territory(s, agent) + 0.1 * (4 - exits(s, agent)) + 0.01 * rng.random()
        wipe(s)
        if worth > highest:
            best, highest = way, worth
    s.x[agent], s.y[agent], s.mover = x, y, agent
    return best
