"""What the painted parts of the review share: a margin, and the marks of players."""

from __future__ import annotations

from PySide6.QtCore import QPointF
from PySide6.QtGui import QPainter

from lab.ui.parts import theme
from lab.ui.parts.marks import paint_glyph, paint_mark
from lab.ui.review.view import ReviewView

MARGIN = 12  # pixels at 100 %


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
