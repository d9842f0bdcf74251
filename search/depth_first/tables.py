"""Transposition tables, which searches hand on: a match makes a search for each seat, and clearing
the memory of a new table takes longer than all short decisions of a match.

Each entry says by its age in which decision it was written, and one of another decision counts as
empty. So a search never sees what a table held before.
"""

from __future__ import annotations

from collections import deque
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engines.records import records

TABLE = np.dtype(
    [
        ("key", np.uint64),
        ("low", np.float64),  # the value is at least this, from the view of the seat that moves
        ("high", np.float64),  # and at most this
        ("action", np.int64),  # the best, or the one that cut
        ("age", np.int32),
        ("left", np.int16),  # turns to the depth limit
        ("whole", np.int16),  # 1: no leaf below is at the depth limit
    ],
    align=True,
)

# entries and age of tables that nobody has now: as many as the searches of a match of two
_free: deque[tuple[NDArray[Any], int]] = deque(maxlen=2)


class Table:
    """The entries of one search, and the age of those of its present decision."""

    entries: NDArray[Any]
    age: int

    def __init__(self, size: int) -> None:
        self.entries, self.age = _handed_on(size) or (records(size, TABLE), 0)

    def __del__(self) -> None:
        if self.entries.size > 1:
            _free.append((self.entries, self.age))


def _handed_on(size: int) -> tuple[NDArray[Any], int] | None:
    """A table that nobody has. Other threads may take and give back theirs at the same time."""
    for _ in range(len(_free)):
        try:
            entries, age = _free.popleft()
        except IndexError:
            break
        if entries.size == size:
            return entries, age
        _free.append((entries, age))
    return None
