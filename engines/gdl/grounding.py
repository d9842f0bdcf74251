"""Makes a sheet's rules ground: finds all facts that can ever hold, bottom up, and the instances of
rules that make them.

Negations of what changes during a match are taken to hold, so more is found than can happen.
"""

from __future__ import annotations

import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable
from itertools import count
from operator import itemgetter
from typing import Any

from engines.gdl.asking import ASKED, asking, users
from engines.gdl.joining import Fact, Join, join_of
from engines.gdl.reading import (
    NEGATIVE,
    POSITIVE,
    Rule,
    SheetError,
    check_bound,
    doubtful,
    loose,
    own_negation,
)
from engines.gdl.splitting import split
from engines.gdl.terms import Term, order, quoted, variables

MOST = 3_000_000  # ground instances
MANY, LONG = 400_000, 4.0  # instances, and seconds, after which it is tried another way
SECONDS = 60.0  # CPU time
WIDEST = 18  # variables of a rule whose join is tried as it stands
DEEPEST, MOST_PARTS = 64, 10_000  # functors within one another, and parts of a fact
CHANGING = ("true", "does", "next", "legal", "goal", "terminal")
Tell = Callable[[str], object]
Ways = tuple[tuple[int, ...], ...]
Known = tuple[Fact, int]  # a fact, and 2 * its number; 0 if it never changes
Table = dict[Fact, list[Known]]


class TooManyError(SheetError):
    """Facts of some names would be too many, and could be made where they are asked for alone."""

    def __init__(self, said: str, line: int, names: set[str]) -> None:
        super().__init__(said, line)
        self.names = names


def ground(rules: list[Rule], tell: Tell = str, seconds: float = SECONDS) -> GroundRules:
    """A sheet's ground rules; SheetError if there would be too many."""
    until, fresh = time.process_time() + seconds, count()
    asked = users(rules, [str(rule.head[0]) for rule in rules if loose(rule) or _is_wide(rule)])
    doubts = doubtful(rules)
    open_ = _changing(rules, asked | {str(rule.head[0]) for rule in doubts})
    if doubts and not open_.isdisjoint(("role", "init")):
        raise own_negation(doubts[0])
    parts = split(asking(rules, asked, open_), fresh)
    more = users(parts, [str(rule.head[0]) for rule in parts]) - asked
    heavy: set[str] = set()
    while True:
        changing = _changing(parts, open_ | heavy)
        found = split(asking(parts, heavy, changing), fresh)
        try:
            made = GroundRules(found, changing, more - heavy, tell, until - time.process_time())
            made.doubts = doubts
            return made
        except TooManyError as error:
            heavy |= users(parts, error.names) & more


