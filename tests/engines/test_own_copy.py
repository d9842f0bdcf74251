"""Copies of records that compiled code may keep in registers: all of their fields, and nobody
else's memory.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numba
import numpy as np
import pytest

from engines.jit import own_copy

BOARD = np.dtype(
    [("cells", np.int16, (3,)), ("mover", np.uint8), ("score", np.float64)], align=True
)


def boards() -> Any:
    """Two records in which no two fields are equal."""
    made = np.zeros(2, BOARD).view(np.recarray)
    made[0] = ([3, -5, 8], 1, 0.25)
    made[1] = ([-300, 40, 7], 2, -6.5)
    return made


def play(values: Any, seen: Any) -> float:
    """Changes copies of both records, one more than the other, and writes what they became into
    `seen` [2]; the first record is changed after it was copied.
    """
    first, second = own_copy(values[0]), own_copy(values[1])
    values[0].cells[1], values[0].score = 77, 99.0
    for k in range(3):
        first.cells[k] += 100 + k
        second.cells[k] *= 2
    first.mover, second.score = 9, second.score + first.score
    seen[0], seen[1] = first, second
    return float(first.score)


def count_down(values: Any) -> int:
    """Each turn of the loop has a new copy of what the record is by then."""
    total = 0
    for k in range(4):
        record = own_copy(values[1])
        record.cells[0] += 1
        values[1].cells[0] += 10 * k
        total = 1000 * total + int(record.cells[0])
    return total


def sum_twice(values: Any) -> int:
    """A field that is an array is copied as well: the sum before and after the record changes."""
    cells, before = own_copy(values[0].cells), 0
    for k in range(3):
        before += int(cells[k])
        values[0].cells[k] = 50
    cells[2] += 1000
    after = 0
    for k in range(3):
        after += int(cells[k])
    return 10000 * before + after


def plain(function: Callable[..., Any]) -> Callable[..., Any]:
    return function


def compiled(function: Callable[..., Any]) -> Callable[..., Any]:
    from engines.compiling import lowering  # noqa: F401  # numba's side of it

    return numba.njit(nogil=True)(function)  # type: ignore[no-any-return]  # numba has no types


@pytest.mark.parametrize("made", [plain, compiled])
def test_a_copy_has_all_fields_and_memory_of_its_own(made: Any) -> None:
    values, seen = boards(), boards()
    assert made(play)(values, seen) == 0.25
    assert values[0].cells.tolist() == [3, 77, 8] and values[0].score == 99.0
    assert values[1].cells.tolist() == [-300, 40, 7] and values[1].score == -6.5
    assert seen[0].cells.tolist() == [103, 96, 110] and (seen[0].mover, seen[0].score) == (9, 0.25)
    assert seen[1].cells.tolist() == [-600, 80, 14]
    assert (seen[1].mover, seen[1].score) == (2, -6.25)


@pytest.mark.parametrize("made", [plain, compiled])
def test_every_turn_of_a_loop_copies_again(made: Any) -> None:
    values = boards()
    values[1].cells[0] = 100
    assert made(count_down)(values) == 101_101_111_131
    assert values[1].cells.tolist() == [160, 40, 7]


@pytest.mark.parametrize("made", [plain, compiled])
def test_a_nested_array_is_copied_alone(made: Any) -> None:
    values = boards()
    assert made(sum_twice)(values) == 10000 * 6 + 1006
    assert values[0].cells.tolist() == [50, 50, 50] and values[0].score == 0.25
