"""A slider made from a Knob: its name, its value to type in, and a groove with ticks, labels and a
mark at the default.
"""

from __future__ import annotations

import html
import re

from PySide6.QtCore import QPointF, QRectF, QSignalBlocker, QSize, Qt, Signal
from PySide6.QtGui import (
    QAccessibleInterface,
    QAccessibleValueInterface,
    QFocusEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QPolygonF,
    QWheelEvent,
)
from PySide6.QtWidgets import QLabel, QSizePolicy, QSlider, QWidget

from engines.knobs import EFFECTS, NEXT, Knob, Value
from lab.ui.parts import detail, theme
from lab.ui.parts.guard import guarded
from lab.ui.parts.layout import column, row
from lab.ui.parts.number_boxes import ValueBox
from lab.ui.parts.painted import put, text_line, text_width
from lab.ui.parts.spoken import SpokenSlider, speaks_as
from lab.ui.parts.theme import TABLE
from lab.words.scale import Scale

HANDLE = 7.5  # radius of the handle, pixels at 100 %
EDGE = 8.0  # from the widget's edge to the groove's end
GROOVE_Y = 10.5
HEIGHT, ROW = 36, 20
KEYS = "Arrow keys: one step. Page keys: ten. Delete: default."
STEPS = {
    Qt.Key.Key_Left: -1,
    Qt.Key.Key_Down: -1,
    Qt.Key.Key_Right: 1,
    Qt.Key.Key_Up: 1,
    Qt.Key.Key_PageDown: -10,
    Qt.Key.Key_PageUp: 10,
}


def tooltip(knob: Knob, keys: str = "", idle: str = "") -> str:
    """Name, why it does nothing if so, effect, range, scale, default, when a change takes effect,
    keys.
    """
    scale = Scale(knob) if knob.kind in ("number", "integer") else None
    shown = (
        knob.choices.get(str(knob.default), "yes" if knob.default else "no")
        if scale is None
        else scale.text(float(knob.default))
    )
    about = f"{knob.range_text}{', log scale' if knob.log else ''}." if scale else ""
    facts = " ".join(filter(None, (about, f"Default {shown}.", EFFECTS[knob.effect])))
    faint = theme.current().colour("ink2").name()
    hand = f"<br>{keys}" if keys else ""
    small = f'<div style="color:{faint}">{html.escape(facts)}{hand}</div>'
    said = (f"<div>{html.escape(text)}</div>" for text in (idle, knob.help) if text)
    return f"<div><b>{html.escape(knob.title)}</b></div>{''.join(said)}{small}"


def ends(knob: Knob) -> tuple[str, str]:
    """What the least and the largest value do, from its explanation "Low: ... High: ..."; two empty
    texts where it does not say that.
    """
    found = re.search(r"Low: (.+?)\. High: (.+?)\.", knob.help)
    return (found[1], found[2]) if found else ("", "")


def unit_text(knob: Knob, value: float = 0.0) -> str:
    """The unit, and whether a change waits for the next turn: "nodes, next turn"; "turn" for 1."""
    unit = knob.unit.removesuffix("s") if value == 1 else knob.unit
    return ", ".join(filter(None, (unit, "next turn" if knob.effect == NEXT else "")))


