"""What the Arena page shows, as plain records. One `ArenaView` feeds the whole page, so that no two
of its parts show different moments; the games being played come apart, several times a second.

Shares and scores are in [0, 1], ratings in Elo, values of seats in [-1, 1].
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np

from engines.scene import Scene
from lab.ui.parts.chart.series import Floats

CANDIDATE, BENCHMARK, RETIRED = "candidate", "benchmark", "retired"
CellOf = tuple[int, int]  # row and column of the crosstable, by standing


@dataclass(frozen=True)
class BotRow:
    """A bot's line of the standing: `half` is that of the 95 % interval, `better` the probability
    of being better than the next one, `bound` says "at least" or "at most" of a bot that has won,
    or lost, everything.
    """

    name: str
    role: str
    rating: float
    half: float
    better: float | None
    games: int
    late: int
    bound: str = ""

    @property
    def ends(self) -> tuple[float, float]:
        """The 95 % interval."""
        return self.rating - self.half, self.rating + self.half


@dataclass(frozen=True)
class Encounter:
    """Two bots against each other: the share of the points of the row, and half of its interval."""

    score: float
    half: float
    groups: int
    games: int


@dataclass(frozen=True, eq=False)
class QuestionView:
    """The sequential test: the log-likelihood ratio after each group `curve` [N], the two values at
    which it stops, `points` as the groups with each mean of points, and the figures beside it.
    """

    candidate: str
    than: str
    bounds: tuple[float, float]
    risks: tuple[float, float]  # of a false yes, of a false no
    llr: float
    stops: tuple[float, float]
    curve: Floats
    points: tuple[tuple[float, int], ...]
    score: tuple[float, float, float]  # mean and interval
    elo: tuple[float, float, float]
    verdict: str = "open"
    left: int | None = None  # groups that may settle it
    cpu_ms: tuple[float, float] | None = None  # a decision, candidate and other
    seatings: int = 2

    @property
    def groups(self) -> int:
        """Whole groups played."""
        return sum(count for _, count in self.points)

    @property
    def settled(self) -> bool:
        """Whether the test has ended."""
        return self.verdict != "open"


@dataclass(frozen=True)
class GameLine:
    """A finished game in the list: `number` finds it again. `points` are those of each seat."""

    number: int
    seed: int
    seating: int
    seats: tuple[str, ...]  # bots
    points: tuple[float, ...]
    reason: str
    turns: int
    late: tuple[int, ...]
    host: str = ""
    error: str = ""


@dataclass(frozen=True, eq=False)
class LiveGame:
    """A game on a small board. `values` are those of the seats, None while nothing is known;
    `marked` belongs to the test, `finished` is over.
    """

    key: object
    scene: Scene
    owner: tuple[int, ...]
    seats: tuple[str, ...]
    turn: int
    seed: int
    values: tuple[float | None, ...] = ()
    marked: bool = False
    finished: bool = False
    turn_word: str = "turn"


@dataclass(frozen=True, eq=False)
class ArenaView:
    """Everything that is known at one moment. `rows` are in the order of the standing, `cells` of
    the crosstable are by that order; `asked` games are wanted in all.
    """

    name: str
    game: str  # title
    rows: tuple[BotRow, ...] = ()
    cells: Mapping[CellOf, Encounter] = field(default_factory=dict)
    games: int = 0
    asked: int = 0
    following: str = ""  # who plays next and why
    remarks: tuple[str, ...] = ()  # sentences below the crosstable
    test: QuestionView | None = None
    running: bool = False
    preparing: str = ""
    per_minute: float = 0.0
    group_word: str = "pair"

    @property
    def candidate(self) -> int:
        """The row of the candidate of the test, else of the first one; -1 for none."""
        wanted = self.test.candidate if self.test is not None else ""
        rows = enumerate(self.rows)
        return next((k for k, r in rows if wanted == r.name or r.role == CANDIDATE), -1)

    @property
    def tested(self) -> CellOf | None:
        """The cell of the running test."""
        places = {row.name: k for k, row in enumerate(self.rows)}
        if self.test is None or not {self.test.candidate, self.test.than} <= set(places):
            return None
        return places[self.test.candidate], places[self.test.than]


NO_CURVE: Floats = np.zeros(0)
