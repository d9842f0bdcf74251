"""A strip below the timeline, over the same turns: one of the figures that programs report about
themselves, chosen by its name.
"""

from __future__ import annotations

import bisect
import math
from collections.abc import Sequence

import numpy as np
from PySide6.QtCore import QEvent, QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QHelpEvent, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from lab.match.program_data import DataSeries
from lab.ui.parts import theme
from lab.ui.parts.combos import Combo, Entry
from lab.ui.parts.marks import Marks, marks_of, paint_glyph, paint_mark
from lab.ui.parts.painted import put, text_line
from lab.ui.parts.plot import Plot, PlotCurve
from lab.ui.timeline.lanes import apart, last_turn
from lab.ui.timeline.timeline import LABELS, SIDE
from lab.words import numerals

TITLE, PLOT = 34, 52  # pixels at 100 %


class FiguresStrip(QWidget):
    """Series in; the user chooses which name is drawn, one curve for each seat that reports it."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName("Figures of programs")
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.choice = Combo("Which figure is drawn", self)
        self.choice.setToolTip(
            "<div><b>Figure</b></div><div>What programs reported in lines [PDATA][turn] name = "
            "value on their stderr.</div>"
        )
        self.choice.picked.connect(self._picked)
        self._plot, self._head = Plot("Figure", self), _FiguresHead(self)
        self._marks, self._word, self._longest = marks_of((0, 1)), "turn", 1
        self._kinds: tuple[str, ...] = ()
        self._series: tuple[DataSeries, ...] = ()
        self._turns, self._cursor, self._range = 0, 0, (0.0, 1.0)
        theme.changed.connect(self._arrange)

    # -- setters -----------------------------------------------------------------------------------

    def set_cast(self, marks: Marks, kinds: Sequence[str], turn_word: str, longest: int) -> None:
        """The marks of the seats ("cross", "ring" or "" for the agents' own), the game's word for a
        turn, and how many a match can have.
        """
        self._marks = marks
        self._kinds = tuple(kinds)
        self._word = turn_word
        self._longest = longest
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
            self.update()
            self._head.update()

    @property
    def shown(self) -> tuple[DataSeries, ...]:
        """The series of the chosen name."""
        return tuple(s for s in self._series if s.name == self.choice.name)

    def _picked(self, _name: str) -> None:
        self._draw()

    # -- geometry ----------------------------------------------------------------------------------

    def field(self) -> QRect:
        """The rectangle of the plot: as wide as the timeline's."""
        look = theme.current()
        left, top = look.px(12 + LABELS), look.px(TITLE)
        return QRect(left, top, max(20, self.width() - left - look.px(SIDE + 12)), look.px(PLOT))

    def sizeHint(self) -> QSize:
        return QSize(480, theme.current().px(TITLE + PLOT + 8))

    minimumSizeHint = sizeHint

    def _arrange(self, _theme: object = None) -> None:
        look = theme.current()
        self.choice.setGeometry(look.px(12), look.px(3), look.px(200), look.px(TITLE - 7))
        self._plot.setGeometry(self.field())
        self._head.setGeometry(self.rect())
        self.updateGeometry()
        self._draw()

    def resizeEvent(self, event: QResizeEvent) -> None:
        self._arrange()

    @property
    def _last(self) -> int:
        """The turn at the right end, as on the timeline."""
        return last_turn(self._turns, self._longest)

    def x_of(self, turn: float) -> float:
        """The pixel of a turn."""
        field = self.field()
        return field.left() + turn / self._last * field.width()

    def y_of(self, value: float) -> float:
        """The pixel of a value."""
        low, high = self._range
        return self.field().bottom() - (value - low) / (high - low) * self.field().height()

    # -- drawing -----------------------------------------------------------------------------------

    def _colour(self, series: DataSeries) -> QColor:
        return (
            theme.current().colour("ink2")
            if series.seat is None
            else self._marks.seat_colour(theme.current(), series.seat)
        )

    def _draw(self) -> None:
        values = [v for s in self.shown for v in s.values]
        low, high = (min(values), max(values)) if values else (0.0, 1.0)
        pad = 0.08 * (high - low) or abs(high) / 2 or 0.5
        self._range = (low - pad, high + pad)
        self._plot.set_range((0.0, float(self._last)), self._range)
        self._plot.set_grid((), (low, high) if high > low else (low,))
        self._plot.set_curves(
            [
                PlotCurve(np.array(s.turns, float), np.array(s.values), self._colour(s), 1.2)
                for s in self.shown
            ]
        )
        self.update()
        self._head.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHints(
            QPainter.RenderHint.Antialiasing | QPainter.RenderHint.TextAntialiasing
        )
        look, half = theme.current(), text_line(theme.AXIS) / 2
        painter.fillRect(0, 0, self.width(), 1, look.colour("line"))
        values = [v for s in self.shown for v in s.values]
        for value in {min(values), max(values)} if values else ():
            box = QRectF(0, self.y_of(value) - half, look.px(12 + LABELS - 7), 2 * half)
            put(painter, box, numerals.short(value), theme.AXIS, "ink2", right=True)
        self._paint_now(painter)
        painter.end()

    def _paint_now(self, painter: QPainter) -> None:
        """Each series' number in the turn on show, at its height."""
        look, field = theme.current(), self.field()
        now = [(s, v) for s in self.shown if (v := value_at(s, self._cursor)) is not None]
        left = field.right() + look.px(11)
        for (series, value), y in zip(
            now,
            apart([self.y_of(v) for _, v in now], look.px(15), field.top(), field.bottom()),
            strict=True,
        ):
            if series.seat is not None:
                self._paint_mark(painter, series, QPointF(left + look.px(4), y))
            box = QRectF(
                left + look.px(14), y - look.px(9), self.width() - left - look.px(26), look.px(18)
            )
            put(painter, box, whose(series), theme.AXIS, bold=True)
            put(painter, box, numerals.short(value), theme.AXIS, "ink2", right=True)

    def _paint_mark(self, painter: QPainter, series: DataSeries, at: QPointF) -> None:
        seat, size = series.seat or 0, 9 * theme.current().scale
        kind = self._kinds[seat] if seat < len(self._kinds) else ""
        if kind:
            paint_glyph(painter, kind, at, size, self._colour(series), 2.0)
        else:
            paint_mark(
                painter,
                self._marks.agent(self._marks.leaders[seat % len(self._marks.leaders)]),
                at,
                size,
                self._colour(series),
            )

    def paint_head(self, painter: QPainter) -> None:
        """The play head, continued from the timeline."""
        field = self.field()
        painter.fillRect(
            QRectF(round(self.x_of(self._cursor)), field.top(), 1, field.height()),
            theme.current().colour("accent"),
        )

    # -- mouse -------------------------------------------------------------------------------------

    def event(self, event: QEvent) -> bool:
        if isinstance(event, QHelpEvent):
            QToolTip.showText(event.globalPos(), self.tip_at(event.pos().x()), self)
            return True
        return super().event(event)

    def tip_at(self, x: float) -> str:
        """The numbers of the turn under the pointer."""
        field = self.field()
        if not field.left() <= x <= field.right():
            return ""
        turn = min(self._turns, max(0, round((x - field.left()) / field.width() * self._last)))
        found = [
            f"{whose(s)} {numerals.short(v, 4)}"
            for s in self.shown
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


class _FiguresHead(QWidget):
    """The layer with the play head, above the plot."""

    def __init__(self, strip: FiguresStrip) -> None:
        super().__init__(strip)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self._strip = strip

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        self._strip.paint_head(painter)
        painter.end()
