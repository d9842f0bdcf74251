"""What is told beside the boards of a sheet: facts that have no place on one, those of a relation
together and those of a role on a line of its own; numbers are bars.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from engines.gdl.sheet import Sheet
from engines.gdl.terms import Term, spoken
from engines.gdl.words import SheetWords
from engines.knobs import digits

FEWEST = 3  # numbers that make a counter


@dataclass(frozen=True)
class FactLine:
    """A line; `seat` is whose it is, or -1, and `most` not 0 where it tells a number."""

    text: str
    seat: int = -1
    number: int = 0
    most: int = 0


class FactLines:
    """The lines of one sheet."""

    def __init__(self, sheet: Sheet, words: SheetWords) -> None:
        self._sheet, self._words = sheet, words
        self._roles = [spoken(role) for role in sheet.players]
        self._most = self._counters()

    def _counters(self) -> dict[tuple[str, int], int]:
        """The highest number of relations of which always one number holds, or one for each of
        something.
        """
        relations: dict[tuple[str, int], list[int]] = defaultdict(list)
        for k, fact in enumerate(self._sheet.facts):
            if not isinstance(fact, str) and 2 <= len(fact) <= 3:
                relations[str(fact[0]), len(fact)].append(k)
        found = {}
        for name, indices in relations.items():
            numbers = [digits(spoken(self._sheet.facts[k][-1])) for k in indices]
            known = {number for number in numbers if number is not None}
            if None not in numbers and len(known) >= FEWEST and self._one_each(indices):
                found[name] = max(known)
        return found

    def _one_each(self, indices: Sequence[int]) -> bool:
        """Whether in no sampled position two of the facts differ in their last part alone."""
        groups: dict[Term, list[int]] = defaultdict(list)
        for k in indices:
            groups[self._sheet.facts[k][:-1]].append(k)
        return all(
            int(self._sheet.samples[:, each].sum(axis=1).max()) <= 1 for each in groups.values()
        )

    def lines(self, facts: Sequence[Term]) -> list[FactLine]:
        """Of some facts that hold."""
        made: list[FactLine] = []
        groups: dict[tuple[str, int], list[str]] = {}
        for fact in facts:
            name = fact if isinstance(fact, str) else spoken(fact[0])
            said = self._words.facts.get(name, name)
            parts = () if isinstance(fact, str) else fact[1:]
            if not said:
                continue
            most = self._most.get((name, len(parts) + 1), 0)
            if most:
                made.append(self._counter(said, parts, most))
            else:
                self._group(groups, said, parts)
        for (said, seat), values in groups.items():
            shown = ", ".join(value for value in values if value)
            made.append(FactLine(f"{said}: {shown}" if shown else said, seat))
        return made

    def _counter(self, said: str, parts: Sequence[Term], most: int) -> FactLine:
        number = digits(spoken(parts[-1])) or 0
        of = "".join(f" {self._words.role(spoken(part))}" for part in parts[:-1])
        return FactLine(f"{said}{of}: {number}", self._seat(parts[:1]), number, most)

    def _group(
        self, groups: dict[tuple[str, int], list[str]], said: str, parts: Sequence[Term]
    ) -> None:
        """A fact goes to the others of its relation, and of its role."""
        seat = self._seat(parts)
        if seat >= 0 and len(parts) > 1:
            said, parts = f"{said} {self._words.role(self._roles[seat])}", parts[1:]
        text = " ".join(self._words.role(spoken(part)) for part in parts)
        groups.setdefault((said, seat), []).append(text)

    def _seat(self, parts: Sequence[Term]) -> int:
        """Whose a fact is by its first part."""
        first = spoken(parts[0]) if parts else ""
        return self._roles.index(first) if first in self._roles else -1

    def longest(self, beside: Sequence[bool]) -> int:
        """Characters of the longest line in any sampled position; `beside` [F] are the facts that
        have no place on a board.
        """
        told = np.array(beside, bool)
        samples = (np.flatnonzero(sample.astype(bool) & told) for sample in self._sheet.samples)
        each = (self.lines([self._sheet.facts[k] for k in held]) for held in samples)
        return max((len(line.text) for lines in each for line in lines), default=0)

    @property
    def has_bars(self) -> bool:
        """Whether any line tells a number."""
        return bool(self._most)


def cut(text: str, most: int) -> str:
    """A text that has at most so many characters."""
    return text if len(text) <= most else f"{text[: max(1, most - 3)]}..."
