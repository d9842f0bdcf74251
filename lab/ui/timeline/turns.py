"""A chart over the turns of a match: where turns are, the play head's line, and zoom on turns that
keeps the head in sight.
"""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, Signal
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QWidget

from lab.ui.parts import theme
from lab.ui.parts.chart.axis import ChartTick, Span, inside
from lab.ui.parts.chart.chart import Chart
from lab.ui.timeline.lanes import last_turn, ticks
from lab.words import numerals

LABELS, SIDE = 80, 124  # pixels at 100 %: left and right of the field
TICK = 48  # least distance of two labels, pixels at 100 %
FEWEST = 8  # turns that zoom shows at least


class TurnChart(Chart):
    """Turns are horizontal. The wheel zooms on turns; values keep their scale."""

    turns_shown = Signal(float, float)  # the first and the last turn on show

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        self._turns, self._cursor, self._longest = 0, 0, 1000
        super().__init__(name, parent, zooms="x")
        self.view_changed.connect(self._tell)

    @property
    def _last(self) -> int:
        """The turn at the right end."""
        return last_turn(self._turns, self._longest)

    def x_of(self, turn: float) -> float:
        """The pixel of a turn."""
        return self.at(turn, 0.0).x()

    def turn_at(self, x: float) -> int:
        """The turn at a pixel, within the match."""
        return min(max(0, round(self.value_at(QPointF(x, 0.0))[0])), self._turns)

    def least(self, axis: str) -> float:
        return float(min(FEWEST, self._last))

    def turn_ticks(self, low: float, high: float, pixels: float) -> list[ChartTick]:
        """Round turns."""
        apart = TICK * theme.current().scale
        return [(float(t), numerals.count(t)) for t in ticks(low, high, pixels, apart)]

    def set_values(self, y: Span) -> None:
        """The ends of the axis of values; turns go from 0 to the last."""
        self.set_range((0.0, float(self._last)), y)

    def show_turns(self, first: float, last: float) -> None:
        """Shows these turns, as another chart does."""
        if (first, last) != self.shown[0]:
            self._show(inside((first, last), self.whole[0]), self.shown[1])

    def follow(self, before: int) -> None:
        """Keeps the head in sight after it left turn `before`, if it was in sight there."""
        (low, high), turn = self.shown[0], self._cursor
        if self.zoomed and low <= before <= high and not low <= turn <= high:
            middle = (high - low) / 2
            self.zoom_to((turn - middle, turn + middle))

    def _tell(self) -> None:
        self.turns_shown.emit(*self.shown[0])

    def paint_head(self, painter: QPainter, below: float) -> None:
        """The play head's line, from the field down to the pixel `below`."""
        low, high = self.shown[0]
        if low <= self._cursor <= high:
            field = self.frame
            room = QRectF(round(self.x_of(self._cursor)), field.top(), 1, below - field.top())
            painter.fillRect(room, theme.current().colour("accent"))
