"""Records that Python gives to compiled code: it reads and writes their own fields, keeps none of
them and asks Python for nothing.
"""

from __future__ import annotations

import sys
from typing import Any

import numpy as np
import pytest

from engines.jit import is_disabled, quick
from engines.records import record_of, records

KIND = np.dtype([("a", np.int8), ("b", np.float64, (3,)), ("c", np.int64)], align=True)


@quick
def swap(one: Any, pair: Any) -> int:
    """Swaps `c` of two records, the second in a tuple; returns the sum of both, and adds to `b`."""
    other = pair[0]
    one.c, other.c = other.c, one.c
    one.b[2] += 1.5
    return int(one.c + other.c)


def filled(*numbers: int) -> Any:
    made = records(len(numbers), KIND)
    made["c"] = numbers
    return made


def test_a_record_of_an_array_and_a_copy_are_both_written_where_they_are() -> None:
    rows = filled(1, 20, 300)
    copy = rows[1].copy()
    assert swap(rows[2], (copy, 0)) == 320
    assert rows["c"].tolist() == [1, 20, 20] and int(copy.c) == 300
    assert rows["b"].tolist() == [[0, 0, 0], [0, 0, 0], [0, 0, 1.5]] and not copy.b.any()


def test_a_record_of_saved_bytes_is_one_too() -> None:
    saved = np.frombuffer(bytearray(filled(7).tobytes()), record_of(KIND))[0]
    assert swap(saved, (filled(1)[0], 0)) == 8 and int(saved.c) == 1


@pytest.mark.skipif(is_disabled(), reason="Python finds its fields in brackets only")
def test_one_without_attributes_is_a_record_to_compiled_code() -> None:
    plain = np.zeros(2, KIND)
    plain["c"] = 1, 2
    assert swap(plain[0], (plain[1], 0)) == 3 and plain["c"].tolist() == [2, 1]


def test_a_call_keeps_no_record() -> None:
    rows = filled(1, 2)
    one, other = rows[0], rows[1]
    held = sys.getrefcount(one), sys.getrefcount(other), sys.getrefcount(rows)
    for _ in range(100):
        swap(one, (other, 0))
    assert held == (sys.getrefcount(one), sys.getrefcount(other), sys.getrefcount(rows))


@pytest.mark.skipif(is_disabled(), reason="nothing is compiled")
def test_a_call_asks_python_for_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    rows = filled(1, 2)
    one, other = rows[0], rows[1]
    swap(one, (other, 0))  # is compiled
    asked, usual = list[str](), np.record.__getattribute__
    monkeypatch.setattr(
        np.record, "__getattribute__", lambda each, name: (asked.append(name), usual(each, name))[1]
    )
    swap(one, (other, 0))
    monkeypatch.undo()
    assert asked == [] and rows["c"].tolist() == [1, 2]


def test_all_arrays_of_a_kind_share_one_dtype() -> None:
    """Numba compares those that do not at each call."""
    again = np.dtype([("a", np.int8), ("b", np.float64, (3,)), ("c", np.int64)], align=True)
    one, other = records(1, KIND), records(2, again)
    assert one.dtype is other.dtype is records(1, one.dtype).dtype is one[0].copy().dtype
    assert type(one) is np.ndarray and type(one[0]) is np.record
