"""The options of a question as a command's arguments, and what was given of them."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterable
from typing import Any

from engines.knobs import HasFields
from lab.cli.parser import whole
from lab.words.asked import Option, options


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