class SliderBar(QSlider):
    """The groove with ticks, labels and the default mark. It reports places and steps; its owner
    decides the value.
    """

    placed = Signal(float)  # 0..1, by mouse
    stepped = Signal(int)
    reset = Signal()

    def __init__(self, scale: Scale, owner: ParamSlider) -> None:
        super().__init__(Qt.Orientation.Horizontal)
        self._scale, self.owner = scale, owner
        self._t = 0.0
        self._default = scale.t(float(scale.knob.default))
        self._keyboard = False
        self.setRange(0, scale.positions)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        detail.changed.connect(self.update)

    def place(self, t: float) -> None:
        """Moves the handle without a signal to the owner."""
        self._t = t
        self.setValue(round(t * self.maximum()))
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(160, theme.current().px(HEIGHT))

    def minimumSizeHint(self) -> QSize:
        return QSize(80, theme.current().px(HEIGHT))

    def _groove(self) -> tuple[float, float, float]:
        """Left end, right end and height of the groove in pixels."""
        scale = theme.current().scale
        return EDGE * scale, self.width() - EDGE * scale, GROOVE_Y * scale

    @guarded
    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            self._paint(painter)

    def _paint(self, painter: QPainter) -> None:
        look, (left, right, y) = theme.current(), self._groove()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if detail.is_full():
            self._paint_ticks(painter, look, left, right)
        else:
            self._paint_ends(painter, look)
        x, half = left + self._t * (right - left), 2.0 * look.scale
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(look.colour("line2"))
        painter.drawRoundedRect(QRectF(left, y - half, right - left, 2 * half), half, half)
        painter.setBrush(look.colour("accent" if self.isEnabled() else "edge"))
        painter.drawRoundedRect(QRectF(left, y - half, x - left, 2 * half), half, half)
        if abs(self._t - self._default) > 1e-6:
            self._paint_default(painter, look, left + self._default * (right - left), y)
        self._paint_handle(painter, look, QPointF(x, y))

    def _paint_handle(self, painter: QPainter, look: theme.Theme, at: QPointF) -> None:
        radius = (HANDLE - 1) * look.scale
        painter.setBrush(look.colour("control"))
        painter.setPen(QPen(look.colour("accent" if self.isEnabled() else "edge"), 2 * look.scale))
        painter.drawEllipse(at, radius, radius)
        if self._keyboard:
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(look.colour("ink"), 2))
            painter.drawEllipse(at, radius + 2.6 * look.scale, radius + 2.6 * look.scale)

    def _paint_default(self, painter: QPainter, look: theme.Theme, x: float, y: float) -> None:
        """A small triangle above the groove at the default."""
        size, foot = 3.0 * look.scale, y - 4.5 * look.scale
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(look.colour("ink3"))
        painter.drawPolygon(
            QPolygonF(
                [QPointF(x - size, foot - size), QPointF(x + size, foot - size), QPointF(x, foot)]
            )
        )

    def _paint_ticks(self, painter: QPainter, look: theme.Theme, left: float, right: float) -> None:
        """Ticks below the groove; labels where there is room, the outer ones flush with the
        edges.
        """
        top, length = 17.0 * look.scale, 3.0 * look.scale
        metrics = theme.metrics(TABLE, scale=look.scale)
        painter.setFont(look.font(TABLE))
        ticks = self._scale.ticks((right - left) / look.scale)
        places: list[tuple[float, float, str]] = []
        for tick in [ticks[0], ticks[-1], *ticks[1:-1]]:
            x = left + tick.t * (right - left)
            painter.setPen(QPen(look.colour("ink3"), 1))
            snapped = int(x) + 0.5
            painter.drawLine(QPointF(snapped, top), QPointF(snapped, top + length))
            wide = metrics.horizontalAdvance(tick.label)
            start = max(0.0, min(self.width() - wide, x - wide / 2))
            if tick.label and all(start > b + 6 or start + wide < a - 6 for a, b, _ in places):
                places.append((start, start + wide, tick.label))
        painter.setPen(look.colour("ink3"))
        for start, _, label in places:
            painter.drawText(QPointF(start, top + length + metrics.ascent()), label)

    def _paint_ends(self, painter: QPainter, look: theme.Theme) -> None:
        """What the ends do, below them, where both have room."""
        box = QRectF(1, 18 * look.scale, self.width() - 2, text_line(theme.TABLE))
        low, high = ends(self._scale.knob)
        if text_width(low) + text_width(high) + look.px(12) <= box.width():
            put(painter, box, low, theme.TABLE, "ink3")
            put(painter, box, high, theme.TABLE, "ink3", right=True)

    def _place_at(self, x: float) -> None:
        left, right, _ = self._groove()
        self.placed.emit(max(0.0, min(1.0, (x - left) / max(1.0, right - left))))

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            self.setSliderDown(True)
            self._place_at(event.position().x())

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self.isSliderDown():
            self._place_at(event.position().x())

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        self.setSliderDown(False)

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Acts only with the focus, so that scrolling the dock changes nothing."""
        if self.hasFocus() and event.angleDelta().y():
            self.stepped.emit(1 if event.angleDelta().y() > 0 else -1)
            event.accept()
        else:
            event.ignore()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = Qt.Key(event.key())
        if key in STEPS:
            self.stepped.emit(STEPS[key])
        elif key in (Qt.Key.Key_Home, Qt.Key.Key_End):
            self.placed.emit(0.0 if key == Qt.Key.Key_Home else 1.0)
        elif key in (Qt.Key.Key_Delete, Qt.Key.Key_Backspace):
            self.reset.emit()
        else:
            event.ignore()

    def focusInEvent(self, event: QFocusEvent) -> None:
        self._keyboard = event.reason() != Qt.FocusReason.MouseFocusReason
        super().focusInEvent(event)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        self._keyboard = False
        super().focusOutEvent(event)


class NameLabel(QLabel):
    """A control's name; a double click asks for the default."""

    reset = Signal()

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        self.reset.emit()


