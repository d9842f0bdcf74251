"""The lines of a match as a picture: where the stones are, turns from left to right, the main line
on top, one row per branch; which turn is next to which; and connectors, stones, marks, comments
and the turn on show.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass, field

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen

from lab.match.history import MatchLines, Stone, StoneLine
from lab.match.turn_tree import START
from lab.ui.parts import theme
from lab.ui.parts.marks import Marks, marks_of, paint_mark
from lab.ui.parts.painted import put, text_width
from lab.words.brief import brief

FOLDED, UNFOLDED = 6, 12  # rows on show
LEFT, RIGHT, TITLE, ROW, FOOT = 26, 64, 44, 30, 6  # pixels at 100 %
STONE, DOT = 20, 9  # diameters
WIDE, NARROW = 34, 28  # between two stones
DOTS_WIDE, DOTS_NARROW = 26, 12  # likewise, without words


@dataclass(frozen=True)
class BranchLayout:
    """A layout `width` pixels wide at a text scale, with room for `rows` rows while it is folded,
    else for `more`. `first` is the turn at the left end, `top` the first branch on show.
    """

    lines: MatchLines
    width: int
    scale: float
    folded: bool = True
    rows: int = FOLDED
    more: int = UNFOLDED
    first: float = 0.0
    top: int = 1

    @property
    def has_words(self) -> bool:
        """Whether stones have words: what one agent played."""
        return any(s.agent >= 0 and s.words for row in self.lines.rows for s in row.stones)

    @property
    def most(self) -> int:
        """How many rows are shown at most."""
        return min(self.rows, FOLDED) if self.folded else min(self.more, UNFOLDED)

    @property
    def shown(self) -> tuple[int, ...]:
        """The rows on show, the main line first."""
        count = len(self.lines.rows)
        return (0, *range(self.top, min(count, self.top + self.most - 1)))[:count]

    @property
    def hidden(self) -> int:
        """How many branches there is no room for."""
        return len(self.lines.rows) - len(self.shown)

    @property
    def turns(self) -> int:
        """The length of the longest line."""
        return max((row.fork + len(row.stones) for row in self.lines.rows), default=0)

    @property
    def pitch(self) -> float:
        """Pixels between two turns: as many as there is room for, within limits."""
        low, high = (NARROW, WIDE) if self.has_words else (DOTS_NARROW, DOTS_WIDE)
        room = self.width / self.scale - LEFT - RIGHT
        return self.scale * min(high, max(low, room / max(1, self.turns)))

    @property
    def room(self) -> float:
        """How many turns fit."""
        return (self.width - self.scale * (LEFT + RIGHT)) / self.pitch

    def x(self, turn: float) -> float:
        """The pixel of a turn's middle."""
        return self.scale * LEFT + (turn - self.first) * self.pitch

    def y(self, row: int) -> float:
        """The pixel of a row's middle."""
        place = self.shown.index(row) if row in self.shown else 0
        return self.scale * (TITLE + ROW / 2) + place * self.scale * ROW

    @property
    def height(self) -> int:
        """The height that shows everything, in pixels at 100 %."""
        return TITLE + ROW * len(self.shown) + FOOT

    def follow(self, turn: int) -> float:
        """The first turn on show with which `turn` is in sight, not nearer than three to an end."""
        last = max(0.0, self.turns - self.room)
        if last <= 0.5:
            return 0.0
        least, most = turn - self.room + 3, turn - 3
        return min(max(min(max(self.first, least), most), 0.0), last)

    def top_for(self, row: int) -> int:
        """The first branch on show with which a row is in sight."""
        room = self.most - 1
        count = len(self.lines.rows)
        top = self.top if row == 0 else min(max(self.top, row - room + 1), row)
        return max(1, min(top, count - room))

    # -- turns -------------------------------------------------------------------------------------

    def stones(self) -> Iterator[tuple[int, Stone]]:
        """All stones, each with its row."""
        for row, line in enumerate(self.lines.rows):
            for stone in line.stones:
                yield row, stone

    def find(self, number: int) -> tuple[int, Stone | None]:
        """A turn's row and stone; the start has none."""
        return next(((r, s) for r, s in self.stones() if s.number == number), (0, None))

    def at(self, x: float, y: float) -> Stone | None:
        """The stone under a pixel."""
        reach = max(self.pitch / 2, self.scale * DOT / 2)
        for row in self.shown:
            if abs(y - self.y(row)) <= self.scale * ROW / 2:
                near = [s for s in self.lines.rows[row].stones if abs(self.x(s.turn) - x) <= reach]
                return min(near, key=lambda s: abs(self.x(s.turn) - x), default=None)
        return None

    def beside(self, number: int, step: int) -> int:
        """The turn before (-1) or after (1) in the same line; a branch follows its fork."""
        row, stone = self.find(number)
        turn = (stone.turn if stone else 0) + step
        return self.turn_of(row, turn)

    def turn_of(self, row: int, turn: int) -> int:
        """The number of the turn that `turn` turns lead to along a row's line: within it, or in
        the line that it leaves.
        """
        line = self.lines.rows[row]
        while turn <= line.fork and row:
            row = line.of
            line = self.lines.rows[row]
        place = min(turn - line.fork, len(line.stones)) - 1
        return line.stones[place].number if place >= 0 else START

    def across(self, number: int, step: int) -> int:
        """The turn in the row above (-1) or below (1) that is nearest; itself where there is no
        row.
        """
        row, stone = self.find(number)
        wanted = row + step
        if not 0 <= wanted < len(self.lines.rows):
            return number
        line = self.lines.rows[wanted]
        turn = stone.turn if stone else 0
        return _nearest(line, turn)


def _nearest(line: StoneLine, turn: int) -> int:
    place = min(max(turn - line.fork - 1, 0), len(line.stones) - 1)
    return line.stones[place].number if line.stones else START


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
            painter.setFont(theme.current().font(theme.TABLE))
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
    size = theme.TABLE if text_width(words, theme.TABLE, bold) <= (STONE - 3) * scale else 9
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
        wide = text_width(stone.note.mark, theme.TABLE, True) + 3 * scale
        box = QRectF(at.x() + reach - 5 * scale, at.y() - reach - 6 * scale, wide, 12 * scale)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(sheet.colour("panel"))
        painter.drawRoundedRect(box, 3 * scale, 3 * scale)
        painter.setFont(sheet.font(theme.TABLE, True))
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
