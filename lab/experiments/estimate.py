"""Running an estimator until it is done, and the result as plain values.

The work goes in portions of a fraction of a second: between two of them progress is shown, and a
request to end is answered.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterator
from typing import Any

from engines.knobs import KnobError, did_you_mean
from lab.signals import undisturbed
from search.estimators import estimators
from search.estimators.base import EstimatedNumber, EstimateSnapshot, Estimator

PORTION_S = 0.1
GROWTH = 4.0  # of a portion over the last one, at most
Tell = Callable[[int], object]


def portions(total: int, first: int, now: Callable[[], float] = time.monotonic) -> Iterator[int]:
    """Whole numbers that sum to `total`: `first`, then as many as should take PORTION_S by the time
    that the last portion took. What is done with a portion happens between two of them.
    """
    size, done = first, 0
    while done < total:
        portion = max(1, min(size, total - done))
        began = now()
        yield portion
        done += portion
        size = max(first, int(portion * min(GROWTH, PORTION_S / max(1e-6, now() - began))))


class Measured:
    """Work that is done in portions, with its CPU seconds. A request to end takes effect between
    two portions, so that what was counted is what was done; `tell` gets the amount after each.
    """

    def __init__(self, tell: Tell = lambda done: None) -> None:
        self.cpu_s, self.done, self._tell, self._short = 0.0, 0, tell, 0

    def work(self, total: int, first: int, advance: Callable[[int], object]) -> None:
        """Has `advance` called with portions that sum to `total`. Work of the same kind goes on
        with the largest portion that was short enough, so that calls are few.
        """
        for portion in portions(total, max(first, self._short)):
            with undisturbed():
                began = time.process_time()
                advance(portion)
                took = time.process_time() - began
                self.cpu_s += took
                self.done += portion
            if took < PORTION_S:
                self._short = max(self._short, portion)
            self._tell(self.done)


FIRST = 1000  # samples of the first portion


def parse_estimator(name: str) -> type[Estimator]:
    """The estimator of that name; KnobError with the nearest name if there is none."""
    if name not in estimators():
        raise KnobError(f"There is no estimator {name}{did_you_mean(name, estimators())}")
    return estimators()[name]


def finish(
    estimator: Estimator, watch: Callable[[EstimateSnapshot], None] = lambda _: None
) -> EstimateSnapshot:
    """Draws all samples; `watch` gets a snapshot after each portion."""
    for portion in portions(estimator.goal, FIRST):
        with undisturbed():
            estimator.advance(portion)
        watch(estimator.snapshot())
    return estimator.snapshot()


def as_json(estimator: Estimator, snapshot: EstimateSnapshot, cpu_s: float) -> dict[str, Any]:
    """An estimator's result, without numbers that JSON lacks."""
    about = {
        "estimator": estimator.name,
        "seed": estimator.seed,
        **estimator.texts,
        "n": snapshot.n,
        "exhausted": snapshot.exhausted,
    }
    speed = {"cpu_s": cpu_s, "samples_per_s": snapshot.n / cpu_s if cpu_s > 0 else None}
    return about | speed | {"quantities": [_quantity(each) for each in snapshot.quantities]}


def _quantity(quantity: EstimatedNumber) -> dict[str, Any]:
    numbers = {name: getattr(quantity, name) for name in ("value", "error", "low", "high", "exact")}
    return {"name": quantity.name} | {
        name: None if x is None or math.isnan(x) else x for name, x in numbers.items()
    }
