"""Cells of tables as text: how a number, a missing value and a word are written to CSV."""

from __future__ import annotations

import csv
import io
import math
from collections.abc import Iterable, Sequence

Cell = str | int | float | bool | None  # None and NaN are missing


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
    return cell if isinstance(cell, str) else repr(cell)


def lines(rows: Iterable[Sequence[Cell]], delimiter: str = ",") -> str:
    """Rows as text, quoted as RFC 4180 says where a cell needs it."""
    out = io.StringIO()
    writer = csv.writer(out, delimiter=delimiter, lineterminator="\n")
    writer.writerows([written(cell) for cell in row] for row in rows)
    return out.getvalue()
