"""Going through the steps: first, back, next, last, a jump, play, and a slider with the steps'
numbers, or with those of longer stretches that hold several steps.
"""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QSlider, QVBoxLayout, QWidget

from lab.ui.parts import theme
from lab.ui.parts.combos import Combo, Entry
from lab.ui.parts.guard import guarded
from lab.ui.parts.messages import one_line
from lab.ui.parts.painted import put, text_line, text_width
from lab.ui.parts.segments import GlyphButton, KeyButton
from lab.ui.parts.spoken import SpokenSlider, speaks_as
from lab.ui.parts.tips import plain
from lab.words.numerals import nice_step

SPEEDS = {
    "0.5": "1 step in 2 s",
    "1": "1 step/s",
    "2": "2 steps/s",
    "4": "4 steps/s",
    "10": "10 steps/s",
}
# what is kept, from wide to narrow: key caps, words, long words, the speed, the ends
COMPACT = [[k >= lost for k in range(5)] for lost in range(6)]
EDGE, HANDLE, GROOVE = 8.0, 6.5, 11.0  # pixels at 100 %


@dataclass(frozen=True)
class Jump:
    """The button that jumps to the next step of some kind, by the key C."""

    title: str
    brief: str
    tip: str


def surprise(tip: str) -> Jump:
    """The jump to the next step that one would not expect."""
    return Jump("Next surprise", "Surprise", tip)


TO_CUT = Jump("To the next cut", "Next cut", "The next step in which branches are cut.")


