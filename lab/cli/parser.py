"""Reading a command's arguments: errors are one sentence, numbers have ranges, and what a question
asks for are its options.
"""

from __future__ import annotations

import argparse
import re
from collections.abc import Callable, Iterable
from typing import Any, NoReturn

from engines.knobs import HasFields
from lab.cli import InputError
from lab.words.asked import Option, options

WORDS = {
    "the following arguments are required:": "missing:",
    "expected one argument": "it needs a value, as in --name=value",
}


class Parser(argparse.ArgumentParser):
    """argparse that reports an error in one sentence and leaves printing to `main`."""

    def error(self, message: str) -> NoReturn:
        """Raises the message as InputError."""
        text = message.removeprefix("argument ").rstrip(".")
        for theirs, ours in WORDS.items():
            text = text.replace(theirs, ours)
        raise InputError(f"{text[:1].upper()}{text[1:]} (see {self.prog} --help).")


def whole(low: int, high: int) -> Callable[[str], int]:
    """An argument's type: a whole number from `low` to `high`."""

    def read(text: str) -> int:
        if not re.fullmatch(r"-?[0-9]{1,20}", text) or not low <= int(text) <= high:
            raise argparse.ArgumentTypeError(
                f"{text} should be a whole number, {low:,} to {high:,}"
            )
        return int(text)

    return read


def add_options(
    parser: argparse.ArgumentParser, asked: type[HasFields], only: Iterable[str] = ()
) -> None:
    """The options of a question, or some of them; one that is not given is None, and its default
    holds.
    """
    wanted = set(only)
    for each in options(asked):
        if not wanted or each.name in wanted:
            _add_option(parser, each)


def _add_option(parser: argparse.ArgumentParser, each: Option) -> None:
    words = each.words.replace("%", "%%")
    if not each.flag:
        parser.add_argument(each.name, help=words)
    elif each.kind == "switch":
        parser.add_argument(
            each.flag, dest=each.name, action="store_true", default=None, help=words
        )
    else:
        parser.add_argument(
            each.flag,
            dest=each.name,
            action="append" if each.kind == "texts" else "store",
            type=whole(each.low, each.high) if each.kind == "whole" else _read(each),
            choices=each.choices or None,
            metavar=each.metavar,
            required=each.required,
            help=words,
        )


def _read(each: Option) -> Callable[[str], Any]:
    """An argument's type."""

    def read(text: str) -> Any:
        try:
            return each.read(text)
        except ValueError:
            shown = each.shown(each.default)
            raise argparse.ArgumentTypeError(f"{text} should read as in {shown}") from None

    return str if each.read is str else read


def given(
    args: argparse.Namespace, asked: type[HasFields], only: Iterable[str] = ()
) -> dict[str, Any]:
    """The values that were given, by the names of their fields."""
    wanted = set(only)
    found = {
        each.name: getattr(args, each.name, None)
        for each in options(asked)
        if not wanted or each.name in wanted
    }
    return {
        name: tuple(value) if isinstance(value, list) else value
        for name, value in found.items()
        if value is not None
    }
