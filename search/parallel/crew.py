"""The knobs for threads, and the threads that work for a search."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from functools import cache
from typing import Any

import numpy as np

from engines.knobs import RESTART, choice, integer

MOST_THREADS = 64
ROOT, TREE = "root", "tree"


def threads() -> Any:
    """The knob for the number of threads."""
    words = "How many threads search at once. Budgets and memory are those of all together."
    return integer(1, 1, MOST_THREADS, "Threads", words, log=True, effect=RESTART, off=1)


def parallel(further: str = "") -> Any:
    """The knob for how threads work together; `further` words end its help."""
    words = (
        "A tree each: statistics are added, and the same seed repeats the search exactly. One "
        "tree: it grows deeper, but no two searches are quite the same. "
    )
    return choice(
        ROOT,
        {ROOT: "a tree each", TREE: "one tree"},
        "Threads grow",
        (words + further).strip(),
        effect=RESTART,
        idle_if={"threads": 1},
    )


def repeats(params: Any) -> bool:
    """Whether searches with these knobs and the same seed find the same: all but those whose
    threads grow one tree.
    """
    return getattr(params, "threads", 1) == 1 or getattr(params, "parallel", ROOT) != TREE


def seed_of(seed: int, thread: int) -> int:
    """The seed of one of the threads; the first one's is the search's own."""
    if thread == 0:
        return seed
    return int(np.random.SeedSequence((seed, thread)).generate_state(1, np.uint64)[0] >> 1)


def shares(before: int, more: int, count: int) -> list[int]:
    """How many of `more` iterations after `before` each of `count` threads does: they take turns,
    so it does not matter how iterations are cut into calls.
    """
    return [(before + more + k) // count - (before + k) // count for k in reversed(range(count))]


def together(tasks: Sequence[Callable[[], Any]], shared: bool = False) -> tuple[list[Any], float]:
    """Runs the tasks at once, the first one in this thread, and waits for all: their results, and
    the CPU seconds of the other threads. An exception is raised once all have ended. Where they
    take their work from one store (`shared`), those that have not begun when the first one has
    ended are left out: nothing is left to do, and a busy machine may begin them late.
    """
    # in the caller's context, to which numpy's answer to a division by zero belongs
    others = [_hands().submit(copy_context().run, _timed, task) for task in tasks[1:]]
    try:
        first = tasks[0]()
    finally:
        others = [other for other in others if not (shared and other.cancel())]
        for other in others:
            other.exception()  # waits
    found = [other.result() for other in others]
    return [first, *(result for result, _ in found)], sum(cpu_s for _, cpu_s in found)


def _timed(task: Callable[[], Any]) -> tuple[Any, float]:
    began = time.thread_time()
    return task(), time.thread_time() - began


@cache
def _hands() -> ThreadPoolExecutor:
    """The threads of this process. Each has the priority of the thread that made it work first."""
    return ThreadPoolExecutor(2 * MOST_THREADS, "search")


if hasattr(os, "register_at_fork"):  # none of the threads exists in a forked process
    os.register_at_fork(after_in_child=_hands.cache_clear)
