"""Leaves against depth on a log scale: measured points over the lines b^d and b^(d/2)."""

from __future__ import annotations

import math

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPen, QPolygonF
from PySide6.QtWidgets import QSizePolicy, QWidget

from lab.lesson.growth import LeafGrowth
from lab.ui.parts import theme
from lab.ui.parts.painted import put, text_line, text_width
from lab.words import numerals

SHOWN = (
    ("Minimax", "minimax"),
    ("Alpha-beta, best last", "worst"),
    ("Alpha-beta, random order", "random"),
    ("Alpha-beta, best first", "best"),
)
ROLES = ("ink", "hue2", "hue0", "hue1")


class GrowthPlot(QWidget):
    """The chart of one measurement, with its legend below."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName("Leaves against depth")
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.growth: LeafGrowth | None = None
        self._words = ""
        theme.changed.connect(self._restyled)

    def _restyled(self) -> None:
        self.update()

    def set_growth(self, growth: LeafGrowth | None, words_for_none: str) -> None:
        """Sets the measurement, or says why there is none yet."""
        if (growth, words_for_none) != (self.growth, self._words):
            self.growth, self._words = growth, words_for_none
            self.setAccessibleDescription(
                "\n".join(said(growth)) if growth is not None else words_for_none
            )
            self.update()

    def sizeHint(self) -> QSize:
        return QSize(theme.current().px(380), theme.current().px(360))

    def minimumSizeHint(self) -> QSize:
        return QSize(theme.current().px(240), theme.current().px(240))

    def paintEvent(self, event: QPaintEvent) -> None:
        look, line = theme.current(), text_line(theme.AXIS, 5)
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            below = 2 * line + len(SHOWN) * text_line(theme.TABLE, 4)
            field = QRectF(
                look.px(46),
                look.px(8),
                self.width() - look.px(46 + 44),
                self.height() - look.px(8) - below,
            )
            painter.fillRect(field, look.colour("field"))
            if self.growth is None:
                put(
                    painter,
                    field.adjusted(look.px(12), 0, -look.px(12), 0),
                    self._words,
                    theme.TABLE,
                    "ink2",
                )
                return
            chart = _GrowthChart(painter, field, self.growth)
            chart.axes()
            chart.theory()
            for k, (_, name) in enumerate(SHOWN):
                chart.points(getattr(self.growth, name), k)
            chart.legend(field.bottom() + 2 * line)


def said(growth: LeafGrowth) -> list[str]:
    """The measurement in words."""
    d = growth.depth[-1]
    return [
        f"{title}: {numerals.count(getattr(growth, name)[-1])} leaves at {d} plies"
        for title, name in SHOWN
    ]


class _GrowthChart:
    """One painting of the chart."""

    def __init__(self, painter: QPainter, field: QRectF, growth: LeafGrowth) -> None:
        self.painter, self.field, self.growth, self.look = painter, field, growth, theme.current()
        self.decades = math.ceil(math.log10(growth.plain[-1]))

    def place(self, depth: float, leaves: float) -> QPointF:
        """The pixel of a number of leaves at a depth."""
        last = self.growth.depth[-1]
        x = self.field.left() + self.field.width() * (depth - 0.5) / last
        return QPointF(
            x, self.field.bottom() - self.field.height() * math.log10(leaves) / self.decades
        )

    def axes(self) -> None:
        """The grid and its labels."""
        line = text_line(theme.AXIS, 5)
        for decade in range(self.decades + 1):
            y = self.place(1, 10**decade).y()
            self.painter.fillRect(
                QRectF(self.field.left(), round(y), self.field.width(), 1), self.look.colour("line")
            )
            side = QRectF(0, y - line / 2, self.field.left() - self.look.px(6), line)
            put(self.painter, side, numerals.count(10**decade), theme.AXIS, "ink2", right=True)
        for depth in self.growth.depth:
            x, wide = self.place(depth, 1).x(), text_width(str(depth), theme.AXIS)
            put(
                self.painter,
                QRectF(x - wide / 2, self.field.bottom() + 2, wide + 2, line),
                str(depth),
                theme.AXIS,
                "ink2",
            )
        title = f"depth in plies, {self.growth.branches} branches; leaves on a log scale"
        wide = text_width(title, theme.AXIS)
        put(
            self.painter,
            QRectF(self.field.center().x() - wide / 2, self.field.bottom() + line, wide + 2, line),
            title,
            theme.AXIS,
            "ink2",
        )

    def theory(self) -> None:
        """b^d and b^(d/2), dashed, with their names at their ends."""
        for values, name in ((self.growth.plain, "bᵈ"), (self.growth.root, "b^(d/2)")):
            pen = QPen(self.look.colour("edge"), 1)
            pen.setDashPattern([4, 3])
            self.painter.setPen(pen)
            line = [self.place(d, v) for d, v in zip(self.growth.depth, values, strict=True)]
            self.painter.drawPolyline(QPolygonF(line))
            text = name.replace("bᵈ", "b^d")
            box = QRectF(
                self.field.right() + 3,
                line[-1].y() - 8 * self.look.scale,
                self.look.px(42),
                16 * self.look.scale,
            )
            put(self.painter, box, text, theme.AXIS, "ink2")

    def points(self, values: tuple[float, ...], k: int) -> None:
        """Measured points, joined."""
        places = [self.place(d, v) for d, v in zip(self.growth.depth, values, strict=True)]
        self.painter.setPen(QPen(self.look.colour(ROLES[k]), 1.2))
        self.painter.drawPolyline(QPolygonF(places))
        for at in places:
            self.mark(at, k)

    def mark(self, at: QPointF, k: int) -> None:
        """A point: circle, diamond, triangle or square, so that colour is not the only sign."""
        r = 3.4 * self.look.scale
        self.painter.setPen(Qt.PenStyle.NoPen)
        self.painter.setBrush(self.look.colour(ROLES[k]))
        corners = (
            (),
            ((0, -1.3), (1.3, 0), (0, 1.3), (-1.3, 0)),
            ((0, -1.2), (1.15, 0.9), (-1.15, 0.9)),
            ((-1, -1), (1, -1), (1, 1), (-1, 1)),
        )[k]
        if corners:
            self.painter.drawPolygon(QPolygonF([at + QPointF(x * r, y * r) for x, y in corners]))
        else:
            self.painter.drawEllipse(at, r, r)
        self.painter.setBrush(Qt.BrushStyle.NoBrush)

    def legend(self, top: float) -> None:
        """The curves' names, and their leaves at the last depth."""
        high, last = text_line(theme.TABLE, 4), self.growth.depth[-1]
        for k, (title, name) in enumerate(SHOWN):
            line = QRectF(
                self.look.px(12), top + k * high, self.field.right() - self.look.px(12), high
            )
            self.mark(QPointF(line.left() + self.look.px(5), line.center().y()), k)
            put(self.painter, line.adjusted(self.look.px(18), 0, 0, 0), title, theme.TABLE)
            told = f"{getattr(self.growth, name)[-1]:,.0f} at {last}"
            put(self.painter, line, told, theme.TABLE, "ink2", right=True)
