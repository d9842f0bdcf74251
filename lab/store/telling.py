"""How far long work on a store has come."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TypeVar

T = TypeVar("T")
EVERY = 1000  # rows from one report to the next
Tell = Callable[[str, int, int], object]  # what is done, how much of it, of how much; 0: unknown


def silent(what: str, done: int, total: int) -> None:
    """Tells nobody."""


def portions_of(rows: Sequence[T], tell: Tell, what: str) -> Iterator[Sequence[T]]:
    """The rows in portions, each after a report."""
    for first in range(0, len(rows), EVERY):
        tell(what, first, len(rows))
        yield rows[first : first + EVERY]
