"""What a change by hand does to a position of Coders Strike Back, and what follows from it."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Sequence

import numpy as np

from engines.csb.hearing import NO_HEADING
from engines.csb.physics import FRICTION
from engines.csb.state import (
    DRAW,
    FULL_CIRCLE,
    HEIGHT,
    LONGEST,
    PODS,
    RUNNING,
    WIDTH,
    lay_track,
    whole_degrees,
)
from engines.editing import EditError, PartValue, number_in
from engines.game import State
from engines.scene import Point

FASTEST = 1500  # units per turn: more than any pod reaches by itself
REACH_X, REACH_Y = (-8000, WIDTH + 8000), (-8000, HEIGHT + 8000)  # where pods can be put
SHOWN_TURNS = 3  # of coasting: the length of the arrow of a speed


def take_line(s: State, p: int, pod: Sequence[int], name: str) -> None:
    """Puts a pod where a line of text says; its exact heading stays if the line shows it."""
    x, y, vx, vy, degrees, following = pod
    stays = (x, y, vx, vy) == (s.x[p], s.y[p], s.vx[p], s.vy[p])
    near = (_within(x, REACH_X), _within(y, REACH_Y)) == (x, y)
    if not stays and not (near and math.hypot(vx, vy) <= FASTEST):
        raise EditError(f"{name} is too far away or too fast.")
    s.x[p], s.y[p], s.vx[p], s.vy[p] = x, y, vx, vy
    if degrees == NO_HEADING:
        s.rotated[p] = 0
    elif not s.rotated[p] or whole_degrees(float(s.angle[p])) != degrees:
        _head(s, p, math.radians(degrees) % FULL_CIRCLE)
    _set_race(s, p, following, int(s.passed[p]) // int(s.count))


def _point(value: PartValue) -> Point:
    return value if isinstance(value, tuple) else (value, value)


def change_pod(s: State, p: int, what: str, value: PartValue) -> None:
    """Changes one number of a pod, or where one of its handles is."""
    (x, y), number = _point(value), number_in(value)
    vx, vy = float(s.vx[p]), float(s.vy[p])
    if what == "place":
        s.x[p], s.y[p] = _within(x, REACH_X), _within(y, REACH_Y)
    elif what in ("x", "y"):
        s[what][p] = round(number)
    elif what == "speed":
        _set_speed(s, p, (x - s.x[p]) / SHOWN_TURNS, (y - s.y[p]) / SHOWN_TURNS)
    elif what == "pace":
        way = math.atan2(vy, vx) if vx or vy else float(s.angle[p])
        _set_speed(s, p, number * math.cos(way), number * math.sin(way))
    elif what == "way":
        pace, way = math.hypot(vx, vy), math.radians(number)
        _set_speed(s, p, pace * math.cos(way), pace * math.sin(way))
    elif what == "look":
        _head(s, p, math.atan2(y - s.y[p], x - s.x[p]) % FULL_CIRCLE)
    elif what == "heading":
        _head(s, p, math.radians(number) % FULL_CIRCLE)
    elif what == "next":
        _set_race(s, p, round(number), int(s.passed[p]) // int(s.count))
    elif what == "lap":
        _set_race(s, p, int(s.next[p]), round(number))
    else:
        s[what][p] = round(number)


def _within(number: float, reach: tuple[float, float]) -> float:
    """The nearest whole number in a range."""
    return float(min(max(round(number), reach[0]), reach[1]))


def _set_speed(s: State, p: int, vx: float, vy: float) -> None:
    """Sets a speed in whole units, no faster than FASTEST."""
    slower = min(1.0, FASTEST / max(math.hypot(vx, vy), 1.0))
    s.vx[p], s.vy[p] = math.trunc(vx * slower), math.trunc(vy * slower)
    if slower == 1.0:
        s.vx[p], s.vy[p] = round(vx), round(vy)


def _head(s: State, p: int, angle: float) -> None:
    """Turns a pod, which then has a heading."""
    s.angle[p], s.ca[p], s.sa[p] = angle, math.cos(angle), math.sin(angle)
    s.rotated[p] = 1


def _set_race(s: State, p: int, following: int, lap: int) -> None:
    """A pod that is on its way to a checkpoint in a lap, both counted from 0; there is exactly one
    number of passes for each pair.
    """
    n = int(s.count)
    s.next[p] = following
    s.passed[p] = min(max(lap, 0), int(s.goal) // n - 1) * n + (following - 1) % n


def move_checkpoint(s: State, k: int, axis: str, value: PartValue) -> None:
    """Puts a checkpoint somewhere else, or along one axis; EditError if another is there."""
    points = _track_of(s)
    x, y = _point(value)
    if axis:
        x, y = (x, points[k][1]) if axis == "x" else (points[k][0], y)
    points[k] = round(_within(x, REACH_X)), round(_within(y, REACH_Y))
    if len(set(points)) < len(points):
        raise EditError("Another checkpoint is at this very place.")
    _lay(s, points)


def set_count(s: State, count: int) -> None:
    """Takes the last checkpoints away, or adds new ones in the middle of the field. A pod stays in
    its lap, on its way to a checkpoint that still exists.
    """
    points = _track_of(s)[:count]
    laps = [int(s.passed[p]) // int(s.count) for p in range(PODS)]
    spots = ((WIDTH // 2 + 900 * k, HEIGHT // 2 + 700 * (k % 3 - 1)) for k in itertools.count())
    while len(points) < count:
        points.append(next(spot for spot in spots if spot not in points))
    _lay(s, points)
    for p in range(PODS):
        _set_race(s, p, min(int(s.next[p]), count - 1), laps[p])


def _track_of(s: State) -> list[tuple[int, int]]:
    return [(int(s.cx[k]), int(s.cy[k])) for k in range(int(s.count))]


def _lay(s: State, points: Sequence[tuple[int, int]]) -> None:
    """Lays the track without changing the number of laps."""
    laps = int(s.goal) // int(s.count)
    for name in ("cx", "cy", "along"):
        s[name][:] = 0.0
    lay_track(s, tuple(points))
    s.goal = laps * len(points)


def mirror(s: State) -> None:
    """Exchanges left and right."""
    s.x[:], s.vx[:] = WIDTH - s.x, 0.0 - s.vx
    for p in range(PODS):
        rotated = s.rotated[p]
        _head(s, p, (math.pi - float(s.angle[p])) % FULL_CIRCLE)
        s.rotated[p] = rotated
    _lay(s, [(WIDTH - x, y) for x, y in _track_of(s)])


def swap(s: State) -> None:
    """Exchanges the pods of the two seats."""
    for name in s.dtype.names:
        if s.dtype[name].shape == (PODS,):
            s[name][:] = s[name][[2, 3, 0, 1]]
    s.timeout[:] = s.timeout[::-1].copy()
    s.runner[:] = [(int(r) + 2) % PODS for r in s.runner[::-1]]
    s.winner = DRAW if s.winner == DRAW else 1 - s.winner


def follow(s: State) -> None:
    """Brings up to date what follows: whether the match goes on, and whole speeds."""
    s.vx[:], s.vy[:] = np.round(s.vx), np.round(s.vy)
    done = bool((s.passed >= s.goal).any()) or int(min(s.timeout)) < 0 or s.turn >= LONGEST
    if not done:
        s.over, s.winner = RUNNING, DRAW


def coasting(s: State, p: int) -> Iterator[Point]:
    """Where a pod is in the next turns if its engine rests and it meets nobody."""
    x, y, vx, vy = (float(s[name][p]) for name in ("x", "y", "vx", "vy"))
    yield x, y
    for _ in range(SHOWN_TURNS):
        x, y = x + vx, y + vy
        vx, vy = math.trunc(vx * FRICTION), math.trunc(vy * FRICTION)
        yield x, y


def degrees_of(angle: float) -> float:
    """An angle in degrees from 0 to 360."""
    return math.degrees(angle) % 360.0
