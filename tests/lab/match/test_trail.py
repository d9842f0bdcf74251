"""A trail keeps its newest samples when its room is used up."""

from __future__ import annotations

import numpy as np

from lab.match.thinking import MOST_SAMPLES, TrailSampler
from tests.lab.ui.thoughts import stats


def test_every_second_sample_goes_and_the_newest_stays() -> None:
    """Each sample holds the numbers of its own iteration."""
    sampler = TrailSampler(stats(0, np.array([1, 1]), np.zeros(2), np.array([2])), 1)
    for iteration in range(1, MOST_SAMPLES + 2):
        visits = np.array([iteration, 3 * iteration])
        sampler.add(iteration, stats(0, visits, np.array([iteration, 0.5]), np.array([2])))
    kept = [*range(2, MOST_SAMPLES + 1, 2), MOST_SAMPLES + 1]
    assert sampler.iterations[: sampler.count].tolist() == kept
    assert sampler.mean[: sampler.count, 0].tolist() == kept
    assert (sampler.share[: sampler.count] == [0.25, 0.75]).all()
