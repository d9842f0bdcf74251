"""Reading a command's arguments: errors are one sentence, numbers have ranges, and files that exist
are kept unless --force is given.
"""

from __future__ import annotations

import argparse
import re
from collections.abc import Callable
from pathlib import Path
from typing import NoReturn

from lab.cli import InputError
from lab.files.placing import Place, holds_something
from lab.words.numerals import capitalised

OWN = """A file with a game or an algorithm of your own is a name too: snakes.py:players=3.
A game written in GDL is one too: breakthrough.kif.
With --load FILE.py all that it holds has names."""
WORDS = {
    "the following arguments are required:": "missing:",
    "expected one argument": "it needs a value, as in --name=value",
}


class Parser(argparse.ArgumentParser):
    """argparse that reports an error in one sentence and leaves printing to `main`."""

    def format_help(self) -> str:
        """argparse's, with what every command understands."""
        return f"{super().format_help()}\n{OWN}\n"

    def error(self, message: str) -> NoReturn:
        """Raises the message as InputError."""
        text = message.removeprefix("argument ").rstrip(".")
        for theirs, ours in WORDS.items():
            text = text.replace(theirs, ours)
        raise InputError(f"{capitalised(text)} (see {self.prog} --help).")


def whole(low: int, high: int) -> Callable[[str], int]:
    """An argument's type: a whole number from `low` to `high`."""

    def read(text: str) -> int:
        if not re.fullmatch(r"-?[0-9]{1,20}", text) or not low <= int(text) <= high:
            raise argparse.ArgumentTypeError(
                f"{text} should be a whole number, {low:,} to {high:,}"
            )
        return int(text)

    return read


def add_force(parser: argparse.ArgumentParser) -> None:
    """`--force`."""
    parser.add_argument("--force", action="store_true", help="replace a file that is there")


def new_file(path: Path, option: str, force: bool) -> Place:
    """Where a command writes the file of an option; InputError as `check_free` says."""
    check_free(path, option, force)
    return Place(path, replaces=force)


def check_free(path: Path, option: str, force: bool) -> None:
    """InputError if `path`, given with `option`, cannot be written or would lose something without
    --force.
    """
    if not path.parent.is_dir():
        raise InputError(f"The folder {path.parent} for {option} does not exist.")
    if path.is_dir():
        raise InputError(f"{path} for {option} is a folder; name a file.")
    if not holds_something(path):
        return
    if path.is_symlink():
        raise InputError(f"{path} for {option} is a symbolic link; name the file itself.")
    if not force:
        raise InputError(
            f"{path} is there already; name another file with {option}, or replace it with --force."
        )
