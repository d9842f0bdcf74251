"""Root actions as bars: visits above, the mean as a dot with its standard error below, for every
agent side by side.

One item of a pyqtgraph scene draws all rows with their numbers: as items of their own, bars,
whiskers and dots took twice the time of a frame. Nothing zooms: each row has its place, its bar
ends at the largest of its column, and its numbers are written out.

What is drawn of a root action beside its bar of visits: the mean with its standard error, and
how often a mixed strategy plays it.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache, partial
from itertools import pairwise

from PySide6.QtCore import QEvent, QLineF, QPointF, QRectF, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QFocusEvent,
    QHelpEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QResizeEvent,
)
from PySide6.QtWidgets import QWidget

from lab.ui.parts import theme
from lab.ui.parts.band import is_left
from lab.ui.parts.chart.chart import Chart
from lab.ui.parts.chart.data import ChartData, DataCell, DataMenu
from lab.ui.parts.guard import guarded
from lab.ui.parts.painted import BandSlice, ColumnsView, Drawer, Painted, put
from lab.ui.parts.tips import show_tip
from lab.words import numerals
from lab.words.columns import (
    Column,
    ColumnCell,
    Row,
    counted,
    describe,
    mean_with_error,
    mean_word,
    mean_words,
    most_visits,
    policy_of,
    proven_of,
    rows_of,
)

DOT = 2.6  # radius of a mean
END = 2.0  # half the height of a whisker's ends
# pixels: a row, the least it shrinks to, the height its own label adds
ROW, ROW_SMALL, LABELLED = 28, 24, 14


def paint_mean(
    painter: QPainter,
    left: float,
    right: float,
    y: float,
    cell: ColumnCell,
    ends: tuple[float, float],
) -> None:
    """A mean as an ink dot on a line from `left` to `right`, its standard error as a short thick
    whisker.
    """
    look = theme.current()
    middle = round(y) + 0.5
    painter.fillRect(QRectF(left, round(y), right - left, 1), look.colour("line2"))
    if not math.isfinite(cell.mean):
        return
    low, high = ends

    def at(value: float) -> float:
        return left + (right - left) * min(1.0, max(0.0, (value - low) / (high - low)))

    if math.isfinite(cell.error):
        a, b = at(cell.mean - cell.error), at(cell.mean + cell.error)
        painter.setPen(_whisker(look.colour("ink2").rgba(), max(1.0, 1.4 * look.scale)))
        for line in (
            QLineF(a, middle, b, middle),
            *(QLineF(x, middle - END, x, middle + END) for x in (a, b)),
        ):
            painter.drawLine(line)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(look.colour("ink"))
    painter.drawEllipse(QPointF(at(cell.mean), middle), DOT * look.scale, DOT * look.scale)


@lru_cache(maxsize=16)
def _whisker(rgba: int, width: float) -> QPen:
    return QPen(QColor.fromRgba(rgba), width)


def paint_policy(painter: QPainter, box: QRectF, cell: ColumnCell, most: int) -> None:
    """Where the bar of visits would end if visits followed the mixed strategy: a line across, with
    a foot.
    """
    if not math.isfinite(cell.policy) or (cell.visits <= 0 and cell.policy <= 0):
        return
    look = theme.current()
    whole = cell.visits / cell.share if cell.share > 0 else float(most)
    x = round(box.left() + box.width() * min(1.0, cell.policy * whole / most))
    painter.fillRect(
        QRectF(x - 1, box.top() - look.px(2), look.px(2), box.height() + look.px(4)),
        look.colour("ink"),
    )


class VisitBars(Painted):
    """All columns' root actions. A click selects; the pointer previews; Up, Down and Escape choose
    an action of the selected agent.
    """

    clear_selection = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__("Root actions", parent)
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.row_height = float(ROW)
        self.chart = Chart("Root actions", self)
        self.chart.set_field("none")
        self.chart.layer("around", self.draw_into)
        self.menu = DataMenu(self, self.data)

    def set_view(self, view: ColumnsView) -> None:
        super().set_view(view)
        self.chart.repaint_layers()

    def renew(self) -> None:
        super().renew()
        self.chart.repaint_layers()

    def focusInEvent(self, event: QFocusEvent) -> None:
        self.chart.repaint_layers()  # the ring

    focusOutEvent = focusInEvent

    def set_row_height(self, height: float) -> None:
        """Rows of 28 down to 24 pixels at 100 %."""
        if height != self.row_height:
            self.row_height = height
            self.renew()

    @property
    def pitch(self) -> float:
        """From row to row, in pixels."""
        return round(
            (self.row_height + (0 if self.view.shared else LABELLED)) * theme.current().scale
        )

    def content_height(self) -> float:
        return max((len(rows) for rows in self.view.own_rows), default=0) * self.pitch + 6

    def resizeEvent(self, event: QResizeEvent) -> None:
        self.chart.setGeometry(self.rect())

    @guarded
    def paintEvent(self, event: QPaintEvent) -> None:
        """The scene covers all of it."""

    def data(self) -> ChartData | None:
        """A row for each root action of each agent, also those that share a row of bars."""
        return actions_data(self.view.columns)

    def lines(self) -> list[str]:
        return [describe(c, k) for c in self.view.columns for k in range(len(c.agent.labels))]

    def pair_at(self, x: float, y: float) -> tuple[int, int] | None:
        """The agent and action under a point; in the gutter, that action of the selected or first
        agent.
        """
        if not self.view.columns:
            return None
        i = self.geometry_of_columns.column_at(x)
        if i is None and not self.view.shared:
            return None
        chosen = [
            j
            for j, c in enumerate(self.view.columns)
            if self.view.selection and c.number == self.view.selection[0]
        ]
        i = (chosen or [0])[0] if i is None else i
        row = int(y // self.pitch)
        if not 0 <= row < len(self.view.own_rows[i]) or self.view.own_rows[i][row].single is None:
            return None
        return self.view.columns[i].number, self.view.own_rows[i][row].actions[0]

    def drawers(self) -> Sequence[Drawer]:
        """The gutter, then each column."""
        place, count = self.geometry_of_columns, len(self.view.columns)
        edges = [0, *map(place.separator, range(count)), self.width()]
        return [
            partial(BandSlice, self, *ends, partial(self._paint_part, i))
            for i, ends in enumerate(pairwise(edges), -1)
        ]

    def _paint_part(self, i: int, painter: QPainter) -> None:
        """Column `i` or, before the first, the gutter, with what is under all of them."""
        self._paint_under(painter)
        if i >= 0:
            self._paint_column(painter, i, self.view.columns[i])
        elif self.view.shared:
            self._paint_labels(painter)
        self.ring.paint(painter, self.rect())

    def paint(self, painter: QPainter) -> None:
        self._paint_under(painter)
        if self.view.shared:
            self._paint_labels(painter)
        for i, column in enumerate(self.view.columns):
            self._paint_column(painter, i, column)

    def _paint_under(self, painter: QPainter) -> None:
        self._paint_selection(painter)
        self.paint_separators(painter)

    def _paint_selection(self, painter: QPainter) -> None:
        place, look, view = self.geometry_of_columns, theme.current(), self.view
        if view.selection is None and view.hover is None:
            return
        for i, column in enumerate(view.columns):
            for j, row in enumerate(self.view.own_rows[i]):
                box = QRectF(place.separator(i) + 1, j * self.pitch, place.step - 1, self.pitch)
                if view.is_selected(column, row.single):
                    painter.fillRect(box, look.colour("mark"))
                    if view.shared:
                        painter.fillRect(
                            QRectF(0, j * self.pitch, place.start, self.pitch), look.colour("mark")
                        )
                elif view.is_hovered(column, row.single):
                    painter.setPen(QPen(look.colour("edge"), 1))
                    painter.setBrush(Qt.BrushStyle.NoBrush)
                    painter.drawRect(box.adjusted(1.5, 0.5, -2.5, -0.5))

    def _paint_labels(self, painter: QPainter) -> None:
        place, view = self.geometry_of_columns, self.view
        picked = {
            row.single
            for i, c in enumerate(view.columns)
            for row in self.view.own_rows[i]
            if view.is_selected(c, row.single)
        }
        for j, row in enumerate(view.rows):
            box = QRectF(place.margin, j * self.pitch, place.start - place.margin - 2, self.pitch)
            role, bold = ("ink2", False) if row.single is None else ("ink", row.single in picked)
            put(painter, box, row.label, theme.TABLE, role, bold=bold)

    def _paint_column(self, painter: QPainter, i: int, column: Column) -> None:
        if column.empty:
            return
        place, look = self.geometry_of_columns, theme.current()
        cells = self.view.cells[i]
        most = most_visits(self.view.own_rows[i], cells)
        left, right = place.left(i), place.right(i)
        numbers = (
            theme.metrics(theme.TABLE, True, look.scale).horizontalAdvance(
                "8" * max([5, *(len(numerals.count(c.visits)) for c in cells)])
            )
            - 4
        )
        bar = max(16.0, right - left - numbers - 4)
        for j, (row, cell) in enumerate(zip(self.view.own_rows[i], cells, strict=True)):
            top = j * self.pitch
            best = row.single == column.agent.stats.best
            if not self.view.shared:
                put(
                    painter,
                    QRectF(left, top + 1, right - left, look.px(LABELLED)),
                    row.label,
                    theme.TABLE,
                    bold=best,
                )
                top += look.px(LABELLED)
            room = self.pitch - (top - j * self.pitch)
            upper, lower = top + room * 0.29, top + room * 0.67
            box = QRectF(left, upper - look.px(3.5), bar, look.px(7))
            self._paint_bar(painter, box, min(1.0, cell.visits / most), column, row)
            paint_policy(painter, box, cell, most)
            ends = self.view.ranges[i]
            paint_mean(painter, left, left + bar, lower, cell, ends)
            half = look.px(8)
            put(
                painter,
                QRectF(left, upper - half, right - left, 2 * half),
                numerals.count(cell.visits),
                theme.TABLE,
                bold=best,
                right=True,
            )
            put(
                painter,
                QRectF(left, lower - half + 1, right - left, 2 * half),
                cell.proven or mean_words(column, cell.mean, ends),
                theme.TABLE,
                "ink" if cell.proven else "ink2",
                bold=bool(cell.proven),
                right=True,
            )

    def _paint_bar(
        self, painter: QPainter, box: QRectF, share: float, column: Column, row: Row
    ) -> None:
        look = theme.current()
        painter.fillRect(box, look.colour("track"))
        if share > 0:
            full = QRectF(box.left(), box.top(), max(1.0, box.width() * share), box.height())
            painter.fillRect(
                full, self.view.hue(column) if row.single is not None else look.colour("edge")
            )

    def mousePressEvent(self, event: QMouseEvent) -> None:
        pair = self.pair_at(event.position().x(), event.position().y())
        if is_left(event) and pair is not None:
            self.selected.emit(*pair)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        pair = self.pair_at(event.position().x(), event.position().y())
        if pair != self.view.hover:
            self.hovered.emit(*(pair or (-1, -1)))

    def leaveEvent(self, event: QEvent) -> None:
        self.hovered.emit(-1, -1)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Up, Qt.Key.Key_Down):
            pair = step_selection(self.view, 1 if event.key() == Qt.Key.Key_Down else -1)
            if pair is not None:
                self.selected.emit(*pair)
        elif event.key() == Qt.Key.Key_Escape:
            self.clear_selection.emit()
        else:
            super().keyPressEvent(event)

    def event(self, event: QEvent) -> bool:
        if isinstance(event, QHelpEvent):
            show_tip(event.globalPos(), self._tip(event.pos().x(), event.pos().y()), self)
            return True
        return super().event(event)

    def _tip(self, x: float, y: float) -> str:
        pair = self.pair_at(x, y)
        column = next((c for c in self.view.columns if pair and c.number == pair[0]), None)
        return tip(column, pair[1]) if pair and column else ""


def actions_data(columns: Sequence[Column]) -> ChartData | None:
    """The numbers of all root actions."""
    rows: list[tuple[DataCell, ...]] = [
        (
            c.agent.name,
            c.caption,
            label,
            *(float(values[k]) for values in (s.visits, s.share, s.mean, s.error, s.bound)),
        )
        for c in columns
        for s in (c.agent.stats,)
        for k, label in enumerate(c.agent.labels)
    ]
    unit = next((c.agent.stats.unit for c in columns if not c.empty), "")
    what = counted(columns)
    heads = ("agent", "search", "action", what, f"share of {what}, 0 to 1")
    means = (f"mean ({unit})", "standard error", "bound")
    return ChartData("root actions", (*heads, *means), tuple(rows)) if rows else None


def step_selection(view: ColumnsView, step: int) -> tuple[int, int] | None:
    """The pair above or below the selected one; without a selection, the first column's best
    action.
    """
    if not view.columns:
        return None
    if view.selection is None:
        first = next((c for c in view.columns if not c.empty), view.columns[0])
        return first.number, first.agent.stats.best
    agent, action = view.selection
    column = next((c for c in view.columns if c.number == agent), view.columns[0])
    rows = [
        r.single for r in (view.rows if view.shared else rows_of((column,))) if r.single is not None
    ]
    here = rows.index(action) if action in rows else 0
    return column.number, rows[max(0, min(len(rows) - 1, here + step))]


def tip(column: Column, action: int) -> str:
    """An action's numbers, one per line."""
    s = column.agent.stats
    lowest, highest = (numerals.value(float(values[action])) for values in (s.lowest, s.highest))
    lines = [
        f"{column.agent.name}: {column.agent.labels[action]}",
        f"{numerals.several(int(s.visits[action]), s.counted)}, "
        f"{numerals.percent(float(s.share[action]), 1)}",
        f"{mean_word(column)} {mean_with_error(column, action)} ({s.unit})",
        f"seen from {lowest} to {highest}",
        f"bound {numerals.value(float(s.bound[action]), 3)}",
    ]
    if math.isfinite(policy := policy_of(s, action)):
        lines.append(f"the mixed strategy plays it in {numerals.percent(policy, 1)}")
    if proven := proven_of(s, action):
        lines.append(f"proved: a {proven}")
    return "\n".join(lines)
