"""Hands and a store in memory for tests of the loop: games end in an order drawn from a seed, and
their results depend on line-up, seed and seating alone.
"""

from __future__ import annotations

import hashlib
import random
import threading
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import Future

from lab.batch import work
from lab.batch.games import (
    Condition,
    Entrant,
    GameRecord,
    GroupJob,
    LineUp,
    SeatRecord,
    places_of,
    points_of,
    sides_of,
)

CONDITION = Condition("tictactoe", "{}", "", "it")


def bot(name: str) -> Entrant:
    """A player of that name."""
    return Entrant("search", name, "uct", "{}", budget="10it", source=name)


def meeting(*names: str) -> LineUp:
    """A line-up of players by their names."""
    return LineUp(CONDITION, tuple(map(bot, names)))


def drawn(*words: object) -> float:
    """A number in [0, 1) that depends on the words alone."""
    digest = hashlib.sha256(" ".join(map(str, words)).encode()).digest()
    return int.from_bytes(digest[:6], "big") / (1 << 48)


def played(texts: Sequence[str], seed: int, seating: int) -> GameRecord:
    """A game whose winner is the seat with the highest draw; names that begin later in the alphabet
    draw higher.
    """
    sides = sides_of(len(texts), len(texts), seating)
    strength = [
        drawn(texts[side], seed, seating, seat) + 0.1 * (ord(texts[side][0]) - 97)
        for seat, side in enumerate(sides)
    ]
    outcome = [1.0 if x == max(strength) else -1.0 for x in strength]
    points, places = points_of(outcome, sides), places_of(outcome)
    seats = tuple(
        SeatRecord(seat, side, outcome[seat], points[seat], places[seat], decisions=5)
        for seat, side in enumerate(sides)
    )
    return GameRecord(seed, seating, seats, turns=9, reason="three in a row")


class Shuffled:
    """Hands that finish one of the waiting jobs, drawn from a seed, whenever they are asked to."""

    def __init__(self, size: int, seed: int, fails: Callable[[GroupJob], bool] | None = None):
        self.size, self._random = size, random.Random(seed)
        self._fails = fails or (lambda job: False)
        self._waiting: list[tuple[GroupJob, Future[tuple[GameRecord, ...]]]] = []
        self.jobs: list[GroupJob] = []
        self.prepared: list[str] = []
        self._lock = threading.Lock()

    def submit(self, job: GroupJob) -> Future[tuple[GameRecord, ...]]:
        """Takes a job; once as many wait as there are processes, one of them ends."""
        future: Future[tuple[GameRecord, ...]] = Future()
        self.jobs.append(job)
        self._waiting.append((job, future))
        return future

    def step(self) -> None:
        """Ends one of the first `size` jobs."""
        if self._waiting:
            job, future = self._waiting.pop(self._random.randrange(len(self._waiting[: self.size])))
            if not future.cancelled():
                future.set_result(tuple(self._play(job, k) for k in job.seatings))

    def _play(self, job: GroupJob, seating: int) -> GameRecord:
        if self._fails(job):
            return GameRecord(job.seed, seating, error="its process was killed by signal 9")
        return played(job.sides, job.seed, seating)

    def prepare(self, game: str, seats: Sequence[str], tell: Callable[[str], object]) -> None:
        """Notes what was compiled."""
        self.prepared += seats
        tell(f"preparing {seats[0]}")


class MemoryStore:
    """A store that keeps everything in lists."""

    def __init__(self) -> None:
        self.kept: dict[LineUp, list[GameRecord]] = {}
        self.events: list[tuple[str, str]] = []
        self.adopted: list[tuple[int, int]] = []  # part and seed

    def games(self, lineup: LineUp, seeds: object = None, experiment: str = "") -> list[GameRecord]:
        """The finished games."""
        return [game for game in self.kept.get(lineup, []) if not game.error]

    def add_later(
        self, experiment: str, part: int, lineup: LineUp, records: Sequence[GameRecord]
    ) -> Future[None]:
        """Keeps at once."""
        self.kept.setdefault(lineup, []).extend(records)
        future: Future[None] = Future()
        future.set_result(None)
        return future

    def adopt(
        self, experiment: str, part: int, lineup: LineUp, seeds: Iterable[int]
    ) -> list[GameRecord]:
        """Notes the seeds."""
        self.adopted += [(part, seed) for seed in seeds]
        return []

    def event(self, experiment: str, what: str, detail: str = "") -> None:
        """Notes it."""
        self.events.append((experiment, what))


class Here:
    """Hands that play in this process, one job after the other."""

    def __init__(self, size: int = 1, on_again: Callable[[str], object] = print) -> None:
        self.size = size
        self.jobs: list[GroupJob] = []

    def submit(self, job: GroupJob) -> Future[tuple[GameRecord, ...]]:
        """Plays the job at once."""
        self.jobs.append(job)
        future: Future[tuple[GameRecord, ...]] = Future()
        try:
            games = work.play(job.line)["games"]
            future.set_result(tuple(GameRecord.read(line) for line in games))
        except Exception as error:
            future.set_exception(error)
        return future

    def prepare(self, game: str, seats: Sequence[str], tell: Callable[[str], object]) -> None:
        """Needs nothing."""

    def close(self) -> None:
        """Has nothing to end."""
