"""Mars Lander's grounds and starts: the seven known ones, the statement's example, and random
terrain.

Two independent collections agree on all seven, points included. A start is (x, y, hs, vs, fuel,
rotate, power); grounds are (x, y) points joined by segments, in metres.
"""

from __future__ import annotations

import heapq
import itertools
from functools import lru_cache
from typing import NamedTuple

import numpy as np

Points = tuple[tuple[int, int], ...]

WIDTH, HEIGHT = 7000, 3000  # of the zone, metres
MOST_POINTS = 30
FLAT = 1000  # least width of the landing ground, metres
CELL = 100  # side of a cell of the distance map, metres
COLUMNS, ROWS = WIDTH // CELL, HEIGHT // CELL
BRAKE = 1.49  # m/s² across, of the thrust 4 whose upward part is the gravity 3.711
FAR = 1 << 14  # the distance of a cell inside the ground


class MarsMap(NamedTuple):
    """One test: its title for people, the ground and the start."""

    title: str
    ground: Points
    start: tuple[int, int, int, int, int, int, int]


_EASY: Points = (
    (0, 100),
    (1000, 500),
    (1500, 1500),
    (3000, 1000),
    (4000, 150),
    (5500, 150),
    (6999, 800),
)

MAPS = {
    "example": MarsMap(
        "example",
        ((0, 1500), (1000, 2000), (2000, 500), (3500, 500), (5000, 1500), (6999, 1000)),
        (2500, 2500, 0, 0, 500, 0, 0),
    ),
    "easy": MarsMap("easy on the right", _EASY, (2500, 2700, 0, 0, 550, 0, 0)),
    "speed_right": MarsMap(
        "initial speed, correct side",
        (
            (0, 100),
            (1000, 500),
            (1500, 100),
            (3000, 100),
            (3500, 500),
            (3700, 200),
            (5000, 1500),
            (5800, 300),
            (6000, 1000),
            (6999, 2000),
        ),
        (6500, 2800, -100, 0, 600, 90, 0),
    ),
    "speed_wrong": MarsMap("initial speed, wrong side", _EASY, (6500, 2800, -90, 0, 750, 90, 0)),
    "canyon": MarsMap(
        "deep canyon",
        (
            *(
                (0, 1000),
                (300, 1500),
                (350, 1400),
                (500, 2000),
                (800, 1800),
                (1000, 2500),
                (1200, 2100),
                (1500, 2400),
                (2000, 1000),
            ),
            *(
                (2200, 500),
                (2500, 100),
                (2900, 800),
                (3000, 500),
                (3200, 1000),
                (3500, 2000),
                (3800, 800),
                (4000, 200),
                (5000, 200),
            ),
            *((5500, 1500), (6999, 2800)),
        ),
        (500, 2700, 100, 0, 800, -90, 0),
    ),
    "high_ground": MarsMap(
        "high ground",
        (
            *(
                (0, 1000),
                (300, 1500),
                (350, 1400),
                (500, 2100),
                (1500, 2100),
                (2000, 200),
                (2500, 500),
                (2900, 300),
                (3000, 200),
            ),
            *(
                (3200, 1000),
                (3500, 500),
                (3800, 800),
                (4000, 200),
                (4200, 800),
                (4800, 600),
                (5000, 1200),
                (5500, 900),
                (6000, 500),
            ),
            *((6500, 300), (6999, 500)),
        ),
        (6500, 2700, -50, 0, 1000, 90, 0),
    ),
    "cave_right": MarsMap(
        "cave, correct side",
        (
            *(
                (0, 450),
                (300, 750),
                (1000, 450),
                (1500, 650),
                (1800, 850),
                (2000, 1950),
                (2200, 1850),
                (2400, 2000),
                (3100, 1800),
            ),
            *(
                (3150, 1550),
                (2500, 1600),
                (2200, 1550),
                (2100, 750),
                (2200, 150),
                (3200, 150),
                (3500, 450),
                (4000, 950),
                (4500, 1450),
            ),
            *((5000, 1550), (5500, 1500), (6000, 950), (6999, 1750)),
        ),
        (6500, 2600, -20, 0, 1000, 45, 0),
    ),
    "cave_wrong": MarsMap(
        "cave, wrong side",
        (
            *(
                (0, 1800),
                (300, 1200),
                (1000, 1550),
                (2000, 1200),
                (2500, 1650),
                (3700, 220),
                (4700, 220),
                (4750, 1000),
                (4700, 1650),
            ),
            *(
                (4000, 1700),
                (3700, 1600),
                (3750, 1900),
                (4000, 2100),
                (4900, 2050),
                (5100, 1000),
                (5500, 500),
                (6200, 800),
                (6999, 600),
            ),
        ),
        (6500, 2000, 0, 0, 1200, 0, 0),
    ),
}


