"""A chart of cells: a tint, a letter, frames where neighbours differ, one cell framed as the own.

Axes, zoom, read-out and data are those of every chart.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from PySide6.QtCore import QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QBrush, QColor, QKeyEvent, QMouseEvent, QPainter, QPen
from PySide6.QtWidgets import QSizePolicy

from lab.ui.parts import theme
from lab.ui.parts.chart.axis import BOTTOM, LEFT, ChartAxis, ChartTick
from lab.ui.parts.chart.chart import Chart, Reading
from lab.ui.parts.painted import put_centred, text_line, text_width
from lab.ui.parts.spoken import describe

CellKey = tuple[int, int]  # column, row from below
STEPS = {
    Qt.Key.Key_Left: (-1, 0),
    Qt.Key.Key_Right: (1, 0),
    Qt.Key.Key_Up: (0, 1),
    Qt.Key.Key_Down: (0, -1),
}
ROOM = 46  # of the axis at the left, pixels at 100 %


@dataclass(frozen=True)
class ChartCell:
    """One cell: cells of equal `kind` have no frame between them; `words` are its read-out. A cell
    that `stands_in` shows what a neighbour says until it is known itself; a `hatched` one differs
    without its colour too.
    """

    kind: str
    tint: QColor
    letter: str = ""
    words: str = ""
    stands_in: bool = False
    hatched: bool = False


@dataclass(frozen=True, eq=False)
class ChartCells:
    """What a chart of cells shows."""

    across: Sequence[str] = ()  # the labels of the columns
    up: Sequence[str] = ()  # the labels of the rows, from below
    cells: Mapping[CellKey, ChartCell] = field(default_factory=dict)
    own: CellKey | None = None
    titles: tuple[str, str] = ("", "")  # of the axes: across, up
    apart: bool = False  # columns have nothing to do with one another


class CellChart(Chart):
    """`picked` carries the (column, row) that was clicked, or on which Enter was pressed."""

    picked = Signal(int, int)

    def __init__(self, name: str) -> None:
        self._given = ChartCells()
        self._at: CellKey = (0, 0)  # where the keys are
        self._keyed = False
        super().__init__(name)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.set_axis(LEFT, ChartAxis(LEFT), lambda *_: _ticks(self._given.up), False)
        self.set_axis(BOTTOM, ChartAxis(BOTTOM), lambda *_: _ticks(self._given.across), False)
        self.layer("over", self._paint_cells)
        self.layer("around", self._paint_titles)
        self.set_reader(self._read)
        self._measure()

    def set_cells(self, cells: ChartCells) -> None:
        """Shows other cells."""
        self._given = cells
        columns, rows = len(cells.across), len(cells.up)
        if columns and rows:
            self._at = min(self._at[0], columns - 1), min(self._at[1], rows - 1)
            self.set_range((0.0, float(columns)), (0.0, float(rows)))
        self._measure()
        self.arrange()

    def _measure(self) -> None:
        look, line = theme.current(), text_line(theme.TABLE, 4)
        words = max((text_width(w, theme.TABLE) for w in self._given.up), default=0.0)
        left = max(look.px(20), round(words) + look.px(12)) + round(line)
        self.set_margins(left, 2, look.px(4), round(2 * line))

    def _restyled(self) -> None:
        super()._restyled()
        self._measure()

    sizeHint = theme.sized(280, 240)
    minimumSizeHint = theme.sized(180, 104)

    # -- pointer and keys --------------------------------------------------------------------------

    def key_at(self, spot: QPointF) -> CellKey | None:
        """The cell under a pixel."""
        if not self.frame.contains(spot):
            return None
        x, y = self.value_at(spot)
        return math.floor(x), math.floor(y)

    def _read(self, spot: QPointF) -> Reading | None:
        key = self.key_at(spot)
        cell = self._given.cells.get(key) if key is not None else None
        return Reading(cell.words) if cell is not None and cell.words else None

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            self._pressed = event.position()

    def clicked(self, spot: QPointF) -> None:
        key = self.key_at(spot)
        if key is not None and key in self._given.cells:
            self.picked.emit(*key)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        step = STEPS.get(Qt.Key(event.key()))
        if step is not None and self._given.cells:
            columns, rows = len(self._given.across), len(self._given.up)
            x, y = self._at[0] + step[0], self._at[1] + step[1]
            self._at, self._keyed = (min(max(x, 0), columns - 1), min(max(y, 0), rows - 1)), True
            cell = self._given.cells.get(self._at)
            describe(self, cell.words if cell is not None else "not searched yet")
            self.repaint_layers()
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self._at in self._given.cells:
            self.picked.emit(*self._at)
        else:
            super().keyPressEvent(event)

    # -- painting ----------------------------------------------------------------------------------

    def _box(self, key: CellKey) -> QRectF:
        corner, end = self.at(key[0], key[1] + 1), self.at(key[0] + 1, key[1])
        return QRectF(corner, end)

    def _paint_cells(self, painter: QPainter) -> None:
        for key, cell in self._given.cells.items():
            box = self._box(key)
            painter.fillRect(box.adjusted(0, 0, -1, -1), cell.tint)
            if cell.hatched:
                hatch = QBrush(theme.current().colour("ink3"), Qt.BrushStyle.BDiagPattern)
                painter.fillRect(box.adjusted(0, 0, -1, -1), hatch)
            if cell.letter and not cell.stands_in and box.height() >= text_line(theme.TABLE) - 2:
                put_centred(painter, box, cell.letter, theme.TABLE, "ink")
        self._paint_edges(painter)
        if self._given.own is not None:
            _frame(painter, self._box(self._given.own), "mark_edge", 2.6)
        if self._keyed and self.hasFocus():
            _frame(painter, self._box(self._at), "ink", 1.6)

    def _paint_edges(self, painter: QPainter) -> None:
        """Lines between neighbours of different kinds."""
        painter.setPen(QPen(theme.current().colour("ink2"), 1.2))
        cells = self._given.cells
        for (x, y), cell in cells.items():
            right, above = cells.get((x + 1, y)), cells.get((x, y + 1))
            box = self._box((x, y)).adjusted(0, 0, -0.5, -0.5)
            if not self._given.apart and _differ(cell, right):
                painter.drawLine(box.topRight(), box.bottomRight())
            if _differ(cell, above):
                painter.drawLine(box.topLeft(), box.topRight())

    def _paint_titles(self, painter: QPainter) -> None:
        line, (across, up) = text_line(theme.TABLE, 4), self._given.titles
        box = QRectF(self.frame.left(), self.frame.bottom() + line, self.frame.width(), line)
        put_centred(painter, box, across, theme.TABLE, "ink2")
        painter.save()
        painter.translate(0, self.frame.center().y())
        painter.rotate(-90)
        reach = self.frame.height()
        put_centred(painter, QRectF(-reach / 2, 0, reach, line), up, theme.TABLE, "ink2")
        painter.restore()


def _differ(cell: ChartCell, other: ChartCell | None) -> bool:
    if other is None or cell.stands_in or other.stands_in:
        return False
    return cell.kind != other.kind


def _frame(painter: QPainter, box: QRectF, role: str, width: float) -> None:
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(QPen(theme.current().colour(role), width * theme.current().scale))
    painter.drawRect(box.adjusted(0, 0, -1, -1))


def _ticks(labels: Sequence[str]) -> list[ChartTick]:
    return [(number + 0.5, label) for number, label in enumerate(labels)]
