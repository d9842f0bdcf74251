"""Terms of a sheet: a word is a str, a compound term a tuple whose first part is its functor."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import TypeAlias

from engines.knobs import digits

Term: TypeAlias = "str | tuple[Term, ...]"
Atom: TypeAlias = "tuple[Term, ...]"
LONGEST_SHOWN = 100  # characters of a rule that are quoted


def variables(term: Term) -> frozenset[str]:
    """The variables of a term."""
    if isinstance(term, str):
        return frozenset((term,)) if term[:1] == "?" else frozenset()
    found: frozenset[str] = frozenset()
    for part in term:
        found |= variables(part)
    return found


def words(term: Term) -> Iterator[tuple[tuple[int, ...], str]]:
    """Each word of a term with the way to it, as indices."""
    if isinstance(term, str):
        yield (), term
        return
    for index, part in enumerate(term):
        for way, word in words(part):
            yield (index, *way), word


def at(term: Term, way: tuple[int, ...]) -> Term | None:
    """The part of a term at the end of a way; None if there is none."""
    for index in way:
        if isinstance(term, str) or index >= len(term):
            return None
        term = term[index]
    return term


def written(term: Term) -> str:
    """A term as a sheet writes it."""
    return term if isinstance(term, str) else f"({' '.join(map(written, term))})"


def quoted(term: Term) -> str:
    """A term as an error quotes it."""
    text = written(term)
    return text if len(text) <= LONGEST_SHOWN else f"{text[: LONGEST_SHOWN - 3]}..."


def spoken(term: Term) -> str:
    """A term as people read it: "move 1 2 1 3"."""
    return term if isinstance(term, str) else " ".join(map(spoken, term))


Order: TypeAlias = "tuple[int, int, str, tuple[Order, ...]]"


@cache
def order(term: Term) -> Order:
    """What terms are sorted by: numbers by value, then words, then compound terms."""
    if isinstance(term, str):
        number = digits(term)
        return (1, 0, term, ()) if number is None else (0, number, term, ())
    return (2, len(term), "", tuple(order(part) for part in term))
