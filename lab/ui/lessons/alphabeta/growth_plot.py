"""Leaves against depth on a log scale: measured points over the lines b^d and b^(d/2).

It does not zoom: a handful of depths fills the field.
"""

from __future__ import annotations

import math

import numpy as np
from PySide6.QtCore import QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPolygonF
from PySide6.QtWidgets import QSizePolicy, QWidget

from lab.lesson.growth import LeafGrowth
from lab.ui.parts import theme
from lab.ui.parts.chart.axis import BOTTOM, LEFT, ChartAxis, ChartTick
from lab.ui.parts.chart.chart import Chart, Reading
from lab.ui.parts.chart.data import ChartData
from lab.ui.parts.chart.series import DASHED, ChartCurve, ChartPoints
from lab.ui.parts.painted import put, text_line, text_width
from lab.words import numerals

SHOWN = (
    ("Minimax", "minimax"),
    ("Alpha-beta, best last", "worst"),
    ("Alpha-beta, random order", "random"),
    ("Alpha-beta, best first", "best"),
)
ROLES = ("ink", "hue2", "hue0", "hue1")
SYMBOLS = ("o", "d", "t1", "s")  # so that colour is not the only sign
SIZE = 7.4  # of a symbol, pixels at 100 %
SIZES = (SIZE, 1.35 * SIZE, 1.15 * SIZE, SIZE)  # pyqtgraph's diamond is narrow


