"""What the lines of the picture mean, and how its numbers are read."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainter, QPen
from PySide6.QtWidgets import QWidget

from lab.ui.lessons.parts import PlainPage
from lab.ui.parts import theme
from lab.ui.parts.painted import put, text_line, text_width

SAMPLE, GAP, APART = 25, 6, 18  # pixels at 100 %: a sample, to its words, to the next
READ = "3 of 5: three points of the side that chose it, in five visits"
WORDS = ("this iteration", "untried", READ)


class WalkLegend(PlainPage):
    """One line; words that do not fit are shortened."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("Legend", parent)
        self.told(WORDS)

    def height_of(self) -> float:
        return text_line(theme.AXIS, 3)

    def paint(self, painter: QPainter) -> None:
        look, x = theme.current(), 0.0
        for k, words in enumerate(WORDS):
            if k < 2:
                self._sample(painter, k, x)
                x += look.px(SAMPLE + GAP)
            room = min(text_width(words, theme.AXIS) + 1, self.width() - x)
            put(painter, QRectF(x, 0, room, self.height()), words, theme.AXIS, "ink2")
            x += room + look.px(APART)

    def _sample(self, painter: QPainter, k: int, x: float) -> None:
        look, y = theme.current(), round(self.height() / 2) + 0.5
        ends = QPointF(x, y), QPointF(x + look.px(SAMPLE), y)
        pens = [QPen(look.colour("mark"), 9 * look.scale), QPen(look.colour("ink"), 2 * look.scale)]
        if k:
            pens = [QPen(look.colour("ink3"), look.scale)]
            pens[0].setDashPattern([3, 3])
        for pen in pens:
            painter.setPen(pen)
            painter.drawLine(*ends)
