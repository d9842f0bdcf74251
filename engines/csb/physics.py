"""One turn's movement: continuous collisions, checkpoints, friction and rounding, exact to the bit.

Source: the referee of the contest's community (robostac/coders-strike-back-referee), confirmed by
recorded server turns. Operations keep its order; additions only skip work whose result is known
(see `first_contact` and `passes`).
"""

from __future__ import annotations

from typing import Any

import numpy as np

from engines.csb.state import (
    CHECKPOINT_RADIUS,
    FINISH,
    LOG_SIZE,
    PATIENCE,
    POD_RADIUS,
    SHIELD_TURNS,
)
from engines.jit import rule

CONTACT = 2.0 * POD_RADIUS
CONTACT_SQUARED = CONTACT * CONTACT
RADIUS_SQUARED = float(CHECKPOINT_RADIUS * CHECKPOINT_RADIUS)
JUST_INSIDE = float(np.nextafter(RADIUS_SQUARED, 0.0))
FRICTION = 0.85
MIN_IMPULSE = 120.0
GAP = 0.00001  # gap left between pods that were pushed apart
LIGHT = 0.1  # inverse mass of a shielded pod
SURELY = 2.000001  # 2 plus a margin far above rounding
NONE = -1


@rule
def first_contact(s: Any, left: float) -> tuple[float, int]:
    """When the first pair touches within the time left, and the pair as 4 a + b; (left, NONE) if
    none does.

    With p the distance vector, v the relative speed, b = p.v and c = p.p - 800^2, contact is at c /
    (-b + sqrt(b^2 - v^2 c)) >= c / -2b, so c > -2b left means none; this also covers separating
    pods (b >= 0).
    """
    best = left
    pair = NONE
    for a in range(3, 0, -1):
        for b in range(a - 1, -1, -1):
            px = s.x[b] - s.x[a]
            py = s.y[b] - s.y[a]
            vx = s.vx[b] - s.vx[a]
            vy = s.vy[b] - s.vy[a]
            closing = px * vx + py * vy
            square = px * px + py * py
            if square <= CONTACT_SQUARED:
                best = 0.0
                pair = 4 * a + b
                continue
            if square - CONTACT_SQUARED + SURELY * left * closing > 0.0:
                continue
            speed = vx * vx + vy * vy
            inside = closing * closing - speed * (square - CONTACT_SQUARED)
            if inside < 0.0:
                continue
            time = (-closing - np.sqrt(inside)) / speed
            if time <= best:
                best = time
                pair = 4 * a + b
    return best, pair


@rule
def bounce(s: Any, a: int, b: int) -> None:
    """The impulse between two touching pods, its second half at least 120, and the push that
    separates them.
    """
    nx = s.x[b] - s.x[a]
    ny = s.y[b] - s.y[a]
    distance = np.sqrt(nx * nx + ny * ny)
    nx /= distance
    ny /= distance
    ma = LIGHT if s.shield[a] == SHIELD_TURNS else 1.0
    mb = LIGHT if s.shield[b] == SHIELD_TURNS else 1.0
    force = (nx * (s.vx[a] - s.vx[b]) + ny * (s.vy[a] - s.vy[b])) / (ma + mb)
    force += max(force, MIN_IMPULSE)
    s.vx[a] -= nx * force * ma
    s.vy[a] -= ny * force * ma
    s.vx[b] += nx * force * mb
    s.vy[b] += ny * force * mb
    if distance <= CONTACT:
        push = (CONTACT - distance) / 2.0 + GAP
        s.x[a] -= nx * push
        s.y[a] -= ny * push
        s.x[b] += nx * push
        s.y[b] += ny * push


