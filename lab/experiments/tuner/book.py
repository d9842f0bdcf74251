"""What games say about settings: all groups of one setting together, as data for the model."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable
from dataclasses import dataclass

import numpy as np

from lab.experiments.tuner.course import Tried
from lab.experiments.tuner.gaussian import Evidence
from lab.experiments.tuner.space import Setting, Space

PAIR = 0.11  # variance of the mean points of a pair of games, before there are any
CERTAIN = 1e-7  # variance that keeps the algebra regular
BELIEF = 20  # groups that this counts as
MOST = 400  # settings that the model looks at: its time grows with the cube of them


@dataclass(frozen=True)
class Sums:
    """The groups of one setting: how many, and the sums of their mean points and of the squares."""

    groups: int = 0
    total: float = 0.0
    squares: float = 0.0

    @property
    def mean(self) -> float:
        """Mean points; NaN without games."""
        return self.total / self.groups if self.groups else math.nan

    def __add__(self, other: Sums) -> Sums:
        """Both together."""
        return Sums(
            self.groups + other.groups, self.total + other.total, self.squares + other.squares
        )


EVEN = Sums(1, 0.5, 0.25)  # of a player against itself: half of the points, whatever is played

Book = dict[Setting, Sums]  # in the order in which the settings were first asked for


def book_of(tried: Iterable[Tried], earlier: Book | None = None) -> Book:
    """What is known of each setting; games against another setting do not count here."""
    book = dict(earlier or {})
    for each in tried:
        if each.play.rival is None and each.groups:
            found = Sums(each.groups, each.total, each.squares)
            book[each.play.setting] = book.get(each.play.setting, Sums()) + found
    return book


def noise(book: Book) -> float:
    """The variance of a group's mean points, pooled over all settings, with a prior."""
    free = sum(score.groups - 1 for score in book.values())
    spread = sum(score.squares - score.total**2 / score.groups for score in book.values())
    return (spread + BELIEF * PAIR) / (free + BELIEF)


def clearest(book: Book) -> Book:
    """The settings that the model looks at: those of the most groups, of equals the latest."""
    if len(book) <= MOST:
        return book
    places = {setting: place for place, setting in enumerate(book)}
    kept = sorted(book, key=lambda s: (-book[s].groups, -places[s]))[:MOST]
    return {setting: book[setting] for setting in sorted(kept, key=places.__getitem__)}


def data_of(book: Book, space: Space, even: Collection[Setting] = ()) -> Evidence:
    """The book as the model takes it, in its order; the points of `even` settings are certain."""
    one = noise({setting: sums for setting, sums in book.items() if setting not in even})
    groups = np.array([math.inf if s in even else sums.groups for s, sums in book.items()])
    means = np.array([sums.mean for sums in book.values()])
    return Evidence(space.features(list(book)), means, one / groups + CERTAIN)
