"""What each setting does: the model's curve while the others are held at the best setting, and the
settings that were tried as points.
"""

from __future__ import annotations

from collections.abc import Set

import numpy as np
from PySide6.QtCore import QPointF, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QPainter, QPolygonF
from PySide6.QtWidgets import QGridLayout, QSizePolicy, QWidget

from lab.experiments.sweep.grid import word
from lab.experiments.tuner.shown import KnobShown, SettingShown
from lab.experiments.tuner.space import Setting, TunedKnob
from lab.ui.parts import theme
from lab.ui.parts.chart.axis import BOTTOM, LEFT, ChartAxis, ChartTick
from lab.ui.parts.chart.chart import Chart, Reading
from lab.ui.parts.chart.data import ChartData
from lab.ui.parts.chart.series import ChartBand, ChartCurve, ChartPoints
from lab.ui.parts.painted import put, text_line, text_width
from lab.ui.parts.spoken import describe
from lab.ui.tuner import records as says
from lab.ui.tuner.records import TunerView

HIGH, LEAST, WIDE = 166, 112, 190  # of one slice, pixels at 100 %
NEAR = 14.0  # pixels at 100 % within which a click finds a point
BAR = 48  # of the share, pixels at 100 %
MOST_COLUMNS = 3


class KnobSlice(Chart):
    """One knob. `setting_chosen` carries the setting of the point that was clicked."""

    setting_chosen = Signal(object)

    def __init__(self) -> None:
        super().__init__("Knob", zooms="x")
        self.view, self.number = TunerView(), 0
        self.places: frozenset[Setting] | None = None  # the settings that are not filtered out
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.set_axis(LEFT, ChartAxis(LEFT, strong=50.0), self._levels)
        self.set_axis(BOTTOM, ChartAxis(BOTTOM), self._values, False)
        self.layer("around", self._paint_head)
        self.layer("over", self._paint_best)
        self.set_reader(self._read)
        self.set_data(self.data)

    sizeHint = theme.sized(WIDE, HIGH)

    def minimumSizeHint(self) -> QSize:
        return QSize(120, theme.current().px(LEAST))

    def field(self) -> QRect:
        look = theme.current()
        left = round(text_width("100", theme.TABLE)) + look.px(10)
        top = round(text_line(theme.TABLE, 4)) + look.px(8)
        below = round(text_line(theme.TABLE, 5))
        wide, high = self.width() - left - look.px(8), self.height() - top - below
        return QRect(left, top, max(20, wide), max(20, high))

    @property
    def knob(self) -> KnobShown | None:
        """The knob on show."""
        knobs = self.view.shown_knobs
        return knobs[self.number] if self.number < len(knobs) else None

    @property
    def tuned(self) -> TunedKnob:
        """The knob with its range."""
        return self.view.knobs[self.number]

    def set_view(self, view: TunerView, number: int, y: tuple[float, float]) -> None:
        """Shows knob `number`, on the axis that all slices share, in percent."""
        self.view, self.number = view, number
        self.set_range((-0.01, 1.01), y)
        knob = self.knob
        if knob is not None:
            self.setAccessibleName(knob.title)
            describe(
                self,
                f"Share of the effect {says.percent(knob.share)}; best at {word(knob.best)}, "
                f"usual {word(knob.usual)}.",
            )
        self._draw()

    def set_filter(self, kept: Set[Setting] | None) -> None:
        """Shows other settings paler; None for none."""
        self.places = None if kept is None else frozenset(kept)
        self._draw()

    def place(self, value: object) -> float:
        """Where a value is in the range."""
        return self.tuned.share(value)  # type: ignore[arg-type] # a value of this very knob

    def _draw(self) -> None:
        knob = self.knob
        if knob is None:
            return
        look, curve = theme.current(), knob.slice
        x = np.array([self.place(value) for value in curve.values])
        shade = QColor(look.colour("edge"))
        shade.setAlphaF(0.28)
        self.set_bands([ChartBand(x, 100 * curve.low, 100 * curve.high, shade)])
        self.set_curves([ChartCurve(x, 100 * curve.mean, look.colour("ink"), 1.5)])
        self.set_points([*self._tried(), self._best_point(knob)])

    def _tried(self) -> list[ChartPoints]:
        """The settings, those that are filtered out paler."""
        look, found = theme.current(), []
        for on, strength in ((False, 0.08), (True, 0.32)):
            some = [e for e in self.view.tried if self._kept(e) == on and e.groups]
            colour = QColor(look.colour("edge"))
            colour.setAlphaF(strength)
            x = np.array([each.places[self.number] for each in some])
            y = np.array([100 * each.alone.mean for each in some])
            found.append(ChartPoints(x, y, colour, "o", 6 * look.scale))
        return found

    def _kept(self, each: SettingShown) -> bool:
        return self.places is None or each.setting in self.places

    def _best_point(self, knob: KnobShown) -> ChartPoints:
        look, places = theme.current(), np.array([self.place(v) for v in knob.slice.values])
        x = self.place(knob.best)
        y = float(np.interp(x, places, 100 * knob.slice.mean))
        colour = look.colour("mark_edge")
        return ChartPoints(np.array([x]), np.array([y]), colour, "o", 9 * look.scale, hollow=True)

    def _restyled(self) -> None:
        super()._restyled()
        self._draw()

    # -- axes and words ----------------------------------------------------------------------------

    def _levels(self, low: float, high: float, pixels: float) -> list[ChartTick]:
        marks = [t for t in range(0, 101, 10) if low <= t <= high]
        gap = 20 if pixels / max(1, len(marks)) < text_line(theme.TABLE) else 10
        return [(float(t), f"{t}") for t in marks if (t - 50) % gap == 0]

    def _values(self, low: float, high: float, pixels: float) -> list[ChartTick]:
        return ticks_of(self.tuned) if self.knob is not None else []

    def _paint_head(self, painter: QPainter) -> None:
        """Title, share of the effect, and a mark above the usual value."""
        knob = self.knob
        if knob is None:
            return
        look, line = theme.current(), text_line(theme.TABLE, 4)
        share = says.percent(knob.share)
        right = self.frame.right()
        put(painter, QRectF(right - 60, 0, 60, line), share, theme.TABLE, "ink2", right=True)
        bar = min(float(look.px(BAR)), 0.16 * self.width())
        x = right - text_width("100 %", theme.TABLE) - look.px(4) - bar
        track = QRectF(x, line / 2 - look.px(3), bar, look.px(6))
        painter.fillRect(track, look.colour("track"))
        track.setWidth(bar * min(1.0, knob.share))
        painter.fillRect(track, look.colour("ink2"))
        left = self.frame.left()
        title = knob.title if text_width(knob.title, theme.TABLE, True) < x - left else knob.name
        put(painter, QRectF(left, 0, x - left - 4, line), title, theme.TABLE, bold=True)
        at, top, half = self.at(self.place(knob.usual), 0.0).x(), self.frame.top(), look.px(4)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(look.colour("ink2"))
        tip = QPointF(at, top - 1)
        painter.drawPolygon(
            QPolygonF([tip, tip + QPointF(-half, -half), tip + QPointF(half, -half)])
        )

    def _paint_best(self, painter: QPainter) -> None:
        knob = self.knob
        if knob is None:
            return
        look, field, text = theme.current(), self.frame, word(knob.best)
        x = self.at(self.place(knob.best), 0.0).x()
        painter.fillRect(QRectF(round(x), field.top(), 1, field.height()), look.colour("mark_edge"))
        wide, gap = text_width(text, theme.TABLE, True) + 2, look.px(5)
        left = x + gap if x + gap + wide <= field.right() else x - gap - wide
        box = QRectF(left, field.top() + 1, wide, text_line(theme.TABLE, 2))
        put(painter, box, text, theme.TABLE, bold=True)

    # -- reading -----------------------------------------------------------------------------------

    def near(self, spot: QPointF) -> SettingShown | None:
        """The setting whose point is nearest to a pixel."""
        best, least = None, NEAR * theme.current().scale
        for each in self.view.tried:
            if not each.groups:
                continue
            away = self.at(each.places[self.number], 100 * each.alone.mean) - spot
            distance = (away.x() ** 2 + away.y() ** 2) ** 0.5
            if distance < least:
                best, least = each, distance
        return best

    def _read(self, spot: QPointF) -> Reading | None:
        knob, each = self.knob, self.near(spot)
        if knob is None:
            return None
        if each is not None:
            at = (each.places[self.number], 100 * each.alone.mean)
            return Reading(says.tried(self.view, each), None, (at,))
        x = min(max(self.value_at(spot)[0], 0.0), 1.0)
        k = int(np.argmin([abs(self.place(value) - x) for value in knob.slice.values]))
        mean, low, high = (
            100 * float(e[k]) for e in (knob.slice.mean, knob.slice.low, knob.slice.high)
        )
        words = f"{knob.name} {word(knob.slice.values[k])}: {mean:.0f} % ({low:.0f} to {high:.0f})"
        place = self.place(knob.slice.values[k])
        return Reading(words, place, ((place, mean),))

    def clicked(self, spot: QPointF) -> None:
        if (each := self.near(spot)) is not None:
            self.setting_chosen.emit(each.setting)

    def data(self) -> ChartData | None:
        """The curve as rows."""
        knob = self.knob
        if knob is None:
            return None
        curve = knob.slice
        rows = tuple(
            (word(value), 100 * float(mean), 100 * float(low), 100 * float(high))
            for value, mean, low, high in zip(
                curve.values, curve.mean, curve.low, curve.high, strict=True
            )
        )
        return ChartData(knob.title, (knob.name, "points %", "from %", "to %"), rows)


