"""Tron's rules on a state record: a grid as rows of bits, so that erasing a ribbon or flooding the
board takes a few operations per row.

Bit x + 1 of `taken[y + 1]` stands for cell (x, y); the border is taken. Shapes: [P] players, of
which `players` take part.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from engines.draws import draw_below
from engines.game import PASS
from engines.jit import inlined, rule

WIDTH, HEIGHT = 30, 20
MOST = 4  # players
UP, RIGHT, DOWN, LEFT = range(4)
DX = np.array([0, 1, 0, -1])
DY = np.array([-1, 0, 1, 0])
BORDER = 1 | 1 << WIDTH + 1
FULL_ROW = (1 << WIDTH + 2) - 1
NOWHERE = -1

COUNT = np.array([bin(ways).count("1") for ways in range(16)])
# the k-th of some directions, UP if none
NTH = np.array([([w for w in range(4) if ways >> w & 1] + [UP] * 4)[:4] for ways in range(16)])

STATE = np.dtype(
    [
        ("taken", np.int64, (HEIGHT + 2,)),  # ribbons and the border
        ("ribbon", np.int64, (MOST, HEIGHT + 2)),  # cells of each player
        # low and high bit of the direction in which the ribbon entered a cell
        ("way", np.int64, (2, HEIGHT + 2)),
        ("x", np.int32, (MOST,)),  # heads, NOWHERE when out
        ("y", np.int32, (MOST,)),
        ("start_x", np.int32, (MOST,)),
        ("start_y", np.int32, (MOST,)),
        # how many players were left when it went out; 0 while it rides. Below 0 in searches: apart
        # from the rider that plans, it rides along one way and then stands still; -1 minus the turn
        # in which it will go out
        ("place", np.int32, (MOST,)),
        ("players", np.int32),
        ("alive", np.int32),  # how many
        ("mover", np.int32),
        ("turn", np.int32),  # moves asked for so far
        # always zero: what has been recorded of positions counts them
        ("claim", np.int64, (MOST, HEIGHT + 2)),
        ("free", np.int64, (HEIGHT + 2,)),
    ],
    align=True,
)


@inlined
def is_free(s: Any, x: int, y: int) -> bool:
    """Whether nothing is on a cell, which may be one step outside the grid."""
    return (s.taken[y + 1] >> x + 1) & 1 == 0


@inlined
def open_ways(s: Any, agent: int) -> int:
    """The free cells next to a head as bits, one for each direction."""
    return open_around(s, s.x[agent], s.y[agent])


@inlined
def open_around(s: Any, x: int, y: int) -> int:
    """The same for any cell of the grid."""
    x, y = x + 1, y + 1
    row = s.taken[y]
    taken = (
        (s.taken[y - 1] >> x & 1)
        | (row >> x + 1 & 1) << 1
        | (s.taken[y + 1] >> x & 1) << 2
        | (row >> x - 1 & 1) << 3
    )
    return 15 & ~taken


@rule
def exits(s: Any, agent: int) -> int:
    """How many free cells there are next to a head."""
    return COUNT[open_ways(s, agent)]


@rule
def to_move(s: Any) -> int:
    return s.mover


@rule
def is_over(s: Any) -> bool:
    return s.alive <= 1


@rule
def legal(s: Any, agent: int, out: Any) -> int:
    """Lists the directions that lead to a free cell; or just UP, which is fatal, for a boxed-in
    player, who still has to move.
    """
    if agent != s.mover or s.alive <= 1:
        return 0
    if s.place[agent] < 0:
        out[0] = along(s, agent)
        return 1
    n = 0
    for way in range(4):
        if is_free(s, s.x[agent] + DX[way], s.y[agent] + DY[way]):
            out[n] = way
            n += 1
    if n == 0:
        out[0] = UP
        n = 1
    return n


@rule
def along(s: Any, agent: int) -> int:
    """The free direction with the fewest free cells around, UP if none: it leaves few holes."""
    best, fewest = UP, MOST + 1
    for way in range(4):
        x, y = s.x[agent] + DX[way], s.y[agent] + DY[way]
        if is_free(s, x, y):
            free = COUNT[open_around(s, x, y)]
            if free < fewest:
                best, fewest = way, free
    return best


@rule
def is_legal(s: Any, agent: int, action: int) -> bool:
    """Any free neighbour; anything at all for a boxed-in player."""
    if agent != s.mover or s.alive <= 1 or action < 0 or action > 3:
        return False
    return is_free(s, s.x[agent] + DX[action], s.y[agent] + DY[action]) or exits(s, agent) == 0


@rule
def step(s: Any, joint: Any, rng: Any, log: Any) -> None:
    """Moves one head; a player that hits something or answers badly is out, and its ribbon is
    erased before the next player moves.
    """
    p = s.mover
    way = joint[p]
    x = s.x[p] + (DX[way] if 0 <= way <= 3 else 0)
    y = s.y[p] + (DY[way] if 0 <= way <= 3 else 0)
    if way >= 0 and way <= 3 and is_free(s, x, y):
        enter(s, p, x, y, way)
    elif s.place[p] == 0:
        leave(s, p)
    pass_on(s)


@inlined
def pass_on(s: Any) -> None:
    """Gives the move to the next rider."""
    s.turn += 1
    p = s.mover
    p = p + 1 if p + 1 < s.players else 0  # a division would cost as much as the rest of the turn
    while s.place[p] > 0 and s.alive > 0:
        p = p + 1 if p + 1 < s.players else 0
    s.mover = p


@rule
def move(s: Any, agent: int, action: int) -> None:
    """`step` for a legal action of the player that moves."""
    x, y = s.x[agent] + DX[action], s.y[agent] + DY[action]
    if is_free(s, x, y):
        enter(s, agent, x, y, action)
    elif s.place[agent] == 0:
        leave(s, agent)
    pass_on(s)


@rule
def enter(s: Any, p: int, x: int, y: int, way: int) -> None:
    """Moves a head to a free cell."""
    bit = np.int64(1) << x + 1
    s.taken[y + 1] |= bit
    s.ribbon[p, y + 1] |= bit
    s.way[0, y + 1] |= bit * (way & 1)
    s.way[1, y + 1] |= bit * (way >> 1)
    s.x[p], s.y[p] = x, y


@rule
def leave(s: Any, p: int) -> None:
    """Puts a player out and erases its ribbon, the start cell included."""
    for row in range(1, HEIGHT + 1):
        s.taken[row] &= ~s.ribbon[p, row]
        s.way[0, row] &= ~s.ribbon[p, row]
        s.way[1, row] &= ~s.ribbon[p, row]
        s.ribbon[p, row] = 0
    s.place[p] = s.alive
    s.alive -= 1
    s.x[p] = s.y[p] = s.start_x[p] = s.start_y[p] = NOWHERE


@rule
def outcome(s: Any, out: Any) -> None:
    """Places in reverse order of leaving, from 1 for the last one riding to -1 for the first one
    out; 0 while it goes on.
    """
    planned, rival = 0, NOWHERE
    for p in range(s.players):
        place = max(1, s.place[p])
        out[p] = 1.0 - 2.0 * (place - 1) / (s.players - 1) if s.alive <= 1 else 0.0
        if s.place[p] < 0:
            rival = p
        elif s.place[p] <= 2:
            planned = p
    if rival != NOWHERE and s.alive <= 1 and goes_out(s, planned) > goes_out(s, rival):
        out[planned], out[rival] = out[rival], out[planned]


@rule
def goes_out(s: Any, p: int) -> int:
    """The turn in which the rider that plans went out, or another will go out that stands still."""
    return -1 - s.place[p] if s.place[p] < 0 else s.turn - 1


@rule
def random_action(s: Any, agent: int, rng: Any) -> int:
    """A uniformly drawn free direction, UP where there is none."""
    if agent != s.mover or s.alive <= 1:
        return PASS
    if s.place[agent] < 0:
        return along(s, agent)
    ways = open_ways(s, agent)
    return NTH[ways, draw_below(rng, COUNT[ways])]


@rule
def place_on(s: Any, p: int, x: int, y: int) -> None:
    """Puts a player's start on a free cell."""
    s.taken[y + 1] |= np.int64(1) << x + 1
    s.ribbon[p, y + 1] |= np.int64(1) << x + 1
    s.x[p] = s.start_x[p] = x
    s.y[p] = s.start_y[p] = y


@rule
def clear(s: Any, players: int) -> None:
    """Sets up an empty grid for `players` players, none of them placed yet."""
    for row in range(1, HEIGHT + 1):
        s.taken[row] = BORDER
    s.taken[0] = s.taken[HEIGHT + 1] = FULL_ROW
    s.players = s.alive = players
