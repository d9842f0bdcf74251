"""The two weightiest knobs at once: what the model expects of every pair of values while the other
knobs are held at the best setting, and the settings that were tried as points.
"""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QPointF, QRect, QRectF, Qt, Signal
from PySide6.QtGui import QColor, QKeyEvent, QPainter, QPen
from PySide6.QtWidgets import QSizePolicy

from engines.knobs import Value
from lab.experiments.sweep.grid import word
from lab.experiments.tuner.answer import KnobMap
from lab.experiments.tuner.shown import KnobShown, SettingShown
from lab.experiments.tuner.space import Floats, TunedKnob
from lab.ui.explore import heat
from lab.ui.parts import theme
from lab.ui.parts.chart.axis import BOTTOM, LEFT, ChartAxis, ChartTick
from lab.ui.parts.chart.chart import Chart, Reading
from lab.ui.parts.chart.data import ChartData
from lab.ui.parts.chart.series import ChartPoints
from lab.ui.parts.painted import put, put_centred, text_line, text_width
from lab.ui.parts.spoken import describe
from lab.ui.tuner import records as says
from lab.ui.tuner.records import TunerView
from lab.ui.tuner.slices import NEAR, ticks_of

STEPS, STEP = 12, 16  # colours of the legend; their width, pixels at 100 %
ON_HEAT = QColor("#222222")  # the colours of the heat are the same in both themes
MOVES = {
    Qt.Key.Key_Left: (-1, 0),
    Qt.Key.Key_Right: (1, 0),
    Qt.Key.Key_Up: (0, 1),
    Qt.Key.Key_Down: (0, -1),
}


