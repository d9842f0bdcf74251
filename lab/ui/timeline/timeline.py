"""The timeline: each seat's value over the turns, the events of each agent in lanes, and a play
head to drag. The wheel zooms on turns, Shift and drag move the zoomed turns, a double click goes
back.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence

import numpy as np
from PySide6.QtCore import QEvent, QPoint, QPointF, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QHelpEvent, QKeyEvent, QMouseEvent, QPainter
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from engines.scene import Event
from lab.match.records import Frame
from lab.ui.parts import detail, theme
from lab.ui.parts.chart.axis import BOTTOM, LEFT, ChartAxis, ChartTick
from lab.ui.parts.chart.chart import Reading
from lab.ui.parts.chart.data import ChartData
from lab.ui.parts.chart.series import ChartCurve
from lab.ui.parts.painted import put, text_line, text_width
from lab.ui.parts.tips import plain, show_tip
from lab.ui.timeline import lanes
from lab.ui.timeline.figures import LABELS, SIDE, TurnChart
from lab.ui.timeline.lanes import Cast, LaneMark
from lab.words import numerals
from lab.words.values import MatchValues

LANE, TITLE, BUBBLE = 20, 34, 14  # pixels at 100 %
REACH = 8  # pixels around a mark within which a click hits it
LEAST_PLOT = 66  # the plot keeps this height; lanes go first
BEYOND = 1.1  # the field's ends: a mark at ±1 is inside
RATES = "How each seat rates its position"
LEVELS = (1.0, 0.5, 0.0, -0.5, -1.0)


class Timeline(TurnChart):
    """Takes frames; emits the turn the user scrubs to."""

    scrubbed = Signal(int)  # turn

    def __init__(self, parent: QWidget | None = None) -> None:
        self.cast = Cast()
        self._unfolded = False
        self._folded_lanes, self._players, self._searched = False, tuple[str, ...](), False
        self._tip = ""  # the words that a resting pointer was given
        self._frames: tuple[Frame, ...] = ()
        self._said = MatchValues()
        self._values = np.zeros((0, 0))  # [T, S] places on the chart, -1 to 1
        self._events: tuple[tuple[tuple[int, Event], ...], ...] = ()  # per agent
        self._mistakes: tuple[tuple[int, ...], str] = ((), "")
        self._faults: dict[int, str] = {}  # turn -> what went wrong, in sentences
        super().__init__("Timeline", parent)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.set_axis(LEFT, ChartAxis(LEFT), self._levels)
        self.set_axis(BOTTOM, ChartAxis(BOTTOM), self.turn_ticks)
        self.layer("around", self._paint_around)
        self.set_data(self.data)
        self._restyled()
        detail.changed.connect(self._restyled)

    # -- setters -----------------------------------------------------------------------------------

    def set_cast(self, cast: Cast) -> None:
        """Who plays; forgets the frames."""
        self.cast, self._longest = cast, cast.longest
        self.set_frames(())
        self.back()

    def set_frames(self, frames: Sequence[Frame]) -> None:
        """The match so far, frame 0 first."""
        self._frames = tuple(frames)
        self._say()
        found: list[list[tuple[int, Event]]] = [[] for _ in self.cast.agents]
        for frame in frames:
            for event in frame.events:
                if 0 <= event.agent < len(found):
                    found[event.agent].append((frame.turn, event))
        self._events = tuple(map(tuple, found))
        self._faults = {frame.turn: "\n".join(frame.errors) for frame in frames if frame.errors}
        self._turns = max(0, len(frames) - 1)
        self._cursor = min(self._cursor, self._turns)
        self._draw()

    def set_cursor(self, turn: int) -> None:
        """Where the play head is."""
        turn = min(max(0, turn), self._turns)
        if turn != self._cursor:
            before, self._cursor = self._cursor, turn
            self._speak()
            self.follow(before)
            self.repaint_layers()

    def set_players(self, names: Sequence[str], searched: bool = False) -> None:
        """What plays each seat ("UCT"), for the title and the words of a value; `searched`: one of
        them is a search.
        """
        self._players, self._searched = tuple(names), searched
        self._say()
        self._draw()

    def _say(self) -> None:
        said = self._players, self._searched, self.cast.turn_word
        self._said = MatchValues(self._frames, self.cast.seats, *said)
        self._values = self._said.places

    def set_mistakes(self, turns: Sequence[int], text: str) -> None:
        """Turns to mark with a small triangle below the curves, and the legend for it."""
        self._mistakes = (tuple(turns), text)
        self.repaint_layers()

    def set_lanes_visible(self, visible: bool) -> None:
        """Event lanes; hidden while the table of the last iteration needs the room."""
        self._folded_lanes = not visible
        self.arrange()

    def data(self) -> ChartData | None:
        """Each turn's values, each seat's in its own unit, and its events."""
        if not self._values.size:
            return None
        return lanes.values_data(self._said.title, self.cast, self._said.tracks, self._events)

    # -- geometry ----------------------------------------------------------------------------------

    @property
    def has_lanes(self) -> bool:
        """Whether there are events to show in lanes."""
        return (
            bool(self.cast.events)
            and not self._folded_lanes
            and (detail.is_full() or self._unfolded)
        )

    @property
    def events_words(self) -> str:
        """How many events of each kind there were: "14 checkpoints passed, 12 collisions"."""
        found = Counter(event.kind for lane in self._events for _turn, event in lane)
        kinds = [(found[each.kind], *each.title.partition(" ")) for each in self.cast.events]
        return ", ".join(
            f"{numerals.several(n, what)}{gap}{rest}" for n, what, gap, rest in kinds if n
        )

    def unfold_lanes(self, on: bool) -> None:
        """Whether Simple shows the lanes, too."""
        self._unfolded = on
        self.arrange()

    def height_with_lanes(self) -> int:
        """The least height at which the lanes are shown."""
        lanes = len(self.cast.agents) * theme.current().px(LANE)
        return self.minimumSizeHint().height() + lanes

    def lanes_shown(self) -> bool:
        """Whether there is room for the lanes."""
        return self.has_lanes and self.height() >= self.height_with_lanes()

    def _axis(self) -> int:
        return round(text_line(theme.TABLE, 8))

    def field(self) -> QRect:
        look = theme.current()
        lanes = len(self.cast.agents) * look.px(LANE) if self.lanes_shown() else 0
        full = detail.is_full() or self.has_lanes
        top, left = look.px(TITLE + BUBBLE), look.px(12 + (LABELS if full else 0))
        return QRect(
            left,
            top,
            max(20, self.width() - left - look.px(SIDE + 12)),
            max(20, self.height() - top - lanes - self._axis() - 4),
        )

    def axis_room(self, side: str) -> QRectF:
        """Turns are written below the lanes."""
        if side == LEFT:
            return super().axis_room(side)
        lanes = len(self.cast.agents) if self.lanes_shown() else 0
        top = self.lane_top(lanes) if lanes else self.frame.bottom() + 2
        return QRectF(0, top + 2, self.width(), self._axis())

    def word_left(self) -> float:
        """Where the word for turns begins: clear of the last number."""
        look, labels = theme.current(), self.axes[BOTTOM].labels()
        last = labels[-1][0].right() if labels else 0.0
        return max(self.frame.right() + look.px(13), last + look.px(6))

    def y_of(self, value: float) -> float:
        """The pixel of a place in [-1, 1]."""
        return self.at(0.0, min(1.0, max(-1.0, value))).y()

    def lane_top(self, agent: int) -> float:
        """Where an agent's lane begins."""
        return self.frame.bottom() + 4 + agent * theme.current().px(LANE)

    # -- drawing -----------------------------------------------------------------------------------

    def _draw(self) -> None:
        look = theme.current()
        self.set_values((-BEYOND, BEYOND))
        x = np.arange(self._values.shape[0], dtype=np.float64)
        self.set_curves(
            [
                ChartCurve(x, self._values[:, s], self.cast.marks.seat_colour(look, s), 1.2)
                for s in range(self._values.shape[1])
            ]
        )
        self._speak()
        self.arrange()

    def _restyled(self) -> None:
        super()._restyled()
        self.set_grid(BOTTOM, detail.is_full())
        self.set_field("field" if detail.is_full() else "none")
        self._draw()

    def _levels(self, low: float, high: float, pixels: float) -> list[ChartTick]:
        """The scale of values; every second level has words."""
        top, middle, bottom = self._said.axis
        if not detail.is_full():
            return [(0.0, "")]
        return list(zip(LEVELS, (top, "", middle, "", bottom), strict=True))

    def _paint_around(self, painter: QPainter) -> None:
        """Title, present values, the word for turns, and lanes."""
        self._paint_title(painter)
        self._paint_now(painter)
        look, room, left = theme.current(), self.axis_room(BOTTOM), self.word_left()
        box = QRectF(left, room.top(), self.width() - left, text_line(theme.TABLE, 5))
        put(painter, box, self.cast.turn_word, theme.TABLE, "ink2")
        for agent in range(len(self.cast.agents) if self.lanes_shown() else 0):
            field, high = self.frame, look.px(LANE)
            lane = QRectF(field.left(), self.lane_top(agent), field.width(), high)
            spots = [(self.x_of(mark.turn), mark) for mark in self.marks_of_lane(agent)]
            lanes.paint_lane(painter, self.cast, agent, lane, spots)

    def _paint_title(self, painter: QPainter) -> None:
        look = theme.current()
        room = QRectF(look.px(12), 0, self.width() - look.px(24), look.px(TITLE))
        title = self._said.title if detail.is_full() or not self._said.rated else RATES
        entries = [(k.shape, k.title) for k in self.cast.events] if self.lanes_shown() else []
        entries += [("up", self._mistakes[1])] if self._mistakes[1] else []
        entries += [("fault", "fault")] if self._faults else []
        lanes.paint_legend(painter, room, title, entries)

    def _paint_now(self, painter: QPainter) -> None:
        """Each seat's value in the turn on show, at its height, or where its curve ended."""
        if not self._values.size:
            return
        look, field = theme.current(), self.frame
        middle = [
            self.y_of(lanes.last_known(curve)) for curve in self._values[: self._cursor + 1].T
        ]
        left, half = field.right() + look.px(10), look.px(9)
        places = lanes.apart(middle, look.px(17), field.top() + half / 2, field.bottom() - half)
        for seat, y in enumerate(places):
            self._paint_seat(painter, seat, QPointF(left + look.px(4), y))
            wide = self.width() - left - look.px(26)
            box = QRectF(left + look.px(14), y - half, wide, 2 * half)
            number, name = self._said.number(self._cursor, seat), self.cast.seats[seat]
            if text_width(name, theme.TABLE, True) + text_width(number) + look.px(6) > wide:
                number = number.partition(" (")[0]  # whose turn's it is can be read by pointing
            place = box.adjusted(0, 0, -text_width(number, theme.TABLE) - look.px(6), 0)
            put(painter, place, name, theme.TABLE, bold=True)
            put(painter, box, number, theme.TABLE, "ink2", right=True)

    def _paint_seat(self, painter: QPainter, seat: int, at: QPointF, size: float = 9.0) -> None:
        lanes.paint_seat(painter, self.cast.marks, self.cast.kinds, seat, at, size)

    def marks_of_lane(self, agent: int) -> list[LaneMark]:
        """What is in an agent's lane, among the turns on show."""
        if agent >= len(self._events):
            return []
        low, high = self.shown[0]
        marks = lanes.merged(self._events[agent], self.frame.width() / (high - low))
        return [m for m in marks if low <= m.turn <= high]

    def paint_above(self, painter: QPainter) -> None:
        """The play head over plot and lanes, each seat's mark on its curve, and what is marked."""
        super().paint_above(painter)
        low, high = self.shown[0]
        if low <= self._cursor <= high:
            self._paint_cursor(painter)
        for turn in self._mistakes[0]:
            if turn < self._values.shape[0] and low <= turn <= high:
                lowest = float(np.nanmin(np.append(self._values[turn], 1.0)))
                below = QPointF(self.x_of(turn), self.y_of(lowest) + theme.current().px(9))
                lanes.paint_shape(painter, "up", below)
        for turn in self._faults:
            if low <= turn <= high:
                foot = self.frame.bottom() - theme.current().px(8)
                lanes.paint_shape(painter, "fault", QPointF(self.x_of(turn), foot))

    def _paint_cursor(self, painter: QPainter) -> None:
        """The head with its turn in a bubble over the field."""
        field, lanes = self.frame, len(self.cast.agents)
        self.paint_head(painter, self.lane_top(lanes) if self.lanes_shown() else field.bottom())
        x = round(self.x_of(self._cursor))
        if detail.is_full():  # in Simple the headline says it
            self._paint_turn(painter, x)
        for seat, value in enumerate(self._values[self._cursor] if self._values.size else ()):
            if math.isfinite(value):
                self._paint_seat(painter, seat, QPointF(x + 0.5, self.y_of(float(value))), 7.0)

    def _paint_turn(self, painter: QPainter, x: int) -> None:
        look, field, text = theme.current(), self.frame, numerals.count(self._cursor)
        wide, high = text_width(text, theme.TABLE, True) + look.px(12), look.px(16)
        bubble = QRectF(x + 0.5 - wide / 2, field.top() - high, wide, high)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(look.colour("track"))
        painter.drawRoundedRect(bubble, 2, 2)
        painter.setFont(look.font(theme.TABLE, True))
        painter.setPen(look.colour("ink"))
        painter.drawText(bubble, Qt.AlignmentFlag.AlignCenter, text)

    # -- people ------------------------------------------------------------------------------------

    def _scrub(self, turn: int) -> None:
        turn = min(max(0, turn), self._turns)
        if turn != self._cursor:
            self.set_cursor(turn)
            self.scrubbed.emit(turn)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.modifiers() & Qt.KeyboardModifier.ShiftModifier and self.zoomed:
            super().mousePressEvent(event)
        elif (
            event.button() == Qt.MouseButton.LeftButton
            and event.position().y() > theme.current().px(TITLE)
        ):
            self._scrub(self.turn_at(event.position().x()))

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        super().mouseMoveEvent(event)
        if event.buttons() & Qt.MouseButton.LeftButton and self._pressed is None:
            x, field = event.position().x(), self.frame
            self._scrub(self.turn_at(min(max(x, field.left()), field.right())))

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        if not self.zoomed:
            self.mousePressEvent(event)
        super().mouseDoubleClickEvent(event)

    def key_spot(self) -> QPoint:
        """+ and - zoom at the play head."""
        return QPoint(round(self.x_of(self._cursor)), round(self.frame.center().y()))

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

    def read_at(self, spot: QPointF) -> Reading | None:
        """The values of the turn under the pointer, or the events in the lanes."""
        words, turn = self.tip_at(spot.x(), spot.y()), self.turn_at(spot.x())
        if not words or not self.frame.contains(spot):
            return Reading(words) if words else None
        heights = [float(v) for v in self._values[turn] if math.isfinite(v)]
        spots = tuple((float(turn), v) for v in heights)
        return Reading(self._turn_words(turn), float(turn), spots)

    def event(self, event: QEvent) -> bool:
        """A pointer that rests learns what the values mean."""
        if isinstance(event, QHelpEvent) and self.frame.contains(QPointF(event.pos())):
            self._pointer = QPointF(event.pos())
            self._say_tip(self.tip_at(event.pos().x(), event.pos().y()), event.pos())
            return True
        return super().event(event)

    def _say_tip(self, words: str, at: QPoint) -> None:
        self._tip = plain(words)
        self.hush()
        show_tip(self.mapToGlobal(at), words, self, QRect(at, QSize(2, 2)))

    def _point(self, spot: QPointF | None) -> None:
        """Words that are shown follow the match: the turns move below a pointer that rests."""
        super()._point(spot)
        if spot is None or not QToolTip.isVisible() or QToolTip.text() != self._tip:
            self._tip = ""
        elif self._tip:
            self._say_tip(self.tip_at(spot.x(), spot.y()), spot.toPoint())

    def tip_at(self, x: float, y: float) -> str:
        """The events under the pointer, else the values of the turn under it."""
        lane = int((y - self.lane_top(0)) // theme.current().px(LANE))
        if self.lanes_shown() and 0 <= lane < len(self.cast.agents):
            near = [m for m in self.marks_of_lane(lane) if abs(self.x_of(m.turn) - x) <= REACH]
            return near[0].text(self.cast.turn_word) if near else ""
        if not self.frame.contains(x, y) or not len(self._values):  # another match is on its way
            return ""
        fault = min(self._faults, key=lambda turn: abs(self.x_of(turn) - x), default=-1)
        meant = (
            fault >= 0
            and abs(self.x_of(fault) - x) <= REACH
            and y > self.frame.bottom() - 2 * REACH
        )
        turn = fault if meant else self.turn_at(x)
        names = enumerate(self.cast.seats)
        meanings = [f"{name}: {self._said.words(turn, seat)}" for seat, name in names]
        return "\n".join([self._turn_words(turn), *meanings])

    def _turn_words(self, turn: int) -> str:
        if not self._values.size:
            return ""
        names = enumerate(self.cast.seats)
        values = [f"{name} {self._said.number(turn, seat)}" for seat, name in names]
        said = f"{self.cast.turn_word} {turn}: {', '.join(values)}"
        return f"{said}\n{self._faults[turn]}" if turn in self._faults else said

    def _speak(self) -> None:
        text = self._turn_words(self._cursor)
        if text != self.accessibleDescription():
            self.setAccessibleDescription(text)

    def sizeHint(self) -> QSize:
        return QSize(
            480,
            theme.current().px(TITLE + BUBBLE + 170)
            + len(self.cast.agents) * theme.current().px(LANE)
            + self._axis(),
        )

    def minimumSizeHint(self) -> QSize:
        return QSize(320, theme.current().px(TITLE + BUBBLE + LEAST_PLOT) + self._axis())
