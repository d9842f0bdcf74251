"""A painted part of a page: a height of its own, a focus ring, and its content as sentences for a
screen reader.
"""

from __future__ import annotations

from typing import Generic, TypeVar

from PySide6.QtCore import QSize
from PySide6.QtGui import QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from lab.ui.parts import theme
from lab.ui.parts.focus_ring import OwnRing
from lab.ui.parts.guard import guarded
from lab.ui.parts.spoken import describe

View = TypeVar("View")


class PaintedPart(QWidget):
    """Subclasses give `content_height`, `paint` and `lines`, the same facts as sentences."""

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(name)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.ring = OwnRing(self)
        theme.changed.connect(self.renew)

    def renew(self) -> None:
        """Another content, or another look."""
        self.updateGeometry()
        self.update()
        self.speak()

    def speak(self) -> None:
        """Gives the current content to the screen reader."""
        describe(self, "\n".join(self.lines()))

    def content_height(self) -> float:
        """The height that shows everything, in pixels."""
        raise NotImplementedError

    def paint(self, painter: QPainter) -> None:
        """Paints the content."""
        raise NotImplementedError

    def lines(self) -> list[str]:
        """The content as sentences."""
        return []

    def sizeHint(self) -> QSize:
        return QSize(240, round(self.content_height()))

    def minimumSizeHint(self) -> QSize:
        return QSize(120, round(self.content_height()))

    def draw_into(self, painter: QPainter) -> None:
        """Draws it with its ring at the painter's origin."""
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self.paint(painter)
        self.ring.paint(painter, self.rect())

    @guarded
    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            self.draw_into(painter)


class ViewPart(PaintedPart, Generic[View]):
    """A part that one record feeds: subclasses give `paint_view` in place of `paint`."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.view: View | None = None

    def set_view(self, view: View | None) -> None:
        """Shows a newer record; None for none."""
        self.view = view
        self.renew()

    def speak(self) -> None:
        describe(self, "\n".join(self.lines()) if self.view is not None else "")

    def paint_view(self, painter: QPainter, view: View) -> None:
        """Paints the record."""
        raise NotImplementedError

    def paint(self, painter: QPainter) -> None:
        if self.view is not None:
            self.paint_view(painter, self.view)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Another width may need another height."""
        if event.size().width() != event.oldSize().width():
            self.updateGeometry()
