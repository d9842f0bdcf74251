"""Whether a record from outside can be a flight of Mars Lander: its numbers are within what the
contest's limits allow, the ground has a landing area, and the distance map belongs to the ground.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from engines.checking import Bounds
from engines.game import Game, State
from engines.marslander.maps import FAR, HEIGHT, MOST_POINTS, WIDTH, landing, ways
from engines.marslander.rules import (
    FASTEST_ACROSS,
    FASTEST_DOWN,
    FLYING,
    INVALID,
    LANDED,
    MOST_POWER,
)

MOST_FUEL = 2000  # at the start, as the contest says
FASTEST = (
    500 + MOST_FUEL
)  # m/s across: at most 500 at the start, and each unit of fuel adds 1 at most
HIGHEST = 350_000  # metres: full thrust from 3000 m with 500 m/s up, where the zone is open above
FASTEST_UP, FASTEST_FALL = 650, 1650  # m/s: on that way, and on the way back down
CLOSE = 1e-6  # metres


def bounds(game: Game) -> Bounds:
    """The bounds of each field; the flight ends where the first turn leaves the zone."""
    fine, closed = int(game.options.fine), int(game.options.ceiling == "lost")
    edge = max(WIDTH, HEIGHT) - 1
    return {
        "x": (-FASTEST, WIDTH + FASTEST),
        "y": (-FASTEST_FALL, HIGHEST),
        "hs": (-FASTEST, FASTEST),
        "vs": (-FASTEST_FALL, FASTEST_UP),
        "fuel": (0, MOST_FUEL),
        "tank": (1, MOST_FUEL),
        "rotate": (-90, 90),
        "power": (0, MOST_POWER),
        "turn": (0, game.longest),
        "status": (FLYING, INVALID),
        "points": (2, MOST_POINTS),
        "pad": (0, MOST_POINTS - 2),
        "fine": (fine, fine),
        "ceiling": (closed, closed),
        "ground": (0, edge),
        "way": (0, FAR),
    }


def contradictions(state: State) -> Iterator[str]:
    """Yields what is impossible in a record whose fields are within bounds, most basic checks
    first.
    """
    yield from _ground(state)
    yield from _flight(state)


def _ground(state: State) -> Iterator[str]:
    count, pad = int(state.points), int(state.pad)
    if (state.ground != np.floor(state.ground)).any() or state.ground[count:].any():
        yield f"the ground is not {count} points of whole metres"
        return
    points = tuple((int(x), int(y)) for x, y in state.ground[:count].tolist())
    if pad != landing(points) or points[pad][1] != points[pad + 1][1]:
        yield f"segment {pad} of the ground is not the widest flat one, on which to land"
    elif points[pad][0] == points[pad + 1][0]:
        yield "the ground has no flat part to land on"
    elif (state.way != ways(points)).any():
        yield "the map of ways does not belong to the ground"


def _flight(state: State) -> Iterator[str]:
    x, y, fuel, tank = (float(state[name]) for name in ("x", "y", "fuel", "tank"))
    if fuel != int(fuel) or tank != int(tank):
        yield "fuel is burnt in whole units, but there is a part of one"
    if fuel > tank:
        yield f"{fuel:.0f} units of fuel are left of {tank:.0f}"
    inside = 0.0 <= x <= WIDTH and y >= 0.0 and (y <= HEIGHT or not state.ceiling)
    if state.status == FLYING and not inside:
        yield f"the lander is at {x:.0f} {y:.0f}, outside the zone, where no flight goes on"
    if state.status == LANDED and not _held(state):
        yield "the lander has landed where or as no landing holds"


def _held(state: State) -> bool:
    """Whether the lander is upright, slow and on the landing ground."""
    (ax, level), (bx, _) = state.ground[state.pad : state.pad + 2].tolist()
    return bool(
        state.rotate == 0
        and abs(state.vs) <= FASTEST_DOWN
        and abs(state.hs) <= FASTEST_ACROSS
        and abs(state.y - level) <= CLOSE
        and min(ax, bx) - CLOSE <= state.x <= max(ax, bx) + CLOSE
    )
