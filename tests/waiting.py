"""Waiting for what threads and processes do in their own time."""

from __future__ import annotations

import os
import time
from collections.abc import Callable

HANG_S = 30.0  # a guard against waiting for ever, no statement about speed


def until(condition: Callable[[], object], seconds: float = HANG_S) -> None:
    """Waits for a condition."""
    ends = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < ends
        time.sleep(0.01)


def is_gone(group: int) -> bool:
    """Whether nothing is left of a process group; a program that leads one has its number."""
    try:
        os.killpg(group, 0)
    except ProcessLookupError:
        return True
    return False
