"""Reading contest text line by line: whole numbers and words, and a sentence about any malformed
line.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace

import numpy as np

from engines.game import Game, Read
from engines.knobs import Value

# for calls of `step` that draw nothing
NOTHING_DRAWN = np.random.Generator(np.random.SFC64(0))
_WHOLE = re.compile(r"[+-]?[0-9]{1,18}")


class Reader:
    """Returns the lines of a text one by one when called (a `Read`); EOFError after the last."""

    def __init__(self, lines: Iterable[str]) -> None:
        self.at = 0  # lines returned so far
        self._rest = iter(lines)

    def __call__(self) -> str:
        for line in self._rest:
            self.at += 1
            return line
        raise EOFError(f"The text ends after line {self.at}.")


def with_options(game: Game, **told: Value) -> Game:
    """The game with the options given by its text; the game itself if it already has them."""
    options = replace(game.options, **told)
    return game if options == game.options else type(game)(options)


def numbers(read: Read, count: int, what: str, low: int = -(10**9), high: int = 10**9) -> list[int]:
    """The next line's `count` whole numbers from `low` to `high`; ValueError if it holds anything
    else. `what` names them: "a cell `row col`".
    """
    return whole(words(read, count, what), what, low, high)


def words(read: Read, count: int, what: str) -> list[str]:
    """The next line's `count` words."""
    line = read()
    found = line.split()
    if len(found) != count:
        raise ValueError(
            f"Expected {what}, {count} {'word' if count == 1 else 'words'}, but the line is "
            f"{quoted(line)}."
        )
    return found


def whole(found: list[str], what: str, low: int = -(10**9), high: int = 10**9) -> list[int]:
    """Words parsed as whole numbers from `low` to `high`."""
    for word in found:
        if not _WHOLE.fullmatch(word) or not low <= int(word) <= high:
            raise ValueError(
                f"Expected {what}, in whole numbers from {low} to {high}, but the line has "
                f"{quoted(word)}."
            )
    return [int(word) for word in found]


def as_int32(digits: str) -> int | None:
    """A decimal whole number, leading zeros allowed; None if it does not fit into 32 bits."""
    size = digits.lstrip("+-").lstrip("0") or "0"
    if len(size) > 10:  # 2147483648; Python itself refuses several thousand digits
        return None
    number = -int(size) if digits.startswith("-") else int(size)
    return number if -(1 << 31) <= number < 1 << 31 else None


def quoted(line: str) -> str:
    """A line as quoted in a message."""
    return repr(line if len(line) <= 60 else f"{line[:57]}...")
