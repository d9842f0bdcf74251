"""Marks that an experiment is being played: a file beside the store that is locked as long. The
lock ends with the process, however it ends.
"""

from __future__ import annotations

import contextlib
import hashlib
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from lab.store.lock import StoreLock
from lab.store.place import beside

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
