"""The table of one round with the cell that was played, and the strategies of both sides as bars
with the equilibrium's shares as marks.
"""

from __future__ import annotations

import math

import numpy as np
from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from lab.lesson.decoupled import SIDES, DuelLesson, DuelRound, Side
from lab.ui.lessons.mcts.boards import centred
from lab.ui.parts import theme
from lab.ui.parts.focus_ring import OwnRing
from lab.ui.parts.guard import guarded
from lab.ui.parts.painted import put, text_line, text_width
from lab.ui.parts.spoken import describe

CELL, LINE, BAR = (68, 26), 20, 10  # pixels at 100 %
STALE = 0.3
TITLE, BOTH = "What Row gains", "What Row gains / Column gains"
MANY, THIN = 16, 14  # actions of both sides above which lines are so high
NOTE = "0 to 100 %; mark: equilibrium, where there is only one"
ROLES = ("hue0", "hue2")


class DuelView(QWidget):
    """Shows one round, or a sentence instead."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName("Round")
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self._ring = OwnRing(self)
        self._lesson: DuelLesson | None = None
        self._round: DuelRound | None = None
        self._words, self.stale = "", False
        theme.changed.connect(self._restyled)

    def _restyled(self) -> None:
        self.updateGeometry()
        self.update()

    def show_round(self, lesson: DuelLesson, shown: DuelRound) -> None:
        """The table and the strategies after a round."""
        self._lesson, self._round, self._words, self.stale = lesson, shown, "", False
        describe(self, "\n".join(self.lines()))
        self._restyled()

    def show_words(self, words: str) -> None:
        """Shows a sentence instead."""
        self._round, self._words, self.stale = None, words, False
        describe(self, words)
        self._restyled()

    def set_stale(self, words: str) -> None:
        """Dims what is shown; says why in words."""
        self.stale = True
        describe(self, words)
        self.update()

    def lines(self) -> list[str]:
        """The strategies in words."""
        if self._round is None:
            return []
        return [
            f"{who} {row.action}: {100 * row.strategy:.1f} %"
            + (f", equilibrium {100 * e:.1f} %" if math.isfinite(e := row.equilibrium) else "")
            for who, side in zip(SIDES, self._round.after, strict=True)
            for row in side
        ]

    # -- sizes -------------------------------------------------------------------------------------

    @property
    def _actions(self) -> tuple[int, ...]:
        return (3, 3) if self._lesson is None else self._lesson.payoffs.shape[-2:]

    @property
    def _line(self) -> float:
        return theme.current().px(LINE if sum(self._actions) <= MANY else THIN)

    def sizeHint(self) -> QSize:
        look, actions = theme.current(), self._actions
        table = look.px((actions[0] + 2) * CELL[1] + 24)
        heads = 2 * (text_line(theme.TABLE, 4) + look.px(8)) + text_line(theme.AXIS, 3)
        bars = round(sum(actions) * self._line + heads + look.px(24))
        return QSize(look.px(600), max(table, bars, look.px(190)))

    def minimumSizeHint(self) -> QSize:
        return QSize(theme.current().px(240), self.sizeHint().height())

    # -- painting ----------------------------------------------------------------------------------

    @guarded
    def paintEvent(self, event: QPaintEvent) -> None:
        look = theme.current()
        frame = QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5)
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.fillRect(frame, look.colour("field"))
            inner = frame.adjusted(look.px(14), look.px(10), -look.px(14), -look.px(8))
            if self._round is None or self._lesson is None:
                put(painter, inner, self._words, theme.BODY, "ink2")
            else:
                painter.setOpacity(STALE if self.stale else 1.0)
                left = self._paint_table(painter, inner, self._lesson, self._round)
                self._paint_sides(painter, inner.adjusted(left, 0, 0, 0), self._round)
                painter.setOpacity(1.0)
            painter.setPen(
                QPen(
                    look.colour("ink" if self._ring.shown else "line2"),
                    2 if self._ring.shown else 1,
                )
            )
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRect(frame)

    def _paint_table(
        self, painter: QPainter, room: QRectF, lesson: DuelLesson, shown: DuelRound
    ) -> float:
        """Paints the payoffs; returns the room they take."""
        look, line = theme.current(), text_line(theme.TABLE, 4)
        names, columns = lesson.names
        side = max(text_width(name, theme.TABLE, True) for name in names) + look.px(8)
        cells = {(i, j): lesson.cell(i, j) for i, j in np.ndindex(*lesson.payoffs.shape[-2:])}
        widest = max(text_width(words, theme.TABLE, True) for words in cells.values())
        half = (room.width() / 2 - side) / len(columns)  # the bars get the other one
        usual = min(look.px(CELL[0] * 3 / max(3, len(columns))), half)
        wide = max(usual, look.px(30), widest + look.px(8))
        high = look.px(CELL[1])
        put(
            painter,
            QRectF(room.left(), room.top(), room.width(), line),
            TITLE if lesson.zero_sum else BOTH,
            theme.TABLE,
            bold=True,
        )
        top = room.top() + line + look.px(4)
        brief = any(text_width(name, theme.AXIS, True) > wide - 2 for name in columns)
        for j, name in enumerate(columns):
            box = QRectF(room.left() + side + j * wide, top, wide - 2, high)
            text = name.split()[-1] if brief else name
            centred(painter, box, text, theme.AXIS, "ink", bold=j == shown.chosen[1])
        for i, name in enumerate(names):
            y = top + (i + 1) * high
            mine = i == shown.chosen[0]
            put(painter, QRectF(room.left(), y, side, high), name, theme.TABLE, bold=mine)
            for j in range(len(columns)):
                box = QRectF(room.left() + side + j * wide, y, wide, high)
                self._cell(painter, box, cells[i, j], (i, j) == shown.chosen)
        return float(side + len(columns) * wide + look.px(28))

    def _cell(self, painter: QPainter, box: QRectF, words: str, played: bool) -> None:
        look = theme.current()
        painter.fillRect(box, look.colour("mark" if played else "field"))
        painter.setPen(QPen(look.colour("mark_edge" if played else "line2"), 2 if played else 1))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRect(box.adjusted(1, 1, -1, -1) if played else box)
        centred(painter, box, words, theme.TABLE, "ink", bold=played)

    def _paint_sides(self, painter: QPainter, room: QRectF, shown: DuelRound) -> None:
        look, y = theme.current(), room.top()
        for seat, (who, side) in enumerate(zip(SIDES, shown.after, strict=True)):
            line = text_line(theme.TABLE, 4)
            put(painter, QRectF(room.left(), y, room.width(), line), who, theme.TABLE, bold=True)
            y += line + look.px(2)
            y = self._paint_bars(
                painter, QRectF(room.left(), y, room.width(), 0), side, seat, shown
            )
            y += look.px(6)
        foot = QRectF(room.left(), y, room.width(), text_line(theme.AXIS, 3))
        put(painter, foot, NOTE, theme.AXIS, "ink2")

    def _paint_bars(
        self, painter: QPainter, room: QRectF, side: Side, seat: int, shown: DuelRound
    ) -> float:
        """Paints one side's strategy; returns where it ends."""
        look = theme.current()
        names = max(text_width(row.action, theme.TABLE, True) for row in side) + look.px(10)
        wide = max(10.0, room.width() - names - look.px(60))
        y, high = room.top(), self._line
        for k, row in enumerate(side):
            line = QRectF(room.left(), y, names, high)
            chosen = k == shown.chosen[seat]
            put(painter, line, row.action, theme.TABLE, bold=chosen)
            bar = QRectF(room.left() + names, y + (high - look.px(BAR)) / 2, wide, look.px(BAR))
            painter.fillRect(bar, look.colour("track"))
            x = bar.left() + wide * row.equilibrium
            bar.setWidth(wide * row.strategy)
            painter.fillRect(bar, look.colour(ROLES[seat]))
            if math.isfinite(x):
                mark = QRectF(x - 1.5, bar.top() - 3, 3, bar.height() + 6)
                painter.fillRect(mark, look.colour("ink"))
            share = QRectF(room.left() + names + wide, y, look.px(60), high)
            put(painter, share, f"{100 * row.strategy:.1f} %", theme.TABLE, right=True, bold=chosen)
            y += high
        return y
