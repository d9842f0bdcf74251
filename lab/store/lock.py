"""A lock between processes that is held for one transaction.

SQLite's own waiting lets one of several greedy writers starve. Here everyone looks once a
millisecond whether the lock is free, and who had it waits longer than that before the next turn.
The lock ends with the process, however it ends.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

LOOK_S = 0.001
REST_S = 0.002  # after a turn, so that others get theirs

if sys.platform == "win32":
    import msvcrt

    def _taken(descriptor: int) -> bool:
        try:
            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        return True

    def _let_go(descriptor: int) -> None:
        msvcrt.locking(descriptor, msvcrt.LK_UNLCK, 1)

else:
    import fcntl

    def _taken(descriptor: int) -> bool:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True

    def _let_go(descriptor: int) -> None:
        fcntl.flock(descriptor, fcntl.LOCK_UN)


class StoreLock:
    """The lock of one store, in the file `path`."""

    def __init__(self, path: Path, patience_s: float) -> None:
        self._descriptor = os.open(path, os.O_RDWR | os.O_CREAT, 0o666)
        self._patience_s = patience_s
        self._free_at = 0.0  # when this process had it last

    @contextmanager
    def held(self) -> Iterator[None]:
        """The lock; TimeoutError if another process does not let go of it in time."""
        time.sleep(max(0.0, self._free_at + REST_S - time.monotonic()))
        ends = time.monotonic() + self._patience_s
        while not _taken(self._descriptor):
            if time.monotonic() > ends:
                raise TimeoutError
            time.sleep(LOOK_S)
        try:
            yield
        finally:
            _let_go(self._descriptor)
            self._free_at = time.monotonic()

    def close(self) -> None:
        """Closes the file, which stays."""
        os.close(self._descriptor)
