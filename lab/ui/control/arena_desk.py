"""Asks a store in a thread of its own, so that the window never waits for a disk or a lock."""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

from PySide6.QtCore import QObject, Signal

from engines.knobs import KnobError
from lab.batch.errors import BatchError
from lab.store.errors import StoreError
from lab.store.store import Store
from lab.ui.control.files import with_ignored_shutdown

T = TypeVar("T")
Work = Callable[[Store], Any]
Then = Callable[[Any], object]
# what work may end with: each has one sentence for the user
SENTENCES = (KnobError, BatchError, StoreError, OSError, ValueError)
LEAVE_S = 5.0


class StoreDesk(QObject):
    """Does one piece of work after the other. What comes of it reaches `then` in the window's
    thread, a sentence about what failed `otherwise` or else the signal `failed`. The store is
    opened with the first work.
    """

    failed = Signal(str)
    _done = Signal(object, object)  # then or otherwise, result

    def __init__(self, path: Path | None = None, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._path = path
        self.store: Store | None = None
        self._inbox: queue.SimpleQueue[tuple[Work, Then, Then] | None] = queue.SimpleQueue()
        self._thread: threading.Thread | None = None
        self._ended = False
        self._done.connect(self._deliver)

    def ask(
        self,
        work: Callable[[Store], T],
        then: Callable[[T], object] = lambda found: None,
        otherwise: Callable[[str], object] | None = None,
    ) -> None:
        """Does `work` on the store soon."""
        if self._ended:
            return
        if self._thread is None:
            self._thread = threading.Thread(target=self._run, name="store desk", daemon=True)
            self._thread.start()
        self._inbox.put((work, then, otherwise or self.failed.emit))

    def _run(self) -> None:
        while (task := self._inbox.get()) is not None:
            work, then, otherwise = task
            try:
                found = work(self._opened())
            except SENTENCES as error:
                with_ignored_shutdown(partial(self._done.emit, otherwise, str(error)))
            else:
                with_ignored_shutdown(partial(self._done.emit, then, found))
        if self.store is not None:
            self.store.close()

    def _opened(self) -> Store:
        if self.store is None:
            self.store = Store(self._path)
        return self.store

    def _deliver(self, then: Then, found: object) -> None:
        if not self._ended:
            then(found)

    def end(self) -> None:
        """Finishes what was asked, closes the store, and waits for it."""
        self._ended = True
        if self._thread is not None:
            self._inbox.put(None)
            self._thread.join(LEAVE_S)
            self._thread = None
