"""What the painted parts of the page share: an agent's shape, and a line of text that shrinks."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, QSize
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QLabel, QSizePolicy

from lab.ui.parts import theme
from lab.ui.parts.guard import guarded
from lab.ui.parts.marks import Marks, paint_mark
from lab.ui.parts.painted import put, text_line, text_width
from lab.ui.parts.tips import plain

MARGIN = 12  # pixels at 100 %


def put_shape(painter: QPainter, marks: Marks, agent: int, x: float, y: float) -> None:
    """An agent's shape around (x, y)."""
    look = theme.current()
    mark, colour = marks.agent(agent), marks.colour(look, agent)
    paint_mark(painter, mark, QPointF(x, y), 11.0 * look.scale, colour)


class NoteLine(QLabel):
    """One grey line, elided where it has no room; the whole text is its tool tip."""

    def __init__(self) -> None:
        super().__init__()
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Preferred)

    def setText(self, text: str) -> None:
        super().setText(text)
        self.setToolTip(plain(text))

    def sizeHint(self) -> QSize:
        return QSize(round(text_width(self.text(), theme.TABLE)) + 2, round(text_line(theme.TABLE)))

    def minimumSizeHint(self) -> QSize:
        return QSize(0, self.sizeHint().height())

    @guarded
    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            put(painter, QRectF(self.rect()), self.text(), theme.TABLE, "ink2")
