"""A strip below the timeline, over the same turns: one of the figures that programs report about
themselves, chosen by its name. It zooms together with the timeline.

A chart over the turns of a match: where turns are, the play head's line, and zoom on turns that
keeps the head in sight.
"""

from __future__ import annotations

import bisect
import math
from collections.abc import Sequence

import numpy as np
from PySide6.QtCore import QPointF, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QPainter, QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from lab.match.program_data import DataSeries
from lab.ui.parts import detail, theme
from lab.ui.parts.chart.axis import BOTTOM, LEFT, ChartAxis, ChartTick, Span, inside
from lab.ui.parts.chart.chart import Chart, Reading
from lab.ui.parts.chart.data import ChartData
from lab.ui.parts.chart.series import ChartCurve
from lab.ui.parts.combos import Combo, Entry
from lab.ui.parts.marks import Marks, marks_of
from lab.ui.parts.painted import put
from lab.ui.timeline.lanes import apart, last_turn, paint_seat, ticks
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
        apart = TICK * theme.current().scale * (1 if detail.is_full() else 3)
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


TITLE, PLOT = 34, 52  # pixels at 100 %


class FiguresStrip(TurnChart):
    """Series in; the user chooses which name is drawn, one curve for each seat that reports it."""

    def __init__(self, parent: QWidget | None = None) -> None:
        self._marks, self._word = marks_of((0, 1)), "turn"
        self._kinds: tuple[str, ...] = ()
        self._series: tuple[DataSeries, ...] = ()
        super().__init__("Figures of programs", parent)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.choice = Combo("Which figure is drawn", self)
        self.choice.setToolTip(
            "<div><b>Figure</b></div><div>What programs reported in lines [PDATA][turn] name = "
            "value on their stderr.</div>"
        )
        self.choice.picked.connect(self._picked)
        self.set_axis(LEFT, ChartAxis(LEFT), self._ends)
        self.set_axis(BOTTOM, None, self.turn_ticks, grid=False)
        self.layer("around", self._paint_around)
        self.set_data(self.data)

    # -- setters -----------------------------------------------------------------------------------

    def set_cast(self, marks: Marks, kinds: Sequence[str], turn_word: str, longest: int) -> None:
        """The marks of the seats ("cross", "ring" or "" for the agents' own), the game's word for a
        turn, and how many a match can have.
        """
        self._marks, self._kinds = marks, tuple(kinds)
        self._word, self._longest = turn_word, longest
        self._draw()

    def set_series(self, series: Sequence[DataSeries], turns: int) -> None:
        """All series of a match of `turns` turns."""
        self._series, self._turns = tuple(series), turns
        names = list(dict.fromkeys(s.name for s in series))
        self.choice.set_entries([Entry(name, name) for name in names])
        if names and self.choice.name not in names:
            self.choice.choose(names[0])
        self._draw()

    def set_cursor(self, turn: int) -> None:
        """The turn on show."""
        if turn != self._cursor:
            self._cursor = turn
            self.repaint_layers()

    @property
    def drawn(self) -> tuple[DataSeries, ...]:
        """The series of the chosen name."""
        return tuple(s for s in self._series if s.name == self.choice.name)

    def _picked(self, _name: str) -> None:
        self._draw()

    def data(self) -> ChartData | None:
        """What was reported in each turn."""
        drawn = self.drawn
        found = [dict(zip(s.turns, s.values, strict=True)) for s in drawn]
        turns = sorted({turn for each in found for turn in each})
        heads = (self._word, *(f"{whose(s)}: {s.name}" for s in drawn))
        rows = tuple((float(t), *(each.get(t) for each in found)) for t in turns)
        return ChartData(self.choice.name, heads, rows) if rows else None

    # -- geometry ----------------------------------------------------------------------------------

    def field(self) -> QRect:
        """As wide as the timeline's."""
        look = theme.current()
        left, top = look.px(12 + LABELS), look.px(TITLE)
        return QRect(left, top, max(20, self.width() - left - look.px(SIDE + 12)), look.px(PLOT))

    def sizeHint(self) -> QSize:
        return QSize(480, theme.current().px(TITLE + PLOT + 8))

    minimumSizeHint = sizeHint

    def resizeEvent(self, event: QResizeEvent) -> None:
        look = theme.current()
        self.choice.setGeometry(look.px(12), look.px(3), look.px(200), look.px(TITLE - 7))
        super().resizeEvent(event)

    def _restyled(self) -> None:
        super()._restyled()
        self._draw()

    # -- drawing -----------------------------------------------------------------------------------

    def _colour(self, series: DataSeries) -> QColor:
        look = theme.current()
        if series.seat is None:
            return look.colour("ink2")
        return self._marks.seat_colour(look, series.seat)

    def _spread(self) -> tuple[float, float]:
        """The lowest and the highest number drawn."""
        values = [v for s in self.drawn for v in s.values]
        return (min(values), max(values)) if values else (0.0, 1.0)

    def _ends(self, low: float, high: float, pixels: float) -> list[ChartTick]:
        return [(v, numerals.short(v)) for v in sorted(set(self._spread()))] if self.drawn else []

    def _draw(self) -> None:
        low, high = self._spread()
        pad = 0.08 * (high - low) or abs(high) / 2 or 0.5
        self.set_values((low - pad, high + pad))
        self.set_curves(
            [
                ChartCurve(np.array(s.turns, float), np.array(s.values), self._colour(s), 1.2)
                for s in self.drawn
            ]
        )
        self.arrange()

    def _paint_around(self, painter: QPainter) -> None:
        """The hairline above, and each series' number in the turn on show, at its height."""
        look, field = theme.current(), self.frame
        painter.fillRect(0, 0, self.width(), 1, look.colour("line"))
        now = [(s, v) for s in self.drawn if (v := value_at(s, self._cursor)) is not None]
        left = field.right() + look.px(10)
        wanted = [self.at(0.0, v).y() for _, v in now]
        places = apart(wanted, look.px(15), field.top(), field.bottom())
        for (series, value), y in zip(now, places, strict=True):
            if series.seat is not None:
                spot = QPointF(left + look.px(4), y)
                paint_seat(painter, self._marks, self._kinds, series.seat, spot)
            wide = self.width() - left - look.px(26)
            box = QRectF(left + look.px(14), y - look.px(9), wide, look.px(18))
            put(painter, box, whose(series), theme.TABLE, bold=True)
            put(painter, box, numerals.short(value), theme.TABLE, "ink2", right=True)

    def paint_above(self, painter: QPainter) -> None:
        """The play head, continued from the timeline."""
        super().paint_above(painter)
        self.paint_head(painter, self.frame.bottom())

    # -- the pointer -------------------------------------------------------------------------------

    def read_at(self, spot: QPointF) -> Reading | None:
        """The numbers of the turn under the pointer."""
        words = self.tip_at(spot.x()) if self.frame.contains(spot) else ""
        if not words:
            return None
        turn = self.turn_at(spot.x())
        now = [v for s in self.drawn if (v := value_at(s, turn)) is not None]
        return Reading(words, float(turn), tuple((float(turn), v) for v in now))

    def tip_at(self, x: float) -> str:
        """The numbers of the turn at a pixel."""
        field = self.frame
        if not field.left() <= x <= field.right():
            return ""
        turn = self.turn_at(x)
        found = [
            f"{whose(s)} {numerals.short(v, 4)}"
            for s in self.drawn
            if (v := value_at(s, turn)) is not None
        ]
        return f"{self._word} {turn}: {self.choice.name}, {', '.join(found)}" if found else ""


def whose(series: DataSeries) -> str:
    """Who reports it."""
    return "Match" if series.seat is None else f"Seat {series.seat + 1}"


def value_at(series: DataSeries, turn: int) -> float | None:
    """The number reported in that turn, else the last one before it; None where there is none."""
    at = bisect.bisect_right(series.turns, turn) - 1
    return series.values[at] if at >= 0 and math.isfinite(series.values[at]) else None
