"""Painting the outline of a tree: titles, lines, their bars and error bars."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainter

from lab.ui.parts import theme
from lab.ui.parts.glyphs import paint_glyph
from lab.ui.parts.marks import Marks
from lab.ui.parts.painted import put, text_width
from lab.ui.trees.outline_columns import BARE, MEAN, OTHERS, ROOMY, WHISKER, WIDTHS, Line, written
from lab.ui.trees.tree_parts import TreePart, paint_agent
from lab.words import numerals
from search.branches import Path

LINE, TITLE, INDENT = 23, 22, 18  # pixels at 100 %


@dataclass(frozen=True)
class OutlinePaint:
    """How the lines are painted into a width."""

    tree: TreePart | None
    marks: Marks
    kinds: tuple[str, ...]
    width: int
    columns: tuple[str, ...]
    sort: tuple[str, bool]  # the column by which the user has sorted, "" for none; lowest first
    selected: Path | None
    open: frozenset[Path]
    checked: frozenset[tuple[int, Path]]

    @property
    def roomy(self) -> bool:
        """Whether there is room for error bars."""
        return self.width >= theme.current().px(ROOMY)

    @cached_property
    def widths(self) -> list[int]:
        """Of the columns of numbers."""
        look, columns = theme.current(), self.columns
        widths = [look.px(WIDTHS[column]) for column in columns]
        if self.width < look.px(BARE):
            widths[0] = look.px(64)
        if MEAN in columns and self.roomy:
            widths[columns.index(MEAN)] += look.px(WHISKER)
        return widths

    @cached_property
    def edges(self) -> list[float]:
        """Where the columns of numbers end."""
        widths, right = self.widths, float(self.width - theme.current().px(12))
        return [right - sum(widths[k + 1 :]) for k in range(len(widths))]

    def titles(self, painter: QPainter) -> None:
        """The titles of the columns."""
        look, edges, widths = theme.current(), self.edges, self.widths
        box = QRectF(look.px(12), 0, edges[0] - widths[0], look.px(TITLE))
        put(painter, box, "Action", theme.AXIS, "ink2")
        for k, (title, right) in enumerate(zip(self.columns, edges, strict=True)):
            left = right - widths[k] + look.px(4)
            if k == 0:
                right = self.bar_left
            sorts = title == self.sort[0]
            words = f"{title} {'↑' if self.sort[1] else '↓'}" if sorts else title
            put(painter, QRectF(left, 0, right - left, look.px(TITLE)), words, theme.AXIS,
                "ink" if sorts else "ink2", right=True)  # fmt: skip
        painter.fillRect(QRectF(0, look.px(TITLE) - 1, self.width, 1), look.colour("line"))

    @property
    def bar_left(self) -> float:
        """Where the visits' numbers end and their bars begin."""
        look = theme.current()
        bare = self.width < look.px(BARE)
        return self.edges[0] - (0 if bare else look.px(84))

    def line(self, painter: QPainter, line: Line, box: QRectF) -> None:
        """One line."""
        look = theme.current()
        assert self.tree is not None
        part, edges = self.tree.part, self.edges
        is_chosen = line.row >= 0 and line.path == self.selected
        if is_chosen:
            painter.fillRect(box, look.colour("mark"))
        left = look.px(10) + line.level * look.px(INDENT)
        end = self.bar_left - look.px(64)
        if line.row == OTHERS:
            left_out = int(part.rest[line.parent])
            words = f"others ({left_out})"
            put(painter, QRectF(left + look.px(36), box.top(), end - left, box.height()), words,
                theme.TABLE, "ink2")  # fmt: skip
            self._number(painter, box, self.bar_left, numerals.count(
                int(part.rest_visits[line.parent])), "ink2")  # fmt: skip
            return
        self._paint_name(painter, line, box, left, end, is_chosen)
        row = line.row
        self._number(painter, box, self.bar_left, f"{int(part.visits[row]):,}")
        self._paint_bar(painter, box, self.tree.share(row), int(part.mover[row]))
        for column, right in list(zip(self.columns, edges, strict=True))[1:]:
            self._number(painter, box, right, written(self.tree, column, row))
            if column == MEAN and self.roomy:
                self._paint_error(painter, row, right - look.px(WIDTHS[MEAN]), box)

    def _paint_error(self, painter: QPainter, row: int, right: float, box: QRectF) -> None:
        """The mean with one standard error to each side, on an axis of all rows on show."""
        assert self.tree is not None
        look, (low, high) = theme.current(), self.tree.mean_range
        mean, (error, _) = float(self.tree.part.mean[row]), self.tree.error(row)
        wide, left = look.px(WHISKER - 12), right - look.px(WHISKER - 8)
        if not np.isfinite(mean) or high <= low:
            return
        at, half = left + wide * (mean - low) / (high - low), wide * error / (high - low)
        y = box.center().y()
        painter.fillRect(QRectF(left, y, wide, 1), look.colour("line2"))
        if np.isfinite(error):
            begin, end = max(left, at - half), min(left + wide, at + half)
            painter.fillRect(QRectF(begin, y - 1, max(1.0, end - begin), 3), look.colour("ink3"))
        dot = QRectF(at - 2, y - 3, 4, 7)
        painter.fillRect(dot, self.marks.colour(look, int(self.tree.part.mover[row])))

    def _paint_name(
        self, painter: QPainter, line: Line, box: QRectF, left: float, end: float, bold: bool
    ) -> None:
        assert self.tree is not None
        look, part, row = theme.current(), self.tree.part, line.row
        side = float(look.px(14))
        if self.tree.can_open(row):
            glyph = "down" if line.path in self.open else "right"
            spot = QRectF(left, box.center().y() - side / 2, side, side)
            paint_glyph(painter, spot, glyph, look.colour("ink2"))
        at = QPointF(round(left + look.px(23)), round(box.center().y()))
        paint_agent(painter, self.marks, self.kinds, int(part.mover[row]), at)
        name = self.tree.name_of(row)
        at_x = left + look.px(34)
        if (part.agent, line.path) in self.checked:
            check = QRectF(at_x, box.center().y() - side / 2, side, side)
            paint_glyph(painter, check, "check", look.colour("mark_edge"))
            at_x += side + look.px(3)
        put(painter, QRectF(at_x, box.top(), end - at_x, box.height()), name, bold=bold)
        if row in self.tree.on_line:
            after = at_x + text_width(name, theme.TABLE, bold) + look.px(8)
            if after + text_width("principal variation", theme.AXIS) < end:
                put(painter, QRectF(after, box.top(), end - after, box.height()),
                    "principal variation", theme.AXIS, "ink2")  # fmt: skip

    def _number(
        self, painter: QPainter, box: QRectF, right: float, text: str, role: str = "ink"
    ) -> None:
        wide = theme.current().px(64)
        put(painter, QRectF(right - wide, box.top(), wide, box.height()), text, role=role,
            right=True)  # fmt: skip

    def _paint_bar(self, painter: QPainter, box: QRectF, share: float, mover: int) -> None:
        look, left, right = theme.current(), self.bar_left, self.edges[0]
        if right - left < look.px(20):
            return
        bar = QRectF(left + look.px(8), box.center().y() - 4, right - left - look.px(8), 8)
        painter.fillRect(bar, look.colour("track"))
        bar.setWidth(bar.width() * share)
        colour = self.marks.colour(look, mover) if mover >= 0 else look.colour("ink3")
        painter.fillRect(bar, colour)
