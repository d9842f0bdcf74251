"""How an estimate and its 95 % interval developed: value against the number of samples on a log
scale, the true value dashed.
"""

from __future__ import annotations

import math

import numpy as np
from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen, QPolygonF
from PySide6.QtWidgets import QSizePolicy, QWidget

from lab.ui.estimators.saying import estimate
from lab.ui.parts import theme
from lab.ui.parts.painted import put, text_line, text_width
from lab.words import numerals
from search.base import Floats, Ints
from search.estimators.base import EstimateSnapshot, Quantity

DECADES = 2.0  # the last ones set the scale of values, so that the narrowing stays visible
HUES = 4


class Funnel(QWidget):
    """The chart of one snapshot; several quantities share it, each in its own hue and with its name
    at its end.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName("The estimate and its interval")
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self._shown: EstimateSnapshot | None = None
        theme.changed.connect(self._restyled)

    def _restyled(self) -> None:
        self.update()

    def set_snapshot(self, snapshot: EstimateSnapshot | None) -> None:
        """Shows newer estimates."""
        if snapshot is not self._shown:
            self._shown = snapshot
            self.update()

    def sizeHint(self) -> QSize:
        return QSize(theme.current().px(420), theme.current().px(320))

    def minimumSizeHint(self) -> QSize:
        return QSize(theme.current().px(200), theme.current().px(140))

    def paintEvent(self, event: QPaintEvent) -> None:
        look = theme.current()
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            field = QRectF(
                look.px(58),
                look.px(6),
                self.width() - look.px(58 + 76),
                self.height() - look.px(6) - 2 * text_line(theme.AXIS, 4),
            )
            painter.fillRect(field, look.colour("field"))
            found = (
                [q for q in self._shown.quantities if q.history.n.size]
                if self._shown is not None
                else []
            )
            if self._shown is None or not found:
                put(
                    painter,
                    field.adjusted(look.px(12), 0, 0, 0),
                    "No samples yet.",
                    theme.TABLE,
                    "ink2",
                )
                return
            last = float(self._shown.n)
            chart = _FunnelChart(
                painter,
                field,
                (10.0, max(100.0, 10 ** math.ceil(math.log10(max(last, 10.0))))),
                span(found, last),
            )
            chart.axes()
            for i, quantity in enumerate(found):
                chart.show(quantity, look.colour(f"hue{i % HUES}"))


def span(quantities: list[Quantity], last: float) -> tuple[float, float]:
    """The ends of the axis of values: round numbers around the intervals of the last decades."""
    low, high = math.inf, -math.inf
    for q in quantities:
        late = q.history.n >= min(last, max(10.0, last / 10**DECADES))
        low = min(low, float(q.history.low[late].min()))
        high = max(high, float(q.history.high[late].max()))
    if high - low < 1e-12:
        low, high = low - 0.5, high + 0.5
    step = numerals.nice_step(high - low, 4)
    return math.floor(low / step) * step, math.ceil(high / step) * step


class _FunnelChart:
    """One painting of the chart: where values are, and the strokes."""

    def __init__(
        self, painter: QPainter, field: QRectF, x: tuple[float, float], y: tuple[float, float]
    ) -> None:
        self.painter, self.field, self.x, self.y = painter, field, x, y

    def across(self, n: float) -> float:
        """The pixel of a number of samples."""
        low, high = (math.log10(v) for v in self.x)
        return (
            self.field.left()
            + (math.log10(max(n, self.x[0])) - low) / (high - low) * self.field.width()
        )

    def up(self, value: float) -> float:
        """The pixel of a value."""
        low, high = self.y
        return self.field.bottom() - (value - low) / (high - low) * self.field.height()

    def axes(self) -> None:
        """The grid and its labels."""
        look = theme.current()
        painter = self.painter
        field = self.field
        line = text_line(theme.AXIS, 4)
        low, high = self.y
        step = numerals.nice_step(high - low, 4)
        places = max(
            0,
            -math.floor(math.log10(step) + 1e-9)
            + (0 if step * 10 ** -math.floor(math.log10(step) + 1e-9) % 1 < 1e-9 else 1),
        )
        for value in np.arange(low, high + step / 2, step):
            y = round(self.up(float(value)))
            painter.fillRect(QRectF(field.left(), y, field.width(), 1), look.colour("line"))
            side = QRectF(0, y - line / 2, field.left() - look.px(6), line)
            put(painter, side, numerals.real(float(value), places), theme.AXIS, "ink2", right=True)
        for power in range(round(math.log10(self.x[0])), round(math.log10(self.x[1])) + 1):
            x, text = self.across(10**power), numerals.count(10**power)
            painter.fillRect(QRectF(round(x), field.top(), 1, field.height()), look.colour("line"))
            wide = text_width(text, theme.AXIS)
            put(
                painter,
                QRectF(x - wide / 2, field.bottom() + 2, wide + 2, line),
                text,
                theme.AXIS,
                "ink2",
            )
        title = "samples, on a log scale"
        wide = text_width(title, theme.AXIS)
        put(
            painter,
            QRectF(field.center().x() - wide / 2, field.bottom() + line, wide + 2, line),
            title,
            theme.AXIS,
            "ink2",
        )

    def show(self, quantity: Quantity, hue: QColor) -> None:
        """The band of the interval, the line of the estimate, the true value."""
        look, painter, h = theme.current(), self.painter, quantity.history
        painter.save()
        painter.setClipRect(self.field)
        pale = QColor(hue)
        pale.setAlphaF(0.28)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(pale)
        upper, lower = self._points(h.n, h.high), self._points(h.n, h.low)
        painter.drawPolygon(QPolygonF([*upper, *reversed(lower)]))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(hue, 1))
        for edge in (upper, lower):
            painter.drawPolyline(QPolygonF(edge))
        if quantity.exact is not None:
            painter.setPen(QPen(look.colour("ink2"), 1, Qt.PenStyle.DashLine))
            painter.drawLine(
                QPointF(self.field.left(), self.up(quantity.exact)),
                QPointF(self.field.right(), self.up(quantity.exact)),
            )
        line = self._points(h.n, h.value)
        painter.setPen(QPen(look.colour("ink"), 1.4))
        painter.drawPolyline(QPolygonF(line))
        painter.restore()
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(look.colour("ink"))
        painter.drawEllipse(line[-1], 3, 3)
        y = self.up(quantity.exact) if quantity.exact is not None else line[-1].y()
        if self.field.top() <= y <= self.field.bottom():
            said = quantity.name if quantity.exact is None else f"true {quantity.name}"
            put(
                painter,
                QRectF(self.field.right() + look.px(6), y - look.px(8), look.px(70), look.px(16)),
                said,
                theme.AXIS,
                "ink2",
            )

    def _points(self, n: Ints, values: Floats) -> list[QPointF]:
        return [
            QPointF(self.across(a), self.up(b))
            for a, b in zip(n.tolist(), values.tolist(), strict=True)
        ]


def describe(snapshot: EstimateSnapshot) -> str:
    """The chart in words, for a screen reader."""
    return "; ".join(estimate(q) for q in snapshot.quantities)
