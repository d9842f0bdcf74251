"""Long work in portions of a fraction of a second: between two of them progress is shown, and a
request to end is answered.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator

from lab.signals import undisturbed

PORTION_S = 0.1
GROWTH = 4.0  # of a portion over the last one, at most
Tell = Callable[[int], object]


def portions(total: int, first: int, now: Callable[[], float] = time.monotonic) -> Iterator[int]:
    """Whole numbers that sum to `total`: `first`, then as many as should take PORTION_S by the time
    that the last portion took. What is done with a portion happens between two of them.
    """
    size, done = first, 0
    while done < total:
        portion = max(1, min(size, total - done))
        began = now()
        yield portion
        done += portion
        size = max(first, int(portion * min(GROWTH, PORTION_S / max(1e-6, now() - began))))


class Measured:
    """Work that is done in portions, with its CPU seconds. A request to end takes effect between
    two portions, so that what was counted is what was done; `tell` gets the amount after each.
    """

    def __init__(self, tell: Tell = lambda done: None) -> None:
        self.cpu_s, self.done, self._tell, self._short = 0.0, 0, tell, 0

    def work(self, total: int, first: int, advance: Callable[[int], object]) -> None:
        """Has `advance` called with portions that sum to `total`. Work of the same kind goes on
        with the largest portion that was short enough, so that calls are few.
        """
        for portion in portions(total, max(first, self._short)):
            with undisturbed():
                began = time.process_time()
                advance(portion)
                took = time.process_time() - began
                self.cpu_s += took
                self.done += portion
            if took < PORTION_S:
                self._short = max(self._short, portion)
            self._tell(self.done)
