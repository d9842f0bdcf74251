"""A sentence in place of a lesson's picture, and the picture dimmed while another one is on its
way.
"""

from __future__ import annotations

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QGraphicsOpacityEffect, QSizePolicy, QStackedWidget, QWidget

from lab.ui.parts import theme
from lab.ui.parts.guard import guarded
from lab.ui.parts.painted import put
from lab.ui.parts.spoken import describe

STALE = 0.3  # opacity of a lesson that the set-up no longer describes


class Said(QWidget):
    """The page of a stack that shows words; it covers the page with the picture."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName("Lesson")
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.words, self.stale = "", False
        self._stack: QStackedWidget | None = None
        self._picture: QWidget = self
        self._dimmed: tuple[QWidget, ...] = ()
        theme.changed.connect(self.update)

    def cover(self, stack: QStackedWidget, picture: QWidget, *more: QWidget) -> None:
        """Which page of which stack is covered; it and `more` are dimmed while they are stale."""
        self._stack, self._picture, self._dimmed = stack, picture, (picture, *more)

    def uncover(self) -> None:
        """Shows the picture."""
        self._dim(False)
        if self._stack is not None:
            self._stack.setCurrentWidget(self._picture)

    def show_words(self, words: str) -> None:
        """Shows a sentence in its place."""
        self.words = words
        describe(self, words)
        self._dim(False)
        if self._stack is not None:
            self._stack.setCurrentWidget(self)
        self.update()

    def set_stale(self, words: str) -> None:
        """Dims the picture; says why in words."""
        self._dim(True)
        describe(self._picture, words)

    def _dim(self, stale: bool) -> None:
        self.stale = stale
        for each in self._dimmed:
            effect = QGraphicsOpacityEffect(each) if stale else None
            if effect is not None:
                effect.setOpacity(STALE)
            each.setGraphicsEffect(effect)  # type: ignore[arg-type]  # None takes it away

    def setFocus(self, reason: Qt.FocusReason = Qt.FocusReason.OtherFocusReason) -> None:
        """Gives the keys to what is on show."""
        target = self._dimmed[-1] if self._dimmed else self
        if target is self:
            super().setFocus(reason)
        else:
            target.setFocus(reason)

    @guarded
    def paintEvent(self, event: QPaintEvent) -> None:
        look = theme.current()
        frame = QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5)
        with QPainter(self) as painter:
            painter.fillRect(frame, look.colour("field"))
            inner = frame.adjusted(look.px(16), 0, -look.px(16), 0)
            put(painter, inner, self.words, theme.BODY, "ink2")
            painter.setPen(look.colour("line2"))
            painter.drawRect(frame)
