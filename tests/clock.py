"""A clock that runs only while a search does, so that time budgets mean the same on every
machine.
"""

from __future__ import annotations

import pytest

from lab.match import decide
from lab.match.decide import Player


class Clock:
    """Wall seconds and CPU seconds; only `work` and `wait` advance them."""

    def __init__(self) -> None:
        self.wall = self.cpu = 1000.0

    def perf_counter(self) -> float:
        """As time.perf_counter."""
        return self.wall

    def thread_time(self) -> float:
        """As time.thread_time."""
        return self.cpu

    def work(self, seconds: float) -> None:
        """Lets time pass, all of it at work."""
        self.wall, self.cpu = self.wall + seconds, self.cpu + seconds

    def wait(self, seconds: float) -> None:
        """Lets time pass, none of it at work."""
        self.wall += seconds


def given(patch: pytest.MonkeyPatch, iteration_s: float = 1e-4) -> Clock:
    """A clock on which an iteration takes `iteration_s` and nothing else takes any time."""
    clock, advance = Clock(), Player.advance

    def timed(player: Player, n: int, spent: float = 0.0) -> bool:
        done = advance(player, n, spent)
        clock.work(n * iteration_s)
        player.cpu_s += n * iteration_s
        return done

    patch.setattr(decide, "time", clock)
    patch.setattr(Player, "advance", timed)
    return clock
