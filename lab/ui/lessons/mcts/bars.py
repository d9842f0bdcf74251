"""Bounds as bars, the mean solid and the bonus hatched; and the visits of the root's moves."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QPainter

from lab.lesson.mcts import MoveRow
from lab.ui.lessons.parts import PlainPage
from lab.ui.parts import theme
from lab.ui.parts.painted import put, text_width
from lab.words import numerals

LINE, BAR, NAMES = 19, 9, 96  # pixels at 100 %: a row, its bar, the widest name
NOTE = "solid: mean     hatched: bonus for few visits"
MOST_COLUMNS = 7


class BoundBars(PlainPage):
    """A bar for each move."""

    def __init__(self) -> None:
        super().__init__("Bounds as bars")
        self.rows: tuple[MoveRow, ...] = ()
        self._bold, self._hidden = -1, False

    def set_rows(self, rows: Sequence[MoveRow], bold: int = -1, hidden: bool = False) -> None:
        """Sets the moves; `hidden` bounds are not shown, the means are."""
        self.rows, self._bold, self._hidden = tuple(rows), bold, hidden
        words = [f"{row.move}: mean {row.mean:.3f}, bound {row.bound:.3f}" for row in self.rows]
        self.told([] if hidden else words)

    def content_height(self) -> float:
        return theme.current().px(LINE) * (len(self.rows) + 1) + theme.current().px(6)

    def paint(self, painter: QPainter) -> None:
        look = theme.current()
        if not self.rows:
            return
        names = min(look.px(NAMES), max(text_width(r.move, theme.TABLE, True) for r in self.rows))
        left, numbers = names + look.px(10), look.px(42)
        room = self.width() - left - numbers
        most = max((row.bound for row in self.rows if row.visits), default=1.0)
        for k, row in enumerate(self.rows):
            line = QRectF(0, k * look.px(LINE), self.width(), look.px(LINE))
            bold = k == self._bold
            name = QRectF(0, line.top(), names + 2, line.height())
            put(painter, name, row.move, theme.TABLE, "ink" if bold else "ink2", bold=bold)
            end = self._bar(painter, row, left, line.center().y(), room / max(1e-9, most))
            words = "untried" if not row.visits else "" if self._hidden else f"{row.bound:.2f}"
            spot = QRectF(end + look.px(6), line.top(), numbers + room, line.height())
            put(painter, spot, words, theme.TABLE, bold=bold)
        foot = QRectF(left, len(self.rows) * look.px(LINE), self.width() - left, look.px(LINE))
        put(painter, foot, NOTE, theme.TABLE, "ink2")

    def _bar(self, painter: QPainter, row: MoveRow, x: float, y: float, unit: float) -> float:
        """Paints one bar; returns where it ends."""
        if not row.visits:
            return x - theme.current().px(6)
        look, half = theme.current(), theme.current().px(BAR) / 2
        mean, bonus = row.mean * unit, 0.0 if self._hidden else row.bonus * unit
        solid = QRectF(x, y - half, mean, 2 * half)
        painter.fillRect(solid, look.colour("hue0"))
        hatched = QRectF(x + mean, y - half, bonus, 2 * half)
        painter.setBrushOrigin(QPointF(0, 0))
        painter.fillRect(hatched, QBrush(look.colour("hue0"), Qt.BrushStyle.BDiagPattern))
        return float(x + mean + bonus)


class RootBars(PlainPage):
    """The root's moves in columns: name, visits, mean, and the visits as a bar."""

    def __init__(self) -> None:
        super().__init__("Visits of the root's moves")
        self.rows: tuple[MoveRow, ...] = ()

    def set_rows(self, rows: Sequence[MoveRow]) -> None:
        """Sets the moves."""
        self.rows = tuple(rows)
        visits = (numerals.several(row.visits, "visit") for row in self.rows)
        pairs = zip(self.rows, visits, strict=True)
        self.told([f"{row.move}: {words}, mean {row.mean:.2f}" for row, words in pairs])

    @property
    def _lines(self) -> int:
        return -(-len(self.rows) // self._columns) if self.rows else 1

    @property
    def _columns(self) -> int:
        return min(MOST_COLUMNS, max(1, len(self.rows)))

    def content_height(self) -> float:
        return self._lines * theme.current().px(36)

    def paint(self, painter: QPainter) -> None:
        look = theme.current()
        wide = self.width() / self._columns
        most = max((row.visits for row in self.rows), default=1) or 1
        for k, row in enumerate(self.rows):
            left, top = k % self._columns * wide, k // self._columns * look.px(36)
            box = QRectF(left, top, wide - look.px(16), look.px(18))
            numbers = f"{row.visits}  {row.mean:.2f}" if row.visits else "–"
            figures = text_width(numbers, theme.TABLE) + look.px(4)
            put(painter, box.adjusted(0, 0, -figures, 0), row.move, theme.TABLE)
            put(painter, box, numbers, theme.TABLE, "ink2", right=True)
            bar = QRectF(left, top + look.px(21), box.width(), look.px(6))
            painter.fillRect(bar, look.colour("track"))
            bar.setWidth(bar.width() * row.visits / most)
            painter.fillRect(bar, look.colour("hue0"))
