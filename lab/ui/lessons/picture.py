"""What the pictures of lessons share: a step; a sentence in its place; or the step dimmed, while
another lesson is on its way.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Generic, TypeVar

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import (
    QAbstractScrollArea,
    QGraphicsOpacityEffect,
    QSizePolicy,
    QStackedWidget,
    QWidget,
)

from lab.ui.parts import theme
from lab.ui.parts.focus_ring import OwnRing
from lab.ui.parts.guard import guarded
from lab.ui.parts.painted import put
from lab.ui.parts.spoken import describe

STALE = 0.3  # opacity of a lesson that the set-up no longer describes
Shown = TypeVar("Shown")

if TYPE_CHECKING:
    Mixed = QWidget
else:

    class Mixed:
        """Beside a widget's own class at run time."""


class StepPicture(Mixed, Generic[Shown]):
    """Beside a class of widgets: what is `shown`, or `words` instead, or `stale`. Subclasses give
    `lines` and `paint_step`.
    """

    shown: Shown | None
    words: str
    stale: bool
    high: int  # usual, pixels at 100 %

    def begin(self, name: str, high: int) -> None:
        """Nothing is there yet."""
        self.setAccessibleName(name)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self._ring = OwnRing(self)
        self.shown, self.words, self.stale, self.high = None, "", False, high
        theme.changed.connect(self.restyled)

    # -- what a picture gives ----------------------------------------------------------------------

    def lines(self) -> list[str]:
        """What is shown in words, for a screen reader."""
        raise NotImplementedError

    def paint_step(self, painter: QPainter, shown: Shown) -> None:
        """Paints what is shown."""
        raise NotImplementedError

    def renew(self) -> None:
        """Something else is to be painted."""
        self.canvas.update()

    # -- setters -----------------------------------------------------------------------------------

    def show_step(self, shown: Shown) -> None:
        """Shows a step."""
        self.shown, self.words, self.stale = shown, "", False
        self.renew()
        describe(self, "\n".join(self.lines()))

    def show_words(self, words: str) -> None:
        """Shows a sentence instead."""
        self.shown, self.words, self.stale = None, words, False
        self.renew()
        describe(self, words)

    def set_stale(self, words: str) -> None:
        """Dims what is shown, because the set-up asks for something else; says so in words."""
        self.stale = True
        self.canvas.update()
        describe(self, words)

    # -- looks -------------------------------------------------------------------------------------

    @property
    def canvas(self) -> QWidget:
        """What is painted on."""
        return self.viewport() if isinstance(self, QAbstractScrollArea) else self

    def restyled(self) -> None:
        """Other sizes and colours."""
        self.updateGeometry()
        self.renew()

    def sizeHint(self) -> QSize:
        return QSize(theme.current().px(640), theme.current().px(self.high))

    minimumSizeHint = theme.sized(240, 160)

    @guarded
    def paintEvent(self, event: QPaintEvent) -> None:
        look = theme.current()
        frame = QRectF(self.canvas.rect()).adjusted(0.5, 0.5, -0.5, -0.5)
        with QPainter(self.canvas) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.fillRect(frame, look.colour("field"))
            if self.shown is None:
                inner = frame.adjusted(look.px(16), 0, -look.px(16), 0)
                put(painter, inner, self.words, theme.BODY, "ink2")
            else:
                painter.setOpacity(STALE if self.stale else 1.0)
                self.paint_step(painter, self.shown)
                painter.setOpacity(1.0)
            width = 2 if self._ring.shown else 1
            painter.setPen(QPen(look.colour("ink" if self._ring.shown else "line2"), width))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRect(frame.adjusted(width / 2, width / 2, -width / 2, -width / 2))


class Said(QWidget):
    """The page of a stack that shows words; it covers the page with the picture."""

    def __init__(self) -> None:
        super().__init__()
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
