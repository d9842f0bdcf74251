"""Running an estimator until it is done, and the result as plain values."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from engines.knobs import KnobError, did_you_mean
from lab.experiments.portions import portions
from lab.signals import undisturbed
from search.estimators import estimators
from search.estimators.base import EstimateSnapshot, Estimator, Quantity

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


def _quantity(quantity: Quantity) -> dict[str, Any]:
    numbers = {name: getattr(quantity, name) for name in ("value", "error", "low", "high", "exact")}
    return {"name": quantity.name} | {
        name: None if x is None or math.isnan(x) else x for name, x in numbers.items()
    }
