"""Hands that end every game at once, by the players' texts alone: whoever has the better `quality`
wins more often.
"""

from __future__ import annotations

import base64
import re
from collections.abc import Callable, Sequence
from concurrent.futures import Future

from lab.batch.games import GameRecord, GroupJob, SeatRecord, places_of, points_of, sides_of
from tests.lab.experiments.fake_hands import drawn

Quality = Callable[[str], float]


def near_c(text: str) -> float:
    """1 where c is 1, less elsewhere; without a c as at 5."""
    found = re.search(r"[:,]c=([0-9.]+)", text)
    return 1 / (1 + abs(float(found[1] if found else 5) - 1))


class Instant:
    """Plays a job in the moment in which it is given one."""

    def __init__(self, quality: Quality = near_c, size: int = 2) -> None:
        self.size, self.quality = size, quality
        self.jobs: list[GroupJob] = []

    def submit(self, job: GroupJob) -> Future[tuple[GameRecord, ...]]:
        """The games of the job."""
        self.jobs.append(job)
        future: Future[tuple[GameRecord, ...]] = Future()
        future.set_result(tuple(self._play(job, seating) for seating in job.seatings))
        return future

    def prepare(self, game: str, seats: Sequence[str], tell: Callable[[str], object]) -> None:
        """Nothing."""

    def close(self) -> None:
        """Nothing."""

    def _play(self, job: GroupJob, seating: int) -> GameRecord:
        sides = sides_of(2, len(job.sides), seating)
        luck = [drawn(*job.sides, job.seed, seating, seat) for seat in range(2)]
        levels = [2 * self.quality(job.sides[side]) + luck[k] for k, side in enumerate(sides)]
        outcome = [1.0 if level == max(levels) else -1.0 for level in levels]
        tape = base64.b64encode(str(levels).encode()).decode()
        points, places = points_of(outcome, sides), places_of(outcome)
        seats = tuple(
            SeatRecord(k, side, outcome[k], points[k], places[k]) for k, side in enumerate(sides)
        )
        return GameRecord(job.seed, seating, seats, started=float(len(self.jobs)), tape=tape)
