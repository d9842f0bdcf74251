"""The columns of the outline: their titles, and what is in them. No widget."""

from __future__ import annotations

import numpy as np

from lab.ui.trees.tree_parts import TreePart
from lab.words import numerals

COLUMNS = ("Visits", "Share", "Mean", "Bound")
SEARCHED = ("Nodes", "Share", "Value", "Replies cut")  # of a depth-first search


def columns_of(tree: TreePart | None) -> tuple[str, ...]:
    """The titles of the columns."""
    return COLUMNS if tree is None or tree.part.ledger is None else SEARCHED


def last_of(tree: TreePart, row: int) -> str:
    """A row's last number: its bound, or how many replies were cut."""
    if tree.part.ledger is None:
        return numerals.value(float(tree.bounds[row]), 3)
    return str(int(tree.part.ledger.skipped[row]) or "")


def cells_of(tree: TreePart, row: int) -> list[str]:
    """A row's numbers as they are copied."""
    part = tree.part
    numbers = (tree.share(row), part.mean[row], tree.bounds[row])
    cells = [str(int(part.visits[row]))]
    cells += [f"{x:.6g}" if np.isfinite(x) else "" for x in numbers]
    if part.ledger is not None:
        cells[2:] = tree.value(row, 6), last_of(tree, row)
    return cells
