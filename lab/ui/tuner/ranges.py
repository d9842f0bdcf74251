"""The knobs that are tuned: each with a range between two handles, a mark above its usual value and
a dot at the best one so far.
"""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen, QPolygonF
from PySide6.QtWidgets import QLineEdit, QSizePolicy, QWidget

from engines.knobs import Value
from lab.experiments.sweep.grid import word
from lab.experiments.tuner.space import TunedKnob
from lab.ui.parts import theme
from lab.ui.parts.focus_ring import OwnRing
from lab.ui.parts.guard import guarded
from lab.ui.parts.layout import column, row
from lab.ui.parts.messages import one_line
from lab.ui.parts.painted import text_width
from lab.ui.shell.status import Elided

HIGH, HANDLE = 22, 5.0  # of the slider, the radius of a handle, pixels at 100 %
STEP = 0.02  # of the whole range, by a key


class RangeSlider(QWidget):
    """`knob` is what is searched, `whole` the knob in its whole range. Left and Right move the
    lower end, with Shift the upper one. `moved` carries the knob with another range.
    """

    moved = Signal(object)

    def __init__(self, whole: TunedKnob) -> None:
        super().__init__()
        self.whole, self.knob = whole, whole
        self.best: Value | None = None
        self._end = 0  # the handle that is moved: 0 the lower one
        self._held = False
        self._ring = OwnRing(self)
        self.setAccessibleName(f"Range of {whole.title}")
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setToolTip("Drag an end. Keys: Left, Right; with Shift the upper end")

    def sizeHint(self) -> QSize:
        return QSize(120, theme.current().px(HIGH))

    minimumSizeHint = sizeHint

    def set_knob(self, knob: TunedKnob, best: Value | None) -> None:
        """Shows a range, and the best value so far."""
        self.knob, self.best = knob, best
        self.setAccessibleDescription(knob.range_text)
        self.update()

    @property
    def scale(self) -> TunedKnob:
        """The whole range, on the scale of the range that is searched."""
        low = self.knob.low if self.knob.log and self.whole.low <= 0 else self.whole.low
        return replace(
            self.whole,
            low=min(low, self.knob.low),
            high=max(self.whole.high, self.knob.high),
            log=self.knob.log,
        )

    def _x(self, value: Value) -> float:
        pad = (HANDLE + 2) * theme.current().scale
        return pad + self.scale.share(value) * (self.width() - 2 * pad)

    def _value(self, x: float) -> Value:
        pad = (HANDLE + 2) * theme.current().scale
        share = (x - pad) / max(1.0, self.width() - 2 * pad)
        return self.scale.at(min(max(share, 0.0), 1.0 - 1e-12))

    def put(self, end: int, value: Value) -> None:
        """Moves the lower end (0) or the upper one to a value, if a range remains."""
        low, high = self.knob.low, self.knob.high
        low, high = (float(value), high) if end == 0 else (low, float(value))
        if low >= high:
            return
        usual = min(max(float(self.whole.usual), low), high)
        kind: Value = int(usual) if self.knob.kind == "integer" else usual
        self.knob = replace(self.knob, low=low, high=high, usual=kind)
        self.setAccessibleDescription(self.knob.range_text)
        self.update()
        self.moved.emit(self.knob)

    # -- events ------------------------------------------------------------------------------------

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() != Qt.MouseButton.LeftButton:
            event.ignore()
            return
        x = event.position().x()
        ends = [abs(self._x(end) - x) for end in (self.knob.low, self.knob.high)]
        self._end, self._held = ends.index(min(ends)), True

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self._held:
            self.put(self._end, self._value(event.position().x()))

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        self._held = False

    def keyPressEvent(self, event: QKeyEvent) -> None:
        by = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}.get(Qt.Key(event.key()), 0)
        if not by:
            super().keyPressEvent(event)
            return
        end = int(bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier))
        here = self.knob.high if end else self.knob.low
        if self.knob.kind == "integer" and not self.knob.log:
            value = min(max(here + by, self.scale.low), self.scale.high)
        else:
            share = self.scale.share(here) + by * STEP
            value = float(self.scale.at(min(max(share, 0.0), 1.0)))
        self.put(end, value)

    @guarded
    def paintEvent(self, event: QPaintEvent) -> None:
        look = theme.current()
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            y, low, high = self.height() * 0.6, self._x(self.knob.low), self._x(self.knob.high)
            pad, thick = (HANDLE + 2) * look.scale, 3 * look.scale
            track = QRectF(pad, y - thick / 2, self.width() - 2 * pad, thick)
            painter.fillRect(track, look.colour("track"))
            painter.fillRect(QRectF(low, y - thick / 2, high - low, thick), look.colour("accent"))
            self._paint_usual(painter, y)
            radius = HANDLE * look.scale
            painter.setPen(QPen(look.colour("accent" if self.isEnabled() else "edge"), 1.4))
            painter.setBrush(look.colour("control"))
            for x in (low, high):
                painter.drawEllipse(QPointF(x, y), radius, radius)
            if self.best is not None:
                painter.setPen(Qt.PenStyle.NoPen)
                painter.setBrush(look.colour("mark_edge"))
                spot = QPointF(self._x(self.best), y)
                painter.drawEllipse(spot, 0.7 * radius, 0.7 * radius)
            self._ring.paint(painter, self.rect(), radius=4)

    def _paint_usual(self, painter: QPainter, y: float) -> None:
        look, half = theme.current(), theme.current().px(4)
        tip = QPointF(self._x(self.whole.usual), y - HANDLE * look.scale)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(look.colour("ink2"))
        painter.drawPolygon(
            QPolygonF([tip, tip + QPointF(-half, -half), tip + QPointF(half, -half)])
        )


