"""Figures in a list: names at the left, numbers at the right."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter

from lab.ui.parts import theme
from lab.ui.parts.chart.data import ChartData, DataMenu
from lab.ui.parts.painted import put, text_line, text_width
from lab.ui.parts.part import ViewPart


@dataclass(frozen=True)
class NamedFigures:
    """Names and their figures."""

    rows: tuple[tuple[str, str], ...]


class FigureList(ViewPart[NamedFigures]):
    """A row for each figure."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.name = name
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.menu = DataMenu(self, self.data)

    def content_height(self) -> float:
        rows = len(self.view.rows) if self.view is not None else 4
        return rows * text_line(theme.TABLE, 5) + theme.current().px(8)

    def lines(self) -> list[str]:
        return [f"{name}: {figure}" for name, figure in self.view.rows] if self.view else []

    def data(self) -> ChartData | None:
        """The same, for the clipboard."""
        return ChartData(self.name, ("", "figure"), self.view.rows) if self.view else None

    def paint_view(self, painter: QPainter, view: NamedFigures) -> None:
        pad, line = theme.current().px(12), text_line(theme.TABLE, 5)
        for k, (name, figure) in enumerate(view.rows):
            room = QRectF(pad, k * line, self.width() - 2 * pad, line)
            wide = text_width(figure)
            put(painter, room, figure, theme.TABLE, right=True)
            if wide + text_width(name) + 4 <= room.width():
                put(painter, room, name, theme.TABLE, "ink2")
            else:
                room.setRight(room.right() - wide - 6)
                put(painter, room, name, theme.TABLE, "ink2")