class GroundRules:
    """A sheet's ground rules. `changing` are names that depend on the position, or on what is asked
    for; the facts of `more` could be made where they are asked for alone.

    `all` are the facts and their literals, None of those that wait to be used. `bodies` are the
    number of a rule's head, then the literals of its body as numbers of facts: 2 * number, and 1
    more where the fact must not hold. Facts that never change are left out. Most bodies have one
    literal or none: those are `short`, head << 32 | literal + 1, or 0 for none. `doubts` are rules
    whose facts may depend on their own negation.
    """

    def __init__(
        self, rules: list[Rule], changing: set[str], more: set[str], tell: Tell, seconds: float
    ) -> None:
        now = time.process_time()
        self._until, self._soon, self._many = now + seconds, now + min(LONG, seconds), MANY
        self._tell, self.seconds, self.tick = tell, seconds, count(1).__next__
        self._more, self.doubts = more, list[Rule]()
        self.all: dict[Fact, int | None] = {}
        self.by: dict[Any, list[Fact]] = defaultdict(list)
        self.ids: dict[Fact, int] = {}
        self.bodies: set[tuple[int, ...]] = set()
        self.short: set[int] = set()
        self._index: dict[Any, list[tuple[Ways, Table, Callable[[Known], object]]]]
        self._index = defaultdict(list)
        self.queue: list[Known] = []
        self._busy = 0  # the line of the rule that was used last
        self.dynamic = _changing(rules, changing)
        for rule in rules:
            check_bound(rule)
        still = [rule for rule in rules if rule.head[0] not in self.dynamic]
        for level in _levels(still):
            self._close(level, False, ())
        self.roles = self._roles(rules)
        starts: list[Fact] = [("true", fact[1]) for fact in self.by["init"]]
        self._close([rule for rule in rules if rule.head[0] in self.dynamic], True, starts)

    def _roles(self, rules: list[Rule]) -> list[Term]:
        """In the order in which the sheet names them; derived ones come last."""
        told = [rule.head[1] for rule in rules if rule.head[0] == "role" and not rule.body]
        derived = sorted((fact[1] for fact in self.by["role"]), key=order)
        return list(dict.fromkeys([*told, *derived]))

    # -- facts -------------------------------------------------------------------------------------

    def number(self, fact: Fact) -> int:
        """The number of a fact."""
        return self.ids.setdefault(fact, len(self.ids))

    @property
    def count(self) -> int:
        """How many bodies there are."""
        return len(self.bodies) + len(self.short)

    def table(self, name: str, ways: Ways) -> Table:
        """The facts of a name by what stands at the ends of some ways; kept up to date."""
        for known, found, _ in self._index[name]:
            if known == ways:
                return found
        made: Table = defaultdict(list)
        file = _filer(ways, made)
        self._index[name].append((ways, made, file))
        for fact in self.by[name]:
            file((fact, self.all[fact] or 0))
        return made

    def put(self, fact: Fact) -> None:
        """Takes a fact of positions or moves."""
        if fact not in self.all:
            self.all[fact] = None
            self.queue.append((fact, 2 * self.number(fact)))

    def put_deep(self, fact: Fact, literal: int, line: int) -> None:
        """Takes a new fact whose terms may grow without end."""
        if _is_endless(fact):
            raise SheetError("terms grow without end", line)
        self.all[fact] = None
        self.queue.append((fact, literal))

    def record(self, head: int, body: tuple[int, ...], negated: bool) -> None:
        """Takes a ground instance; `negated` says that a literal of it may be a negation."""
        body = tuple(sorted(set(body)))
        if len(body) == 1:
            self.short.add(head << 32 | body[0] + 1)
        elif not (negated and any(lit ^ 1 in body for lit in body)):  # else it never holds
            self.bodies.add((head, *body))

    def look(self, fact: Fact) -> None:
        """Looks whether there are too many, now and then."""
        name = quoted(tuple(fact))
        most = max(self.count, len(self.all))
        if most > self._many or time.process_time() > self._soon:
            self._give_way(f"the rules have more than {most:,} ground instances")
        if most > MOST:
            said = f"the rules have more than {MOST:,} ground instances, the last one of {name}"
            raise SheetError(said, self._busy)
        if time.process_time() > self._until:
            said = f"making the rules ground takes more than {self.seconds:.0f} s, now at {name}"
            raise SheetError(said, self._busy)
        self._tell(f"{self.count:,} ground rules")

    def _give_way(self, said: str) -> None:
        """TooManyError where another way may need fewer facts."""
        counts, names = Counter(fact[0] for fact in self.all), [fact[0] for fact in self.ids]
        counts.update(names[body[0]] for body in self.bodies)
        counts.update(names[body >> 32] for body in self.short)
        most = counts.total() / 10
        heavy = {str(name) for name, count in counts.items() if count > most}
        if heavy & self._more:
            raise TooManyError(said, self._busy, heavy & self._more)
        self._many, self._soon = MOST, self._until

    # -- closure -----------------------------------------------------------------------------------

    def _close(self, rules: list[Rule], record: bool, start: Iterable[Fact]) -> None:
        """Adds all that follows."""
        heads = {rule.head[0] for rule in rules} | ({"true", "does"} if record else set())
        using: dict[Any, list[tuple[Join, int]]] = defaultdict(list)
        once = []
        for rule in rules:
            triggers = [
                index
                for index, lit in enumerate(rule.body)
                if lit.kind == POSITIVE and lit.atom[0] in heads
            ]
            if not triggers:
                once.append((self._join(rule, None, record), rule.line))
            for index in triggers:
                entry = (self._join(rule, index, record), rule.line)
                using[rule.body[index].atom[0]].append(entry)
        if record:
            using["next"].append((lambda fact, _: self.put(("true", fact[1])), 0))
            using["legal"].append((lambda fact, _: self.put(("does", fact[1], fact[2])), 0))
        for join, self._busy in once:
            join(None, 0)
        for fact in start:
            self.put(fact)
        known: dict[Any, Any] = {}  # what is done with facts, by their name
        queue, all_ = self.queue, self.all
        while queue:
            each = queue.pop()
            fact, literal = each
            all_[fact] = literal
            name = fact[0]
            if name not in known:
                files = [file for _, _, file in self._index[name]]
                known[name] = self.by[name].append, files, using[name]
            keep, files, joins = known[name]
            keep(fact)
            for file in files:
                file(each)
            for join, self._busy in joins:
                join(fact, literal)

    def _join(self, rule: Rule, first: int | None, record: bool) -> Join:
        try:
            return join_of(self, rule, first, record)
        except (SyntaxError, RecursionError, MemoryError) as error:
            raise SheetError("a rule has too many parts", rule.line) from error


