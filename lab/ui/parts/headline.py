"""The answer of a page in words, over its middle: one line of 20 pixels, a line of support beside
it or below it, and a note at the right end. What can be chosen stands beside it, or below it.
"""

from __future__ import annotations

import math
import re

from PySide6.QtCore import QEvent, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QBoxLayout, QSizePolicy, QWidget

from lab.ui.parts import theme
from lab.ui.parts.guard import guarded
from lab.ui.parts.layout import row
from lab.ui.parts.painted import clauses_that_fit, put, text_line, text_width
from lab.ui.parts.tips import plain

GAP, ABOVE, BELOW = 12, 7, 7  # pixels at 100 %
LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
UNIT = re.compile(r"(?<=\d) (?=%|(?:k|M|ms|s)\b)")  # between a number and its unit


class Headline(QWidget):
    """Plain words; where the support has no room beside the answer it stands below it, and it ends
    at a comma where even that is too narrow. The whole of it is the tooltip. One that `wraps` has
    its support below and takes as many lines as its words need.
    """

    def __init__(self, parent: QWidget | None = None, wraps: bool = False) -> None:
        super().__init__(parent)
        self.answer = self.support = self.note = ""
        self._wraps = wraps
        self.setAccessibleName("Headline")
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        theme.changed.connect(self._restyled)

    def set_words(self, answer: str, support: str = "", note: str = "") -> None:
        """What it says; only what differs is painted again."""
        answer = answer.removesuffix(".")
        if (answer, support, note) != (self.answer, self.support, self.note):
            self.answer, self.support, self.note = answer, support, note
            words = ". ".join(part for part in (answer, support, note) if part)
            self.setAccessibleDescription(words)
            self.setToolTip(plain(words) if self._is_cut else "")
            self._restyled()

    def _restyled(self) -> None:
        self.updateGeometry()
        self.update()

    @property
    def _room(self) -> float:
        """What the note leaves of the width."""
        note = text_width(self.note, theme.BODY) + theme.current().px(GAP) if self.note else 0
        return self.width() - note

    @property
    def _beside(self) -> float:
        """Where the support begins on the answer's line."""
        return text_width(self.answer, theme.CLOCK, True) + theme.current().px(GAP)

    @property
    def _is_below(self) -> bool:
        beside = self._beside + text_width(self.support)
        return bool(self.support) and (self._wraps or beside > self._room)

    @property
    def _is_cut(self) -> bool:
        if self._wraps:
            return False
        answer = text_width(self.answer, theme.CLOCK, True)
        below = text_width(self.support, theme.BODY)
        return answer > self._room or (self._is_below and below > self.width())

    @property
    def needs(self) -> int:
        """The width that shows all of it, its support below the answer."""
        answer = text_width(self.answer, theme.CLOCK, True) + self.width() - self._room
        return math.ceil(max(answer, text_width(self.support, theme.BODY)))

    def _high(self, text: str, size: float, bold: bool = False) -> int:
        """The height of a text that wraps."""
        room = QRect(0, 0, round(self._room if bold else self.width()), 10_000)
        metrics = theme.metrics(size, bold, theme.current().scale)
        words = UNIT.sub("\u00a0", text) or " "
        found = metrics.boundingRect(QRectF(room), Qt.TextFlag.TextWordWrap, words)
        return math.ceil(found.height())

    def sizeHint(self) -> QSize:
        look = theme.current()
        if self._wraps:
            words = self._high(self.answer, theme.CLOCK, True)
            words += self._high(self.support, theme.BODY) if self.support else 0
            return QSize(200, look.px(ABOVE + BELOW) + words)
        high = look.px(ABOVE + BELOW) + text_line(theme.CLOCK)
        return QSize(200, round(high + (text_line(theme.BODY) if self._is_below else 0)))

    def minimumSizeHint(self) -> QSize:
        return QSize(120, self.sizeHint().height())

    def resizeEvent(self, event: object) -> None:
        self.updateGeometry()
        self.setToolTip(plain(self.accessibleDescription()) if self._is_cut else "")

    @guarded
    def paintEvent(self, event: QPaintEvent) -> None:
        look, line = theme.current(), text_line(theme.CLOCK)
        top = float(look.px(ABOVE))
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.TextAntialiasing)
            note = QRectF(0, top + look.px(2), self.width(), line)
            put(painter, note, self.note, theme.BODY, "ink2", right=True)
            if self._wraps:
                self._paint_lines(painter, look.px(ABOVE))
                return
            answer = clauses_that_fit(self.answer, self._room, theme.CLOCK)
            put(painter, QRectF(0, top, self._room, line), answer, theme.CLOCK, bold=True)
            box = QRectF(self._beside, top + look.px(2), self._room - self._beside, line)
            if self._is_below:
                box = QRectF(0, top + line, self.width(), text_line(theme.BODY))
            words = clauses_that_fit(self.support, box.width(), theme.BODY)
            put(painter, box, words, theme.BODY, "ink2")

    def _paint_lines(self, painter: QPainter, top: int) -> None:
        look = theme.current()
        high = self._high(self.answer, theme.CLOCK, True)
        parts = (
            (self.answer, theme.CLOCK, True, "ink", QRect(0, top, round(self._room), high)),
            (self.support, theme.BODY, False, "ink2", self.rect().adjusted(0, top + high, 0, 0)),
        )
        for text, size, bold, role, box in parts:
            painter.setFont(look.font(size, bold))
            painter.setPen(look.colour(role))
            painter.drawText(box, Qt.TextFlag.TextWordWrap, UNIT.sub("\u00a0", text))


class HeadRow(QWidget):
    """A headline with choices beside it, which stand below it where they would cut it."""

    def __init__(self, headline: Headline, choices: QWidget, gap: int = 10) -> None:
        super().__init__()
        self._headline, self._choices = headline, choices
        self._box: QBoxLayout = row((headline, 1), (choices, 0, LEFT), of=self, margins=0, gap=gap)

    def event(self, event: QEvent) -> bool:
        if event.type() in (QEvent.Type.LayoutRequest, QEvent.Type.Resize):
            self._arrange()
        return super().event(event)

    def _arrange(self) -> None:
        beside = self._choices.sizeHint().width() + self._box.spacing()
        room = self.width()
        shown = not self._choices.isHidden()
        below = shown and self._headline.needs + beside > room
        way = QBoxLayout.Direction
        self._box.setDirection(way.TopToBottom if below else way.LeftToRight)
