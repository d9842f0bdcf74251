"""Algorithms: compiled kernels over preallocated arrays. numpy and numba only; each algorithm is
one file here, found automatically.

>>> from search import algorithms
>>> "smitsimax" in algorithms()
True
"""

from __future__ import annotations

from engines.discover import discover, find
from search.base import Search


def algorithms() -> dict[str, type[Search]]:
    """All algorithms by their command-line name: this package's, those of the entry point group
    `smitsilab.algorithms` and those of the files that were given.
    """
    return discover("search", Search, "smitsilab.algorithms")  # type: ignore[type-abstract]


def algorithm_named(name: str) -> type[Search] | None:
    """One of `algorithms`, found without loading the others where possible."""
    alone = find("search", Search, "smitsilab.algorithms", name)  # type: ignore[type-abstract]
    return alone or algorithms().get(name)
