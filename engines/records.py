"""Arrays of records that compiled code and Python both read quickly.

A `recarray` is neither: each has a dtype of its own, which numba compares field by field with those
it knows whenever Python calls compiled code, and reading any attribute of it looks for a field of
that name first. Here all arrays of a kind share one dtype.
"""

from __future__ import annotations

from functools import cache
from types import SimpleNamespace
from typing import Any

import numpy as np
from numpy.typing import NDArray


def records(count: int, dtype: np.dtype[Any]) -> Any:
    """`count` zeroed records; the fields of each are its attributes, those of the array are found
    in brackets.
    """
    return np.zeros(count, record_of(dtype))


@cache
def record_of(dtype: np.dtype[Any]) -> np.dtype[Any]:
    """The same fields, for arrays whose elements are `np.record`."""
    return np.dtype((np.record, dtype))


@cache
def kept_names(dtype: np.dtype[Any]) -> tuple[str, ...]:
    """The fields that a position consists of: all but those whose names end in "_", which are
    working memory of this process. Such a game works them out anew in `Game.check`.
    """
    return tuple(name for name in dtype.names or () if not name.endswith("_"))


def fields(room: NDArray[Any]) -> SimpleNamespace:
    """Views of the fields of an array with one record: scalars as arrays [1], arrays as they are.
    Reading a field by name is far slower.
    """
    found = vars(columns(room))
    return SimpleNamespace(**{n: each if each.ndim == 1 else each[0] for n, each in found.items()})


def columns(rows: NDArray[Any]) -> SimpleNamespace:
    """Views of the fields of an array of records, [N, ...] each."""
    return SimpleNamespace(**{name: rows[name] for name in rows.dtype.names or ()})


def wipe(room: NDArray[Any]) -> None:
    """Sets every byte of a contiguous array to 0; by fields it takes twenty times as long."""
    np.frombuffer(room, np.uint8).fill(0)


def refill(room: NDArray[Any], content: bytes) -> None:
    """Sets every byte of a contiguous array to what its `tobytes()` was."""
    np.frombuffer(room, np.uint8)[:] = np.frombuffer(content, np.uint8)


def packed(record: Any) -> bytes:
    """The bytes of a record, equal for equal ones: the padding between fields, which a copy leaves
    undefined, is 0.
    """
    found = np.zeros(1, record.dtype)
    for name in record.dtype.names:
        found[name][0] = record[name]
    return found.tobytes()
