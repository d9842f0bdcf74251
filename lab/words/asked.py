"""A question as a dataclass of knobs, or of `option` fields where its values are texts and lists of
texts: its checks, its flags, the command line that asks it again, its values as JSON and the form
in the window follow from its fields.
"""

from __future__ import annotations

import dataclasses
import shlex
from collections.abc import Callable, Iterable, Mapping
from dataclasses import MISSING, dataclass
from typing import Any, ClassVar, TypeVar

from engines.knobs import HasFields, Value, knobs, shown
from engines.own_files import with_files


@dataclass(frozen=True)
class Asked:
    """The base of a question. Its values are checked and brought to their types as it is made; a
    text is left to what reads it.
    """

    def __post_init__(self) -> None:
        for knob in knobs(self):
            if knob.kind != "text":
                object.__setattr__(self, knob.name, knob.check(getattr(self, knob.name)))


def knob_of(params: HasFields, name: str) -> Any:
    """A field with a knob of other settings; its default is their value."""
    facts, value = params.__dataclass_fields__[name].metadata["knob"], getattr(params, name)
    return dataclasses.field(default=value, metadata={"knob": facts | {"default": value}})


def values_of(question: HasFields | None) -> dict[str, Value]:
    """The values of its knobs, by their names; none of nothing."""
    if question is None:
        return {}
    return {knob.name: getattr(question, knob.name) for knob in knobs(question)}


def flag(name: str) -> str:
    """The flag of a knob: "--random-visits"."""
    return f"--{name.replace('_', '-')}"


def flags_of(question: HasFields, but: Iterable[str] = ()) -> list[str]:
    """The words of a command line that ask it again, without those of some knobs."""
    words, left_out = list[str](), set(but)
    for name, value in values_of(question).items():
        text = _exact(value)
        if name in left_out or not text:
            continue
        words += [f"{flag(name)}={text}"] if text.startswith("-") else [flag(name), text]
    return words


def _exact(value: Value) -> str:
    """As short as reads the same."""
    short = shown(value)
    return repr(value) if isinstance(value, float) and float(short) != value else short


GAME = 'a game, with options if wanted: "NAME:option=value" (smitsilab list games)'


# -- questions of texts ----------------------------------------------------------------------------


@dataclass(frozen=True)
class Option:
    """How a field is written: on a command line with `flag`, or in its place where that is "", and
    as JSON under `key`. `kind` is "text", "texts" (given again and again), "whole" (from `low` to
    `high`), "choice" or "switch" (--no- turns one off that is on); a text may be `read` into
    something else, which `shown` writes.
    What `always` stands in a printed command is there even with its default.
    """

    name: str
    flag: str
    kind: str
    help: str
    default: Any
    title: str = ""  # of it in a form, where its name says too little
    usual: str = ""  # the default in words, where it is more than itself
    metavar: str | None = None
    low: int = 0
    high: int = 0
    choices: tuple[str, ...] = ()
    key: str = ""
    always: bool = False
    read: Callable[[str], Any] = str
    shown: Callable[[Any], str] = str

    @property
    def required(self) -> bool:
        """Whether it has no default."""
        return self.default is MISSING

    @property
    def words(self) -> str:
        """Its help, with its default; "" where nobody is told of it."""
        nothing = self.required or self.default in ("", (), None, 0) or self.kind == "switch"
        usual = self.usual or ("" if nothing else self.shown(self.default))
        return f"{self.help}; default {usual}" if usual and self.help else self.help


def option(help: str, default: Any = MISSING, **facts: Any) -> Any:
    """A field with the facts of an `Option`; its flag is its name unless another is given, and its
    kind follows from its default.
    """
    return dataclasses.field(default=default, metadata={"option": facts | {"help": help}})


def option_of(question: type[HasFields], name: str, *default: Any) -> Any:
    """A field that another question has too, perhaps with a `default` of its own."""
    known = question.__dataclass_fields__[name]
    return dataclasses.field(default=(*default, known.default)[0], metadata=known.metadata)


def options(question: HasFields | type[HasFields]) -> tuple[Option, ...]:
    """The options of a question, in order."""
    found = []
    for each in dataclasses.fields(question):
        if (facts := each.metadata.get("option")) is not None:
            usual: dict[str, Any] = {"flag": flag(each.name), "key": each.name}
            usual["kind"] = _kind(each.default, facts)
            if isinstance(each.default, float):
                usual |= {"read": float, "shown": "{:.12g}".format}
            found.append(Option(name=each.name, default=each.default, **(usual | facts)))
    return tuple(found)


def _kind(default: Any, facts: Mapping[str, Any]) -> str:
    if "read" in facts:
        return "text"
    if isinstance(default, bool):
        return "switch"
    if isinstance(default, tuple):
        return "texts"
    return "whole" if "high" in facts else "choice" if "choices" in facts else "text"


Other = TypeVar("Other", bound=HasFields)


def asked_as(kind: type[Other], question: HasFields, **more: Any) -> Other:
    """A question of another kind, which has the same options and `more`."""
    return kind(**{each.name: getattr(question, each.name) for each in options(kind)}, **more)


def words_of(question: HasFields, but: Iterable[str] = ()) -> list[str]:
    """The words of a command line that ask it again, without those of some fields."""
    words, left_out = list[str](), set(but)
    for each in options(question):
        value = getattr(question, each.name)
        unsaid = value is None or value == "" or (value == each.default and not each.always)
        if each.name in left_out or unsaid:
            continue
        if each.kind == "switch":
            words.append(each.flag if value else each.flag.replace("--", "--no-", 1))
            continue
        for text in value if each.kind == "texts" else [each.shown(value)]:
            words += [each.flag] * bool(each.flag) + [text]
    return words


@dataclass(frozen=True)
class CommandQuestion:
    """The base of a question that a command asks, whose name is `kind`."""

    kind: ClassVar[str]

    @property
    def unsaid(self) -> tuple[str, ...]:
        """The options that its command line does not name."""
        return ()

    def command(self, *more: str) -> str:
        """The command line that asks it, with `more` words."""
        return command_line(*self.kind.split(), *words_of(self, self.unsaid), *more)


def command_line(*words: str) -> str:
    """A command to copy: what was loaded from a file is named by the file."""
    return shlex.join(["smitsilab", *with_files(words)])


def line_of(question: HasFields, but: Iterable[str] = ()) -> dict[str, Any]:
    """Its values as JSON, without those of some fields."""
    values = {each: getattr(question, each.name) for each in options(question)}
    left_out = set(but)
    return {
        each.key: list(value) if isinstance(value, tuple) else value
        for each, value in values.items()
        if each.name not in left_out
    }


def read_line(asked: type[HasFields], line: Mapping[str, Any]) -> dict[str, Any]:
    """The values of fields from their JSON; KeyError, TypeError or ValueError where they are
    none.
    """
    found: dict[str, Any] = {}
    for each in options(asked):
        if each.key in line or each.required:
            value = line[each.key]
            if each.kind == "texts":
                found[each.name] = tuple(str(text) for text in value)
            elif each.kind == "whole":
                found[each.name] = None if value is None else int(value)
            elif each.kind in ("text", "choice") and each.read is str:
                found[each.name] = str(value)
            else:
                found[each.name] = tuple(value) if isinstance(value, list) else value
    return found
