"""Groups of games that three or more players played together, as duels: in each group every two of
them have one score, the share of their encounters in which the one came out above the other.

A game of n players has n (n - 1) / 2 duels, but it is one game: who lost it lost all of them at
once. So a `Crowd` keeps how the duels of a group go together, and a group stays one observation.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from lab.batch.games import GameRecord
from lab.experiments.meetings import Meeting
from lab.words.scored import compared

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
