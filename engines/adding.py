"""Sums of rows of a table of int16, which are half of what it costs to ask a network.

Compiled code (`engines.compiling.adding`) keeps the sum in registers while it goes through the
rows; a loop over them that stores it each time takes twice as long. Sums wrap, so they are the same
in any order. Shapes: [R] rows, [W] numbers of each, [K] rows that are named.
"""

from __future__ import annotations

from typing import Any

import numpy as np

WIDTH = 64  # [W]


def add_rows(start: Any, table: Any, rows: Any, count: int, out: Any) -> None:
    """Writes `start` [W] plus the first `count` `rows` [K] of `table` [R, W] to `out` [W]."""
    for j in range(WIDTH):
        out[j] = start[j]
    for k in range(count):
        row = np.uint64(rows[k])
        for j in range(WIDTH):
            out[j] += table[row, j]


def change_rows(start: Any, table: Any, rows: Any, count: int, out: Any) -> None:
    """The same of signed rows: k + 1 adds row k, -k - 1 takes it away."""
    for j in range(WIDTH):
        out[j] = start[j]
    for k in range(count):
        row, sign = np.uint64(abs(rows[k]) - 1), np.int16(1) if rows[k] > 0 else np.int16(-1)
        for j in range(WIDTH):
            out[j] += np.int16(table[row, j] * sign)
