"""Reads a sheet: its text becomes rules in which only literals stand, and what no sheet may be is
refused in one sentence with its line.
"""

from __future__ import annotations

import re
from bisect import bisect
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass
from functools import cache

from engines.gdl.terms import Atom, Term, quoted, variables, written
from engines.knobs import KnobError, digits

TOKEN = re.compile(r";[^\n]*|([()])|([^\s();]+)")
DEEPEST = 100  # parentheses within one another
MOST_RULES = 50_000
MOST_ALTERNATIVES = 4096  # of one rule, once its `or` are written out
WANTED = ("role", "init", "legal", "next", "goal", "terminal")
# how many arguments the words of the language take
ARGUMENTS = {"role": 1, "init": 1, "true": 1, "does": 2, "next": 1, "legal": 2, "goal": 2}
ARGUMENTS |= {"terminal": 0, "distinct": 2, "not": 1}
GIVEN = frozenset({"true", "does"})  # no rule makes them
RESERVED = frozenset({*ARGUMENTS, "or", "and", "base", "input", "sees"})
POSITIVE, NEGATIVE, TEST = "positive", "negative", "test"
AT_REST = "@s"  # names of what holds while nothing is done
NONE_OF = "@n"  # names of what a negation has variables of its own for


class SheetError(KnobError):
    """Why a sheet cannot be played, with the line of the rule; 0 where no line is to blame."""

    def __init__(self, said: str, line: int = 0) -> None:
        super().__init__(f"line {line}: {said}" if line else said)
        self.line, self.said = line, said


@dataclass(frozen=True)
class Literal:
    """A part of a rule's body; a TEST is built of `distinct` alone."""

    kind: str
    atom: Atom


@dataclass(frozen=True)
class Rule:
    """If all of its body holds, its head does; `line` is where the sheet says so."""

    head: Atom
    body: tuple[Literal, ...]
    line: int


Note = tuple[int, str]  # a line, and what is odd there


def rules_of(text: str, remark: Callable[[Note], object] = bool) -> list[Rule]:
    """The rules of a sheet that matter to a match, checked; SheetError says what is wrong.
    `remark` hears of what the standard forbids and is understood all the same.
    """
    made = [rule for form, line in _forms(text) for rule in _written_out(form, line)]
    if len(made) > MOST_RULES:
        raise SheetError(f"the sheet has more than {MOST_RULES:,} rules")
    _check_names(made)
    made = _needed(_at_rest(_needed(_apart(made)), remark))
    _check_position(made)
    found = _needed([each for rule in made for each in _bound(rule, remark)])
    for rule in found:
        _check_points(rule)
        if open_ := loose(rule):
            if rule.head[0] in WANTED:
                check_bound(rule)
            remark(_open_note(rule, open_, "by its users alone"))
    return found


# -- text ------------------------------------------------------------------------------------------


def _forms(text: str) -> Iterator[tuple[Term, int]]:
    """Each whole term of the text and the line it begins in; words are in lower case."""
    ends = [match.start() for match in re.finditer("\n", text)]
    stack: list[list[Term]] = []
    top: list[Term] = []
    begun = 0
    for token in TOKEN.finditer(text):
        if token[1] == "(":
            begun = begun if stack else token.start()
            if len(stack) >= DEEPEST:
                raise SheetError("parentheses are too deep", bisect(ends, begun) + 1)
            stack.append(top)
            top = []
        elif token[1] == ")":
            if stack:  # one too many closes nothing
                done = tuple(top)
                top = stack.pop()
                # a functor without arguments is a word
                top.append(done[0] if len(done) == 1 and stack else done)
        elif token[2]:
            begun = begun if stack else token.start()
            top.append(token[2].lower())
        if not stack and top:
            yield top.pop(), bisect(ends, begun) + 1
    if stack:
        raise SheetError("a parenthesis is not closed", bisect(ends, begun) + 1)


def terms_of(text: str) -> list[Term]:
    """The terms that a text consists of; SheetError where it is none."""
    return [form[0] if len(form) == 1 else form for form, _ in _forms(text)]


def _atom(term: Term, line: int) -> Atom:
    if isinstance(term, str):
        term = (term,)
    if not term or not isinstance(term[0], str) or term[0][:1] == "?":
        raise SheetError(f"{quoted(term) or '()'} has no name", line)
    count = ARGUMENTS.get(term[0])
    if count is not None and len(term) != count + 1:
        said = f"{term[0]} takes {count or 'no'} argument{'' if count == 1 else 's'}"
        raise SheetError(f"{said}: {quoted(term)}", line)
    return term


def _written_out(form: Term, line: int) -> Iterator[Rule]:
    """The rules that a form stands for, one for each alternative of its `or`."""
    whole = _atom(form, line)
    if whole[0] != "<=":
        yield Rule(_head(whole, line), (), line)
        return
    if len(whole) < 2:
        raise SheetError("a rule says nothing", line)
    head = _head(_atom(whole[1], line), line)
    for body in _all_of(whole[2:], True, line):
        yield Rule(head, tuple(body), line)


