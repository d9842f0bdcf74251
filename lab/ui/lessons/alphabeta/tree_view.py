"""The tree as the board: the state of every node, its window next to it, where the search is, and
what it will never look at. A tree too large for its numbers scrolls and zooms.
"""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QHelpEvent, QKeyEvent, QMouseEvent, QPainter, QResizeEvent, QWheelEvent
from PySide6.QtWidgets import QAbstractScrollArea, QFrame, QToolTip

from engines.textbook.picture import value_text
from engines.textbook.tree import LEAF, TextTree
from lab.lesson import LATER, Lesson, LessonStep
from lab.lesson.words import ordinal, title
from lab.ui.lessons.alphabeta.drawing import Chips, TreeDrawing, skipped
from lab.ui.lessons.alphabeta.shape import FOOT, GUTTER, NAMED, SIDE, TOP, Folds, TreeShape
from lab.ui.lessons.picture import StepPicture
from lab.ui.parts import theme
from lab.ui.parts.painted import put, text_line, text_width
from lab.ui.parts.spoken import announce
from lab.ui.parts.tips import show_tip
from lab.words import numerals

PITCH, RISE = 22, 62  # pixels at 100 % that a leaf and a row need at least to be read
ROOM = 9  # pixels at 100 % between the numbers of two leaves
ZOOM, STEP, LARGEST = 1.0, 1.25, 4.0  # usual, of one key or notch, and the highest


