"""What a tuning knew when its ranges, its number of games or its method were changed.

Games stay in the store whatever is asked next; this says which of them count as known. It is part
of the experiment's file, so that the sequence of games depends on the file and on results alone.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Self

from engines.knobs import Value
from lab.experiments.tuner.book import Book, Sums
from lab.experiments.tuner.space import Setting, Space


@dataclass(frozen=True)
class Remembered:
    """One setting by knobs' names: its finished groups, and the number of the next one."""

    values: tuple[tuple[str, Value], ...]
    sums: Sums
    next: int


@dataclass(frozen=True)
class Past:
    """All settings that were played before."""

    settings: tuple[Remembered, ...] = ()

    @property
    def groups(self) -> int:
        """Finished groups."""
        return sum(each.sums.groups for each in self.settings)

    def book(self, space: Space) -> Book:
        """What is known of the settings inside the ranges."""
        found = ((space.read(dict(each.values)), each.sums) for each in self.settings)
        return {setting: sums for setting, sums in found if setting is not None and sums.groups}

    def numbers(self, space: Space) -> dict[Setting, int]:
        """The number of the next group of each of them."""
        found = ((space.read(dict(each.values)), each.next) for each in self.settings)
        return {setting: number for setting, number in found if setting is not None}

    def outside(self, space: Space) -> tuple[Remembered, ...]:
        """Those that are outside the ranges."""
        return tuple(each for each in self.settings if space.read(dict(each.values)) is None)

    @property
    def line(self) -> list[list[Any]]:
        """As JSON."""
        return [
            [dict(s.values), s.sums.groups, s.sums.total, s.sums.squares, s.next]
            for s in self.settings
        ]

    @classmethod
    def read(cls, line: Sequence[Sequence[Any]]) -> Self:
        """The past from its JSON."""
        return cls(tuple(_remembered(*each) for each in line))


def _remembered(
    values: Mapping[str, Value], groups: int, total: float, squares: float, following: int
) -> Remembered:
    return Remembered(tuple(values.items()), Sums(groups, total, squares), following)


NOTHING = Past()
