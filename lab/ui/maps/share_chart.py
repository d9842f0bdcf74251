"""A chart of shares, 0 to 100 %, against turns or iterations."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QSizePolicy

from lab.ui.parts import theme
from lab.ui.parts.chart.axis import BOTTOM, LEFT, ChartAxis, ChartTick
from lab.ui.parts.chart.chart import Chart
from lab.ui.parts.chart.data import ChartData
from lab.ui.parts.chart.readout import Reading
from lab.ui.parts.chart.series import DASHED, SOLID, ChartCurve, ChartPoints
from lab.ui.parts.painted import put_centred, text_line
from lab.words import numerals

HEIGHT, LEFT_ROOM = 150, 44  # pixels at 100 %


@dataclass(frozen=True)
class ShareCurve:
    """A line of (x, share), and what it is called in the read-out."""

    name: str
    points: tuple[tuple[float, float], ...]
    dashed: bool = False


class ShareChart(Chart):
    """`x_word` writes an x in the read-out; `log` makes the axis logarithmic."""

    def __init__(self, name: str, x_title: str, x_word: Callable[[float], str], log: bool) -> None:
        self._curves: tuple[ShareCurve, ...] = ()
        self._title, self._word, self._log = x_title, x_word, log
        super().__init__(name, None, zooms="x")
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.set_axis(LEFT, ChartAxis(LEFT), _levels)
        self.set_axis(BOTTOM, ChartAxis(BOTTOM), self._values, False)
        self.layer("around", self._paint_title)
        self.set_reader(self._read)
        self.set_data(self._data)
        self._measure()

    def set_shares(self, curves: Sequence[ShareCurve], title: str) -> None:
        """Shows other curves."""
        self._curves, self._title = tuple(curves), title
        xs = [self._x(x) for curve in curves for x, _ in curve.points]
        if xs:
            highest = max(share for curve in curves for _, share in curve.points)
            top = min(1.0, numerals.nice_ceiling(1.05 * highest))
            self.set_range((min(xs), max(max(xs), min(xs) + 1e-6)), (0.0, top))
        self._draw()

    def _x(self, x: float) -> float:
        return math.log10(max(1.0, x)) if self._log else x

    def _draw(self) -> None:
        look = theme.current()
        curves, points = [], []
        for curve in self._curves:
            x = np.array([self._x(x) for x, _ in curve.points])
            y = np.array([share for _, share in curve.points])
            colour = look.colour("ink2" if curve.dashed else "ink")
            style = DASHED if curve.dashed else SOLID
            curves.append(ChartCurve(x, y, colour, 1.6 * look.scale, style=style))
            if not curve.dashed:
                points.append(ChartPoints(x, y, colour, "o", 4 * look.scale))
        self.set_curves(curves)
        self.set_points(points)
        self.arrange()

    def _restyled(self, _theme: object = None) -> None:
        super()._restyled()
        self._measure()
        self._draw()

    def _measure(self) -> None:
        look = theme.current()
        self.set_margins(
            look.px(LEFT_ROOM), look.px(6), look.px(8), round(2 * text_line(theme.AXIS, 4))
        )

    def _values(self, low: float, high: float, pixels: float) -> Sequence[ChartTick]:
        if self._log:
            powers = range(math.floor(low), math.ceil(high) + 1)
            counts = [part * 10**power for power in powers for part in (1, 2, 5)]
            return [(math.log10(n), numerals.count(n)) for n in counts]
        step = max(1.0, numerals.nice_step(high - low, 8))
        first = math.ceil(low / step)
        return [(k * step, f"{k * step:.0f}") for k in range(first, math.floor(high / step) + 1)]

    def _paint_title(self, painter: QPainter) -> None:
        line = text_line(theme.AXIS, 4)
        box = QRectF(self.frame.left(), self.frame.bottom() + line, self.frame.width(), line)
        put_centred(painter, box, self._title, theme.AXIS, "ink2")

    def _read(self, spot: QPointF) -> Reading | None:
        at = self.value_at(spot)[0]
        said, spots = [], []
        for curve in self._curves:
            if curve.points:
                x, share = min(curve.points, key=lambda point: abs(self._x(point[0]) - at))
                said.append(f"{curve.name}, {self._word(x)}: {numerals.percent(share, 1)}")
                spots.append((self._x(x), share))
        return Reading("\n".join(said), spots[0][0], tuple(spots)) if said else None

    def _data(self) -> ChartData | None:
        rows = tuple((c.name, x, share) for c in self._curves for x, share in c.points)
        heads = ("curve", self._title, "share, 0 to 1")
        return ChartData(self.accessibleName(), heads, rows) if rows else None

    def sizeHint(self) -> QSize:
        return QSize(theme.current().px(320), theme.current().px(HEIGHT))

    def minimumSizeHint(self) -> QSize:
        return QSize(theme.current().px(200), theme.current().px(90))


def _levels(low: float, high: float, _pixels: float) -> list[ChartTick]:
    """The ends and the middle of the axis of shares."""
    return [(0.0, "0"), (high / 2, f"{50 * high:.3g}"), (high, f"{100 * high:.3g} %")]
