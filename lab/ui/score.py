"""The line below the board: each seat's marks and standing; or, for one agent alone, what its paths mean."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from lab.ui import theme
from lab.ui.marks import Marks, marks_of, paint_seat, seat_width
from lab.ui.trees.painted import fits, put

HEIGHT = 32
SAMPLE = 24  # length of a line's sample


@dataclass(frozen=True)
class Side:
    """One seat: its number, name and standing, its agents and, where a game has them, its board mark."""

    seat: int
    name: str
    standing: str
    agents: tuple[int, ...]
    kind: str = ""


@dataclass(frozen=True)
class Sample:
    """One kind of path: `kind` is "selected", "branch" or "expected"."""

    kind: str
    text: str
    agent: int


class ScoreLine(QWidget):
    """Seats from left to right, the last one at the right edge; a legend instead while one is given."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName("Score")
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self._sides: tuple[Side, ...] = ()
        self._samples: tuple[Sample, ...] = ()
        self._marks = marks_of((0, 1))
        theme.changed.connect(self._restyled)
        self._restyled()

    def _restyled(self, _theme: object = None) -> None:
        self.setFixedHeight(theme.current().px(HEIGHT))
        self.update()

    def set_sides(self, sides: Sequence[Side], marks: Marks) -> None:
        """Who stands how."""
        if (tuple(sides), marks) != (self._sides, self._marks):
            self._sides, self._marks = tuple(sides), marks
            self.setAccessibleDescription("; ".join(f"{s.name}: {s.standing}" for s in sides))
            self.update()

    def set_legend(self, samples: Sequence[Sample]) -> None:
        """What the paths of one agent mean; empty for the score."""
        if tuple(samples) != self._samples:
            self._samples = tuple(samples)
            self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.TextAntialiasing)
        if self._samples:
            self._paint_legend(painter)
        else:
            self._paint_sides(painter)
        painter.end()

    def _paint_sides(self, painter: QPainter) -> None:
        look, count = theme.current(), len(self._sides)
        room = (self.width() - 24 - 16 * max(0, count - 1)) / max(1, count)
        for i, side in enumerate(self._sides):
            wide = self._width(side, room)
            last = i == count - 1 and count > 1
            x = self.width() - 12 - wide if last else 12 + i * (room + 16)
            marks = seat_width(look, side.agents, side.kind)
            paint_seat(painter, self._marks, look, side.seat, side.agents, side.kind, QRectF(x, 0, marks, self.height()))
            x += marks + look.px(9)
            name = theme.metrics(theme.BODY, True, look.scale).horizontalAdvance(side.name)
            put(painter, QRectF(x, 0, name + 4, self.height()), side.name, theme.BODY, bold=True)
            x += name + look.px(8)
            left = max(0.0, wide - marks - name - look.px(17))
            put(painter, QRectF(x, 0, left + 2, self.height()), fits(side.standing, left, theme.TABLE), theme.TABLE, "ink2")

    def _width(self, side: Side, room: float) -> float:
        look = theme.current()
        name = theme.metrics(theme.BODY, True, look.scale).horizontalAdvance(side.name)
        standing = theme.metrics(theme.TABLE, False, look.scale).horizontalAdvance(side.standing)
        return min(room, seat_width(look, side.agents, side.kind) + look.px(17) + name + standing + 2)

    def _paint_legend(self, painter: QPainter) -> None:
        look, x, middle = theme.current(), 12.0, self.height() / 2
        for sample in self._samples:
            wide = theme.metrics(theme.TABLE, False, look.scale).horizontalAdvance(sample.text)
            if x + look.px(SAMPLE + 6) + wide > self.width() - 12:
                break
            start, end = QPointF(x, middle), QPointF(x + look.px(SAMPLE), middle)
            if sample.kind == "selected":
                painter.fillRect(QRectF(x, middle - 4, look.px(SAMPLE), 8), look.colour("mark"))
            dashed = sample.kind == "expected"
            colour = look.colour("ink") if dashed else self._marks.colour(look, sample.agent)
            pen = QPen(colour, 2 if sample.kind == "selected" else 1)
            if dashed:
                pen.setStyle(Qt.PenStyle.CustomDashLine)
                pen.setDashPattern([4, 3])
            painter.setPen(pen)
            painter.drawLine(start, end)
            x += look.px(SAMPLE + 6)
            put(painter, QRectF(x, 0, wide + 2, self.height()), sample.text, theme.TABLE, "ink2")
            x += wide + look.px(18)

    def sizeHint(self) -> QSize:
        return QSize(480, theme.current().px(HEIGHT))
