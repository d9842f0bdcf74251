"""Splits rules by eliminating variables: what only a few literals of a body speak of becomes a rule
of its own, so that fewer ground instances are needed.

Helmert, Concise finite-domain representations for PDDL planning tasks, Artificial Intelligence
2009, splits the same way.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from engines.gdl.reading import POSITIVE, Literal, Rule
from engines.gdl.terms import Atom, variables

PART = "@a"  # names of what a body was split into
BINDING = "@g"  # of what only binds variables, and is no condition


@dataclass(frozen=True)
class _Cut:
    """A set of literals that can stand apart, best first in the order of `rank`."""

    rank: tuple[int, int, str]
    chosen: tuple[int, ...]
    shared: tuple[str, ...]  # variables that the rest speaks of too
    binders: tuple[tuple[int, frozenset[str]], ...]  # literals that bind what is lacking


def split(rules: list[Rule], fresh: Iterator[int]) -> list[Rule]:
    """Rules that say the same of every name of the sheet, with few variables each; `fresh` numbers
    their parts.
    """
    return [part for rule in rules for part in _split(rule, fresh)]


def _split(rule: Rule, fresh: Iterator[int]) -> list[Rule]:
    body, made = list(rule.body), list[Rule]()
    name = BINDING if str(rule.head[0]).startswith(BINDING) else PART
    while (cut := _best(rule.head, body)) is not None:
        inner = [body[index] for index in cut.chosen]
        for index, taken in cut.binders:
            atom: Atom = (f"{BINDING}{next(fresh)}", *sorted(taken))
            made.append(Rule(atom, (body[index],), rule.line))
            inner.append(Literal(POSITIVE, atom))
        atom = (f"{name}{next(fresh)}", *cut.shared)
        made.append(Rule(atom, tuple(inner), rule.line))
        rest = [each for index, each in enumerate(body) if index not in cut.chosen]
        body = [*rest, Literal(POSITIVE, atom)]
    return [*made, Rule(rule.head, tuple(body), rule.line)]


def _best(head: Atom, body: list[Literal]) -> _Cut | None:
    kept = variables(head)
    each = [variables(literal.atom) for literal in body]
    every = kept.union(*each)
    cuts = [_cut(name, body, each, every, kept) for name in every - kept]
    return min(filter(None, cuts), key=lambda cut: cut.rank, default=None)


def _cut(
    name: str,
    body: list[Literal],
    each: list[frozenset[str]],
    every: frozenset[str],
    kept: frozenset[str],
) -> _Cut | None:
    """The literals that speak of a variable, if they can stand apart."""
    chosen = [index for index, names in enumerate(each) if name in names]
    inner = frozenset().union(*(each[index] for index in chosen))
    positive = [index for index in chosen if body[index].kind == POSITIVE]
    if len(chosen) == len(body) or not every - inner or not positive:
        return None
    others = [index for index in range(len(body)) if index not in chosen]
    outer = kept.union(*(each[index] for index in others))
    lack = inner.difference(*(each[index] for index in positive))
    binders = []
    for index in others:
        if lack and body[index].kind == POSITIVE and each[index] & lack:
            binders.append((index, each[index] & (lack | (inner & outer))))
            lack -= each[index]
    if lack:
        return None
    rank = (len(inner), len(chosen), name)
    return _Cut(rank, tuple(chosen), tuple(sorted(inner & outer)), tuple(binders))
