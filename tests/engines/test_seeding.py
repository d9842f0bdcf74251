"""Seeds give the numbers that numpy gives, on which every replay depends."""

from __future__ import annotations

import copy
import pickle

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from engines.seeding import POOL, seed_words, seeded

SEEDS = st.lists(st.integers(0, 2**70) | st.integers(0, 5), min_size=1, max_size=2 * POOL)


@given(SEEDS, st.integers(1, 6))
@example([0], 1)
@example([2**32 - 1, 2**32, 2**64 - 1, 2**64], 3)
@example([0, 0, 0, 0, 0], 3)
def test_seeds_are_hashed_as_numpy_does(seeds: list[int], count: int) -> None:
    expected = np.random.SeedSequence(seeds).generate_state(count, np.uint64)
    found = seed_words(count, seeds)
    assert found.tolist() == expected.tolist() and found.dtype == expected.dtype


@given(SEEDS)
def test_a_generator_is_that_of_numpy(seeds: list[int]) -> None:
    expected, found = np.random.Generator(np.random.SFC64(seeds)), seeded(seeds)
    assert repr(found.bit_generator.state) == repr(expected.bit_generator.state)
    assert found.random(3).tolist() == expected.random(3).tolist()


def test_a_copied_generator_goes_on_alike() -> None:
    rng = seeded((7, 1))
    rng.random()
    copies = copy.deepcopy(rng), pickle.loads(pickle.dumps(rng))
    expected = rng.random(3).tolist()
    assert [each.random(3).tolist() for each in copies] == [expected, expected]


def test_a_negative_seed_is_refused() -> None:
    with pytest.raises(ValueError, match="The seed -1 should be 0 or more"):
        seeded((3, -1))
