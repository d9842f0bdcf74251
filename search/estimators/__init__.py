"""Estimators: quantities found by sampling, with their intervals. No games; each estimator is one
file here, found automatically.

>>> from search.estimators import estimators
>>> "pi" in estimators()
True
"""

from __future__ import annotations

from functools import cache

from engines.discover import discover
from search.estimators.base import Estimator


@cache
def estimators() -> dict[str, type[Estimator]]:
    """All estimators by their command-line name: this package's and those of the entry point group
    `smitsilab.estimators`.
    """
    return discover("search.estimators", Estimator, "smitsilab.estimators")  # type: ignore[type-abstract]  # a base to look for, never called
