"""The running test between its two ends: the log-likelihood ratio as a bar from 0, with words."""

from __future__ import annotations

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter

from lab.experiments.arena.standing import TestBar
from lab.experiments.verdicts import OPEN
from lab.ui.arena import says
from lab.ui.parts import theme
from lab.ui.parts.painted import put, text_line, text_width
from lab.ui.parts.view_part import ViewPart
from lab.words.numerals import signed

BAR = 12  # pixels at 100 %


class RatioBar(ViewPart[TestBar]):
    """The two ends are where the test stops."""

    def content_height(self) -> float:
        look = theme.current()
        return 2 * text_line(theme.TABLE, 3) + look.px(BAR) + look.px(26) + look.px(6)

    def lines(self) -> list[str]:
        test = self.view
        if test is None:
            return []
        low, high = (signed(stop) for stop in (test.low, test.high))
        return [
            f"Log-likelihood ratio {signed(test.ratio)}; the test stops at {low} with not better, "
            f"at {high} with better.",
            f"{says.lean(test)} {says.EARLY}",
        ]

    def place(self, value: float) -> float:
        """The pixel of a ratio."""
        assert self.view is not None
        pad = theme.current().px(12)
        low, high = self.view.low, self.view.high
        share = (value - low) / (high - low)
        return pad + max(0.0, min(1.0, share)) * (self.width() - 2 * pad)

    def paint(self, painter: QPainter, view: TestBar) -> None:
        look, line = theme.current(), text_line(theme.TABLE, 3)
        left, right, zero = self.place(view.low), self.place(view.high), self.place(0.0)
        here, top = self.place(view.ratio), line
        self._above(painter, signed(view.ratio), here)
        bar = QRectF(left, top, right - left, look.px(BAR))
        painter.fillRect(bar, look.colour("track"))
        reach = QRectF(min(zero, here), top, abs(here - zero), bar.height())
        painter.fillRect(reach, look.colour("ink2"))
        painter.fillRect(QRectF(zero, top - 2, 1, bar.height() + 4), look.colour("edge"))
        painter.fillRect(QRectF(here - 1, top - 4, 2, bar.height() + 8), look.colour("ink"))
        self._below(painter, view, bar.bottom() + look.px(3), zero)
        self._words(painter, view, bar.bottom() + line + look.px(8))

    def _above(self, painter: QPainter, text: str, x: float) -> None:
        wide, line = text_width(text, theme.TABLE, True), text_line(theme.TABLE, 3)
        left = max(0.0, min(self.width() - wide - 6, x - wide / 2))
        box = QRectF(left, -2, wide + 2, line)
        put(painter, box, text, theme.TABLE, bold=True)

    def _below(self, painter: QPainter, view: TestBar, y: float, zero: float) -> None:
        line, pad = text_line(theme.TABLE, 3), theme.current().px(12)
        ends = (
            f"{signed(view.low)} stop: not better",
            f"stop: better {signed(view.high)}",
        )
        room = QRectF(pad, y, self.width() - 2 * pad, line)
        put(painter, room, ends[0], theme.TABLE, "ink2")
        put(painter, room, ends[1], theme.TABLE, "ink2", right=True)
        free = room.left() + text_width(ends[0]) + 8, room.right() - text_width(ends[1]) - 8
        if free[0] < zero < free[1]:
            put(painter, QRectF(zero - 3, y, 12, line), "0", theme.TABLE, "ink2")

    def _words(self, painter: QPainter, view: TestBar, y: float) -> None:
        look, line, first = theme.current(), text_line(theme.BODY, 4), says.lean(view)
        pad = look.px(12)
        put(painter, QRectF(pad, y, self.width() - 2 * pad, line), first, theme.BODY, bold=True)
        x = pad + text_width(first, theme.BODY, True) + look.px(6)
        rest = QRectF(x, y, self.width() - pad - x, line)
        if view.word == OPEN:
            put(painter, rest, self.hint(rest.width()), theme.BODY, "ink2")

    @staticmethod
    def hint(room: float) -> str:
        """What may be said in so many pixels of looking at an open test; whole sentences only."""
        fitting = (t for t in (says.EARLY, says.EARLY_SHORT) if text_width(t, theme.BODY) <= room)
        return next(fitting, "")