class KnobMapChart(Chart):
    """`setting_chosen` carries the setting of the point that was clicked."""

    setting_chosen = Signal(object)

    def __init__(self) -> None:
        self.view = TunerView()
        self.cell: tuple[int, int] | None = None  # across and up, chosen by the keys
        super().__init__("Map of two settings")
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.set_axis(LEFT, ChartAxis(LEFT), lambda *_: self._places(1), False)
        self.set_axis(BOTTOM, ChartAxis(BOTTOM), lambda *_: self._places(0), False)
        self.layer("under", self._paint_cells)
        self.layer("over", self._paint_marks)
        self.layer("around", self._paint_words)
        self.set_reader(self._read)
        self.set_data(self.data)

    sizeHint = theme.sized(560, 480)
    minimumSizeHint = theme.sized(240, 180)

    def field(self) -> QRect:
        look, line = theme.current(), text_line(theme.TABLE, 4)
        words = (text for _, text in self._places(1))
        left = round(max((text_width(t, theme.TABLE) for t in words), default=0.0)) + look.px(14)
        top, below = round(2 * line) + look.px(8), round(2 * line) + look.px(4)
        wide, high = self.width() - left - look.px(16), self.height() - top - below
        return QRect(left, top, max(20, wide), max(20, high))

    # -- records -----------------------------------------------------------------------------------

    @property
    def map(self) -> KnobMap | None:
        """The map on show."""
        return self.view.found.map if self.view.found is not None else None

    def set_view(self, view: TunerView) -> None:
        """Shows newer records."""
        self.view = view
        found = self.map
        if found is None:
            self.set_points([])
            return
        names = [view.shown_knobs[k].title for k in found.knobs]
        self.setAccessibleName(f"Map of {names[0]} and {names[1]}")
        describe(self, self._best_words(found))
        edges = [self._edges(axis) for axis in (0, 1)]
        self.set_range(*((float(e[0]), float(e[-1])) for e in edges))
        self._draw()

    def _knob(self, axis: int) -> TunedKnob:
        assert self.map is not None
        return self.view.knobs[self.map.knobs[axis]]

    def _shown(self, axis: int) -> KnobShown:
        assert self.map is not None
        return self.view.shown_knobs[self.map.knobs[axis]]

    def _values(self, axis: int) -> tuple[Value, ...]:
        assert self.map is not None
        return (self.map.across, self.map.up)[axis]

    def _edges(self, axis: int) -> Floats:
        """The ends of the cells [V + 1], in shares of the range."""
        places = np.array([self._knob(axis).share(value) for value in self._values(axis)])
        if len(places) < 2:
            return np.array([0.0, 1.0])
        middles = (places[1:] + places[:-1]) / 2
        first, last = 2 * places[0] - middles[0], 2 * places[-1] - middles[-1]
        out: Floats = np.concatenate([[first], middles, [last]])
        return out

    def _places(self, axis: int) -> list[ChartTick]:
        return ticks_of(self._knob(axis)) if self.map is not None else []

    @property
    def reach(self) -> float:
        """Half the width of the colour scale: a round number that contains most means, lest a few
        hopeless corners make the rest pale.
        """
        found = self.map
        far = 0.0 if found is None else float(np.quantile(np.abs(found.mean - 0.5), heat.MOST))
        return next((r for r in heat.REACHES if far <= r + 0.02), 0.5)

    def _best_cell(self, found: KnobMap) -> tuple[int, int]:
        """A cell with the highest mean; there may be more."""
        up, across = np.unravel_index(int(found.mean.argmax()), found.mean.shape)
        return int(across), int(up)

    def _best_words(self, found: KnobMap) -> str:
        """The best cell in words; how many there are, where several have its score as shown."""
        shown = np.round(100 * found.mean)
        count, said = int((shown == shown.max()).sum()), self._said(*self._best_cell(found))
        return said if count == 1 else f"{count} cells are equally good, one of them {said}"

    # -- drawing -----------------------------------------------------------------------------------

    def _draw(self) -> None:
        if self.map is None:
            return
        colour = QColor(theme.current().colour("edge"))
        colour.setAlphaF(0.5)
        some = [each for each in self.view.tried if each.groups]
        x, y = (np.array([e.places[k] for e in some]) for k in self.map.knobs)
        self.set_points([ChartPoints(x, y, colour, "o", 5 * theme.current().scale)])
        self.repaint_layers()

    def _restyled(self) -> None:
        super()._restyled()
        self._draw()

    def _box(self, across: int, up: int) -> QRectF:
        """A cell in pixels."""
        x, y = self._edges(0), self._edges(1)
        return QRectF(self.at(float(x[across]), float(y[up + 1])), self.at(x[across + 1], y[up]))

    def _paint_cells(self, painter: QPainter) -> None:
        found, far = self.map, self.reach
        if found is None:
            return
        x, y = self._edges(0), self._edges(1)
        lefts = [self.at(float(edge), 0.0).x() for edge in x]
        tops = [self.at(0.0, float(edge)).y() for edge in y]
        half = (found.high - found.low) / 2
        for up in range(len(found.up)):
            for across in range(len(found.across)):
                corner = QPointF(lefts[across], tops[up + 1])
                box = QRectF(corner, QPointF(lefts[across + 1] + 0.5, tops[up] + 0.5))
                mean, spread = float(found.mean[up, across]), float(half[up, across])
                painter.fillRect(box, heat.colour(mean, spread, far))

    def _paint_marks(self, painter: QPainter) -> None:
        """The usual setting as a cross, the best one as a ring, and the cell of the keys."""
        if self.map is None:
            return
        look = theme.current()
        side = 5 * look.scale
        knobs = [(self._knob(axis), self._shown(axis)) for axis in (0, 1)]
        usual = self.at(*(knob.share(shown.usual) for knob, shown in knobs))
        best = self.at(*(knob.share(shown.best) for knob, shown in knobs))
        painter.setPen(QPen(ON_HEAT, 1.6))
        for slope in (1, -1):
            arm = QPointF(side, slope * side)
            painter.drawLine(usual - arm, usual + arm)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(ON_HEAT, 2.2))
        painter.drawEllipse(best, 1.4 * side, 1.4 * side)
        if self.cell is not None and self.hasFocus():
            painter.drawRect(self._box(*self.cell))

    def _paint_words(self, painter: QPainter) -> None:
        if self.map is None:
            return
        line, field = text_line(theme.TABLE, 4), self.frame
        titles = [self._titled(axis) for axis in (0, 1)]
        put(painter, QRectF(2, line, field.width() / 2, line), titles[1], theme.TABLE, bold=True)
        below = QRectF(field.center().x(), self.height() - line, 0, line)
        put_centred(painter, below, titles[0], theme.TABLE, bold=True)
        self._paint_scale(painter, QRectF(field.left(), 0, field.width(), line))
        words = "○ best   × usual   • a setting tried"
        box = QRectF(field.center().x(), line, field.width() / 2, line)
        put(painter, box, words, theme.TABLE, "ink2", right=True)

    def _paint_scale(self, painter: QPainter, box: QRectF) -> None:
        """The colours of the scores, sure ones."""
        look, far = theme.current(), self.reach
        low, high = f"≤ {says.percent(0.5 - far)}", f"≥ {says.percent(0.5 + far)}"
        wide, thick = float(look.px(STEP)), float(look.px(9))
        x = box.right() - STEPS * wide - text_width(high, theme.TABLE) - look.px(6)
        top = box.center().y() - thick / 2
        for k in range(STEPS):
            mean = 0.5 + far * (2 * (k + 0.5) / STEPS - 1)
            painter.fillRect(QRectF(x + k * wide, top, wide, thick), heat.colour(mean, 0.0, far))
        left = QRectF(box.left(), box.top(), x - box.left() - look.px(6), box.height())
        put(
            painter,
            left,
            f"model's % of points, paler where unsure   {low}",
            theme.TABLE,
            "ink2",
            right=True,
        )
        put(
            painter,
            QRectF(box.left(), box.top(), box.width(), box.height()),
            high,
            theme.TABLE,
            "ink2",
            right=True,
        )

    def _titled(self, axis: int) -> str:
        knob = self._shown(axis)
        about = ", ".join(filter(None, (knob.unit, "log scale" if knob.log else "")))
        return f"{knob.title} ({about})" if about else knob.title

    # -- reading -----------------------------------------------------------------------------------

    def _said(self, across: int, up: int) -> str:
        """A cell in words."""
        found = self.map
        assert found is not None
        names = [self._shown(axis).name for axis in (0, 1)]
        mean, low, high = (
            100 * float(part[up, across]) for part in (found.mean, found.low, found.high)
        )
        values = f"{names[0]} {word(found.across[across])}, {names[1]} {word(found.up[up])}"
        return f"{values}: {mean:.0f} % ({low:.0f} to {high:.0f}) by the model"

    def cell_at(self, spot: QPointF) -> tuple[int, int] | None:
        """The cell under a pixel, None for none."""
        if self.map is None or not QRectF(self.frame).contains(spot):
            return None
        found = []
        for axis, place in enumerate(self.value_at(spot)):
            inner = self._edges(axis)[1:-1]
            found.append(int(np.searchsorted(inner, place)))
        return found[0], found[1]

    def near(self, spot: QPointF) -> SettingShown | None:
        """The setting whose point is nearest to a pixel."""
        if self.map is None:
            return None
        across, up = self.map.knobs
        best, least = None, NEAR * theme.current().scale
        for each in self.view.tried:
            away = self.at(each.places[across], each.places[up]) - spot
            distance = (away.x() ** 2 + away.y() ** 2) ** 0.5
            if each.groups and distance < least:
                best, least = each, distance
        return best

    def _read(self, spot: QPointF) -> Reading | None:
        cell, each = self.cell_at(spot), self.near(spot)
        if cell is None or self.map is None:
            return None
        said = self._said(*cell)
        if each is None:
            return Reading(said)
        place = (each.places[self.map.knobs[0]], each.places[self.map.knobs[1]])
        return Reading(f"{said}\n{says.tried(self.view, each)}", None, (place,))

    def clicked(self, spot: QPointF) -> None:
        if (each := self.near(spot)) is not None:
            self.setting_chosen.emit(each.setting)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        found, move = self.map, MOVES.get(Qt.Key(event.key()))
        if found is None or move is None:
            super().keyPressEvent(event)
            return
        across, up = self.cell or self._best_cell(found)
        if self.cell is not None:
            across = max(0, min(len(found.across) - 1, across + move[0]))
            up = max(0, min(len(found.up) - 1, up + move[1]))
        self.cell = across, up
        describe(self, self._said(across, up))
        self.repaint_layers()

    def data(self) -> ChartData | None:
        """A row for each cell."""
        found = self.map
        if found is None:
            return None
        parts = (found.mean, found.low, found.high)
        rows: tuple[tuple[str | float, ...], ...] = tuple(
            (word(wide), word(high), *(100 * float(part[up, k]) for part in parts))
            for up, high in enumerate(found.up)
            for k, wide in enumerate(found.across)
        )
        heads = (self._titled(0), self._titled(1), "points %", "from %", "to %")
        return ChartData("map of two settings", heads, rows)
