"""Paints the lines of a match: connectors, stones, marks, comments, and the turn on show."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen

from lab.match.history import Stone
from lab.ui.parts import theme
from lab.ui.parts.marks import Marks, marks_of, paint_mark
from lab.ui.parts.painted import put, text_width
from lab.ui.timeline.branch_layout import DOT, STONE, TITLE, BranchLayout
from lab.words.brief import brief

MARGIN = 12  # pixels at 100 %


@dataclass(frozen=True)
class BranchLook:
    """What is marked in the lines."""

    marks: Marks = field(default_factory=lambda: marks_of((0, 1)))
    # per agent: the board mark "cross" or "ring", "" for the agent's own shape
    kinds: tuple[str, ...] = ()
    number: int = 0  # of the turn on show
    path: frozenset[int] = frozenset()  # the turns on the board
    mistakes: Collection[int] = ()

    def is_round(self, agent: int) -> bool:
        """Whether an agent's stones are circles; the others' are rounded squares."""
        kind = self.kinds[agent] if 0 <= agent < len(self.kinds) else ""
        return agent < 0 or (kind or self.marks.agent(agent).shape) in ("ring", "circle")


def paint_lines(painter: QPainter, layout: BranchLayout, look: BranchLook) -> None:
    """Everything below the title."""
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    sheet = QRectF(0, 0, layout.width, layout.scale * layout.height)
    painter.save()
    painter.setClipRect(sheet)
    _paint_turns(painter, layout)
    for row in reversed(layout.shown):
        _paint_connector(painter, layout, look, row)
    for row in layout.shown:
        for stone in layout.lines.rows[row].stones:
            if -layout.pitch < layout.x(stone.turn) < layout.width + layout.pitch:
                _paint_stone(painter, layout, look, row, stone)
        _paint_name(painter, layout, row)
    painter.restore()


def _paint_turns(painter: QPainter, layout: BranchLayout) -> None:
    """Every fifth turn's number above the main line; every tenth where stones are small."""
    every = 5 if layout.pitch >= 20 * layout.scale else 10
    top = layout.scale * (TITLE - 17)
    for turn in range(every, layout.turns + 1, every):
        x, wide = layout.x(turn), 40 * layout.scale
        if x > 0:
            painter.setFont(theme.current().font(theme.AXIS))
            painter.setPen(theme.current().colour("ink3"))
            box = QRectF(x - wide / 2, top, wide, 15 * layout.scale)
            painter.drawText(box, Qt.AlignmentFlag.AlignCenter, str(turn))


def _pen(layout: BranchLayout, on_board: bool) -> QPen:
    look = theme.current()
    role, wide = ("mark_edge", 2.0) if on_board else ("edge", 1.0)
    return QPen(look.colour(role), wide * layout.scale)


def _paint_connector(painter: QPainter, layout: BranchLayout, look: BranchLook, row: int) -> None:
    """A line through the row's stones, from its fork in the row that it leaves. The part on the
    board is painted over the rest.
    """
    line, y = layout.lines.rows[row], layout.y(row)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    last = line.fork + len(line.stones)
    on_board = line.fork + sum(1 for stone in line.stones if stone.number in look.path)
    for end, bold in ((last, False), (on_board, True)):
        if end > line.fork and len(layout.lines.rows) > 0:
            painter.setPen(_pen(layout, bold and len(layout.lines.rows) > 1))
            painter.drawPath(_way(layout, row, y, end))


def _way(layout: BranchLayout, row: int, y: float, end: int) -> QPainterPath:
    line, bend = layout.lines.rows[row], 8 * layout.scale
    x = layout.x(line.fork)
    way = QPainterPath(QPointF(x, y))
    if row:
        way = QPainterPath(QPointF(x, layout.y(line.of)))
        way.lineTo(x, y - bend)
        way.lineTo(x + bend, y)
    way.lineTo(layout.x(end), y)
    return way


def _paint_stone(
    painter: QPainter, layout: BranchLayout, look: BranchLook, row: int, stone: Stone
) -> None:
    sheet, scale = theme.current(), layout.scale
    at, shown = QPointF(layout.x(stone.turn), layout.y(row)), stone.number == look.number
    words = brief(stone.words) if stone.agent >= 0 and layout.has_words else ""
    if shown:
        _paint_here(painter, at, scale, bool(words) or layout.has_words)
    hue = look.marks.colour(sheet, stone.agent) if stone.agent >= 0 else sheet.colour("ink2")
    inside = sheet.colour("mark" if shown else "panel")
    if layout.has_words:
        _paint_ring(painter, at, STONE * scale, hue, inside, look.is_round(stone.agent))
        _paint_words(painter, at, scale, words, shown)
    elif stone.agent >= 0:
        mark = look.marks.agent(stone.agent)
        paint_mark(painter, mark, at, DOT * scale, hue)
    else:
        size = DOT * scale
        _paint_ring(painter, at, size, sheet.colour("mark_edge") if shown else hue, inside, True)
    _paint_remarks(painter, at, scale, layout.has_words, stone, stone.number in look.mistakes)


