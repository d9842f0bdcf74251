"""What is painted inside a chart's scene besides pyqtgraph's own items: grid, bands,
heads, words.
"""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget

from lab.ui.parts.guard import guarded

LayerPainter = Callable[[QPainter], None]  # paints in the chart's pixels


class Layer(QGraphicsItem):
    """A picture over `room`, at height `z`; as a child of a field it is clipped to it."""

    def __init__(self, paint: LayerPainter, z: float, parent: QGraphicsItem | None = None) -> None:
        super().__init__(parent)
        self._paint, self._room, self._shift = paint, QRectF(), QPointF()
        self.setZValue(z)

    def place(self, room: QRectF, origin: QPointF) -> None:
        """The part of the chart that it may paint, and where its parent begins, in pixels."""
        if (room, origin) != (self._room, self._shift):
            self.prepareGeometryChange()
            self._room, self._shift = QRectF(room), QPointF(origin)

    def boundingRect(self) -> QRectF:
        return self._room.translated(-self._shift)

    @guarded
    def paint(
        self,
        painter: QPainter,
        option: QStyleOptionGraphicsItem,
        widget: QWidget | None = None,
    ) -> None:
        painter.setRenderHints(
            QPainter.RenderHint.Antialiasing | QPainter.RenderHint.TextAntialiasing
        )
        painter.translate(-self._shift)
        self._paint(painter)
