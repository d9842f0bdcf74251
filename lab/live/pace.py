"""How much a running search may do now: its budget, an even spread over the turn's time, single
iterations, and the size of a chunk.
"""

from __future__ import annotations

import math
import time

from lab.match.budget import ITERATIONS, NODES, TIME, Budget
from search.base import Snapshot

CHUNK_S = 0.012  # long enough to waste nothing on Python, short enough that commands act at once
SMALLEST_S = 0.003  # an unspread search is not cut finer than this for the sake of its trail
SAMPLES = 100  # trail samples of a search with an iteration budget
FIRST, GROWTH = 16, 4
CATCH_UP = 4
SETTLED = 256  # iterations without a new node after which a node budget counts as used


class Stopwatch:
    """Seconds that ran, pauses excluded."""

    def __init__(self) -> None:
        self._sum, self._since = 0.0, time.perf_counter()
        self.running = True

    @property
    def seconds(self) -> float:
        """What has run so far."""
        return self._sum + (time.perf_counter() - self._since if self.running else 0.0)

    def set(self, seconds: float) -> None:
        """Goes on from here."""
        self._sum, self._since = seconds, time.perf_counter()

    def run(self, on: bool) -> None:
        """Stops or goes on."""
        if on != self.running:
            seconds = self.seconds
            self.running = on
            self.set(seconds)


class Pace:
    """Counts a search's iterations and says how many may follow. `budget` None means no limit."""

    def __init__(self, budget: Budget | None, spread_s: float) -> None:
        self.done = 0  # iterations since the start
        self.since = 0  # iterations since the tree was last started anew
        self.goal: int | None = None  # `done` at which single-stepping rests
        self.clock = Stopwatch()
        self.exhausted = False  # more iterations would change nothing
        self._busy_s = 0.0
        self._generation = -1
        self._rate = 0.0  # iterations a second
        self._last = 0
        self._nodes, self._full, self._grew_at, self._looked_at = 0, False, 0, 0
        self._budget, self._spread_s = budget, spread_s

    # -- what was asked ----------------------------------------------------------------------------

    def limit(self, budget: Budget | None, spread_s: float) -> None:
        """Another budget; a spread one goes on from the share that is used."""
        self._budget, self._spread_s = budget, spread_s
        self.goal = None
        if budget is not None and budget.kind == ITERATIONS:
            self.clock.set(self.since / budget.amount * spread_s)

    def iterate(self, n: int) -> None:
        """Rests after `n` more iterations; asked twice, both are done."""
        self.goal = max(self.done, self.goal or 0) + n

    def begin(self, generation: int) -> None:
        """The search has been started."""
        self._generation = generation
        self.clock.set(0.0)

    def changed(self, generation: int) -> None:
        """A knob was turned: if the tree began anew, so does the budget in iterations or nodes;
        time goes on.
        """
        self.exhausted = False
        if generation != self._generation:
            self._generation = generation
            self.since = 0
            self._grew_at = 0
            self._looked_at = 0
            self._nodes = 0
            if self._counted:
                self.clock.set(0.0)

    # -- what was done -----------------------------------------------------------------------------

    def took(self, n: int, seconds: float, exhausted: bool) -> None:
        """A chunk of `n` iterations took `seconds`."""
        self.done += n
        self.since += n
        self._rate, self._last, self.exhausted = n / max(seconds, 1e-9), n, exhausted

    def spend(self, seconds: float) -> None:
        """Time that the budget is charged for: a chunk and what was told about it."""
        self._busy_s += seconds

    def look(self, snapshot: Snapshot) -> None:
        """What a node budget needs to know."""
        if snapshot.nodes > self._nodes:
            self._nodes, self._grew_at = snapshot.nodes, self.since
        self._full = snapshot.full
        self._looked_at = self.since

    def sample_due(self) -> bool:
        """Whether the trail wants another sample before a thought is published anyway."""
        return self._counted and self.since - self._looked_at >= self.stride

    # -- what follows ------------------------------------------------------------------------------

    @property
    def _counted(self) -> bool:
        return self._budget is not None and self._budget.kind == ITERATIONS

    @property
    def by_nodes(self) -> bool:
        """Whether nodes have to be counted after each chunk."""
        return self._budget is not None and self._budget.kind == NODES

    @property
    def stride(self) -> int:
        """Iterations between two samples of a trail."""
        return (
            max(1, int(self._budget.amount) // SAMPLES)
            if self._budget is not None and self._counted
            else 1
        )

    @property
    def spent(self) -> float:
        """Share of the budget used so far, 0 when unlimited."""
        if self._budget is None:
            return 0.0
        used = {
            ITERATIONS: float(self.since),
            TIME: self._busy_s * 1000,
            NODES: float(self._nodes),
        }[self._budget.kind]
        return min(1.0, used / self._budget.amount)

    @property
    def finished(self) -> bool:
        """Whether the budget is used, or nothing is left to search."""
        if self._budget is None:
            return False
        if self.exhausted or self.spent >= 1.0:
            return True
        if self._budget.kind == TIME:
            return self._last > 0 and self._rate * self._left_s < 1
        return self.by_nodes and (self._full or self.since - self._grew_at >= SETTLED)

    @property
    def _left_s(self) -> float:
        return self._budget.amount / 1000 - self._busy_s if self._budget is not None else math.inf

    @property
    def overrun_ms(self) -> float:
        """By how much a time budget was exceeded."""
        return (
            max(0.0, -self._left_s * 1000)
            if self._budget is not None and self._budget.kind == TIME
            else 0.0
        )

    @property
    def seconds(self) -> float:
        """Time spent searching."""
        return self._busy_s

    def room(self) -> int:
        """How many iterations may run now; 0: none, or not yet."""
        if self.finished or self.exhausted:
            return 0
        n = max(1, min(int(self._rate * CHUNK_S), self._last * GROWTH)) if self._last else FIRST
        if self.goal is not None:
            return min(n, self.goal - self.done)
        if self._budget is None:
            return n
        if self._counted:
            return self._share(n, int(self._budget.amount))
        if self.by_nodes:
            return min(n, SETTLED)
        return max(1, min(n, int(self._rate * 0.7 * self._left_s))) if self._last else n

    def _share(self, n: int, amount: int) -> int:
        left = amount - self.since
        if self._spread_s <= 0:
            return min(n, left, max(self.stride, int(self._rate * SMALLEST_S)))
        due = int(amount * self.clock.seconds / self._spread_s) - self.since
        # a search that is late takes longer steps
        step = self.stride if due < 2 * self.stride else CATCH_UP * self.stride
        return min(n, left, due, step) if due >= min(self.stride, left) else 0

    def wait_s(self) -> float | None:
        """Seconds until a spread budget lets the next iterations run; None: until something is
        asked.
        """
        if (
            self._budget is None
            or self.goal is not None
            or not self._counted
            or self.finished
            or not self.clock.running
        ):
            return None
        following = min(self.since + self.stride, int(self._budget.amount))
        return (
            max(0.0, (following + 0.5) / self._budget.amount * self._spread_s - self.clock.seconds)
            + 0.0005
        )
