"""Independent searches of one position, a thread each, and the sum of what they have counted."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial
from types import SimpleNamespace
from typing import Any

import numpy as np

from search.parallel.crew import shares, together

ADDED = (
    *("used", "inner", "slots", "cells", "proven"),
    *("iterations", "turns", "plies", "depth", "depth_nodes", "leaf_depth"),
    *("visits", "total", "squares"),
)
LAST = ("values", "scale", "on_line", "last_turns", "moves", "how")
LOWEST, HIGHEST = ("low", "lowest"), ("high", "highest")


class Grove:
    """Searches with one thread each, which take turns with the iterations."""

    def __init__(self, searches: Sequence[Any]) -> None:
        self.searches = searches
        self.helped_s = 0.0  # CPU seconds of other threads than those that asked
        self.stale = True  # whether they have gone on since they were last added up
        self._done = 0

    def restarted(self) -> None:
        """All of them have begun again."""
        self._done, self.stale = 0, True

    def advance(self, n: int) -> bool:
        """Runs up to `n` iterations; True when more would change nothing."""
        counts = shares(self._done, n, len(self.searches))
        pairs = zip(self.searches, counts, strict=True)
        tasks = [partial(each.advance, count) for each, count in pairs if count]
        if tasks:
            self.helped_s += together(tasks)[1]
            self._done, self.stale = self._done + n, True
        return all(each.advance(0) for each in self.searches)


def take_last(into: SimpleNamespace, record: SimpleNamespace) -> None:
    """Takes over what a record says of its last iteration, and what it divides values by."""
    known = vars(into)
    for name in filter(known.__contains__, LAST):
        known[name][...] = vars(record)[name]


def add_up(into: SimpleNamespace, records: Iterable[SimpleNamespace]) -> None:
    """Adds what iterations have counted in `records` to that in `into`; all are fields of scratch
    records.
    """
    known = vars(into)
    for record in map(vars, records):
        for name in filter(known.__contains__, ADDED):
            known[name] += record[name]
        for name in filter(known.__contains__, LOWEST):
            np.minimum(known[name], record[name], out=known[name])
        for name in filter(known.__contains__, HIGHEST):
            np.maximum(known[name], record[name], out=known[name])
