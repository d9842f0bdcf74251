"""Arrays of records that compiled code and Python both read quickly.

A `recarray` is neither: each has a dtype of its own, which numba compares field by field with those
it knows whenever Python calls compiled code, and reading any attribute of it looks for a field of
that name first. Here all arrays of a kind share one dtype.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from operator import itemgetter, methodcaller
from types import SimpleNamespace
from typing import Any

import numpy as np
from numpy.typing import NDArray

_is_plain = False


def records(count: int, dtype: np.dtype[Any]) -> Any:
    """`count` zeroed records; the fields of each are its attributes, those of the array are found
    in brackets.
    """
    return np.zeros(count, record_of(dtype))


@cache
def record_of(dtype: np.dtype[Any]) -> np.dtype[Any]:
    """The same fields, for arrays whose elements are `np.record`, or plain ones where nothing is
    compiled.
    """
    return plain_record_of(dtype) if _is_plain else np.dtype((np.record, dtype))


@cache
def plain_record_of(dtype: np.dtype[Any]) -> np.dtype[Any]:
    """The same fields, for arrays of records that plain Python reads eight times as fast as
    `np.record`: each field is a property of their class. Nothing that is compiled may see them.
    """
    known: Mapping[str, Any] = dtype.fields or {}
    fields = {name: _field(name, *known[name][:2]) for name in known}
    return np.dtype((type("record", (np.void,), {"__slots__": (), **fields}), dtype))


def _field(name: str, kind: np.dtype[Any], offset: int) -> property:
    inner = _with_records(kind)
    read = itemgetter(name) if inner is kind else methodcaller("getfield", inner, offset)
    return property(read, lambda record, value: record.__setitem__(name, value))


def _with_records(kind: np.dtype[Any]) -> np.dtype[Any]:
    """The same with records in it that plain Python reads."""
    if kind.subdtype is None:
        return plain_record_of(kind) if kind.names else kind
    inner = _with_records(kind.subdtype[0])
    return kind if inner is kind.subdtype[0] else np.dtype((inner, kind.subdtype[1]))


def plain(record: Any) -> Any:
    """A copy of a record for plain Python."""
    return np.frombuffer(bytearray(record.tobytes()), plain_record_of(record.dtype))[0]


def stay_plain() -> None:
    """Has all records of this process that are made from now on be such: it compiles nothing."""
    global _is_plain
    _is_plain = True
    record_of.cache_clear()


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
