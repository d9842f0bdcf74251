"""Sums of rows: compiled code against numpy."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from engines.adding import WIDTH, add_rows, change_rows
from engines.jit import rule


@rule
def added(start: Any, table: Any, rows: Any, count: int, out: Any) -> None:
    add_rows(start, table, rows, count, out)


@rule
def changed(start: Any, table: Any, rows: Any, count: int, out: Any) -> None:
    change_rows(start, table, rows, count, out)


@pytest.mark.parametrize("compiled", [True, False])
def test_they_are_added_and_taken_away(compiled: bool) -> None:
    rng = np.random.default_rng(1)
    table = rng.integers(-(1 << 15), 1 << 15, (50, WIDTH)).astype(np.int16)
    start = table[0].copy()
    add, change = (added, changed) if compiled else (add_rows, change_rows)
    for count in (0, 1, 2, 5, 40):
        rows, sign = rng.integers(0, 50, 60), rng.choice([-1, 1], 60)
        named, signed = table[rows[:count]], table[rows[:count]] * sign[:count, None]
        out = np.zeros(WIDTH, np.int16)
        with np.errstate(over="ignore"):  # sums wrap
            add(start, table, rows, count, out)
            assert (out == (start + named.sum(axis=0)).astype(np.int16)).all()
            change(start, table, (rows + 1) * sign, count, out)
            assert (out == (start + signed.sum(axis=0)).astype(np.int16)).all()
            change(out, table, (rows + 1) * -sign, count, out)  # in place
            assert (out == start).all()
