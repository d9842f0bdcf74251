"""The comparison in numbers: A, B, and a word on the difference."""

from __future__ import annotations

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QWidget

from lab.compare.numbers import NumberPair, numbers
from lab.ui.compare.part import MARGIN, ComparePart, CompareView
from lab.ui.parts import theme
from lab.ui.parts.painted import put, text_line, text_width


class FigurePairs(ComparePart):
    """One row for each number."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("Numbers", parent)
        self._rows: tuple[NumberPair, ...] = ()

    def set_view(self, view: CompareView | None) -> None:
        self._rows = () if view is None else numbers(view.comparison, view.game)
        super().set_view(view)

    def content_height(self) -> float:
        return (len(self._rows) + 1) * text_line(theme.TABLE, 4) + theme.current().px(8)

    def paint(self, painter: QPainter, view: CompareView) -> None:
        look, line = theme.current(), text_line(theme.TABLE, 4)
        left, right = look.px(MARGIN), self.width() - look.px(MARGIN)
        first, second = self._ends(left, right)
        words = second + look.px(24)
        for end, letter in ((first, "A"), (second, "B")):
            put(painter, QRectF(0, 0, end, line), letter, theme.AXIS, bold=True, right=True)
        put(painter, QRectF(words, 0, right - words, line), "In words", theme.AXIS, "ink2")
        painter.fillRect(QRectF(left, line - 1, right - left, 1), look.colour("line"))
        for j, row in enumerate(self._rows, 1):
            y = j * line + look.px(2)
            name = QRectF(left, y, first - left - look.px(60), line)
            put(painter, name, row.name, theme.TABLE, "ink2")
            for end, text in ((first, row.first), (second, row.second)):
                put(painter, QRectF(0, y, end, line), text, theme.TABLE, right=True)
            put(painter, QRectF(words, y, right - words, line), row.words, theme.AXIS, "ink2")

    def _ends(self, left: float, right: float) -> tuple[float, float]:
        """Where A's and B's numbers end."""
        gap = theme.current().px(20)
        names = max((text_width(row.name) for row in self._rows), default=0.0)
        widths = [
            max((text_width(text) for text in texts), default=0.0)
            for texts in ([r.first for r in self._rows], [r.second for r in self._rows])
        ]
        first = left + max(names + gap + widths[0], 0.33 * (right - left))
        return first, first + max(gap + widths[1], 0.15 * (right - left))

    def lines(self) -> list[str]:
        return [f"{r.name}: A {r.first}, B {r.second}. {r.words}".rstrip() for r in self._rows]
