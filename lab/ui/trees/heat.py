"""The joint-action map, painted: a cell for each pair of root actions, shares of visits at the
edges, the best replies in dashes.

Cells have numbers where there is room. Colours are mixed from three tokens of the theme; few
visits make a cell pale.

Where the cells, the words and the scale of the joint-action map are.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from PySide6.QtCore import QEvent, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from lab.ui.parts import theme
from lab.ui.parts.band import is_left
from lab.ui.parts.focus_ring import OwnRing
from lab.ui.parts.guard import guarded
from lab.ui.parts.marks import Marks, marks_of
from lab.ui.parts.painted import text_line, text_width
from lab.ui.trees.heat_paint import MEAN, HeatPainter
from lab.words.joint_data import JointData, MapCell

# pixels at 100 %: the bars at the edges, the tallest and the smallest cell
EDGE, TALLEST, LEAST_CELL = 44, 62, 12
STEPS = {
    Qt.Key.Key_Left: (0, -1),
    Qt.Key.Key_Right: (0, 1),
    Qt.Key.Key_Up: (-1, 0),
    Qt.Key.Key_Down: (1, 0),
}


@dataclass(frozen=True)
class HeatLayout:
    """The place of the grid and the size of its cells, in pixels; `turned` where the words below
    the columns are written upright.
    """

    left: float
    top: float
    wide: float
    high: float
    turned: bool
    below: float  # height of the words below the columns
    words: tuple[str, ...]  # of the columns, in two lines where that makes them fit

    def box(self, cell: MapCell) -> QRectF:
        """A cell."""
        return QRectF(
            self.left + cell[1] * self.wide, self.top + cell[0] * self.high, self.wide, self.high
        )


def layout_of(data: JointData, width: float, height: float) -> HeatLayout:
    """The largest cells that fit."""
    look, (rows, columns) = theme.current(), data.shape
    widest = max(text_width(t) for t in data.rows.labels)
    left = look.px(12) + min(
        max(widest, text_width(data.rows.name, theme.TABLE, True) + look.px(16)) + look.px(8),
        width * 0.3,
    )
    top = look.px(EDGE) + look.px(4)
    wide = min((width - left - look.px(EDGE) - look.px(20)) / columns, look.px(88))
    said = fitted(data.columns.labels, wide - look.px(4))
    turned = not said
    lines = max((t.count("\n") + 1 for t in said), default=1)
    longest = max(text_width(t, theme.AXIS) for t in data.columns.labels)
    below = (
        min(longest + look.px(8), look.px(104))
        if turned
        else lines * text_line(theme.AXIS, 2) + look.px(4)
    )
    rest = height - top - below - foot()
    high = max(look.px(LEAST_CELL), min(rest / rows, look.px(TALLEST), wide))
    return HeatLayout(left, top, wide, high, turned, below, said or data.columns.labels)


def foot() -> float:
    """The height of what is below the words of the columns: the agent's name and the scale."""
    return text_line(theme.TABLE, 4) + text_line(theme.AXIS, 4) + theme.current().px(16)


def fitted(labels: tuple[str, ...], room: float) -> tuple[str, ...]:
    """The labels, broken into two lines where one is too long; () where even that does not fit."""
    out = []
    for label in labels:
        gaps = sorted(
            (i for i, c in enumerate(label) if c == " "), key=lambda i: not label[:i].endswith(",")
        )
        cuts = [label, *(f"{label[:i]}\n{label[i + 1 :]}" for i in gaps)]
        fit = [
            c
            for c in cuts
            if all(text_width(part, theme.AXIS, True) <= room for part in c.split("\n"))
        ]
        if not fit:
            return ()
        out.append(fit[0])
    return tuple(out)


class HeatMap(QWidget):
    """The grid. A click or the keyboard moves the cursor, the pointer previews; words at the edges
    choose an action.
    """

    pointed = Signal(object)  # the cell under the pointer, None for none
    chosen = Signal(object)  # the cell that the user clicked or moved to
    row_chosen = Signal(int)
    column_chosen = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
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
