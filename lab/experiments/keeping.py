"""Progress reports of a run, and when it is hopeless to go on with it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from lab.batch.errors import BatchError
from lab.batch.games import GameRecord

HOPELESS = 8  # failures without a single finished match after which the run gives up


@dataclass(frozen=True)
class RunStep:
    """How far a run has come: `note` in words, `told` a sentence about something that went wrong,
    or "". `total` is 0 where nobody knows it.
    """

    done: int
    total: int
    note: str
    told: str = ""
    per_minute: float = 0.0
    left_s: float | None = None


OnStep = Callable[[RunStep], Any]


@dataclass
class PlayedInVain:
    """The games of one run that say nothing: `failing` are those that failed since the last one
    that was finished, `dumb` the finished ones in which somebody never gave a valid move.
    """

    failing: int = 0
    finishes: int = 0
    dumb: int = 0
    failure: str = ""  # the last one
    fault: str = ""

    def failed(self, told: Sequence[str], games: int) -> None:
        """Takes the sentences about those of a job's games that failed."""
        self.failing = self.failing + games if len(told) == games else 0
        self.failure = told[-1] if told else self.failure

    def finished(self, games: Sequence[GameRecord]) -> None:
        """Takes games that have been played."""
        for game in games:
            faults = [seat.fault for seat in game.seats if seat.never_moved]
            self.finishes += 1
            self.dumb += bool(faults)
            self.fault = faults[0] if faults else self.fault

    def check(self, done: int, endless: bool) -> None:
        """BatchError where it is hopeless to go on; `done` games count, those of earlier runs among
        them.
        """
        if HOPELESS <= self.finishes == self.dumb:
            raise BatchError(
                f"In each of the first {self.dumb} games somebody never gave a valid move. Last "
                f"error: {self.fault}"
            )
        if self.failing >= HOPELESS and (endless or not done):
            which = "last" if done else "first"
            raise BatchError(
                f"The {which} {HOPELESS} matches all failed. Last error: {self.failure}"
            )
