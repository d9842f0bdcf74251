"""What is known of this computer, and of what games are compiled with on it."""

from __future__ import annotations

import os
import platform
from functools import cache
from importlib.metadata import version
from pathlib import Path
from typing import NamedTuple

from lab.words.numerals import several


class Computer(NamedTuple):
    """A computer, and the versions that compile its games."""

    name: str
    cpu: str
    cores: int
    python: str
    numba: str


@cache
def this_computer() -> Computer:
    """The computer of this process."""
    return Computer(platform.node(), _cpu(), cores(), platform.python_version(), version("numba"))


def cores() -> int:
    """The cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def busy() -> float:
    """How many cores are at work now, this process's and others': what runs at this moment, but no
    more than in the last minute; 0 where the system does not say.
    """
    try:
        lately = os.getloadavg()[0]
        now = Path(os.sep, "proc", "loadavg").read_text(encoding="utf-8").split()[3]
        return min(lately, max(0.0, float(now.partition("/")[0]) - 1))  # but for this thread
    except (AttributeError, OSError, LookupError, ValueError):
        return 0.0


def crowded(processes: int, at_work: float, cores: int) -> str:
    """What to say before so many processes play beside as many cores `at_work`, where programs have
    the limits of a contest; "" where there is room.
    """
    others = round(at_work)
    if processes + others <= cores:
        return ""
    room = max(1, cores - others)
    less = f"play with {room} at a time, or " if room < processes else ""
    return (
        f"{several(processes, 'game')} at a time and other work on {several(others, 'core')} are "
        f"more than {several(cores, 'core')} can do, so answers may come late: {less}give programs "
        "a longer limit, such as patience=2."
    )


def _cpu() -> str:
    """The name of the processor as far as the system says it."""
    try:
        facts = Path(os.sep, "proc", "cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        facts = []
    named = [line.partition(":")[2].strip() for line in facts if line.startswith("model name")]
    return (named or [platform.processor() or platform.machine()])[0]
