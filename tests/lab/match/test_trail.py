"""A trail keeps its newest samples when its room is used up."""

from __future__ import annotations

import numpy as np

from lab.match.records import Trail
from lab.match.thinking import MOST_SAMPLES, TrailSampler, _thinned
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


def test_a_search_that_becomes_faster_has_samples_all_along() -> None:
    """Spread over a turn at first, then without limit: the second half is as fine as the first."""
    at = [*range(40, 4001, 40), *range(40_000, 20_000_000, 36_000)]
    sampler = TrailSampler(stats(0, np.array([1, 1]), np.zeros(2), np.array([2])), 40)
    for iteration in at:
        sampler.add(iteration, stats(0, np.array([iteration, 1]), np.zeros(2), np.array([2])))
    kept = sampler.iterations[: sampler.count]
    gaps = np.diff(kept)
    assert kept[-1] > 0.98 * at[-1] and gaps.max() <= at[-1] / 80
    assert gaps[gaps.size // 2 :].max() <= 1.5 * gaps[: gaps.size // 2].max()


def test_an_old_trail_keeps_samples_all_along() -> None:
    """Half of the samples are in the first hundredth of the search."""
    iterations = np.array([*range(1, 101), *range(200, 10_001, 100)])
    share = np.column_stack([iterations / 20_000, 1 - iterations / 20_000])
    thin = _thinned(Trail(iterations, share, share))
    assert thin.iterations[0] == 1 and thin.iterations[-1] == 10_000
    assert np.diff(thin.iterations).max() <= 600
    assert (thin.share[:, 0] == thin.iterations / 20_000).all()
