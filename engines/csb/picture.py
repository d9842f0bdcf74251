"""What Coders Strike Back looks like: the track, the pods, and the events of a turn."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from engines.csb.state import (
    CHECKPOINT_RADIUS,
    HEIGHT,
    POD_RADIUS,
    PODS,
    SHIELD_TURNS,
    WIDTH,
    PodsLog,
)
from engines.game import State
from engines.scene import AnyItem, Circle, Event, EventKind, Line, Mark, Point, Scene, Text

EVENT_KINDS = (
    EventKind("checkpoint", "number", "checkpoint passed"),
    EventKind("shield", "hexagon", "shield"),
    EventKind("boost", "up", "boost"),
    EventKind("collision", "cross", "collision"),
)
SCALE_BAR = (2000.0, "2,000 units")
SPREAD = 240  # between the small marks inside a checkpoint
# anchors, and the direction of the name
SIDES: dict[str, Point] = {"above": (0, -1), "below": (0, 1), "left": (1, 0), "right": (-1, 0)}
NAME_OFF = POD_RADIUS + 120  # from a pod's centre to the edge of its name
NAME_REACH_X, NAME_REACH_Y = 1150, 800  # to the middle of its name
NAME_ROOM = 1100.0  # more room than this gains nothing
MARGIN_X, MARGIN_Y = 1280, 720  # pods may leave the field; the margins keep its aspect ratio


def scene(s: State, names: Sequence[str]) -> Scene:
    """The position; `names` are the pods' names [P]."""
    sides = name_sides(s)
    items = [
        *heading_there(s),
        *(item for p in range(PODS) for item in pod(s, p, names[p], sides[p])),
    ]
    return Scene(
        -MARGIN_X,
        -MARGIN_Y,
        WIDTH + 2 * MARGIN_X,
        HEIGHT + 2 * MARGIN_Y,
        still=tuple(track(s)),
        items=tuple(items),
        scale_bar=SCALE_BAR,
    )


def track(s: State) -> Iterator[AnyItem]:
    """The dotted lap and the numbered checkpoints; checkpoint 0, start and finish, has a second
    ring.
    """
    points = tuple((float(s.cx[k]), float(s.cy[k])) for k in range(int(s.count)))
    yield Line(points, "line2", dash=True, closed=True)
    for k, (x, y) in enumerate(points):
        yield Circle(x, y, CHECKPOINT_RADIUS, fill="panel", stroke="edge")
        if k == 0:
            yield Circle(x, y, CHECKPOINT_RADIUS - 90, stroke="edge")
        yield Text(x, y, str(k), "ink2", 480, world=True)


def heading_there(s: State) -> Iterator[AnyItem]:
    """In each checkpoint, a small mark for every pod heading there."""
    for k in range(int(s.count)):
        coming = [p for p in range(PODS) if s.next[p] == k]
        for place, p in enumerate(coming):
            x = float(s.cx[k]) + (place - (len(coming) - 1) / 2) * SPREAD
            yield Mark(x, float(s.cy[k]) + 0.62 * CHECKPOINT_RADIUS, p, size=6)


def pod(s: State, p: int, name: str, side: str) -> Iterator[AnyItem]:
    """A pod with its ring, heading and name, and a second ring while the shield is up."""
    x, y = float(s.x[p]), float(s.y[p])
    heading = float(s.angle[p]) if s.rotated[p] else None
    yield Mark(x, y, p, POD_RADIUS, heading, id=f"pod{p}")
    if s.shield[p] == SHIELD_TURNS - 1:
        yield Circle(x, y, POD_RADIUS + 110, stroke=f"agent{p}", width=2, id=f"shield{p}")
    dx, dy = SIDES[side]
    yield Text(
        x + dx * NAME_OFF,
        y + dy * NAME_OFF,
        name,
        bold=True,
        anchor=side,
        id=f"name{p}",
        group="names",
    )


def name_sides(s: State) -> list[str]:
    """Where each pod's name is [P]: on the side with the most room among pods and names already
    placed, above if all are free.
    """
    pods = [(float(s.x[p]), float(s.y[p])) for p in range(PODS)]
    placed: list[Point] = []
    chosen = []
    for p, (x, y) in enumerate(pods):
        taken = [*(pods[q] for q in range(PODS) if q != p), *placed]
        spots = {
            side: (x + dx * NAME_REACH_X, y + dy * NAME_REACH_Y) for side, (dx, dy) in SIDES.items()
        }
        side = max(
            SIDES,
            key=lambda side: min(NAME_ROOM, *(math.dist(spots[side], other) for other in taken)),
        )
        placed.append(spots[side])
        chosen.append(side)
    return chosen


def events(
    before: State, after: State, log: PodsLog | None, names: Sequence[str]
) -> Iterator[Event]:
    """The events of the turn between two states, by pod; all contacts of a pod in a turn are one
    event.
    """
    met = contacts(log) if log is not None else [set[int]() for _ in range(PODS)]
    for p, name in enumerate(names):
        if after.passed[p] > before.passed[p]:
            k = str(int(before.next[p]))
            done = after.passed[p] >= after.goal
            yield Event(
                "checkpoint", p, f"{name} finished" if done else f"{name} passed checkpoint {k}", k
            )
        if after.shield[p] == SHIELD_TURNS - 1:
            yield Event("shield", p, f"{name} raised its shield", repeats=True)
        if after.boosted[p] > before.boosted[p]:
            yield Event("boost", p, f"{name} boosted", repeats=True)
        if met[p]:
            said = f"{name} hit {' and '.join(names[q] for q in sorted(met[p]))}"
            yield Event("collision", p, said, repeats=max(met[p]) < p)


def contacts(log: PodsLog) -> list[set[int]]:
    """The pods that each pod touched in the turn [P]."""
    met: list[set[int]] = [set() for _ in range(PODS)]
    for a, b in log.pair[: int(log.hits[0])].tolist():
        met[a].add(b)
        met[b].add(a)
    return met
