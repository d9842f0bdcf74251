"""Lines of cells on a grid as features: each line that has the same marks has the same row.

Cells are numbered in reading order. Of each cell on a line, 1 is an own mark and 2 the other's; the
first cell counts 1, the next 3, and so on. Shapes: [L] lines, [C] cells of a line, [T] symmetries.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engines.jit import rule

Ints = NDArray[np.int64]
WAYS = ((0, 1), (1, 0), (1, 1), (1, -1))  # (rows, columns)


def lines_in(rows: int, columns: int, length: int) -> Ints:
    """The cells of all straight lines of so many cells; [L, C]"""
    found = [
        [(row + k * down) * columns + column + k * right for k in range(length)]
        for down, right in WAYS
        for row in range(rows - (length - 1) * down)
        for column in range(columns)
        if 0 <= column + (length - 1) * right < columns
    ]
    return np.array(found, np.int64).reshape(-1, length)


def build_features(lines: Ints, masks: str, bits: Sequence[int]) -> Any:
    """The rule that writes the row of each line. `masks` is the field with a mask of cells for each
    seat, `bits` says which bit of it each cell is.
    """
    places = np.array(bits, np.int64)[lines]
    count, length = lines.shape

    @rule
    def features(s: Any, seat: int, out: Any) -> int:
        mine, theirs = s[masks][seat], s[masks][1 - seat]
        for line in range(count):
            code, worth = 0, 1
            for k in range(length):
                bit = places[line, k]
                code += worth * ((mine >> bit & 1) + 2 * (theirs >> bit & 1))
                worth *= 3
            out[line] = line * worth + code
        return count

    return features


def turns(rows: int, columns: int, mirrored_only: bool = False) -> list[Ints]:
    """Where each cell comes to rest, for each way to turn and mirror the grid that leaves its
    shape; the first leaves all. `mirrored_only`: left and right changed.
    """
    grid = np.arange(rows * columns).reshape(rows, columns)
    views = [grid, grid[:, ::-1]]
    if not mirrored_only:
        views += [grid[::-1], grid[::-1, ::-1]]
        if rows == columns:
            views += [view.T for view in views]
    return [np.argsort(view.ravel()) for view in views]


def turned_rows(lines: Ints, moved: Sequence[Ints]) -> NDArray[np.int32]:
    """The row that each one becomes under each way to move cells; [T, rows]"""
    length = lines.shape[1]
    places = {frozenset(line): k for k, line in enumerate(lines.tolist())}
    found = []
    for way in moved:
        rows: list[int] = []
        for line in lines.tolist():
            there = [int(way[cell]) for cell in line]
            to = places[frozenset(there)]
            order = [there.index(cell) for cell in lines[to].tolist()]
            for code in range(3**length):
                signs = [code // 3**k % 3 for k in range(length)]
                rows.append(to * 3**length + sum(signs[j] * 3**k for k, j in enumerate(order)))
        found.append(rows)
    return np.array(found, np.int32)
