"""What a process that plays says of itself and its computer."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

from lab.batch.computer import this_computer
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
    return Host(*this_computer(), digest=current_digest(), processes=processes)
