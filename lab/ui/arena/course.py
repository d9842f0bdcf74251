"""The pictures of a running test: its ratio between the two ends as a bar, that ratio after every
group, and how often a group brought how many points.
"""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QPointF, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QMouseEvent, QPainter
from PySide6.QtWidgets import QSizePolicy

from lab.experiments.arena.standing import TestBar
from lab.experiments.sequential import PAIR
from lab.experiments.verdicts import OPEN
from lab.ui.arena import says
from lab.ui.parts import detail, theme
from lab.ui.parts.chart.axis import BOTTOM, ChartAxis, ChartTick
from lab.ui.parts.chart.chart import Chart, Reading
from lab.ui.parts.chart.course import SPACE, CourseChart
from lab.ui.parts.chart.data import ChartData
from lab.ui.parts.chart.series import DASHED, ChartCurve, ChartPoints
from lab.ui.parts.painted import put, put_centred, text_line, text_width
from lab.ui.parts.part import ViewPart
from lab.ui.parts.spoken import describe
from lab.words.numerals import MINUS, nice_ceiling, several, signed

BEYOND = 0.12  # of the distance of the ends, above and below
ENDS = ("not better", "better")


class RatioCourse(CourseChart):
    """The last point counts."""

    smallest = (160, 84)
    widest = f"{MINUS}0.00"

    def __init__(self) -> None:
        self.test: TestBar | None = None
        self.word = "pair"
        super().__init__("The test so far")
        self.layer("around", self._paint_words)

    @property
    def unit(self) -> str:
        return self.word

    @property
    def known(self) -> bool:
        """The ends of a test are known before its first group."""
        return self.test is not None

    def right(self) -> int:
        wide = max(text_width(word, theme.TABLE) for word in ENDS)
        return max(theme.current().px(SPACE) + round(wide), super().right())

    def set_test(self, test: TestBar | None, word: str = "pair") -> None:
        """Shows newer groups; the axis of groups grows in steps."""
        self.test, self.word = test, word
        if test is None:
            self.clear()
            describe(self, "")
            return
        groups = max(len(test.curve), 10)
        low, high = test.low, test.high
        beyond = BEYOND * (high - low)
        least, most = self._reach(test)
        self.set_range(
            (0.0, nice_ceiling(1.2 * groups)), (min(low, least) - beyond, max(high, most) + beyond)
        )
        self._draw()
        describe(self, self._sentence(test))

    @staticmethod
    def _reach(test: TestBar) -> tuple[float, float]:
        return (min(test.curve), max(test.curve)) if test.curve else (0.0, 0.0)

    def _draw(self) -> None:
        look, test = theme.current(), self.test
        if test is None:
            return
        y = np.array([0.0, *test.curve])
        x = np.arange(y.size, dtype=np.float64)
        ends = np.array([0.0, self.whole[0][1]])
        lines = [
            ChartCurve(ends, np.full(2, stop), look.colour("edge"), 1.0, style=DASHED)
            for stop in (test.low, test.high)
        ]
        self.set_curves([*lines, ChartCurve(x, y, look.colour("ink"), 1.4)])
        self.set_points([ChartPoints(x[-1:], y[-1:], look.colour("ink"), "o", 8 * look.scale)])
        self.label_again()

    def _sentence(self, test: TestBar) -> str:
        low, high = (signed(stop) for stop in (test.low, test.high))
        return (
            f"Log-likelihood ratio {signed(test.ratio)} after "
            f"{several(len(test.curve), self.word)}; "
            f"better from {high} on, not better from {low} down."
        )

    # -- axes --------------------------------------------------------------------------------------

    def levels(self, low: float, high: float, pixels: float) -> list[ChartTick]:
        test = self.test
        stops = () if test is None else (test.low, 0.0, test.high)
        said = signed if detail.is_full() else lambda _stop: ""
        return [(stop, said(stop) if stop else "0") for stop in stops]

    def _paint_words(self, painter: QPainter) -> None:
        if self.test is None:
            return
        line, field, look = text_line(theme.TABLE), self.frame, theme.current()
        for stop, word in zip((self.test.low, self.test.high), ENDS, strict=True):
            y = self.at(0.0, stop).y() - line / 2
            left = field.right() + look.px(6)
            put(painter, QRectF(left, y, self.width() - left, line), word, theme.TABLE, "ink")

    # -- reading -----------------------------------------------------------------------------------

    def _read(self, spot: QPointF) -> Reading | None:
        test = self.test
        if test is None or not test.curve:
            return None
        at = round(self.value_at(spot)[0])
        if not 1 <= at <= len(test.curve):
            return None
        ratio = test.curve[at - 1]
        words = f"after {several(at, self.word)}: {signed(ratio)}"
        return Reading(words, float(at), ((float(at), ratio),))

    def data(self) -> ChartData | None:
        """The ratio after every group."""
        if self.test is None or not self.test.curve:
            return None
        rows = tuple((float(k), y) for k, y in enumerate(self.test.curve, 1))
        return ChartData("The test so far", (f"{self.word}s", "log-likelihood ratio"), rows)


