"""What Mars Lander looks like: the ground in section, the landing ground marked, the lander with
its flame.
"""

from __future__ import annotations

import math

from engines.game import State
from engines.marslander.maps import HEIGHT, WIDTH
from engines.marslander.rules import CRASHED, FLYING, LANDED, POWERS, STRAIGHT
from engines.scene import AnyItem, Circle, Line, Point, Rect, Scene, Text

SIZE = 70.0  # metres: half the lander's width as drawn
WINGS: tuple[Point, ...] = (
    (0, 1.1),
    (0.7, 0.2),
    (0.45, 0.2),
    (0.8, -0.7),
    (0.3, -0.2),
    (-0.3, -0.2),
    (-0.8, -0.7),
    (-0.45, 0.2),
    (-0.7, 0.2),
)
FLAME = 45.0  # metres of flame for each unit of power


def turned(state: State, points: tuple[Point, ...]) -> tuple[Point, ...]:
    """Points of the lander's own axes, y up, in the picture, y down."""
    angle = math.radians(float(state.rotate))
    x, y, cos, sin = float(state.x), float(state.y), math.cos(angle), math.sin(angle)
    return tuple((x + u * cos - v * sin, HEIGHT - (y + u * sin + v * cos)) for u, v in points)


def scene(state: State) -> Scene:
    """The zone with the ground below, the lander, its flame, and its speeds in words next to it."""
    points = [(float(x), HEIGHT - float(y)) for x, y in state.ground[: state.points]]
    soil = (*points, (WIDTH, HEIGHT + 100.0), (0.0, HEIGHT + 100.0))
    left, right = points[int(state.pad)], points[int(state.pad) + 1]
    still: list[AnyItem] = [
        Rect(0, 0, WIDTH, HEIGHT, fill="field"),
        Line(soil, "edge", 1.5, closed=True, fill="track"),
        Line((left, right), "accent", 4.0),
    ]
    still += [Line(((x, y), (x, y - 120)), "accent", 1.5) for x, y in (left, right)]
    items: list[AnyItem] = []
    if state.status == FLYING and state.power:
        length = FLAME * float(state.power)
        items.append(
            Line(
                turned(state, ((-25, -20), (0, -20 - length), (25, -20))),
                "mark_edge",
                1.5,
                closed=True,
                fill="mark",
                id="flame",
            )
        )
    hull = turned(state, tuple((u * SIZE, v * SIZE) for u, v in WINGS))
    items.append(
        Line(
            hull,
            "seat0",
            1.5,
            closed=True,
            fill="seat0",
            id="lander",
            alpha=0.5 if state.status not in (FLYING, LANDED) else 1.0,
        )
    )
    if state.status == CRASHED:
        x, y = float(state.x), HEIGHT - float(state.y)
        items.append(Circle(x, y, 160, stroke="ink", width=2))
    if state.status == FLYING:
        words = f"{_signed(state.hs)} m/s across, {_signed(state.vs)} m/s up"
        x = min(max(float(state.x), 900.0), WIDTH - 900.0)
        items.append(
            Text(
                x,
                max(60.0, HEIGHT - float(state.y) - 190),
                words,
                "ink2",
                11,
                id="speeds",
                group="names",
            )
        )
    return Scene(0, 0, WIDTH, HEIGHT, still=tuple(still), items=tuple(items))


def words(action: int) -> str:
    """A request in words: "Left 15°, power 3"."""
    rotate, power = action // POWERS - STRAIGHT, action % POWERS
    side = "Upright" if rotate == 0 else f"{'Left' if rotate > 0 else 'Right'} {abs(rotate)}°"
    return f"{side}, power {power}"


def _signed(speed: float) -> str:
    return f"{speed:+.0f}".replace("-", "−")
