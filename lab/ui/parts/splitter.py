"""A splitter whose handles are hairlines."""

from __future__ import annotations

from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QSplitter, QSplitterHandle

from lab.ui.parts import theme
from lab.ui.parts.guard import guarded


class _Handle(QSplitterHandle):
    """A hairline that can be grabbed."""

    @guarded
    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            painter.fillRect(self.rect(), theme.current().colour("line2"))


class Splitter(QSplitter):
    """Regions side by side, or one below the other."""

    def createHandle(self) -> QSplitterHandle:
        return _Handle(self.orientation(), self)
