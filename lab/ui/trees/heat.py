"""The joint-action map, painted: a cell for each pair of root actions, shares of visits at the
edges, the best replies in dashes.

Cells have numbers where there is room. Colours are mixed from three tokens of the theme; few
visits make a cell pale.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from lab.ui.parts import theme
from lab.ui.parts.band import is_left
from lab.ui.parts.focus_ring import OwnRing
from lab.ui.parts.marks import Marks, marks_of, paint_mark
from lab.ui.parts.painted import put, text_line, text_width
from lab.ui.trees.heat_scale import mix, paint_scale
from lab.words import numerals
from lab.words.joint_data import JointData, MapCell

VISITS, MEAN = "visits", "mean"
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
        """The largest cells that fit."""
        look, (rows, columns) = theme.current(), data.shape
        widest = max(text_width(t) for t in data.rows.labels)
        left = look.px(12) + min(
            max(widest, text_width(data.rows.name, theme.TABLE, True) + look.px(16)) + look.px(8),
            self.width() * 0.3,
        )
        top = look.px(EDGE) + look.px(4)
        wide = min((self.width() - left - look.px(EDGE) - look.px(20)) / columns, look.px(88))
        said = fitted(data.columns.labels, wide - look.px(4))
        turned = not said
        lines = max((t.count("\n") + 1 for t in said), default=1)
        longest = max(text_width(t, theme.AXIS) for t in data.columns.labels)
        below = (
            min(longest + look.px(8), look.px(104))
            if turned
            else lines * text_line(theme.AXIS, 2) + look.px(4)
        )
        rest = self.height() - top - below - self._foot
        high = max(look.px(LEAST_CELL), min(rest / rows, look.px(TALLEST), wide))
        return HeatLayout(left, top, wide, high, turned, below, said or data.columns.labels)

    @property
    def _foot(self) -> float:
        """The height of what is below the words of the columns: the agent's name and the
        scale.
        """
        return text_line(theme.TABLE, 4) + text_line(theme.AXIS, 4) + theme.current().px(16)

    def tallest(self) -> int:
        """The height at which cells reach their largest size."""
        if self.data is None:
            return 16_777_215
        lay, look = self.layout_of(self.data), theme.current()
        return (
            round(
                lay.top
                + self.data.shape[0] * min(look.px(TALLEST), lay.wide)
                + lay.below
                + self._foot
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

    def paintEvent(self, event: QPaintEvent) -> None:
        if self.data is None:
            return
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            lay = self.layout_of(self.data)
            self._paint_cells(painter, self.data, lay)
            self._paint_words(painter, self.data, lay)
            self._paint_edges(painter, self.data, lay)
            self._paint_frames(painter, self.data, lay)
            below = lay.top + self.data.shape[0] * lay.high + lay.below
            top = below + text_line(theme.TABLE, 4) + theme.current().px(12)
            paint_scale(painter, self.data, self.what == MEAN, top, self.width())

    def colour(self, data: JointData, cell: MapCell) -> QColor | None:
        """A cell's colour, None where it has no visits."""
        look = theme.current()
        if not data.visits[cell]:
            return None
        even = look.colour("heat_even")
        if self.what == VISITS:
            most = max(1, int(data.visits.max()))
            return mix(even, look.colour("heat_high"), math.sqrt(int(data.visits[cell]) / most))
        place, sure = data.heat(cell)
        return mix(even, look.colour("heat_high" if place >= 0 else "heat_low"), abs(place) * sure)

    def _paint_cells(self, painter: QPainter, data: JointData, lay: HeatLayout) -> None:
        look, (rows, columns) = theme.current(), data.shape
        gap = 1.0 if lay.wide > look.px(20) else 0.5
        mean_room = max(
            (
                text_width(data.mean_words((r, c)), theme.TABLE, True)
                for r in range(rows)
                for c in range(columns)
            ),
            default=0,
        )
        count_room = text_width(numerals.count(int(data.visits.max())), theme.AXIS)
        numbers = max(mean_room, count_room) + look.px(6) <= lay.wide
        two = numbers and lay.high >= 2 * text_line(theme.AXIS, 3)
        one = numbers and lay.high >= text_line(theme.AXIS, 2)
        for r in range(rows):
            for c in range(columns):
                box = lay.box((r, c)).adjusted(gap, gap, -gap, -gap)
                colour = self.colour(data, (r, c))
                painter.setPen(Qt.PenStyle.NoPen)
                painter.setBrush(look.colour("track") if colour is None else colour)
                painter.drawRoundedRect(box, 2, 2)
                if colour is None:
                    painter.setPen(QPen(look.colour("ink3"), 1))
                    painter.drawLine(box.center() - QPointF(2, 0), box.center() + QPointF(2, 0))
                elif one:
                    self._paint_numbers(painter, data, (r, c), box, two)

    def _paint_numbers(
        self, painter: QPainter, data: JointData, cell: MapCell, box: QRectF, two: bool
    ) -> None:
        mean, seen = data.mean_words(cell), numerals.count(int(data.visits[cell]))
        first, second = (mean, seen) if self.what == MEAN else (seen, mean)
        half = text_line(theme.TABLE, 1) / 2
        middle = box.center().y() - (half if two else 0)
        _centred(
            painter,
            QRectF(box.left(), middle - half, box.width(), 2 * half),
            first,
            theme.TABLE,
            True,
        )
        if two:
            _centred(
                painter,
                QRectF(box.left(), middle + half - 1, box.width(), 2 * half),
                second,
                theme.AXIS,
                False,
            )

    def _paint_words(self, painter: QPainter, data: JointData, lay: HeatLayout) -> None:
        look, (rows, columns) = theme.current(), data.shape
        line = text_line(theme.AXIS, 4)
        size = theme.TABLE if lay.high >= text_line(theme.TABLE, 1) else theme.AXIS
        for r in range(rows):
            box = QRectF(look.px(12), lay.top + r * lay.high, lay.left - look.px(18), lay.high)
            if r == self.picked[0]:
                painter.fillRect(
                    QRectF(0, box.top(), lay.left - look.px(2), lay.high), look.colour("mark")
                )
            put(painter, box, data.rows.labels[r], size, bold=r == self.picked[0])
        for c in range(columns):
            at = QRectF(
                lay.left + c * lay.wide, lay.top + rows * lay.high + look.px(2), lay.wide, lay.below
            )
            if c == self.picked[1]:
                painter.fillRect(at, look.colour("mark"))
            _column_word(painter, at, lay.words[c], lay.turned, c == self.picked[1])
        self._name(
            painter, data.rows.agent, data.rows.name, look.px(12), lay.top - line - look.px(2)
        )
        wide = text_width(data.columns.name, theme.TABLE, True) + look.px(16)
        middle = lay.left + columns * lay.wide / 2 - wide / 2
        self._name(
            painter,
            data.columns.agent,
            data.columns.name,
            middle,
            lay.top + rows * lay.high + lay.below + look.px(4),
        )

    def _name(self, painter: QPainter, agent: int, name: str, x: float, y: float) -> None:
        look, line = theme.current(), text_line(theme.TABLE, 4)
        colour = self.marks.colour(look, agent)
        paint_mark(
            painter,
            self.marks.agent(agent),
            QPointF(x + look.px(5), y + line / 2),
            look.px(10),
            colour,
        )
        put(
            painter,
            QRectF(x + look.px(14), y, text_width(name, theme.TABLE, True) + 4, line),
            name,
            theme.TABLE,
            bold=True,
        )

    def _paint_edges(self, painter: QPainter, data: JointData, lay: HeatLayout) -> None:
        """Shares of the visits above the columns and right of the rows; a line marks the mixed
        strategy.
        """
        look, (rows, columns) = theme.current(), data.shape
        right, reach = lay.left + columns * lay.wide + look.px(4), look.px(EDGE - 6)
        for side, count in ((data.rows, rows), (data.columns, columns)):
            hue = self.marks.colour(look, side.agent)
            most = max(
                float(side.share.max()),
                float(side.policy.max()) if side.policy is not None else 0.0,
                1e-9,
            )
            for k in range(count):
                bar = float(side.share[k]) / most * reach
                mixed = float(side.policy[k]) / most * reach if side.policy is not None else -1.0
                if side is data.rows:
                    y, high = lay.top + (k + 0.2) * lay.high, 0.6 * lay.high
                    painter.fillRect(QRectF(right, y, bar, high), hue)
                    if mixed >= 0:
                        painter.fillRect(
                            QRectF(right + mixed - 1, y - 2, 2, high + 4), look.colour("ink")
                        )
                else:
                    x = lay.left + (k + 0.2) * lay.wide
                    wide = 0.6 * lay.wide
                    foot = lay.top - look.px(4)
                    painter.fillRect(QRectF(x, foot - bar, wide, bar), hue)
                    if mixed >= 0:
                        painter.fillRect(
                            QRectF(x - 2, foot - mixed - 1, wide + 4, 2), look.colour("ink")
                        )

    def _paint_frames(self, painter: QPainter, data: JointData, lay: HeatLayout) -> None:
        """The cursor in ink, the cell under the pointer in a hairline, the best replies to it in
        dashes.
        """
        look = theme.current()
        painter.setBrush(Qt.BrushStyle.NoBrush)
        looked = self.hover_cell or self.cursor_cell
        if looked is not None:
            painter.setPen(QPen(look.colour("heat_ink"), 1.4, Qt.PenStyle.DashLine))
            column, row = data.best_column(looked[0]), data.best_row(looked[1])
            for cell in {(looked[0], column), (row, looked[1])}:
                if cell[0] is not None and cell[1] is not None:
                    painter.drawRoundedRect(
                        lay.box((cell[0], cell[1])).adjusted(2, 2, -2, -2), 2, 2
                    )
        for place, width in ((self.hover_cell, 1.0), (self.cursor_cell, 2.0)):
            # cells are light in every theme, so the frame has an inner and an outer line
            if place is not None:
                for role, inset in (("ink", 0.0), ("heat_ink", width)):
                    painter.setPen(QPen(look.colour(role), width))
                    painter.drawRoundedRect(
                        lay.box(place).adjusted(inset, inset, -inset, -inset), 3, 3
                    )
        if self._ring.shown:
            painter.setPen(QPen(look.colour("ink"), 2))
            painter.drawRect(QRectF(self.rect()).adjusted(2, 1, -2, -2))

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


def _centred(painter: QPainter, box: QRectF, text: str, size: float, bold: bool) -> None:
    wide = text_width(text, size, bold)
    put(
        painter,
        QRectF(box.center().x() - wide / 2, box.top(), wide + 2, box.height()),
        text,
        size,
        "heat_ink",
        bold=bold,
    )


def _column_word(painter: QPainter, box: QRectF, text: str, turned: bool, bold: bool) -> None:
    if not turned:
        line = text_line(theme.AXIS, 2)
        for i, part in enumerate(text.split("\n")):
            wide = text_width(part, theme.AXIS, bold)
            put(
                painter,
                QRectF(box.center().x() - wide / 2, box.top() + i * line, wide + 2, line),
                part,
                theme.AXIS,
                bold=bold,
            )
        return
    painter.save()
    painter.translate(box.center().x(), box.top())
    painter.rotate(-90)
    put(
        painter,
        QRectF(-box.height(), -box.width() / 2, box.height() - 4, box.width()),
        text,
        theme.AXIS,
        bold=bold,
        right=True,
    )
    painter.restore()


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
