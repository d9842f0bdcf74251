"""What every method of tuning is given."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

import numpy as np

from lab.experiments.tuner.course import EVEN, Book, Play, Tried, book_of, clearest, data_of
from lab.experiments.tuner.gaussian import GaussianData, Smoothness, fitted
from lab.experiments.tuner.space import Setting, Space

T = TypeVar("T")
Asking = Generator[Play | int, Sequence[Tried], T]  # a part of a method that returns a T
EVERY = 1 << 60  # the number of plays to wait for, where it is all
AHEAD = 16  # plays that may be in progress


@dataclass(frozen=True)
class Hunt:
    """The knobs, how many groups may be played, the seed of the method's own draws, the number of
    benchmarks, what earlier games say, the number of the first new group, and the settings that
    equal the benchmark: these score half of the points, without any game.
    """

    space: Space
    groups: int
    seed: int = 1
    pool: int = 1
    earlier: Book = field(default_factory=dict)
    begin: int = 0
    even: frozenset[Setting] = frozenset()

    def whole(self, groups: float) -> int:
        """At most so many groups, each benchmark met equally often and at least once."""
        return max(1, int(groups) // self.pool) * self.pool

    def split(self, groups: int, count: int) -> list[int]:
        """All groups shared out evenly, the first getting one round of the benchmarks more."""
        each, more = divmod(groups // self.pool, count)
        return [(each + (k < more)) * self.pool for k in range(count)]

    def book(self, tried: Sequence[Tried]) -> Book:
        """What is known of the settings that the model looks at."""
        known = dict.fromkeys(self.even, EVEN) | dict(self.earlier)
        return clearest(book_of(tried, known))

    def everything(self, tried: Sequence[Tried]) -> Book:
        """All games against the benchmarks, by setting."""
        return book_of(tried, self.earlier)

    def data(self, book: Book) -> GaussianData:
        """The book as the model takes it."""
        return data_of(book, self.space, self.even)

    def model(self, book: Book, shape: Smoothness | None = None) -> tuple[GaussianData, Smoothness]:
        """The book as the model takes it, and the model's shape, searched from `shape`."""
        data = self.data(book)
        return data, fitted(
            data, self.space.widths, shape or Smoothness.first(len(self.space.knobs))
        )

    def random(self, rng: np.random.Generator) -> Setting:
        """A setting at random."""
        return self.space.at(rng.random(len(self.space.knobs)))
