"""How much a running search may do now: its budget, an even spread over the turn's time, single
iterations, and the size of a chunk.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

from lab.match.budget import ITERATIONS, NODES, Allowance, Budget
from search.base import Snapshot

SMALLEST_S = 0.003  # an unspread search is not divided more finely than this for its trail
SAMPLES = 100  # trail samples of a search with an iteration budget
CATCH_UP = 4
SOON_S = 0.001  # a turned knob shows after so much searching
RESTS, LONGEST_S = 3.0, 0.1  # times as long as it searched, and at most
_guests: list[None] = []  # one for each that makes searches rest
go_on = threading.Event()  # cleared while the window needs Python's lock
go_on.set()


@contextmanager
def window_first() -> Iterator[None]:
    """While the window's thread takes Python's lock thousands of times, as where all widgets are
    styled anew, searches wait between two chunks: each time it would wait for them.
    """
    go_on.clear()
    try:
        yield
    finally:
        go_on.set()


@contextmanager
def making_room() -> Iterator[None]:
    """While something is compiled that somebody waits for, searches take a quarter of their time:
    on two processors the two of a match would make it take twice as long.
    """
    _guests.append(None)
    try:
        yield
    finally:
        _guests.pop()


def make_room(seconds: float) -> None:
    """Rests after so many seconds of searching, if somebody needs the processors."""
    if _guests:
        time.sleep(min(RESTS * seconds, LONGEST_S))


class Stopwatch:
    """Elapsed seconds, excluding pauses."""

    def __init__(self) -> None:
        self._sum, self._since = 0.0, time.perf_counter()
        self.running = True

    @property
    def seconds(self) -> float:
        """Seconds so far."""
        return self._sum + (time.perf_counter() - self._since if self.running else 0.0)

    def set(self, seconds: float) -> None:
        """Sets the elapsed seconds."""
        self._sum, self._since = seconds, time.perf_counter()

    def run(self, on: bool) -> None:
        """Starts or stops the clock."""
        if on != self.running:
            seconds = self.seconds
            self.running = on
            self.set(seconds)


class Pace:
    """Counts a search's iterations and says how many may follow. `budget` None means no limit."""

    def __init__(self, budget: Budget | None, spread_s: float) -> None:
        self.done = 0  # iterations since the start
        self.goal: int | None = None  # `done` at which single-stepping rests
        self.clock = Stopwatch()
        self._allowance = Allowance(budget)
        self._generation = -1
        self._looked_at = 0
        self._spread_s = spread_s
        self._hurries = False  # a knob was turned, and what it does is waited for

    # -- what was asked ----------------------------------------------------------------------------

    def limit(self, budget: Budget | None, spread_s: float) -> None:
        """Sets another budget; a spread one continues from the share already used."""
        self._allowance.budget, self._spread_s = budget, spread_s
        self.goal = None
        if self._amount:
            self.clock.set(self.since / self._amount * spread_s)

    def iterate(self, n: int) -> None:
        """Rests after `n` more iterations; repeated calls add up."""
        self.goal = max(self.done, self.goal or 0) + n

    def begin(self, generation: int) -> None:
        """The search has been started."""
        self._generation = generation
        self.clock.set(0.0)

    def changed(self, generation: int) -> None:
        """A knob was turned: if the tree started again, so does the budget in iterations or nodes;
        time goes on.
        """
        self._allowance.exhausted, self._hurries = False, True
        if generation != self._generation:
            self._generation = generation
            self._allowance.restart()
            self._looked_at = 0
            if self._amount:
                self.clock.set(0.0)

    # -- what was done -----------------------------------------------------------------------------

    def took(self, n: int, seconds: float, exhausted: bool, shared_s: float = 0.0) -> None:
        """A chunk of `n` iterations took `seconds`; `shared_s` as `Allowance.took` has it."""
        self.done += n
        self._hurries = False
        self._allowance.took(n, seconds, exhausted, shared_s)

    def spend(self, seconds: float) -> None:
        """Charges time to the budget: a chunk and the report that followed it."""
        self._allowance.used_s += seconds

    def look(self, snapshot: Snapshot) -> None:
        """Records the tree's size for a node budget."""
        self._allowance.saw(snapshot)
        self._looked_at = self.since

    def sample_due(self) -> bool:
        """Whether the trail needs another sample before the next thought is published."""
        return self._amount > 0 and self.since - self._looked_at >= self.stride

    # -- what follows ------------------------------------------------------------------------------

    @property
    def since(self) -> int:
        """Iterations since the tree was last started again."""
        return self._allowance.since

    @property
    def _amount(self) -> int:
        """The iterations of an iteration budget, 0 for any other."""
        budget = self._allowance.budget
        return int(budget.amount) if budget is not None and budget.kind == ITERATIONS else 0

    @property
    def by_nodes(self) -> bool:
        """Whether nodes have to be counted after each chunk."""
        budget = self._allowance.budget
        return budget is not None and budget.kind == NODES

    @property
    def stride(self) -> int:
        """Iterations between two samples of a trail."""
        return max(1, self._amount // SAMPLES)

    @property
    def spent(self) -> float:
        """Share of the budget used so far, 0 when unlimited."""
        return self._allowance.spent

    @property
    def finished(self) -> bool:
        """Whether the budget is used, or nothing is left to search."""
        return self._allowance.finished

    @property
    def overrun_ms(self) -> float:
        """By how much a time budget was exceeded."""
        return max(0.0, -self._allowance.left_s * 1000)

    @property
    def seconds(self) -> float:
        """Time spent searching."""
        return self._allowance.used_s

    def room(self) -> int:
        """Iterations that may run now; 0: none, or not yet."""
        n = self._room()
        return min(n, max(1, int(self._allowance.rate * SOON_S))) if self._hurries else n

    def _room(self) -> int:
        allowance = self._allowance
        if allowance.finished or allowance.exhausted:
            return 0
        if self.goal is not None:
            return min(allowance.brief, self.goal - self.done)
        if self._amount:
            return self._share(allowance)
        return min(allowance.brief, allowance.left)

    def _share(self, allowance: Allowance) -> int:
        """Iterations that an even spread of an iteration budget allows by now."""
        n = min(allowance.brief, allowance.left)
        if self._spread_s <= 0:
            return min(n, max(self.stride, int(allowance.rate * SMALLEST_S)))
        due = int(self._amount * self.clock.seconds / self._spread_s) - self.since
        step = self.stride
        if due >= 2 * self.stride:  # behind: a quick search takes larger steps
            step = min(CATCH_UP * self.stride, max(self.stride, int(allowance.rate * SMALLEST_S)))
        return min(n, due, step) if due >= min(self.stride, allowance.left) else 0

    def wait_s(self) -> float | None:
        """Seconds until a spread budget lets the next iterations run; None: until something is
        asked.
        """
        runs = self.goal is None and self.clock.running
        if not runs or not self._amount or self.finished:
            return None
        following = min(self.since + self.stride, self._amount) + 0.5
        return max(0.0, following / self._amount * self._spread_s - self.clock.seconds) + 0.0005
