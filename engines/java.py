"""`java.util.Random`, reproduced number by number as contest referees use it.

A linear congruential generator of 48 bits, as documented for the class in Java SE. It comes in two
forms: `JavaRandom`, in plain Python, for start positions; and compiled functions on any record with
a field `rng` (int64, the 48 bits), for games whose rules draw random numbers.
"""

from __future__ import annotations

from collections.abc import MutableSequence
from typing import Any

from engines.jit import rule

MULTIPLIER, ADDEND, MASK = 0x5DEECE66D, 0xB, (1 << 48) - 1
HALF = (1 << 24) - 1


def scrambled(seed: int) -> int:
    """The initial 48 bits of a generator with this seed."""
    return (seed ^ MULTIPLIER) & MASK


class JavaRandom:
    """A generator in plain Python."""

    def __init__(self, seed: int) -> None:
        self._state = scrambled(seed)

    def bits(self, count: int) -> int:
        """The next `count` random bits (1 to 32), unsigned."""
        self._state = (self._state * MULTIPLIER + ADDEND) & MASK
        return self._state >> 48 - count

    def below(self, bound: int) -> int:
        """A number from 0 to bound - 1: `Random.nextInt(bound)`."""
        if bound & bound - 1 == 0:
            return bound * self.bits(31) >> 31
        while True:
            bits = self.bits(31)
            if bits - bits % bound + bound - 1 < 1 << 31:
                return bits % bound

    def shuffle(self, items: MutableSequence[Any]) -> None:
        """Shuffles in place, as `Collections.shuffle` does."""
        for k in range(len(items), 1, -1):
            other = self.below(k)
            items[k - 1], items[other] = items[other], items[k - 1]


@rule
def next_bits(s: Any, bits: int) -> int:
    """The next random bits of the record's generator. The product is computed in two halves, since
    48 by 35 bits would overflow.
    """
    low, high = s.rng & HALF, s.rng >> 24
    s.rng = (low * MULTIPLIER + ((high * MULTIPLIER & HALF) << 24) + ADDEND) & MASK
    return s.rng >> (48 - bits)


@rule
def next_int(s: Any, bound: int) -> int:
    """A number from 0 to bound - 1 from the record's generator."""
    bits = next_bits(s, 31)
    if bound & (bound - 1) == 0:
        return (bits * bound) >> 31
    number = bits % bound
    while bits - number + bound - 1 >= 1 << 31:
        bits = next_bits(s, 31)
        number = bits % bound
    return number
