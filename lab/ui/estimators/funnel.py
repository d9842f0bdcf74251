"""How an estimate and its 95 % interval developed: value against the number of samples on a log
scale, the true value dashed. Wheel and drag zoom both axes.

Estimates in words. No Qt.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import partial

import numpy as np
from PySide6.QtCore import QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QColor, QPainter
from PySide6.QtWidgets import QSizePolicy, QWidget

from lab.ui.parts import theme
from lab.ui.parts.chart.axis import BOTTOM, LEFT, ChartAxis, ChartTick, Ticks
from lab.ui.parts.chart.chart import Chart, Reading
from lab.ui.parts.chart.data import ChartData
from lab.ui.parts.chart.series import DASHED, ChartBand, ChartCurve, ChartPoints
from lab.ui.parts.painted import put, text_line, text_width
from lab.words import numerals
from search.estimators.base import FIRST_MARK, EstimatedNumber, EstimateSnapshot

MOST_DIGITS = 9


def digits(half: float) -> int:
    """How many digits after the point are significant for this half width: two of the half
    width's own.
    """
    if not math.isfinite(half) or half <= 0:
        return MOST_DIGITS
    return max(0, min(MOST_DIGITS, 1 - math.floor(math.log10(half))))


def half_width(quantity: EstimatedNumber) -> float:
    """Half of the 95 % interval."""
    return (quantity.high - quantity.low) / 2


def estimate(quantity: EstimatedNumber) -> str:
    """As in "π 3.1415 ± 0.0021"; a dash before the first sample."""
    if not math.isfinite(quantity.value):
        return f"{quantity.name} {numerals.NOTHING}"
    kept = digits(half_width(quantity))
    if half_width(quantity) == 0:
        return f"{quantity.name} {numerals.real(quantity.value, 6)} exactly"
    return (
        f"{quantity.name} {numerals.real(quantity.value, kept)} {numerals.PLUS_MINUS} "
        f"{numerals.real(half_width(quantity), kept)}"
    )


def interval(quantity: EstimatedNumber) -> str:
    """As in "95 % interval 3.1394 to 3.1436; the true value 3.1416 is inside"."""
    kept = digits(half_width(quantity))
    text = (
        f"95 % interval {numerals.real(quantity.low, kept)} to {numerals.real(quantity.high, kept)}"
    )
    if quantity.exact is None:
        return text
    inside = quantity.low <= quantity.exact <= quantity.high
    outside = "is outside, as in 1 of 20 runs at a sample number fixed beforehand"
    where = "is inside" if inside else outside
    exact = numerals.real(quantity.exact, min(MOST_DIGITS, kept + 1))
    return f"{text}; the true value {exact} {where}"


def progress(snapshot: EstimateSnapshot, per_s: float, running: bool) -> str:
    """As in "1,000 of 1.00 M samples, 992 a second"."""
    if running and not snapshot.n:
        return "Preparing its kernel, the first time only"
    text = f"{numerals.count(snapshot.n)} of {numerals.count(snapshot.goal)} samples"
    if snapshot.exhausted:
        return f"{text}; every case has been counted"
    if snapshot.n >= snapshot.goal:
        return f"{text}; done"
    return (
        f"{text}, {numerals.count(per_s)} a second"
        if running and per_s > 0
        else f"{text}, paused"
        if not running
        else text
    )


def lesson(snapshot: EstimateSnapshot) -> str:
    """What it takes to halve the interval from here."""
    if not snapshot.n or snapshot.exhausted:
        return ""
    return f"Half as wide takes four times as many: {numerals.count(4 * snapshot.n)} samples."


DECADES = 2.0  # the last ones set the scale of values, so that the narrowing stays visible
HUES = 4
PALE, DOT = 0.28, 6.0  # of the band's colour; the last estimate's dot, pixels at 100 %


class Funnel(Chart):
    """The chart of one snapshot; several quantities share it, each in its own hue and with its name
    at its end.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        self._shown: EstimateSnapshot | None = None
        super().__init__("The estimate and its interval", parent, zooms="xy")
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.set_axis(LEFT, ChartAxis(LEFT), partial(self._known, value_ticks))
        self.set_axis(BOTTOM, ChartAxis(BOTTOM), partial(self._known, sample_ticks))
        self.layer("around", self._paint_words)
        self.layer("over", self._paint_nothing)
        self.set_reader(self._read)
        self.set_data(self.data)

    def _restyled(self) -> None:
        super()._restyled()
        self._draw()

    def set_snapshot(self, snapshot: EstimateSnapshot | None) -> None:
        """Shows newer estimates."""
        if snapshot is not self._shown:
            self._shown = snapshot
            self._draw()

    sizeHint = theme.sized(420, 320)
    minimumSizeHint = theme.sized(200, 140)

    def field(self) -> QRect:
        look = theme.current()
        high = self.height() - look.px(6) - 2 * text_line(theme.TABLE, 4)
        wide = self.width() - look.px(58 + 76)
        return QRect(look.px(58), look.px(6), max(20, wide), max(20, round(high)))

    @property
    def quantities(self) -> list[EstimatedNumber]:
        """Those that have a history."""
        found = self._shown.quantities if self._shown is not None else ()
        return [q for q in found if q.history.n.size]

    def data(self) -> ChartData | None:
        """Each quantity's history."""
        rows = tuple(
            (q.name, float(n), float(value), float(low), float(high), q.exact)
            for q in self.quantities
            for n, value, low, high in zip(
                q.history.n, q.history.value, q.history.low, q.history.high, strict=True
            )
        )
        heads = ("quantity", "samples", "estimate", "95 % low", "95 % high", "true value")
        return ChartData("estimate", heads, rows) if rows else None

    def _known(self, ticks: Ticks, low: float, high: float, pixels: float) -> Sequence[ChartTick]:
        """An axis' ticks; none before the first sample."""
        return ticks(low, high, pixels) if self.quantities else ()

    # -- series ------------------------------------------------------------------------------------

    def _draw(self) -> None:
        found, look = self.quantities, theme.current()
        if self._shown is not None and found:
            last = float(self._shown.n)
            ends = math.ceil(math.log10(max(last, 10 * FIRST_MARK)))
            self.set_range((math.log10(FIRST_MARK), float(ends)), span(found, last))
        bands, curves, dots = [], [], []
        for i, quantity in enumerate(found):
            hue, h = look.colour(f"hue{i % HUES}"), quantity.history
            x = np.log10(np.maximum(h.n, FIRST_MARK))
            bands.append(ChartBand(x, h.low, h.high, _pale(hue)))
            curves += [ChartCurve(x, edge, hue) for edge in (h.low, h.high)]
            if quantity.exact is not None:
                ends_x, true = np.array(self.whole[0]), np.full(2, quantity.exact)
                curves.append(ChartCurve(ends_x, true, look.colour("ink2"), style=DASHED))
            curves.append(ChartCurve(x, h.value, look.colour("ink"), 1.4))
            dots.append(
                ChartPoints(x[-1:], h.value[-1:], look.colour("ink"), "o", DOT * look.scale)
            )
        self.set_bands(bands)
        self.set_points(dots)
        self.set_curves(curves)
        self.arrange()

    def _read(self, spot: QPointF) -> Reading | None:
        found = self.quantities
        if not found:
            return None
        n = 10 ** self.value_at(spot)[0]
        lines, spots, at = [], [], FIRST_MARK
        for q in found:
            h = q.history
            k = int(np.argmin(np.abs(np.log10(h.n) - math.log10(n))))
            at = int(h.n[k])
            half = (h.high[k] - h.low[k]) / 2
            lines.append(f"{q.name} {numerals.spread(float(h.value[k]), float(half), 4)}")
            spots.append((math.log10(max(at, FIRST_MARK)), float(h.value[k])))
        words = "\n".join([f"{at:,} samples, 95 % interval", *lines])
        return Reading(words, spots[0][0], tuple(spots))

    # -- words -------------------------------------------------------------------------------------

    def _paint_nothing(self, painter: QPainter) -> None:
        if not self.quantities:
            room = QRectF(self.field()).adjusted(theme.current().px(12), 0, 0, 0)
            put(painter, room, "No samples yet.", theme.TABLE, "ink2")

    def _paint_words(self, painter: QPainter) -> None:
        look, field, line = theme.current(), QRectF(self.field()), text_line(theme.TABLE, 4)
        if not self.quantities:
            return
        title = "samples, on a log scale"
        wide = text_width(title, theme.TABLE)
        box = QRectF(field.center().x() - wide / 2, field.bottom() + line, wide + 2, line)
        put(painter, box, title, theme.TABLE, "ink2")
        for q in self.quantities:
            value = q.exact if q.exact is not None else float(q.history.value[-1])
            y = self.at(0.0, value).y()
            if field.top() <= y <= field.bottom():
                name = q.name if q.exact is None else f"true {q.name}"
                side = QRectF(field.right() + look.px(6), y - look.px(8), look.px(70), look.px(16))
                put(painter, side, name, theme.TABLE, "ink2")


