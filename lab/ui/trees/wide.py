"""One agent or one common tree at full width: root actions as long bars, means with their
bounds or their numbers.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPen

from lab.ui.parts import theme
from lab.ui.parts.painted import Drawer, put, text_line, text_width
from lab.ui.trees.bars import DOT, VisitBars, paint_mean, paint_policy
from lab.words import numerals
from lab.words.columns import ColumnCell, Geometry, Row, mean_words, most_visits

LABELS = 88  # width of the labels in pixels at 100 %, more if they are longer


class WideBars(VisitBars):
    """The root actions of one column. With `axes` the table beside it has the numbers, so scales
    are below and each mean is joined to its bound; without, the numbers are in the rows.
    """

    axes = False

    def set_axes(self, axes: bool) -> None:
        """Scales below, or numbers in the rows."""
        if axes != self.axes:
            self.axes = axes
            self.renew()

    @property
    def pitch(self) -> float:
        return round(
            (self.row_height - 6 if self.axes else self.row_height - 2) * theme.current().scale
        )

    @property
    def geometry_of_columns(self) -> Geometry:
        return Geometry(self.width(), 1, theme.current().scale, False)

    def content_height(self) -> float:
        return max((len(rows) for rows in self.view.own_rows), default=0) * self.pitch + (
            text_line(theme.TABLE, 5) if self.axes else 8
        )

    def drawers(self) -> Sequence[Drawer]:
        """One part: its rows are few."""
        return [self.itself]

    def paint(self, painter: QPainter) -> None:
        if not self.view.columns:
            return
        look, margin = theme.current(), self.geometry_of_columns.margin
        metrics = theme.metrics(theme.TABLE, True, look.scale)
        wide = [metrics.horizontalAdvance(row.label) for row in self.view.own_rows[0]]
        labels = max(
            [look.px(LABELS if self.axes else 40)] + [math.ceil(w) + look.px(8) for w in wide]
        )
        left = margin + min(labels, self.width() * 0.34)
        self._paint_selection(painter)
        if self.axes:
            self._paint_with_axes(painter, left, look.px(12))
        else:
            self._paint_with_numbers(painter, left)

    def _paint_selection(self, painter: QPainter) -> None:
        look, column = theme.current(), self.view.columns[0]
        for j, row in enumerate(self.view.own_rows[0]):
            box = QRectF(0, j * self.pitch, self.width(), self.pitch)
            if self.view.is_selected(column, row.single):
                painter.fillRect(box, look.colour("mark"))
            elif self.view.is_hovered(column, row.single):
                painter.setPen(QPen(look.colour("edge"), 1))
                painter.setBrush(Qt.BrushStyle.NoBrush)
                painter.drawRect(box.adjusted(4.5, 0.5, -5.5, -0.5))

    def _label(self, painter: QPainter, j: int, row: Row, left: float) -> None:
        column, margin = self.view.columns[0], self.geometry_of_columns.margin
        box = QRectF(margin, j * self.pitch, left - margin - 3, self.pitch)
        put(
            painter,
            box,
            row.label,
            role="ink" if row.single is not None else "ink2",
            bold=self.view.is_selected(column, row.single),
        )

    def _bar(self, painter: QPainter, box: QRectF, row: Row) -> None:
        look, column = theme.current(), self.view.columns[0]
        painter.fillRect(
            box, self.view.hue(column) if row.single is not None else look.colour("edge")
        )

    def _paint_with_numbers(self, painter: QPainter, left: float) -> None:
        look = theme.current()
        column = self.view.columns[0]
        right = self.width() - self.geometry_of_columns.margin
        cells = self.view.cells[0]
        most = most_visits(self.view.own_rows[0], cells)
        metrics = theme.metrics(theme.TABLE, True, look.scale)
        count_width = max(
            [0.0, *(metrics.horizontalAdvance(numerals.count(c.visits)) for c in cells)]
        ) + look.px(6)
        means = [mean_words(column, c.mean, self.view.range) for c in cells]
        mean_width = max(map(metrics.horizontalAdvance, ("−0.000", *means))) + look.px(6)
        line_width = min(look.px(110), (right - left) * 0.24)
        bar = right - left - count_width - mean_width - line_width - look.px(12)
        line_left = right - mean_width - line_width
        self._paint_middle(painter, line_left, line_width, len(cells))
        for j, (row, cell) in enumerate(zip(self.view.own_rows[0], cells, strict=True)):
            middle = (j + 0.5) * self.pitch
            self._label(painter, j, row, left)
            whole = QRectF(left, middle - look.px(5), bar, look.px(10))
            self._bar(
                painter,
                QRectF(
                    left, whole.top(), max(1.0, bar * min(1.0, cell.visits / most)), whole.height()
                ),
                row,
            )
            paint_policy(painter, whole, cell, most)
            box = QRectF(left + bar, j * self.pitch, count_width, self.pitch)
            put(
                painter,
                box,
                numerals.count(cell.visits),
                bold=row.single == column.agent.stats.best,
                right=True,
            )
            paint_mean(painter, line_left, line_left + line_width, middle, cell, self.view.range)
            put(
                painter,
                QRectF(right - mean_width, j * self.pitch, mean_width, self.pitch),
                cell.proven or mean_words(column, cell.mean, self.view.range),
                role="ink" if cell.proven else "ink2",
                bold=bool(cell.proven),
                right=True,
            )

    def _paint_middle(self, painter: QPainter, left: float, width: float, rows: int) -> None:
        """A hairline in the middle of the range, where play is even."""
        painter.fillRect(
            QRectF(round(left + width / 2), 0, 1, rows * self.pitch),
            theme.current().colour("line2"),
        )

    def _paint_with_axes(self, painter: QPainter, left: float, gap: float) -> None:
        look = theme.current()
        column = self.view.columns[0]
        right = self.width() - self.geometry_of_columns.margin
        cells = self.view.cells[0]
        middle = left + (right - left) * 0.5
        most = most_visits(self.view.own_rows[0], cells)
        note = theme.metrics(theme.TABLE, False, look.scale).horizontalAdvance(
            "would play"
        ) + look.px(10)
        bar = middle - left - note
        self._paint_axis(painter, left, bar, (0.0, float(most)), cells, numerals.count)
        means, width = middle + gap, right - middle - gap
        self._paint_axis(painter, means, width, self.view.range, cells, numerals.short)
        for j, (row, cell) in enumerate(zip(self.view.own_rows[0], cells, strict=True)):
            y = (j + 0.5) * self.pitch
            self._label(painter, j, row, left)
            box = QRectF(
                left, y - look.px(5), max(1.0, bar * min(1.0, cell.visits / most)), look.px(10)
            )
            self._bar(painter, box, row)
            paint_policy(painter, QRectF(left, box.top(), bar, box.height()), cell, most)
            would = "would play" if row.single == column.agent.stats.best else ""
            said = cell.proven if not would else f"{would}, {cell.proven}" if cell.proven else would
            put(
                painter,
                QRectF(box.right() + look.px(5), y - look.px(9), note, look.px(18)),
                said,
                theme.TABLE,
                bold=bool(cell.proven),
            )
            self._paint_bound(painter, means, width, y, cell)

    def _paint_axis(
        self,
        painter: QPainter,
        left: float,
        width: float,
        ends: tuple[float, float],
        cells: tuple[ColumnCell, ...],
        write: Callable[[float], str],
    ) -> None:
        look, line = theme.current(), text_line(theme.TABLE, 2)
        low, high = ends
        apart = text_width(write(high), theme.TABLE) + look.px(12)
        step = numerals.nice_step(high - low, max(1, min(4, int(width / apart))))
        bottom = len(cells) * self.pitch
        for tick in np.arange(math.ceil(low / step) * step, high + step * 1e-6, step):
            x = round(left + (tick - low) / (high - low) * width)
            painter.fillRect(QRectF(x, 0, 1, bottom + 3), look.colour("line"))
            text = write(float(tick))
            wide = text_width(text, theme.TABLE)
            at = (
                min(max(x - wide / 2, left), left + width - wide)
                if tick in (low, high)
                else x - wide / 2
            )
            put(painter, QRectF(at, bottom + 3, wide + 2, line), text, theme.TABLE, "ink2")

    def _paint_bound(
        self, painter: QPainter, left: float, width: float, y: float, cell: ColumnCell
    ) -> None:
        """The mean in the agent's hue, its standard error as a thick whisker, and a thin line up to
        its bound.
        """
        if not math.isfinite(cell.mean):
            return
        look, (low, high) = theme.current(), self.view.range

        def at(value: float) -> float:
            return left + width * min(1.0, max(0.0, (value - low) / (high - low)))

        y = round(y) + 0.5
        painter.setPen(QPen(look.colour("ink2"), 1))
        if math.isfinite(cell.bound):
            painter.drawLine(QPointF(at(cell.mean), y), QPointF(at(cell.bound), y))
            painter.drawLine(QPointF(at(cell.bound), y - 3.5), QPointF(at(cell.bound), y + 3.5))
        if math.isfinite(cell.error):
            painter.setPen(QPen(look.colour("ink2"), 2.4))
            painter.drawLine(
                QPointF(at(cell.mean - cell.error), y), QPointF(at(cell.mean + cell.error), y)
            )
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(self.view.hue(self.view.columns[0]))
        painter.drawEllipse(
            QPointF(at(cell.mean), y), (DOT + 1) * look.scale, (DOT + 1) * look.scale
        )
