"""Where things are on the timeline's x axis, the event marks, those that are close merged into one
with a count, who plays, and the numbers behind all of it.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPen, QPolygonF

from engines.scene import Event, EventKind
from lab.ui.parts import theme
from lab.ui.parts.chart.data import ChartData, DataCell
from lab.ui.parts.marks import Marks, marks_of, paint_glyph, paint_mark
from lab.ui.parts.painted import put, text_width
from lab.words import numerals
from lab.words.values import TITLES, ValueTrack
from search.base import Floats


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


def paint_seat(
    painter: QPainter,
    marks: Marks,
    kinds: tuple[str, ...],
    seat: int,
    at: QPointF,
    size: float = 9.0,
) -> None:
    """A seat's board mark, or the shape of its leader, around a pixel."""
    look = theme.current()
    colour, size = marks.seat_colour(look, seat), size * look.scale
    kind = kinds[seat] if seat < len(kinds) else ""
    if kind:
        paint_glyph(painter, kind, at, size, colour, 2.0)
    else:
        leader = marks.leaders[seat % len(marks.leaders)]
        paint_mark(painter, marks.agent(leader), at, size, colour)


MERGE = 12.0  # pixels: marks closer than this become one
STEP = 20  # turns by which the axis grows


@dataclass(frozen=True)
class LaneMark:
    """One mark in a lane: the turn of its first event, and all its events with their
    turns.
    """

    turn: int
    events: tuple[tuple[int, Event], ...]

    @property
    def first(self) -> Event:
        """The event that gives a single mark its shape."""
        return self.events[0][1]

    def text(self, word: str) -> str:
        """The events in words, one a line, for a tooltip."""
        return "\n".join(f"{word} {turn}: {event.text}" for turn, event in self.events)


def last_turn(turns: int, longest: int) -> int:
    """Where the axis ends: in steps of 20 turns, so that it does not creep, and at least at 60, but
    not beyond the longest match.
    """
    return min(max(3 * STEP, math.ceil(turns / STEP) * STEP), max(1, turns, longest))


def ticks(low: float, high: float, width: float, apart: float) -> list[int]:
    """Round turns from `low` to `high` that are at least `apart` pixels from one another."""
    step = max(1, round(numerals.nice_step(high - low, max(1, int(width / apart)))))
    return list(range(math.ceil(low / step) * step, math.floor(high) + 1, step))


def last_known(curve: Floats) -> float:
    """The last number of a curve [T] that has gaps; 0 where it has none."""
    known = curve[np.isfinite(curve)]
    return float(known[-1]) if known.size else 0.0


def merged(events: Sequence[tuple[int, Event]], pixels_a_turn: float) -> list[LaneMark]:
    """The marks of one lane, from its events in order of turns."""
    groups: list[list[tuple[int, Event]]] = []
    for turn, event in events:
        if groups and (turn - groups[-1][0][0]) * pixels_a_turn < MERGE:
            groups[-1].append((turn, event))
        else:
            groups.append([(turn, event)])
    return [LaneMark(g[0][0], tuple(g)) for g in groups]


def apart(wanted: Sequence[float], least: float, low: float, high: float) -> list[float]:
    """Positions near the wanted ones, in the same order, at least `least` apart and between `low`
    and `high` as far as there is room.
    """
    order = sorted(range(len(wanted)), key=lambda i: wanted[i])
    out = [min(max(w, low), high) for w in wanted]
    for before, after in pairwise(order):
        out[after] = max(out[after], out[before] + least)
    excess = max(0.0, out[order[-1]] - high) if order else 0.0
    if excess:
        out[order[-1]] = high
        for after, before in pairwise(reversed(order)):
            out[before] = min(out[before], out[after] - least)
    return out


def values_data(
    title: str,
    cast: Cast,
    tracks: Sequence[ValueTrack],
    lanes: Sequence[Sequence[tuple[int, Event]]],
) -> ChartData:
    """A row for each turn: every seat's value in the unit that its column names, and the events of
    all lanes.
    """
    turns = tracks[0].numbers.size
    said: dict[int, list[str]] = {turn: [] for turn in range(turns)}
    for turn, event in (each for lane in lanes for each in lane):
        said.setdefault(turn, []).append(event.text)
    rows: list[tuple[DataCell, ...]] = [
        (float(t), *(float(track.numbers[t]) for track in tracks), "; ".join(said[t]))
        for t in range(turns)
    ]
    units = [TITLES[track.kind] for track in tracks]
    heads = [f"{name}: {unit}" for name, unit in zip(cast.seats, units, strict=True)]
    return ChartData(title, (cast.turn_word, *heads, "events"), tuple(rows))


