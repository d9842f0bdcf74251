"""A plain interpreter of GDL, which shares no code with the lab's: proofs by recursion with tables,
nothing is made ground. Slow, and the judge of what `engines.gdl` plays.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import Any

Binding = dict[str, Any]


def parsed(text: str) -> list[Any]:
    """The terms of a sheet, as nested tuples of words in lower case."""
    stack: list[list[Any]] = [[]]
    for word in re.findall(r"[()]|[^\s();]+", re.sub(r";[^\n]*", "", text.lower())):
        if word == "(":
            stack.append([])
        elif word == ")":
            if len(stack) > 1:
                done = tuple(stack.pop())
                stack[-1].append(done if len(done) > 1 or len(stack) == 1 else done[0])
        else:
            stack[-1].append(word)
    return stack[0]


def atom(term: Any) -> Any:
    return (term,) if isinstance(term, str) else term


def substituted(term: Any, known: Binding) -> Any:
    if isinstance(term, str):
        while isinstance(term, str) and term[:1] == "?" and term in known:
            term = known[term]
        return term if isinstance(term, str) else substituted(term, known)
    return tuple(substituted(part, known) for part in term)


def unified(one: Any, other: Any, known: Binding) -> Binding | None:
    one, other = substituted(one, known), substituted(other, known)
    if one == other:
        return known
    if isinstance(one, str) and one[:1] == "?":
        return {**known, one: other}
    if isinstance(other, str) and other[:1] == "?":
        return {**known, other: one}
    if isinstance(one, str) or isinstance(other, str) or len(one) != len(other):
        return None
    found: Binding | None = known
    for left, right in zip(one, other, strict=True):
        if found is not None:
            found = unified(left, right, found)
    return found


def is_ground(term: Any) -> bool:
    return term[:1] != "?" if isinstance(term, str) else all(map(is_ground, term))


def renamed(term: Any, names: dict[str, str]) -> Any:
    if isinstance(term, str):
        return names.setdefault(term, f"?_{len(names)}") if term[:1] == "?" else term
    return tuple(renamed(part, names) for part in term)


class PlainSheet:
    """A sheet at one position."""

    def __init__(self, text: str) -> None:
        self.rules: dict[str, list[tuple[Any, Any]]] = defaultdict(list)
        for form in map(atom, parsed(text)):
            if form[0] == "<=":
                self.rules[atom(form[1])[0]].append((atom(form[1]), form[2:]))
            else:
                self.rules[form[0]].append((form, ()))
        self.at(frozenset(), ())
        told = [head[1] for head, body in self.rules["role"] if not body]
        derived = sorted(fact[1] for fact in self.ask(("role", "?x")))
        self.roles: list[Any] = list(dict.fromkeys([*told, *derived]))
        self.start = frozenset(fact[1] for fact in self.ask(("init", "?x")))

    def at(self, facts: frozenset[Any], does: Sequence[tuple[Any, Any]]) -> None:
        """Goes to a position in which the roles do something."""
        self._given = {
            "true": [("true", fact) for fact in facts],
            "does": [("does", *each) for each in does],
        }
        self._known: dict[Any, list[Any]] = {}
        self._open: dict[Any, dict[Any, int]] = {}
        self._met: set[Any] = set()

    def ask(self, goal: Any) -> list[Any]:
        """What follows and fits a goal; goals that need one another are asked until nothing is
        new.
        """
        goal = renamed(goal, {})
        if goal[0] in self._given:
            return [f for f in self._given[goal[0]] if unified(goal, f, {}) is not None]
        if goal in self._known:
            return self._known[goal]
        if goal in self._open:
            self._met.add(goal)
            return list(self._open[goal])
        found = self._open[goal] = {}
        before = self._met
        while True:
            size, self._met = len(found), set()
            for head, body in self.rules.get(goal[0], ()):
                known = unified(head, goal, {})
                if known is not None:
                    for each in self._prove(body, known):
                        found[substituted(head, each)] = 1
            inner = self._met
            if goal not in inner or len(found) == size:
                break
        del self._open[goal]
        self._met = before | (inner - {goal})
        if not inner - {goal}:
            self._known[goal] = list(found)
        return list(found)

    def _prove(self, body: Any, known: Binding) -> Iterator[Binding]:
        if not body:
            yield known
            return
        first, rest = atom(body[0]), body[1:]
        if first[0] == "or":
            for part in first[1:]:
                yield from self._prove((part, *rest), known)
        elif first[0] == "and":
            yield from self._prove((*first[1:], *rest), known)
        elif first[0] in ("distinct", "not"):
            now = substituted(first, known)
            if not is_ground(now) and rest:
                yield from self._prove((*rest, first), known)
            elif first[0] == "distinct":
                if now[1] != now[2]:
                    yield from self._prove(rest, known)
            elif next(self._prove((first[1],), known), None) is None:
                yield from self._prove(rest, known)
        else:
            now = substituted(first, known)
            for fact in self.ask(now):
                more = unified(now, fact, known)
                if more is not None:
                    yield from self._prove(rest, more)

    def legal(self, role: Any) -> set[Any]:
        """The legal moves of a role."""
        return {fact[2] for fact in self.ask(("legal", role, "?m"))}

    def terminal(self) -> bool:
        """Whether the match is over."""
        return bool(self.ask(("terminal",)))

    def goals(self) -> list[int]:
        """The most points of each role; -1 where it has none."""
        return [
            max((int(fact[2]) for fact in self.ask(("goal", role, "?g"))), default=-1)
            for role in self.roles
        ]

    def following(self, facts: frozenset[Any], moves: Sequence[Any]) -> frozenset[Any]:
        """The position after a turn."""
        self.at(facts, list(zip(self.roles, moves, strict=True)))
        return frozenset(fact[1] for fact in self.ask(("next", "?x")))
