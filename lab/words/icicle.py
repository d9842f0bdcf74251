"""Where the cells of an icicle are: a tree drawn as bands, a node's children below it. No Qt.

Shapes: [R] rows of `Branches`. Places run from 0 to 1 across the focus.
"""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from search.branches import Branches, Path

Places = NDArray[np.float64]
SOFT, SOFTER = 0.7, 0.6  # powers of the visits: smaller ones widen what is rare
LINE_SHARE = 0.46  # of its parent that a cell of the line has at least


class Width(StrEnum):
    """What a cell's width shows."""

    VISITS = "visits"  # its share of the parent's visits
    SOFTENED = "softened"  # a power of it, so that rare moves can be seen
    LINE = "along the line"  # the same, but the line stays wide enough for its words


class Icicle(NamedTuple):
    """The cells, and the tails of moves that are too rare to draw; [R]."""

    left: Places
    right: Places
    tail: Places  # where a row's left-out children begin; its end is the row's right


def icicle(part: Branches, width: Width, line: Path = ()) -> Icicle:
    """The cells of a part; `line` is a path from the root that stays wide in `Width.LINE`.

    Siblings keep the order of the arena, so nothing changes places while a search runs.
    """
    count = len(part)
    cells = Icicle(np.zeros(count), np.ones(count), np.full(count, np.nan))
    on_line = part.along(line) if width is Width.LINE else np.zeros(0, np.int64)
    order = np.lexsort((part.node, part.parent, part.depth))
    levels = np.searchsorted(part.depth[order], np.arange(int(part.depth.max(initial=0)) + 2))
    weight, tail = _weights(part, width)
    for depth in range(1, levels.size - 1):
        _place(part, cells, order[levels[depth] : levels[depth + 1]], weight, tail, on_line)
    bare = (part.rest > 0) & np.isnan(cells.tail)
    cells.tail[bare] = cells.left[bare]
    return cells


def _weights(part: Branches, width: Width) -> tuple[Places, Places]:
    """How wide each row, and its tail of left-out children, wants to be next to others; [R]"""
    power = {Width.VISITS: 1.0, Width.SOFTENED: SOFTER, Width.LINE: SOFT}[width]
    left_out = np.maximum(part.rest, 1)
    tail = left_out * (part.rest_visits / left_out) ** power
    if width is Width.VISITS:  # visits that ended at the node itself stay empty
        below = np.bincount(part.parent[1:], part.visits[1:], len(part))
        tail = np.maximum(tail, part.visits - below)
    return part.visits.astype(np.float64) ** power, tail


def _place(
    part: Branches,
    cells: Icicle,
    rows: NDArray[np.int64],
    weight: Places,
    tail: Places,
    on_line: NDArray[np.int64],
) -> None:
    """Places one level's rows, sorted by parent and place, inside their parents."""
    parent, wanted = part.parent[rows], weight[rows]
    total = np.bincount(parent, wanted, len(part)) + tail
    total = np.where(total > 0, total, 1.0)
    share = wanted / total[parent]
    tail_share = tail / total
    wide = np.flatnonzero(np.isin(rows, on_line))
    if wide.size and share[wide[0]] < LINE_SHARE:  # at most one row of a level is on the line
        family, own = parent == parent[wide[0]], share[wide[0]]
        shrunk = (1.0 - LINE_SHARE) / (1.0 - own)
        share[family] *= shrunk
        tail_share[parent[wide[0]]] *= shrunk
        share[wide[0]] = LINE_SHARE
    ends = np.cumsum(share)
    first = np.flatnonzero(np.diff(parent, prepend=-1))
    before = np.repeat((ends - share)[first], np.diff(np.append(first, rows.size)))
    size = (cells.right - cells.left)[parent]
    cells.left[rows] = cells.left[parent] + size * (ends - share - before)
    cells.right[rows] = cells.left[parent] + size * (ends - before)
    last = np.append(first[1:], rows.size) - 1
    cells.tail[parent[last]] = np.where(
        part.rest[parent[last]] > 0, cells.right[rows[last]], np.nan
    )
