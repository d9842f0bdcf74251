"""The timeline: each seat's value over the turns, the events of each agent in lanes, and a play
head to drag.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
from PySide6.QtCore import QEvent, QPointF, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QHelpEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QResizeEvent,
)
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from engines.scene import Event, EventKind
from lab.match.records import Frame
from lab.ui.parts import theme
from lab.ui.parts.focus_ring import OwnRing
from lab.ui.parts.marks import Marks, marks_of, paint_glyph, paint_mark
from lab.ui.parts.painted import put, text_line
from lab.ui.parts.plot import Plot, PlotCurve
from lab.ui.timeline.event_marks import paint_count, paint_shape
from lab.ui.timeline.lanes import LaneMark, apart, last_turn, merged, ticks
from lab.words import numerals
from lab.words.values import (
    ValueTrack,
    axis_words,
    number_words,
    title_of,
    tracks_of,
    value_words,
)

LANE, LABELS, SIDE, TITLE, BUBBLE = 20, 80, 104, 34, 14  # pixels at 100 %
REACH = 8  # pixels around a mark within which a click hits it
LEAST_PLOT = 66  # the plot keeps this height; lanes go first


@dataclass(frozen=True)
class Cast:
    """Who plays: names of agents and seats, the leader of each seat, the marks, and the kinds of
    events with their shapes.
    """

    agents: tuple[str, ...] = ()
    seats: tuple[str, ...] = ()
    marks: Marks = field(default_factory=lambda: marks_of((0, 1)))
    kinds: tuple[str, ...] = ()  # per seat: "cross", "ring" or ""
    events: tuple[EventKind, ...] = ()
    turn_word: str = "turn"
    longest: int = 1000  # turns that a match can have


class Timeline(QWidget):
    """Takes frames; emits the turn the user scrubs to."""

    scrubbed = Signal(int)  # turn

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName("Timeline")
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.cast = Cast()
        self._title, self._folded_lanes = "Value of each seat", False
        self._players: tuple[str, ...] = ()
        self._frames: tuple[Frame, ...] = ()
        self._tracks: tuple[ValueTrack, ...] = ()
        self._values = np.zeros((0, 0))  # [T, S] places on the plot, -1 to 1
        self._events: tuple[tuple[tuple[int, Event], ...], ...] = ()  # per agent
        self._mistakes: tuple[tuple[int, ...], str] = ((), "")
        self._faults: dict[int, str] = {}  # turn -> what went wrong, in sentences
        self._turns, self._cursor = 0, 0
        self._ring = OwnRing(self)
        self._plot = Plot("Value of each seat", self)
        self._over = _TimelineHead(self)
        theme.changed.connect(self._arrange)

    # -- setters -----------------------------------------------------------------------------------

    def set_cast(self, cast: Cast) -> None:
        """Who plays; forgets the frames."""
        self.cast = cast
        self.set_frames(())

    def set_frames(self, frames: Sequence[Frame]) -> None:
        """The match so far, frame 0 first."""
        self._frames = tuple(frames)
        self._tracks = tracks_of(frames, len(self.cast.seats))
        shape = len(self._tracks), len(frames)
        self._values = np.reshape([t.places for t in self._tracks], shape).T
        self._entitle()
        lanes: list[list[tuple[int, Event]]] = [[] for _ in self.cast.agents]
        for frame in frames:
            for event in frame.events:
                if 0 <= event.agent < len(lanes):
                    lanes[event.agent].append((frame.turn, event))
        self._events = tuple(tuple(lane) for lane in lanes)
        self._faults = {frame.turn: "\n".join(frame.errors) for frame in frames if frame.errors}
        self._turns = max(0, len(frames) - 1)
        self._cursor = min(self._cursor, self._turns)
        self._draw()

    def set_cursor(self, turn: int) -> None:
        """Where the play head is."""
        turn = min(max(0, turn), self._turns)
        if turn != self._cursor:
            self._cursor = turn
            self._speak()
            self._over.update()
            self.update()

    def set_players(self, names: Sequence[str]) -> None:
        """What plays each seat ("UCT"), for the title and the words of a value."""
        self._players = tuple(names)
        self._entitle()
        self._draw()

    def _entitle(self) -> None:
        names = self._names()
        self._title = title_of(self._tracks, self._frames, names) if self._tracks else ""

    def _names(self) -> tuple[str, ...]:
        """What plays each seat; its number where that is not known."""
        return (*self._players, *self.cast.seats[len(self._players) :])

    def set_mistakes(self, turns: Sequence[int], text: str) -> None:
        """Turns to mark with a small triangle below the curves, and the legend for it."""
        self._mistakes = (tuple(turns), text)
        self.update()
        self._over.update()

    def set_lanes_visible(self, visible: bool) -> None:
        """Event lanes; hidden while the table of the last iteration needs the room."""
        self._folded_lanes = not visible
        self._arrange()

    # -- geometry ----------------------------------------------------------------------------------

    def _arrange(self) -> None:
        self._plot.setGeometry(self.field())
        self._over.setGeometry(self.rect())
        self._draw()

    def lanes_shown(self) -> bool:
        """Whether there is room for the lanes."""
        look = theme.current()
        need = (
            look.px(TITLE + BUBBLE)
            + len(self.cast.agents) * look.px(LANE)
            + self._axis()
            + look.px(LEAST_PLOT)
        )
        return bool(self.cast.events) and not self._folded_lanes and self.height() >= need

    def _axis(self) -> int:
        return round(text_line(theme.AXIS, 8))

    def field(self) -> QRect:
        """The rectangle of the plot."""
        look = theme.current()
        lanes = len(self.cast.agents) * look.px(LANE) if self.lanes_shown() else 0
        top = look.px(TITLE + BUBBLE)
        left = look.px(12 + LABELS)
        return QRect(
            left,
            top,
            max(20, self.width() - left - look.px(SIDE + 12)),
            max(20, self.height() - top - lanes - self._axis() - 4),
        )

    @property
    def _last(self) -> int:
        """The turn at the right end."""
        return last_turn(self._turns, self.cast.longest)

    def x_of(self, turn: float) -> float:
        """The pixel of a turn."""
        field = self.field()
        return field.left() + turn / self._last * field.width()

    def turn_at(self, x: float) -> int:
        """The turn at a pixel, within the match."""
        field = self.field()
        turn = round((x - field.left()) / field.width() * self._last)
        return min(max(0, turn), self._turns)

    def y_of(self, value: float) -> float:
        """The pixel of a place in [-1, 1]."""
        field = self.field()
        return field.top() + (1.05 - min(1.0, max(-1.0, value))) / 2.1 * field.height()

    def lane_top(self, agent: int) -> float:
        """Where an agent's lane begins."""
        return self.field().bottom() + 5 + agent * theme.current().px(LANE)

    # -- drawing -----------------------------------------------------------------------------------

    def _draw(self) -> None:
        look, last = theme.current(), self._last
        self._plot.set_range((0.0, float(last)), (-1.05, 1.05))
        self._plot.set_grid([float(t) for t in self._ticks()], (-1.0, -0.5, 0.0, 0.5, 1.0))
        x = np.arange(self._values.shape[0], dtype=np.float64)
        curves = [
            PlotCurve(x, self._values[:, s], self.cast.marks.seat_colour(look, s), 1.2)
            for s in range(self._values.shape[1])
        ]
        self._plot.set_curves(curves)
        self._speak()
        self._over.update()
        self.update()

    def _ticks(self) -> list[int]:
        return ticks(self._last, self.field().width(), 48 * theme.current().scale)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHints(
            QPainter.RenderHint.Antialiasing | QPainter.RenderHint.TextAntialiasing
        )
        self._paint_title(painter)
        self._paint_scale(painter)
        self._paint_turns(painter)
        if self.lanes_shown():
            for agent in range(len(self.cast.agents)):
                self._paint_lane(painter, agent)
        if self._ring.shown:
            painter.setPen(QPen(theme.current().colour("ink"), 2))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRect(QRectF(self.rect()).adjusted(2, 2, -2, -2))
        painter.end()

    def _paint_title(self, painter: QPainter) -> None:
        look = theme.current()
        room = QRectF(look.px(12), 0, self.width() - look.px(24), look.px(TITLE))
        put(painter, room, self._title, bold=True)
        wide = theme.metrics(theme.AXIS, False, look.scale).horizontalAdvance
        entries = [(k.shape, k.title) for k in self.cast.events] if self.lanes_shown() else []
        if self._mistakes[1]:
            entries.append(("up", self._mistakes[1]))
        if self._faults:
            entries.append(("fault", "fault"))
        need = theme.metrics(theme.TABLE, True, look.scale).horizontalAdvance(
            self._title
        ) + look.px(12)
        need += sum(wide(title) + look.px(34) for _, title in entries)
        x = room.right()
        for shape, title in reversed(entries if need <= room.width() else []):
            x -= wide(title)
            put(painter, QRectF(x, 0, wide(title) + 2, look.px(TITLE)), title, theme.AXIS, "ink2")
            x -= look.px(13)
            paint_shape(
                painter, shape, QPointF(x, look.px(TITLE) / 2), "2" if shape == "number" else ""
            )
            x -= look.px(21)

    def _paint_scale(self, painter: QPainter) -> None:
        look, half = theme.current(), text_line(theme.AXIS) / 2
        texts = axis_words(self._tracks)
        for value, text in zip((1.0, 0.0, -1.0), texts, strict=True):
            put(
                painter,
                QRectF(0, self.y_of(value) - half, look.px(12 + LABELS - 7), 2 * half),
                text,
                theme.AXIS,
                "ink2",
                right=True,
            )
        if not self._values.size:
            return
        now = self._values[self._cursor]
        middle = [self.y_of(v if math.isfinite(v) else 0.0) for v in now]
        left = self.field().right() + look.px(11)
        for seat, y in enumerate(apart(middle, look.px(17), self.y_of(1.0), self.y_of(-1.0))):
            self._paint_seat(painter, seat, left, y)
            box = QRectF(
                left + look.px(14), y - look.px(9), self.width() - left - look.px(26), look.px(18)
            )
            put(painter, box, self.cast.seats[seat], theme.AXIS, bold=True)
            said = self._said(self._cursor, seat)
            put(painter, box, said, theme.AXIS, "ink2", right=True)

    def _said(self, turn: int, seat: int) -> str:
        values = self._frames[turn].values
        return number_words(values[seat]) if seat < len(values) else numerals.NOTHING

    def _paint_seat(
        self, painter: QPainter, seat: int, x: float, y: float, size: float = 9.0
    ) -> None:
        look, cast = theme.current(), self.cast
        kind = cast.kinds[seat] if seat < len(cast.kinds) else ""
        if kind:
            paint_glyph(
                painter,
                kind,
                QPointF(x + look.px(4), y),
                size * look.scale,
                cast.marks.seat_colour(look, seat),
                2.0,
            )
            return
        leader = cast.marks.leaders[seat % len(cast.marks.leaders)]
        paint_mark(
            painter,
            cast.marks.agent(leader),
            QPointF(x + look.px(4), y),
            size * look.scale,
            cast.marks.colour(look, leader),
        )

    def _paint_turns(self, painter: QPainter) -> None:
        look = theme.current()
        top = (
            self.lane_top(len(self.cast.agents))
            if self.lanes_shown()
            else self.field().bottom() + 3
        )
        for tick in self._ticks():
            text = numerals.count(tick)
            wide = theme.metrics(theme.AXIS, False, look.scale).horizontalAdvance(text)
            put(
                painter,
                QRectF(self.x_of(tick) - wide / 2, top + 2, wide + 2, self._axis()),
                text,
                theme.AXIS,
                "ink2",
            )
        put(
            painter,
            QRectF(self.field().right() + look.px(14), top + 2, look.px(80), self._axis()),
            self.cast.turn_word,
            theme.AXIS,
            "ink2",
        )

    def marks_of_lane(self, agent: int) -> list[LaneMark]:
        """What is in an agent's lane."""
        return (
            merged(self._events[agent], self.field().width() / self._last)
            if agent < len(self._events)
            else []
        )

    def _paint_lane(self, painter: QPainter, agent: int) -> None:
        look, field, cast = theme.current(), self.field(), self.cast
        top, height = self.lane_top(agent), look.px(LANE)
        middle = top + height / 2
        painter.fillRect(
            QRectF(field.left(), round(top + height) - 1, field.width(), 1), look.colour("line")
        )
        paint_mark(
            painter,
            cast.marks.agent(agent),
            QPointF(look.px(24), middle),
            9 * look.scale,
            cast.marks.colour(look, agent),
        )
        put(
            painter,
            QRectF(look.px(34), top, look.px(LABELS - 22), height),
            cast.agents[agent],
            theme.AXIS,
            "ink2",
        )
        shapes = {k.kind: k.shape for k in cast.events}
        for mark in self.marks_of_lane(agent):
            centre = QPointF(self.x_of(mark.turn), middle)
            if len(mark.events) > 1:
                paint_count(painter, centre, len(mark.events))
            else:
                paint_shape(painter, shapes.get(mark.first.kind, "dot"), centre, mark.first.label)

    def paint_head(self, painter: QPainter) -> None:
        """The play head over plot and lanes, with its turn in a bubble, and each seat's mark on its
        curve.
        """
        look, field = theme.current(), self.field()
        x = round(self.x_of(self._cursor))
        bottom = self.lane_top(len(self.cast.agents)) if self.lanes_shown() else field.bottom() + 1
        bubble_height = look.px(16)
        painter.fillRect(
            QRectF(x, field.top() - 2, 1, bottom - field.top() + 2), look.colour("accent")
        )
        text = numerals.count(self._cursor)
        wide = theme.metrics(theme.AXIS, True, look.scale).horizontalAdvance(text) + look.px(12)
        bubble = QRectF(x + 0.5 - wide / 2, field.top() - bubble_height + 2, wide, bubble_height)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(look.colour("accent"))
        painter.drawRoundedRect(bubble, 2, 2)
        painter.setFont(look.font(theme.AXIS, True))
        painter.setPen(look.colour("on_accent"))
        painter.drawText(bubble, Qt.AlignmentFlag.AlignCenter, text)
        for seat, value in enumerate(self._values[self._cursor] if self._values.size else ()):
            if math.isfinite(value):
                self._paint_seat(painter, seat, x - look.px(4) + 0.5, self.y_of(float(value)), 7.0)
        for turn in self._mistakes[0]:
            if turn < self._values.shape[0]:
                lowest = float(np.nanmin(np.append(self._values[turn], 1.0)))
                paint_shape(painter, "up", QPointF(self.x_of(turn), self.y_of(lowest) + look.px(9)))

        for turn in self._faults:
            paint_shape(painter, "fault", QPointF(self.x_of(turn), field.bottom() - look.px(7)))

    # -- people ------------------------------------------------------------------------------------

    def _scrub(self, turn: int) -> None:
        turn = min(max(0, turn), self._turns)
        if turn != self._cursor:
            self.set_cursor(turn)
            self.scrubbed.emit(turn)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if (
            event.button() == Qt.MouseButton.LeftButton
            and event.position().y() > theme.current().px(TITLE)
        ):
            self._scrub(self.turn_at(event.position().x()))

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if event.buttons() & Qt.MouseButton.LeftButton:
            self._scrub(self.turn_at(event.position().x()))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        step = 10 if event.modifiers() & Qt.KeyboardModifier.ShiftModifier else 1
        wanted = {
            Qt.Key.Key_Left: self._cursor - step,
            Qt.Key.Key_Right: self._cursor + step,
            Qt.Key.Key_Home: 0,
            Qt.Key.Key_End: self._turns,
        }.get(Qt.Key(event.key()))
        if wanted is None:
            super().keyPressEvent(event)
        else:
            self._scrub(wanted)

    def event(self, event: QEvent) -> bool:
        if isinstance(event, QHelpEvent):
            QToolTip.showText(
                event.globalPos(), self.tip_at(event.pos().x(), event.pos().y()), self
            )
            return True
        return super().event(event)

    def tip_at(self, x: float, y: float) -> str:
        """The events under the pointer, else the values of the turn under it."""
        lane = int((y - self.lane_top(0)) // theme.current().px(LANE))
        if self.lanes_shown() and 0 <= lane < len(self.cast.agents):
            near = [m for m in self.marks_of_lane(lane) if abs(self.x_of(m.turn) - x) <= 8]
            return near[0].text(self.cast.turn_word) if near else ""
        if not self.field().contains(round(x), round(y)):
            return ""
        fault = min(self._faults, key=lambda turn: abs(self.x_of(turn) - x), default=-1)
        meant = (
            fault >= 0
            and abs(self.x_of(fault) - x) <= REACH
            and y > self.field().bottom() - 2 * REACH
        )
        turn = fault if meant else self.turn_at(x)
        meanings = [
            f"{name}: {value_words(value, self._names())}"
            for name, value in zip(self.cast.seats, self._frames[turn].values, strict=False)
        ]
        return "\n".join([self._turn_words(turn), *meanings])

    def _turn_words(self, turn: int) -> str:
        if not self._values.size:
            return ""
        values = [f"{name} {self._said(turn, seat)}" for seat, name in enumerate(self.cast.seats)]
        said = f"{self.cast.turn_word} {turn}: {', '.join(values)}"
        return f"{said}\n{self._faults[turn]}" if turn in self._faults else said

    def _speak(self) -> None:
        text = self._turn_words(self._cursor)
        if text != self.accessibleDescription():
            self.setAccessibleDescription(text)

    def resizeEvent(self, event: QResizeEvent) -> None:
        self._arrange()

    def sizeHint(self) -> QSize:
        return QSize(
            480,
            theme.current().px(TITLE + BUBBLE + 170)
            + len(self.cast.agents) * theme.current().px(LANE)
            + self._axis(),
        )

    def minimumSizeHint(self) -> QSize:
        return QSize(320, theme.current().px(TITLE + BUBBLE + LEAST_PLOT) + self._axis())


class _TimelineHead(QWidget):
    """The layer with the play head, above plot and lanes."""

    def __init__(self, timeline: Timeline) -> None:
        super().__init__(timeline)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self._timeline = timeline

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHints(
            QPainter.RenderHint.Antialiasing | QPainter.RenderHint.TextAntialiasing
        )
        self._timeline.paint_head(painter)
        painter.end()
