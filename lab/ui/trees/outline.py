"""The outline of one agent's tree: a line for each node that is open, with all its numbers.

Unlike the icicle it opens every node: lines whose children are not there yet are asked for.
"""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QContextMenuEvent,
    QGuiApplication,
    QKeyEvent,
    QKeySequence,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QResizeEvent,
)
from PySide6.QtWidgets import QAbstractScrollArea, QWidget

from lab.ui.parts import theme
from lab.ui.parts.glyphs import paint_glyph
from lab.ui.parts.guard import guarded
from lab.ui.parts.marks import Marks, marks_of
from lab.ui.parts.painted import put, text_width
from lab.ui.trees.outline_columns import cells_of, columns_of, last_of
from lab.ui.trees.own_keys import takes
from lab.ui.trees.tree_parts import TreePart, paint_agent
from lab.words import numerals
from lab.words.known import value_words
from search.branches import Path

LINE, TITLE, INDENT = 23, 22, 18  # pixels at 100 %
WIDTHS = (150, 60, 60, 64)  # of the columns; the first holds the bar
BARE = 520  # below this width the bars go
OTHERS = -2  # the row of a line for the children that are left out


@dataclass(frozen=True)
class Line:
    """One line: a row of the part, or what is left out below `parent`."""

    path: Path
    row: int  # OTHERS where it stands for several
    level: int
    parent: int


