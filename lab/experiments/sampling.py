"""One estimator in a thread of its own, at the pace the user chose; snapshots are published by
swapping one reference.

Kernels are made and run in this thread alone. Its callers post commands and read frozen results.
"""

from __future__ import annotations

import math
import queue
import threading
import time
from collections.abc import Callable

from engines.knobs import HasFields, KnobError
from lab.live.worker import give_way
from search.estimators.base import EstimateSnapshot, Estimator

CHUNK_S = 0.012  # how long one call may take
PUBLISH_S = 1 / 30
BEAT_S = 1 / 60  # between two calls at a slow pace
OWED_S = 0.1  # most time to be made up for after a pause
RATE_S = 0.5  # over which the speed is measured

Make = Callable[[], Estimator]


class EstimatorThread(threading.Thread):
    """Results, each replaced as a whole: `snapshot` (None before the first), `per_s`, `failure` (""
    or a sentence), `running`.
    """

    def __init__(self, make: Make, pace: float) -> None:
        super().__init__(name="estimator", daemon=True)
        self.snapshot: EstimateSnapshot | None = None
        self.failure = ""
        self.per_s = 0.0
        self.running = False
        self._make, self._pace = make, pace
        self._inbox: queue.SimpleQueue[Callable[[], None]] = queue.SimpleQueue()
        self._estimator: Estimator | None = None
        self._stopping = False
        self._single = 0  # samples still to be drawn one by one
        self._owed = 0.0  # samples that the pace allows so far
        self._chunk = 64
        self._beat = self._published = self._rated = 0.0
        self._rated_n = 0

    # -- commands, from any thread -----------------------------------------------------------------

    def run_on(self, on: bool) -> None:
        """Draws samples at the chosen pace, or pauses."""
        self._inbox.put(lambda: self._set_running(on))

    def step(self, n: int) -> None:
        """Pauses, then draws exactly `n` samples."""
        self._inbox.put(lambda: self._set_single(n))

    def set_pace(self, per_s: float) -> None:
        """Samples a second; infinity for as many as possible."""
        self._inbox.put(lambda: self._set_pace(per_s))

    def set_params(self, params: HasFields) -> None:
        """Changes the parameters."""
        self._inbox.put(lambda: self._update(params))

    def restart(self, make: Make) -> None:
        """Discards everything and begins with another estimator, paused or running as before."""
        self._inbox.put(lambda: self._begin(make))

    def stop(self) -> None:
        """Ends the thread after its current call."""
        self._inbox.put(self._leave)

    # -- the thread --------------------------------------------------------------------------------

    def run(self) -> None:
        """The whole life of the thread."""
        give_way()
        self._guarded(lambda: self._begin(self._make))
        while not self._stopping:
            try:
                self._inbox.get(timeout=None if self._idle else BEAT_S if self._waits else 0.0)()
                continue
            except queue.Empty:
                pass
            self._guarded(self._go_on)

    def _guarded(self, what: Callable[[], None]) -> None:
        try:
            what()
        except KnobError as error:
            self.failure, self._estimator, self.running = str(error), None, False
        except Exception as error:
            self.failure = f"The estimator stopped: {str(error) or type(error).__name__}"
            self._estimator = None
            self.running = False

    @property
    def _idle(self) -> bool:
        """Whether there is nothing to do until a command comes."""
        return self._estimator is None or not (self.running or self._single)

    @property
    def _waits(self) -> bool:
        """Whether the pace allows no sample yet."""
        return not self._single and math.isfinite(self._pace) and self._owed < 1

    def _go_on(self) -> None:
        """One call of the estimator, as long as the pace and the chunk allow."""
        assert self._estimator is not None  # else idle
        now = time.monotonic()
        if math.isfinite(self._pace):
            self._owed = min(
                self._owed + (now - self._beat) * self._pace, max(1.0, OWED_S * self._pace)
            )
        self._beat = now
        allowed = self._single or (int(self._owed) if math.isfinite(self._pace) else self._chunk)
        n = min(allowed, self._chunk)
        if n > 0:
            done = self._estimator.advance(n)
            took = time.monotonic() - now
            self._single = max(0, self._single - n)
            self._owed = max(0.0, self._owed - n)
            if n == self._chunk:
                self._chunk = max(1, min(1 << 24, round(n * min(4.0, CHUNK_S / max(took, 1e-6)))))
            if done:
                self.running, self._single = False, 0
        self._publish(now, self._idle)

    def _publish(self, now: float, at_once: bool = False) -> None:
        if self._estimator is None or (now - self._published < PUBLISH_S and not at_once):
            return
        self._published = now
        self.snapshot = found = self._estimator.snapshot()
        if now - self._rated >= RATE_S:
            self.per_s = (found.n - self._rated_n) / (now - self._rated) if self._rated else 0.0
            self._rated, self._rated_n = now, found.n

    def _set_running(self, on: bool) -> None:
        self.running = on and self._estimator is not None
        self._single = 0
        self._beat = time.monotonic()
        self._owed = 0.0
        self._rated = 0.0

    def _set_single(self, n: int) -> None:
        self.running, self._single = False, n

    def _set_pace(self, per_s: float) -> None:
        self._pace, self._owed = per_s, 0.0

    def _update(self, params: HasFields) -> None:
        if self._estimator is not None:
            self._guarded(lambda: self._take(params))

    def _take(self, params: HasFields) -> None:
        assert self._estimator is not None
        self._estimator.update(params)
        self._publish(time.monotonic(), True)

    def _begin(self, make: Make) -> None:
        self.failure, self._chunk, self._rated = "", 64, 0.0
        self._guarded(lambda: self._first(make))

    def _first(self, make: Make) -> None:
        self._estimator = make()
        self._beat, self._owed, self._rated_n = time.monotonic(), 0.0, 0
        self._publish(self._beat, True)

    def _leave(self) -> None:
        self._stopping = True
