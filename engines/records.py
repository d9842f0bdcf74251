"""Arrays of records that compiled code and Python both read quickly.

A `recarray` is neither: each has a dtype of its own, which numba compares field by field with those
it knows whenever Python calls compiled code, and reading any attribute of it looks for a field of
that name first. Here all arrays of a kind share one dtype.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np


def records(count: int, dtype: np.dtype[Any]) -> Any:
    """`count` zeroed records; the fields of each are its attributes, those of the array are found
    in brackets.
    """
    return np.zeros(count, record_of(dtype))


@cache
def record_of(dtype: np.dtype[Any]) -> np.dtype[Any]:
    """The same fields, for arrays whose elements are `np.record`."""
    return np.dtype((np.record, dtype))
