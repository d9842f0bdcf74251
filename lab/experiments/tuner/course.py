"""The one sequence of games of a tuning, made from a method and the results so far.

A method is a generator: it yields `Play`s, or the number of plays whose results it needs, and is
then sent the results of those first plays and of no others. So the sequence depends on the method,
its seed and the results alone: it is the same for any number of processes, and after a restart.

Group k is the same for every setting: benchmark k mod B, and seed k div B. Settings that race get
the same groups. Others get groups of their own, so that nothing is fitted to a few seeds.

All groups of one setting together are the data for the model.

Every method is given a `Hunt`.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Generator, Iterable, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

import numpy as np

from lab.experiments.tuner.gaussian import GaussianData, Smoothness, fitted
from lab.experiments.tuner.space import Setting, Space


@dataclass(frozen=True)
class Play:
    """A method asks for the groups from `first` on of a setting against the benchmarks, or against
    another setting. `stage` says why: "random", "model", "race 1".
    """

    setting: Setting
    first: int
    groups: int
    stage: str
    rival: Setting | None = None


@dataclass(frozen=True)
class TrialGroup:
    """Group `number` of a setting against its benchmark, or against `rival`."""

    setting: Setting
    number: int
    rival: Setting | None = None


@dataclass(frozen=True)
class Tried:
    """What came of a play: the sum and the sum of squares of the mean points of its finished
    groups.
    """

    play: Play
    groups: int
    total: float
    squares: float

    @property
    def mean(self) -> float:
        """The mean points of a group; NaN where none was finished."""
        return self.total / self.groups if self.groups else math.nan


Steps = Generator[Play | int, Sequence[Tried], None]
# a group's mean points in [0, 1]; NaN where it failed, None while it is not finished
Outcome = Callable[[TrialGroup], float | None]


@dataclass
class TrialSequence:
    """Asks for groups in order; see the module."""

    method: Steps
    plays: list[Play] = field(default_factory=list)
    trials: list[TrialGroup] = field(default_factory=list)
    stops: list[int] = field(default_factory=list)  # number of trials after each play
    ended: bool = False
    _known: list[Tried] = field(default_factory=list)
    _issued: int = 0
    _awaited: int | None = None

    def next(self, outcome: Outcome) -> TrialGroup | None:
        """The next group to play; None when it has to wait for results, and at the end."""
        while self._issued == len(self.trials):
            if self.ended or not self._advance(outcome):
                return None
        self._issued += 1
        return self.trials[self._issued - 1]

    @property
    def end(self) -> int:
        """The number after that of the last group; 0 without any."""
        return max((play.first + play.groups for play in self.plays), default=0)

    def tried(self, outcome: Outcome) -> list[Tried]:
        """What came of every play so far, unfinished groups left out."""
        return [self._sum(i, outcome) for i in range(len(self.plays))]

    def _advance(self, outcome: Outcome) -> bool:
        """Lets the method go on; False while it waits."""
        sent: Sequence[Tried] | None = None
        if self._awaited is not None:
            if not self._take(self._awaited, outcome):
                return False
            sent = tuple(self._known[: self._awaited])
        try:
            step = self.method.send(sent) if sent is not None else next(self.method)
        except StopIteration:
            self.ended, self._awaited = True, None
            return True
        self._awaited = min(step, len(self.plays)) if isinstance(step, int) else None
        if isinstance(step, Play):
            self._add(step)
        return True

    def _add(self, play: Play) -> None:
        for number in range(play.first, play.first + play.groups):
            self.trials.append(TrialGroup(play.setting, number, play.rival))
        self.plays.append(play)
        self.stops.append(len(self.trials))

    def _take(self, until: int, outcome: Outcome) -> bool:
        """Reads the results of the first plays; False while a group of them is unfinished."""
        while len(self._known) < until:
            at = len(self._known)
            if any(outcome(trial) is None for trial in self._of(at)):
                return False
            self._known.append(self._sum(at, outcome))
        return True

    def _of(self, play: int) -> list[TrialGroup]:
        return self.trials[self.stops[play - 1] if play else 0 : self.stops[play]]

    def _sum(self, play: int, outcome: Outcome) -> Tried:
        found = [x for trial in self._of(play) if (x := outcome(trial)) is not None]
        values = [x for x in found if not math.isnan(x)]
        squares = sum(x * x for x in values)
        return Tried(self.plays[play], len(values), sum(values), squares)


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


def data_of(book: Book, space: Space, even: Collection[Setting] = ()) -> GaussianData:
    """The book as the model takes it, in its order; the points of `even` settings are certain."""
    one = noise({setting: sums for setting, sums in book.items() if setting not in even})
    groups = np.array([math.inf if s in even else sums.groups for s, sums in book.items()])
    means = np.array([sums.mean for sums in book.values()])
    return GaussianData(space.features(list(book)), means, one / groups + CERTAIN)


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
