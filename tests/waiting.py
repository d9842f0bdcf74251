"""Waiting for threads and processes."""

from __future__ import annotations

import os
import time
from collections.abc import Callable

HANG_S = 300.0  # a guard against waiting forever, not a speed requirement


def until(condition: Callable[[], object], seconds: float = HANG_S) -> None:
    """Waits for a condition."""
    ends = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < ends
        time.sleep(0.01)


def is_gone(group: int) -> bool:
    """Whether a process group is gone; its number is its leader's process id."""
    try:
        os.killpg(group, 0)
    except ProcessLookupError:
        return True
    return False
