"""Walks through trees without boards: a lane for each tree, a cell for each choice, and in it the
actions to choose from as bars: the mean solid, the bonus hatched.

However many actions a node has, they fit. Columns that do not fit are left out around the one on
show.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QBrush, QColor, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from lab.lesson.mcts.steps import MoveRow
from lab.ui.parts import theme
from lab.ui.parts.focus_ring import OwnRing
from lab.ui.parts.guard import guarded
from lab.ui.parts.marks import marks_of, paint_mark
from lab.ui.parts.painted import put, put_centred, text_line, text_width
from lab.ui.parts.spoken import describe

NAMES, CELL, BARS, LEAST_BARS = 74, 92, 30, 14  # pixels at 100 %: columns; the bars' heights
GAP, PAD, WIDEST = 6, 4, 20.0  # between cells, around texts; the widest bar
LEGEND = "solid: mean     hatched: bonus for few visits     dashed: untried     framed: chosen"


@dataclass(frozen=True)
class LaneCell:
    """One choice of one tree."""

    move: str  # what was chosen, "" while it is not known
    rule: str  # by which rule, with its number
    rows: tuple[MoveRow, ...] = ()
    chosen: int = -1  # of the rows
    done: bool = True  # False: later than the step on show
    asks: bool = False  # a guess is awaited: bounds are hidden, actions are numbered


@dataclass(frozen=True)
class Lane:
    """One tree's walk."""

    name: str
    agent: int
    cells: tuple[LaneCell, ...]


@dataclass(frozen=True)
class LanesShown:
    """What is on show: the lanes, the heads of their columns, the lane and the column that are
    marked (-1: none).
    """

    lanes: tuple[Lane, ...]
    heads: tuple[str, ...]
    lane: int = -1
    column: int = -1

    def lines(self) -> list[str]:
        """The lanes in words, for a screen reader."""
        out = []
        for lane in self.lanes:
            parts = [
                f"{head} {cell.move}, {cell.rule}"
                for head, cell in zip(self.heads, lane.cells, strict=False)
                if cell.done and cell.move
            ]
            out.append(f"{lane.name}: {'; '.join(parts) or 'nothing chosen yet'}")
        return out


