"""A payoff table as text: "0 -1 1; 1 0 -1", or with a payoff for each player "3/3 0/5; 5/0 1/1";
lines as a spreadsheet copies them.
"""

from __future__ import annotations

import math
import re
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from engines.editing import EditError
from engines.knobs import read_number
from engines.matrix.tables import MOST_OWN

PAIR = re.compile(r"\d\s*[/|: ]\s*[-+.\d]|[()]")  # two numbers
BRACKETS = re.compile(r"\(([^(),/;]*)[,/;]([^(),/;]*)\)")  # (3, 5), as books write 3/5
TWO = "a cell has two numbers, as in 3/-1: what Row gains and what Column gains"


def written(payoffs: NDArray[np.float64]) -> str:
    """A table [R, C], or [2, R, C], on one line; reading it gives exactly these payoffs."""
    cells = payoffs.reshape(-1, *payoffs.shape[-2:]).transpose(1, 2, 0)
    return "; ".join(" ".join("/".join(map(exact, c)) for c in line) for line in cells.tolist())


def exact(number: float) -> str:
    """The shortest text that means exactly this number."""
    return repr(number + 0.0).removesuffix(".0")


def is_pairs(text: str) -> bool:
    """Whether a text has a payoff for each player in its cells."""
    return "/" in text or "(" in text


def either(text: str, largest: float) -> NDArray[np.float64]:
    """The table [R, C], or with a payoff for each player [2, R, C], of a text."""
    return (read_pairs if is_pairs(text) else read)(text, largest)


def read(text: str, largest: float) -> NDArray[np.float64]:
    """The table [R, C] of a text. Rows are lines or end with a semicolon; payoffs are separated by
    tabs, commas or spaces. EditError if it is no table of payoffs up to `largest`.
    """
    return _table(_rows(text), largest)


def read_pairs(text: str, largest: float) -> NDArray[np.float64]:
    """The table [2, R, C] of a text with a payoff for each player: "3/-1" or "(3, -1)" in a cell.
    EditError if it is none.
    """
    rows = _rows(re.sub(r"\s*/\s*", "/", BRACKETS.sub(r" \1/\2 ", text)))
    for cell in (cell.strip() for row in rows for cell in row):
        if cell.count("/") != 1:
            raise EditError(f"“{cell[:20]}” is no pair of payoffs: {TWO}.")
    halves = ([[cell.split("/")[k] for cell in row] for row in rows] for k in (0, 1))
    return np.array([_table(half, largest) for half in halves])


def _rows(text: str) -> list[list[str]]:
    """The cells of each row."""
    return [_words(line) for line in re.split("[;\n]", text.replace("\r", "\n")) if line.strip()]


def _table(cells: Sequence[Sequence[str]], largest: float) -> NDArray[np.float64]:
    rows = [[number(word, largest) for word in row] for row in cells]
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
