"""The picture of the lesson: the population, and the plan of one sequence on the board."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPointF, QRectF, Qt
from PySide6.QtGui import QHelpEvent, QMouseEvent, QPainter, QPaintEvent

from lab.ui.lessons.genetic.drawing import GeneticDrawing, GeneticLayout, frame_pen
from lab.ui.lessons.genetic.shown import GeneticShown
from lab.ui.lessons.plans.picture import PlanPicture
from lab.ui.parts import theme
from lab.ui.parts.guard import guarded
from lab.ui.parts.painted import put
from lab.ui.parts.tips import show_tip


class GeneticView(PlanPicture[GeneticShown]):
    """Shows one step, or a sentence instead; `picked` carries the number of a clicked sequence."""

    def __init__(self) -> None:
        super().__init__("Population", 420)

    def lines(self) -> list[str]:
        return [] if self.shown is None else list(self.shown.lines)

    # -- what people do ----------------------------------------------------------------------------

    def _layout(self, shown: GeneticShown) -> GeneticLayout:
        look = theme.current()
        room = QRectF(self.rect()).adjusted(look.px(16), look.px(8), -look.px(14), -look.px(8))
        return GeneticLayout(shown, room)

    def _sequence_at(self, at: QPointF) -> int:
        if self.shown is None or self.stale:
            return 0
        return self._layout(self.shown).at(at)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        number = self._sequence_at(event.position())
        if number and event.button() == Qt.MouseButton.LeftButton:
            self.picked.emit(number)

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            number, shown = self._sequence_at(QPointF(event.pos())), self.shown
            words = shown.words(shown.individuals[number - 1]) if shown and number else ""
            show_tip(event.globalPos(), words, self)
            return True
        return super().event(event)

    # -- painting ----------------------------------------------------------------------------------

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
            elif self.stale:
                put(painter, frame.adjusted(look.px(16), 0, 0, 0), "…", theme.BODY, "ink2")
            else:
                GeneticDrawing(painter, self._layout(self.shown), self.shown).paint()
            painter.setPen(frame_pen(self._ring.shown))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRect(frame)