def build_move(touching_counts: bool) -> Any:
    """The jitted `move(s, log)` for one reading of the checkpoint radius."""
    limit = RADIUS_SQUARED if touching_counts else JUST_INSIDE

    @rule
    def passes(s: Any, p: int, x0: float, y0: float, x1: float, y1: float) -> None:
        """Counts a pass if the segment from (x0, y0) to (x1, y1) meets the pod's next checkpoint.

        Most segments are rejected early: (600 + way)^2 <= 2 (600^2 + way^2), so a segment that ends
        beyond that cannot have met it.
        """
        k = s.next[p]
        mx = x1 - x0
        my = y1 - y0
        ex = x1 - s.cx[k]
        ey = y1 - s.cy[k]
        way = mx * mx + my * my
        if ex * ex + ey * ey > 2.0 * (RADIUS_SQUARED + way) + 1.0:
            return
        along = (s.cx[k] - x0) * mx + (s.cy[k] - y0) * my
        if along <= way:
            u = along / way if along > 0.0 else 0.0
            ex = x0 + u * mx - s.cx[k]
            ey = y0 + u * my - s.cy[k]
        if ex * ex + ey * ey <= limit:
            s.passed[p] += 1
            s.next[p] = k + 1 if k + 1 < s.count else 0
            s.timeout[p >> 1] = PATIENCE
            if s.passed[p] >= s.goal:
                s.over = FINISH

    @rule
    def settle(s: Any, p: int, x0: float, y0: float) -> None:
        """Ends the turn of one pod whose last stop was (x0, y0)."""
        s.vx[p] = np.trunc(s.vx[p] * FRICTION)
        s.vy[p] = np.trunc(s.vy[p] * FRICTION)
        s.x[p] = np.floor(s.x[p] + 0.5)
        s.y[p] = np.floor(s.y[p] + 0.5)
        if s.shield[p] > 0:
            s.shield[p] -= 1
        passes(s, p, x0, y0, s.x[p], s.y[p])

    @rule
    def collide(s: Any, time: float, pair: int, log: Any) -> None:
        """Plays a turn from its known first contact: moves to each contact in order, then to the
        turn's end.
        """
        left = 1.0
        for p in range(4):
            s.from_x[p] = s.x[p]
            s.from_y[p] = s.y[p]
        while left > 0.0:
            for p in range(4):
                s.x[p] += s.vx[p] * time
                s.y[p] += s.vy[p] * time
            left -= time
            if pair != NONE:
                if log is not None:
                    note_before(s, 1.0 - left, pair, log)
                bounce(s, pair >> 2, pair & 3)
                if log is not None:
                    note_after(s, pair, log)
            if left > 0.0:
                for p in range(4):
                    passes(s, p, s.from_x[p], s.from_y[p], s.x[p], s.y[p])
                    s.from_x[p] = s.x[p]
                    s.from_y[p] = s.y[p]
                time, pair = first_contact(s, left)
        if log is not None:
            note_end(s, log)
        for p in range(4):
            settle(s, p, s.from_x[p], s.from_y[p])

    @rule
    def move(s: Any, log: Any) -> None:
        """Moves the four pods through the turn; the speeds already hold the thrust. Modified in
        place.
        """
        time, pair = first_contact(s, 1.0)
        if pair != NONE:
            collide(s, time, pair, log)
            return
        if log is not None:
            note_straight(s, log)
        for p in range(4):
            x0 = s.x[p]
            y0 = s.y[p]
            s.x[p] = x0 + s.vx[p]
            s.y[p] = y0 + s.vy[p]
            settle(s, p, x0, y0)

    return move


@rule
def note_before(s: Any, time: float, pair: int, log: Any) -> None:
    n = log.hits[0]
    if n < LOG_SIZE:
        a, b = pair >> 2, pair & 3
        log.time[n] = time
        log.pair[n, 0], log.pair[n, 1] = a, b
        log.before[n, 0], log.before[n, 1] = s.vx[a], s.vy[a]
        log.before[n, 2], log.before[n, 3] = s.vx[b], s.vy[b]


@rule
def note_after(s: Any, pair: int, log: Any) -> None:
    n = log.hits[0]
    if n < LOG_SIZE:
        a, b = pair >> 2, pair & 3
        log.after[n, 0], log.after[n, 1] = s.vx[a], s.vy[a]
        log.after[n, 2], log.after[n, 3] = s.vx[b], s.vy[b]
        log.hits[0] = n + 1


@rule
def note_end(s: Any, log: Any) -> None:
    """Positions and speeds before friction and rounding."""
    for p in range(4):
        log.pre[p, 0], log.pre[p, 1] = s.x[p], s.y[p]
        log.pre[p, 2], log.pre[p, 3] = s.vx[p], s.vy[p]


@rule
def note_straight(s: Any, log: Any) -> None:
    """The same for a turn without contacts, which has not moved yet."""
    for p in range(4):
        log.pre[p, 0], log.pre[p, 1] = s.x[p] + s.vx[p], s.y[p] + s.vy[p]
        log.pre[p, 2], log.pre[p, 3] = s.vx[p], s.vy[p]
