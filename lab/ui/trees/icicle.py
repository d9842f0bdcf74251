"""The trees of a search as icicles, side by side on one axis of turns: children hang below their
parent, as wide as their visits.

Siblings keep their places while a search runs. Words come with the parts: this view knows no
rules.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QBrush,
    QHelpEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QPixmap,
    QResizeEvent,
)
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from lab.ui.parts import theme
from lab.ui.parts.painted import fits, put, text_width
from lab.ui.trees.icicle_tints import tints
from lab.ui.trees.tree_parts import TreePart, TreesView
from lab.words import numerals
from lab.words.icicle import Icicle, Width, icicle
from search.branches import Path

GUTTER, GAP, HEAD, ROOT = 62, 12, 40, 9  # pixels at 100 %
TALL, SMALL = 40, 22  # of a row
LEVELS = 6  # there is always room for so many, so that the outline does not jump
WORDY, BRIEF = 64, 26  # the least widths of a cell with full and with shortened words
THIN = 0.5  # pixels below which a cell is not drawn


class Icicles(QWidget):
    """Up to four icicles. The picture is kept until the numbers change; the pointer and the
    selection are painted over it.
    """

    chosen = Signal(int, object)  # agent, path
    zoomed = Signal(int, object)  # agent, path of the new focus
    hovered = Signal(int, object)  # agent, path; -1, () for none

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName("Trees")
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.view = TreesView()
        self._cells: tuple[Icicle, ...] = ()
        self._levels = 1  # below the root
        self._picture: QPixmap | None = None
        self._under: tuple[int, int] | None = None  # (column, row) under the pointer
        theme.changed.connect(self._forget_picture)

    def set_view(self, view: TreesView) -> None:
        """Shows other numbers, or the same with another selection."""
        if view == self.view:
            return
        same = replace(view, selected=None) == replace(self.view, selected=None)
        wide = view.width is Width.LINE and view.selected != self.view.selected
        self.view = view
        if not same or wide:
            self._cells = tuple(
                icicle(tree.part, view.width, self._line_of(tree)) for tree in view.trees
            )
            deepest = [int(tree.part.depth.max(initial=0)) for tree in view.trees]
            self._levels = max(1, *deepest, 0)
            look = theme.current()
            self.setMaximumHeight(look.px(HEAD + ROOT + TALL * max(LEVELS, self._levels) + 4))
            self._picture = None
        self._speak()
        self.update()

    def _line_of(self, tree: TreePart) -> Path:
        """The line that stays wide: through the selected node, else the principal variation."""
        chosen = self.view.selected
        if chosen is None or chosen[0] != tree.part.agent:
            return tree.line
        path = chosen[1]
        return tree.line if tree.line[: len(path)] == path else path

    # -- where things are --------------------------------------------------------------------------

    @property
    def _tall(self) -> float:
        """The height of a row in pixels, so that all fit where they can."""
        look = theme.current()
        room = self.height() - look.px(HEAD + ROOT) - look.px(4)
        return max(look.px(SMALL), min(look.px(TALL), room / self._levels))

    def _top(self, depth: int) -> float:
        """Where a level begins."""
        look = theme.current()
        if depth == 0:
            return look.px(HEAD)
        return look.px(HEAD + ROOT) + 2 + (depth - 1) * self._tall

    def _column(self, place: int) -> QRectF:
        """The room of a tree, without its head."""
        look, count = theme.current(), max(1, len(self.view.trees))
        left = look.px(GUTTER)
        wide = (self.width() - left - look.px(GAP) * count) / count
        return QRectF(left + place * (wide + look.px(GAP)), 0, wide, self.height())

    def _cell(self, place: int, row: int) -> QRectF:
        """The rectangle of a row."""
        column, cells = self._column(place), self._cells[place]
        depth = int(self.view.trees[place].part.depth[row])
        left = column.left() + column.width() * float(cells.left[row])
        right = column.left() + column.width() * float(cells.right[row])
        tall = self._tall if depth else float(theme.current().px(ROOT))
        return QRectF(left, self._top(depth), right - left, tall - 1)

    def _at(self, point: QPointF) -> tuple[int, int] | None:
        """The (column, row) at a place."""
        for place, tree in enumerate(self.view.trees):
            column = self._column(place)
            if not column.left() <= point.x() < column.right():
                continue
            x = (point.x() - column.left()) / column.width()
            for depth in range(self._levels + 1):
                if self._top(depth) <= point.y() < self._top(depth + 1):
                    cells = self._cells[place]
                    here = (tree.part.depth == depth) & (cells.left <= x) & (x < cells.right)
                    found = np.flatnonzero(here)
                    return (place, int(found[0])) if found.size else None
        return None

    # -- painting ----------------------------------------------------------------------------------

    def paintEvent(self, event: QPaintEvent) -> None:
        if self._picture is None:
            self._picture = self._drawn()
        painter = QPainter(self)
        painter.drawPixmap(0, 0, self._picture)
        self._paint_chosen(painter)
        painter.end()

    def _drawn(self) -> QPixmap:
        ratio = self.devicePixelRatioF()
        picture = QPixmap((self.size().toSizeF() * ratio).toSize())
        picture.setDevicePixelRatio(ratio)
        picture.fill(theme.current().colour("panel"))
        painter = QPainter(picture)
        self._paint_gutter(painter)
        for place in range(len(self.view.trees)):
            self._paint_head(painter, place)
            self._paint_cells(painter, place)
        painter.end()
        return picture

    def _paint_gutter(self, painter: QPainter) -> None:
        look = theme.current()
        for depth in range(1, self._levels + 1 if self.view.trees else 1):
            box = QRectF(look.px(4), self._top(depth), look.px(GUTTER - 8), self._tall)
            ahead = depth - 1 + len(self.view.trees[0].part.focus)
            put(painter, box, numerals.ahead(ahead, self.view.turn_word), theme.AXIS, "ink2")

    def _paint_head(self, painter: QPainter, place: int) -> None:
        look, tree, column = theme.current(), self.view.trees[place], self._column(place)
        line = HEAD / 2 * look.scale
        upper = QRectF(column.left(), 0, column.width(), line)
        nodes = f"{numerals.count(tree.nodes)} nodes" if tree.nodes else ""
        put(painter, upper, nodes, theme.AXIS, "ink2", right=True)
        put(painter, upper, tree.name, theme.TABLE, bold=True)
        best = tree.part.along(tree.line[: len(tree.part.focus) + 1])
        if best.size:
            lower = QRectF(column.left(), line, column.width(), line)
            share = f"{numerals.percent(tree.share(int(best[0])))} of visits"
            put(painter, lower, share, theme.AXIS, "ink2", right=True)
            lower.setRight(lower.right() - text_width(share, theme.AXIS) - look.px(8))
            put(painter, lower, tree.word(int(best[0])), theme.TABLE, bold=True)

    def _paint_cells(self, painter: QPainter, place: int) -> None:
        look, tree, column = theme.current(), self.view.trees[place], self._column(place)
        cells, tall = self._cells[place], self._tall
        colours = tints(tree, self.view.marks)
        left, wide = (
            column.left() + column.width() * cells.left,
            column.width() * (cells.right - cells.left),
        )
        tops = np.array([self._top(depth) for depth in range(self._levels + 1)])[tree.part.depth]
        painter.fillRect(self._cell(place, 0), look.colour("line"))
        brief = look.px(BRIEF)
        for row in np.flatnonzero(wide >= THIN)[1:].tolist():
            size = wide[row] - 1.0 if wide[row] > 3 else wide[row]
            painter.fillRect(QRectF(left[row], tops[row], size, tall - 1), colours[row])
            if wide[row] >= brief:
                cell = QRectF(left[row], tops[row], wide[row], tall - 1)
                self._paint_words(painter, tree, row, cell)
        self._paint_tails(painter, place)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(look.colour("ink"), 1.4))
        for row in tree.part.along(tree.line).tolist():
            painter.drawRect(self._cell(place, row).adjusted(0.7, 0.7, -1.7, -0.7))

    def _paint_words(self, painter: QPainter, tree: TreePart, row: int, cell: QRectF) -> None:
        look = theme.current()
        word = tree.word(row)
        if cell.width() < look.px(BRIEF) or not word:
            return
        box = cell.adjusted(look.px(4), 0, -look.px(4), 0)
        line = look.px(15)
        two = cell.width() >= look.px(WORDY) and cell.height() >= 2 * line
        if two:
            box.setHeight(cell.height() / 2)
        if len(fits(word, box.width(), theme.AXIS, True)) > 2:
            put(painter, box, word, theme.AXIS, bold=True)
        if two:
            box.translate(0, cell.height() / 2 - 1)
            put(painter, box, self._numbers(tree, row, box.width()), theme.AXIS, "ink2")

    def _numbers(self, tree: TreePart, row: int, room: float) -> str:
        """As many of visits, share and mean as fit."""
        part = tree.part
        parts = [
            numerals.percent(tree.share(row)),
            numerals.real(float(part.mean[row]), 2),
        ]
        whole = "  ".join((numerals.count(int(part.visits[row])), *parts))
        if text_width(whole, theme.AXIS) <= room:
            return whole
        both = "  ".join(parts)
        return both if text_width(both, theme.AXIS) <= room else parts[0]

    def _paint_tails(self, painter: QPainter, place: int) -> None:
        """Hatches the room of moves that are too rare to draw."""
        part, cells, column = self.view.trees[place].part, self._cells[place], self._column(place)
        brush = QBrush(theme.current().colour("line2"), Qt.BrushStyle.BDiagPattern)
        for row in np.flatnonzero(cells.right - cells.tail > 2.0 / max(1.0, column.width())):
            depth = int(part.depth[row]) + 1
            if depth > self._levels:
                continue
            left = column.left() + column.width() * float(cells.tail[row])
            right = column.left() + column.width() * float(cells.right[row])
            painter.fillRect(QRectF(left, self._top(depth), right - left, self._tall - 1), brush)

    def _paint_chosen(self, painter: QPainter) -> None:
        """The selected node, its ancestors, and the cell under the pointer."""
        look, chosen = theme.current(), self.view.selected
        for place, tree in enumerate(self.view.trees):
            if chosen is not None and chosen[0] == tree.part.agent:
                rows = tree.part.along(chosen[1])
                for row in rows[:-1].tolist():
                    cell = self._cell(place, row)
                    below = QRectF(cell.left(), cell.bottom() - 3, cell.width() - 1, 3)
                    painter.fillRect(below, look.colour("mark_edge"))
                if rows.size == len(chosen[1]) - len(tree.part.focus) and rows.size:
                    self._paint_mark(painter, place, int(rows[-1]))
        if self._under is not None and self._under[0] < len(self.view.trees):
            painter.setPen(QPen(look.colour("ink2"), 1.0))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRect(self._cell(*self._under).adjusted(0.5, 0.5, -1.0, -0.5))

    def _paint_mark(self, painter: QPainter, place: int, row: int) -> None:
        look, cell = theme.current(), self._cell(place, row)
        wide = QRectF(cell.left(), cell.top(), max(3.0, cell.width() - 1), cell.height())
        painter.fillRect(wide, look.colour("mark"))
        painter.setPen(QPen(look.colour("mark_edge"), 1.6))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRect(wide.adjusted(0.8, 0.8, -0.8, -0.8))
        self._paint_words(painter, self.view.trees[place], row, cell)

    # -- pointer and keys --------------------------------------------------------------------------

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self._hover(self._at(event.position()))

    def leaveEvent(self, event: QEvent) -> None:
        self._hover(None)

    def _hover(self, under: tuple[int, int] | None) -> None:
        if under == self._under:
            return
        self._under = under
        if under is None:
            self.hovered.emit(-1, ())
        else:
            tree = self.view.trees[under[0]]
            self.hovered.emit(tree.part.agent, tree.part.path(under[1]))
        self.update()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self.setFocus(Qt.FocusReason.MouseFocusReason)
        found = self._at(event.position())
        if event.button() == Qt.MouseButton.LeftButton and found is not None:
            self._choose(*found)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        found = self._at(event.position())
        if found is not None:
            tree = self.view.trees[found[0]]
            self.zoomed.emit(tree.part.agent, tree.part.path(found[1]))

    def _choose(self, place: int, row: int) -> None:
        tree = self.view.trees[place]
        self.chosen.emit(tree.part.agent, tree.part.path(row))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if not (self.view.trees and self._act(Qt.Key(event.key()))):
            super().keyPressEvent(event)

    def _act(self, key: Qt.Key) -> bool:
        """What a key does in the tree of the selection; whether it does anything."""
        place, row = self._selected_cell()
        tree = self.view.trees[place]
        agent, part = tree.part.agent, tree.part
        if key == Qt.Key.Key_Backspace and part.focus:
            self.zoomed.emit(agent, part.focus[:-1])
        elif key == Qt.Key.Key_Z and row:
            self.zoomed.emit(agent, part.path(row))
        elif key == Qt.Key.Key_Home and tree.line:
            self.chosen.emit(agent, tree.line[: len(part.focus) + 1])
        elif (to := self._beside(place, row, key)) is not None:
            self._choose(place, to)
        else:
            return False
        return True

    def _selected_cell(self) -> tuple[int, int]:
        """(column, row) of the selection, the focus of the first tree without one."""
        chosen = self.view.selected
        for place, tree in enumerate(self.view.trees):
            if chosen is not None and tree.part.agent == chosen[0]:
                rows = tree.part.along(chosen[1])
                return place, int(rows[-1]) if rows.size else 0
        return 0, 0

    def _beside(self, place: int, row: int, key: Qt.Key) -> int | None:
        """The row that an arrow key leads to: the widest child, the parent, a sibling."""
        part, cells = self.view.trees[place].part, self._cells[place]
        if key == Qt.Key.Key_Down:
            below = part.children(row)
            return int(below[np.argmax((cells.right - cells.left)[below])]) if below.size else None
        if key == Qt.Key.Key_Up and row and part.parent[row] > 0:
            return int(part.parent[row])
        if key in (Qt.Key.Key_Left, Qt.Key.Key_Right) and row:
            family = part.children(int(part.parent[row])).tolist()
            to = family.index(row) + (1 if key == Qt.Key.Key_Right else -1)
            return family[to] if 0 <= to < len(family) else None
        return None

    # -- words -------------------------------------------------------------------------------------

    def sentence(self, place: int, row: int) -> str:
        """A node in words, as the screen reader and the tip say it."""
        tree = self.view.trees[place]
        part = tree.part
        if row == 0 and not part.focus:
            return f"{tree.name}, root: {int(part.visits[0]):,} visits."
        ahead = numerals.ahead(int(part.depth[row]) - 1 + len(part.focus), self.view.turn_word)
        rank = tree.rank(row)
        return (
            f"{tree.name}, {ahead}, {tree.name_of(row)}: "
            f"{int(part.visits[row]):,} visits, {numerals.percent(tree.share(row))}, "
            f"number {rank.place} of {rank.of}."
        )

    def _speak(self) -> None:
        if self.view.trees and self.view.selected is not None:
            self.setAccessibleDescription(self.sentence(*self._selected_cell()))

    def event(self, event: QEvent) -> bool:
        if isinstance(event, QHelpEvent):
            found = self._at(QPointF(event.pos()))
            QToolTip.showText(event.globalPos(), self.sentence(*found) if found else "", self)
            return True
        return super().event(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        self._forget_picture()

    def _forget_picture(self) -> None:
        self._picture = None
        self.update()

    def sizeHint(self) -> QSize:
        look = theme.current()
        return QSize(look.px(480), look.px(HEAD + ROOT + TALL * 6))

    def minimumSizeHint(self) -> QSize:
        look = theme.current()
        return QSize(look.px(240), look.px(HEAD + ROOT + SMALL * 3))
