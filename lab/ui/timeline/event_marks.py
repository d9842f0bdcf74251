"""Event marks of the timeline: a shape for each kind of event, a badge with a count for several,
the lane that they are in, and their legend.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPen, QPolygonF

from lab.ui.parts import theme
from lab.ui.parts.marks import paint_mark
from lab.ui.parts.painted import put, text_width
from lab.ui.timeline.cast import Cast
from lab.ui.timeline.lanes import LaneMark


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
        painter.setFont(look.font(theme.AXIS, True))
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
    painter.setFont(look.font(theme.AXIS, True))
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
    put(painter, name, cast.agents[agent], theme.AXIS, "ink2")
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
    need += sum(text_width(word, theme.AXIS) + look.px(34) for _, word in entries)
    x = room.right()
    for shape, word in reversed(entries if need <= room.width() else []):
        wide = text_width(word, theme.AXIS)
        x -= wide
        put(painter, QRectF(x, room.top(), wide + 2, room.height()), word, theme.AXIS, "ink2")
        x -= look.px(13)
        centre = QPointF(x, room.top() + room.height() / 2)
        paint_shape(painter, shape, centre, "2" if shape == "number" else "")
        x -= look.px(21)
