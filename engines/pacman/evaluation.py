"""What a position of Pac-Man is worth, and the scripts of both sides; distances are counted by
flooding the maze row by row.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

from engines.game import PASS
from engines.jit import rule
from engines.knobs import RESTART, number
from engines.pacman.layouts import MOST_COLUMNS, MOST_ROWS
from engines.pacman.rules import (
    CAUGHT,
    DX,
    DY,
    FOOD_POINTS,
    PLAYING,
    STOP,
    TIME_OVER,
    WIN_POINTS,
    is_over,
    may_go,
    outcome,
)

FAR = MOST_COLUMNS * MOST_ROWS
ACROSS = (1 << MOST_COLUMNS) - 1
CHASE = 0.8  # how often a scripted ghost takes the best direction


@dataclass(frozen=True)
class EvalParams:
    """Weights of what `value` sees, in points of the game's own score."""

    food_near: float = number(
        10.0,
        0.0,
        100.0,
        "Food near",
        "Points for being next to food; half of it at 8 cells.",
        effect=RESTART,
        main=True,
    )
    food_left: float = number(
        4.0,
        0.0,
        100.0,
        "Food left",
        "Points that each food still lying costs.",
        effect=RESTART,
        main=True,
    )
    ghost_near: float = number(
        60.0,
        0.0,
        500.0,
        "Ghost near",
        "Points that a ghost one cell away costs; half at 2.",
        effect=RESTART,
        main=True,
    )
    prey_near: float = number(
        40.0,
        0.0,
        500.0,
        "Prey near",
        "Points for being one cell from a scared ghost; half at 2.",
        effect=RESTART,
    )
    pellets: float = number(
        20.0,
        0.0,
        200.0,
        "Pellets left",
        "Points that each power pellet still lying costs.",
        effect=RESTART,
    )


@rule
def spread(s: Any) -> bool:
    """Grows the flood in `claim` by one cell; returns whether it grew."""
    grown = False
    above = s.claim[0]
    for y in range(1, MOST_ROWS - 1):
        own = s.claim[y]
        new = own | (((own << 1 & ACROSS) | own >> 1 | above | s.claim[y + 1]) & ~s.wall[y])
        above = own
        if new != own:
            s.claim[y] = new
            grown = True
    return grown


@rule
def wipe(s: Any) -> None:
    """Sets the scratch back to zero, so that equal positions stay equal records."""
    for y in range(MOST_ROWS):
        s.claim[y] = 0


@rule
def distance(s: Any, from_x: int, from_y: int, to_x: int, to_y: int) -> int:
    """Moves from one cell to another through the maze, FAR if there is no path."""
    s.claim[from_y] = 1 << from_x
    steps = 0
    while (s.claim[to_y] >> to_x) & 1 == 0:
        steps += 1
        if not spread(s):
            steps = FAR
            break
    wipe(s)
    return steps


@rule
def to_food(s: Any, x: int, y: int) -> int:
    """Moves to the nearest food, FAR if there is none."""
    s.claim[y] = 1 << x
    steps = 0
    while True:
        met = False
        for row in range(MOST_ROWS):
            met |= s.claim[row] & s.food[row] != 0
        if met:
            break
        steps += 1
        if not spread(s):
            steps = FAR
            break
    wipe(s)
    return steps


@rule
def points(s: Any, w: Any) -> float:
    """The score, and what nearby food, ghosts and pellets promise or threaten."""
    worth = float(s.score)
    if s.status != PLAYING:
        return worth
    worth += w[0] * 8.0 / (7.0 + to_food(s, s.x[0], s.y[0])) - w[1] * s.left
    for ghost in range(1, 1 + s.ghosts):
        far = distance(s, s.x[0], s.y[0], s.x[ghost], s.y[ghost])
        if s.scared[ghost] > 2 * far:
            worth += w[3] / max(1, far)
        elif s.scared[ghost] == 0:
            worth -= w[2] / max(1, far)
    for y in range(MOST_ROWS):
        row = s.pellet[y]
        while row != 0:
            row &= row - 1
            worth -= w[4]
    return worth


@rule
def value(s: Any, w: Any, out: Any) -> None:
    """Points on a soft scale from the worst loss to the best win; Pac-Man's and, negated, each
    ghost's.
    """
    scale = WIN_POINTS + FOOD_POINTS * s.meals
    worth = math.tanh(points(s, w) / scale)
    if s.status == TIME_OVER:
        worth *= 0.5
    elif s.status > CAUGHT:
        outcome(s, out)
        worth = out[0]
    out[0] = worth
    for ghost in range(1, out.size):
        out[ghost] = -worth


@rule
def policy(s: Any, agent: int, rng: Any) -> int:
    """Pac-Man goes for food and away from ghosts; a ghost mostly takes the shortest way to him, or
    away from him when scared.
    """
    if agent != s.mover or is_over(s):
        return PASS
    best, highest = STOP, -1e9
    hurry = agent == 0 or rng.random() < CHASE
    for way in range(5):
        if not may_go(s, agent, way):
            continue
        x, y = s.x[agent] + DX[way], s.y[agent] + DY[way]
        worth = 0.1 * rng.random()
        if agent == 0:
            worth -= to_food(s, x, y) + (0.5 if way == STOP else 0.0)
            for ghost in range(1, 1 + s.ghosts):
                far = distance(s, x, y, s.x[ghost], s.y[ghost])
                worth -= 0.0 if s.scared[ghost] > far or far > 4 else 60.0 / (1.0 + far) ** 2
        elif hurry:
            far = distance(s, x, y, s.x[0], s.y[0])
            worth += far if s.scared[agent] else -far
        if worth > highest:
            best, highest = way, worth
    return best
