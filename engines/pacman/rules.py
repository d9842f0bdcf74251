"""Pac-Man's rules on a state record. Rows of the maze are bits, bit x of row y; a round is one move
of Pac-Man, then of each ghost.

Shapes: [G] ghosts, of which `ghosts` take part; agent 0 is Pac-Man, agent 1 + g a ghost.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from engines.draws import draw_below
from engines.game import PASS
from engines.jit import inlined, rule
from engines.pacman.layouts import MOST_GHOSTS, MOST_ROWS

UP, RIGHT, DOWN, LEFT, STOP = range(5)
DX = np.array([0, 1, 0, -1, 0])
DY = np.array([-1, 0, 1, 0, 0])
OPPOSITE = np.array([DOWN, LEFT, UP, RIGHT, STOP])
PLAYING, WON, CAUGHT, TIME_OVER, BAD_PACMAN, BAD_GHOST = range(6)

FOOD_POINTS, WIN_POINTS, CAUGHT_POINTS, GHOST_POINTS, MOVE_POINTS = 10, 500, -500, 200, -1

STATE = np.dtype(
    [
        ("wall", np.int32, (MOST_ROWS,)),
        ("food", np.int32, (MOST_ROWS,)),
        ("pellet", np.int32, (MOST_ROWS,)),
        ("x", np.int32, (1 + MOST_GHOSTS,)),
        ("y", np.int32, (1 + MOST_GHOSTS,)),
        ("home_x", np.int32, (1 + MOST_GHOSTS,)),
        ("home_y", np.int32, (1 + MOST_GHOSTS,)),
        ("way", np.int32, (1 + MOST_GHOSTS,)),  # the last direction, STOP at the start
        ("scared", np.int32, (1 + MOST_GHOSTS,)),  # how many of its own moves a ghost stays scared
        ("ghosts", np.int32),
        ("mover", np.int32),
        ("turn", np.int32),  # moves of agents so far
        ("rounds", np.int32),  # the most rounds of a match
        ("scare", np.int32),  # moves that a scare lasts
        ("left", np.int32),  # food left
        ("meals", np.int32),  # food at the start
        ("score", np.int32),
        ("status", np.int32),
        ("claim", np.int32, (MOST_ROWS,)),  # scratch of floods, zero outside them
    ],
    align=True,
)


@rule
def to_move(s: Any) -> int:
    return s.mover


@rule
def is_over(s: Any) -> bool:
    return s.status != PLAYING


@inlined
def is_open(s: Any, x: int, y: int) -> bool:
    """Whether a cell, never outside the border, is not a wall."""
    return (s.wall[y] >> x) & 1 == 0


@rule
def may_go(s: Any, agent: int, way: int) -> bool:
    """Whether an agent may go a way. Pac-Man goes anywhere and may stop; a ghost turns back only in
    a dead end. A scared ghost rests every second move.
    """
    if agent > 0 and s.scared[agent] & 1:
        return way == STOP
    if way == STOP:
        return agent == 0
    if not is_open(s, s.x[agent] + DX[way], s.y[agent] + DY[way]):
        return False
    if agent == 0 or way != OPPOSITE[s.way[agent]]:
        return True
    others = 0
    for other in range(4):
        others += other != way and is_open(s, s.x[agent] + DX[other], s.y[agent] + DY[other])
    return others == 0


@rule
def legal(s: Any, agent: int, out: Any) -> int:
    n = 0
    if agent == s.mover and s.status == PLAYING:
        for way in range(5):
            if may_go(s, agent, way):
                out[n] = way
                n += 1
    return n


@rule
def is_legal(s: Any, agent: int, action: int) -> bool:
    return (
        agent == s.mover
        and s.status == PLAYING
        and 0 <= action <= STOP
        and may_go(s, agent, action)
    )


@rule
def step(s: Any, joint: Any, rng: Any, log: Any) -> None:
    """Moves one agent; encounters are resolved at once. A bad answer loses."""
    agent = s.mover
    way = joint[agent]
    s.turn += 1
    if not is_legal(s, agent, way):
        s.status = BAD_PACMAN if agent == 0 else BAD_GHOST
        return
    s.x[agent] += DX[way]
    s.y[agent] += DY[way]
    if way != STOP or agent == 0:
        s.way[agent] = way
    if agent == 0:
        s.score += MOVE_POINTS
        eat(s)
        for ghost in range(1, 1 + s.ghosts):
            meet(s, ghost)
    else:
        s.scared[agent] = max(0, s.scared[agent] - 1)
        meet(s, agent)
    s.mover = agent + 1 if agent < s.ghosts else 0
    if s.status == PLAYING and s.mover == 0 and s.turn >= s.rounds * (1 + s.ghosts):
        s.status = TIME_OVER


@rule
def eat(s: Any) -> None:
    """Eats the food or pellet under Pac-Man; the last food wins."""
    x, y = s.x[0], s.y[0]
    bit = 1 << x
    if s.food[y] & bit:
        s.food[y] &= ~bit
        s.left -= 1
        s.score += FOOD_POINTS
        if s.left == 0:
            s.score += WIN_POINTS
            s.status = WON
    if s.pellet[y] & bit:
        s.pellet[y] &= ~bit
        for ghost in range(1, 1 + s.ghosts):
            s.scared[ghost] = s.scare


@rule
def meet(s: Any, ghost: int) -> None:
    """Resolves Pac-Man and a ghost sharing a cell: a scared ghost goes home, any other catches
    him.
    """
    if s.x[0] != s.x[ghost] or s.y[0] != s.y[ghost] or s.status != PLAYING:
        return
    if s.scared[ghost] > 0:
        s.score += GHOST_POINTS
        s.scared[ghost] = 0
        s.x[ghost], s.y[ghost], s.way[ghost] = s.home_x[ghost], s.home_y[ghost], STOP
    else:
        s.score += CAUGHT_POINTS
        s.status = CAUGHT


@rule
def outcome(s: Any, out: Any) -> None:
    """Pac-Man wins with the last food and loses when caught; when the rounds are over, nobody has
    won.
    """
    won = s.status == WON or s.status == BAD_GHOST
    out[0] = 1.0 if won else -1.0 if s.status == CAUGHT or s.status == BAD_PACMAN else 0.0
    out[1] = -out[0]


@rule
def random_action(s: Any, agent: int, rng: Any) -> int:
    if agent != s.mover or s.status != PLAYING:
        return PASS
    count = 0
    for way in range(5):
        count += may_go(s, agent, way)
    skip = draw_below(rng, count)
    for way in range(5):
        if may_go(s, agent, way):
            if skip == 0:
                return way
            skip -= 1
    return STOP
