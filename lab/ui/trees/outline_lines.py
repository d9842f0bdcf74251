"""The lines of the outline: which there are and in what order, their columns and numbers, and what
is copied of them. No widget.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from lab.ui.parts.chart.data import ChartData
from lab.ui.trees.tree_parts import TreePart
from lab.words import numerals
from search.branches import Path

VISITS, GROWTH, SHARE, MEAN, BOUND = "Visits", "Growth", "Share", "Mean", "Bound"
NODES, VALUE, CUT = "Nodes", "Value", "Replies cut"
COLUMNS, SEARCHED = (VISITS, SHARE, MEAN, BOUND), (NODES, SHARE, VALUE, CUT)
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
class OutlineLine:
    """One line: a row of the part, or what is left out below `parent`."""

    path: Path
    row: int  # OTHERS where it stands for several
    level: int
    parent: int


class OpenLines:
    """Which nodes of a tree are open, and the order of the lines."""

    def __init__(self) -> None:
        self.paths: set[Path] = set()
        self.by, self.rising = "", False  # the column that sorts, "" for the first
        self._order: dict[Path, int] = {}

    def begin(self, tree: TreePart) -> None:
        """Another agent's tree: its principal variation is open."""
        self.paths = {tree.line[:k] for k in range(1, min(3, len(tree.line)))}
        self._order = {}

    def reorder(self) -> None:
        """Forgets in what order the lines were."""
        self._order = {}

    def sorted_by(self, columns: Sequence[str]) -> str:
        """The column that sorts the lines."""
        return self.by if self.by in columns else columns[0]

    def sort_by(self, column: str, columns: Sequence[str]) -> None:
        """Sorts by a column, the highest first; a second time, the lowest."""
        self.rising = column == self.sorted_by(columns) and not self.rising
        self.by, self._order = column, {}

    def lines(self, tree: TreePart, columns: Sequence[str], keeps: bool) -> list[OutlineLine]:
        """The lines of what is open; those that there were stay in their order if it `keeps`."""
        keeps = keeps and bool(self._order)
        part, found, last = tree.part, list[OutlineLine](), len(self._order)

        def in_order(rows: list[int]) -> list[int]:
            paths = {row: part.path(row) for row in rows}
            if keeps:
                return sorted(
                    rows, key=lambda r: (self._order.get(paths[r], last), -part.visits[r])
                )
            sorted_rows = ordered(tree, rows, self.sorted_by(columns), self.rising)
            self._order |= {paths[row]: place for place, row in enumerate(sorted_rows)}
            return sorted_rows

        def add_below(row: int, path: Path, level: int) -> None:
            children = part.children(row)
            for child in in_order(children.tolist()):
                below = (*path, int(part.action[child]))
                found.append(OutlineLine(below, child, level, row))
                if below in self.paths:
                    add_below(child, below, level + 1)
            if part.rest[row] and (children.size or path in self.paths):
                found.append(OutlineLine(path, OTHERS, level, row))

        add_below(0, part.focus, 0)
        return found


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


def table(tree: TreePart, lines: Sequence[OutlineLine]) -> ChartData:
    """The lines as a table, names indented by level."""
    part, columns = tree.part, columns_of(tree)
    extra = () if part.ledger is not None else ("Standard error",)
    rows = list[tuple[str, ...]]()
    for line in lines:
        indent = "  " * line.level
        if line.row == OTHERS:
            others, blank = int(part.rest_visits[line.parent]), ("",) * (len(columns + extra) - 1)
            rows.append((f"{indent}{others_words(tree, line)}", f"{others}", *blank))
            continue
        errors = (_figure(tree.error(line.row)[0]),) * len(extra)
        cells = (_plain(tree, column, line.row) for column in columns)
        rows.append((indent + tree.name_of(line.row), *cells, *errors))
    return ChartData(f"Outline of {tree.name}", ("Action", *columns, *extra), tuple(rows))


def others_words(tree: TreePart, line: OutlineLine) -> str:
    """A line that stands for several children."""
    return f"others ({int(tree.part.rest[line.parent])})"


def _plain(tree: TreePart, column: str, row: int) -> str:
    """A number as other programs read it; of a searched value its sign too."""
    if column == VALUE:
        return tree.value(row, 6)
    if column in (VISITS, NODES):
        return str(int(tree.part.visits[row]))
    return written(tree, column, row) if column == CUT else _figure(number(tree, column, row))


def _figure(x: float) -> str:
    return f"{x:.6g}" if np.isfinite(x) else ""
