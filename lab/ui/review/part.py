"""What the painted parts of the review share: the view, the focus ring, and words for a screen
reader.
"""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, QSize
from PySide6.QtGui import QFocusEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from lab.ui.parts import theme
from lab.ui.parts.focus_ring import OwnRing
from lab.ui.parts.guard import guarded
from lab.ui.parts.marks import paint_glyph, paint_mark
from lab.ui.review.view import ReviewView

MARGIN = 12  # pixels at 100 %


class ReviewPart(QWidget):
    """Subclasses give `content_height`, `paint` and `lines`, the same facts as sentences."""

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(name)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.view: ReviewView | None = None
        self.ring = OwnRing(self)
        theme.changed.connect(self._restyled)

    def set_view(self, view: ReviewView | None) -> None:
        """Shows a newer review."""
        self.view = view
        self._restyled()

    def _restyled(self, _theme: object = None) -> None:
        self.updateGeometry()
        self.update()
        text = "\n".join(self.lines()) if self.view is not None else ""
        if text != self.accessibleDescription():
            self.setAccessibleDescription(text)

    def content_height(self) -> float:
        """The height that shows everything, in pixels."""
        raise NotImplementedError

    def paint(self, painter: QPainter, view: ReviewView) -> None:
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
            if self.view is not None:
                self.paint(painter, self.view)
            if self.ring.shown:
                painter.setPen(QPen(theme.current().colour("ink"), 2))
                painter.drawRect(QRectF(self.rect()).adjusted(2, 1, -2, -2))


def put_player(
    painter: QPainter, view: ReviewView, agent: int, centre: QPointF, size: float = 10.0
) -> None:
    """The agent's board mark, or its shape."""
    look = theme.current()
    seat = view.game.owner[agent] if 0 <= agent < view.game.agents else 0
    kind = view.kinds[seat] if seat < len(view.kinds) else ""
    colour = view.marks.colour(look, agent)
    if kind:
        paint_glyph(painter, kind, centre, (size - 1) * look.scale, colour, 2.0 * look.scale)
    else:
        paint_mark(painter, view.marks.agent(agent), centre, size * look.scale, colour)
