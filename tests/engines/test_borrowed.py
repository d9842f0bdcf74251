"""Arrays that a kernel borrows from its caller: the same data, the same owner, and no counting of
references in the loop.
"""

from __future__ import annotations

import re
import sys
from typing import Any, NamedTuple

import numba
import numpy as np

from engines.jit import borrowed, rule
from search.base import generator


class Pools(NamedTuple):
    """Arrays as a kernel gets them."""

    counts: Any
    sums: Any
    inner: tuple[Any, int]


def build_adding(borrows: bool) -> Any:
    """A loop that calls a function with a tuple of arrays, one of them behind a second name."""

    @rule
    def add(pools: Pools, k: int) -> float:
        counts, sums, (more, by) = pools
        counts[k % counts.size] += 1
        if sums[k % sums.size] > 0.5:
            more = sums
        return float(more[k % more.size]) * by

    def run(pools: Pools, rng: Any, n: int) -> float:
        if borrows:
            pools, rng = borrowed((pools, rng))
        total = 0.0
        for k in range(n):
            total += add(pools, k) + rng.random()
        return total

    return numba.njit(nogil=True, error_model="numpy")(run)


def test_borrowed_arrays_are_the_same_arrays_and_keep_their_owner() -> None:
    found = []
    for borrows in (False, True):
        counts, sums, more = np.zeros(4, np.int64), np.array([1.0, 0.0]), np.array([3.0])
        run, rng = build_adding(borrows), generator(7)
        before = [sys.getrefcount(x) for x in (counts, sums, more, rng)]
        total = [run(Pools(counts, sums, (more, 2)), rng, 10) for _ in range(3)]
        assert [sys.getrefcount(x) for x in (counts, sums, more, rng)] == before
        found.append((total, counts.tolist(), rng.random()))
    assert found[0] == found[1] and found[0][1] == [9, 9, 6, 6]


def test_borrowed_values_are_what_they_were_in_plain_python() -> None:
    arrays = (np.zeros(2), (np.ones(1), 3))
    assert borrowed(arrays) is arrays


def test_a_loop_over_borrowed_arrays_counts_no_references() -> None:
    """Else kernels would lose a tenth of their speed, and no other test would notice."""
    counted = []
    for borrows in (False, True):
        run = build_adding(borrows)
        run(Pools(np.zeros(4, np.int64), np.ones(2), (np.ones(1), 2)), generator(1), 1)
        text = next(iter(run.inspect_llvm().values()))
        counted.append(len(re.findall(r"call void @NRT_incref\(ptr %arg\.", text)))
    assert counted[1] < counted[0]
