"""Figures in a list: names at the left, numbers at the right.

A painted part of a page: one record feeds it, and a screen reader gets the same as sentences.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Generic, TypeVar

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QFocusEvent, QPainter, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from lab.ui.parts import theme
from lab.ui.parts.chart.data import ChartData, DataMenu
from lab.ui.parts.focus_ring import OwnRing
from lab.ui.parts.guard import guarded
from lab.ui.parts.painted import put, text_line, text_width

View = TypeVar("View")


class ViewPart(QWidget, Generic[View]):
    """Subclasses give `content_height`, `paint` and `lines`, the same facts as sentences."""

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(name)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.view: View | None = None
        self._ring = OwnRing(self)
        theme.changed.connect(self._restyled)

    def set_view(self, view: View | None) -> None:
        """Shows a newer record; None for none."""
        self.view = view
        self._restyled()

    def _restyled(self, _theme: object = None) -> None:
        self.updateGeometry()
        self.update()
        text = "\n".join(self.lines()) if self.view is not None else ""
        if text != self.accessibleDescription():
            self.setAccessibleDescription(text)

    def content_height(self) -> float:
        """The height that shows everything, in pixels."""
        raise NotImplementedError

    def paint(self, painter: QPainter, view: View) -> None:
        """Paints the content."""
        raise NotImplementedError

    def lines(self) -> list[str]:
        """The content as sentences."""
        raise NotImplementedError

    def sizeHint(self) -> QSize:
        return QSize(240, round(self.content_height()))

    def minimumSizeHint(self) -> QSize:
        return QSize(120, round(self.content_height()))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Another width may need another height."""
        if event.size().width() != event.oldSize().width():
            self.updateGeometry()

    def focusInEvent(self, event: QFocusEvent) -> None:
        self.update()

    focusOutEvent = focusInEvent

    @guarded
    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            if self.view is not None:
                self.paint(painter, self.view)
            if self._ring.shown:
                painter.setPen(QPen(theme.current().colour("ink"), 2))
                painter.setBrush(Qt.BrushStyle.NoBrush)
                painter.drawRect(QRectF(self.rect()).adjusted(2, 1, -2, -2))


@dataclass(frozen=True)
class NamedFigures:
    """Names and their figures."""

    rows: tuple[tuple[str, str], ...]


class FigureList(ViewPart[NamedFigures]):
    """A row for each figure."""

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(name, parent)
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

    def paint(self, painter: QPainter, view: NamedFigures) -> None:
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
