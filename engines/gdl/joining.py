"""Writes a rule's join as Python: nested loops over indexed facts, which put each instance of the
rule's head.

Only the words of a sheet get into the code, as literals: a sheet never runs code of its own.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

from engines.gdl.asking import ASKED
from engines.gdl.reading import NEGATIVE, POSITIVE, TEST, Literal, Rule
from engines.gdl.splitting import BINDING
from engines.gdl.terms import Atom, Term, variables, words

OFTEN = 8191  # instances between looks
Fact = tuple[Any, ...]
Join = Callable[[Any, int], None]  # for a fact and its literal


class FactStore(Protocol):
    """What a join reads and writes."""

    all: dict[Fact, int | None]
    dynamic: set[str]
    ids: dict[Fact, int]
    bodies: set[tuple[int, ...]]
    short: set[int]
    queue: list[tuple[Fact, int]]
    tick: Callable[[], int]

    def table(self, name: str, ways: tuple[tuple[int, ...], ...]) -> Any:
        """The facts of a name, with their literals, by what stands at the ends of some ways."""

    def put_deep(self, fact: Fact, literal: int, line: int) -> None:
        """Takes a new fact whose terms may grow."""

    def record(self, head: int, body: tuple[int, ...], negated: bool) -> None:
        """Takes a ground instance; `negated` says that a literal of it may be a negation."""

    def look(self, fact: Fact) -> None:
        """Looks whether there are too many."""


def join_of(facts: FactStore, rule: Rule, first: int | None, record: bool) -> Join:
    """The join of a rule for facts that match its literal `first`, which it is given one by one;
    for all facts if it is None.
    """
    return _Writer(facts, rule, first, record).join()


class _Writer:
    def __init__(self, facts: FactStore, rule: Rule, first: int | None, record: bool) -> None:
        self.facts, self.rule, self.first, self.recorded = facts, rule, first, record
        self.names: dict[str, str] = {}  # of variables that are bound
        self.lines: list[str] = []
        self.depth = 1
        self.env: dict[str, Any] = {
            "ALL": facts.all,
            "QUEUE": facts.queue.append,
            "DEEP": facts.put_deep,
            "REC": facts.record,
            "ADD": facts.bodies.add,
            "SHORT": facts.short.add,
            "IDS": facts.ids,
            "ID": facts.ids.setdefault,  # a fact's number, or the next one
            "TICK": facts.tick,
            "LOOK": facts.look,
        }
        self.literals: dict[int, str] = {}  # the name of the number of each positive one
        self.positive = [i for i, lit in enumerate(rule.body) if lit.kind == POSITIVE]
        self.open = [i for i, lit in enumerate(rule.body) if lit.kind != POSITIVE]

    def join(self) -> Join:
        self._say("for _ in (0,):", deeper=True)
        self._filter()
        left = list(self.positive)
        if self.first is not None:
            left.remove(self.first)
            atom = self.rule.body[self.first].atom
            self.literals[self.first] = "e"
            self._say(f"if len(f) != {len(atom)}: continue")
            self._match(atom, "f", (), ())
            self._filter()
        while left:
            index = min(left, key=self._cost)
            left.remove(index)
            self._loop(index)
        self._finish()
        source = "def join(f, e):\n" + "\n".join(self.lines)
        exec(compile(source, "join", "exec"), self.env)
        made: Join = self.env["join"]
        return made

    # -- text --------------------------------------------------------------------------------------

    def _say(self, text: str, deeper: bool = False) -> None:
        self.lines.append("  " * min(self.depth, 90) + text)
        self.depth += deeper

    def _term(self, term: Term) -> str:
        if isinstance(term, str):
            return self.names[term] if term[:1] == "?" else repr(term)
        return "(" + "".join(self._term(part) + "," for part in term) + ")"

    def _test(self, term: Term) -> str:
        if term[0] == "distinct":
            return f"({self._term(term[1])} != {self._term(term[2])})"
        if term[0] == "not":
            return f"(not {self._test(term[1])})"
        parts = [self._test(part) for part in term[1:]]
        return "(" + f" {term[0]} ".join(parts) + ")" if parts else str(term[0] == "and")

    def _filter(self) -> None:
        """Writes each test whose variables are bound."""
        for index in list(self.open):
            literal = self.rule.body[index]
            if not variables(literal.atom) <= self.names.keys():
                continue
            self.open.remove(index)
            if literal.kind == TEST:
                self._say(f"if not {self._test(literal.atom)}: continue")
            elif literal.atom[0] not in self.facts.dynamic:
                self._say(f"if {self._term(literal.atom)} in ALL: continue")

    def _match(
        self,
        pattern: Atom,
        fact: str,
        known: tuple[tuple[int, ...], ...],
        way: tuple[int, ...],
    ) -> None:
        """Writes what binds a pattern's variables; `known` are ways that an index has compared."""
        for index, part in enumerate(pattern):
            here = (*way, index)
            if here == (0,):
                continue
            if not isinstance(part, str):
                name = f"s{len(self.lines)}_{'_'.join(map(str, here))}"
                self._say(f"{name} = {fact}[{index}]")
                self._say(f"if type({name}) is not tuple or len({name}) != {len(part)}: continue")
                self._match(part, name, known, here)
            elif part[:1] == "?" and part not in self.names:
                self.names[part] = f"v{len(self.names)}"
                self._say(f"{self.names[part]} = {fact}[{index}]")
            elif here not in known:
                self._say(f"if {fact}[{index}] != {self._term(part)}: continue")

    def _cost(self, index: int) -> tuple[bool, int, int, bool]:
        atom = self.rule.body[index].atom
        names = variables(atom)
        open_ = len(names - self.names.keys())
        is_last = open_ > 0 and not str(atom[0]).startswith(ASKED)  # what is asked for binds most
        return is_last, open_, -len(names), atom[0] in self.facts.dynamic

    def _loop(self, index: int) -> None:
        atom = self.rule.body[index].atom
        name, literal = f"f{index}", f"e{index}"
        self.literals[index] = literal
        if not variables(atom) - self.names.keys():
            self._say(f"{literal} = ALL.get({self._term(atom)})")
            self._say(f"if {literal} is None: continue")
            return
        known = [
            (way, word)
            for way, word in words(atom)
            if way != (0,) and (word[:1] != "?" or word in self.names)
        ]
        ways = tuple(way for way, _ in known)
        self.env[f"T{index}"] = self.facts.table(str(atom[0]), ways)
        key = "".join(self._term(word) + "," for _, word in known)
        self._say(f"for {name}, {literal} in T{index}.get(({key}), ()):", deeper=True)
        self._say(f"if len({name}) != {len(atom)}: continue")
        self._match(atom, name, ways, ())
        self._filter()

    def _finish(self) -> None:
        head, body = self.rule.head, self.rule.body
        self._say(f"h = {self._term(head)}")
        self._say(f"if not TICK() & {OFTEN}: LOOK(h)")
        if self.recorded and not str(head[0]).startswith(BINDING):
            self._record(self._numbers(body), any(lit.kind == NEGATIVE for lit in body))
            self._say("if n == k or h not in ALL:", deeper=True)
        else:
            self._say("n = 0")
            self._say("if h not in ALL:", deeper=True)
        if any(not isinstance(part, str) and variables(part) for part in head):
            self._say(f"DEEP(h, n * 2, {self.rule.line})")
        else:
            self._say("ALL[h] = None")
            self._say("QUEUE((h, n * 2))")

    def _record(self, numbers: list[str], negated: bool) -> None:
        """Writes what records an instance; most have few literals."""
        whole = "".join(f"{number}, " for number in numbers)
        self._say(f"b, k = ({whole}), len(IDS)")
        self._say("n = ID(h, k)")
        if len(numbers) < 2:
            literal = "b[0] + 1" if numbers else "0"
            self._say(f"SHORT(n << 32 | {literal})")
        elif len(numbers) == 2:
            never = "b[0] ^ b[1] == 1" if negated else "False"
            self._say(f"if {never}: pass")
            self._say("elif b[0] == b[1]: SHORT(n << 32 | b[0] + 1)")
            self._say("else: ADD((n, b[0], b[1]) if b[0] < b[1] else (n, b[1], b[0]))")
        else:
            self._say(f"REC(n, b, {negated})")

    def _numbers(self, body: tuple[Literal, ...]) -> list[str]:
        found = []
        for index, literal in enumerate(body):
            name = str(literal.atom[0])
            if name not in self.facts.dynamic or name.startswith(BINDING):
                continue
            if literal.kind == POSITIVE:
                found.append(self.literals[index])
            elif literal.kind == NEGATIVE:
                found.append(f"ID({self._term(literal.atom)}, len(IDS)) * 2 + 1")
        return found
