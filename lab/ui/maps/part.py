"""What the painted parts of the page share: a height of their own, a focus ring, and their content
as sentences for a screen reader; rows of widgets, and a line of text that shrinks.
"""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QFocusEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QLabel, QSizePolicy, QWidget

from lab.ui.parts import theme
from lab.ui.parts.focus_ring import OwnRing
from lab.ui.parts.guard import guarded
from lab.ui.parts.marks import Marks, paint_mark
from lab.ui.parts.painted import put, text_line, text_width
from lab.ui.parts.spoken import describe
from lab.ui.parts.tips import plain

MARGIN = 12  # pixels at 100 %


class MapPart(QWidget):
    """Subclasses give `content_height`, `paint` and `lines`, the same facts as sentences."""

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(name)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self._ring = OwnRing(self)
        theme.changed.connect(self.renew)

    def renew(self, _theme: object = None) -> None:
        """Another content, or another look."""
        self.updateGeometry()
        self.update()
        describe(self, "\n".join(self.lines()))

    def content_height(self) -> float:
        """The height that shows everything, in pixels."""
        raise NotImplementedError

    def paint(self, painter: QPainter) -> None:
        """Paints the content."""
        raise NotImplementedError

    def lines(self) -> list[str]:
        """The content as sentences."""
        raise NotImplementedError

    def sizeHint(self) -> QSize:
        return QSize(240, round(self.content_height()))

    def minimumSizeHint(self) -> QSize:
        return QSize(120, round(self.content_height()))

    def focusInEvent(self, event: QFocusEvent) -> None:
        self.update()

    focusOutEvent = focusInEvent

    @guarded
    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            self.paint(painter)
            if self._ring.shown:
                painter.setPen(QPen(theme.current().colour("ink"), 2))
                painter.setBrush(Qt.BrushStyle.NoBrush)
                painter.drawRect(QRectF(self.rect()).adjusted(2, 1, -2, -2))


def put_shape(painter: QPainter, marks: Marks, agent: int, x: float, y: float) -> None:
    """An agent's shape around (x, y)."""
    look = theme.current()
    mark, colour = marks.agent(agent), marks.colour(look, agent)
    paint_mark(painter, mark, QPointF(x, y), 11.0 * look.scale, colour)


class NoteLine(QLabel):
    """One grey line, elided where it has no room; the whole text is its tool tip."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
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
