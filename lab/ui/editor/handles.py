"""What handles look like: a line from where they begin, a knob at their end, and the meaning of the
chosen one in a bubble.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPen

from engines.editing import Handle
from lab.ui.board.painter import ItemPainter
from lab.ui.parts import theme

NEAR = 11.0  # pixels within which a pointer is on a handle
KNOB, CHOSEN_KNOB = 4.0, 5.5  # radius, pixels at 100 %
FAINT = 0.5  # of handles of other groups
ROUND_IT = 1.45  # the ring round a chosen place, in its radius
OFF, PAD = 16.0, 7.0  # from the handle to its bubble; from the bubble's edge to its words


def paint_handles(brush: ItemPainter, handles: Sequence[Handle], part: str, group: str) -> None:
    """All handles; those of the chosen group in ink, the chosen one larger."""
    for handle in sorted(handles, key=lambda each: (each.group == group, each.part == part)):
        brush.painter.setOpacity(1.0 if handle.group == group else FAINT)
        if handle.radius:
            _paint_place(brush, handle, handle.part == part, handle.group == group)
        else:
            _paint_knob(brush, handle, handle.part == part)
    brush.painter.setOpacity(1.0)


def _paint_place(brush: ItemPainter, handle: Handle, chosen: bool, mine: bool) -> None:
    """A ring round a place, if it or its group is the chosen one."""
    if not chosen and (not mine or handle.turn == ""):
        return
    brush.painter.setPen(QPen(brush.theme.colour("ink"), (2.0 if chosen else 1.0) * brush.unit))
    brush.painter.setBrush(Qt.BrushStyle.NoBrush)
    radius = (ROUND_IT if handle.turn else 1.12) * handle.radius * brush.view.scale
    brush.painter.drawEllipse(brush.view.point(handle.x, handle.y), radius, radius)


def _paint_knob(brush: ItemPainter, handle: Handle, chosen: bool) -> None:
    painter, look = brush.painter, brush.theme
    at, radius = (
        brush.view.point(handle.x, handle.y),
        (CHOSEN_KNOB if chosen else KNOB) * brush.unit,
    )
    if handle.origin is not None:
        foot = brush.view.point(*handle.origin)
        away = at - foot
        length = math.hypot(away.x(), away.y())
        painter.setPen(QPen(look.colour("ink"), (2.0 if chosen else 1.2) * brush.unit))
        if length > radius:
            painter.drawLine(foot, at - away * (radius / length))
    painter.setPen(QPen(look.colour("mark_edge" if handle.round else "ink"), 1.6 * brush.unit))
    painter.setBrush(look.colour("mark" if handle.round else "field"))
    painter.drawEllipse(at, radius, radius)


def paint_words(brush: ItemPainter, handle: Handle, within: QRectF) -> None:
    """What the chosen handle means where it is, in a bubble beside it."""
    painter, unit = brush.painter, brush.unit
    painter.setFont(brush.theme.font(theme.TABLE))
    wide = painter.fontMetrics().horizontalAdvance(handle.words) + 2 * PAD * unit
    high = painter.fontMetrics().height() + PAD * unit
    at = brush.view.point(handle.x, handle.y)
    aside = OFF * unit + (ROUND_IT * handle.radius * brush.view.scale)
    box = QRectF(at.x() + aside, at.y() - high - OFF * unit / 2, wide, high)
    if box.right() > within.right():
        box.moveRight(at.x() - aside)
    box.moveTop(max(within.top(), min(box.top(), within.bottom() - high)))
    box.moveLeft(max(within.left(), box.left()))
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(brush.theme.colour("accent"))
    painter.drawRoundedRect(box, 4 * unit, 4 * unit)
    painter.setPen(brush.theme.colour("on_accent"))
    painter.drawText(box.translated(QPointF(0, 0)), Qt.AlignmentFlag.AlignCenter, handle.words)
