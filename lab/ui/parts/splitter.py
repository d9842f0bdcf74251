"""A splitter whose handles are hairlines."""

from __future__ import annotations

from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QSplitter, QSplitterHandle

from lab.ui.parts import theme


class _Handle(QSplitterHandle):
    """A hairline that can be grabbed."""

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.fillRect(self.rect(), theme.current().colour("line2"))
        painter.end()


class Splitter(QSplitter):
    """Regions side by side, or one below the other."""

    def createHandle(self) -> QSplitterHandle:
        return _Handle(self.orientation(), self)
