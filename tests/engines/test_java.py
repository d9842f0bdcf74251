"""`java.util.Random` against what Java prints, and its compiled form against the plain one.

The expected numbers are those of OpenJDK: two `nextInt()`, then `nextInt(bound)` for each of
BOUNDS, then `Collections.shuffle` of 0 to 9.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engines.java import JavaRandom, next_bits, next_int, scrambled

BOUNDS = (10, 16, 3, 1, (1 << 30) + 1, (1 << 30) + 1, 1 << 30, 49)  # the large ones draw again
PRINTED = {
    42: (
        [-1170105035, 234785527],
        [8, 0, 0, 0, 595021505, 196118093, 969988591, 39],
        [4, 1, 7, 9, 5, 8, 3, 2, 0, 6],
    ),
    -7: (
        [1155869324, -423064701],
        [0, 15, 0, 0, 677675436, 184135245, 212737472, 31],
        [6, 3, 9, 5, 2, 0, 8, 7, 4, 1],
    ),
    1 << 60: (
        [-1155484576, -723955400],
        [9, 9, 2, 0, 251269761, 715581077, 271416338, 0],
        [9, 5, 4, 0, 1, 6, 3, 7, 8, 2],
    ),
}


def record(seed: int) -> Any:
    """A record that holds a generator, and does not begin with it: numba takes a record that
    begins with all fields of another for a subtype of it, and warns of that in other tests.
    """
    found = np.zeros(1, np.dtype([("turn", np.int64), ("rng", np.int64)])).view(np.recarray)[0]
    found.rng = scrambled(seed)
    return found


def signed(bits: int) -> int:
    return bits - (1 << 32) if bits >= 1 << 31 else bits


@pytest.mark.parametrize("seed", PRINTED)
def test_both_forms_draw_what_java_prints(seed: int) -> None:
    whole, below, shuffled = PRINTED[seed]
    random, s, cards = JavaRandom(seed), record(seed), list(range(10))
    assert [signed(random.bits(32)) for _ in whole] == whole
    assert [signed(int(next_bits(s, 32))) for _ in whole] == whole
    assert [random.below(bound) for bound in BOUNDS] == below
    assert [int(next_int(s, bound)) for bound in BOUNDS] == below
    random.shuffle(cards)
    assert cards == shuffled


@given(st.integers(-(1 << 63), (1 << 64) - 1), st.lists(st.integers(1, (1 << 31) - 1), min_size=1))
@settings(max_examples=50, deadline=None)
def test_the_compiled_form_draws_as_the_plain_one(seed: int, bounds: list[int]) -> None:
    random, s = JavaRandom(seed), record(seed)
    for bound in bounds:
        assert random.below(bound) == int(next_int(s, bound)) < bound
