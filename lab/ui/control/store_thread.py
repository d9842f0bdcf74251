"""Asks a store in a thread of its own, so that the window never waits for a disk or a lock."""

from __future__ import annotations

import queue
import threading
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple, TypeVar, TypeVarTuple

from PySide6.QtCore import QObject, Signal

from engines.knobs import KnobError
from lab.batch.errors import BatchError
from lab.store.errors import StoreError
from lab.store.store import Store
from lab.ui.control.files import with_ignored_shutdown

T = TypeVar("T")
Given = TypeVarTuple("Given")
Then = Callable[[Any], object]
# what work may end with: each has one sentence for the user
SENTENCES = (KnobError, BatchError, StoreError, OSError, ValueError)
LEAVE_S = 5.0  # for what has to be finished
QUIT_S = 0.2  # for what only reads


class StoreTask(NamedTuple):
    """Work and what it is given, and what becomes of its result; one that only `reads` need not be
    finished.
    """

    work: Callable[..., Any]
    given: tuple[object, ...]
    then: Then
    otherwise: Then
    reads: bool


class StoreThread(QObject):
    """Does one piece of work after the other. What comes of it reaches `then` in the window's
    thread, a sentence about what failed `otherwise` or else the signal `failed`. The store is
    opened with the first work. When the window closes, what only reads is dropped.
    """

    failed = Signal(str)
    _done = Signal(object, object)  # then or otherwise, result

    def __init__(self, path: Path | None = None, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._path = path
        self.opened: Store | None = None
        self._inbox: queue.SimpleQueue[StoreTask | None] = queue.SimpleQueue()
        self._thread: threading.Thread | None = None
        self._ended, self._ending = False, threading.Event()
        self._asked, self._finished = 0, 0  # works that have to be finished
        self._done.connect(self._deliver)

    def ask(
        self,
        work: Callable[[Store, *Given], T],
        *given: *Given,
        then: Callable[[T], object] = lambda found: None,
        otherwise: Callable[[str], object] | None = None,
    ) -> None:
        """Does `work` on the store with what is given soon, and finishes it whatever happens."""
        self._put(StoreTask(work, given, then, otherwise or self.failed.emit, reads=False))

    def look(
        self,
        work: Callable[[Store, *Given], T],
        *given: *Given,
        then: Callable[[T], object] = lambda found: None,
        otherwise: Callable[[str], object] | None = None,
    ) -> None:
        """Does `work`, which only reads; nobody waits for it when the window closes."""
        self._put(StoreTask(work, given, then, otherwise or self.failed.emit, reads=True))

    def _put(self, task: StoreTask) -> None:
        if self._ended:
            return
        self._asked += not task.reads
        if self._thread is None:
            self._thread = threading.Thread(target=self._run, name="store", daemon=True)
            self._thread.start()
        self._inbox.put(task)

    def _run(self) -> None:
        while (task := self._inbox.get()) is not None:
            if not (task.reads and self._ended):
                self._do(task)
            self._finished += not task.reads
        if self.opened is not None:
            self.opened.close()

    def _do(self, task: StoreTask) -> None:
        try:
            found = task.work(self._open(), *task.given)
        except SENTENCES as error:
            with_ignored_shutdown(partial(self._done.emit, task.otherwise, str(error)))
        else:
            with_ignored_shutdown(partial(self._done.emit, task.then, found))

    def _open(self) -> Store:
        if self.opened is None:
            self.opened = Store(self._path)
        return self.opened

    def _deliver(self, then: Then, found: object) -> None:
        if not self._ended:
            then(found)

    def wait(self, seconds: float) -> None:
        """For work: waits. BatchError once the window closes, so that the work ends."""
        if self._ending.wait(seconds):
            raise BatchError("The window is being closed.")

    def end(self) -> None:
        """Finishes what has to be finished and closes the store; what is being read is left."""
        self._ended = True
        self._ending.set()
        if self._thread is not None:
            self._inbox.put(None)
            self._thread.join(LEAVE_S if self._asked > self._finished else QUIT_S)
            self._thread = None


class LatestLook:
    """One look at a time. A look at something else waits until the one on its way is back, whose
    result is dropped. `took` gets the seconds of each.
    """

    def __init__(
        self, store: StoreThread, took: Callable[[float], object] = lambda seconds: None
    ) -> None:
        self._store, self._took = store, took
        self._about: object = None
        self._next: Callable[[], object] | None = None
        self._began = 0.0
        self.busy = False

    def look(
        self,
        about: object,
        work: Callable[[Store, *Given], T],
        *given: *Given,
        then: Callable[[T], object],
        otherwise: Callable[[str], object] | None = None,
    ) -> None:
        """Does `work`, which only reads, unless a look at the same thing is on its way."""
        failed = otherwise or self._store.failed.emit

        def begin() -> None:
            self.busy, self._about, self._began = True, about, time.monotonic()
            self._store.look(
                work,
                *given,
                then=partial(self._back, then),
                otherwise=partial(self._back, failed),
            )

        if not self.busy:
            begin()
        else:
            self._next = begin if about != self._about else None

    def drop(self) -> None:
        """Nothing is wanted any more: what is on its way is not shown."""
        self._next = (lambda: None) if self.busy else None

    def _back(self, then: Then, found: object) -> None:
        took_s, self.busy = time.monotonic() - self._began, False
        following, self._next = self._next, None
        (following or partial(then, found))()
        self._took(took_s)
