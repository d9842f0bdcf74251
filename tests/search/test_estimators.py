"""Estimators: right within their errors, intervals that cover as promised, the same numbers however
the samples are split.
"""

from __future__ import annotations

import math
from itertools import pairwise

import numpy as np
import pytest

from engines.knobs import KnobError, make, replace
from search.estimators import estimators
from search.estimators.base import EstimateSnapshot, Estimator, Z, interval, next_mark
from search.estimators.pi import RECENT, Pi


def ran(samples: int, seed: int = 1) -> EstimateSnapshot:
    estimator = Pi(make(Pi.Params, {"samples": samples}), seed)
    assert estimator.advance(samples)
    return estimator.snapshot()


@pytest.mark.parametrize("name", estimators())
def test_every_estimator_can_be_run_cut_and_repeated(name: str) -> None:
    def numbers(*chunks: int) -> list[tuple[float, ...]]:
        estimator = estimators()[name](seed=3)
        for chunk in chunks:
            estimator.advance(chunk)
        return [
            (q.value, q.error, q.low, q.high, *q.history.value, *q.history.n)
            for q in estimator.snapshot().quantities
        ]

    assert numbers(1500) == numbers(1, 9, 490, 1000) == numbers(*[100] * 15)
    before = estimators()[name](seed=3).snapshot()
    assert before.n == 0 and math.isnan(before.estimate) and before.interval[0] < before.interval[1]


def test_pi_is_within_four_errors() -> None:
    for seed in range(5):
        found = ran(200_000, seed)
        assert found.exact == math.pi and found.n == 200_000
        assert abs(found.estimate - math.pi) < 4 * found.error
        assert found.error == pytest.approx(math.sqrt(math.pi * (4 - math.pi) / 200_000), rel=0.02)


@pytest.mark.parametrize("samples", [100, 1000])
def test_the_interval_holds_pi_in_95_of_100_runs(samples: int) -> None:
    """400 runs: the share that holds it is 0.95 +- 0.011, so 4 of these are allowed."""
    held = sum(
        low <= math.pi <= high for low, high in (ran(samples, seed).interval for seed in range(400))
    )
    assert 0.95 - 0.044 <= held / 400 <= 0.95 + 0.044


def test_the_error_falls_with_the_root_of_the_samples() -> None:
    found = [ran(n) for n in (1000, 16_000, 256_000)]
    for fewer, more in pairwise(found):
        assert 3.8 < fewer.error / more.error < 4.2
        assert 3.8 < np.diff(fewer.interval)[0] / np.diff(more.interval)[0] < 4.2


def test_samples_can_be_raised_while_it_runs() -> None:
    estimator = Pi(make(Pi.Params, {"samples": 500}), seed=2)
    assert estimator.advance(10_000) and estimator.snapshot().n == 500
    estimator.update(replace(estimator.params, "samples", 2000))
    assert estimator.snapshot().n == 500, "what was drawn stays"
    assert estimator.advance(10_000) and estimator.snapshot().estimate == ran(2000, 2).estimate


def test_the_last_points_are_kept_in_order() -> None:
    estimator = Pi(seed=4)
    estimator.advance(RECENT + 500)
    first = estimator.snapshot().points
    estimator.advance(300)
    then = estimator.snapshot().points
    assert first is not None and then is not None and first.x.size == then.x.size == RECENT
    assert np.array_equal(first.x[300:], then.x[:-300])
    assert np.array_equal(then.group == 1, then.x**2 + then.y**2 <= 1.0)


def test_the_history_is_spaced_on_a_log_scale() -> None:
    history = ran(100_000).quantities[0].history
    assert (
        history.n[0] == 10
        and history.n[-1] == 100_000
        and (np.diff(history.n) > 0).all()
        and 90 < history.n.size < 110
    )
    assert (history.low <= history.value).all() and (history.value <= history.high).all()
    marks = [10]
    while marks[-1] < 10**9:
        assert next_mark(marks[-1] - 1) == marks[-1], "each mark is found from just below it"
        marks.append(next_mark(marks[-1]))
    assert {10**k for k in range(1, 10)} <= set(marks)


def test_the_interval_of_equal_samples_has_a_width() -> None:
    low, high = interval(50, 50.0, 50.0, 0.0, 1.0)
    assert 0.85 < low < 1.0 == high
    half = interval(10_000, 5000.0, 5000.0, 0.0, 1.0)
    assert half[1] - half[0] == pytest.approx(2 * Z * 0.005, rel=1e-3)


class Die(Estimator):
    """The mean of a die, whose six faces are counted one after the other."""

    name, title, quantities, high = "die", "Die", ("mean",), 6.0

    @property
    def goal(self) -> int:
        return 6

    def _run(self, n: int) -> None:
        faces = np.arange(self.n + 1, self.n + n + 1)
        self._sums += faces.sum()
        self._squares += (faces**2).sum()

    def _exhausted(self) -> bool:
        return self.n == 6


def test_an_estimator_that_counts_every_case_ends_without_an_error() -> None:
    die = Die()
    assert not die.advance(2) and die.snapshot().error > 0 and die.snapshot().exact is None
    assert die.advance(100) and die.snapshot().exhausted
    assert (die.snapshot().estimate, die.snapshot().interval, die.snapshot().error) == (
        3.5,
        (3.5, 3.5),
        0.0,
    )
    die.restart()
    assert die.snapshot().n == 0 and die.snapshot().generation == 2


def test_a_text_that_is_not_read_is_refused() -> None:
    with pytest.raises(KnobError, match="does not read hand"):
        Pi(texts={"hand": "AsAh"})
    assert issubclass(estimators()["pi"], Estimator)
