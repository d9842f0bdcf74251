"""How each seat played: points lost a move, mistakes and slips, and how often the review agreed."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPointF, QRectF
from PySide6.QtGui import QHelpEvent, QPainter
from PySide6.QtWidgets import QWidget

from lab.review.words import seat_lines, thirds_words
from lab.ui.parts import theme
from lab.ui.parts.painted import clauses_that_fit, put, text_line, text_width
from lab.ui.parts.tips import show_tip
from lab.ui.parts.view_part import ViewPart
from lab.ui.review.part import MARGIN, put_player
from lab.ui.review.view import ReviewView

NARROW = 300  # pixels at 100 % below which the name has a line of its own


class Summaries(ViewPart[ReviewView]):
    """A column for each seat."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("How each seat played", parent)

    @property
    def _narrow(self) -> bool:
        seats = max(1, len(self.view.summaries) if self.view is not None else 2)
        return self.width() / seats < theme.current().px(2 * NARROW - 160)

    def content_height(self) -> float:
        lines = 3 if self._narrow else 2
        return theme.current().px(10) + lines * text_line(theme.TABLE, 4)

    def _seat(self, x: float) -> int:
        assert self.view is not None
        return min(
            len(self.view.summaries) - 1, int(x * len(self.view.summaries) / max(1, self.width()))
        )

    def paint(self, painter: QPainter, view: ReviewView) -> None:
        look, count = theme.current(), len(view.summaries)
        wide, line = self.width() / max(1, count), text_line(theme.TABLE, 4)
        for k, summary in enumerate(view.summaries):
            left, top = k * wide + look.px(MARGIN), float(look.px(3))
            if k:
                painter.fillRect(
                    QRectF(k * wide, look.px(3), 1, self.height() - look.px(8)),
                    look.colour("line"),
                )
            agent = view.game.agents_of(summary.seat)[0]
            put_player(painter, view, agent, QPointF(left + look.px(6), top + line / 2))
            name = f"Seat {summary.seat + 1}, {view.players[summary.seat]}"
            start, room = left + look.px(18), wide - look.px(18 + 2 * MARGIN)
            narrow = self._narrow
            side = min(text_width(name, theme.TABLE, True), room * 0.45)
            put(painter, QRectF(start, top, room if narrow else side + 4, line), name, bold=True)
            at = start if narrow else start + side + look.px(24)
            room = k * wide + wide - at - look.px(MARGIN)
            top += line if narrow else 0
            first, second = seat_lines(summary)
            put(painter, QRectF(at, top, room, line), first)
            fitting = clauses_that_fit(second, room, theme.AXIS)
            put(painter, QRectF(at, top + line, room, line), fitting, theme.AXIS, "ink2")
        painter.fillRect(QRectF(0, self.height() - 1, self.width(), 1), look.colour("line"))

    def lines(self) -> list[str]:
        if self.view is None:
            return []
        return [
            f"Seat {s.seat + 1}, {self.view.players[s.seat]}: {', '.join(seat_lines(s))}; "
            f"{thirds_words(s)}."
            for s in self.view.summaries
        ]

    def event(self, event: QEvent) -> bool:
        """A pointer that rests learns how it went over the match."""
        if isinstance(event, QHelpEvent) and self.view is not None and self.view.summaries:
            summary = self.view.summaries[self._seat(event.pos().x())]
            words = thirds_words(summary) if summary.moves else ""
            show_tip(event.globalPos(), words[:1].upper() + words[1:], self)
            return True
        return super().event(event)
