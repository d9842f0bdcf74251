"""What the store holds, as records.

How far long work on a store has come.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal, TypeVar

from lab.batch.games import Condition, Entrant, GameRecord, LineUp

T = TypeVar("T")
EVERY = 1000  # rows from one report to the next
Tell = Callable[[str, int, int], object]  # what is done, how much of it, of how much; 0: unknown


def silent(what: str, done: int, total: int) -> None:
    """Tells nobody."""


def portions_of(rows: Sequence[T], tell: Tell, what: str) -> Iterator[Sequence[T]]:
    """The rows in portions, each after a report."""
    for first in range(0, len(rows), EVERY):
        tell(what, first, len(rows))
        yield rows[first : first + EVERY]


Role = Literal["candidate", "benchmark", "retired"]
Ended = Literal["won", "drawn", "lost"]


@dataclass(frozen=True)
class KeptExperiment:
    """An experiment: its name, kind (sweep, table, test, arena, ...), the text of its file and a
    note of the user's. `games` counts the finished ones that it asked for.
    """

    name: str
    kind: str
    file: str
    shipped: bool
    created: float
    note: str
    games: int


@dataclass(frozen=True)
class KeptGame:
    """A game that an experiment asked for. Sides are in the order in which it asked; `number` is
    the game's own in this store.
    """

    number: int
    part: int
    lineup: LineUp
    record: GameRecord


@dataclass(frozen=True)
class KeptEvent:
    """Something that happened to an experiment (started, stopped, promoted, ...); `experiment` is
    "" where it concerns the whole store.
    """

    experiment: str
    at: float
    what: str
    detail: str


@dataclass(frozen=True)
class KeptHost:
    """A computer that played, with what compiled its games; "" and None where it is not known.
    `speed` is relative to the fastest computer of its last run.
    """

    name: str
    cpu: str
    cores: int | None
    python: str
    numba: str
    speed: float | None
    games: int


@dataclass(frozen=True)
class KeptBot:
    """A player in an arena under a name."""

    name: str
    entrant: Entrant
    role: Role
    since: float
    until: float | None  # when it was retired


@dataclass(frozen=True)
class KeptArena:
    """An arena: a condition and its bots, the oldest first."""

    name: str
    condition: Condition
    created: float
    note: str
    bots: tuple[KeptBot, ...]


# for each side: finished groups by its mean points, in 720ths
Tally = dict[int, dict[int, int]]


@dataclass(frozen=True)
class Meetings:
    """The finished groups of one line-up; `tally[side][parts]` counts them."""

    lineup: LineUp
    tally: Tally
    games: int

    @property
    def groups(self) -> int:
        """How many groups."""
        return sum(self.tally.get(0, {}).values())


@dataclass(frozen=True)
class EarlierRun:
    """The same players under the same rules, compiled from other sources."""

    meetings: Meetings
    first: float  # seconds since 1970, when the games were played
    last: float
