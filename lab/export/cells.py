"""Cells of tables as text: how a number, a missing value and a word are written to CSV.

A spreadsheet runs a text that begins like a formula, and texts come from programs and strangers'
files: such a text gets an apostrophe in front of it.
"""

from __future__ import annotations

import csv
import io
import math
import re
from collections.abc import Iterable, Sequence

Cell = str | int | float | bool | None  # None and NaN are missing


_RUNS = re.compile(r"[=+\-@\t\r]")  # how a text begins that a spreadsheet runs
_FIGURES = re.compile(r"[-+−±0-9.,% e]*")  # nothing in these can be run


def known(cell: Cell) -> Cell:
    """The cell as a plain value, None where it is missing."""
    if isinstance(cell, float) and not math.isfinite(cell):
        return None
    return cell


def written(cell: Cell) -> str:
    """The cell as text: numbers with all their digits, "" where it is missing."""
    cell = known(cell)
    if cell is None:
        return ""
    if isinstance(cell, bool):
        return "true" if cell else "false"
    if isinstance(cell, float) and cell.is_integer() and abs(cell) < 1e15:
        return str(int(cell))
    if not isinstance(cell, str):
        return repr(cell)
    text = "\n".join(re.split("\r\n?", cell))  # readers take a lone return for the end of a row
    return f"'{text}" if _RUNS.match(cell) and not _FIGURES.fullmatch(cell) else text


def lines(rows: Iterable[Sequence[Cell]], delimiter: str = ",") -> str:
    """Rows as text, quoted as RFC 4180 says where a cell needs it."""
    out = io.StringIO()
    writer = csv.writer(out, delimiter=delimiter, lineterminator="\n")
    writer.writerows([written(cell) for cell in row] for row in rows)
    return out.getvalue()