class KnobRange(QWidget):
    """A knob's title, its range as text, and the slider; a choice has its values and no slider.
    `changed` carries the knob's text as --knob takes it.
    """

    changed = Signal(str)

    def __init__(self, whole: TunedKnob) -> None:
        super().__init__()
        self.whole, self.knob = whole, whole
        self.title, self.line = Elided("Knob"), QLineEdit()
        self.title.role = "ink"
        self.title.set_text(whole.title)
        self.best = one_line("", "note")
        self.slider = None if whole.values else RangeSlider(whole)
        self.line.setAccessibleName(f"Range of {whole.title}, as text")
        self.line.setToolTip(
            "Values, such as yes | no" if whole.values else "Range, such as 0.05 to 2, log"
        )
        self.line.setAlignment(Qt.AlignmentFlag.AlignRight)
        box = column(row((self.title, 1), self.line, gap=6), self.best, of=self, gap=0)
        if self.slider is not None:
            box.addWidget(self.slider)
            self.slider.moved.connect(self._moved)
        self.line.editingFinished.connect(self._typed)
        theme.changed.connect(self._redress)
        self.set_knob(whole, None)

    def _redress(self) -> None:
        look = theme.current()
        wide = text_width(self.line.text()) + look.px(14)
        self.line.setFixedWidth(round(min(wide, look.px(130))))
        edge, ink = look.colour("edge").name(), look.colour("ink2").name()
        self.line.setStyleSheet(
            f"QLineEdit {{ border: 1px solid transparent; background: transparent; color: {ink}; "
            f"padding: 0 2px; min-height: 0; font-size: {look.px(theme.TABLE)}px; }} "
            f"QLineEdit:focus, QLineEdit:hover {{ border-color: {edge}; }}"
        )

    def set_knob(self, knob: TunedKnob, best: Value | None) -> None:
        """Shows a range and the best value so far."""
        self.knob = knob
        self.line.setText(knob.range_text)
        if self.slider is not None:
            self.slider.set_knob(knob, best)
        chosen = best is not None and self.slider is None
        self.best.setVisible(chosen)
        if chosen and best is not None:
            self.best.setText(f"● best so far: {word(best)}")
        self._redress()

    def _moved(self, knob: TunedKnob) -> None:
        self.knob = knob
        self.line.setText(knob.range_text)
        self._redress()
        self.changed.emit(knob.text)

    def _typed(self) -> None:
        if self.line.text() != self.knob.range_text:
            self.changed.emit(f"{self.knob.name}={as_typed(self.line.text())}")


def as_typed(words: str) -> str:
    """A range as people write it, in the form of --knob: "0.05 to 2, log" is 0.05:2:log."""
    text = words.replace(" to ", ":").replace(" | ", "|")
    return "".join(text.replace(", log", ":log").replace(",log", ":log").split())
