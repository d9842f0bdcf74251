"""The flags of a question that is a dataclass of knobs."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterable

from engines.knobs import HasFields, Knob, Value, knobs, read_number, shown
from lab.cli.parser import whole
from lab.words.asked import flag


def add_flags(
    parser: argparse.ArgumentParser, asked: type[HasFields], but: Iterable[str] = ()
) -> None:
    """A flag for each knob but some; one that is not given is None, and its default holds."""
    for knob in knobs(asked):
        if knob.name not in but:
            choices = list(knob.choices) if knob.kind == "choice" else None
            parser.add_argument(
                flag(knob.name), type=_reader(knob), choices=choices, help=_help(knob)
            )


def given(args: argparse.Namespace, asked: type[HasFields]) -> dict[str, Value]:
    """The values that were given, by the names of their knobs."""
    found = {knob.name: getattr(args, knob.name, None) for knob in knobs(asked)}
    return {name: value for name, value in found.items() if value is not None}


def _reader(knob: Knob) -> Callable[[str], Value]:
    """An argument's type; the question checks what it reads."""
    if knob.kind == "integer":
        return whole(int(knob.low), int(knob.high))
    return _number if knob.kind == "number" else str


def _number(text: str) -> float:
    """A number as knobs read it."""
    try:
        return read_number(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text} is not a number") from None


def _help(knob: Knob) -> str:
    """What it means, its range and its default."""
    numbers = f"{knob.range_text}; " if knob.kind in ("integer", "number") else ""
    usual = f"default {shown(knob.default)}" if knob.default != "" else ""
    words = f"{knob.help[:1].lower()}{knob.help[1:].rstrip('.')}; {numbers}{usual}"
    return words.rstrip("; ").replace("%", "%%")
