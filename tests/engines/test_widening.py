"""A function is compiled once for all callers that differ in written numbers, widths and lengths
only, and does the same as in plain Python.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from engines.jit import rule

KIND = np.dtype(
    [("small", np.int16), ("tiny", np.uint8), ("near", np.int64, (3,)), ("far", np.int64, (5,))],
    align=True,
)


def plain(numbers: Any, k: int, doubled: bool, spare: int) -> int:
    """The `k`-th number, counted from the end if `k` is negative, and then changed in place."""
    found = numbers[k] * 2 if doubled else numbers[k]
    numbers[k] = -found
    return int(found) * 1000 + len(numbers) * 10 + spare


compiled: Any = rule(plain)


@rule
def callers(s: Any, numbers: Any, out: Any) -> None:
    out[0] = compiled(s.near, 1, True, 7)
    out[1] = compiled(s.far, s.small, False, s.tiny)
    out[2] = compiled(numbers, -1, False, out[0])


def test_one_copy_serves_every_caller() -> None:
    s = np.zeros(1, KIND).view(np.recarray)[0]
    s.small, s.tiny = -2, 200  # counted from the end, and more than a signed byte
    s.near[:], s.far[:] = [3, 5, 7], [11, 13, 17, 19, 23]
    numbers, out = np.array([29, 31], np.int64), np.zeros(3, np.int64)
    twin, copied = s.copy(), numbers.copy()
    callers(s, numbers, out)
    expected = [plain(twin.near, 1, True, 7), plain(twin.far, -2, False, 200)]
    expected.append(plain(copied, -1, False, expected[0]))
    assert out.tolist() == expected
    assert s.near.tolist() == twin.near.tolist() == [3, -10, 7]  # the record's own arrays changed
    assert s.far.tolist() == twin.far.tolist() and numbers.tolist() == copied.tolist()
    # an unsigned argument keeps its own copy: it may be above the highest signed number
    assert len(compiled.nopython_signatures) == 2


def test_the_highest_unsigned_number_stays_what_it_is() -> None:
    @rule
    def halved(n: Any) -> Any:
        return n // np.uint64(2)

    @rule
    def caller(words: Any) -> Any:
        return halved(words[0])

    assert int(caller(np.array([2**64 - 2], np.uint64))) == 2**63 - 1
