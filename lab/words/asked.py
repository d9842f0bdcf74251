"""A question as a dataclass of knobs: its checks, its flags, the command line that asks it again,
its values as JSON and the form in the window follow from its fields.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from engines.knobs import HasFields, Value, knobs, shown


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


def values_of(question: HasFields) -> dict[str, Value]:
    """The values of its knobs, by their names."""
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
