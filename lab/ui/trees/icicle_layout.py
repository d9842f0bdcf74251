"""Where the icicles are in their widget, in pixels. No widget."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from PySide6.QtCore import QPointF, QRectF

from lab.ui.parts import theme
from lab.ui.trees.tree_parts import TreesView
from lab.words.icicle import Icicle

GUTTER, GAP, HEAD, ROOT, FOOT = 62, 12, 40, 9, 22  # pixels at 100 %
TALL, SMALL = 40, 22  # of a row


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
