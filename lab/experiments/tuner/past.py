"""What a tuning knew when its ranges, its number of games or its method were changed.

Games stay in the store whatever is asked next; this says which of them count as known. It is part
of the experiment's file, so that the sequence of games depends on the file and on results alone.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Self

from engines.knobs import Value
from lab.experiments.tuner.book import Book, Sums
from lab.experiments.tuner.space import Space


@dataclass(frozen=True)
class Remembered:
    """The finished groups of one setting, by the names of its knobs."""

    values: tuple[tuple[str, Value], ...]
    sums: Sums


@dataclass(frozen=True)
class Past:
    """All settings that were played before, and the number of the first new group."""

    settings: tuple[Remembered, ...] = ()
    begin: int = 0

    @property
    def groups(self) -> int:
        """Finished groups."""
        return sum(each.sums.groups for each in self.settings)

    def book(self, space: Space) -> Book:
        """What is known of the settings inside the ranges."""
        found = ((space.read(dict(each.values)), each.sums) for each in self.settings)
        return {setting: sums for setting, sums in found if setting is not None and sums.groups}

    def outside(self, space: Space) -> tuple[Remembered, ...]:
        """Those that are outside the ranges."""
        return tuple(each for each in self.settings if space.read(dict(each.values)) is None)

    @property
    def line(self) -> dict[str, Any]:
        """As JSON."""
        known = [
            [dict(s.values), s.sums.groups, s.sums.total, s.sums.squares] for s in self.settings
        ]
        return {"settings": known, "begin": self.begin}

    @classmethod
    def read(cls, line: Mapping[str, Any]) -> Self:
        """The past from its JSON."""
        known = ((tuple(values.items()), Sums(*sums)) for values, *sums in line["settings"])
        return cls(tuple(Remembered(values, sums) for values, sums in known), line["begin"])


NOTHING = Past()
