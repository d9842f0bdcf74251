"""Threads that grow one tree: what each of them keeps, and what they share besides the tree.

Shapes: [T] threads, [A] agents.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engines.atomics import stored, swapped
from engines.jit import inlined
from engines.records import fields
from search.base import Floats, Ints, generator
from search.parallel.crew import seed_of, together
from search.parallel.grove import ADDED, add_up, take_last
from search.parallel.own import END, LARGEST, LONGEST, LOST, NEXT, OPEN, SIZE, Own, new_own
from search.root import CHANGES, note_leader

# counters of a chunk: nodes in the arena, iterations begun, and whether a thread notes a leader or
# a range just now; for searches whose nodes have blocks, the nodes that have some, and the slots.
# Each has a line of memory of its own: processors exchange 64 bytes at once
USED, BEGUN, NOTING, MEASURING, INNER, SLOTS = range(0, 48, 8)
COUNTED = {"used": USED, "inner": INNER, "slots": SLOTS}  # fields of a record, counted there


class ThreadTeam:
    """Scratch record, position, generator and own counts for each of `count` threads."""

    own: list[Own]
    of_nodes: list[Own]  # where visits of nodes are counted apart from those of actions

    def __init__(self, count: int, buffer: Any, agents: int) -> None:
        self.count, self._longest = count, (1 + LONGEST) * agents
        self.buffers = [buffer.copy() for _ in range(count)]
        # what is to be given back to the nodes of a path
        self.lent = np.zeros((count, self._longest))
        self.counters = np.zeros(48, np.int64)
        self.lots = np.zeros((count, self.counters.size), np.int64)
        self.helped_s = 0.0

    def begin(self, seed: int, room: Any) -> None:
        """The search begins again with this seed and this record of all threads."""
        self.generators = [generator(seed_of(seed, k)) for k in range(self.count)]
        self.rooms = [room.copy() for _ in range(self.count)]
        self._records = [fields(room) for room in self.rooms]
        self.lots[:] = 0
        self.owner = np.zeros(0, np.int8)
        self._places = 0

    def furnish(self, places: int, most: int, nodes: int = 0) -> None:
        """Gives each thread counts of its own for an arena of `places`, with `most` children at one
        node, and `nodes` that are counted apart. They are empty whenever the arena may have grown.
        """
        if self._places != places:
            self._places = places
            self.lots[:, [store + SIZE for store in COUNTED.values()]] = self.lot
            owner = np.zeros(nodes or places, np.int8)
            owner[: self.owner.size] = self.owner
            self.owner, longest = owner, self._longest
            self.own = [new_own(places, most, longest, *shared) for shared in self._shared]
            self.of_nodes = [new_own(nodes, 0, LONGEST, *shared) for shared in self._shared]

    @property
    def _shared(self) -> list[tuple[Ints, NDArray[np.int8], int]]:
        """The lot of each thread, whose children nodes have, and the number of the thread."""
        return [(lots, self.owner, 1 + k) for k, lots in enumerate(self.lots)]

    def watch(self, met: Ints) -> None:
        """Empty tables like `met` [R, C], in which each thread counts root actions of the two
        watched agents against each other.
        """
        self.met = [np.zeros_like(met) for _ in range(self.count)]
        self.gain: list[Floats] = [np.zeros(met.shape) for _ in range(self.count)]

    @property
    def lot(self) -> int:
        """How many nodes a thread takes at once."""
        return min(LARGEST, self._places // (8 * self.count))

    def waiting(self, store: int = USED) -> int:
        """How many of a store are in the threads' lots, or lost."""
        lots = self.lots[:, store:]
        return int((lots[:, END] - lots[:, NEXT] + lots[:, LOST]).sum())

    def run(self, room: Any, most: int, work: Callable[[int], int]) -> int:
        """Has every thread do its `work`, at most `most` iterations together, and adds what they
        have counted to the record in `room`; returns how many iterations they did.
        """
        whole, hands = fields(room), range(min(most, self.count))
        counted = {n: place for n, place in COUNTED.items() if n in vars(whole)}
        self.counters[:] = 0
        for name, place in counted.items():
            self.counters[place] = vars(whole)[name][0]
        for k in hands:
            self.rooms[k][:] = room
            record = vars(self._records[k])
            for name in filter(record.__contains__, ADDED):
                record[name][...] = 0
        done, helped_s = together([partial(work, k) for k in hands], shared=True)
        if len(done) < self.count or not all(done):
            self.owner[:] = OPEN  # what belongs to a thread that does not come waits for nobody
        self.helped_s += helped_s
        add_up(whole, [self._records[k] for k in hands])
        for name, place in counted.items():
            vars(whole)[name][0] = self.counters[place]
        take_last(whole, self._records[int(np.argmax(done))])
        return int(sum(done))


@inlined
def lowest_of(s: Any, a: int, to_end: bool) -> float:
    """The lowest value of agent `a`: what an iteration lends to its choices."""
    return -1.0 if to_end else s.low[a] if s.low[a] < np.inf else 0.0


def note_best(whole: Any, agent: int, first: int, visits: Ints) -> None:
    """Records which of the root actions from `first` on leads, after all threads have stopped: what
    they had for themselves counts now.
    """
    best, leader = first + int(visits.argmax()), int(whole.leader[agent])
    if leader < 0 or visits[best - first] > visits[leader - first]:
        place = int(whole.changed[agent]) % CHANGES
        whole.changes[agent, place] = int(whole.iterations[0]), best
        whole.leader[agent], whole.changed[agent] = best, whole.changed[agent] + 1


@inlined
def without_visits(visits: Any, first: int, count: int) -> int:
    """How many of the `count` actions from `first` on have no visits."""
    found, begin = 0, np.uint64(first)  # unsigned: see `search.tree.ucb1`
    for k in range(np.uint64(count)):
        found += visits[begin + k] == 0
    return found


@inlined
def note_range(whole: Any, counters: Any, s: Any, agents: int) -> None:
    """Learns from the record of all threads which values were seen, and tells them there."""
    for a in range(agents):
        s.low[a] = min(s.low[a], whole.low[a])
        s.high[a] = max(s.high[a], whole.high[a])
        if (s.low[a] < whole.low[a] or s.high[a] > whole.high[a]) and swapped(
            counters, MEASURING, 0, 1
        ):
            whole.low[a] = min(s.low[a], whole.low[a])
            whole.high[a] = max(s.high[a], whole.high[a])
            stored(counters, MEASURING, 0)


@inlined
def note_top(whole: Any, counters: Any, visits: Any, agent: int, top: int) -> None:
    """Records that `top` leads the agent's root actions, if it now does; one thread at a time."""
    leader = whole.leader[agent]
    if (leader < 0 or (top != leader and visits[top] > visits[leader])) and swapped(
        counters, NOTING, 0, 1
    ):
        note_leader(whole, agent, top, whole.iterations + counters[BEGUN])
        stored(counters, NOTING, 0)