class StepBar(QSlider):
    """The steps as a slider; `moved` carries the step that the user goes to, from 0."""

    moved = Signal(int)

    def __init__(self, name: str = "Step", parent: QWidget | None = None) -> None:
        super().__init__(Qt.Orientation.Horizontal, parent)
        self.setAccessibleName(name)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setRange(1, 1)
        theme.changed.connect(self._restyled)

    def _restyled(self) -> None:
        self.updateGeometry()
        self.update()

    def set_step(self, step: int, count: int) -> None:
        """Shows a step, from 0, out of `count`."""
        self.setRange(1, max(1, count))
        self.setValue(step + 1)
        self.setToolTip(plain(self.words))
        self.update()

    @property
    def words(self) -> str:
        """The step on show: "Step 3 of 12"."""
        return f"{self.accessibleName()} {self.value()} of {self.maximum()}"

    sizeHint = theme.sized(200, 38)
    minimumSizeHint = theme.sized(120, 38)

    def _x(self, value: float) -> float:
        left, right = EDGE * theme.current().scale, self.width() - EDGE * theme.current().scale
        return left + (right - left) * (value - 1) / max(1, self.maximum() - 1)

    @guarded
    def paintEvent(self, event: QPaintEvent) -> None:
        look = theme.current()
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            y, half, x = GROOVE * look.scale, 2 * look.scale, self._x(self.value())
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(look.colour("line2"))
            painter.drawRoundedRect(
                QRectF(self._x(1), y - half, self._x(self.maximum()) - self._x(1), 2 * half),
                half,
                half,
            )
            painter.setBrush(look.colour("accent"))
            painter.drawRoundedRect(
                QRectF(self._x(1), y - half, x - self._x(1), 2 * half), half, half
            )
            self._paint_numbers(painter)
            painter.setBrush(look.colour("control"))
            painter.setPen(QPen(look.colour("accent"), 2 * look.scale))
            painter.drawEllipse(QPointF(x, y), HANDLE * look.scale, HANDLE * look.scale)

    def _paint_numbers(self, painter: QPainter) -> None:
        look, count = theme.current(), self.maximum()
        every = (
            max(1, round(nice_step(count, max(1, self.width() // look.px(48))))) if count > 1 else 1
        )
        line = text_line(theme.TABLE, 2)
        for step in sorted({1, count, *range(every, count, every)}):
            if step not in (1, count) and min(step - 1, count - step) < 0.6 * every:
                continue
            x, text, bold = self._x(step), str(step), step == self.value()
            painter.setPen(QPen(look.colour("ink3"), 1))
            painter.drawLine(
                QPointF(int(x) + 0.5, 18 * look.scale), QPointF(int(x) + 0.5, 21 * look.scale)
            )
            wide = text_width(text, theme.TABLE, bold)
            left = min(max(0.0, x - wide / 2), self.width() - wide - 1)
            put(
                painter,
                QRectF(left, 22 * look.scale, wide + 2, line),
                text,
                theme.TABLE,
                "ink" if bold else "ink2",
                bold=bold,
            )

    def _to(self, event: QMouseEvent) -> None:
        left, right = self._x(1), self._x(self.maximum())
        share = (event.position().x() - left) / max(1.0, right - left)
        self._go(1 + round(min(1.0, max(0.0, share)) * (self.maximum() - 1)))

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self._to(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self._to(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        before = self.value()
        super().keyPressEvent(event)
        if self.value() != before:
            self.moved.emit(self.value() - 1)

    def _go(self, value: int) -> None:
        if value != self.value():
            self.setValue(value)
            self.moved.emit(value - 1)


class Steps(QWidget):
    """Holds the current step of the lesson; `moved` carries every new one, from 0."""

    moved = Signal(int)

    def __init__(self, jump: Jump = TO_CUT, counted: str = "Step") -> None:
        super().__init__()
        self.setAccessibleName("Steps")
        self.counted, self.step, self.count, self._cuts = counted, 0, 0, list[int]()
        self._jump, self._places, self._more = jump, list[int](), dict[KeyButton, tuple[str, str]]()
        self.first = GlyphButton("first", "First step", "Home", self)
        self.last = GlyphButton("last", "Last step", "End", self)
        self.back = KeyButton("Back", "back", "←", "One step back.", self)
        self.on = KeyButton("Next step", "step", "→", "One step forward.", self)
        self.cut = KeyButton(jump.title, "", "C", jump.tip, self)
        tip = "Steps by itself, at the speed chosen next to it.\nKey: Space"
        self.play = KeyButton("Play", "play", "", tip, self)
        self.play.other = "Pause"
        self.pace, self._pace_name = Combo("Speed", self), one_line("Speed", "note", self)
        self.on.setProperty("look", "primary")
        self.pace.set_entries([Entry(name, words) for name, words in SPEEDS.items()])
        self.pace.choose("1")
        self.pace.picked.connect(self._paced)
        self.bar = StepBar(counted, self)
        self.bar.moved.connect(self.to_place)
        self._lay_out()
        for button, does in (
            (self.first, self.to_first),
            (self.back, self.one_back),
            (self.on, self.one_on),
            (self.last, self.to_last),
        ):
            button.clicked.connect(does)
        self.cut.clicked.connect(self.to_cut)
        self.play.clicked.connect(self.toggle)
        self._timer = QTimer(self)
        self._timer.timeout.connect(self._tick)
        theme.follow(self._restyled)

    def _lay_out(self) -> None:
        column, row = QVBoxLayout(self), QHBoxLayout()
        self._row, self._column = row, column
        column.setContentsMargins(0, 4, 0, 0)
        column.setSpacing(6)
        row.setSpacing(4)
        row.setSizeConstraint(QHBoxLayout.SizeConstraint.SetNoConstraint)
        moves: tuple[QWidget, ...] = (self.first, self.back, self.on, self.last)
        for part in moves:
            row.addWidget(part)
        row.addSpacing(8)
        row.addWidget(self.cut)
        row.addStretch(1)
        for part in (self.play, self._pace_name, self.pace):
            row.addWidget(part)
        column.addLayout(row)
        column.addWidget(self.bar)

    def _restyled(self) -> None:
        self._compact()

    def resizeEvent(self, event: QResizeEvent) -> None:
        self._compact()

    def _compact(self) -> None:
        """Drops, until the buttons fit, the key caps and the word for speed, then the words of
        buttons that have a glyph, then long words, then the speed, then the buttons to the ends,
        whose keys remain.
        """
        for caps, words, long, pace, ends in COMPACT:
            for button in (self.back, self.on, self.play):
                button.set_compact(not caps, not words)
            self.cut.set_face(self._jump.title if long else self._jump.brief, "")
            for button, faces in self._more.items():
                button.set_face(faces[not long], "")
                button.setAccessibleName(faces[0])
            for button in (self.cut, *self._more):
                button.set_compact(not caps, False)
            self.cut.setAccessibleName(self._jump.title)
            pace_px = theme.current().px(104 if long else 84)
            if self._wanted(caps, pace * pace_px, ends) <= self.width():
                break
        self.pace.setFixedWidth(pace_px)
        # at last, and what changes alone: each would lay out the whole window
        shown = ((self._pace_name, caps), (self.pace, pace), (self.first, ends), (self.last, ends))
        for part, on in shown:
            if part.isHidden() == on:
                part.setVisible(on)
        for layout in (self._row, self._column):  # their sizes were measured before
            layout.invalidate()
        self._column.activate()

    def _wanted(self, name: bool, pace_px: int, ends: bool) -> int:
        """The width of the buttons as they are now, with or without the word for the speed, its
        list and the buttons to the ends.
        """
        buttons: list[QWidget] = [self.back, self.on, self.cut, self.play, *self._more]
        buttons += [self.first, self.last] if ends else []
        buttons += [self._pace_name] if name else []
        gaps = self._row.spacing() * (self._row.count() - 1) + 8
        return sum(part.sizeHint().width() for part in buttons) + pace_px + gaps

    def minimumSizeHint(self) -> QSize:
        return QSize(theme.current().px(300), super().minimumSizeHint().height())

    # -- setters -----------------------------------------------------------------------------------

    def add_move(self, button: KeyButton, title: str, brief: str) -> None:
        """Puts another button before the jump, with a long and a short face."""
        self._more[button] = title, brief
        self._row.insertWidget(self._row.indexOf(self.cut), button)

    def set_lesson(self, count: int, cuts: list[int], places: list[int] | None = None) -> None:
        """Starts another lesson at its first step; `places` are those of the steps on the slider,
        from 0.
        """
        self.pause()
        self.count, self._cuts, self.step = count, cuts, 0
        self._places = list(range(count)) if places is None else places
        self._show()

    def go(self, step: int) -> None:
        """Goes to a step, from 0."""
        step = max(0, min(step, self.count - 1))
        if self.count and step != self.step:
            self.step = step
            self._show()
            self.moved.emit(step)

    def to_place(self, place: int) -> None:
        """Goes to the first step at a place of the slider."""
        self.go(next((k for k, each in enumerate(self._places) if each >= place), self.step))

    def _show(self) -> None:
        place = self._places[self.step] if self._places else 0
        self.bar.set_step(place, self._places[-1] + 1 if self._places else 0)
        for button in (self.first, self.back):
            button.setEnabled(self.step > 0)
        for button in (self.on, self.last, self.play):
            button.setEnabled(self.step < self.count - 1)
        self.cut.setEnabled(any(cut > self.step for cut in self._cuts))
        self.play.set_face("Pause" if self.playing else "Play", "pause" if self.playing else "play")

    # -- what the user does ------------------------------------------------------------------------

    def to_first(self, _checked: bool = False) -> None:
        """The first step."""
        self.go(0)

    def to_last(self, _checked: bool = False) -> None:
        """The last step."""
        self.go(self.count - 1)

    def one_back(self, _checked: bool = False) -> None:
        """The step before."""
        self.go(self.step - 1)

    def one_on(self, _checked: bool = False) -> None:
        """The next step."""
        self.go(self.step + 1)

    def to_cut(self, _checked: bool = False) -> None:
        """The next step that cuts."""
        self.go(next((cut for cut in self._cuts if cut > self.step), self.step))

    @property
    def playing(self) -> bool:
        """Whether steps follow one another by themselves."""
        return self._timer.isActive()

    def toggle(self, _checked: bool = False) -> None:
        """Plays, or pauses."""
        if self.playing:
            self.pause()
        elif self.step < self.count - 1:
            self._timer.start(round(1000 / float(self.pace.name)))
            self._show()

    def pause(self) -> None:
        """Rests."""
        self._timer.stop()
        self._show()

    def _paced(self, _name: str) -> None:
        if self.playing:
            self._timer.start(round(1000 / float(self.pace.name)))

    def _tick(self) -> None:
        self.one_on()
        if self.step >= self.count - 1:
            self.pause()


speaks_as(StepBar, lambda bar: SpokenSlider(bar, lambda: bar.words))
