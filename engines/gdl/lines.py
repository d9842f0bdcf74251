"""What is told beside the boards of a sheet: facts that have no place on one, those of a relation
together and those of a role on a line of its own; numbers are bars. Below them are buttons for
moves that have no place there; many of one name are told by what differs, below it.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from textwrap import wrap

import numpy as np

from engines.gdl.sheet import Sheet
from engines.gdl.terms import Term, spoken
from engines.gdl.words import SheetWords
from engines.knobs import digits
from engines.scene import AnyItem, Rect, Text

BOUND = "\u00a0"  # a space at which no row ends
BUTTONS, NARROW = 6, 10  # in a row; of those below a name
LONGEST = 34  # characters
BUTTON = 0.32  # of a line's height: a character
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


def rows_of(text: str, wide: int, most: int) -> list[str]:
    """A text of several parts as at most so many rows; a part stays in one."""
    bound = text.replace(" ", BOUND).replace(f",{BOUND}", ", ")
    return [row.replace(BOUND, " ") for row in wrap(bound, max(8, wide), max_lines=most)]


# -- buttons ---------------------------------------------------------------------------------------


@dataclass(frozen=True)
class MoveGroup:
    """Moves without a place, and their texts; `name` stands above them, or is ""."""

    name: str
    moves: tuple[int, ...]
    texts: tuple[str, ...]

    @property
    def most(self) -> int:
        """How many may be in a row."""
        return NARROW if self.name else BUTTONS

    @property
    def wide(self) -> float:
        """How wide a button is, in heights of a line."""
        return (max(map(len, self.texts), default=1) + 3) * BUTTON

    def buttons(
        self, agent: int, x: float, y: float, wide: float, line: float
    ) -> Iterator[MoveButton]:
        """From a place on, in so much room, for lines of such a height."""
        if self.name:
            yield MoveButton(agent, -1, self.name, x, y, wide, line)
            y += line
        columns = max(1, min(self.most, int(wide / (self.wide * line) + 1e-6)))
        w, h = wide / columns, 1.3 * line
        for k, (move, text) in enumerate(zip(self.moves, self.texts, strict=True)):
            yield MoveButton(agent, move, text, x + k % columns * w, y + k // columns * h, w, h)


@dataclass(frozen=True)
class MoveButton:
    """A button for a move, or the name above some, with -1 for the move."""

    agent: int
    action: int
    text: str
    x: float
    y: float
    w: float
    h: float

    def items(self, line: float) -> Iterator[AnyItem]:
        """What is drawn."""
        x, y, w, h = self.x, self.y, self.w, self.h
        if self.action < 0:
            yield Text(x + 0.1, y + h / 2, self.text, "ink2", 0.6 * line, anchor="left", world=True)
            return
        yield Rect(x + 0.04, y + 0.04, w - 0.08, h - 0.08, "panel", f"seat{self.agent}", 1.0, 4)
        yield Text(x + w / 2, y + h / 2, self.text, "ink", 0.6 * line, world=True)


def names_above(moves: Mapping[int, Term]) -> dict[int, str]:
    """The name of each move that shares it with many."""
    names = {k: spoken(move if isinstance(move, str) else move[0]) for k, move in moves.items()}
    counts = Counter(names.values())
    return {k: name for k, name in names.items() if counts[name] > BUTTONS}


def groups_of(moves: Iterable[tuple[int, Term, str]]) -> Iterator[MoveGroup]:
    """Moves, each with its number and the name above it, or ""."""
    found: dict[str, list[tuple[int, str]]] = defaultdict(list)
    for number, move, name in moves:
        found[name].append((number, cut(spoken(move)[len(name) :].strip(), LONGEST)))
    for name, each in found.items():
        yield MoveGroup(name, *map(tuple, zip(*each, strict=True)))
