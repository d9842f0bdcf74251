"""Estimators: quantities found by sampling, with their intervals. No games; each estimator is one
file here, found automatically.

>>> from search.estimators import estimators
>>> "pi" in estimators()
True
"""

from __future__ import annotations

from engines.discover import discover
from search.estimators.base import Estimator


def estimators() -> dict[str, type[Estimator]]:
    """All estimators by their command-line name: this package's, those of the entry point group
    `smitsilab.estimators` and those of the files that were given.
    """
    return discover("search.estimators", Estimator, "smitsilab.estimators")  # type: ignore[type-abstract]  # a base to look for, never called
