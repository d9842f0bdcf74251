"""Two player cards above the board: name, seat, and the time left; the one to move is framed in
ink.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from lab.ui.parts import theme
from lab.ui.parts.guard import guarded
from lab.ui.parts.marks import Marks, marks_of, paint_glyph, paint_mark
from lab.ui.parts.painted import clauses_that_fit, put
from lab.words import numerals

HEIGHT, CARD, GAP, NARROW = 52, 42, 12, 100  # pixels at 100 %


@dataclass(frozen=True)
class PlayerCard:
    """One card. `seconds` is the time left, None without a clock; `caption` says more about the
    seat ("Seat 2, thinks in your time").
    """

    name: str
    caption: str
    seat: int
    seconds: float | None = None
    to_move: bool = False
    kind: str = ""  # "cross", "ring", or "" for the agents' shapes


class Clocks(QWidget):
    """The cards of a match with a person in it."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName("Players")
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self._players: tuple[PlayerCard, ...] = ()
        self._marks = marks_of((0, 1))
        self._shown: tuple[str, ...] = ()
        theme.changed.connect(self._restyled)

    def set_players(self, players: Sequence[PlayerCard], marks: Marks) -> None:
        """Who plays, in the order of seats."""
        self._players, self._marks = tuple(players), marks
        self._refresh()

    def set_times(self, seconds: Sequence[float | None], to_move: Sequence[int]) -> None:
        """The time left per seat and which seats are to move; repaints only if a figure
        changes.
        """
        self._players = tuple(
            replace(p, seconds=s, to_move=p.seat in to_move)
            for p, s in zip(self._players, seconds, strict=True)
        )
        if self._words() != self._shown:
            self._refresh()

    def _words(self) -> tuple[str, ...]:
        return tuple(
            (
                f"{p.name}, {p.caption}: "
                f"{numerals.clock(p.seconds) or 'no clock'}{', to move' if p.to_move else ''}"
            )
            for p in self._players
        )

    def _refresh(self) -> None:
        self._shown = self._words()
        self.setAccessibleDescription("\n".join(self._shown))
        self.update()

    def _restyled(self) -> None:
        self.updateGeometry()
        self.update()

    @guarded
    def paintEvent(self, event: QPaintEvent) -> None:
        if not self._players:
            return
        look = theme.current()
        with QPainter(self) as painter:
            painter.setRenderHints(
                QPainter.RenderHint.Antialiasing | QPainter.RenderHint.TextAntialiasing
            )
            gap = look.px(GAP)
            wide = (self.width() - (len(self._players) + 1) * gap) / len(self._players)
            for i, player in enumerate(self._players):
                self._paint_card(
                    painter, player, QRectF(gap + i * (wide + gap), 1, wide, look.px(CARD))
                )

    def _paint_card(self, painter: QPainter, player: PlayerCard, box: QRectF) -> None:
        look = theme.current()
        framed = player.to_move
        painter.setPen(QPen(look.colour("ink" if framed else "line2"), 2 if framed else 1))
        painter.setBrush(look.colour("field" if framed else "chrome"))
        painter.drawRoundedRect(box.adjusted(1, 1, -1, -1), 4, 4)
        edge = look.px(20 if box.width() >= look.px(NARROW) else 12)  # to the middle of the mark
        self._paint_mark(painter, player, QPointF(box.left() + edge, box.center().y()))
        left, half = box.left() + 2 * edge - look.px(2), box.height() / 2
        clock = numerals.clock(player.seconds)
        time_width = theme.metrics(theme.CLOCK, True, look.scale).horizontalAdvance(clock)
        room = box.right() - left - time_width - look.px(12 if clock else 3)
        put(
            painter, QRectF(left, box.top() + 3, room, half - 2), player.name, theme.BODY, bold=True
        )
        put(
            painter,
            QRectF(left, box.top() + half, room, half - 4),
            clauses_that_fit(player.caption, room, theme.TABLE),
            theme.TABLE,
            "ink2",
        )
        put(
            painter,
            QRectF(box.left(), box.top(), box.width() - look.px(12), box.height()),
            clock,
            theme.CLOCK,
            bold=True,
            right=True,
        )

    def _paint_mark(self, painter: QPainter, player: PlayerCard, centre: QPointF) -> None:
        look = theme.current()
        colour = self._marks.seat_colour(look, player.seat)
        if player.kind:
            paint_glyph(painter, player.kind, centre, look.px(12), colour, 2.4 * look.scale)
            return
        leader = self._marks.leaders[player.seat % len(self._marks.leaders)]
        painter.setPen(Qt.PenStyle.NoPen)
        paint_mark(painter, self._marks.agent(leader), centre, 13 * look.scale, colour)

    def sizeHint(self) -> QSize:
        return QSize(480, theme.current().px(HEIGHT))

    def minimumSizeHint(self) -> QSize:
        return QSize(300, theme.current().px(HEIGHT))
