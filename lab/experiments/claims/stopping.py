"""How a run of an experiment is asked to end from elsewhere: by an event in the store."""

from __future__ import annotations

import time

from lab.store.store import Store

STOP = "stop asked"  # the event that ends a run
LOOK_S = 0.5  # between two looks for it


class StopWatch:
    """Whether somebody has asked a run to end since it began."""

    def __init__(self, store: Store, name: str) -> None:
        self._store, self._name = store, name
        self._before = self._asked()
        self._looked, self.found = time.monotonic(), False

    def __call__(self) -> bool:
        if not self.found and time.monotonic() - self._looked > LOOK_S:
            self._looked = time.monotonic()
            self.found = self._asked() > self._before
        return self.found

    def _asked(self) -> int:
        return sum(event.what == STOP for event in self._store.events(self._name))
