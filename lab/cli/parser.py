"""Reading a command's arguments: errors are one sentence, and numbers have ranges."""

from __future__ import annotations

import argparse
import re
from collections.abc import Callable
from typing import NoReturn

from lab.cli import InputError

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
