"""Groups of games that three or more players played together, as duels: in each group every two of
them have one score, the share of their encounters in which the one came out above the other.

A game of n players has n (n - 1) / 2 duels, but it is one game: who lost it lost all of them at
once. So a `Crowd` keeps how the duels of a group go together, and a group stays one observation.

What two players scored against each other, over any number of groups.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from lab.batch.games import GameRecord
from lab.experiments.stats import Z, interval_of
from lab.words.scored import compared


@dataclass(frozen=True)
class Meeting:
    """What two players scored against each other: the number of groups, and the sum and the sum of
    squares of the first player's means over them, each in [0, 1].
    """

    first: str
    second: str
    groups: int
    total: float
    squares: float

    @classmethod
    def of(cls, first: str, second: str, means: Sequence[float]) -> Meeting:
        """The meeting from the first player's mean in each group."""
        return cls(first, second, len(means), sum(means), sum(x * x for x in means))

    @property
    def mean(self) -> float:
        """The first player's score."""
        return self.total / self.groups

    @property
    def interval(self) -> tuple[float, float]:
        """The score's 95 % interval."""
        return self.within(Z)

    def within(self, z: float) -> tuple[float, float]:
        """The score's interval of so many standard deviations."""
        return interval_of(self.groups, self.total, self.squares, z)

    def around(self, expected: float) -> float:
        """The sum over groups of the squared difference from an expected score."""
        return self.squares - 2 * expected * self.total + self.groups * expected**2


def turned(meeting: Meeting) -> Meeting:
    """The same meeting from the other side."""
    n, total = meeting.groups, meeting.total
    return Meeting(meeting.second, meeting.first, n, n - total, n - 2 * total + meeting.squares)


def merged(meetings: Iterable[Meeting]) -> tuple[Meeting, ...]:
    """One meeting of every two players, sorted, and the two in order of their names: the result
    does not depend on how they came. Meetings without groups are left out.
    """
    found: dict[tuple[str, str], Meeting] = {}
    same = (m if m.first < m.second else turned(m) for m in meetings if m.groups)
    for each in sorted(same, key=lambda m: (m.first, m.second, m.groups, m.total, m.squares)):
        key = each.first, each.second
        found[key] = _sum(found[key], each) if key in found else each
    return tuple(found.values())


def _sum(one: Meeting, more: Meeting) -> Meeting:
    return Meeting(
        one.first,
        one.second,
        one.groups + more.groups,
        one.total + more.total,
        one.squares + more.squares,
    )


Vector = NDArray[np.float64]


def duel_points(group: Iterable[GameRecord], first: int, second: int) -> float:
    """What one side scored against another in the mean over a group's games and their seats: 1 for
    a better outcome, 1/2 for the same.
    """
    found = [
        compared(own.outcome, other.outcome)
        for game in group
        for own in game.seats
        for other in game.seats
        if own.side == first and other.side == second
    ]
    return sum(found) / len(found)


@dataclass(frozen=True, eq=False)
class Crowd:
    """All groups of one line-up of three or more. Duels [D] are in the order of `pairs`: the sums
    of their scores over groups [D], and of the products of every two of them [D, D].
    """

    players: tuple[str, ...]  # each once, by name
    groups: int
    total: Vector
    products: Vector

    @classmethod
    def of(cls, sides: Sequence[str], groups: Iterable[Sequence[GameRecord]]) -> Crowd:
        """From whole groups; `sides` are the players by side. One who has several sides has with
        each other player the mean of their duels, and none with itself.
        """
        names = tuple(sorted(set(sides)))
        places = [[s for s, name in enumerate(sides) if name == own] for own in names]
        rows = [[_between(group, *pair) for pair in combinations(places, 2)] for group in groups]
        return cls.of_duels(names, rows)

    @classmethod
    def of_duels(cls, players: Sequence[str], rows: Sequence[Sequence[float]]) -> Crowd:
        """From the scores of the duels in each group, in the order of `pairs`."""
        seen = np.array(rows, np.float64).reshape(len(rows), len(players) * (len(players) - 1) // 2)
        return cls(tuple(players), len(rows), seen.sum(axis=0), seen.T @ seen)

    @property
    def pairs(self) -> list[tuple[int, int]]:
        """Who has a duel with whom, by place in `players`."""
        return list(combinations(range(len(self.players)), 2))

    @property
    def meetings(self) -> list[Meeting]:
        """The duels of every two."""
        return [
            Meeting(
                self.players[i],
                self.players[j],
                self.groups,
                float(self.total[d]),
                float(self.products[d, d]),
            )
            for d, (i, j) in enumerate(self.pairs)
        ]

    def spread(self, expected: Vector) -> Vector:
        """The sum over groups of g g^T [players, players], g being each player's excess of points
        in a group over its expected ones; `expected` [D] are the scores of the duels.
        """
        cross = np.outer(self.total, expected)
        around = self.products - cross - cross.T + self.groups * np.outer(expected, expected)
        sides = np.zeros((len(self.pairs), len(self.players)))
        for d, (i, j) in enumerate(self.pairs):
            sides[d, i], sides[d, j] = 1.0, -1.0
        return np.asarray(sides.T @ around @ sides)


def _between(group: Sequence[GameRecord], first: Sequence[int], second: Sequence[int]) -> float:
    found = [duel_points(group, a, b) for a in first for b in second]
    return sum(found) / len(found)
