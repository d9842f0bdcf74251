"""Pi from points in a square: the share that falls into the inscribed circle is pi / 4.

Seed: the minimax write-up's last page: "sampling randomly on the square area, # of samples in
circle / # of total samples". That quotient tends to pi / 4, so it is taken four times here.

Source: Metropolis and Ulam, "The Monte Carlo method" (1949); the interval is that of Agresti and
Coull (1998).

Limits: the interval shrinks with the square root of the number of samples: each further digit costs
a hundred times as many.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from engines import jit
from engines.scene import Circle, Rect, Scene
from search.base import Floats
from search.estimators.base import Estimator, SamplePoints

RECENT = 2000  # points that are kept for the picture
OUTSIDE, INSIDE = 0, 1


def draw(recent: Floats, before: int, n: int, rng: Any) -> int:
    """Draws `n` points in [-1, 1] x [-1, 1]; returns how many fell into the unit circle.

    The last of them are written into the ring `recent` [RECENT, 2], where the point numbered k
    is at k modulo RECENT.
    """
    inside = 0
    for k in range(n):
        x = 2.0 * rng.random() - 1.0
        y = 2.0 * rng.random() - 1.0
        inside += x * x + y * y <= 1.0
        if k >= n - RECENT:
            slot = (before + k) % RECENT
            recent[slot, 0] = x
            recent[slot, 1] = y
    return inside


class Pi(Estimator):
    """Points are thrown at random into a square; the share that lands in the inscribed circle,
    taken four times, estimates pi.

    At a number of points fixed beforehand the interval holds the true value in 95 of 100 runs; it
    halves when there are four times as many points. While one watches, it leaves the true value
    for a time in more runs than that.
    """

    name = "pi"
    title = "Pi from a circle in a square"
    quantities = ("π",)
    high = 4.0

    def restart(self) -> None:
        super().restart()
        self._kernel = jit.kernel(lambda: draw, "estimator.pi", ("pi",), __name__)
        self._recent = np.zeros((RECENT, 2))

    def _run(self, n: int) -> None:
        inside = self._kernel(self._recent, self.n, n, self.rng)
        self._sums[0] += 4.0 * inside
        self._squares[0] += 16.0 * inside

    def _exact(self, q: int) -> float:
        return math.pi

    def _scene(self) -> Scene:
        return Scene(
            -1.05,
            -1.05,
            2.1,
            2.1,
            still=(
                Rect(-1, -1, 2, 2, fill="field", stroke="edge"),
                Circle(0, 0, 1, stroke="line2"),
            ),
        )

    def _points(self) -> SamplePoints:
        oldest = self.n % RECENT if self.n > RECENT else 0
        xy = np.roll(self._recent, -oldest, axis=0)[: min(self.n, RECENT)].copy()
        group = np.where((xy**2).sum(axis=1) <= 1.0, INSIDE, OUTSIDE)
        return SamplePoints(
            xy[:, 0], xy[:, 1], group, ("outside the circle", "in the circle"), ("hue2", "hue0")
        )
