"""The tree of the lesson: the walk large, with its boards, numbers and bounds; below it the strip
of the playout.
"""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QHelpEvent, QMouseEvent, QPainter, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import QAbstractScrollArea, QFrame, QSizePolicy, QWidget

from lab.lesson.mcts import TreeLesson
from lab.lesson.mcts.steps import PLAYOUT
from lab.ui.lessons.mcts.boards import SmallBoards
from lab.ui.lessons.mcts.drawing import WalkDrawing, WalkShown
from lab.ui.lessons.mcts.layout import WalkLayout
from lab.ui.lessons.mcts.strip import HEIGHT, Strip
from lab.ui.parts import theme
from lab.ui.parts.focus_ring import OwnRing
from lab.ui.parts.guard import guarded
from lab.ui.parts.painted import put
from lab.ui.parts.spoken import describe
from lab.ui.parts.tips import show_tip

STALE = 0.3  # opacity of a lesson that the set-up no longer describes


class WalkView(QAbstractScrollArea):
    """Shows one step, or a sentence instead; `picked` carries the node of a click."""

    picked = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName("Tree")
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self._ring, self._boards = OwnRing(self), SmallBoards()
        self.shown: WalkShown | None = None
        self._lesson: TreeLesson | None = None
        self._layout: WalkLayout | None = None
        self._words, self.stale, self._high = "", False, 0.0
        self._with_bounds = self._with_boards = True
        theme.changed.connect(self._restyled)

    def sizeHint(self) -> QSize:
        return QSize(theme.current().px(640), theme.current().px(480))

    def minimumSizeHint(self) -> QSize:
        return QSize(theme.current().px(240), theme.current().px(160))

    # -- setters -----------------------------------------------------------------------------------

    def show_step(self, shown: WalkShown) -> None:
        """The tree at a step."""
        if shown.lesson is not self._lesson:
            self._lesson = shown.lesson
            self._boards.begin(shown.lesson.position)
        self.shown, self._words, self.stale = shown, "", False
        self._measure()
        describe(self, "\n".join(self.lines()))

    def show_words(self, words: str) -> None:
        """Shows a sentence instead of a tree."""
        self.shown, self._layout, self._words, self.stale = None, None, words, False
        describe(self, words)
        self._measure()

    def set_stale(self, words: str) -> None:
        """Dims what is shown, because the set-up asks for something else; says so in words."""
        self.stale = True
        describe(self, words)
        self.viewport().update()

    def set_bounds(self, on: bool) -> None:
        """Whether bounds are below the nodes."""
        self._with_bounds = on
        self.viewport().update()

    def set_boards(self, on: bool) -> None:
        """Whether nodes are small boards, or their means."""
        self._with_boards = on
        self.viewport().update()

    # -- sizes -------------------------------------------------------------------------------------

    def _restyled(self) -> None:
        self._boards.forget()
        self._measure()

    def resizeEvent(self, event: QResizeEvent) -> None:
        self._measure()

    @property
    def _strip(self) -> QRectF:
        """Where the playout is."""
        high = theme.current().px(HEIGHT)
        size = self.viewport().size()
        return QRectF(0, size.height() - high, size.width(), high)

    def _measure(self) -> None:
        """Lays the nodes out, and keeps the walk in sight."""
        bar = self.verticalScrollBar()
        if self.shown is None:
            bar.setRange(0, 0)
        else:
            high = self._strip.top()
            self._layout = self._laid_out(self.shown, high)
            if self._layout.height > high and self.shown.step.part < PLAYOUT:
                high = self.viewport().height()  # the strip is still empty
                self._layout = self._laid_out(self.shown, high)
            shown = self.shown
            self._high = high
            bar.setPageStep(max(1, round(high)))
            bar.setRange(0, max(0, round(self._layout.height - high)))
            last = self._layout.placed.get(shown.step.walked[-1])
            if last is not None and bar.maximum():
                bar.setValue(round(last.y + 2 * last.side - high))
        self.viewport().update()

    def _laid_out(self, shown: WalkShown, high: float) -> WalkLayout:
        wide, scale = self.viewport().width(), theme.current().scale
        return WalkLayout(shown.iteration, shown.path, wide, high, scale)

    # -- what people do ----------------------------------------------------------------------------

    def _node_at(self, at: QPointF) -> int:
        if self._layout is None or at.y() > self._high:
            return -1
        return self._layout.at(at.x(), at.y() + self.verticalScrollBar().value())

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self.setFocus(Qt.FocusReason.MouseFocusReason)
        node = self._node_at(event.position())
        if node >= 0 and event.button() == Qt.MouseButton.LeftButton:
            self.picked.emit(node)

    def viewportEvent(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            node = self._node_at(QPointF(event.pos()))
            words = self.shown.words(node) if self.shown is not None and node >= 0 else ""
            show_tip(event.globalPos(), words, self)
            return True
        return super().viewportEvent(event)

    def lines(self) -> list[str]:
        """The nodes in words, for a screen reader."""
        if self.shown is None or self._layout is None:
            return []
        return [self.shown.words(node) for node in self._layout.placed]

    # -- painting ----------------------------------------------------------------------------------

    @guarded
    def paintEvent(self, event: QPaintEvent) -> None:
        look = theme.current()
        frame = QRectF(self.viewport().rect()).adjusted(0.5, 0.5, -0.5, -0.5)
        with QPainter(self.viewport()) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.fillRect(frame, look.colour("field"))
            if self.shown is None or self._layout is None:
                inner = frame.adjusted(look.px(16), 0, -look.px(16), 0)
                put(painter, inner, self._words, theme.BODY, "ink2")
            else:
                painter.setOpacity(STALE if self.stale else 1.0)
                self._paint(painter, self.shown, self._layout)
                painter.setOpacity(1.0)
            width = 2 if self._ring.shown else 1
            painter.setPen(QPen(look.colour("ink" if self._ring.shown else "line2"), width))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRect(frame.adjusted(width / 2, width / 2, -width / 2, -width / 2))

    def _paint(self, painter: QPainter, shown: WalkShown, layout: WalkLayout) -> None:
        painter.save()
        painter.setClipRect(QRectF(0, 0, self.viewport().width(), self._high))
        painter.translate(0, -self.verticalScrollBar().value())
        drawing = WalkDrawing(
            painter, layout, shown, self._boards if self._with_boards else None, self._with_bounds
        )
        drawing.edges()
        drawing.nodes()
        if shown.asks:
            drawing.question()
        drawing.row_names()
        painter.restore()
        if shown.step.part >= PLAYOUT:
            strip = Strip(painter, self._strip, shown.iteration, self._boards)
            strip.paint(shown.step.part > PLAYOUT)