def _is_wide(rule: Rule) -> bool:
    return len(variables(rule.head).union(*(variables(b.atom) for b in rule.body))) > WIDEST


def _filer(ways: Ways, table: Table) -> Callable[[Known], object]:
    """What files a fact in a table."""
    if not ways:
        return table[()].append
    if any(len(way) > 1 for way in ways):
        return lambda known: _file(known, ways, table)
    most, (first, *more) = max(ways)[0], (way[0] for way in ways)
    get: Any = itemgetter(first, *more) if more else lambda fact: (fact[first],)

    def file(known: Known) -> None:
        fact, _ = known
        if len(fact) > most:
            table[get(fact)].append(known)

    return file


def _file(known: Known, ways: Ways, table: Table) -> None:
    key = []
    for way in ways:
        part: Any = known[0]
        for index in way:
            if isinstance(part, str) or index >= len(part):
                return
            part = part[index]
        key.append(part)
    table[tuple(key)].append(known)


def _is_endless(fact: Fact) -> bool:
    """Whether a fact is deeper or has more words than any of a sheet that ends. Terms that double
    as they nest take no memory, since they share their parts, but all time to walk through.
    """
    if not any(type(part) is tuple and any(type(p) is tuple for p in part) for part in fact):
        return False
    level, depth, parts = [fact], 0, 0
    while level:
        inner = [part for term in level for part in term]
        depth, parts = depth + 1, parts + len(inner)
        if depth > DEEPEST or parts > MOST_PARTS:
            return True
        level = [part for part in inner if not isinstance(part, str)]
    return False


def _changing(rules: list[Rule], known: set[str]) -> set[str]:
    """The names whose facts depend on the position, or on what is asked for."""
    asked = {str(rule.head[0]) for rule in rules if str(rule.head[0]).startswith(ASKED)}
    found = {*CHANGING, *known, *asked}
    while True:
        more = {
            str(rule.head[0])
            for rule in rules
            if any(lit.kind in (POSITIVE, NEGATIVE) and lit.atom[0] in found for lit in rule.body)
        }
        if more <= found:
            return found
        found |= more


def _levels(rules: list[Rule]) -> list[list[Rule]]:
    """The rules by how many negations deep they are, shallow ones first."""
    level = {rule.head[0]: 0 for rule in rules}
    changed = True
    while changed:
        changed = False
        for rule in rules:
            for lit in rule.body:
                if lit.kind in (POSITIVE, NEGATIVE) and lit.atom[0] in level:
                    least = level[lit.atom[0]] + (lit.kind == NEGATIVE)
                    if level[rule.head[0]] < least:
                        level[rule.head[0]] = least
                        changed = True
    numbers = sorted(set(level.values()))
    return [[rule for rule in rules if level[rule.head[0]] == each] for each in numbers]