class Lanes(QWidget):
    """Paints lanes; `picked` carries the lane of a click, `answered` the action of one in the cell
    that asks.
    """

    picked = Signal(int)
    answered = Signal(int)

    def __init__(self, name: str) -> None:
        super().__init__()
        self.setAccessibleName(name)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        self._ring, self._marks = OwnRing(self), marks_of((0, 1))
        self.shown = LanesShown((), ())
        theme.changed.connect(self._restyled)

    def _restyled(self) -> None:
        self.updateGeometry()
        self.update()

    # -- setters -----------------------------------------------------------------------------------

    def set_owner(self, owner: Sequence[int]) -> None:
        """The seat of each agent, which decides shapes and hues."""
        self._marks = marks_of(tuple(owner))

    def show_lanes(self, shown: LanesShown) -> None:
        """Shows other lanes, or another place in them."""
        count = len(self.shown.lanes)
        self.shown = shown
        describe(self, "\n".join(shown.lines()))
        if len(shown.lanes) != count:
            self.updateGeometry()
        self.update()

    # -- sizes -------------------------------------------------------------------------------------

    def _high(self, bars: float) -> int:
        look, rows = theme.current(), max(1, len(self.shown.lanes))
        lane = 2 * text_line(theme.TABLE, 1) + look.px(round(bars) + GAP)
        return round(rows * lane + 2 * text_line(theme.TABLE, 4))

    def sizeHint(self) -> QSize:
        return QSize(theme.current().px(560), self._high(BARS))

    def minimumSizeHint(self) -> QSize:
        return QSize(theme.current().px(240), self._high(0))

    @property
    def _window(self) -> tuple[int, int]:
        """The first column on show, and how many."""
        count, look = len(self.shown.heads), theme.current()
        fit = max(1, min(count, int((self.width() - look.px(NAMES)) // look.px(CELL))))
        first = min(max(0, self.shown.column - fit + 2), max(0, count - fit))
        return first, fit

    def cell(self, lane: int, column: int) -> QRectF:
        """Where a cell is."""
        look, (first, fit) = theme.current(), self._window
        head = text_line(theme.TABLE, 4)
        wide = (self.width() - look.px(NAMES)) / max(1, fit)
        high = (self.height() - 2 * head) / max(1, len(self.shown.lanes))
        left = look.px(NAMES) + (column - first) * wide
        return QRectF(left, head + lane * high, wide - look.px(GAP), high - look.px(GAP))

    def _bars(self, cell: LaneCell, box: QRectF) -> list[QRectF]:
        """The room of each action of a cell."""
        look = theme.current()
        lines = (1 + self._has_rules(box)) * text_line(theme.TABLE, 1) + look.px(2)
        room = box.adjusted(look.px(PAD), lines, -look.px(PAD), -look.px(PAD))
        wide = min(look.px(WIDEST), room.width() / max(1, len(cell.rows)))
        return [
            QRectF(room.left() + k * wide, room.top(), wide, max(1.0, room.height()))
            for k in range(len(cell.rows))
        ]

    @staticmethod
    def _has_rules(box: QRectF) -> bool:
        """Whether a cell has room for the rule between the action and the bars."""
        return box.height() >= 2 * text_line(theme.TABLE, 1) + theme.current().px(LEAST_BARS)

    # -- what people do ----------------------------------------------------------------------------

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self.setFocus(Qt.FocusReason.MouseFocusReason)
        at = event.position()
        for number, lane in enumerate(self.shown.lanes):
            row = self.cell(number, self._window[0]).adjusted(-self.width(), 0, self.width(), 0)
            if not row.contains(at) or event.button() != Qt.MouseButton.LeftButton:
                continue
            column = self.shown.column
            if number == self.shown.lane and 0 <= column < len(lane.cells):
                cell = lane.cells[column]
                bars = self._bars(cell, self.cell(number, column)) if cell.asks else []
                hit = next((k for k, bar in enumerate(bars) if bar.contains(at)), -1)
                if hit >= 0:
                    self.answered.emit(hit)
                    return
            self.picked.emit(number)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Up and Down choose the lane above and below."""
        by = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1}.get(Qt.Key(event.key()), 0)
        if by and self.shown.lanes:
            self.picked.emit((self.shown.lane + by) % len(self.shown.lanes))
        else:
            super().keyPressEvent(event)

    # -- painting ----------------------------------------------------------------------------------

    @guarded
    def paintEvent(self, event: QPaintEvent) -> None:
        look = theme.current()
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            self._paint_heads(painter)
            for number, lane in enumerate(self.shown.lanes):
                self._paint_lane(painter, number, lane)
            foot = text_line(theme.TABLE, 4)
            line = QRectF(look.px(NAMES), self.height() - foot, self.width(), foot)
            line.setRight(self.width())
            put(painter, line, LEGEND, theme.TABLE, "ink2")
            self._ring.paint(painter, self.rect())

    def _paint_heads(self, painter: QPainter) -> None:
        first, fit = self._window
        for column in range(first, min(first + fit, len(self.shown.heads))):
            box = self.cell(0, column)
            head = QRectF(box.left(), 0, box.width(), text_line(theme.TABLE, 4))
            here = column == self.shown.column
            role = "ink" if here else "ink2"
            put(painter, head, self.shown.heads[column], theme.TABLE, role, bold=here)

    def _paint_lane(self, painter: QPainter, number: int, lane: Lane) -> None:
        look, (first, fit) = theme.current(), self._window
        own, box = number == self.shown.lane, self.cell(number, first)
        line = text_line(theme.TABLE, 2)
        colour = self._marks.colour(look, lane.agent)
        centre = QPointF(look.px(9), box.top() + line / 2)
        paint_mark(painter, self._marks.agent(lane.agent), centre, look.px(10), colour)
        name = QRectF(look.px(18), box.top(), look.px(NAMES - 20), line)
        put(painter, name, lane.name, theme.TABLE, bold=own)
        for column in range(first, min(first + fit, len(lane.cells))):
            here = own and column == self.shown.column
            self._paint_cell(painter, lane.cells[column], self.cell(number, column), colour, here)

    def _paint_cell(
        self, painter: QPainter, cell: LaneCell, box: QRectF, colour: QColor, here: bool
    ) -> None:
        """A frame, the action with its rule, and a bar for each action."""
        look, line = theme.current(), text_line(theme.TABLE, 1)
        painter.setPen(QPen(look.colour("mark_edge" if here else "line"), 1.4 if here else 1.0))
        painter.setBrush(look.colour("mark" if here and not cell.asks else "field"))
        painter.drawRoundedRect(box, 3, 3)
        if not cell.done:
            return
        pad = look.px(PAD)
        top = QRectF(box.left() + pad, box.top() + 1, box.width() - 2 * pad, line)
        put(painter, top, "?" if cell.asks else cell.move, theme.TABLE, bold=here)
        if self._has_rules(box):
            put(painter, top.translated(0, line), cell.rule, theme.TABLE, "ink2")
        painter.save()
        painter.setClipRect(box)
        self._paint_bars(painter, cell, self._bars(cell, box), colour)
        painter.restore()

    def _paint_bars(
        self, painter: QPainter, cell: LaneCell, rooms: list[QRectF], colour: QColor
    ) -> None:
        tried = all(row.visits for row in cell.rows)
        bounds = tried and not cell.asks
        tops = [(row.bound if bounds else row.mean) for row in cell.rows if row.visits]
        most = max((top for top in tops if top > 0.0), default=1.0)
        for k, (row, room) in enumerate(zip(cell.rows, rooms, strict=True)):
            gap = 1.0 if room.width() > 3 else 0.0
            bar = room.adjusted(gap, 0, -gap, 0)
            mean = max(0.0, row.mean) / most * bar.height() if row.visits else 0.0
            bonus = row.bonus / most * bar.height() if bounds else 0.0
            _fill(painter, bar, mean, bonus, colour, row.visits > 0)
            if k == cell.chosen and not cell.asks:
                painter.setPen(QPen(theme.current().colour("ink"), 1.6))
                painter.setBrush(Qt.BrushStyle.NoBrush)
                painter.drawRect(bar)
            number = str(k + 1)
            if cell.asks and text_width(number, theme.TABLE, True) <= room.width() + 2:
                above = QPointF(room.center().x(), room.top() - text_line(theme.TABLE) / 2)
                put_centred(painter, QRectF(above, above), number, theme.TABLE, "ink", bold=True)


def _fill(
    painter: QPainter, bar: QRectF, mean: float, bonus: float, colour: QColor, tried: bool
) -> None:
    """One action's bar from the bottom up; a dashed outline where it is untried."""
    if not tried:
        pen = QPen(theme.current().colour("ink3"), 1)
        pen.setDashPattern([2, 2])
        painter.setPen(pen)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRect(bar.adjusted(0.5, bar.height() * 0.5, -0.5, -0.5))
        return
    base = QRectF(bar.left(), bar.bottom() - 1, bar.width(), 1)
    painter.fillRect(base, colour)
    painter.fillRect(QRectF(bar.left(), bar.bottom() - mean, bar.width(), mean), colour)
    painter.setBrushOrigin(QPointF(0, 0))
    hatched = QRectF(bar.left(), bar.bottom() - mean - bonus, bar.width(), bonus)
    painter.fillRect(hatched, QBrush(colour, Qt.BrushStyle.BDiagPattern))