def _pale(hue: QColor) -> QColor:
    out = QColor(hue)
    out.setAlphaF(PALE)
    return out


def span(quantities: list[EstimatedNumber], last: float) -> tuple[float, float]:
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


def value_ticks(low: float, high: float, pixels: float) -> list[ChartTick]:
    """Round values, with as many digits as tell them apart."""
    step = numerals.nice_step(high - low, 4)
    places = max(0, -math.floor(math.log10(step) + 1e-9))
    places += 0 if step * 10**places % 1 < 1e-9 else 1
    first = math.ceil(low / step - 1e-9)
    count = math.floor((high - first * step) / step + 1e-9)
    return [(k * step, numerals.real(k * step, places)) for k in range(first, first + count + 1)]


def sample_ticks(low: float, high: float, pixels: float) -> list[ChartTick]:
    """Powers of ten; between them 2 and 5 once the axis shows less than two decades."""
    powers = range(math.floor(low), math.ceil(high) + 1)
    parts = (1, 2, 5) if high - low < DECADES else (1,)
    counts = [part * 10**power for power in powers for part in parts]
    return [(math.log10(n), numerals.count(n)) for n in counts]


def describe(snapshot: EstimateSnapshot) -> str:
    """The chart in words, for a screen reader."""
    return "; ".join(estimate(q) for q in snapshot.quantities)
