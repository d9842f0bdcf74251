"""Running an estimator until it is done: chunks of a fraction of a second, and the result as plain
values.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from typing import Any

from engines.knobs import KnobError, did_you_mean
from search.estimators import estimators
from search.estimators.base import EstimateSnapshot, Estimator, Quantity

FIRST = 1000  # samples of the first chunk
CHUNK_S = 0.05


def parse_estimator(name: str) -> type[Estimator]:
    """The estimator of that name; KnobError with the nearest name if there is none."""
    if name not in estimators():
        raise KnobError(f"There is no estimator {name}{did_you_mean(name, estimators())}")
    return estimators()[name]


def finish(
    estimator: Estimator, watch: Callable[[EstimateSnapshot], None] = lambda _: None
) -> EstimateSnapshot:
    """Draws all samples; `watch` gets a snapshot after each chunk."""
    chunk, done = FIRST, False
    while not done:
        began = time.monotonic()
        done = estimator.advance(chunk)
        watch(estimator.snapshot())
        chunk = max(FIRST, int(chunk * min(4.0, CHUNK_S / max(1e-6, time.monotonic() - began))))
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
