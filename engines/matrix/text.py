"""A payoff table as text: "0 -1 1; 1 0 -1", and lines as a spreadsheet copies them."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from engines.editing import EditError
from engines.knobs import read_number
from engines.matrix.tables import MOST_OWN

PAIR = re.compile(r"\d\s*[/|: ]\s*[-+.\d]|[()]")  # two numbers, as games have that are not zero-sum


def written(payoffs: NDArray[np.float64]) -> str:
    """A table [R, C] on one line; reading it gives exactly these payoffs."""
    return "; ".join(" ".join(map(exact, line)) for line in payoffs.tolist())


def exact(number: float) -> str:
    """The shortest text that means exactly this number."""
    return repr(number + 0.0).removesuffix(".0")


def read(text: str, largest: float) -> NDArray[np.float64]:
    """The table [R, C] of a text. Rows are lines or end with a semicolon; payoffs are separated by
    tabs, commas or spaces. EditError if it is no table of payoffs up to `largest`.
    """
    lines = [line for line in re.split("[;\n]", text.replace("\r", "\n")) if line.strip()]
    rows = [[number(word, largest) for word in _words(line)] for line in lines]
    if not 1 <= len(rows) <= MOST_OWN:
        raise EditError(f"A table has 1 to {MOST_OWN} rows, not {len(rows)}.")
    _check_widths(rows)
    return np.array(rows)


def number(word: str, largest: float) -> float:
    """One payoff."""
    plain = word.strip().replace("−", "-")
    try:
        found = read_number(plain)
    except ValueError:
        raise EditError(f"“{plain[:20]}” is no payoff{_hint(plain)}.") from None
    if not math.isfinite(found) or abs(found) > largest:
        raise EditError(f"A payoff is a number from {-largest:g} to {largest:g}, not {plain[:20]}.")
    return found + 0.0


def _hint(word: str) -> str:
    """What may have been meant."""
    if PAIR.search(word):
        return ": a cell has one number, what Row gains and Column loses"
    return "; the decimal sign is a full stop" if "," in word else ""


def _words(line: str) -> list[str]:
    """The cells of a line."""
    if "\t" in line:
        return line.split("\t")
    return line.split(",") if "," in line else line.split()


def _check_widths(rows: Sequence[Sequence[float]]) -> None:
    """EditError unless all rows are equally long, and not too long."""
    wide = len(rows[0])
    for k, row in enumerate(rows):
        if len(row) != wide:
            raise EditError(f"Row 1 has {wide} payoffs, but row {k + 1} has {len(row)}.")
    if wide > MOST_OWN:
        raise EditError(f"A table has 1 to {MOST_OWN} columns, not {wide}.")
