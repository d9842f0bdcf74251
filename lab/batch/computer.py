"""What is known of this computer, and of what games are compiled with on it."""

from __future__ import annotations

import os
import platform
from functools import cache
from importlib.metadata import version
from pathlib import Path
from typing import NamedTuple


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


def _cpu() -> str:
    """The name of the processor as far as the system says it."""
    try:
        facts = Path(os.sep, "proc", "cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        facts = []
    named = [line.partition(":")[2].strip() for line in facts if line.startswith("model name")]
    return (named or [platform.processor() or platform.machine()])[0]
