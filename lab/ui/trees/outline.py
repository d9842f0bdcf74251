"""The outline of one agent's tree: a line for each node that is open, with all its numbers.

Unlike the icicle it opens every node: lines whose children are not there yet are asked for.
"""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QContextMenuEvent,
    QGuiApplication,
    QHelpEvent,
    QKeyEvent,
    QKeySequence,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QResizeEvent,
)
from PySide6.QtWidgets import QAbstractScrollArea, QWidget

from lab.ui.parts import theme
from lab.ui.parts.guard import guarded
from lab.ui.parts.marks import Marks, marks_of
from lab.ui.parts.tips import retell, show_tip
from lab.ui.trees.outline_columns import (
    HELP,
    MEAN,
    OTHERS,
    ROOMY,
    Line,
    columns_of,
    error_words,
    ordered,
    table,
)
from lab.ui.trees.outline_paint import INDENT, LINE, TITLE, OutlinePaint
from lab.ui.trees.own_keys import takes
from lab.ui.trees.tree_parts import TreePart
from lab.words import numerals
from lab.words.known import value_words
from search.branches import Path


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
        self._by, self._rising = "", False  # the column that sorts, "" for the first
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
        retell(self.viewport())

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
        self._keeps = self.viewport().underMouse() and bool(self._order)
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
        """By the column that sorts; under the pointer as before, where lines may not move."""
        assert self.tree is not None
        part, last = self.tree.part, len(self._order)
        paths = {row: part.path(row) for row in rows}
        if self._keeps:
            return sorted(rows, key=lambda r: (self._order.get(paths[r], last), -part.visits[r]))
        found = ordered(self.tree, rows, self.sorted_by, self._rising)
        for place, row in enumerate(found):
            self._order[paths[row]] = place
        return found

    @property
    def sorted_by(self) -> str:
        """The column that sorts the lines."""
        return self._by if self._by in self._columns else self._columns[0]

    def sort_by(self, column: str) -> None:
        """Sorts by a column, the highest first; a second time, the lowest."""
        self._rising = column == self.sorted_by and not self._rising
        self._by, self._order = column, {}
        self._list()

    @property
    def _roomy(self) -> bool:
        return self.viewport().width() >= theme.current().px(ROOMY)

    @property
    def _columns(self) -> tuple[str, ...]:
        return columns_of(self.tree, self._roomy)

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
            drawn = self._drawn
            drawn.titles(painter)
            top, line = look.px(TITLE), look.px(LINE)
            for place in range(self.verticalScrollBar().value(), len(self._lines)):
                if top > self.viewport().height():
                    break
                drawn.line(painter, self._lines[place], QRectF(0, top, wide, line))
                top += line

    @property
    def _drawn(self) -> OutlinePaint:
        """How it is painted now."""
        return OutlinePaint(
            self.tree,
            self._marks,
            self._kinds,
            self.viewport().width(),
            self._columns,
            (self.sorted_by if self._by else "", self._rising),
            self._selected,
            frozenset(self._open),
            self._checked,
        )

    # -- pointer and keys --------------------------------------------------------------------------

    def line_at(self, y: float) -> Line | None:
        """The line at a height of the viewport."""
        look = theme.current()
        place = self.verticalScrollBar().value() + int((y - look.px(TITLE)) // look.px(LINE))
        inside = y >= look.px(TITLE) and place < len(self._lines)
        return self._lines[place] if inside else None

    def _title_at(self, at: QPointF) -> str | None:
        """The column whose title is there."""
        if at.y() >= theme.current().px(TITLE):
            return None
        return self._column_at(at.x())

    def _column_at(self, x: float) -> str | None:
        drawn = self._drawn
        spans = zip(self._columns, drawn.edges, drawn.widths, strict=True)
        return next((column for column, right, wide in spans if right - wide <= x <= right), None)

    def _tip(self, event: QHelpEvent) -> None:
        """What a column is, or a mean's error."""
        column, line = self._column_at(event.pos().x()), self.line_at(event.pos().y())
        words = ""
        if event.pos().y() < theme.current().px(TITLE) and column is not None:
            words = f"{column}\n{HELP.get(column, '')}\nA click sorts by it.".replace("\n\n", "\n")
        elif line is not None and line.row >= 0 and column == MEAN and self.tree is not None:
            words = error_words(self.tree, line.row)
        show_tip(event.globalPos(), words, self)

    def viewportEvent(self, event: QEvent) -> bool:
        if isinstance(event, QHelpEvent):
            self._tip(event)
            return True
        return super().viewportEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        line = self.line_at(event.position().y())
        if self.tree is None or event.button() != Qt.MouseButton.LeftButton:
            return
        if (column := self._title_at(event.position())) is not None:
            self.sort_by(column)
        if line is None:
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
        return table(self.tree, self._lines) if self.tree is not None else ""

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