def _paint_here(painter: QPainter, at: QPointF, scale: float, wide: bool) -> None:
    """The frame around the turn on show."""
    half = (14 if wide else 9) * scale
    painter.setPen(QPen(theme.current().colour("mark_edge"), 1.6 * scale))
    painter.setBrush(theme.current().colour("mark"))
    frame = QRectF(at.x() - half, at.y() - half, 2 * half, 2 * half)
    painter.drawRoundedRect(frame, 3 * scale, 3 * scale)


def _paint_ring(
    painter: QPainter, at: QPointF, size: float, hue: QColor, inside: QColor, round_one: bool
) -> None:
    """A circle, or a rounded square for agents whose mark is none."""
    box = QRectF(at.x() - size / 2, at.y() - size / 2, size, size)
    painter.setPen(QPen(hue, max(1.4, size / 13)))
    painter.setBrush(inside)
    corner = size / 2 if round_one else size / 5
    painter.drawRoundedRect(box, corner, corner)


def _paint_words(painter: QPainter, at: QPointF, scale: float, words: str, bold: bool) -> None:
    sheet = theme.current()
    size = theme.AXIS if text_width(words, theme.AXIS, bold) <= (STONE - 3) * scale else 9
    painter.setFont(sheet.font(size, bold))
    painter.setPen(sheet.colour("ink"))
    half = STONE * scale
    box = QRectF(at.x() - half, at.y() - half, 2 * half, 2 * half)
    painter.drawText(box, Qt.AlignmentFlag.AlignCenter, words)


def _paint_remarks(
    painter: QPainter, at: QPointF, scale: float, large: bool, stone: Stone, mistake: bool
) -> None:
    """A ring for a mistake, a person's mark above at the right, a bubble for a comment below."""
    sheet, reach = theme.current(), (STONE if large else 2 * DOT) * scale / 2
    if mistake:
        painter.setPen(QPen(sheet.colour("error"), 1.8 * scale))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        ring = ((STONE if large else DOT) / 2 + 3) * scale
        painter.drawEllipse(at, ring, ring)
    if stone.note.mark:
        wide = text_width(stone.note.mark, theme.AXIS, True) + 3 * scale
        box = QRectF(at.x() + reach - 5 * scale, at.y() - reach - 6 * scale, wide, 12 * scale)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(sheet.colour("panel"))
        painter.drawRoundedRect(box, 3 * scale, 3 * scale)
        painter.setFont(sheet.font(theme.AXIS, True))
        painter.setPen(sheet.colour("error" if "?" in stone.note.mark else "ok"))
        painter.drawText(box, Qt.AlignmentFlag.AlignCenter, stone.note.mark)
    if stone.note.text:
        _paint_bubble(painter, QPointF(at.x(), at.y() + reach + 2 * scale), scale)


def _paint_bubble(painter: QPainter, at: QPointF, scale: float) -> None:
    """A small speech bubble around a pixel, its tip above."""
    sheet = theme.current()
    shape = QPainterPath()
    shape.addRoundedRect(
        QRectF(at.x() - 5.5 * scale, at.y() - 3 * scale, 11 * scale, 7 * scale), 2, 2
    )
    painter.setPen(QPen(sheet.colour("ink2"), 1.2 * scale))
    painter.setBrush(sheet.colour("panel"))
    painter.drawPath(shape)
    for x in (-2.5, 0.0, 2.5):
        painter.drawPoint(QPointF(at.x() + x * scale, at.y() + 0.5 * scale))


def _paint_name(painter: QPainter, layout: BranchLayout, row: int) -> None:
    """A branch's letter or name, after its last stone; at the end of the row where that is not in
    sight.
    """
    name = layout.lines.rows[row].name
    if name:
        box = name_box(layout, row)
        back = box.adjusted(-4 * layout.scale, 0, layout.scale * MARGIN, 0)
        painter.fillRect(back, theme.current().colour("panel"))
        put(painter, box, name, theme.TABLE, bold=True)


def name_box(layout: BranchLayout, row: int) -> QRectF:
    """Where a branch's name is."""
    line, scale = layout.lines.rows[row], layout.scale
    wide, right = text_width(line.name, theme.TABLE, True) + 2, layout.width - scale * MARGIN
    x = layout.x(line.fork + len(line.stones)) + 17 * scale
    x = max(scale * MARGIN, min(x, right - wide))
    return QRectF(x, layout.y(row) - 10 * scale, right - x, 20 * scale)
