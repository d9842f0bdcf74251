"""The joint-action map, painted: a cell for each pair of root actions, shares of visits at the
edges, the best replies in dashes.

Cells have numbers where there is room. Colours are mixed from three tokens of the theme; few
visits make a cell pale.
"""

from __future__ import annotations

import math

from PySide6.QtCore import QEvent, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from lab.ui.parts import theme
from lab.ui.parts.band import is_left
from lab.ui.parts.focus_ring import OwnRing
from lab.ui.parts.guard import guarded
from lab.ui.parts.marks import Marks, marks_of
from lab.ui.trees.heat_paint import (
    EDGE,
    LEAST_CELL,
    MEAN,
    TALLEST,
    HeatLayout,
    HeatPainter,
    foot,
    layout_of,
)
from lab.words.joint_data import JointData, MapCell

STEPS = {
    Qt.Key.Key_Left: (0, -1),
    Qt.Key.Key_Right: (0, 1),
    Qt.Key.Key_Up: (-1, 0),
    Qt.Key.Key_Down: (1, 0),
}


class HeatMap(QWidget):
    """The grid. A click or the keyboard moves the cursor, the pointer previews; words at the edges
    choose an action.
    """

    pointed = Signal(object)  # the cell under the pointer, None for none
    chosen = Signal(object)  # the cell that the user clicked or moved to
    row_chosen = Signal(int)
    column_chosen = Signal(int)

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAccessibleName("Joint actions")
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.data: JointData | None = None
        self.what = MEAN
        self.marks: Marks = marks_of((0, 1))
        self.cursor_cell: MapCell | None = None
        self.hover_cell: MapCell | None = None
        self.picked: tuple[int, int] = (-1, -1)  # the selected row and column, -1 for none
        self._ring = OwnRing(self)
        theme.changed.connect(self._restyled)

    def _restyled(self) -> None:
        self.updateGeometry()
        self.update()

    def set_data(self, data: JointData | None, what: str, picked: tuple[int, int]) -> None:
        """Newer numbers; the cursor stays if its cell still exists."""
        before = self.data
        self.data, self.what, self.picked = data, what, picked
        if data is None or before is None or data.shape != before.shape:
            self.cursor_cell = self.hover_cell = None
            self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        look, (rows, _) = theme.current(), self.data.shape if self.data else (7, 7)
        return QSize(look.px(480), round(rows * look.px(26) + look.px(EDGE) + 120 * look.scale))

    def minimumSizeHint(self) -> QSize:
        look, (rows, _) = theme.current(), self.data.shape if self.data else (7, 7)
        return QSize(
            look.px(300), round(rows * look.px(LEAST_CELL) + look.px(EDGE) + 110 * look.scale)
        )

    # -- geometry ----------------------------------------------------------------------------------

    def layout_of(self, data: JointData) -> HeatLayout:
        """Where everything is at the present size."""
        return layout_of(data, self.width(), self.height())

    def tallest(self) -> int:
        """The height at which cells reach their largest size."""
        if self.data is None:
            return 16_777_215
        lay, look = self.layout_of(self.data), theme.current()
        return (
            round(
                lay.top + self.data.shape[0] * min(look.px(TALLEST), lay.wide) + lay.below + foot()
            )
            + 1
        )

    def cell_at(self, x: float, y: float) -> MapCell | None:
        """The cell under a point."""
        if self.data is None:
            return None
        lay, (rows, columns) = self.layout_of(self.data), self.data.shape
        r, c = math.floor((y - lay.top) / lay.high), math.floor((x - lay.left) / lay.wide)
        return (r, c) if 0 <= r < rows and 0 <= c < columns else None

    # -- painting ----------------------------------------------------------------------------------

    @guarded
    def paintEvent(self, event: QPaintEvent) -> None:
        if self.data is None:
            return
        with QPainter(self) as painter:
            HeatPainter(
                painter,
                QRectF(self.rect()),
                self.data,
                self.layout_of(self.data),
                self.what,
                self.marks,
                self.picked,
                self.hover_cell,
                self.cursor_cell,
                self._ring.shown,
            ).paint()

    # -- mouse and keyboard ------------------------------------------------------------------------

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self._point(self.cell_at(event.position().x(), event.position().y()))

    def leaveEvent(self, event: QEvent) -> None:
        self._point(None)

    def _point(self, cell: MapCell | None) -> None:
        if cell != self.hover_cell:
            self.hover_cell = cell
            self.update()
            self.pointed.emit(cell)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if self.data is None or not is_left(event):
            return
        x, y = event.position().x(), event.position().y()
        cell, lay, (rows, columns) = self.cell_at(x, y), self.layout_of(self.data), self.data.shape
        r, c = math.floor((y - lay.top) / lay.high), math.floor((x - lay.left) / lay.wide)
        if cell is not None:
            self.move_to(cell)
        elif x < lay.left and 0 <= r < rows:
            self.row_chosen.emit(r)
        elif y > lay.top and r >= rows and 0 <= c < columns:
            self.column_chosen.emit(c)

    def move_to(self, cell: MapCell) -> None:
        """Puts the cursor on a cell."""
        self.cursor_cell = cell
        self.update()
        self.chosen.emit(cell)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        step = STEPS.get(Qt.Key(event.key()))
        if step is None or self.data is None:
            super().keyPressEvent(event)
            return
        (rows, columns), here = self.data.shape, self.cursor_cell
        r, c = (here[0] + step[0], here[1] + step[1]) if here is not None else (0, 0)
        self.move_to((max(0, min(rows - 1, r)), max(0, min(columns - 1, c))))
