"""What every method of tuning is given."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

import numpy as np

from lab.experiments.tuner.book import Book, book_of, clearest, data_of
from lab.experiments.tuner.course import Play, Tried
from lab.experiments.tuner.gaussian import Evidence, Smoothness, fitted
from lab.experiments.tuner.space import Setting, Space

T = TypeVar("T")
Asking = Generator[Play | int, Sequence[Tried], T]  # a part of a method that returns a T
EVERY = 1 << 60  # the number of plays to wait for, where it is all
AHEAD = 16  # plays that may be in progress


@dataclass(frozen=True)
class Hunt:
    """The knobs, how many groups may be played, the seed of the method's own draws, the number of
    benchmarks, and what earlier games say.
    """

    space: Space
    groups: int
    seed: int = 1
    pool: int = 1
    earlier: Book = field(default_factory=dict)

    def whole(self, groups: float) -> int:
        """About so many groups, each benchmark met equally often and at least once."""
        return max(1, round(groups / self.pool)) * self.pool

    def book(self, tried: Sequence[Tried]) -> Book:
        """What is known of the settings that the model looks at."""
        return clearest(book_of(tried, self.earlier))

    def data(self, book: Book) -> Evidence:
        """The book as the model takes it."""
        return data_of(book, self.space)

    def model(self, book: Book, shape: Smoothness | None = None) -> tuple[Evidence, Smoothness]:
        """The book as the model takes it, and the model's shape, searched from `shape`."""
        data = self.data(book)
        return data, fitted(
            data, self.space.widths, shape or Smoothness.first(len(self.space.knobs))
        )

    def random(self, rng: np.random.Generator) -> Setting:
        """A setting at random."""
        return self.space.at(rng.random(len(self.space.knobs)))
