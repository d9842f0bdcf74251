"""The columns of the outline: which there are, their numbers, the order of rows by one of them, and
the lines as a table. No widget.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from lab.ui.trees.tree_parts import TreePart
from lab.words import numerals
from search.branches import Path

VISITS, GROWTH, SHARE, MEAN, BOUND = "Visits", "Growth", "Share", "Mean", "Bound"
NODES, VALUE, CUT = "Nodes", "Value", "Replies cut"
COLUMNS, SEARCHED = (VISITS, SHARE, MEAN, BOUND), (NODES, SHARE, VALUE, CUT)
WIDTHS = {VISITS: 150, NODES: 150, GROWTH: 68, SHARE: 60, MEAN: 60, VALUE: 60, BOUND: 64, CUT: 64}
WHISKER = 64  # pixels at 100 % of an error bar, where there is room for it
BARE, ROOMY = 520, 660  # widths below which the bars go, from which on growth and errors come
OTHERS = -2  # the row of a line for the children that are left out
HELP = {
    GROWTH: "Visits in the last second.",
    MEAN: "What the visits brought on average; the bar is its standard error, one to each side.",
    BOUND: "What the parent's selection rule compares.",
    SHARE: "The share of the parent's visits, or of the nodes searched below it.",
    NODES: "Nodes searched below it at the depth on show, and itself.",
    VALUE: "Exactly (=), at most (≤) or at least (≥) so much, in the game's units.",
    CUT: "Replies never looked at, since one of those before was enough.",
}


@dataclass(frozen=True)
class Line:
    """One line: a row of the part, or what is left out below `parent`."""

    path: Path
    row: int  # OTHERS where it stands for several
    level: int
    parent: int


def columns_of(tree: TreePart | None, roomy: bool = False) -> tuple[str, ...]:
    """The titles of the columns."""
    if tree is not None and tree.part.ledger is not None:
        return SEARCHED if tree.part.cuts else SEARCHED[:-1]
    return (VISITS, GROWTH, SHARE, MEAN, BOUND) if roomy else COLUMNS


def number(tree: TreePart, column: str, row: int) -> float:
    """A row's number in a column, NaN where it has none."""
    part = tree.part
    if column == GROWTH:
        return float(tree.recent[row]) if tree.recent.size else math.nan
    if column == SHARE:
        return tree.share(row)
    if column in (MEAN, VALUE):
        return float(part.mean[row])
    if column == BOUND:
        return float(tree.bounds[row])
    if column == CUT:
        return float(part.ledger.skipped[row]) if part.ledger is not None else math.nan
    return float(part.visits[row])


def written(tree: TreePart, column: str, row: int) -> str:
    """The same as it is shown."""
    x = number(tree, column, row)
    if column in (MEAN, VALUE):
        return tree.value(row, 3)
    if column == BOUND:
        return numerals.value(x, 3)
    if column == SHARE:
        return numerals.percent(x)
    if column == GROWTH:
        return f"+{int(x):,}" if x > 0 else ""
    return f"{int(x):,}" if column != CUT or x else ""


def ordered(tree: TreePart, rows: Sequence[int], column: str, rising: bool) -> list[int]:
    """The rows by their numbers in a column, the highest first unless `rising`; rows without a
    number are last, equal ones stay in the order of the tree.
    """

    def place(row: int) -> tuple[bool, float, int]:
        x = number(tree, column, row)
        return (
            math.isnan(x),
            0.0 if math.isnan(x) else x if rising else -x,
            int(tree.part.node[row]),
        )

    return sorted(rows, key=place)


def error_words(tree: TreePart, row: int) -> str:
    """A row's standard error and where it comes from; "" where none is known."""
    error, estimated = tree.error(row)
    if not math.isfinite(error):
        return ""
    digits = max(3, numerals.digits(error))
    said = f"Mean {tree.value(row, 3)}, standard error {numerals.value(error, digits)}"
    if not estimated:
        return f"{said}."
    return (
        f"{said}, an estimate:\nbelow the root single values are not kept, so it is their spread "
        "at the root,\ndivided by the square root of the visits."
    )


def table(tree: TreePart, lines: Sequence[Line]) -> str:
    """The lines as a table with tabs, indented by level."""
    part, columns = tree.part, columns_of(tree)
    extra = () if part.ledger is not None else ("Standard error",)
    rows = ["\t".join(("Action", *columns, *extra))]
    for line in lines:
        indent = "  " * line.level
        if line.row == OTHERS:
            others = int(part.rest_visits[line.parent])
            rows.append(f"{indent}others ({int(part.rest[line.parent])})\t{others}")
            continue
        cells = [_plain(tree, column, line.row) for column in columns]
        if extra:
            cells.append(_figure(tree.error(line.row)[0]))
        rows.append("\t".join((indent + tree.name_of(line.row), *cells)))
    return "\n".join(rows)


def _plain(tree: TreePart, column: str, row: int) -> str:
    """A number as other programs read it; of a searched value its sign too."""
    if column == VALUE:
        return tree.value(row, 6)
    if column in (VISITS, NODES):
        return str(int(tree.part.visits[row]))
    return written(tree, column, row) if column == CUT else _figure(number(tree, column, row))


def _figure(x: float) -> str:
    return f"{x:.6g}" if np.isfinite(x) else ""
