"""Where the icicles are in their widget, in pixels, and where its cells are: a tree
drawn as bands, a node's children below it. No widget.

Shapes: [R] rows of `Branches`. Places run from 0 to 1 across the focus.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QPointF, QRectF

from lab.ui.parts import theme
from lab.ui.trees.tree_parts import TreesView
from search.branches import Branches, Path

Places = NDArray[np.float64]
SOFT, SOFTER = 0.7, 0.6  # powers of the visits: smaller ones widen what is rare
LINE_SHARE = 0.46  # of its parent that a cell of the line has at least
GUTTER, GAP, HEAD, ROOT, FOOT = 62, 12, 40, 9, 22  # pixels at 100 %
TALL, SMALL = 40, 22  # of a row


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


@dataclass(frozen=True)
class IcicleLayout:
    """The icicles side by side on one axis of turns."""

    width: int
    height: int
    view: TreesView
    cells: tuple[Icicle, ...]
    levels: int  # below the roots

    @property
    def tall(self) -> float:
        """The height of a row, so that all fit where they can."""
        look = theme.current()
        room = self.height - look.px(HEAD + ROOT + FOOT) - look.px(4)
        return max(look.px(SMALL), min(look.px(TALL), room / self.levels))

    def top(self, depth: int) -> float:
        """Where a level begins."""
        look = theme.current()
        if depth == 0:
            return look.px(HEAD)
        return look.px(HEAD + ROOT) + 2 + (depth - 1) * self.tall

    def gutter(self, depth: int) -> QRectF:
        """The room left of a level."""
        look = theme.current()
        return QRectF(look.px(4), self.top(depth), look.px(GUTTER - 8), self.tall)

    @property
    def foot(self) -> QRectF:
        """The room of the legend."""
        look = theme.current()
        top = self.top(self.levels) + self.tall
        left = look.px(GUTTER)
        return QRectF(left, top, self.width - left - look.px(GAP), look.px(FOOT))

    def column(self, place: int) -> QRectF:
        """The room of a tree, with its head."""
        look, count = theme.current(), max(1, len(self.view.trees))
        left = look.px(GUTTER)
        wide = (self.width - left - look.px(GAP) * count) / count
        return QRectF(left + place * (wide + look.px(GAP)), 0, wide, self.height)

    def cell(self, place: int, row: int) -> QRectF:
        """The rectangle of a row."""
        column, cells = self.column(place), self.cells[place]
        depth = int(self.view.trees[place].part.depth[row])
        left = column.left() + column.width() * float(cells.left[row])
        right = column.left() + column.width() * float(cells.right[row])
        tall = self.tall if depth else float(theme.current().px(ROOT))
        return QRectF(left, self.top(depth), right - left, tall - 1)

    def shows(self, place: int, row: int) -> bool:
        """Whether a row's level has room."""
        return int(self.view.trees[place].part.depth[row]) <= self.levels

    def at(self, point: QPointF) -> tuple[int, int] | None:
        """The (column, row) at a place."""
        for place, tree in enumerate(self.view.trees):
            column = self.column(place)
            if not column.left() <= point.x() < column.right():
                continue
            x = (point.x() - column.left()) / column.width()
            for depth in range(self.levels + 1):
                if self.top(depth) <= point.y() < self.top(depth + 1):
                    cells = self.cells[place]
                    here = (tree.part.depth == depth) & (cells.left <= x) & (x < cells.right)
                    found = np.flatnonzero(here)
                    return (place, int(found[0])) if found.size else None
        return None