def _head(atom: Atom, line: int) -> Atom:
    if atom[0] in GIVEN or atom[0] in ("not", "or", "and", "distinct", "<="):
        raise SheetError(f"no rule may say {quoted(atom)}", line)
    return atom


def _all_of(parts: Iterable[Term], sign: bool, line: int) -> list[list[Literal]]:
    """The alternatives in which all of the parts hold."""
    found: list[list[Literal]] = [[]]
    for part in parts:
        ways = _alternatives(part, sign, line)
        if len(found) * len(ways) > MOST_ALTERNATIVES:
            raise SheetError("a rule has too many alternatives", line)
        found = [one + way for one in found for way in ways]
    return found


def _alternatives(term: Term, sign: bool, line: int) -> list[list[Literal]]:
    """The ways in which a part of a body holds, or does not hold if `sign` is False."""
    atom = _atom(term, line)
    if _is_test(atom, line):
        return [[Literal(TEST, atom if sign else ("not", atom))]]
    if atom[0] == "not":
        return _alternatives(atom[1], not sign, line)
    if atom[0] in ("or", "and"):
        if (atom[0] == "or") == sign:
            return [way for part in atom[1:] for way in _alternatives(part, sign, line)]
        return _all_of(atom[1:], sign, line)
    return [[Literal(POSITIVE if sign else NEGATIVE, atom)]]


def _is_test(atom: Atom, line: int) -> bool:
    if atom[0] in ("or", "and", "not"):
        return all(_is_test(_atom(part, line), line) for part in atom[1:])
    return atom[0] == "distinct"


# -- checks ----------------------------------------------------------------------------------------


def _check_names(rules: list[Rule]) -> None:
    heads = {rule.head[0]: rule for rule in reversed(rules)}
    if "sees" in heads:
        said = "what only one role sees is not supported (sees)"
        raise SheetError(said, heads["sees"].line)
    for name, said in (
        ("role", "the sheet names no role"),
        ("terminal", "the sheet never ends a match (terminal)"),
        ("legal", "the sheet allows no move (legal)"),
    ):
        if name not in heads:
            raise SheetError(said)


def _apart(rules: list[Rule]) -> list[Rule]:
    """The rules, in which relations that have a name in common have names of their own."""
    counts: dict[Term, set[int]] = defaultdict(set)
    atoms = [a for rule in rules for a in (rule.head, *(lit.atom for lit in rule.body))]
    for atom in atoms:
        counts[atom[0]].add(len(atom))
    if all(len(each) == 1 for name, each in counts.items() if name not in RESERVED):
        return rules

    def apart(atom: Atom) -> Atom:
        if len(counts[atom[0]]) == 1 or atom[0] in RESERVED:
            return atom
        return (f"{atom[0]}/{len(atom) - 1}", *atom[1:])

    return [
        Rule(apart(rule.head), tuple(Literal(b.kind, apart(b.atom)) for b in rule.body), rule.line)
        for rule in rules
    ]


def _check_position(rules: list[Rule]) -> None:
    depends = _closure(rules, "true", "does")
    acts = _closure(rules, "does")
    for rule in rules:
        name = str(rule.head[0])
        needs = {str(lit.atom[0]) for lit in rule.body if lit.kind != TEST}
        if name in ("role", "init") and needs & depends:
            raise SheetError(f"{name} depends on the position: {quoted(rule.head)}", rule.line)
        if name == "legal" and needs & acts:
            raise SheetError(f"{name} depends on what is done: {quoted(rule.head)}", rule.line)


def _at_rest(rules: list[Rule], remark: Callable[[Note], object]) -> list[Rule]:
    """The rules, with goals and the end as they are while nothing is done, if they depend on it."""
    acts, asked = _closure(rules, "does"), {"goal", "terminal"}
    if not acts & asked:
        return rules
    made = [rule for rule in rules if rule.head[0] not in asked]
    for rule in rules:
        name = str(rule.head[0])
        if name in asked and any(lit.atom[0] in acts - asked for lit in rule.body):
            remark((rule.line, f"{quoted(rule.head)} depends on what is done"))
        if name in acts | asked and (POSITIVE, "does") not in {
            (lit.kind, lit.atom[0]) for lit in rule.body
        }:
            kept = (lit for lit in rule.body if lit.atom[0] != "does")
            body = (
                Literal(lit.kind, (f"{AT_REST}{lit.atom[0]}", *lit.atom[1:]))
                if lit.kind != TEST and lit.atom[0] in acts - asked
                else lit
                for lit in kept
            )
            head = rule.head if name in asked else (f"{AT_REST}{name}", *rule.head[1:])
            made.append(Rule(head, tuple(body), rule.line))
    return made


def _closure(rules: list[Rule], *start: str) -> set[str]:
    """The names that depend on one of these."""
    users = defaultdict(set)
    for rule in rules:
        for literal in rule.body:
            users[str(literal.atom[0])].add(str(rule.head[0]))
    found, todo = set(start), list(start)
    while todo:
        for name in users[todo.pop()] - found:
            found.add(name)
            todo.append(name)
    return found


