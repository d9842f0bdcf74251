"""When the costly parts of the dock are drawn: plots a few at each tick, spoken text once a
second.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

SPEECH_S = 1.0  # least time between two spoken texts
SLICES = 3  # ticks over which plots are spread, so that no frame waits for all of them

Job = Callable[[], None]


class RedrawPace:
    """Remembers what remains to be drawn, and when the screen reader got its text."""

    def __init__(self) -> None:
        self._spoke_at = -math.inf
        self._jobs: list[Job] = []
        self._share = 1

    def speaks(self, now: float) -> bool:
        """Whether a spoken text is due at `now` (seconds); if so, it counts as given."""
        if now - self._spoke_at < SPEECH_S:
            return False
        self._spoke_at = now
        return True

    def start(self, jobs: Sequence[Job]) -> None:
        """Takes jobs, which `work` does over several calls. What is left of earlier ones is done
        first: a plot that always came last would otherwise never be drawn.
        """
        for job in self._jobs:
            job()
        self._jobs = list(jobs)
        self._share = math.ceil(len(self._jobs) / SLICES)

    def work(self) -> None:
        """Does this tick's part."""
        part, self._jobs = self._jobs[: self._share], self._jobs[self._share :]
        for job in part:
            job()

    def drop(self) -> None:
        """Forgets the rest, because everything was redrawn."""
        self._jobs = []
