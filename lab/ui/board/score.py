"""The line below the board: each seat's marks and standing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QRectF, QSize
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from lab.ui.parts import theme
from lab.ui.parts.guard import guarded
from lab.ui.parts.marks import Marks, marks_of, paint_seat, seat_width
from lab.ui.parts.painted import fits, put

HEIGHT = 32


@dataclass(frozen=True)
class ScoreSide:
    """One seat: its number, name and standing, its agents and, where a game has them, its board
    mark.
    """

    seat: int
    name: str
    standing: str
    agents: tuple[int, ...]
    kind: str = ""


class ScoreLine(QWidget):
    """Seats from left to right, the last one at the right edge."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName("Score")
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self._sides: tuple[ScoreSide, ...] = ()
        self._marks, self._covered = marks_of((0, 1)), False
        theme.follow(self._restyled)

    def _restyled(self) -> None:
        self.setFixedHeight(theme.current().px(HEIGHT))
        self.update()

    def set_sides(self, sides: Sequence[ScoreSide], marks: Marks) -> None:
        """The standing of each seat."""
        if (tuple(sides), marks) != (self._sides, self._marks):
            self._sides, self._marks = tuple(sides), marks
            self.setAccessibleDescription("; ".join(f"{s.name}: {s.standing}" for s in sides))
            self.update()

    def set_covered(self, covered: bool) -> None:
        """Whether something else covers this line."""
        if covered != self._covered:
            self._covered = covered
            self.update()

    @guarded
    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            painter.setRenderHints(
                QPainter.RenderHint.Antialiasing | QPainter.RenderHint.TextAntialiasing
            )
            if not self._covered:
                self._paint_sides(painter)

    def _paint_sides(self, painter: QPainter) -> None:
        look, count = theme.current(), len(self._sides)
        room = (self.width() - 24 - 16 * max(0, count - 1)) / max(1, count)
        for i, side in enumerate(self._sides):
            name, standing = self._fitting(side, room)
            wide = min(room, self._width(side, name, standing))
            last = i == count - 1 and count > 1
            x = self.width() - 12 - wide if last else 12 + i * (room + 16)
            marks = seat_width(look, side.agents, side.kind)
            paint_seat(
                painter,
                self._marks,
                look,
                side.seat,
                side.agents,
                side.kind,
                QRectF(x, 0, marks, self.height()),
            )
            x, right = x + marks + look.px(9), x + wide
            if name:
                across = theme.metrics(theme.BODY, True, look.scale).horizontalAdvance(name)
                put(painter, QRectF(x, 0, across + 4, self.height()), name, theme.BODY, bold=True)
                x += across + look.px(8)
            left = max(0.0, right - x)
            put(
                painter,
                QRectF(x, 0, left + 2, self.height()),
                fits(standing, left, theme.TABLE),
                theme.TABLE,
                "ink2",
            )

    def _fitting(self, side: ScoreSide, room: float) -> tuple[str, str]:
        """Name and standing as far as there is room: the last facts are dropped first, then the
        name, which the marks also stand for.
        """
        facts = side.standing.split(", ")
        choices = [(side.name, ", ".join(facts[:k])) for k in range(len(facts), 0, -1)]
        return next(
            (c for c in choices if self._width(side, *c) <= room),
            ("", facts[0]) if facts[0] else choices[0],
        )

    def _width(self, side: ScoreSide, name: str, standing: str) -> float:
        look = theme.current()
        words = (
            theme.metrics(theme.BODY, True, look.scale).horizontalAdvance(name) + look.px(8)
            if name
            else 0.0
        )
        words += theme.metrics(theme.TABLE, False, look.scale).horizontalAdvance(standing)
        return seat_width(look, side.agents, side.kind) + look.px(9) + words + 2

    def sizeHint(self) -> QSize:
        return QSize(480, theme.current().px(HEIGHT))
