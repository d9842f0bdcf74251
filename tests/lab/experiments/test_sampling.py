"""The thread behind the estimators: steps, pace, other parameters, errors, and an end that leaves
nothing behind.
"""

from __future__ import annotations

import math
import time
from collections.abc import Iterator
from functools import partial

import pytest

from engines.knobs import KnobError
from lab.experiments.sampling import EstimatorThread
from search.estimators.base import Estimator, Samples
from tests.waiting import HANG_S, until


class Coin(Estimator):
    """Heads or tails."""

    name, title, quantities = "coin", "Coin", ("heads",)

    def _run(self, n: int) -> None:
        heads = sum(self.rng.random() < 0.5 for _ in range(n))
        self._sums[0] += heads
        self._squares[0] += heads

    def _exact(self, q: int) -> float:
        return 0.5


class Broken(Coin):
    """Stops when it is asked for a sample."""

    def _run(self, n: int) -> None:
        raise ArithmeticError("the coin stood on its edge")


@pytest.fixture
def sampler() -> Iterator[EstimatorThread]:
    made = EstimatorThread(partial(Coin, Samples(samples=2000), 7), math.inf)
    made.start()
    until(lambda: made.snapshot is not None)
    yield made
    made.stop()
    made.join(HANG_S)
    assert not made.is_alive()


def n(sampler: EstimatorThread) -> int:
    return sampler.snapshot.n if sampler.snapshot is not None else -1


def test_it_rests_until_it_is_asked_and_steps_are_exact(sampler):
    assert n(sampler) == 0
    sampler.step(1)
    until(lambda: n(sampler) == 1)
    sampler.step(100)
    until(lambda: n(sampler) == 101)
    time.sleep(0.05)
    assert n(sampler) == 101
    direct = Coin(Samples(samples=2000), 7)
    direct.advance(101)
    assert sampler.snapshot.estimate == direct.snapshot().estimate


def test_it_runs_to_its_goal_and_rests_there(sampler):
    sampler.run_on(True)
    until(lambda: n(sampler) == 2000)
    until(lambda: not sampler.running)
    sampler.set_params(Samples(samples=2100))
    sampler.run_on(True)
    until(lambda: n(sampler) == 2100)


def test_a_slow_pace_draws_one_after_the_other(sampler):
    sampler.set_pace(50.0)
    sampler.run_on(True)
    until(lambda: n(sampler) >= 2)
    assert n(sampler) < 200
    sampler.run_on(False)


def test_an_error_is_a_sentence_and_another_estimator_works_again(sampler):
    sampler.restart(Broken)
    sampler.run_on(True)
    until(lambda: sampler.failure)
    assert (
        sampler.failure == "The estimator stopped: the coin stood on its edge"
        and not sampler.running
    )

    def refuse() -> Estimator:
        raise KnobError("There is no card 1x.")

    sampler.restart(refuse)
    until(lambda: sampler.failure == "There is no card 1x.")
    sampler.restart(partial(Coin, Samples(samples=2000), 7))
    sampler.step(5)
    until(lambda: n(sampler) == 5 and not sampler.failure)
