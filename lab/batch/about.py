"""What a process that plays says of itself and its computer, and the digest of the sources that
games depend on.
"""

from __future__ import annotations

import hashlib
import importlib
import os
import sys
import time
from dataclasses import asdict, dataclass
from functools import cache
from pathlib import Path
from typing import Any

import engines
import lab
import search
from engines.jit import digest, sources
from lab.batch.computer import this_computer

_PLAYS = "lab.batch.work"  # it imports every module of lab that a game runs through
_STARTED, _OWN = time.time(), os.urandom(16)


@cache
def current_digest() -> str:
    """The digest of all sources in engines and search, of those in lab that play, and of the
    versions of Python and numba: processes with equal digests play the same games. A source that
    was edited after this process started gives it a digest of its own.
    """
    importlib.import_module(_PLAYS)
    folders = [Path(package.__path__[0]) for package in (engines, search)]
    files = {str(path) for folder in folders for path in folder.rglob("*.py")}
    room = str(Path(lab.__path__[0]))
    files |= {path for path in sources(_PLAYS) if path.startswith(room)}
    return digest((sys.version_info[:2], *sorted(map(_digest, files))))


def _digest(path: str) -> bytes:
    is_new = _STARTED < Path(path).stat().st_mtime <= time.time()
    return hashlib.sha256(Path(path).read_bytes() + (_OWN if is_new else b"")).digest()


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