class Slices(QWidget):
    """A slice for each knob, in rows as the width allows."""

    setting_chosen = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self.setAccessibleName("What each setting does")
        self.charts: list[KnobSlice] = []
        self._grid, self._columns = QGridLayout(self), 0
        self._grid.setContentsMargins(0, 2, 0, 0)
        self._grid.setHorizontalSpacing(14)
        self._grid.setVerticalSpacing(6)
        self._shown = 0

    def set_view(self, view: TunerView) -> None:
        """Shows newer records."""
        self._shown = len(view.shown_knobs)
        while len(self.charts) < self._shown:
            self.charts.append(KnobSlice())
            self.charts[-1].setting_chosen.connect(self.setting_chosen)
            self._columns = 0
        y = span_of(view)
        for k, chart in enumerate(self.charts):
            if k < self._shown:
                chart.set_view(view, k, y)
        self.arrange()

    def set_filter(self, kept: Set[Setting] | None) -> None:
        """Shows other settings paler; None for none."""
        for chart in self.charts:
            chart.set_filter(kept)

    @property
    def columns(self) -> int:
        """How many slices are in a row."""
        fit = max(1, self.width() // theme.current().px(WIDE))
        return max(1, min(MOST_COLUMNS, fit, self._shown))

    def arrange(self) -> None:
        """Puts the slices into rows."""
        key = 100 * self.columns + self._shown
        if key == self._columns:
            return
        self._columns, columns = key, self.columns
        for k, chart in enumerate(self.charts):
            self._grid.removeWidget(chart)
            chart.setVisible(k < self._shown)
            if k < self._shown:
                self._grid.addWidget(chart, k // columns, k % columns)
        self.updateGeometry()

    def resizeEvent(self, event: object) -> None:
        super().resizeEvent(event)  # type: ignore[arg-type] # the event is Qt's own
        self.arrange()


def ticks_of(knob: TunedKnob) -> list[ChartTick]:
    """The ends and the middle of a range, or every choice."""
    values = knob.values or (knob.at(0.0), knob.at(0.5), knob.at(1.0 - 1e-12))
    if not knob.values:
        values = (*values[:2], int(knob.high) if knob.kind == "integer" else knob.high)
    return [(knob.share(value), word(value)) for value in dict.fromkeys(values)]


def span_of(view: TunerView) -> tuple[float, float]:
    """The ends of the axis of points that all slices share, in percent: the curves with their
    bands, and what was tried except for the outermost tenth.
    """
    ends = [50.0]
    for knob in view.shown_knobs:
        ends += [100 * float(knob.slice.low.min()), 100 * float(knob.slice.high.max())]
    played = [100 * each.alone.mean for each in view.tried if each.groups]
    if played:
        ends += [float(np.quantile(played, 0.05)), float(np.quantile(played, 0.95))]
    return max(0.0, min(ends) - 3), min(100.0, max(ends) + 5)
