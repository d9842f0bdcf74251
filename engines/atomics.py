"""Reads and writes of array elements that several threads share.

Compiled (`engines.compiling.atomics`), each is one instruction of the processor. Arrays have one
dimension and elements of one, four or eight bytes. Without the compiler a lock does the same.
"""

from __future__ import annotations

import threading
from typing import Any

from engines.jit import inlined

_one_at_a_time = threading.Lock()


def added(values: Any, index: int, more: float) -> Any:
    """Adds `more` to `values[index]`; returns what it was before."""
    with _one_at_a_time:
        before = values[index]
        values[index] += more
    return before


def swapped(values: Any, index: int, old: int, new: int) -> bool:
    """Whether the whole number `values[index]` was `old`; then it is `new` now."""
    with _one_at_a_time:
        was_old = bool(values[index] == old)
        if was_old:
            values[index] = new
    return was_old


def loaded(values: Any, index: int) -> Any:
    """The whole number `values[index]`. What its writer wrote before it `stored` that can be read
    from then on.
    """
    return values[index]


def stored(values: Any, index: int, new: int) -> None:
    """Writes the whole number `values[index]` after everything that this thread wrote before."""
    values[index] = new


@inlined
def reserved(values: Any, index: int, more: int, most: int) -> int:
    """Adds `more` to `values[index]` unless that would be above `most`; returns what it was before,
    -1 if nothing was added.
    """
    before = loaded(values, index)
    while before + more <= most:
        if swapped(values, index, before, before + more):
            return before
        before = loaded(values, index)
    return -1
