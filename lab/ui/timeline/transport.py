"""The transport: first, back, play, forward, last, speed, think on; with a person at the board also
hint, undo, swap and restart.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QLabel, QSizePolicy, QWidget

from lab.ui.parts import detail, theme
from lab.ui.parts.layout import row
from lab.ui.parts.segments import GlyphButton, KeyButton
from lab.words.numerals import plural

HEIGHT, NARROW = 44, 440  # pixels at 100 %: below this width the buttons are glyphs
SPEEDS = (0.25, 0.5, 1.0, 2.0, 4.0, 8.0, 16.0, math.inf)  # turns a second


def speed_words(speed: float, word: str = "turn") -> str:
    """A speed in words: "4 turns a second", "0.5 turns a second", "fastest"."""
    if math.isinf(speed):
        return "fastest"
    return f"{speed:g} {plural(speed, word)} a second"


class Transport(QWidget):
    """Buttons that emit requests; their state is set from outside."""

    first = Signal()
    back = Signal()
    play_toggled = Signal()
    forward = Signal()
    last = Signal()
    speed_changed = Signal(float)  # turns a second, inf for no limit
    think_toggled = Signal(bool)
    hint_wanted = Signal()
    undo = Signal()
    swap = Signal()
    restart = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName("Transport")
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self._row = row(of=self, margins=(8, 0, 12, 0), gap=4)
        self._row.setSizeConstraint(QHBoxLayout.SizeConstraint.SetNoConstraint)
        self._build_buttons()
        self._speeds: tuple[float, ...] = ()
        self._human, self._seats, self._brief = False, 2, False
        self._arrange()
        self.set_speeds(SPEEDS)
        self.set_speed(1.0)
        theme.changed.connect(self._restyled)
        detail.changed.connect(self._arrange)
        self._restyled()

    def _build_buttons(self) -> None:
        self.to_first = GlyphButton("first", "First turn", "Home", self)
        self.to_back = GlyphButton("back", "One turn back", "Left", self)
        self.to_on = GlyphButton("step", "One turn forward", "Right", self)
        self.to_last = GlyphButton("last", "Latest turn", "End", self)
        self.play = KeyButton("Play", "play", parent=self)
        self.play.other = "Pause"
        self.play.setToolTip("Play or pause\nTurns follow one another.\nKey: Space")
        self.think = KeyButton(
            "Think on", "think", "T", "Hold the position and keep searching it.", self
        )
        self.think.setCheckable(True)
        self.hint = KeyButton("Hint", "bulb", "H", "What the search would play, and why.", self)
        self.hint.setProperty("look", "primary")
        self.take_back = KeyButton("Undo", "undo", "Ctrl Z", "Take back what you did last.", self)
        self.swap_sides = KeyButton(
            "Swap sides", "swap", "", "Play the other seat from here.", self
        )
        self.again = KeyButton(
            "Restart",
            "restart",
            "",
            "Start a new match with the same set-up; the old one stays saved.",
            self,
        )
        for own in (self.hint, self.take_back, self.swap_sides, self.again):
            # a click leaves the arrow keys to the board
            own.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self._speed_label, self._speed = QLabel("Speed", self), QComboBox(self)
        self._speed_label.setBuddy(self._speed)
        self._speed.setAccessibleName("Speed")
        self._speed.setToolTip("Speed\nHow long each turn stays, so that its trees can be watched.")
        self._speed.activated.connect(lambda i: self.speed_changed.emit(self._speeds[i]))
        pairs = (
            (self.to_first, self.first),
            (self.to_back, self.back),
            (self.to_on, self.forward),
            (self.to_last, self.last),
        )
        more = (
            (self.play, self.play_toggled),
            (self.hint, self.hint_wanted),
            (self.take_back, self.undo),
        )
        for button, signal in (
            *pairs,
            *more,
            (self.swap_sides, self.swap),
            (self.again, self.restart),
        ):
            button.clicked.connect(lambda _=False, s=signal: s.emit())
        self.think.clicked.connect(self.think_toggled)

    def _arrange(self) -> None:
        while self._row.count():
            self._row.takeAt(0)
        moves, turns = (self.to_first, self.to_back), (self.to_on, self.to_last)
        human = (self.hint, self.take_back, self.swap_sides, self.again)
        plain = (self.play, self._speed_label, self._speed, self.think)
        if self._human:
            self._row.addSpacing(4)
        leading: tuple[QWidget, ...] = human if self._human else (*moves, self.play, *turns)
        trailing: tuple[QWidget, ...] = (*moves, *turns) if self._human else (self.think,)
        for part in leading:
            self._row.addWidget(part)
        if not self._human:
            self._row.addSpacing(8)
            self._row.addWidget(self._speed_label)
            self._row.addWidget(self._speed)
        self._row.addStretch(1)
        for part in trailing:
            self._row.addWidget(part)
        for button in human:
            button.setVisible(self._human)
        self.swap_sides.setVisible(self._human and self._seats > 1)
        for widget in plain:
            widget.setVisible(not self._human)
        self._speed.setVisible(not self._human and (detail.is_full() or not self._brief))
        for far in (self.to_first, self.to_last):
            far.setVisible(detail.is_full())
        self._compact()

    # -- setters -----------------------------------------------------------------------------------

    def set_playing(self, playing: bool) -> None:
        """Whether turns follow one another by themselves: the button then says Pause."""
        self.play.set_face("Pause" if playing else "Play", "pause" if playing else "play")
        theme.set_look(self.play, "primary" if playing else "")

    def set_holding(self, holding: bool) -> None:
        """Whether the position is held while the search thinks on; the speed has no effect then."""
        self.think.setChecked(holding)
        brief = self._brief and not detail.is_full()
        self._speed.setVisible(not holding and not self._human and not brief)
        self._compact()

    def set_position(self, turn: int, last: int) -> None:
        """Where the play head is, which decides whether it can go back or forward."""
        for button in (self.to_first, self.to_back):
            button.setEnabled(turn > 0)
        self.to_last.setEnabled(turn < last)

    def set_can_play(self, playable: bool) -> None:
        """Whether there are turns to play, or to step to."""
        self.play.setEnabled(playable)
        self.to_on.setEnabled(playable)

    def set_can_think(self, can: bool) -> None:
        """Whether a search can go on thinking."""
        self.think.setEnabled(can)

    def set_human(self, human: bool, can_undo: bool = False, can_hint: bool = True) -> None:
        """A person is at the board: hint, undo, swap and restart instead of play and speed."""
        if human != self._human:
            self._human = human
            self._arrange()
        self.take_back.setEnabled(can_undo)
        self.hint.setEnabled(can_hint)

    def set_seats(self, seats: int) -> None:
        """How many sides the game has: with one there is none to swap with."""
        if seats != self._seats:
            self._seats = seats
            self._arrange()

    def set_brief(self, brief: bool) -> None:
        """Whether Simple leaves the speed out."""
        self._brief = brief
        self._arrange()

    def set_speeds(self, speeds: Sequence[float], word: str = "turn") -> None:
        """The speeds to choose from, in turns a second."""
        before = self.speed()
        self._speeds = tuple(speeds)
        self._speed.clear()
        self._speed.addItems([speed_words(s, word) for s in self._speeds])
        self.set_speed(before)

    def set_speed(self, speed: float) -> None:
        """Chooses the nearest speed without a signal."""
        if self._speeds:
            near = min(
                range(len(self._speeds)),
                key=lambda i: abs(math.atan(self._speeds[i]) - math.atan(speed)),
            )
            self._speed.setCurrentIndex(near)

    def speed(self) -> float:
        """The chosen speed, turns a second."""
        i = self._speed.currentIndex()
        return self._speeds[i] if 0 <= i < len(self._speeds) else 1.0

    # -- looks -------------------------------------------------------------------------------------

    def _restyled(self) -> None:
        self.setFixedHeight(theme.current().px(HEIGHT))
        self._compact()

    def resizeEvent(self, event: QResizeEvent) -> None:
        self._compact()

    minimumSizeHint = theme.sized(470, HEIGHT)

    def _compact(self) -> None:
        """Drops the key caps and the word for speed first, then the words of buttons that have a
        glyph.
        """
        scale = theme.current().scale
        caps = self.width() >= (620 if self._human else 560) * scale
        tight = self.width() < NARROW * scale
        full = detail.is_full()
        self._speed_label.setVisible(full and caps and not self._speed.isHidden())
        for button in (self.play, self.think, self.hint, self.take_back):
            button.set_compact(not caps or not full, tight)
        for button in (self.swap_sides, self.again):
            button.set_compact(not caps or not full, self.width() < 540 * scale)
