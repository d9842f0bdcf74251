"""The first difference between a recorded match and the rules; every kind of recording is compared
this way.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

Pair = tuple[str, object, object]  # a field's name, what is recorded, what the rules say


class Difference(NamedTuple):
    """The first place where a recorded match and the rules disagree."""

    turn: int
    field: str
    expected: object
    got: object


def first_difference(turn: int, pairs: Iterable[Pair]) -> Difference | None:
    """The first unequal pair; later pairs are not computed."""
    return next(
        (
            Difference(turn, field, expected, got)
            for field, expected, got in pairs
            if expected != got
        ),
        None,
    )


def fields(expected: Mapping[str, object], got: Mapping[str, object]) -> Iterator[Pair]:
    """Pairs two records field by field; KeyError for a field that only one of them has."""
    return ((name, expected[name], got[name]) for name in {**expected, **got})