class ParamSlider(QWidget):
    """One numeric knob. `changed(name, value)` reports the user's changes; `set_value` is
    silent.
    """

    changed = Signal(str, object)
    idle = ""  # why the knob does nothing at present

    def __init__(self, knob: Knob, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.knob, self.scale = knob, Scale(knob)
        self._value = float(knob.default)
        self.name = NameLabel(knob.title)
        self.bar = SliderBar(self.scale, self)
        self.box = ValueBox(self.scale)
        self.unit = QLabel(unit_text(knob))
        self._lay_out()
        self.bar.setAccessibleName(knob.title)
        self.box.setAccessibleName(f"{knob.title}, value")
        self.name.setBuddy(self.bar)
        self.bar.placed.connect(self._placed)
        self.bar.stepped.connect(self._stepped)
        self.bar.reset.connect(self.reset)
        self.name.reset.connect(self.reset)
        self.box.valueChanged.connect(self.take)
        theme.follow(self.redress)
        self.set_value(knob.default)

    def _lay_out(self) -> None:
        self.unit.setProperty("look", "soft")
        self.unit.setContentsMargins(3, 0, 0, 0)
        column(row((self.name, 1), self.box, self.unit, gap=0), self.bar, of=self, gap=0)

    def redress(self) -> None:
        text = tooltip(self.knob, KEYS, self.idle)
        parts: tuple[QWidget, ...] = (self.name, self.box, self.unit, self.bar)
        for part in parts:
            part.setToolTip(text)
            part.setFixedHeight(theme.current().px(HEIGHT if part is self.bar else ROW))
        self.box.fit()

    @property
    def value(self) -> Value:
        """The value in the knob's own type."""
        return self.knob.check(self._value)

    @property
    def words(self) -> str:
        """The value and its unit."""
        unit = "" if self.unit.isHidden() else self.unit.text()
        return f"{self.box.text()} {unit}".rstrip()

    def set_value(self, value: Value) -> None:
        """Shows a value without a signal."""
        self._value = float(self.knob.check(value))
        with QSignalBlocker(self.box):
            self.box.setValue(self._value)
        self.box.fit()
        self.unit.setText(unit_text(self.knob, self._value))
        self.unit.setVisible(
            bool(self.unit.text()) and not (self.knob.top and self._value >= self.scale.high)
        )
        self.bar.place(self.scale.t(self._value))

    def reset(self) -> None:
        """Back to the default."""
        self.take(float(self.knob.default))

    def _placed(self, t: float) -> None:
        self.take(self.scale.value(t))

    def _stepped(self, steps: int) -> None:
        self.take(self.scale.stepped(self._value, steps))

    def take(self, value: float) -> None:
        """A change by the user: shown, and reported if the value differs."""
        if self.knob.kind == "integer":
            value = round(value)
        if value != self._value:
            self.set_value(value)
            self.changed.emit(self.knob.name, self.value)
        elif self.box.value() != value:
            self.set_value(value)


class _Number(QAccessibleValueInterface):
    """A slider's number: the knob's, not the place of the handle."""

    def __init__(self, slider: ParamSlider) -> None:
        super().__init__()
        self._slider = slider

    def currentValue(self) -> float:
        return float(self._slider.value)

    def setCurrentValue(self, value: object) -> None:
        scale = self._slider.scale
        self._slider.take(max(scale.low, min(scale.high, float(str(value)))))

    def minimumValue(self) -> float:
        return self._slider.scale.low

    def maximumValue(self) -> float:
        return self._slider.scale.high

    def minimumStepSize(self) -> float:
        return self._slider.knob.step


def _spoken(bar: SliderBar) -> QAccessibleInterface:
    return SpokenSlider(bar, lambda: bar.owner.words, _Number(bar.owner))


speaks_as(SliderBar, _spoken)
