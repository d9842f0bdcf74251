"""Which point plays the next group of matches (a pair where there are two seats).

First every point in turn gets the minimum number of groups for a verdict. Then comes the optimal
computing budget allocation of Chen, Lin, Yücesan and Chick, "Simulation budget allocation for
further enhancing the efficiency of ordinal optimization" (Discrete Event Dynamic Systems 10, 2000),
in its sequential "most starving" form (Chen and Lee, "Stochastic simulation optimization", 2011):
with b the point of the best mean, the chance of picking the right one grows fastest when matches
are shared out as

    w_i = (s_i / (m_b - m_i))^2  for i != b,    w_b = s_b sqrt(sum over i != b of (w_i / s_i)^2),

and the next group goes to the point with the highest w_i / n_i. So contested points get matches and
hopeless ones do not. m and s are the mean and the standard deviation of a point's group results
with half a group at 0 and half a group at 1 added, so that s is never 0; differences below `ALIKE`
are not worth telling apart and count as `ALIKE`.

Where one setting plays until it is settled who is better, the matches are looked at as
`lab.experiments.looks` says, and wait there for every result.

A choice uses only the results of groups `LAG` or more places before it in the sequence. So many
groups can be played at the same time, and the sequence is the same for any number of processes, and
after a restart.
"""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from lab.experiments.looks import is_settled, looks
from lab.experiments.stats import ENOUGH
from lab.experiments.sweep.plan import DECIDE, SETTLE, SweepGrid

LAG = 32  # groups that may be in progress
FIRST = ENOUGH  # groups of every point before results count
ALIKE = 0.01
ADDED = 0.5  # groups at 0, and as many at 1

Group = tuple[int, int]  # point, and the number of the group at that point
# of a group's results; NaN where it failed, None while it is not finished
Mean = Callable[[Group], float | None]
Floats = NDArray[np.float64]


def shares(mean: Floats, deviation: Floats) -> Floats:
    """The w of the formula above for every point [P], from means and standard deviations of its
    groups.
    """
    best = int(np.argmax(mean))
    apart = np.maximum(mean[best] - mean, ALIKE)
    out: Floats = (deviation / apart) ** 2
    others = np.arange(mean.size) != best
    out[best] = deviation[best] * math.sqrt(float(np.sum((out[others] / deviation[others]) ** 2)))
    return out


class Allocator:
    """The sequence of groups, extended as results allow."""

    def __init__(self, grid: SweepGrid) -> None:
        self.points = np.array(grid.played)
        self.total = grid.rounds * self.points.size
        self.even = (
            min(self.total, FIRST * self.points.size) if grid.plan.rule == DECIDE else self.total
        )
        self._looks = looks(self.total) if grid.plan.rule == SETTLE else ()
        self._settled = False
        self.sequence: list[Group] = []
        self.assigned = np.zeros(self.points.size, np.int64)
        self._place = {int(point): i for i, point in enumerate(self.points)}
        self._taken = 0  # groups whose results are in the sums
        self._count, self._sum, self._squares = (np.zeros(self.points.size) for _ in range(3))

    def next(self, mean: Mean) -> Group | None:
        """The next group to play; None when it has to wait for results, and at the end."""
        at = len(self.sequence)
        if self.ended or (at in self._looks and not self._looked(mean, at)):
            return None
        if at < self.even:
            place = at % self.points.size
        elif self._take(mean, at - LAG + 1):
            place = self._hungriest()
        else:
            return None
        group = int(self.points[place]), int(self.assigned[place])
        self.assigned[place] += 1
        self.sequence.append(group)
        return group

    @property
    def ended(self) -> bool:
        """Whether the sequence is complete."""
        return len(self.sequence) >= self.total or self._settled

    def _looked(self, mean: Mean, at: int) -> bool:
        """Whether the matches go on after the first `at` groups; they wait for all results."""
        if not self._take(mean, at):
            return False
        count, total, squares = (float(x[0]) for x in (self._count, self._sum, self._squares))
        self._settled = is_settled(int(count), total, squares)
        return not self._settled

    def _take(self, mean: Mean, until: int) -> bool:
        """Adds the results of the first `until` groups and no others; False while one of them is
        unfinished.
        """
        while self._taken < until:
            group = self.sequence[self._taken]
            result = mean(group)
            if result is None:
                return False
            if not math.isnan(result):
                place = self._place[group[0]]
                self._count[place] += 1
                self._sum[place] += result
                self._squares[place] += result * result
            self._taken += 1
        return True

    def _hungriest(self) -> int:
        if self.points.size == 1:
            return 0
        count = self._count + 2 * ADDED
        mean = (self._sum + ADDED) / count
        deviation = np.sqrt((self._squares + ADDED) / count - mean**2)
        return int(np.argmax(shares(mean, deviation) / self.assigned))
