"""Has facts of some names made only where another rule asks for them: what a rule's head hands on
without a condition, or too many of which could be made, is bound by its users.

Beeri and Ramakrishnan, On the power of magic, Journal of Logic Programming 1991. Each name has one
pattern here: the arguments that all of its users have bound before they ask.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass

from engines.gdl.reading import GIVEN, NEGATIVE, POSITIVE, TEST, WANTED, Literal, Rule, loose
from engines.gdl.splitting import BINDING
from engines.gdl.terms import Atom, Term, variables

ASKED = f"{BINDING}?"  # names of what is asked for


@dataclass(frozen=True)
class _Ask:
    """A literal, what is bound where its facts are asked for, and what binds it."""

    atom: Atom
    bound: frozenset[str]
    before: tuple[Literal, ...]


def users(rules: list[Rule], names: Iterable[str]) -> set[str]:
    """The names, and those that depend on them, as far as they can be asked for."""
    needs: dict[str, set[str]] = defaultdict(set)
    used: dict[str, set[str]] = defaultdict(set)
    for rule in rules:
        for literal in rule.body:
            needs[str(rule.head[0])].add(str(literal.atom[0]))
            used[str(literal.atom[0])].add(str(rule.head[0]))
    early = _reached(("role", "init"), needs)  # these are known before a match
    found = {name for name in _reached(names, used) if not name.startswith(BINDING)}
    return found - early - GIVEN - {*WANTED}


def _reached(names: Iterable[str], links: dict[str, set[str]]) -> set[str]:
    found, todo = set[str](), [*names]
    while todo:
        name = todo.pop()
        if name not in found:
            found.add(name)
            todo += links[name]
    return found


def asking(rules: list[Rule], names: set[str], changing: Collection[str]) -> list[Rule]:
    """Rules that make the facts of `names` where they are asked for; all else that they say is the
    same. `changing` are the names that depend on the position, or on these.
    """
    return _Asking(rules, names, changing).made()


class _Asking:
    def __init__(self, rules: list[Rule], names: set[str], changing: Collection[str]) -> None:
        self.rules, self.changing = rules, changing
        self.late = users(rules, [str(rule.head[0]) for rule in rules if loose(rule)])
        # the arguments of each name that its users bind
        self.bound: dict[Term, frozenset[int]] = {
            rule.head[0]: frozenset(range(1, len(rule.head)))
            for rule in rules
            if rule.head[0] in names
        }
        while True:
            left = dict(self.bound)
            for rule in rules:
                for ask in self._asks(rule):
                    each = {k for k, part in enumerate(ask.atom) if variables(part) <= ask.bound}
                    left[ask.atom[0]] &= each
            if left == self.bound:
                return
            self.bound = {name: arguments for name, arguments in left.items() if arguments}

    def made(self) -> list[Rule]:
        """The rules, and what they ask for."""
        found, asks = list[Rule](), dict[Rule, None]()
        for rule in self.rules:
            for ask in self._asks(rule):
                head = self._wanted(ask.atom)
                if all(literal.atom != head for literal in ask.before):
                    asks[Rule(head, ask.before, rule.line)] = None
            body = rule.body
            if rule.head[0] in self.bound:
                body = (Literal(POSITIVE, self._wanted(rule.head)), *body)
            found.append(Rule(rule.head, body, rule.line))
        return [*found, *asks]

    def _wanted(self, atom: Atom) -> Atom:
        return (f"{ASKED}{atom[0]}", *(atom[k] for k in sorted(self.bound[atom[0]])))

    def _asks(self, rule: Rule) -> Iterator[_Ask]:
        """What a rule asks for, in the order in which its variables are bound."""
        before, bound = list[Literal](), frozenset[str]()
        if rule.head[0] in self.bound:
            before.append(Literal(POSITIVE, self._wanted(rule.head)))
            bound = variables(before[0].atom)
        left = list(rule.body)
        while left:
            known = [each for each in left if variables(each.atom) <= bound]
            some = known or [each for each in left if each.kind == POSITIVE]
            if not some:
                return
            literal = min(some, key=lambda each: self._rank(each, bound))
            left.remove(literal)
            name = literal.atom[0]
            if literal.kind != TEST and name in self.bound:
                yield _Ask(literal.atom, bound, tuple(before))
            if literal.kind != NEGATIVE or name not in self.changing:
                before.append(literal)
                bound |= variables(literal.atom)

    def _rank(self, literal: Literal, bound: frozenset[str]) -> tuple[object, ...]:
        """What binds few variables comes first, then what has none in common with the rest, last,
        in the order of the sheet, what cannot bind them by itself.
        """
        if literal.atom[0] in self.late:
            return (True,)
        name, names = literal.atom[0], variables(literal.atom)
        still, count = name not in self.changing, len(names - bound)
        apart = 0 < count == len(names) and not (still and count < 2)
        return False, apart, name in self.bound, not still, count