def random_map(seed: int) -> MarsMap:
    """Terrain without caves: a flat landing ground between random hills, and a start high above it
    on either side, at a speed that can be stopped within the zone.
    """
    rng = np.random.default_rng(seed)
    count, left = int(rng.integers(7, 20)), int(rng.integers(600, WIDTH - FLAT - 1200))
    right, level = left + FLAT + int(rng.integers(0, 500)), int(rng.integers(100, 900))
    xs = np.unique(rng.integers(1, WIDTH - 2, count) // 50 * 50)
    xs = xs[((xs < left - 200) | (xs > right + 200)) & (xs > 0)]
    hills = [(int(x), int(rng.integers(100, 2000))) for x in xs]
    edges = [(0, int(rng.integers(100, 1800))), (WIDTH - 1, int(rng.integers(100, 1800)))]
    ground = sorted([*edges, *hills, (left, level), (right, level)])
    side = int(rng.integers(2))
    x = int(rng.integers(500, 2000)) if side == 0 else int(rng.integers(5000, 6500))
    rotate = int(rng.choice([0, 0, 45, 90])) * (-1 if side == 0 else 1)
    speed = int(rng.integers(-100, 101))
    if stop_m(speed) > (x if speed < 0 else WIDTH - x):
        speed = -speed
    return MarsMap(
        f"random terrain {seed}",
        tuple(ground),
        (x, int(rng.integers(2400, 2800)), speed, 0, int(rng.integers(550, 1300)), rotate, 0),
    )


def stop_m(speed: float) -> float:
    """The metres to the stop from a speed across, at full thrust that holds the height: 4 s until
    it is there, then v^2 / (2 a).
    """
    return 4.0 * abs(speed) + speed * speed / (2.0 * BRAKE)


def landing(ground: Points) -> int:
    """The index of the segment to land on: the widest flat one."""
    widths = [abs(b[0] - a[0]) if a[1] == b[1] else 0 for a, b in itertools.pairwise(ground)]
    return int(np.argmax(widths))


def above_ground(ground: Points, x: float, y: float) -> bool:
    """Whether a point is in the air: an even number of segments below it, the zone's floor
    counting as one.
    """
    crossed = 0
    for (ax, ay), (bx, by) in itertools.pairwise(ground):
        if (ax <= x < bx or bx <= x < ax) and y > ay + (by - ay) * (x - ax) / (bx - ax):
            crossed += 1
    return crossed % 2 == 1


@lru_cache(maxsize=32)
def ways(ground: Points) -> np.ndarray[tuple[int, int], np.dtype[np.int16]]:
    """The distance from each cell to the landing ground through the air, [ROWS, COLUMNS] in metres,
    FAR inside the ground.

    Dijkstra over the eight neighbours; cells near the ground are allowed but cost more, so that
    paths keep clear of it.
    """
    air = np.array(
        [
            [above_ground(ground, (c + 0.5) * CELL, (r + 0.5) * CELL) for c in range(COLUMNS)]
            for r in range(ROWS)
        ]
    )
    tight = np.zeros(air.shape, np.int64)  # the number of ground cells within two steps
    for dr in range(-2, 3):
        for dc in range(-2, 3):
            tight += ~np.roll(np.roll(air, dr, 0), dc, 1)
    far = np.full((ROWS, COLUMNS), FAR, np.int64)
    at = landing(ground)
    (ax, level), (bx, _) = ground[at], ground[at + 1]
    row = min(ROWS - 1, level // CELL + (0 if level % CELL < CELL // 2 else 1))
    heap: list[tuple[int, int, int]] = []
    for column in range(ax // CELL, -(-bx // CELL)):
        if 0 <= column < COLUMNS and ax <= (column + 0.5) * CELL <= bx:
            far[row, column] = 0
            heap.append((0, row, column))
    heapq.heapify(heap)
    while heap:
        cost, r, c = heapq.heappop(heap)
        if cost > far[r, c]:
            continue
        for dr, dc, length in (
            (0, 1, 100),
            (1, 0, 100),
            (0, -1, 100),
            (-1, 0, 100),
            (1, 1, 141),
            (1, -1, 141),
            (-1, 1, 141),
            (-1, -1, 141),
        ):
            to_r, to_c = r + dr, c + dc
            if not (0 <= to_r < ROWS and 0 <= to_c < COLUMNS and air[to_r, to_c]):
                continue
            onward = cost + length + 20 * int(tight[to_r, to_c])
            if onward < far[to_r, to_c]:
                far[to_r, to_c] = onward
                heapq.heappush(heap, (onward, to_r, to_c))
    far[max(0, row - 1), far[row] == 0] = 0  # the cell that contains the landing ground
    return np.minimum(far, FAR).astype(np.int16)
