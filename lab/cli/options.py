"""The options of a question as a command's arguments, and what was given of them."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, Protocol, TypeVar

from engines.knobs import HasFields, knobs
from lab.cli.parser import whole
from lab.words.asked import Option, options

Asked = TypeVar("Asked", bound=HasFields)


class TakesArguments(Protocol):
    """A parser, or a group of its arguments."""

    def add_argument(self, *names: str, **facts: Any) -> argparse.Action:
        """Takes one."""


def add_options(parser: TakesArguments, asked: type[HasFields], only: Iterable[str] = ()) -> None:
    """The options of a question, or some of them; one that is not given is None, and its default
    holds.
    """
    wanted = set(only)
    for each in options(asked):
        if not wanted or each.name in wanted:
            _add_option(parser, each)


def _add_option(parser: TakesArguments, each: Option) -> None:
    words = each.words.replace("%", "%%") or argparse.SUPPRESS
    if not each.flag:
        parser.add_argument(each.name, type=_read(each), metavar=each.metavar, help=words)
    elif each.kind == "switch":
        switch = argparse.BooleanOptionalAction if each.default else "store_true"
        parser.add_argument(each.flag, dest=each.name, action=switch, default=None, help=words)
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

    return each.read if each.read in (str, Path) else read


def asked_by(args: argparse.Namespace, asked: type[Asked]) -> Asked:
    """The question that was asked."""
    return asked(**given(args, asked))


def given(
    args: argparse.Namespace, asked: type[HasFields], only: Iterable[str] = ()
) -> dict[str, Any]:
    """The values that were given of options and knobs, by the names of their fields."""
    wanted = set(only)
    names = [*(each.name for each in options(asked)), *(each.name for each in knobs(asked))]
    found = {name: getattr(args, name, None) for name in names if not wanted or name in wanted}
    return {
        name: tuple(value) if isinstance(value, list) else value
        for name, value in found.items()
        if value is not None
    }
