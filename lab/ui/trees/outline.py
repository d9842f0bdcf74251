"""The outline of one agent's tree: a line for each node that is open, with all its numbers.

Unlike the icicle it opens every node: lines whose children are not there yet are asked for.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import numpy as np
from PySide6.QtCore import QEvent, QModelIndex, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QContextMenuEvent,
    QKeyEvent,
    QKeySequence,
    QMouseEvent,
    QPainter,
    QResizeEvent,
)
from PySide6.QtWidgets import QWidget

from lab.ui.parts import detail, theme
from lab.ui.parts.chart.data import ChartData
from lab.ui.parts.fields import Field
from lab.ui.parts.glyphs import paint_glyph
from lab.ui.parts.marks import Marks, marks_of
from lab.ui.parts.painted import put, text_width
from lab.ui.parts.table import FieldTable, inside
from lab.ui.trees.outline_lines import (
    HELP,
    MEAN,
    NODES,
    OTHERS,
    VALUE,
    VISITS,
    OpenLines,
    OutlineLine,
    columns_of,
    error_words,
    others_words,
    table,
    written,
)
from lab.ui.trees.tree_parts import TreePart, paint_agent, takes
from lab.words import numerals
from lab.words.known import value_words
from search.branches import Path

LINE, INDENT, GLYPH = 23, 18, 18  # pixels at 100 %
NAME, COUNT, BAR, WHISKER, NUMBER = 120, 66, 66, 58, 54  # of columns
BARS, WHISKERS = 0.16, 0.22  # of the outline's width, where that is more
FIRST = (VISITS, MEAN, NODES, VALUE)  # columns that Simple keeps
BARE, ROOMY = 520, 660  # widths below which the bars go, from which on growth and errors come
STEPS = (
    *(Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_Home, Qt.Key.Key_End),
    *(Qt.Key.Key_PageUp, Qt.Key.Key_PageDown),
)


class Outline(FieldTable[OutlineLine]):
    """The lines of a tree, most visited children first. The order is that of the last numbers, but
    stays as it was while the pointer is over the outline.
    """

    asked = Signal()  # other paths are open: `open_paths`
    marked = Signal(int, object)  # agent, path of a node whose root move is to be marked, or not
    menu_asked = Signal(int, object, object)  # agent, path, place on the screen
    high = LINE

    def __init__(self, parent: QWidget | None = None) -> None:
        self.tree: TreePart | None = None
        self._marks: Marks = marks_of((0, 1))
        self._kinds: tuple[str, ...] = ()
        self._selected: Path | None = None
        self._checked: frozenset[tuple[int, Path]] = frozenset()
        self._open = OpenLines()
        super().__init__("Outline of the tree", parent)
        self.removeEventFilter(self.menu)  # a node has a menu of its own
        self.setFrameShape(self.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.horizontalHeader().setSectionsClickable(True)
        self.horizontalHeader().sectionClicked.connect(
            lambda k: self.sort_by(self.model_.fields[k].name)
        )

    def set_kinds(self, kinds: tuple[str, ...]) -> None:
        """Per seat: its mark on the board, "" where agents have shapes."""
        self._kinds = kinds

    def set_tree(self, tree: TreePart | None, marks: Marks, selected: Path | None) -> None:
        """Shows newer numbers or another agent's tree, which begins with its principal variation
        open.
        """
        before, self.tree, self._marks = self.tree, tree, marks
        if tree is not None and (before is None or before.part.agent != tree.part.agent):
            self._open.begin(tree)
        elif tree is not None and before is not None and tree.turn != before.turn:
            self._open.reorder()  # of another position
        moved = selected != self._selected
        self._selected = selected
        if moved and selected:
            self._open.paths |= {selected[:k] for k in range(1, len(selected))}
        self._list(moved)

    def set_marked(self, marked: frozenset[tuple[int, Path]]) -> None:
        """The root moves that are marked: (agent, path)."""
        if marked != self._checked:
            self._checked = marked
            self.viewport().update()

    @property
    def open_paths(self) -> tuple[Path, ...]:
        """The nodes whose children are wanted, whatever their visits."""
        return tuple(sorted(self._open.paths))

    def sort_by(self, column: str) -> None:
        """Sorts by a column, the highest first; a second time, the lowest."""
        if column in self.columns:
            self._open.sort_by(column, self.columns)
            self._list()

    def _list(self, moved: bool = False) -> None:
        """Shows the lines; where the selection has `moved`, it comes into view."""
        lines = list[OutlineLine]()
        if self.tree is not None:
            lines = self._open.lines(self.tree, self.columns, self.viewport().underMouse())
        names = [field.name for field in self.fields()]
        by = self._open.by
        self.model_.show_order(names.index(by) if by and by in names else -1, not self._open.rising)
        found = (line for line in lines if line.row >= 0 and line.path == self._selected)
        current = next(found, None)
        self.setAutoScroll(moved)
        self.set_rows(lines, current)
        self.setAutoScroll(True)
        if current is None:
            self.setCurrentIndex(QModelIndex())

    # -- what the table says -----------------------------------------------------------------------

    @property
    def columns(self) -> tuple[str, ...]:
        """The columns of numbers."""
        columns = columns_of(self.tree, self._is_wide(ROOMY))
        return columns if detail.is_full() else tuple(c for c in columns if c in FIRST)

    def _is_wide(self, width: int) -> bool:
        return self.viewport().width() >= theme.current().px(width)

    def fields(self) -> Sequence[Field[OutlineLine]]:
        fields = [Field("Action", self._name, paint=self._paint_name, least=NAME, rest=True)]
        for k, column in enumerate(self.columns if self.tree is not None else ()):
            if column == MEAN and self._is_wide(ROOMY):
                fields.append(
                    Field("", _nothing, paint=self._paint_error, wide=WHISKER, share=WHISKERS)
                )
            fields.append(
                Field(
                    column,
                    partial(self._written, column),
                    right=True,
                    role=lambda line: "ink2" if line.row == OTHERS else "ink",
                    words=self._error_words if column == MEAN else None,
                    tip=f"{column}\n{HELP.get(column, '')}\nA click sorts by it.".replace(
                        "\n\n", "\n"
                    ),
                    least=NUMBER if k else COUNT,
                )
            )
            if k == 0 and self._is_wide(BARE):
                fields.append(Field("", _nothing, paint=self._paint_bar, wide=BAR, share=BARS))
        return fields

    def _name(self, line: OutlineLine) -> str:
        assert self.tree is not None
        return others_words(self.tree, line) if line.row == OTHERS else self.tree.name_of(line.row)

    def _written(self, column: str, line: OutlineLine) -> str:
        assert self.tree is not None
        if line.row >= 0:
            return written(self.tree, column, line.row)
        first = column == self.columns[0]
        return numerals.count(int(self.tree.part.rest_visits[line.parent])) if first else ""

    def _error_words(self, line: OutlineLine) -> str:
        assert self.tree is not None
        return error_words(self.tree, line.row) if line.row >= 0 else ""

    def words(self, row: OutlineLine) -> str:
        """A line in words: level, name, visits, share, rank."""
        assert self.tree is not None
        if row.row == OTHERS:
            return self._name(row)
        part, rank = self.tree.part, self.tree.rank(row.row)
        value = f"{value_words(part, row.row)}, " if part.ledger is not None else ""
        return (
            f"Level {row.level + 1}, {self.tree.word(row.row)}, "
            f"{int(part.visits[row.row]):,} {self.tree.counted}, "
            f"{numerals.percent(self.tree.share(row.row))}, {value}"
            f"{numerals.rank(rank.place - 1, rank.of)}"
        )

    def key(self, row: OutlineLine) -> tuple[Path, bool]:
        return row.path, row.row == OTHERS

    def can_choose(self, row: OutlineLine) -> bool:
        return row.row != OTHERS

    def data(self) -> ChartData | None:
        return table(self.tree, self.model_.rows) if self.tree is not None else None

    # -- painting ----------------------------------------------------------------------------------

    def _left(self, line: OutlineLine) -> int:
        """Where a line's glyph begins, in pixels."""
        return theme.current().px(10) + line.level * theme.current().px(INDENT)

    def _paint_name(self, painter: QPainter, box: QRectF, line: OutlineLine) -> None:
        assert self.tree is not None
        look, part, row, left = theme.current(), self.tree.part, line.row, self._left(line)
        if row == OTHERS:
            room = box.adjusted(left + look.px(36), 0, 0, 0)
            put(painter, room, self._name(line), theme.TABLE, "ink2")
            return
        side, name = float(look.px(14)), self._name(line)
        if self.tree.can_open(row):
            glyph = "down" if line.path in self._open.paths else "right"
            spot = QRectF(left, box.center().y() - side / 2, side, side)
            paint_glyph(painter, spot, glyph, look.colour("ink2"))
        at = QPointF(round(left + look.px(23)), round(box.center().y()))
        paint_agent(painter, self._marks, self._kinds, int(part.mover[row]), at)
        x = float(left + look.px(34))
        if (part.agent, line.path) in self._checked:
            check = QRectF(x, box.center().y() - side / 2, side, side)
            paint_glyph(painter, check, "check", look.colour("mark_edge"))
            x += side + look.px(3)
        bold = self.is_marked(line)
        put(painter, box.adjusted(x, 0, 0, 0), name, bold=bold)
        after, also = x + text_width(name, theme.TABLE, bold) + look.px(8), "best line"
        if row in self.tree.on_line and after + text_width(also, theme.TABLE) < box.width():
            put(painter, box.adjusted(after, 0, 0, 0), also, theme.TABLE, "ink2")

    def _paint_bar(self, painter: QPainter, box: QRectF, line: OutlineLine) -> None:
        """A line's share of its parent's visits."""
        if self.tree is None or line.row < 0:
            return
        look, mover = theme.current(), int(self.tree.part.mover[line.row])
        bar = inside(box)
        bar = QRectF(bar.left(), box.center().y() - 4, bar.width(), 8)
        painter.fillRect(bar, look.colour("track"))
        bar.setWidth(bar.width() * self.tree.share(line.row))
        painter.fillRect(
            bar, self._marks.colour(look, mover) if mover >= 0 else look.colour("ink3")
        )

    def _paint_error(self, painter: QPainter, box: QRectF, line: OutlineLine) -> None:
        """The mean with one standard error to each side, on an axis of all rows on show."""
        if self.tree is None or line.row < 0:
            return
        look, (low, high), room = theme.current(), self.tree.mean_range, inside(box)
        mean, (error, _) = float(self.tree.part.mean[line.row]), self.tree.error(line.row)
        if not np.isfinite(mean) or high <= low:
            return
        left, wide, y = room.left(), room.width(), box.center().y()
        at, half = left + wide * (mean - low) / (high - low), wide * error / (high - low)
        painter.fillRect(QRectF(left, y, wide, 1), look.colour("line2"))
        if np.isfinite(error):
            begin, end = max(left, at - half), min(left + wide, at + half)
            painter.fillRect(QRectF(begin, y - 1, max(1.0, end - begin), 3), look.colour("ink3"))
        dot = QRectF(at - 2, y - 3, 4, 7)
        painter.fillRect(dot, self._marks.colour(look, int(self.tree.part.mover[line.row])))

    # -- pointer and keys --------------------------------------------------------------------------

    def line_at(self, at: QPointF) -> OutlineLine | None:
        """The line at a point of the viewport."""
        index = self.indexAt(at.toPoint())
        return self.model_.rows[index.row()] if index.isValid() else None

    def mousePressEvent(self, event: QMouseEvent) -> None:
        at = event.position()
        line = self.line_at(at)
        if self.tree is None or line is None or event.button() != Qt.MouseButton.LeftButton:
            return
        if line.row == OTHERS:
            self._set_open(line.path, True)
        elif 0 <= at.x() - self._left(line) < theme.current().px(GLYPH):
            self._toggle(line)
        elif event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            self.marked.emit(self.tree.part.agent, line.path)
        else:
            super().mousePressEvent(event)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        line = self.line_at(event.position())
        if line is not None and line.row >= 0:
            self._toggle(line)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        by_key = event.reason() == QContextMenuEvent.Reason.Keyboard
        line = self.current if by_key else self.line_at(QPointF(event.pos()))
        if line is not None and line.row >= 0 and self.tree is not None:
            self.menu_asked.emit(self.tree.part.agent, line.path, event.globalPos())
        else:
            self.menu.open(event)

    def _toggle(self, line: OutlineLine) -> None:
        self._set_open(line.path, line.path not in self._open.paths)

    def _set_open(self, path: Path, is_open: bool) -> None:
        (self._open.paths.add if is_open else self._open.paths.discard)(path)
        self._list()
        self.asked.emit()

    def event(self, event: QEvent) -> bool:
        return takes(event) or super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        line, key = self.current, Qt.Key(event.key())
        if event.matches(QKeySequence.StandardKey.Copy):
            self.menu.copy()
        elif key in STEPS:
            super().keyPressEvent(event)
        elif line is not None and self.tree is not None and key == Qt.Key.Key_X:
            self.marked.emit(self.tree.part.agent, line.path)
        elif line is not None and key == Qt.Key.Key_Right:
            self._set_open(line.path, True)
        elif line is not None and key == Qt.Key.Key_Left:
            if line.path in self._open.paths:
                self._set_open(line.path, False)
            elif line.level:
                self.go_to(lambda other: other.path == line.path[:-1])
        else:
            event.ignore()  # the page's keys

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if [f.name for f in self.fields()] != [f.name for f in self.model_.fields]:
            self._list()

    def sizeHint(self) -> QSize:
        look = theme.current()
        return QSize(look.px(480), 9 * look.px(LINE))


def _nothing(_line: OutlineLine) -> str:
    return ""
