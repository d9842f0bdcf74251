"""Which shape and hue each agent has: circle, square, triangle, diamond; beyond four hollow, in
four hues more.

A seat's first agent leads: two seats of one agent are a blue circle and a vermillion triangle, two
seats of two agents are blue and green against vermillion and purple. Shapes and hues go together,
so that a grey print still tells four agents apart.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen, QPolygonF

from lab.ui.parts.theme import HUES, Theme

SHAPES = ("circle", "square", "triangle", "diamond")  # the shape of each hue
LEADS = (0, 2, 1, 3)  # hues of the seats' first agents
PARTNER = {0: 1, 2: 3}  # the hue that a leader's second agent takes


@dataclass(frozen=True)
class AgentMark:
    """How one agent is drawn: its hue 0..7, and its shape, `hollow` where it is used a second
    time.
    """

    hue: int
    hollow: bool = False

    @property
    def shape(self) -> str:
        """The name of the shape."""
        return SHAPES[self.hue % HUES]


@dataclass(frozen=True)
class Marks:
    """The marks of a game's agents, by agent, and of its seats by their leaders."""

    agents: tuple[AgentMark, ...]
    leaders: tuple[int, ...]  # the first agent of each seat

    def agent(self, agent: int) -> AgentMark:
        """The mark of an agent; numbers beyond the game's wrap around."""
        return self.agents[agent % len(self.agents)]

    def colour(self, theme: Theme, agent: int) -> QColor:
        """The agent's hue."""
        return theme.colour(f"hue{self.agent(agent).hue}")

    def seat_colour(self, theme: Theme, seat: int) -> QColor:
        """The hue of the seat's leader."""
        return self.colour(theme, self.leaders[seat % len(self.leaders)])

    def role(self, theme: Theme, role: str) -> QColor:
        """The colour of a scene's role: "agent2", "seat0" or one of the theme's."""
        if role.startswith("agent"):
            return self.colour(theme, int(role[5:]))
        if role.startswith("seat"):
            return self.seat_colour(theme, int(role[4:]))
        return theme.colour(role)


@cache
def marks_of(owner: tuple[int, ...]) -> Marks:
    """The marks for a game whose agents belong to these seats (`game.owner`)."""
    leaders = tuple(owner.index(seat) for seat in range(max(owner) + 1))
    taken: dict[int, int] = {}
    for seat, agent in enumerate(leaders[:HUES]):
        taken[agent] = LEADS[seat]
    out: list[AgentMark] = []
    free = [h for h in range(HUES) if h not in taken.values()]
    extra = 0
    for agent, seat in enumerate(owner):
        if agent in taken:
            out.append(AgentMark(taken[agent]))
        elif free:
            wanted = PARTNER.get(LEADS[seat % HUES], free[0])
            hue = wanted if wanted in free else free[0]
            free.remove(hue)
            out.append(AgentMark(hue))
        else:
            out.append(AgentMark(HUES + LEADS[extra % HUES], hollow=True))
            extra += 1
    return Marks(tuple(out), leaders)


def shape_path(shape: str, centre: QPointF, size: float) -> QPainterPath:
    """A shape that looks as large as a square with sides of 0.82 `size`."""
    path = QPainterPath()
    x, y, half = centre.x(), centre.y(), size / 2
    if shape == "circle":
        path.addEllipse(centre, half * 0.92, half * 0.92)
    elif shape == "square":
        path.addRect(QRectF(x - half * 0.82, y - half * 0.82, size * 0.82, size * 0.82))
    elif shape == "triangle":
        path.addPolygon(
            QPolygonF(
                [
                    QPointF(x, y - half),
                    QPointF(x + half, y + half * 0.8),
                    QPointF(x - half, y + half * 0.8),
                ]
            )
        )
        path.closeSubpath()
    else:
        path.addPolygon(
            QPolygonF(
                [
                    QPointF(x, y - half * 1.12),
                    QPointF(x + half * 1.12, y),
                    QPointF(x, y + half * 1.12),
                    QPointF(x - half * 1.12, y),
                ]
            )
        )
        path.closeSubpath()
    return path


def paint_mark(
    painter: QPainter,
    mark: AgentMark,
    centre: QPointF,
    size: float,
    colour: QColor,
    inside: QColor | None = None,
) -> None:
    """Paints an agent's shape `size` pixels large; hollow marks are filled with `inside` if it is
    given.
    """
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    if mark.hollow or inside is not None:
        pen = QPen(colour, max(1.4, size / 9))
        pen.setJoinStyle(Qt.PenJoinStyle.MiterJoin)
        painter.setPen(pen)
        painter.setBrush(inside if inside is not None else Qt.BrushStyle.NoBrush)
        painter.drawPath(shape_path(mark.shape, centre, size - pen.widthF()))
        return
    painter.fillPath(shape_path(mark.shape, centre, size), colour)


def paint_glyph(
    painter: QPainter, kind: str, centre: QPointF, size: float, colour: QColor, width: float
) -> None:
    """Paints a board mark, "cross" or "ring", `size` pixels large."""
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(QPen(colour, width, Qt.PenStyle.SolidLine, Qt.PenCapStyle.FlatCap))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    half, x, y = size / 2, centre.x(), centre.y()
    if kind == "ring":
        painter.drawEllipse(centre, half, half)
        return
    half *= math.sqrt(0.9)
    painter.drawLine(QPointF(x - half, y - half), QPointF(x + half, y + half))
    painter.drawLine(QPointF(x - half, y + half), QPointF(x + half, y - half))


def paint_seat(
    painter: QPainter,
    marks: Marks,
    theme: Theme,
    seat: int,
    agents: Sequence[int],
    kind: str,
    rect: QRectF,
) -> float:
    """Paints a seat's marks from the left of `rect`: its board mark if it has one, else its agents'
    shapes. Returns the width used.
    """
    size = 11.0 * theme.scale
    y = rect.center().y()
    if kind:
        paint_glyph(
            painter,
            kind,
            QPointF(rect.left() + size / 2 + 1, y),
            size - 1,
            marks.seat_colour(theme, seat),
            2.0 * theme.scale,
        )
        return size + 3
    step = size * 2
    for i, agent in enumerate(agents):
        paint_mark(
            painter,
            marks.agent(agent),
            QPointF(rect.left() + size / 2 + i * step, y),
            size,
            marks.colour(theme, agent),
        )
    return step * (len(agents) - 1) + size


def seat_width(theme: Theme, agents: Sequence[int], kind: str) -> int:
    """The width that `paint_seat` needs, in pixels."""
    size = 11.0 * theme.scale
    return math.ceil(size + 3 if kind else size * 2 * (len(agents) - 1) + size)
