"""What a process that plays says of itself and its computer."""

from __future__ import annotations

import os
import platform
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numba

from lab.batch.pool import cores
from lab.batch.version import current_digest


@dataclass(frozen=True)
class Host:
    """A computer that plays. `speed` is measured, relative to the fastest of the run; 0 if it is
    not known.
    """

    name: str
    cpu: str
    cores: int
    python: str
    numba: str
    digest: str  # of the sources
    processes: int = 1
    speed: float = 0.0

    @property
    def line(self) -> dict[str, Any]:
        """As JSON."""
        return asdict(self)


def this_host(processes: int = 1) -> Host:
    """The computer of this process."""
    return Host(
        name=platform.node(),
        cpu=_cpu(),
        cores=cores(),
        python=platform.python_version(),
        numba=str(numba.__version__),
        digest=current_digest(),
        processes=processes,
    )


def _cpu() -> str:
    """The name of the processor as far as the system says it."""
    try:
        facts = Path(os.sep, "proc", "cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        facts = []
    named = [line.partition(":")[2].strip() for line in facts if line.startswith("model name")]
    return (named or [platform.processor() or platform.machine()])[0]
