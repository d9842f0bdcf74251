"""The picture of the lesson: the maze with the survivors' ways above, the layers below."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPointF, QRectF, Qt
from PySide6.QtGui import QHelpEvent, QMouseEvent, QPainter, QPaintEvent, QPen

from lab.lesson.beam import BeamChild
from lab.lesson.beam.steps import BEST, EXPAND, SORT
from lab.lesson.mazes import spelt, thousandths
from lab.ui.lessons.beam.drawing import BeamDrawing
from lab.ui.lessons.beam.layout import BeamLayout, BeamShown
from lab.ui.lessons.plans.picture import PlanPicture
from lab.ui.lessons.plans.ways import Way, paint_maze, with_ways
from lab.ui.parts import theme
from lab.ui.parts.guard import guarded
from lab.ui.parts.painted import put, text_line
from lab.ui.parts.tips import show_tip

STALE = 0.3  # opacity of a lesson that the set-up no longer describes
BOARD, CROWDED = (0.4, 0.32), 420  # of the height; of a lower one, pixels at 100 %
TITLES = {EXPAND: "Ways of the children", SORT: "Ways of the children", BEST: "The best plan"}


class BeamView(PlanPicture[BeamShown]):
    """Shows one step, or a sentence instead; `picked` carries the number of a clicked child."""

    def __init__(self) -> None:
        super().__init__("Layers", 480)

    def lines(self) -> list[str]:
        if self.shown is None:
            return []
        return [child_words(self.shown, child) for child in self.shown.children]

    # -- what people do ----------------------------------------------------------------------------

    def _child_at(self, at: QPointF) -> int:
        if self.shown is None or self.stale:
            return -1
        return self._layout(self.shown).at(self.shown.step.round, at.x(), at.y())

    def mousePressEvent(self, event: QMouseEvent) -> None:
        child = self._child_at(event.position())
        if child >= 0 and event.button() == Qt.MouseButton.LeftButton:
            self.picked.emit(child)

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            found, words = self._child_at(QPointF(event.pos())), ""
            if self.shown is not None and found >= 0:
                child = self.shown.lesson.layer(self.shown.step).children[found]
                words = child_words(self.shown, child)
            show_tip(event.globalPos(), words, self)
            return True
        return super().event(event)

    # -- painting ----------------------------------------------------------------------------------

    @property
    def _board(self) -> QRectF:
        look, line = theme.current(), text_line(theme.TABLE, 4)
        high = BOARD[self.height() < look.px(CROWDED)] * self.height()
        return QRectF(look.px(12), look.px(6) + line, self.width() - look.px(24), high - line)

    def _layout(self, shown: BeamShown) -> BeamLayout:
        look, line = theme.current(), text_line(theme.AXIS, 4)
        top = self._board.bottom() + look.px(10) + line
        wide, high = self.width() - look.px(28), self.height() - top - look.px(8)
        return BeamLayout(shown, QRectF(look.px(14), top, wide, high), look.scale)

    @guarded
    def paintEvent(self, event: QPaintEvent) -> None:
        look = theme.current()
        frame = QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5)
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.fillRect(frame, look.colour("field"))
            if self.shown is None:
                inner = frame.adjusted(look.px(16), 0, -look.px(16), 0)
                put(painter, inner, self._words, theme.BODY, "ink2")
            else:
                painter.setOpacity(STALE if self.stale else 1.0)
                if not self.stale:
                    self._paint_board(painter, self.shown)
                BeamDrawing(painter, self._layout(self.shown), self.shown).paint()
                painter.setOpacity(1.0)
            width = 2 if self._ring.shown else 1
            painter.setPen(QPen(look.colour("ink" if self._ring.shown else "line2"), width))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRect(frame.adjusted(width / 2, width / 2, -width / 2, -width / 2))

    def _paint_board(self, painter: QPainter, shown: BeamShown) -> None:
        """The maze with the ways of the children, of the survivors, or of the best plans."""
        board, line = self._board, text_line(theme.TABLE, 4)
        ways, chosen = _ways(shown), shown.chosen
        title = TITLES.get(shown.step.part, f"Survivors of layer {shown.step.round}")
        lost = shown.lesson.lost
        boards = [(title, ways, chosen.plan if chosen is not None else ())]
        if shown.step.part == BEST:
            found, whole = shown.lesson.found, shown.lesson.whole
            boards = [(f"{title}: {thousandths(found.score)}", [Way(found.plan)], found.plan)]
            if lost:
                words = f"The best of all: {thousandths(whole.score)}, lost in layer {lost}"
                boards.append((words, [Way(whole.plan)], whole.plan))
        wide = board.width() / len(boards)
        for k, (words, each, after) in enumerate(boards):
            box = QRectF(board.left() + k * wide, board.top(), wide, board.height())
            head = QRectF(box.left(), box.top() - line, wide, line)
            put(painter, head, words, theme.TABLE, bold=True)
            paint_maze(painter, box, with_ways(shown.lesson.maze, each, after))


def _ways(shown: BeamShown) -> list[Way]:
    """The ways on the board: of the dead ones only the one that is selected."""
    found = [child for child in shown.children if shown.lives(child) and child.place]
    ways = [Way(child.plan) for child in found if child.number != shown.selected]
    chosen = shown.chosen
    if chosen is not None:
        ways.append(Way(chosen.plan, dead=not shown.lives(chosen), bold=True))
    return ways


def child_words(shown: BeamShown, child: BeamChild) -> str:
    """A child in words, for a screen reader and the pointer."""
    words = f"{spelt(child.plan)}: score {thousandths(child.score)}"
    if shown.is_cut:
        place = f", place {child.place}" if child.place else ""
        return f"{words}{place}, {child.fate}"
    return words