def _needed(rules: list[Rule]) -> list[Rule]:
    """The rules of which a match makes use; `base` and `input` are hints that may lack something,
    so all follows from the rest.
    """
    uses: dict[Term, set[Term]] = defaultdict(set)
    for rule in rules:
        uses[rule.head[0]] |= {lit.atom[0] for lit in rule.body if lit.kind != TEST}
    found: set[Term] = set()
    todo: list[Term] = list(WANTED)
    while todo:
        name = todo.pop()
        if name not in found:
            found.add(name)
            todo += uses[name]
    return list(dict.fromkeys(rule for rule in rules if rule.head[0] in found))


def _bound(rule: Rule, remark: Callable[[Note], object]) -> list[Rule]:
    """The rule with what its sheet leaves open, as all players read it: who has a move or a goal is
    any role, `not` with a variable of its own says that there is none, and a variable that is bound
    nowhere is distinct from all else.
    """
    more, body, free = list[Rule](), list(rule.body), set[str]()
    known = frozenset().union(*(variables(lit.atom) for lit in body if lit.kind == POSITIVE))
    if rule.head[0] not in WANTED:
        known |= variables(rule.head)  # by those who ask
    who = rule.head[1] if rule.head[0] in ("legal", "goal") else ""
    if isinstance(who, str) and not variables(who) <= known:
        body.append(Literal(POSITIVE, ("role", who)))
        known, free = known | {who}, {who}
    for index, literal in enumerate(body):
        if literal.kind == NEGATIVE and not (own := variables(literal.atom)) <= known:
            # a rule is known by what it says, so that what is said twice stays one
            atom: Atom = (f"{NONE_OF}{written(literal.atom)}", *sorted(own & known))
            more.append(Rule(atom, (Literal(POSITIVE, literal.atom),), rule.line))
            body[index] = Literal(NEGATIVE, atom)
            free |= own - known
        elif literal.kind == TEST:
            body[index] = Literal(TEST, _open_test(literal.atom, known))
            free |= variables(literal.atom) - known
    if body == list(rule.body):
        return [rule]
    made = Rule(rule.head, tuple(body), rule.line)
    if free:
        remark(_open_note(rule, free, "nowhere"))
    return [*more, made]


def _open_note(rule: Rule, names: Collection[str], where: str) -> Note:
    said = f"{quoted(' and '.join(sorted(names)))} of {quoted(rule.head)}"
    return rule.line, f"{said} {'is' if len(names) == 1 else 'are'} bound {where}"


def _open_test(test: Atom, known: frozenset[str]) -> Atom:
    """A test in which what is bound nowhere differs from all but itself."""
    if test[0] != "distinct":
        return (test[0], *(_open_test(_parted(part), known) for part in test[1:]))
    if variables(test) <= known:
        return test
    return ("and",) if test[1] != test[2] else ("or",)


def _parted(term: Term) -> Atom:
    return (term,) if isinstance(term, str) else term


def _check_points(rule: Rule) -> None:
    if rule.head[0] == "goal" and isinstance(rule.head[2], str) and rule.head[2][:1] != "?":
        points = digits(rule.head[2])
        if points is None or points > 100:
            said = f"a goal is no number from 0 to 100: {quoted(rule.head)}"
            raise SheetError(said, rule.line)


def loose(rule: Rule) -> frozenset[str]:
    """The variables of a rule that no positive part of its body binds."""
    bound: frozenset[str] = frozenset()
    names = variables(rule.head)
    for literal in rule.body:
        if literal.kind == POSITIVE:
            bound |= variables(literal.atom)
        else:
            names |= variables(literal.atom)
    return names - bound


def check_bound(rule: Rule) -> None:
    """SheetError where a variable of a rule is bound nowhere."""
    for name in sorted(loose(rule)):
        atoms = (rule.head, *(lit.atom for lit in rule.body if lit.kind != POSITIVE))
        atom = next(each for each in atoms if name in variables(each))
        said = f"the variable {quoted(name)} of {quoted(atom)} is in no positive part of its rule"
        raise SheetError(said, rule.line)


def doubtful(rules: list[Rule]) -> list[Rule]:
    """The rules that negate a name which depends on their own: no fact may depend on its own
    negation, and whether one does their instances tell.
    """
    uses: dict[Term, set[Term]] = defaultdict(set)
    for rule in rules:
        uses[rule.head[0]] |= {lit.atom[0] for lit in rule.body if lit.kind != TEST}

    @cache
    def needs(name: Term) -> set[Term]:
        found, todo = {name}, [name]
        while todo:
            more = uses[todo.pop()] - found
            found |= more
            todo += more
        return found

    return [
        rule
        for rule in rules
        if any(b.kind == NEGATIVE and rule.head[0] in needs(b.atom[0]) for b in rule.body)
    ]


def own_negation(rule: Rule) -> SheetError:
    """What is wrong with a sheet one of whose doubtful rules is this."""
    return SheetError(f"{quoted(rule.head[0])} depends on its own negation", rule.line)
