"""Whether a process went on running: a computer that sleeps, or a process that is stopped, must not
decide a game that is played by the clock.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import Self

BEAT_S = 1.0
ASLEEP_S = 5.0  # a longer gap between two beats spoils a game


def _now() -> float:
    """Seconds of a clock that also counts while the computer sleeps, where there is one."""
    clock = getattr(time, "CLOCK_BOOTTIME", None)
    return time.clock_gettime(clock) if clock is not None else time.monotonic()


class Pulse:
    """Beats in a thread of its own within a `with` block; `gap` is the longest time in seconds by
    which a beat came late.
    """

    def __init__(self, now: Callable[[], float] = _now) -> None:
        self._now, self._last, self.gap = now, now(), 0.0
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._run, name="pulse", daemon=True)

    def beat(self) -> None:
        """Compares the clock with that of the last beat."""
        now = self._now()
        self.gap, self._last = max(self.gap, now - self._last - BEAT_S), now

    @property
    def asleep(self) -> str:
        """What spoiled a game, as a sentence; "" if nothing did."""
        if self.gap <= ASLEEP_S:
            return ""
        return f"The computer slept, or the process stood still, for {self.gap:,.0f} s."

    def _run(self) -> None:
        while not self._ended.wait(BEAT_S):
            self.beat()

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._ended.set()
        self._thread.join()
        self.beat()
