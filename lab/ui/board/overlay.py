"""What is drawn over a Scene: where agents have been, where searches expect them, thoughts in
cells, aims and orders, arrows to agents outside the picture.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPen, QPolygonF

from engines.scene import AnyItem, Mark, Point, Target
from lab.ui.board.painter import ItemPainter, Viewport
from lab.ui.parts.marks import paint_mark
from lab.ui.parts.theme import TABLE, TITLE, current
from lab.words.numerals import percent

PREDICTED = "predicted"  # the principal variation of the search that moves the agent
BRANCH = "branch"  # where another root action would lead
SELECTED = "selected"  # where the selected action would lead
EXPECTED = "expected"  # where the other seat's search expects the agent

ORDER = (BRANCH, PREDICTED, SELECTED, EXPECTED)
SLIM = 0.1  # largest distance of a frame from the edge of its cell, as a share of the cell
SMALLEST_CELL = 44.0  # pixels; smaller cells show no thoughts
TRAIL_ALPHA, BRANCH_ALPHA, FAINT_ALPHA = 0.45, 0.65, 0.6


@dataclass(frozen=True)
class Path:
    """A line ahead of an agent: `points` in world units, the first where it is, then one per
    turn.

    `action` is the index of the root action that a BRANCH or SELECTED path begins with.
    """

    agent: int
    points: tuple[Point, ...]
    kind: str = PREDICTED
    action: int = -1


@dataclass(frozen=True)
class Wake:
    """Where an agent has been: world points, oldest first."""

    agent: int
    points: tuple[Point, ...]


@dataclass(frozen=True)
class Aim:
    """Where a person aims an agent: from `start` to `end`, world units, with the dial in
    words.
    """

    agent: int
    start: Point
    end: Point
    text: str = ""


def split(items: Sequence[AnyItem]) -> int:
    """The index of the first agent with a ring among the items: the paths ahead of agents are drawn
    below it.
    """
    return next(
        (i for i, item in enumerate(items) if isinstance(item, Mark) and item.radius > 0),
        len(items),
    )


def paint_wakes(brush: ItemPainter, wakes: Iterable[Wake]) -> None:
    """Thin pale lines behind the agents."""
    painter = brush.painter
    # cosmetic widths are counted in the screen's own pixels
    ratio = painter.device().devicePixelRatio()
    painter.save()
    painter.setTransform(brush.view.transform, True)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setOpacity(TRAIL_ALPHA)
    for wake in wakes:
        painter.setPen(_cosmetic(brush.marks.colour(brush.theme, wake.agent), brush.unit * ratio))
        painter.drawPolyline(QPolygonF([QPointF(x, y) for x, y in wake.points]))
    painter.restore()


def paint_paths(brush: ItemPainter, paths: Iterable[Path]) -> None:
    """Paths ahead, the selected one on a band, others fainter next to it."""
    paths = [p for p in paths if len(p.points) > 1]
    chosen = {p.agent for p in paths if p.kind == SELECTED}
    for kind in ORDER:
        for path in paths:
            if path.kind == kind:
                brush.painter.setOpacity(
                    FAINT_ALPHA
                    if chosen and path.agent not in chosen and kind == PREDICTED
                    else 1.0
                )
                _paint_path(brush, path)
    brush.painter.setOpacity(1.0)


def preview(path: Path) -> Path:
    """A path under the pointer, redrawn so that it stands out without a band."""
    return replace(path, kind=PREDICTED) if path.kind == BRANCH else path


def _paint_path(brush: ItemPainter, path: Path) -> None:
    painter, unit = brush.painter, brush.unit
    colour = brush.marks.colour(brush.theme, path.agent)
    line = QPolygonF([brush.view.point(x, y) for x, y in path.points])
    painter.setBrush(Qt.BrushStyle.NoBrush)
    if path.kind == EXPECTED:
        pen = QPen(brush.theme.colour("ink"), unit)
        pen.setDashPattern([5, 4])
        painter.setPen(pen)
        painter.drawPolyline(line)
    elif path.kind == BRANCH:
        painter.setOpacity(painter.opacity() * BRANCH_ALPHA)
        painter.setPen(QPen(colour, unit))
        painter.drawPolyline(line)
    else:
        _paint_ahead(brush, path, line, colour)


def _paint_ahead(brush: ItemPainter, path: Path, line: QPolygonF, colour: QColor) -> None:
    """A line of width 2 with a dot per turn and a hollow mark at its end; SELECTED is on a band
    and has hollow dots.
    """
    painter, unit, field = brush.painter, brush.unit, brush.theme.colour("field")
    if path.kind == SELECTED:
        band = QPen(brush.theme.colour("mark"), 9 * unit)
        band.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
        painter.setPen(band)
        painter.drawPolyline(line)
    pen = QPen(colour, 2 * unit)
    pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
    painter.setPen(pen)
    painter.drawPolyline(line)
    dots = QPolygonF(line.toList()[1:-1])
    painter.setPen(_dot(colour, (6.4 if path.kind == SELECTED else 4.4) * unit))
    painter.drawPoints(dots)
    if path.kind == SELECTED:
        painter.setPen(_dot(field, 3.6 * unit))
        painter.drawPoints(dots)
    paint_mark(
        painter, brush.marks.agent(path.agent), line.at(line.size() - 1), 10 * unit, colour, field
    )


def _dot(colour: QColor, across: float) -> QPen:
    """A pen whose points are round dots: one call paints them all."""
    return QPen(colour, across, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap)


def _cosmetic(colour: QColor, width: float) -> QPen:
    pen = QPen(colour, width)
    pen.setCosmetic(True)
    return pen


def paint_rings(brush: ItemPainter, items: Iterable[AnyItem], agent: int | None) -> None:
    """The ring in ink round a selected agent."""
    brush.painter.setPen(QPen(brush.theme.colour("ink"), 1.6 * brush.unit))
    brush.painter.setBrush(Qt.BrushStyle.NoBrush)
    for item in items:
        if isinstance(item, Mark) and item.radius > 0 and item.agent == agent:
            radius = max(1.8 * item.radius * brush.view.scale, 12 * brush.unit)
            brush.painter.drawEllipse(brush.view.point(item.x, item.y), radius, radius)


def paint_open(brush: ItemPainter, targets: Iterable[Target]) -> None:
    """Where a person may move: a dot in an empty cell, a frame round an occupied one."""
    for target in targets:
        if target.taken:
            _frame_cell(brush, target, "ink3", 1.0, 2.0)
        else:
            brush.painter.setPen(_dot(brush.theme.colour("ink3"), 4 * brush.unit))
            brush.painter.drawPoint(brush.view.point(*target.middle))


def paint_held(brush: ItemPainter, held: Sequence[Target], targets: Iterable[Target]) -> None:
    """The cells of a move that were chosen, and lit: those that can be next."""
    for target in targets if held else ():
        if target.taken:
            _frame_cell(brush, target, "mark_edge", 3.0, 1.0)
        else:
            _mark_cell(brush, brush.view.rect(target.x, target.y, target.w, target.h))
    for target in held:
        _frame_cell(brush, target, "ink", 2.0, 1.0)


def has_room(view: Viewport, target: Target) -> bool:
    """Whether a cell is large enough for its share of visits."""
    box = view.rect(target.x, target.y, target.w, target.h)
    return min(box.width(), box.height()) >= SMALLEST_CELL * current().scale


def paint_thoughts(
    brush: ItemPainter, targets: Iterable[Target], shares: Mapping[int, float], chosen: int | None
) -> None:
    """Shares of visits written into cells, the largest bold, the chosen cell in mark; nothing where
    cells are too small.
    """
    best = max(shares, key=lambda a: shares[a], default=None)
    for target in targets:
        box = brush.view.rect(target.x, target.y, target.w, target.h)
        if target.action == chosen and target.taken:  # the cell's content stays readable
            _frame_cell(brush, target, "mark_edge", 3.0, 1.0)
        elif target.action == chosen:
            _mark_cell(brush, box)
        share = shares.get(target.action)
        if share is not None and has_room(brush.view, target):
            paint = _paint_badge if target.taken else _paint_share
            paint(
                brush,
                box,
                share,
                bold=target.action in (best, chosen),
                marked=target.action == chosen,
            )


def _mark_cell(brush: ItemPainter, box: QRectF) -> None:
    inset = 3.0 * brush.unit
    brush.painter.setPen(QPen(brush.theme.colour("mark_edge"), 1.4 * brush.unit))
    brush.painter.setBrush(brush.theme.colour("mark"))
    brush.painter.drawRoundedRect(
        box.adjusted(inset, inset, -inset, -inset), 3 * brush.unit, 3 * brush.unit
    )


def _paint_badge(brush: ItemPainter, box: QRectF, share: float, bold: bool, marked: bool) -> None:
    """The share on a plate at the lower edge of a card, inside it, so that it is clear whose share
    it is.
    """
    painter, theme, text = brush.painter, brush.theme, percent(share)
    painter.setFont(theme.font(TABLE, bold))
    wide, high = painter.fontMetrics().horizontalAdvance(text) + 8 * brush.unit, 14 * brush.unit
    plate = QRectF(
        round(box.center().x() - wide / 2),
        round(box.bottom() - high - brush.unit),
        round(wide),
        round(high),
    )
    painter.setPen(QPen(theme.colour("mark_edge" if marked else "line2"), brush.unit))
    painter.setBrush(theme.colour("mark" if marked else "field"))
    painter.drawRoundedRect(plate, high / 2, high / 2)
    painter.setPen(theme.colour("ink"))
    brush.words(plate.center(), text)


def _paint_share(brush: ItemPainter, box: QRectF, share: float, bold: bool, marked: bool) -> None:
    painter, theme = brush.painter, brush.theme
    painter.setPen(theme.colour("ink"))
    painter.setFont(theme.font(TABLE, bold))
    middle = box.center()
    brush.words(middle - QPointF(0, 5 * brush.unit), percent(share))
    width, height = round(min(0.6 * box.width(), 48 * brush.unit)), round(3.0 * brush.unit)
    bar = QRectF(round(middle.x() - width / 2), round(middle.y() + 8 * brush.unit), width, height)
    painter.fillRect(bar, theme.colour("control" if marked else "track"))
    bar.setWidth(max(1.0, round(width * share)))
    painter.fillRect(bar, theme.colour("ink2"))


def paint_cell(
    brush: ItemPainter, target: Target, role: str, width: float, inset: float = 1.0
) -> None:
    """The cell under the pointer or the keyboard's cursor: a frame inside the cell, and the way
    its action goes.
    """
    _frame_cell(brush, target, role, width, inset)
    if len(target.way) > 1:
        line = QPolygonF([brush.view.point(x, y) for x, y in target.way])
        brush.painter.setPen(QPen(brush.theme.colour("ink"), 2 * brush.unit))
        brush.painter.drawPolyline(line)
        brush.painter.setPen(_dot(brush.theme.colour("ink"), 8 * brush.unit))
        brush.painter.drawPoint(line.at(line.size() - 1))


def _frame_cell(brush: ItemPainter, target: Target, role: str, width: float, inset: float) -> None:
    box = brush.view.rect(target.x, target.y, target.w, target.h)
    # low cells, such as buttons, have no room for a frame inside their own
    edge = min((inset + width / 2) * brush.unit, SLIM * min(box.width(), box.height()))
    brush.painter.setPen(QPen(brush.theme.colour(role), width * brush.unit))
    brush.painter.setBrush(Qt.BrushStyle.NoBrush)
    brush.painter.drawRoundedRect(
        box.adjusted(edge, edge, -edge, -edge), 2 * brush.unit, 2 * brush.unit
    )


def paint_aim(brush: ItemPainter, aim: Aim) -> None:
    """A dashed line from an agent to the pointer, a cross hair there, and the dial in words."""
    painter, unit = brush.painter, brush.unit
    start, end = brush.view.point(*aim.start), brush.view.point(*aim.end)
    pen = QPen(brush.marks.colour(brush.theme, aim.agent), 1.4 * unit)
    pen.setDashPattern([4, 3])
    painter.setPen(pen)
    painter.drawLine(start, end)
    painter.setPen(QPen(brush.theme.colour("ink"), unit))
    for dx, dy in ((6.0, 0.0), (0.0, 6.0)):
        step = QPointF(dx, dy) * unit
        painter.drawLine(end - step, end + step)
    if aim.text:
        painter.setFont(brush.theme.font(TABLE, True))
        brush.words(end + QPointF(0, -8 * unit), aim.text, "above")


def paint_order(brush: ItemPainter, order: Aim) -> None:
    """An order already given: a line to its target, a dot there, and the order in words."""
    painter, unit = brush.painter, brush.unit
    start, end = brush.view.point(*order.start), brush.view.point(*order.end)
    colour = brush.marks.colour(brush.theme, order.agent)
    painter.setPen(QPen(colour, 2 * unit))
    painter.drawLine(start, end)
    painter.setPen(_dot(colour, 9 * unit))
    painter.drawPoint(end)
    if order.text:
        painter.setPen(brush.theme.colour("ink"))
        painter.setFont(brush.theme.font(TABLE, True))
        brush.words(end + QPointF(0, -8 * unit), order.text, "above")


def paint_strays(brush: ItemPainter, items: Iterable[AnyItem]) -> None:
    """For each agent outside the picture, its mark at the edge and an arrow that points to it."""
    unit = brush.unit
    inset = 16 * unit
    edge = brush.view.frame.adjusted(inset, inset, -inset, -inset)
    for item in items:
        if not isinstance(item, Mark) or item.radius <= 0:
            continue
        place = brush.view.point(item.x, item.y)
        if brush.view.frame.contains(place):
            continue
        at = QPointF(
            min(max(place.x(), edge.left()), edge.right()),
            min(max(place.y(), edge.top()), edge.bottom()),
        )
        _paint_arrow(brush, item.agent, at, place)


def _paint_arrow(brush: ItemPainter, agent: int, at: QPointF, towards: QPointF) -> None:
    """A mark at `at` with an arrow head on the side of `towards`."""
    painter, unit = brush.painter, brush.unit
    colour = brush.marks.colour(brush.theme, agent)
    away = math.atan2(towards.y() - at.y(), towards.x() - at.x())
    tip, wing = 14 * unit, 9 * unit
    corners = [
        at + QPointF(r * math.cos(away + turn), r * math.sin(away + turn))
        for r, turn in ((tip, 0.0), (wing, 0.6), (wing, -0.6))
    ]
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(colour)
    painter.drawPolygon(QPolygonF(corners))
    paint_mark(painter, brush.marks.agent(agent), at, 10 * unit, colour)


def paint_veil(brush: ItemPainter, text: str) -> None:
    """A veil over the board, and what is awaited, in its middle."""
    veil = QColor(brush.theme.colour("panel"))
    veil.setAlphaF(0.8)
    brush.painter.fillRect(brush.view.frame, veil)
    brush.painter.setPen(brush.theme.colour("ink"))
    brush.painter.setFont(brush.theme.font(TITLE, True))
    brush.words(brush.view.frame.center(), text)


def paint_focus(brush: ItemPainter) -> None:
    """The frame of a board that has the keyboard."""
    brush.painter.setPen(QPen(brush.theme.colour("ink"), 2))
    brush.painter.setBrush(Qt.BrushStyle.NoBrush)
    brush.painter.drawRect(brush.view.frame)