def paint_shape(painter: QPainter, shape: str, centre: QPointF, text: str = "") -> None:
    """One event mark: "number" (a ring round `text`), "cross", "hexagon", "up", "dot", or "fault"
    in the colour of errors.
    """
    look = theme.current()
    size, ink = look.scale, look.colour("ink2")
    painter.setBrush(Qt.BrushStyle.NoBrush)
    if shape == "number":
        painter.setPen(QPen(look.colour("ink2"), 1.1 * size))
        painter.setBrush(look.colour("panel"))
        painter.drawEllipse(centre, 6.5 * size, 6.5 * size)
        painter.setFont(look.font(theme.TABLE, True))
        painter.setPen(look.colour("ink"))
        painter.drawText(
            QRectF(centre.x() - 9, centre.y() - 9, 18, 18), Qt.AlignmentFlag.AlignCenter, text
        )
    elif shape in ("cross", "fault"):
        painter.setPen(QPen(look.colour("error") if shape == "fault" else ink, 1.6 * size))
        reach = 4 * size
        for side in (1, -1):
            painter.drawLine(
                centre + QPointF(-reach, -reach * side), centre + QPointF(reach, reach * side)
            )
    else:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(ink)
        _paint_filled(painter, shape, centre, size)


def _paint_filled(painter: QPainter, shape: str, centre: QPointF, size: float) -> None:
    if shape == "hexagon":
        angles = [math.pi / 6 + i * math.pi / 3 for i in range(6)]
        painter.drawPolygon(
            QPolygonF([centre + QPointF(math.cos(a), math.sin(a)) * 5.5 * size for a in angles])
        )
    elif shape == "up":
        painter.drawPolygon(
            QPolygonF(
                [
                    centre + QPointF(0, -4) * size,
                    centre + QPointF(4, 3.5) * size,
                    centre + QPointF(-4, 3.5) * size,
                ]
            )
        )
    else:
        painter.drawEllipse(centre, 3 * size, 3 * size)


def paint_count(painter: QPainter, centre: QPointF, count: int) -> None:
    """Several events in one mark: their count in a filled badge."""
    look = theme.current()
    text = f"×{count}" if count < 10 else "×+"  # not to be taken for an event's number
    box = QRectF(0, 0, 19 * look.scale, 13 * look.scale)
    box.moveCenter(centre)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(look.colour("ink2"))
    painter.drawRoundedRect(box, 3, 3)
    painter.setFont(look.font(theme.TABLE, True))
    painter.setPen(look.colour("panel"))
    painter.drawText(box, Qt.AlignmentFlag.AlignCenter, text)


def paint_lane(
    painter: QPainter, cast: Cast, agent: int, lane: QRectF, marks: Sequence[tuple[float, LaneMark]]
) -> None:
    """An agent's lane: its mark and name at the left, and the marks of its events at their
    pixels.
    """
    look, middle = theme.current(), lane.top() + lane.height() / 2
    painter.fillRect(
        QRectF(lane.left(), round(lane.bottom()) - 1, lane.width(), 1), look.colour("line")
    )
    colour, spot = cast.marks.colour(look, agent), QPointF(look.px(24), middle)
    paint_mark(painter, cast.marks.agent(agent), spot, 9 * look.scale, colour)
    name = QRectF(look.px(34), lane.top(), lane.left() - look.px(34), lane.height())
    put(painter, name, cast.agents[agent], theme.TABLE, "ink2")
    shapes = {k.kind: k.shape for k in cast.events}
    for x, mark in marks:
        centre = QPointF(x, middle)
        if len(mark.events) > 1:
            paint_count(painter, centre, len(mark.events))
        else:
            paint_shape(painter, shapes.get(mark.first.kind, "dot"), centre, mark.first.label)


def paint_legend(
    painter: QPainter, room: QRectF, title: str, entries: Sequence[tuple[str, str]]
) -> None:
    """The timeline's title and, at the right where there is room for all, shapes and what they
    mean.
    """
    look = theme.current()
    put(painter, room, title, bold=True)
    need = text_width(title, theme.TABLE, True) + look.px(12)
    need += sum(text_width(word, theme.TABLE) + look.px(34) for _, word in entries)
    x = room.right()
    for shape, word in reversed(entries if need <= room.width() else []):
        wide = text_width(word, theme.TABLE)
        x -= wide
        put(painter, QRectF(x, room.top(), wide + 2, room.height()), word, theme.TABLE, "ink2")
        x -= look.px(13)
        centre = QPointF(x, room.top() + room.height() / 2)
        paint_shape(painter, shape, centre, "2" if shape == "number" else "")
        x -= look.px(21)