class GrowthPlot(Chart):
    """The chart of one measurement, with its legend below."""

    def __init__(self, parent: QWidget | None = None) -> None:
        self.growth: LeafGrowth | None = None
        self._words = ""
        super().__init__("Leaves against depth", parent)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.set_axis(LEFT, ChartAxis(LEFT), self._decades)
        self.set_axis(BOTTOM, ChartAxis(BOTTOM), self._depths, grid=False)
        self.layer("around", self._paint_words)
        self.layer("over", self._paint_names)
        self.set_reader(self._read)
        self.set_data(self.data)

    def _restyled(self, _theme: object = None) -> None:
        super()._restyled()
        self._draw()

    def set_growth(self, growth: LeafGrowth | None, words_for_none: str) -> None:
        """Sets the measurement, or says why there is none yet."""
        if (growth, words_for_none) != (self.growth, self._words):
            self.growth, self._words = growth, words_for_none
            self.setAccessibleDescription(
                "\n".join(said(growth)) if growth is not None else words_for_none
            )
            self._draw()

    def sizeHint(self) -> QSize:
        return QSize(theme.current().px(380), theme.current().px(360))

    def minimumSizeHint(self) -> QSize:
        return QSize(theme.current().px(240), theme.current().px(240))

    def field(self) -> QRect:
        look = theme.current()
        below = 2 * text_line(theme.AXIS, 5) + len(SHOWN) * text_line(theme.TABLE, 4)
        wide, high = self.width() - look.px(46 + 44), self.height() - look.px(8) - below
        return QRect(look.px(46), look.px(8), max(20, wide), max(20, round(high)))

    def data(self) -> ChartData | None:
        """The leaves at each depth."""
        growth = self.growth
        if growth is None:
            return None
        columns = [getattr(growth, name) for _, name in SHOWN]
        return ChartData(
            "leaves against depth",
            (
                "depth (plies)",
                "b^d (leaves)",
                "b^(d/2) (leaves)",
                *(f"{title} (leaves)" for title, _ in SHOWN),
            ),
            tuple(zip(growth.depth, growth.plain, growth.root, *columns, strict=True)),
        )

    # -- axes and series ---------------------------------------------------------------------------

    def _decades(self, low: float, high: float, pixels: float) -> list[ChartTick]:
        decades = range(math.ceil(high) + 1) if self.growth is not None else ()
        return [(float(k), numerals.count(10**k)) for k in decades]

    def _depths(self, low: float, high: float, pixels: float) -> list[ChartTick]:
        return [] if self.growth is None else [(float(d), str(d)) for d in self.growth.depth]

    def _draw(self) -> None:
        growth, look = self.growth, theme.current()
        if growth is None:
            self.set_curves(())
            self.set_points(())
            self.arrange()
            return
        last, decades = growth.depth[-1], math.ceil(math.log10(growth.plain[-1]))
        self.set_range((0.5, last + 0.5), (0.0, float(decades)))
        x = np.array(growth.depth, float)
        theory = [
            ChartCurve(x, np.log10(values), look.colour("edge"), style=DASHED)
            for values in (growth.plain, growth.root)
        ]
        measured = [np.log10(getattr(growth, name)) for _, name in SHOWN]
        hues = [look.colour(role) for role in ROLES]
        lines = [ChartCurve(x, y, hue, 1.2) for y, hue in zip(measured, hues, strict=True)]
        self.set_curves([*theory, *lines])
        self.set_points(
            [
                ChartPoints(x, y, hue, symbol, size * look.scale)
                for y, hue, symbol, size in zip(measured, hues, SYMBOLS, SIZES, strict=True)
            ]
        )
        self.arrange()

    # -- words -------------------------------------------------------------------------------------

    def _read(self, spot: QPointF) -> Reading | None:
        growth = self.growth
        if growth is None:
            return None
        k = min(max(round(self.value_at(spot)[0]), growth.depth[0]), growth.depth[-1]) - 1
        counts = [(title, getattr(growth, name)[k]) for title, name in SHOWN]
        depth = float(growth.depth[k])
        return Reading(
            "\n".join(
                [
                    f"{growth.depth[k]} plies, b^d {growth.plain[k]:,.0f}",
                    *(f"{title} {leaves:,.0f}" for title, leaves in counts),
                ]
            ),
            depth,
            tuple((depth, math.log10(leaves)) for _, leaves in counts),
        )

    def _paint_names(self, painter: QPainter) -> None:
        """Why there is nothing to see."""
        if self.growth is None:
            look = theme.current()
            room = QRectF(self.field()).adjusted(look.px(12), 0, -look.px(12), 0)
            put(painter, room, self._words, theme.TABLE, "ink2")

    def _paint_words(self, painter: QPainter) -> None:
        if self.growth is None:
            return
        look, field, line = theme.current(), QRectF(self.field()), text_line(theme.AXIS, 5)
        title = f"depth in plies, {self.growth.branches} branches; leaves on a log scale"
        wide = text_width(title, theme.AXIS)
        left = max(0.0, field.center().x() - wide / 2)
        put(painter, QRectF(left, field.bottom() + line, wide + 2, line), title, theme.AXIS, "ink2")
        for values, name in ((self.growth.plain, "b^d"), (self.growth.root, "b^(d/2)")):
            y = self.at(0.0, math.log10(values[-1])).y()
            box = QRectF(field.right() + 3, y - look.px(8), look.px(42), look.px(16))
            put(painter, box, name, theme.AXIS, "ink2")
        self._paint_legend(painter, field.bottom() + 2 * line)

    def _paint_legend(self, painter: QPainter, top: float) -> None:
        """The curves' names, and their leaves at the last depth."""
        growth, look = self.growth, theme.current()
        if growth is None:
            return
        high, last = text_line(theme.TABLE, 4), growth.depth[-1]
        for k, (title, name) in enumerate(SHOWN):
            leaves = f"{getattr(growth, name)[-1]:,.0f} at {last}"
            line = QRectF(look.px(12), top + k * high, self.width() - look.px(24), high)
            paint_symbol(painter, QPointF(line.left() + look.px(5), line.center().y()), k)
            room = line.adjusted(look.px(18), 0, -text_width(leaves) - look.px(8), 0)
            put(painter, room, title, theme.TABLE)
            put(painter, line, leaves, theme.TABLE, "ink2", right=True)


def said(growth: LeafGrowth) -> list[str]:
    """The measurement in words."""
    d = growth.depth[-1]
    return [
        f"{title}: {numerals.count(getattr(growth, name)[-1])} leaves at {d} plies"
        for title, name in SHOWN
    ]


def paint_symbol(painter: QPainter, at: QPointF, k: int) -> None:
    """The symbol of the k-th curve: circle, diamond, triangle or square."""
    look = theme.current()
    r = SIZE / 2 * look.scale
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(look.colour(ROLES[k]))
    corners = (
        (),
        ((0, -1.3), (1.3, 0), (0, 1.3), (-1.3, 0)),
        ((0, -1.2), (1.15, 0.9), (-1.15, 0.9)),
        ((-1, -1), (1, -1), (1, 1), (-1, 1)),
    )[k]
    if corners:
        painter.drawPolygon(QPolygonF([at + QPointF(x * r, y * r) for x, y in corners]))
    else:
        painter.drawEllipse(at, r, r)
