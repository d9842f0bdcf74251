"""The text of a contest, declared once in CodinGame's stub language, and read, written and turned
into skeletons of bots by that.

    read width:int height:int         one line of values
    loop height read row:word(15)     a line each; loops may hold loops
    loopline n x:int y:int            all pairs on one line
    gameloop                          what follows is read each turn
    write UP                          an example, which says nothing here
    answer MOVE x:int y:int | WAIT [text:string]

Types are int, long, float, bool, word(n) and string(n), which takes the rest of its line. A number
of repetitions is a number or a variable. `answer` is ours: what a bot may write, a form after the
other; one in brackets is free text that may be missing. Of INPUT, OUTPUT and STATEMENT on, a stub
describes itself, which is left out.

Source: the syntax in the documents of CodinGame's game engine.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from engines.knobs import KnobError, digits
from engines.reading import quoted

Values = dict[str, Any]  # by variable; lists for those of a loop
ReadLine = Callable[[], str]
_VARIABLE = re.compile(r"([A-Za-z_]\w*):(int|long|float|bool|word|string)(?:\(\d+\))?")
_ENDS = ("INPUT", "OUTPUT", "STATEMENT")
_WHOLE = re.compile(r"[+-]?[0-9]{1,19}")
_BITS = {"int": 31, "long": 63}


class StubError(KnobError):
    """A declaration that cannot be understood, with its line."""


@dataclass(frozen=True)
class Variable:
    """A name and the kind of its value: int, long, float, bool, word or string."""

    name: str
    kind: str

    def read(self, word: str) -> Any:
        """The value of a word; ValueError with a sentence."""
        try:
            if self.kind in _BITS:
                value: Any = int(word) if _WHOLE.fullmatch(word) else None
                known = value is not None and abs(value) < 1 << _BITS[self.kind]
            elif self.kind == "float":
                value = float(word)
                known = math.isfinite(value) and word.isascii() and "_" not in word
            elif self.kind == "bool":
                value, known = word == "1", word in ("0", "1")
            else:
                value, known = word, True
        except ValueError:
            known = False
        if not known:
            raise ValueError(f"Expected {self.name} ({self.kind}), but found {quoted(word)}.")
        return value

    def write(self, value: Any) -> str:
        """The inverse of `read`; ValueError where the value is of another kind."""
        text = str(int(value)) if self.kind in ("int", "long", "bool") else str(value)
        if self.kind == "float":
            text = f"{float(value):.15g}"
        if (self.kind == "word" and len(text.split()) != 1) or "\n" in text:
            raise ValueError(f"{self.name} is {quoted(text)}, which is no {self.kind}.")
        self.read(text)
        return text


@dataclass(frozen=True)
class StubLine:
    """One line of values."""

    variables: tuple[Variable, ...]

    def read(self, line: ReadLine, known: Mapping[str, Any]) -> Values:
        return _split(line(), self.variables)

    def write(self, values: Mapping[str, Any]) -> Iterator[str]:
        yield " ".join(each.write(values[each.name]) for each in self.variables)


@dataclass(frozen=True)
class StubLoopLine:
    """A group of values several times on one line."""

    count: int | str
    variables: tuple[Variable, ...]

    def read(self, line: ReadLine, known: Mapping[str, Any]) -> Values:
        count, text = _amount(self.count, known), line()
        words, wide = text.split(), len(self.variables)
        if len(words) != count * wide:
            names = " ".join(each.name for each in self.variables)
            raise ValueError(
                f"Expected {names} {count} times, {count * wide} words, but the line is "
                f"{quoted(text)}."
            )
        return {
            each.name: [each.read(word) for word in words[at::wide]]
            for at, each in enumerate(self.variables)
        }

    def write(self, values: Mapping[str, Any]) -> Iterator[str]:
        rows = _rows(self.count, self.variables, values)
        yield " ".join(each.write(row[each.name]) for row in rows for each in self.variables)


@dataclass(frozen=True)
class StubLoop:
    """A command several times."""

    count: int | str
    body: StubLine | StubLoopLine | StubLoop

    @property
    def variables(self) -> tuple[Variable, ...]:
        """Those of its body."""
        return self.body.variables

    def read(self, line: ReadLine, known: Mapping[str, Any]) -> Values:
        rows = [self.body.read(line, known) for _ in range(_amount(self.count, known))]
        return {each.name: [row[each.name] for row in rows] for each in self.variables}

    def write(self, values: Mapping[str, Any]) -> Iterator[str]:
        for row in _rows(self.count, self.variables, values):
            yield from self.body.write({**values, **row})


Command = StubLine | StubLoopLine | StubLoop


def _amount(count: int | str, known: Mapping[str, Any]) -> int:
    found = count if isinstance(count, int) else known[count]
    if found < 0:
        raise ValueError(f"{count} is {found}, but counts lines.")
    return int(found)


def _rows(
    count: int | str, variables: Sequence[Variable], values: Mapping[str, Any]
) -> Iterator[Values]:
    """The values of each repetition; ValueError where a list has another length."""
    n = _amount(count, values)
    for each in variables:
        if len(values[each.name]) != n:
            raise ValueError(f"{each.name} has {len(values[each.name])} values, not {n}.")
    return ({each.name: values[each.name][k] for each in variables} for k in range(n))


def _split(line: str, variables: Sequence[Variable]) -> Values:
    """The values of a line; a string takes what is left, with its spaces."""
    if len(variables) == 1 and variables[0].kind == "string":
        return {variables[0].name: line}
    takes_rest = bool(variables) and variables[-1].kind == "string"
    words = line.split(None, len(variables) - 1) if takes_rest else line.split()
    if len(words) != len(variables):
        names = " ".join(each.name for each in variables)
        raise ValueError(f"Expected {names}, but the line is {quoted(line)}.")
    return {each.name: each.read(word) for each, word in zip(variables, words, strict=True)}


@dataclass(frozen=True)
class AnswerForm:
    """One way to answer: fixed words and variables in their order, then perhaps free text."""

    parts: tuple[str | Variable, ...]
    text: str = ""  # the name of the free text, "" where there may be none

    @property
    def words(self) -> str:
        """How it reads: "MOVE x y"."""
        return " ".join(each if isinstance(each, str) else each.name for each in self.parts)

    def fit(self, line: str) -> tuple[str, str] | None:
        """The command that a line gives, as `written` in one way, and the free text; None if the
        line has another form.
        """
        words = line.split(None, len(self.parts))
        if len(words) < len(self.parts) or (len(words) > len(self.parts) and not self.text):
            return None
        said = []
        for part, word in zip(self.parts, words, strict=False):
            if isinstance(part, Variable):
                try:
                    said.append(part.write(part.read(word)))
                except ValueError:
                    return None
            elif part == word:
                said.append(word)
            else:
                return None
        return " ".join(said), " ".join(words[len(self.parts) :]).strip()


@dataclass(frozen=True)
class Stub:
    """A declaration: what is read once, what is read each turn, and how one answers."""

    intro: tuple[Command, ...]
    turn: tuple[Command, ...]
    answers: tuple[AnswerForm, ...]

    @staticmethod
    def of(text: str) -> Stub:
        """StubError with the line that cannot be understood."""
        parts: dict[bool, list[Command]] = {False: [], True: []}
        answers: list[AnswerForm] = []
        looped, known = False, dict[str, bool]()  # whether a variable can be a number of times
        for number, line in enumerate(text.splitlines(), 1):
            head, *rest = line.split() or [""]
            if head in _ENDS:
                break
            try:
                if head == "gameloop":
                    if looped or rest:
                        raise StubError("gameloop stands alone, and once.")
                    looped = True
                elif head == "answer":
                    answers += [_form(each) for each in " ".join(rest).split("|")]
                elif head not in ("", "write"):
                    command = _command(head, rest, [name for name in known if known[name]])
                    for each in command.variables:
                        if each.name in known:
                            raise StubError(f"{each.name} is read twice.")
                        known[each.name] = isinstance(command, StubLine) and each.kind in _BITS
                    parts[looped].append(command)
            except StubError as error:
                raise StubError(f"Line {number} of the stub: {error}") from None
        return Stub(tuple(parts[False]), tuple(parts[True]), tuple(answers))

    @property
    def variables(self) -> tuple[Variable, ...]:
        """All that is read, in its order."""
        return tuple(v for command in (*self.intro, *self.turn) for v in command.variables)

    @property
    def forms(self) -> str:
        """How one answers: "UP, DOWN or MOVE x y"."""
        *first, last = [form.words for form in self.answers] or ["an answer"]
        return f"{', '.join(first)} or {last}" if first else last


def read(
    commands: Sequence[Command], line: ReadLine, known: Mapping[str, Any] | None = None
) -> Values:
    """The values of a text beside those that are `known`; ValueError with a sentence where it does
    not follow the declaration, EOFError of `line` where it ends.
    """
    found = dict(known or {})
    for command in commands:
        found |= command.read(line, found)
    return found


def write(commands: Sequence[Command], values: Mapping[str, Any]) -> list[str]:
    """The lines of these values: the inverse of `read`."""
    return [line for command in commands for line in command.write(values)]


def _command(head: str, rest: list[str], counts: Sequence[str]) -> Command:
    if head == "read":
        return StubLine(_variables(rest))
    if head not in ("loop", "loopline"):
        raise StubError(
            f"A line begins with read, loop, loopline, gameloop, write or answer, not {head}."
        )
    if len(rest) < 2:
        raise StubError(f"{head} needs a number and what is repeated.")
    count, *body = rest
    number = digits(count)
    if number is None and count not in counts:
        raise StubError(f"{count} is no number, and no int of a line of its own before it.")
    times = count if number is None else number
    if head == "loop":
        return StubLoop(times, _command(body[0], body[1:], counts))
    found = _variables(body)
    if any(each.kind == "string" for each in found):
        raise StubError("A string takes its whole line: it cannot be repeated on it.")
    return StubLoopLine(times, found)


def _variables(words: Sequence[str]) -> tuple[Variable, ...]:
    found = tuple(_variable(word) for word in words)
    if not found:
        raise StubError("There is nothing to read.")
    if any(each.kind == "string" for each in found[:-1]):
        raise StubError("A string takes the rest of its line: it has to be the last.")
    return found


def _variable(word: str) -> Variable:
    if not (match := _VARIABLE.fullmatch(word)):
        raise StubError(
            f"{word} is not NAME:TYPE with a type int, long, float, bool, word(n) or string(n)."
        )
    return Variable(match[1], match[2])


def _form(text: str) -> AnswerForm:
    words = text.split()
    free = re.fullmatch(r"\[([A-Za-z_]\w*)(:string(\(\d+\))?)?\]", words[-1]) if words else None
    parts = words[:-1] if free else words
    if not parts:
        raise StubError("An answer has at least a word.")
    found = [_variable(word) if ":" in word else word for word in parts]
    if any(isinstance(each, Variable) and each.kind == "string" for each in found):
        raise StubError("Free text stands at the end, in brackets: [text:string].")
    return AnswerForm(tuple(found), free[1] if free else "")
