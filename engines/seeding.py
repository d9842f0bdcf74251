"""Generators by their seeds: those of numpy, made in a fraction of the time.

A decision needs two of them, and numpy's bookkeeping around a hash of a few numbers took longer
than all other preparation of a small search. `SeedSequence` is Melissa O'Neill's `seed_seq_fe128`,
and numpy promises its results for good, so that games can be played again.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, ClassVar

import numpy as np
from numpy.random.bit_generator import ISeedSequence
from numpy.typing import NDArray

from engines.jit import inlined, keep, quick

POOL = 4  # numbers of 32 bits between the seeds and what is drawn from them
LOW = 0xFFFFFFFF  # 32 bits
# of the hash: where its factor begins and how it goes on, for seeds and for results
INIT_A, MULT_A, INIT_B, MULT_B = 0x43B0D7E5, 0x931E8875, 0x8B51F9DD, 0x58F38DED
MIX_LEFT, MIX_RIGHT = 0xCA01F9DD, 0x4973F715


class SeededGenerator(np.random.Generator):
    """A generator over SFC64. Its class tells numba its type; for another one numba asks Python at
    each call.
    """

    _numba_type_: ClassVar[Any]  # set when numba is loaded


class _Words(ISeedSequence):
    """The result of a `SeedSequence`, as a bit generator asks for it."""

    def __init__(self, words: NDArray[np.uint64]) -> None:
        self._words = words

    def generate_state(self, n_words: int, dtype: Any = np.uint64) -> NDArray[Any]:
        return self._words[:n_words].astype(dtype)


def seeded(seeds: Iterable[int]) -> SeededGenerator:
    """`np.random.Generator(np.random.SFC64(seeds))`"""
    words: Any = _Words(seed_words(3, seeds))  # numpy's types know its own sequence alone
    return SeededGenerator(np.random.SFC64(words))


def seed_words(count: int, seeds: Iterable[int]) -> NDArray[np.uint64]:
    """`np.random.SeedSequence(seeds).generate_state(count, np.uint64)`"""
    halves = np.empty(2 * count, np.int64)
    hash_seeds(np.array([half for seed in seeds for half in _halves(seed)], np.int64), halves)
    return halves.astype("<u4").view("<u8")


def _halves(seed: int) -> list[int]:
    """The seed in numbers of 32 bits, the lowest first."""
    if seed < 0:
        raise ValueError(f"The seed {seed} should be 0 or more.")
    halves = [seed & LOW]
    while seed > LOW:
        seed >>= 32
        halves.append(seed & LOW)
    return halves


@inlined
def hashed(number: int, factor: int, after: int) -> int:
    """32 bits of a hash by two factors in a row."""
    number = (number ^ factor) * after & LOW
    return number ^ number >> 16


@inlined
def mixed(left: int, right: int) -> int:
    """32 bits of both."""
    number = (MIX_LEFT * left - MIX_RIGHT * right) & LOW
    return number ^ number >> 16


@quick
def hash_seeds(seeds: Any, out: Any) -> None:
    """Fills `out` from `seeds`, 32 bits in each of both."""
    pool, factor = np.zeros(POOL, np.int64), INIT_A
    # 1. the first seeds fill the pool
    for k in range(POOL):
        after = factor * MULT_A & LOW
        pool[k] = hashed(int(seeds[k]) if k < seeds.size else 0, factor, after)
        factor = after
    # 2. each number of the pool is mixed into all others, then each further seed into all
    for source in range(max(POOL, seeds.size)):
        for k in range(POOL):
            if k != source:
                after = factor * MULT_A & LOW
                number = int(pool[source]) if source < POOL else int(seeds[source])
                pool[k] = mixed(int(pool[k]), hashed(number, factor, after))
                factor = after
    # 3. as many results as are wanted
    factor = INIT_B
    for k in range(out.size):
        after = factor * MULT_B & LOW
        out[k] = hashed(int(pool[k % POOL]), factor, after)
        factor = after


keep(hash_seeds, "seeding.hash_seeds", ("seeding", "hash_seeds"), __name__)
