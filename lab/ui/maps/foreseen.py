"""Who misjudges whom, over the match: in how many turns an agent played what another seat's search
expected.
"""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QWidget

from lab.ui.maps.part import MARGIN, MapPart, put_shape
from lab.ui.parts import theme
from lab.ui.parts.marks import Marks, marks_of
from lab.ui.parts.painted import put, text_line, text_width
from lab.words import numerals

NUMBER = 44  # width, pixels at 100 %


@dataclass(frozen=True)
class ForeseenShare:
    """The share of turns in which an agent's action was the one that `viewer` expected."""

    agent: int
    name: str
    viewer: int
    share: float


class ForeseenBars(MapPart):
    """A bar for each agent, two in a row."""

    def __init__(self, parent: QWidget | None = None) -> None:
        self._shares: tuple[ForeseenShare, ...] = ()
        self._marks = marks_of((0, 1))
        super().__init__("Who misjudges whom, over the match", parent)

    def set_shares(self, shares: tuple[ForeseenShare, ...], marks: Marks) -> None:
        """Shows newer shares."""
        if (shares, marks) != (self._shares, self._marks):
            self._shares, self._marks = shares, marks
            self.renew()

    def content_height(self) -> float:
        rows = max(1, -(-len(self._shares) // 2))
        return rows * text_line(theme.TABLE, 8) + theme.current().px(6)

    def lines(self) -> list[str]:
        return [
            f"Seat {s.viewer + 1} expected what {s.name} played in "
            f"{numerals.percent(s.share)} of the turns."
            for s in self._shares
        ]

    def paint(self, painter: QPainter) -> None:
        look, line = theme.current(), text_line(theme.TABLE, 8)
        left, half = look.px(MARGIN), (self.width() - 2 * look.px(MARGIN)) / 2
        if not self._shares:
            box = QRectF(left, 0, 2 * half, line)
            put(painter, box, "No turn has been played with two searches yet.", role="ink2")
        names = [f"{each.name} by seat {each.viewer + 1}" for each in self._shares]
        wide = look.px(30) + max(map(text_width, names), default=0.0)
        for number, each in enumerate(self._shares):
            x, y = left + (number % 2) * half, number // 2 * line
            put_shape(painter, self._marks, each.agent, x + look.px(6), y + line / 2)
            put(painter, QRectF(x + look.px(18), y, wide, line), names[number])
            track = QRectF(
                x + wide,
                y + line / 2 - look.px(4),
                half - wide - look.px(NUMBER),
                look.px(8),
            )
            painter.fillRect(track, look.colour("track"))
            track.setWidth(track.width() * each.share)
            painter.fillRect(track, self._marks.colour(look, each.agent))
            box = QRectF(x + half - look.px(NUMBER + 8), y, look.px(NUMBER), line)
            put(painter, box, numerals.percent(each.share), right=True)
