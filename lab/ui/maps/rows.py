"""Rows of widgets, and a line of text that shrinks."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QRectF, QSize
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QSizePolicy, QWidget

from lab.ui.parts import theme
from lab.ui.parts.guard import guarded
from lab.ui.parts.painted import put, text_line, text_width
from lab.ui.parts.tips import plain


def row(parts: Sequence[QWidget | None], space: int) -> QHBoxLayout:
    """Parts side by side, `space` pixels above and below; None stretches."""
    line = QHBoxLayout()
    line.setContentsMargins(12, space, 12, space)
    line.setSpacing(10)
    for part in parts:
        if part is None:
            line.addStretch(1)
        else:
            line.addWidget(part)
    return line


class NoteLine(QLabel):
    """One grey line, elided where it has no room; the whole text is its tool tip."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Preferred)

    def setText(self, text: str) -> None:
        super().setText(text)
        self.setToolTip(plain(text))

    def sizeHint(self) -> QSize:
        return QSize(round(text_width(self.text(), theme.TABLE)) + 2, round(text_line(theme.TABLE)))

    def minimumSizeHint(self) -> QSize:
        return QSize(0, self.sizeHint().height())

    @guarded
    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            put(painter, QRectF(self.rect()), self.text(), theme.TABLE, "ink2")
