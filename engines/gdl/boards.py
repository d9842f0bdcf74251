"""Finds boards among the facts of a sheet: relations of which two arguments are ordered, and which
say at most one thing of each pair of them.

Sampled positions decide; nothing of the names is known but a few for emptiness.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, permutations
from typing import TypeAlias

from engines.gdl.sheet import Sheet
from engines.gdl.terms import Term, order, spoken

EMPTY = frozenset({"b", "blank", "empty", "e", "dirt", "none", "nothing", "free", "space", "nil"})
MOST_SIDE = 40  # cells in a row
MANY = 6  # boards side by side
_NUMBERED = re.compile(r"([a-z_]*?)(\d+)")


def ordered(values: Iterable[Term]) -> list[str] | None:
    """Words that can be an axis, in their order: numbers, letters, words that end in a number, or
    words that are few; None where they cannot.
    """
    known = set(values)
    if not 2 <= len(known) <= MOST_SIDE or not all(isinstance(v, str) for v in known):
        return None
    texts = [str(v) for v in known]
    found = [_NUMBERED.fullmatch(text) for text in texts]
    if all(found) and len({m[1] for m in found if m}) == 1:
        return sorted(texts, key=lambda text: int(_NUMBERED.fullmatch(text)[2]))  # type: ignore[index]
    if all(len(text) == 1 and text.isalpha() for text in texts):
        return sorted(texts)
    return None


@dataclass(frozen=True)
class SheetBoard:
    """A grid: `x` and `y` are the places of its axes among the arguments of its relations, `group`
    that of the board's name, 0 if there is one board.
    """

    functor: str
    size: int  # parts of the fact, its functor too
    x: int
    y: int
    group: int
    xs: tuple[str, ...]
    ys: tuple[str, ...]
    names: tuple[str, ...]  # of the boards; one "" if there is one
    few: bool  # never more facts hold than there are roles: pieces that move about
    inside: bool = False  # the axes are parts of a compound term

    @property
    def says(self) -> bool:
        """Whether its facts say more than their place."""
        return self.size - 3 - bool(self.group) > 0

    @property
    def key(self) -> tuple[tuple[str, ...], ...]:
        """What boards of the same cells have in common."""
        return self.xs, self.ys, self.names

    def place(self, fact: Term) -> tuple[int, int, int] | None:
        """The board, column and row of a fact; None if it is not on it."""
        if isinstance(fact, str) or fact[0] != self.functor:
            return None
        fact = flat(fact) if self.inside else fact
        if len(fact) != self.size:
            return None
        x, y = fact[self.x], fact[self.y]
        name = spoken(fact[self.group]) if self.group else ""
        if x not in self.xs or y not in self.ys or name not in self.names:
            return None
        return self.names.index(name), self.xs.index(str(x)), self.ys.index(str(y))

    def mark(self, fact: Term) -> tuple[Term, ...]:
        """What a fact says of its cell."""
        axes = (0, self.x, self.y, self.group)
        parts = flat(fact) if self.inside else fact
        return tuple(part for index, part in enumerate(parts) if index not in axes)


def flat(fact: Term) -> tuple[Term, ...]:
    """A fact with the arguments of its compound terms in their place: of (stone (at d a) black)
    the parts stone, d, a, black.
    """
    if isinstance(fact, str):
        return (fact,)
    parts: list[Term] = [fact[0]]
    for part in fact[1:]:
        parts += (part,) if isinstance(part, str) else flat(part)[1:]
    return tuple(parts)


Relation: TypeAlias = "dict[int, tuple[Term, ...]]"  # the parts of its facts, by their numbers


def boards_of(sheet: Sheet) -> list[SheetBoard]:
    """The boards of a sheet, the one with most cells first; boards with the same cells are one."""
    relations: dict[tuple[str, int], Relation] = defaultdict(dict)
    for index, fact in enumerate(sheet.facts):
        if not isinstance(fact, str) and len(fact) > 1:
            relations[str(fact[0]), len(fact)][index] = fact
    found, inside = [], defaultdict[tuple[str, int], Relation](dict)
    for (functor, size), facts in relations.items():
        board = _board(sheet, functor, size, facts) if size >= 3 else None
        if board is not None:
            found.append(board)
            continue
        for index, fact in facts.items():
            if len(parts := flat(fact)) >= 3 and parts != fact:
                inside[functor, len(parts)][index] = parts
    for (functor, size), facts in inside.items():
        board = _board(sheet, functor, size, facts)
        found += [replace(board, inside=True)] if board is not None else []
    known = {(each.functor, each.size) for each in found}
    rest = [(name, facts) for name, facts in relations.items() if name not in known]
    found += [fit for (name, size), facts in rest if (fit := _fitted(found, name, size, facts))]
    found.sort(key=lambda each: -len(each.xs) * len(each.ys) * len(each.names))
    return found


def _fitted(
    boards: Sequence[SheetBoard], functor: str, size: int, facts: Relation
) -> SheetBoard | None:
    """A relation of cells of several boards, each of whose facts names one of them."""
    for board in boards:
        for group, x, y in permutations(range(1, size), 3) if board.group else ():
            made = replace(board, functor=functor, size=size, x=x, y=y, group=group, inside=False)
            if all(made.place(fact) is not None for fact in facts.values()):
                return replace(made, few=False)
    return None


def _board(sheet: Sheet, functor: str, size: int, facts: Relation) -> SheetBoard | None:
    held = sheet.samples[:, list(facts)].sum(axis=1)
    few = int(held.max()) <= len(sheet.roles)
    axes = {k: ordered(fact[k] for fact in facts.values()) for k in range(1, size)}
    best: tuple[tuple[bool, bool, float], SheetBoard] | None = None
    for i, j in combinations((k for k in axes if axes[k]), 2):
        xs, ys = tuple(axes[i] or ()), tuple(axes[j] or ())
        if {*xs} & {*sheet.roles} or {*ys} & {*sheet.roles}:
            continue
        if size == 3 and (int(held.min()), int(held.max())) in ((len(xs),) * 2, (len(ys),) * 2):
            continue  # a number for each, as the heights of columns
        score, group = _uniqueness(sheet, facts, size, i, j)
        if score < 0.98 or (size == 3 and len(xs) * len(ys) > 9 * len(facts)):
            continue
        named = sorted({fact[group] for fact in facts.values()}, key=order)
        names = tuple(spoken(each) for each in named)
        if group and len(names) > MANY:
            continue
        board = SheetBoard(functor, size, i, j, group, xs, ys, names if group else ("",), few)
        # rather one board than several, and one with axes alike
        worth = not group, xs == ys, len(xs) * len(ys) - 1e-3 * (i + j)
        if best is None or worth > best[0]:
            best = worth, board
    return best[1] if best is not None else None


def _uniqueness(sheet: Sheet, facts: Relation, size: int, i: int, j: int) -> tuple[float, int]:
    """The share of cells of which one thing is said in sampled positions, and the argument that has
    to be known besides; 0 if none has.
    """
    best = (0.0, 0)
    for group in (0, *(k for k in range(1, size) if k not in (i, j) and size > 4)):
        held = twice = 0
        for sample in sheet.samples:
            cells = [
                (fact[i], fact[j], fact[group] if group else "")
                for n, fact in facts.items()
                if sample[n]
            ]
            held += len(cells)
            twice += len(cells) - len(set(cells))
        share = 1.0 - twice / held if held else 0.0
        if share > best[0] + 1e-9:
            best = share, group
        if share >= 0.98:
            break
    return best


def initials(marks: Iterable[Sequence[Term]], roles: Sequence[Term]) -> frozenset[str]:
    """The first letters of the roles, where those are what stands in cells: with a "b" for black
    and no "w" for white, "b" is blank.
    """
    first, alone = [str(role)[:1] for role in roles], {mark[0] for mark in marks if len(mark) == 1}
    return frozenset(first if len(set(first)) == len(roles) and alone.issuperset(first) else ())


def is_empty(mark: Sequence[Term], letters: Collection[str]) -> bool:
    """Whether a cell's mark says that nothing is there; `letters` stand for roles."""
    return len(mark) == 1 and mark[0] in EMPTY and mark[0] not in letters
