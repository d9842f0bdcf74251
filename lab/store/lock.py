"""A lock between processes that is held for one transaction.

SQLite's own waiting lets one of several greedy writers starve. Here everyone looks once a
millisecond whether the lock is free, and who had it waits longer than that before the next turn.
The lock ends with the process, however it ends.

Marks that an experiment is being played: a file beside the store that is locked as long. The
lock ends with the process, however it ends.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import sys
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from lab.store.place import beside

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

    def _release(descriptor: int) -> None:
        msvcrt.locking(descriptor, msvcrt.LK_UNLCK, 1)

else:
    import fcntl

    def _taken(descriptor: int) -> bool:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True

    def _release(descriptor: int) -> None:
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
            _release(self._descriptor)
            self._free_at = time.monotonic()

    def close(self) -> None:
        """Closes the file, which stays."""
        os.close(self._descriptor)


PATIENCE_S = 0.1  # for one who only looks


def mark_path(store: Path, experiment: str) -> Path:
    """The file of an experiment's mark."""
    return beside(store, f"playing-{hashlib.sha256(experiment.encode()).hexdigest()[:12]}")


@contextmanager
def marked(store: Path, experiment: str) -> Iterator[None]:
    """The experiment is being played. Of several processes that play it the first has the mark, and
    a folder that takes no file has none.
    """
    path = mark_path(store, experiment)
    with contextlib.ExitStack() as stack:
        with contextlib.suppress(OSError):  # TimeoutError among them
            lock = stack.enter_context(closing(StoreLock(path, PATIENCE_S)))
            stack.enter_context(lock.held())
            stack.callback(_remove, path)
        yield


def is_marked(store: Path, experiment: str) -> bool:
    """Whether a process plays the experiment, this one included."""
    path = mark_path(store, experiment)
    if not path.exists():
        return False
    with closing(StoreLock(path, 0.0)) as lock:
        try:
            with lock.held():
                return False
        except TimeoutError:
            return True


def _remove(path: Path) -> None:
    with contextlib.suppress(OSError):  # an open file cannot be removed everywhere
        path.unlink()