BAR = 12  # pixels at 100 %


class RatioBar(ViewPart[TestBar]):
    """The two ends are where the test stops."""

    def content_height(self) -> float:
        look = theme.current()
        return 2 * text_line(theme.TABLE, 3) + look.px(BAR) + look.px(26) + look.px(6)

    def lines(self) -> list[str]:
        test = self.view
        if test is None:
            return []
        low, high = (signed(stop) for stop in (test.low, test.high))
        return [
            f"Log-likelihood ratio {signed(test.ratio)}; the test stops at {low} with not better, "
            f"at {high} with better.",
            f"{says.lean(test)} {says.EARLY}",
        ]

    def place(self, value: float) -> float:
        """The pixel of a ratio."""
        assert self.view is not None
        pad = theme.current().px(12)
        low, high = self.view.low, self.view.high
        share = (value - low) / (high - low)
        return pad + max(0.0, min(1.0, share)) * (self.width() - 2 * pad)

    def paint_view(self, painter: QPainter, view: TestBar) -> None:
        look, line = theme.current(), text_line(theme.TABLE, 3)
        left, right, zero = self.place(view.low), self.place(view.high), self.place(0.0)
        here, top = self.place(view.ratio), line
        self._above(painter, signed(view.ratio), here)
        bar = QRectF(left, top, right - left, look.px(BAR))
        painter.fillRect(bar, look.colour("track"))
        reach = QRectF(min(zero, here), top, abs(here - zero), bar.height())
        painter.fillRect(reach, look.colour("ink2"))
        painter.fillRect(QRectF(zero, top - 2, 1, bar.height() + 4), look.colour("edge"))
        painter.fillRect(QRectF(here - 1, top - 4, 2, bar.height() + 8), look.colour("ink"))
        self._below(painter, view, bar.bottom() + look.px(3), zero)
        self._words(painter, view, bar.bottom() + line + look.px(8))

    def _above(self, painter: QPainter, text: str, x: float) -> None:
        wide, line = text_width(text, theme.TABLE, True), text_line(theme.TABLE, 3)
        left = max(0.0, min(self.width() - wide - 6, x - wide / 2))
        box = QRectF(left, -2, wide + 2, line)
        put(painter, box, text, theme.TABLE, bold=True)

    def _below(self, painter: QPainter, view: TestBar, y: float, zero: float) -> None:
        line, pad = text_line(theme.TABLE, 3), theme.current().px(12)
        ends = (
            f"{signed(view.low)} stop: not better",
            f"stop: better {signed(view.high)}",
        )
        room = QRectF(pad, y, self.width() - 2 * pad, line)
        put(painter, room, ends[0], theme.TABLE, "ink2")
        put(painter, room, ends[1], theme.TABLE, "ink2", right=True)
        free = room.left() + text_width(ends[0]) + 8, room.right() - text_width(ends[1]) - 8
        if free[0] < zero < free[1]:
            put(painter, QRectF(zero - 3, y, 12, line), "0", theme.TABLE, "ink2")

    def _words(self, painter: QPainter, view: TestBar, y: float) -> None:
        look, line, first = theme.current(), text_line(theme.BODY, 4), says.lean(view)
        pad = look.px(12)
        put(painter, QRectF(pad, y, self.width() - 2 * pad, line), first, theme.BODY, bold=True)
        x = pad + text_width(first, theme.BODY, True) + look.px(6)
        rest = QRectF(x, y, self.width() - pad - x, line)
        if view.word == OPEN:
            put(painter, rest, self.hint(rest.width()), theme.BODY, "ink2")

    @staticmethod
    def hint(room: float) -> str:
        """What may be said in so many pixels of looking at an open test; whole sentences only."""
        fitting = (t for t in (says.EARLY, says.EARLY_SHORT) if text_width(t, theme.BODY) <= room)
        return next(fitting, "")


