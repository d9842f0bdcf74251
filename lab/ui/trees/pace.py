"""When the parts of the dock are redrawn: bars at 30 Hz, plots and texts at 10 Hz in small parts,
spoken text once a second.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

BARS, PLOTS, SPEECH = "bars", "plots", "speech"
LEAST_S = {BARS: 0.030, PLOTS: 0.095, SPEECH: 1.0}  # least time between two redraws
SLICES = 3  # ticks over which plots and texts are spread, so that no frame waits for all of them

Job = Callable[[], None]


class RedrawPace:
    """Remembers when each part was last drawn, and what remains to be done."""

    def __init__(self) -> None:
        self._last: dict[str, float] = {}
        self._jobs: list[Job] = []
        self._share = 1

    def due(self, what: str, now: float) -> bool:
        """Whether `what` may be drawn again at `now` (seconds); if so, it counts as drawn. Plots
        wait for the remaining ones.
        """
        if (what == PLOTS and self._jobs) or now - self._last.get(what, -math.inf) < LEAST_S[what]:
            return False
        self._last[what] = now
        return True

    def start(self, jobs: Sequence[Job]) -> None:
        """Takes jobs, which `work` does over several calls."""
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