class Outline(QAbstractScrollArea):
    """The lines of a tree, most visited children first. The order is that of the last numbers, but
    stays as it was while the pointer is over the outline.
    """

    chosen = Signal(int, object)  # agent, path
    asked = Signal()  # other paths are open: `open_paths`
    marked = Signal(int, object)  # agent, path of a node whose root move is to be marked, or not
    menu_asked = Signal(int, object, object)  # agent, path, place on the screen

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName("Outline of the tree")
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setFrameShape(QAbstractScrollArea.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.tree: TreePart | None = None
        self._marks: Marks = marks_of((0, 1))
        self._kinds: tuple[str, ...] = ()
        self._selected: Path | None = None
        self._checked: frozenset[tuple[int, Path]] = frozenset()
        self._open: set[Path] = set()
        self._order: dict[Path, int] = {}
        self._lines: list[Line] = []
        theme.changed.connect(self._measure)

    def set_kinds(self, kinds: tuple[str, ...]) -> None:
        """Per seat: its mark on the board, "" where agents have shapes."""
        self._kinds = kinds

    def set_tree(self, tree: TreePart | None, marks: Marks, selected: Path | None) -> None:
        """Shows newer numbers or another agent's tree, which begins with its principal variation
        open.
        """
        before, self.tree, self._marks = self.tree, tree, marks
        if tree is not None and (before is None or before.part.agent != tree.part.agent):
            self._open = {tree.line[:k] for k in range(1, min(3, len(tree.line)))}
            self._order = {}
        elif tree is not None and before is not None and tree.turn != before.turn:
            self._order = {}  # of another position
        moved = selected != self._selected
        self._selected = selected
        if moved and selected:
            self._open |= {selected[:k] for k in range(1, len(selected))}
        self._list()
        if moved:
            self._show_selected()
            self._speak()

    def set_marked(self, marked: frozenset[tuple[int, Path]]) -> None:
        """The root moves that are marked: (agent, path)."""
        if marked != self._checked:
            self._checked = marked
            self.viewport().update()

    @property
    def open_paths(self) -> tuple[Path, ...]:
        """The nodes whose children are wanted, whatever their visits."""
        return tuple(sorted(self._open))

    # -- lines -------------------------------------------------------------------------------------

    def _list(self) -> None:
        self._lines = []
        if self.tree is not None:
            self._add_below(0, self.tree.part.focus, 0)
        self._measure()

    def _add_below(self, row: int, path: Path, level: int) -> None:
        """Adds the lines below a row, and what is open below these."""
        assert self.tree is not None
        part = self.tree.part
        children = part.children(row)
        for child in self._sorted(children.tolist()):
            below = (*path, int(part.action[child]))
            self._lines.append(Line(below, child, level, row))
            if below in self._open:
                self._add_below(child, below, level + 1)
        if part.rest[row] and (children.size or path in self._open):
            self._lines.append(Line(path, OTHERS, level, row))

    def _sorted(self, rows: list[int]) -> list[int]:
        """Most visited first; under the pointer as before, where lines may not move."""
        assert self.tree is not None
        part = self.tree.part
        keep = self.viewport().underMouse() and bool(self._order)
        paths = {row: part.path(row) for row in rows}
        last = len(self._order)
        if keep:
            return sorted(rows, key=lambda r: (self._order.get(paths[r], last), -part.visits[r]))
        found = sorted(rows, key=lambda r: (-int(part.visits[r]), int(part.node[r])))
        for place, row in enumerate(found):
            self._order[paths[row]] = place
        return found

    def _measure(self) -> None:
        look = theme.current()
        room = max(1, (self.viewport().height() - look.px(TITLE)) // look.px(LINE))
        self.verticalScrollBar().setPageStep(room)
        self.verticalScrollBar().setRange(0, max(0, len(self._lines) - room))
        self.viewport().update()

    def _show_selected(self) -> None:
        place = self._place()
        bar = self.verticalScrollBar()
        if place is not None and not bar.value() <= place < bar.value() + bar.pageStep():
            bar.setValue(max(0, place - bar.pageStep() // 2))

    def _place(self) -> int | None:
        """The number of the selected line."""
        found = (k for k, x in enumerate(self._lines) if x.row >= 0 and x.path == self._selected)
        return next(found, None)

    # -- painting ----------------------------------------------------------------------------------

    @guarded
    def paintEvent(self, event: QPaintEvent) -> None:
        look, wide = theme.current(), self.viewport().width()
        with QPainter(self.viewport()) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.fillRect(self.viewport().rect(), look.colour("panel"))
            self._paint_titles(painter)
            top, line = look.px(TITLE), look.px(LINE)
            for place in range(self.verticalScrollBar().value(), len(self._lines)):
                if top > self.viewport().height():
                    break
                self._paint_line(painter, self._lines[place], QRectF(0, top, wide, line))
                top += line

    def _edges(self) -> list[float]:
        """Where the columns of numbers end."""
        look, right = theme.current(), float(self.viewport().width() - theme.current().px(12))
        widths = [look.px(w) for w in WIDTHS]
        if self.viewport().width() < look.px(BARE):
            widths[0] = look.px(64)
        return [right - sum(widths[k + 1 :]) for k in range(len(widths))]

    def _paint_titles(self, painter: QPainter) -> None:
        look, edges = theme.current(), self._edges()
        titles = columns_of(self.tree)
        box = QRectF(look.px(12), 0, edges[0] - look.px(WIDTHS[0]), look.px(TITLE))
        put(painter, box, "Action", theme.AXIS, "ink2")
        for k, (title, right) in enumerate(zip(titles, edges, strict=True)):
            left = right - look.px(WIDTHS[k]) + look.px(4)
            if k == 0:
                right = self._bar_left()
            put(painter, QRectF(left, 0, right - left, look.px(TITLE)), title, theme.AXIS, "ink2",
                right=True)  # fmt: skip
        painter.fillRect(
            QRectF(0, look.px(TITLE) - 1, self.viewport().width(), 1), look.colour("line")
        )

    def _bar_left(self) -> float:
        """Where the visits' numbers end and their bars begin."""
        look = theme.current()
        bare = self.viewport().width() < look.px(BARE)
        return self._edges()[0] - (0 if bare else look.px(84))

    def _paint_line(self, painter: QPainter, line: Line, box: QRectF) -> None:
        look = theme.current()
        assert self.tree is not None
        part, edges = self.tree.part, self._edges()
        is_chosen = line.row >= 0 and line.path == self._selected
        if is_chosen:
            painter.fillRect(box, look.colour("mark"))
        left = look.px(10) + line.level * look.px(INDENT)
        end = self._bar_left() - look.px(64)
        if line.row == OTHERS:
            left_out = int(part.rest[line.parent])
            words = f"others ({left_out})"
            put(painter, QRectF(left + look.px(36), box.top(), end - left, box.height()), words,
                theme.TABLE, "ink2")  # fmt: skip
            self._number(painter, box, self._bar_left(), numerals.count(
                int(part.rest_visits[line.parent])), "ink2")  # fmt: skip
            return
        self._paint_name(painter, line, box, left, end, is_chosen)
        row = line.row
        share = self.tree.share(row)
        self._number(painter, box, self._bar_left(), f"{int(part.visits[row]):,}")
        self._paint_bar(painter, box, share, int(part.mover[row]))
        self._number(painter, box, edges[1], numerals.percent(share))
        self._number(painter, box, edges[2], self.tree.value(row, 3))
        self._number(painter, box, edges[3], last_of(self.tree, row))

    def _paint_name(
        self, painter: QPainter, line: Line, box: QRectF, left: float, end: float, bold: bool
    ) -> None:
        assert self.tree is not None
        look, part, row = theme.current(), self.tree.part, line.row
        side = float(look.px(14))
        if self.tree.can_open(row):
            glyph = "down" if line.path in self._open else "right"
            spot = QRectF(left, box.center().y() - side / 2, side, side)
            paint_glyph(painter, spot, glyph, look.colour("ink2"))
        at = QPointF(round(left + look.px(23)), round(box.center().y()))
        paint_agent(painter, self._marks, self._kinds, int(part.mover[row]), at)
        name = self.tree.name_of(row)
        at_x = left + look.px(34)
        if (part.agent, line.path) in self._checked:
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
        look, left, right = theme.current(), self._bar_left(), self._edges()[0]
        if right - left < look.px(20):
            return
        bar = QRectF(left + look.px(8), box.center().y() - 4, right - left - look.px(8), 8)
        painter.fillRect(bar, look.colour("track"))
        bar.setWidth(bar.width() * share)
        colour = self._marks.colour(look, mover) if mover >= 0 else look.colour("ink3")
        painter.fillRect(bar, colour)

    # -- pointer and keys --------------------------------------------------------------------------

    def line_at(self, y: float) -> Line | None:
        """The line at a height of the viewport."""
        look = theme.current()
        place = self.verticalScrollBar().value() + int((y - look.px(TITLE)) // look.px(LINE))
        inside = y >= look.px(TITLE) and place < len(self._lines)
        return self._lines[place] if inside else None

    def mousePressEvent(self, event: QMouseEvent) -> None:
        line = self.line_at(event.position().y())
        if line is None or self.tree is None or event.button() != Qt.MouseButton.LeftButton:
            return
        left = theme.current().px(10) + line.level * theme.current().px(INDENT)
        if line.row == OTHERS:
            self._set_open(line.path, True)
        elif left <= event.position().x() < left + theme.current().px(18):
            self._set_open(line.path, line.path not in self._open)
        else:
            ctrl = bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier)
            (self.marked if ctrl else self.chosen).emit(self.tree.part.agent, line.path)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        by_key, place = event.reason() == QContextMenuEvent.Reason.Keyboard, self._place()
        line = self.line_at(event.pos().y()) if not by_key else None
        if by_key and place is not None:
            line = self._lines[place]
        if line is not None and line.row >= 0 and self.tree is not None:
            self.menu_asked.emit(self.tree.part.agent, line.path, event.globalPos())

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        line = self.line_at(event.position().y())
        if line is not None and line.row >= 0:
            self._set_open(line.path, line.path not in self._open)

    def _set_open(self, path: Path, is_open: bool) -> None:
        (self._open.add if is_open else self._open.discard)(path)
        self._list()
        self.asked.emit()

    def event(self, event: QEvent) -> bool:
        return takes(event) or super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.matches(QKeySequence.StandardKey.Copy):
            QGuiApplication.clipboard().setText(self.text())
        elif not self._move(Qt.Key(event.key())):
            event.ignore()  # the page's keys; the area itself would scroll

    def _move(self, key: Qt.Key) -> bool:
        """What a key does; whether it does anything."""
        lines = [line for line in self._lines if line.row >= 0]
        if self.tree is None or not lines:
            return False
        place = next((k for k, x in enumerate(lines) if x.path == self._selected), None)
        at = lines[place] if place is not None else None
        page = self.verticalScrollBar().pageStep()
        steps = {
            Qt.Key.Key_Up: -1,
            Qt.Key.Key_Down: 1,
            Qt.Key.Key_PageUp: -page,
            Qt.Key.Key_PageDown: page,
            Qt.Key.Key_Home: -len(lines),
            Qt.Key.Key_End: len(lines),
        }
        if key in steps:
            to = 0 if place is None else max(0, min(len(lines) - 1, place + steps[key]))
            self.chosen.emit(self.tree.part.agent, lines[to].path)
        elif key == Qt.Key.Key_X and at is not None:
            self.marked.emit(self.tree.part.agent, at.path)
        elif key == Qt.Key.Key_Right and at is not None:
            self._set_open(at.path, True)
        elif key == Qt.Key.Key_Left and at is not None:
            if at.path in self._open:
                self._set_open(at.path, False)
            elif at.level:
                self.chosen.emit(self.tree.part.agent, at.path[:-1])
        else:
            return False
        return True

    # -- words -------------------------------------------------------------------------------------

    def text(self) -> str:
        """The lines as a table with tabs, indented by level; what is copied."""
        if self.tree is None:
            return ""
        part = self.tree.part
        rows = ["\t".join(("Action", *columns_of(self.tree)))]
        for line in self._lines:
            indent = "  " * line.level
            if line.row == OTHERS:
                others = int(part.rest_visits[line.parent])
                rows.append(f"{indent}others ({int(part.rest[line.parent])})\t{others}")
                continue
            name = self.tree.name_of(line.row)
            rows.append("\t".join((indent + name, *cells_of(self.tree, line.row))))
        return "\n".join(rows)

    def _speak(self) -> None:
        """Says the selected line: level, name, visits, share, rank."""
        place = self._place()
        if place is None or self.tree is None:
            return
        line = self._lines[place]
        part, rank = self.tree.part, self.tree.rank(line.row)
        value = f"{value_words(part, line.row)}, " if part.ledger is not None else ""
        self.setAccessibleDescription(
            f"Level {line.level + 1}, {self.tree.word(line.row)}, "
            f"{int(part.visits[line.row]):,} {self.tree.counted}, "
            f"{numerals.percent(self.tree.share(line.row))}, {value}"
            f"{numerals.rank(rank.place - 1, rank.of)}"
        )

    def resizeEvent(self, event: QResizeEvent) -> None:
        self._measure()

    def sizeHint(self) -> QSize:
        look = theme.current()
        return QSize(look.px(480), look.px(TITLE + 8 * LINE))