HIGH, LEAST = 110, 64  # pixels at 100 %
GAMES = 2  # of a group with two sides
CROWD = 9  # bars from which on their numbers have no room


class PointsChart(Chart):
    """The groups of a test by the points of the candidate. `picked` carries the points, in [0, 1],
    of a bar that was clicked and has groups.
    """

    picked = Signal(float)

    def __init__(self) -> None:
        super().__init__("Points in a group of games")
        self.word = "pair"
        self.bins: tuple[tuple[float, int], ...] = ()  # those without groups too
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.set_axis(BOTTOM, ChartAxis(BOTTOM), self._ticks_of, False)
        self.layer("around", self._paint_counts)
        self.set_reader(self._read)
        self.set_data(self.data)

    def sizeHint(self) -> QSize:
        return QSize(160, theme.current().px(HIGH))

    def minimumSizeHint(self) -> QSize:
        return QSize(100, theme.current().px(LEAST))

    def field(self) -> QRect:
        look = theme.current()
        top, below = round(text_line(theme.TABLE, 4)), round(text_line(theme.TABLE, 6))
        wide = max(20, self.width() - 2 * look.px(12))
        return QRect(look.px(12), top, wide, max(20, self.height() - top - below))

    def set_test(self, test: TestBar | None, word: str = "pair") -> None:
        """Shows newer groups."""
        self.word = word
        found = dict(test.bins) if test is not None else {}
        self.bins = tuple((x, found.get(x, 0)) for x in sorted({*PAIR, *found})) if test else ()
        counts = [count for _, count in self.bins]
        self.set_range((0.3, max(1, len(counts)) + 0.7), (0.0, float(max([1, *counts]))))
        self._draw()
        describe(self, "; ".join(self.lines()))

    def _draw(self) -> None:
        counts = [float(n) for _, n in self.bins]
        self.set_bars(np.array(counts), theme.current().colour("ink2"))
        self.repaint_layers()

    def _restyled(self) -> None:
        super()._restyled()
        self._draw()

    def _label(self, k: int) -> str:
        return says.points(self.bins[k][0], GAMES)

    def lines(self) -> list[str]:
        """The bars as sentences."""
        counts = enumerate(n for _, n in self.bins)
        return [f"{self._label(k)} points: {several(n, self.word)}" for k, n in counts]

    def _ticks_of(self, low: float, high: float, pixels: float) -> list[ChartTick]:
        return [(k + 1.0, self._label(k)) for k in range(len(self.bins))]

    def _paint_counts(self, painter: QPainter) -> None:
        field, line = self.frame, text_line(theme.TABLE, 2)
        foot = QRectF(field.left(), field.bottom(), field.width(), 1)
        painter.fillRect(foot, theme.current().colour("edge"))
        for k, (_, count) in enumerate(self.bins if len(self.bins) <= CROWD else ()):
            spot = self.at(k + 1.0, count)
            box = QRectF(spot.x(), spot.y() - line, 0, line)
            put_centred(painter, box, f"{count:,}", theme.TABLE)

    def _bar(self, spot: QPointF) -> int | None:
        k = round(self.value_at(spot)[0]) - 1
        return k if 0 <= k < len(self.bins) else None

    def _read(self, spot: QPointF) -> Reading | None:
        k = self._bar(spot)
        return None if k is None else Reading(self.lines()[k])

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() != Qt.MouseButton.LeftButton:
            event.ignore()  # a left click is answered when it ends, though nothing zooms here

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            self.clicked(event.position())

    def clicked(self, spot: QPointF) -> None:
        k = self._bar(spot)
        if k is not None and self.bins[k][1]:
            self.picked.emit(self.bins[k][0])

    def data(self) -> ChartData | None:
        """Points and groups."""
        if not self.bins:
            return None
        rows = tuple((self._label(k), float(n)) for k, (_, n) in enumerate(self.bins))
        return ChartData("Points in a group", ("points", f"{self.word}s"), rows)
