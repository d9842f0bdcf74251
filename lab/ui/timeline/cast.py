"""Who plays, as the timeline shows it, and the mark of a seat."""

from __future__ import annotations

from dataclasses import dataclass, field

from PySide6.QtCore import QPointF
from PySide6.QtGui import QPainter

from engines.scene import EventKind
from lab.ui.parts import theme
from lab.ui.parts.marks import Marks, marks_of, paint_glyph, paint_mark


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
