"""All settings at once: a line is a setting, an axis a knob, the last one the score. A drag along
an axis keeps the settings that cross it there; a click clears the axis.
"""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QPointF, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QKeyEvent, QMouseEvent, QPainter, QPen, QPolygonF
from PySide6.QtWidgets import QSizePolicy

from lab.experiments.sweep.grid import word
from lab.experiments.tuner.shown import SettingShown
from lab.ui.parts import theme
from lab.ui.parts.chart.chart import Chart, Reading
from lab.ui.parts.chart.data import ChartData, DataCell
from lab.ui.parts.painted import put_centred, text_line, text_width
from lab.ui.parts.spoken import describe
from lab.ui.tuner import records as says
from lab.ui.tuner.records import TunerView
from lab.words.numerals import several

HIGH, LEAST = 210, 120  # pixels at 100 %
NEAR, DRAG = 9.0, 4.0  # pixels at 100 %: a line within reach, a drag that is meant
SCORE = "score"


class ParallelSettings(Chart):
    """`filtered` carries the settings that are kept, None for all; `setting_chosen` one that was
    clicked.
    """

    filtered = Signal(object)
    setting_chosen = Signal(object)

    def __init__(self) -> None:
        super().__init__("All settings at once")
        self.view = TunerView()
        self.brushes: dict[int, tuple[float, float]] = {}  # the part of an axis that is kept
        self._brush: tuple[int, float] | None = None  # the axis being dragged, and where from
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.set_range((0.0, 1.0), (0.0, 1.0))
        self.layer("around", self._paint, kept=True)
        self.set_reader(self._read)
        self.set_data(self.data)

    def sizeHint(self) -> QSize:
        return QSize(300, theme.current().px(HIGH))

    def minimumSizeHint(self) -> QSize:
        return QSize(200, theme.current().px(LEAST))

    def field(self) -> QRect:
        look, line = theme.current(), round(text_line(theme.TABLE, 1))
        side, above = look.px(26), 2 * line + look.px(3)
        wide, high = self.width() - 2 * side, self.height() - above - line - look.px(2)
        return QRect(side, above, max(20, wide), max(20, high))

    def set_view(self, view: TunerView) -> None:
        """Shows newer records; another tuning has no brushes."""
        if view.knobs != self.view.knobs:
            self.brushes = {}
        self.view = view
        self.set_range((0.0, float(max(1, self.axes_count - 1))), (0.0, 1.0))
        self._told()
        self.repaint_layers()

    @property
    def axes_count(self) -> int:
        """A knob each, and the score."""
        return len(self.view.shown_knobs) + 1

    @property
    def span(self) -> tuple[float, float]:
        """The ends of the score's axis, shares of the points."""
        scores = [each.alone.mean for each in self.view.tried]
        low, high = min(scores, default=0.0), max(scores, default=1.0)
        low, high = float(np.floor(10 * low)) / 10, float(np.ceil(10 * high)) / 10
        return (low, high) if high > low else (max(0.0, low - 0.1), min(1.0, high + 0.1))

    def heights(self, each: SettingShown) -> tuple[float, ...]:
        """Where a setting crosses the axes, in [0, 1]."""
        low, high = self.span
        return (*each.places, (each.alone.mean - low) / (high - low))

    def kept(self, each: SettingShown) -> bool:
        """Whether a setting is within all brushes."""
        at = self.heights(each)
        return all(low <= at[k] <= high for k, (low, high) in self.brushes.items())

    def brush(self, axis: int, low: float, high: float) -> None:
        """Keeps the settings between two heights of an axis."""
        self.brushes[axis] = (max(0.0, low), min(1.0, high))
        self._refilter()

    def clear(self, axis: int | None = None) -> None:
        """Keeps all settings again, or those that only this axis left out."""
        before = dict(self.brushes)
        self.brushes = {} if axis is None else {k: v for k, v in before.items() if k != axis}
        if self.brushes != before:
            self._refilter()

    def _refilter(self) -> None:
        self._told()
        self.repaint_layers()
        some = frozenset(each.setting for each in self.view.tried if self.kept(each))
        self.filtered.emit(some if self.brushes else None)

    def _told(self) -> None:
        tried = self.view.tried
        some = sum(self.kept(each) for each in tried)
        words = f"{some:,} of {several(len(tried), 'setting')} are kept." if self.brushes else ""
        describe(self, words or f"{several(len(tried), 'setting')}.")

    # -- painting ----------------------------------------------------------------------------------

    def line(self, each: SettingShown) -> QPolygonF:
        """A setting's line in pixels."""
        return QPolygonF([self.at(float(k), y) for k, y in enumerate(self.heights(each))])

    def _paint(self, painter: QPainter) -> None:
        """Lines from the palest to the best, the axes above them."""
        if self.view.found is None:
            return
        look, ink = theme.current(), theme.current().colour("ink")
        order = sorted(self.view.tried, key=lambda e: (e.best, e.top, self.kept(e)))
        for each in order:
            colour, wide = QColor(ink), 1.0
            colour.setAlphaF(0.6 if each.top else 0.14)
            if each.best:
                colour, wide = QColor(look.colour("mark_edge")), 2.0
            if not self.kept(each):
                colour.setAlphaF(0.03)
            painter.setPen(QPen(colour, wide * look.scale))
            painter.drawPolyline(self.line(each))
        for k in range(self.axes_count):
            self._paint_axis(painter, k)

    def _paint_axis(self, painter: QPainter, k: int) -> None:
        look, field, line = theme.current(), self.frame, text_line(theme.TABLE, 1)
        x = self.at(float(k), 0.0).x()
        painter.fillRect(QRectF(round(x), field.top(), 1, field.height()), look.colour("edge"))
        if k in self.brushes:
            low, high = self.brushes[k]
            top, foot = self.at(0.0, high).y(), self.at(0.0, low).y()
            painter.setPen(QPen(look.colour("mark_edge"), 1.2))
            painter.setBrush(look.colour("mark"))
            half = look.px(4)
            painter.drawRect(QRectF(x - half, top, 2 * half, max(2.0, foot - top)))
        name, low_text, high_text = self.words(k)
        gap = field.width() / max(1, self.axes_count - 1)
        wide = gap - look.px(4)
        for y, text, bold in (
            (field.top() - 1.5 * line - 2, name, name == SCORE),
            (field.top() - 0.5 * line - 1, high_text, False),
            (field.bottom() + 0.5 * line + 2, low_text, False),
        ):
            shown = text if text_width(text, theme.TABLE, bold) <= wide else _cut(text, wide)
            put_centred(painter, QRectF(x, y, 0, 0), shown, theme.TABLE, "ink2", bold=bold)

    def words(self, k: int) -> tuple[str, str, str]:
        """The name of an axis and its ends."""
        knobs = self.view.knobs
        if k == len(knobs):
            low, high = self.span
            return SCORE, says.percent(low), says.percent(high)
        knob = knobs[k]
        if knob.values:
            return knob.name, word(knob.values[0]), word(knob.values[-1])
        return knob.name, word(knob.low), word(knob.high)

    # -- reading and brushing ----------------------------------------------------------------------

    def near(self, spot: QPointF) -> SettingShown | None:
        """The kept setting whose line passes nearest to a pixel."""
        x = min(max(self.value_at(spot)[0], 0.0), self.axes_count - 1.0)
        k = min(int(x), self.axes_count - 2)
        best, least = None, NEAR * theme.current().scale
        for each in self.view.tried:
            at = self.heights(each)
            y = at[k] + (x - k) * (at[k + 1] - at[k])
            away = abs(self.at(x, y).y() - spot.y())
            if away < least and self.kept(each):
                best, least = each, away
        return best

    def _read(self, spot: QPointF) -> Reading | None:
        if self.view.found is None or self._brush is not None:
            return None
        each = self.near(spot)
        if each is None:
            return None
        spots = tuple((float(k), y) for k, y in enumerate(self.heights(each)))
        return Reading(says.tried(self.view, each), None, spots)

    def _axis_at(self, spot: QPointF) -> int | None:
        k = round(self.value_at(spot)[0])
        near = abs(self.at(float(k), 0.0).x() - spot.x()) <= NEAR * theme.current().scale
        return k if near and 0 <= k < self.axes_count else None

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() != Qt.MouseButton.LeftButton or self.view.found is None:
            event.ignore()
            return
        axis = self._axis_at(event.position())
        self._pressed = event.position()
        self._brush = None if axis is None else (axis, event.position().y())

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        held = event.buttons() & Qt.MouseButton.LeftButton
        if self._brush is None or not held:
            super().mouseMoveEvent(event)
            return
        axis, start = self._brush
        if abs(event.position().y() - start) >= DRAG * theme.current().scale:
            ends = [self.value_at(QPointF(0.0, y))[1] for y in (start, event.position().y())]
            self.brush(axis, min(ends), max(ends))

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if event.button() != Qt.MouseButton.LeftButton or self._pressed is None:
            event.ignore()
            return
        brushed, self._brush = self._brush, None
        far = abs(event.position().y() - self._pressed.y()) >= DRAG * theme.current().scale
        self._pressed = None
        if far:
            return
        if brushed is not None and brushed[0] in self.brushes:
            self.clear(brushed[0])
        elif (each := self.near(event.position())) is not None:
            self.setting_chosen.emit(each.setting)

    def back(self) -> bool:
        """Keeps all settings; whether anything changed."""
        changed = bool(self.brushes)
        self.clear()
        return changed

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() != Qt.Key.Key_Backspace or not self.back():
            super().keyPressEvent(event)

    def data(self) -> ChartData | None:
        """The settings that are kept, as rows."""
        if self.view.found is None:
            return None
        unit = self.view.unit
        heads = (*(knob.name for knob in self.view.knobs), f"{SCORE} %", f"{unit}s")
        rows: tuple[tuple[DataCell, ...], ...] = tuple(
            (*(word(v) for v in each.setting), 100 * each.alone.mean, float(each.groups))
            for each in self.view.tried
            if self.kept(each)
        )
        return ChartData("All settings", heads, rows)


def _cut(text: str, wide: float) -> str:
    """The beginning of a text that fits."""
    while len(text) > 1 and text_width(f"{text}…", theme.TABLE) > wide:
        text = text[:-1]
    return f"{text}…"