class TreeView(StepPicture[LessonStep], QAbstractScrollArea):
    """Shows one step of a lesson, or a sentence instead. `fitted` reports whether the whole tree is
    in sight.
    """

    fitted = Signal(bool)

    def __init__(self) -> None:
        super().__init__()
        self.setFrameShape(QFrame.Shape.NoFrame)
        self._tree: TextTree | None = None
        self._folds: Folds | None = None
        self._lesson: Lesson | None = None
        self._cuts, self._chips = True, True
        self._zoom, self._grabbed = ZOOM, QPointF()
        self.begin("Tree", 440)

    def renew(self) -> None:
        self._measure()
        super().renew()

    # -- setters -----------------------------------------------------------------------------------

    def show_in(self, lesson: Lesson, step: LessonStep) -> None:
        """The tree of a lesson after a step."""
        if lesson is not self._lesson:
            self._zoom = ZOOM
        if self._folds is None or not _alike(lesson.tree, self._folds.tree):
            self._folds = Folds(lesson.tree)
        self._tree, self._lesson = lesson.tree, lesson
        self.show_step(step)
        self._follow()

    def show_words(self, words: str) -> None:
        super().show_words(words)
        self._lesson = None

    def set_chips(self, on: bool) -> None:
        """Whether alpha and beta are next to the nodes."""
        self._chips = on
        self.viewport().update()

    def set_cuts(self, on: bool) -> None:
        """Whether branches that were cut are shown."""
        self._cuts = on
        self.viewport().update()

    # -- size and scrolling ------------------------------------------------------------------------

    @property
    def zoom(self) -> float:
        """1 where every number can be read; smaller down to the whole tree."""
        return self._zoom

    def set_zoom(self, zoom: float, at: QPointF | None = None) -> None:
        """Another zoom; the point `at` of the viewport stays where it is."""
        spot = at or QPointF(self.viewport().rect().center())
        before, offset = self._extent(), self._offset()
        self._zoom = min(LARGEST, max(self._least(), zoom))
        self._measure()
        after = self._extent()
        bars = (self.horizontalScrollBar(), self.verticalScrollBar())
        for bar, here, moved, old, new in (
            (bars[0], spot.x(), offset.x(), before.width(), after.width()),
            (bars[1], spot.y(), offset.y(), before.height(), after.height()),
        ):
            bar.setValue(round((here + moved) * new / old - here))
        self.viewport().update()

    def show_whole(self, whole: bool = True) -> None:
        """The whole tree at once, or every number readable."""
        self.set_zoom(self._least() if whole else ZOOM)
        if not whole:
            self._follow()

    def _least(self) -> float:
        """The zoom at which the whole tree is in sight."""
        need, room = self._needed(), self.viewport().size()
        return min(ZOOM, room.width() / need.width(), room.height() / need.height())

    def _needed(self) -> QSize:
        """The size at which every number can be read."""
        room, look, tree = self.viewport().size(), theme.current(), self._tree
        if tree is None or self.shown is None:
            return room
        assert self._folds is not None
        ends = self._folds.ends
        widest = max(text_width(value_text(tree, n), theme.TABLE, True) for n in tree.leaves)
        pitch = max(look.px(PITCH), min(widest, look.px(90)) + look.px(ROOM))
        edge = GUTTER + SIDE if room.width() >= NAMED * look.scale else 2 * SIDE
        levels = max(1, max(len(tree.path(end)) for end in ends) - 1)
        wide = round(pitch * len(ends) + look.px(edge))
        high = look.px(RISE) * levels + look.px(0.5 * (TOP + FOOT))
        return QSize(max(room.width(), wide), max(room.height(), high))

    def _extent(self) -> QSize:
        """The size of the whole picture."""
        room, need = self.viewport().size(), self._needed()
        return QSize(
            max(room.width(), round(self._zoom * need.width())),
            max(room.height(), round(self._zoom * need.height())),
        )

    def _measure(self) -> None:
        """Gives the scroll bars their ranges."""
        extent, room = self._extent(), self.viewport().size()
        for bar, whole, part in (
            (self.horizontalScrollBar(), extent.width(), room.width()),
            (self.verticalScrollBar(), extent.height(), room.height()),
        ):
            bar.setRange(0, whole - part)
            bar.setPageStep(part)
            bar.setSingleStep(theme.current().px(PITCH))
        self.fitted.emit(extent == room)

    def _offset(self) -> QPointF:
        return QPointF(self.horizontalScrollBar().value(), self.verticalScrollBar().value())

    def _follow(self) -> None:
        """Scrolls to where the search is, if that is out of sight."""
        if self.shown is None or self._tree is None:
            return
        shape = self._shape()
        boxes = [shape.reach(n) for n in (self.shown.node, *self.shown.leaves[-1:])]
        reach = boxes[0].united(boxes[-1]).center() + self._offset()
        margin, look = theme.current().px(60), theme.current()
        gutter = look.px(GUTTER) if shape.named else 0
        for bar, place, room, left in (
            (self.horizontalScrollBar(), reach.x(), self.viewport().width(), gutter),
            (self.verticalScrollBar(), reach.y(), self.viewport().height(), 0),
        ):
            if not bar.value() + left + margin <= place <= bar.value() + room - margin:
                bar.setValue(round(place - (room + left) / 2))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._zoom = max(self._zoom, self._least())
        self._measure()

    def wheelEvent(self, event: QWheelEvent) -> None:
        if event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            self.set_zoom(self._zoom * STEP ** (event.angleDelta().y() / 120), event.position())
            event.accept()
        elif self.verticalScrollBar().maximum() == 0 and event.angleDelta().x() == 0:
            bar = self.horizontalScrollBar()  # the only way to go
            bar.setValue(bar.value() - event.angleDelta().y())
        else:
            super().wheelEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Plus, Qt.Key.Key_Equal):
            self.set_zoom(self._zoom * STEP)
        elif event.key() == Qt.Key.Key_Minus:
            self.set_zoom(self._zoom / STEP)
        elif event.key() == Qt.Key.Key_F and self._folds is not None and self.shown is not None:
            way = {0, *(o.node for o in self.shown.open), *self.shown.best_line}
            self._fold(Folds(self._folds.tree) if self._folds.at else self._folds.without(way))
        elif event.key() == Qt.Key.Key_0:
            self.show_whole(self._zoom > self._least())
        else:
            super().keyPressEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self.setFocus(Qt.FocusReason.MouseFocusReason)
        self._grabbed = event.position()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if event.buttons() & Qt.MouseButton.LeftButton:
            moved, self._grabbed = event.position() - self._grabbed, event.position()
            for bar, by in (
                (self.horizontalScrollBar(), moved.x()),
                (self.verticalScrollBar(), moved.y()),
            ):
                bar.setValue(round(bar.value() - by))

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        if self.shown is not None and self._folds is not None:
            node = self._shape().at(event.position())
            if node > 0:
                self._fold(self._folds.turned(node))

    def _fold(self, folds: Folds) -> None:
        """Shows the tree with these nodes folded."""
        self._folds, count = folds, len(folds.at)
        self._measure()
        self._follow()
        self.viewport().update()
        announce(self, f"{numerals.several(count, 'node')} folded" if count else "Nothing folded")

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        event.accept()

    # -- words -------------------------------------------------------------------------------------

    def lines(self) -> list[str]:
        """The nodes in words, for a screen reader."""
        return (
            []
            if self.shown is None or self._tree is None
            else [self._about(n) for n in self._tree.walk()]
        )

    def _about(self, node: int) -> str:
        assert self._tree is not None and self.shown is not None and self._lesson is not None
        view = self.shown.nodes[node]
        leaf = self._tree.kind[node] == LEAF
        what = f"Leaf {value_text(self._tree, node)}" if leaf else title(self._tree, node)
        if leaf and view.order:
            return f"{what}: looked at {ordinal(view.order)}"
        state = f"{view.status}{f', {view.text}' if view.text and not leaf else ''}"
        if node in self._lesson.weighted:
            state += f", {self._lesson.goals[node]}"
        bounds = (
            f", α {view.alpha_text}, β {view.beta_text}"
            if self._lesson.window and not leaf and view.status != LATER
            else ""
        )
        return f"{what}: {state}{bounds}"

    def viewportEvent(self, event: QEvent) -> bool:
        if (
            event.type() == QEvent.Type.ToolTip
            and isinstance(event, QHelpEvent)
            and self.shown is not None
        ):
            node = self._shape().at(QPointF(event.pos()))
            if node >= 0:
                show_tip(event.globalPos(), self._about(node), self)
                return True
            QToolTip.hideText()
        return super().viewportEvent(event)

    # -- painting ----------------------------------------------------------------------------------

    def _shape(self) -> TreeShape:
        """The layout of the whole picture, in the viewport's pixels."""
        assert self._tree is not None and self._lesson is not None
        texts = {leaf: value_text(self._tree, leaf) for leaf in self._tree.leaves}
        wide = {
            leaf: text_width(text, theme.TABLE, True) + 8
            for leaf, text in texts.items()
            if len(text) > 3
        }
        frame = QRectF(QPointF(0, 0), self._extent()).adjusted(0.5, 0.5, -0.5, -0.5)
        frame.translate(-self._offset())
        scale, lesson = theme.current().scale, self._lesson
        assert self._folds is not None
        return TreeShape(self._folds, frame, scale, wide, lesson.goals, lesson.weighted)

    def paint_step(self, painter: QPainter, step: LessonStep) -> None:
        assert self._lesson is not None
        shape = self._shape()
        drawing = TreeDrawing(painter, shape, step)
        shown = [n for n in shape.drawn if self._cuts or not skipped(step.nodes[n])]
        drawing.edges(shown)
        drawing.nodes(shown)
        chips = Chips(drawing, shown)
        if self._chips and self._lesson.window:
            chips.windows(shown)
        chips.asides()
        chips.note()
        self._paint_rows(painter, shape)

    def _paint_rows(self, painter: QPainter, shape: TreeShape) -> None:
        """The names of the rows; they stay at the left while the tree scrolls."""
        look, line = theme.current(), text_line(theme.TABLE, 2)
        if shape.named and self.horizontalScrollBar().value() > 0:
            gutter = QRectF(0, 0, look.px(GUTTER) - look.px(4), self.viewport().height())
            painter.fillRect(gutter, look.colour("field"))
            painter.fillRect(QRectF(gutter.right(), 0, 1, gutter.height()), look.colour("line"))
        rows, left, room = shape.rows(), look.px(14), look.px(106)
        for row in rows:
            if shape.rise > 2.2 * line or row is rows[-1]:
                name = QRectF(left, row.y - line, room, line)
                put(painter, name, row.word, theme.TABLE, bold=True)
                put(painter, QRectF(left, row.y, room, line), row.goal, theme.TABLE, "ink2")


def _alike(tree: TextTree, other: TextTree) -> bool:
    """Whether two trees have the same nodes."""
    return bool(np.array_equal(tree.parent, other.parent))
