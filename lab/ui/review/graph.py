"""The value of the match over its turns, with a bar for what each move lost and rings where
mistakes are.
"""

from __future__ import annotations

import math

import numpy as np
from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QKeyEvent, QMouseEvent, QPainter, QPen
from PySide6.QtWidgets import QSizePolicy

from lab.review.judging import CHANCES, POINTS, Ruler, Thresholds, span_of
from lab.review.words import SHORT, amount_words
from lab.ui.parts import theme
from lab.ui.parts.chart.axis import BOTTOM, LEFT, ChartAxis, ChartTick
from lab.ui.parts.chart.chart import Chart, Reading
from lab.ui.parts.chart.data import ChartData
from lab.ui.parts.chart.series import DASHED, SOLID, ChartBand, ChartCurve
from lab.ui.parts.painted import put, put_centred, text_line, text_width
from lab.ui.review.view import ROLES, ReviewRow, ReviewView
from lab.words import numerals
from search.measure import ValueKind

HEIGHT, LEAST = 250, 150  # pixels at 100 %
BAR, RING = 7, 4.5
LEGEND = 110  # height of the field from which on there is a legend
HIGH, LOW = 0.8, 0.2  # shares: a curve above is in the legend's way, which then is lower
SHADE = 36  # opacity of the area, of 255


class ReviewGraph(Chart):
    """`chosen` carries a turn that was clicked."""

    chosen = Signal(int)

    def __init__(self) -> None:
        super().__init__("Value of the match", zooms="x")
        self.view: ReviewView | None = None
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.set_axis(LEFT, ChartAxis(LEFT), self._levels)
        self.set_axis(BOTTOM, ChartAxis(BOTTOM), self._turns)
        self.layer("under", self._paint_bars)
        self.layer("around", self._paint_over)
        self.set_reader(self._read)
        self.set_data(self.data)
        self._fit()

    def set_view(self, view: ReviewView | None) -> None:
        """Shows a newer review."""
        before, self.view = self.view, view
        if view is None:
            return
        whole = (0.0, float(max(1, view.turns)))
        if before is None or (before.turns, before.game) != (view.turns, view.game):
            self.set_range(whole, (0.0, 1.0))
        elif (before.ruler, before.scale) != (view.ruler, view.scale):
            self._show(*self.shown)  # the axis has other words
        self._draw()
        self._speak()

    def _draw(self) -> None:
        if self.view is None or self.view.hides:
            self.set_curves(())
            self.set_bands(())
        else:
            self.set_curves([self._curve(k) for k in range(len(self.view.curves))])
            self.set_bands(self._shade())
        self.repaint_layers()

    def _curve(self, k: int) -> ChartCurve:
        assert self.view is not None
        look, curve = theme.current(), self.view.curves[k]
        if curve.name:
            return ChartCurve(curve.turns, curve.shares, look.colour("ink"), 1.2, style=DASHED)
        hue = self.view.marks.seat_colour(look, curve.seat)
        return ChartCurve(curve.turns, curve.shares, hue, 1.6, style=SOLID)

    def _shade(self) -> list[ChartBand]:
        """The area between the value and an even match."""
        assert self.view is not None
        main = [curve for curve in self.view.curves if not curve.name]
        if len(main) != 1 or main[0].turns.size < 2:
            return []
        colour = QColor(self.view.marks.seat_colour(theme.current(), main[0].seat))
        colour.setAlpha(SHADE)
        even = np.full(main[0].turns.size, 0.5)
        return [ChartBand(main[0].turns, even, main[0].shares, colour)]

    # -- axes --------------------------------------------------------------------------------------

    def _level(self, share: float) -> str:
        scale = self.view.scale if self.view is not None else None
        if scale is None or scale.kind is ValueKind.PROBABILITY:
            return numerals.percent(share)
        if scale.kind is ValueKind.SCORE:
            return numerals.short(share)
        ruler = self.view.ruler if self.view is not None else Ruler()
        return numerals.short(ruler.low + share * (ruler.high - ruler.low))

    def _levels(self, low: float, high: float, pixels: float) -> list[ChartTick]:
        return [(share, self._level(share)) for share in (0.0, 0.25, 0.5, 0.75, 1.0)]

    def _turns(self, low: float, high: float, pixels: float) -> list[ChartTick]:
        step = max(1.0, numerals.nice_step(high - low, max(2, int(pixels / 60))))
        step = step if step.is_integer() else 2 * step
        first = math.ceil(low / step) * step
        return [(float(t), f"{t:g}") for t in np.arange(first, high + 1e-9, step)]

    # -- painting ----------------------------------------------------------------------------------

    def _x(self, turn: float) -> float:
        return self.at(turn, 0.0).x()

    def _paint_bars(self, painter: QPainter) -> None:
        view, look = self.view, theme.current()
        if view is None or view.hides:
            return
        self._paint_cursor(painter, view)
        bottom, high = self.frame.bottom(), self.frame.height()
        several = len({row.move.seat for row in view.rows}) > 1 and view.game.simultaneous
        for row in view.rows:
            if row.move.is_judged and row.move.lost >= 0.5 * view.ruler.share:
                wide = look.px(BAR) / (2 if several else 1)
                left = (
                    self._x(row.turn)
                    - look.px(BAR) / 2
                    + (wide if several and row.move.seat else 0)
                )
                tall = min(1.0, row.move.lost / POINTS / view.ruler.share) * high
                box = QRectF(left, bottom - tall, wide, tall)
                painter.fillRect(box, view.marks.seat_colour(look, row.move.seat))

    def _paint_cursor(self, painter: QPainter, view: ReviewView) -> None:
        look, x, field = theme.current(), round(self._x(view.turn)), self.frame
        wide = look.px(16)
        if not field.left() - 1 <= x <= field.right() + 1:
            return
        painter.fillRect(
            QRectF(x - wide / 2, field.top(), wide, field.height()), look.colour("mark")
        )
        painter.fillRect(QRectF(x, field.top(), 1, field.height()), look.colour("ink"))

    def _paint_over(self, painter: QPainter) -> None:
        view = self.view
        if view is None or view.hides:
            return
        self._paint_legend(painter, view)
        self._paint_head(painter, view)
        named = [curve for curve in view.curves if curve.name and curve.turns.size]
        for curve in named:
            spot = self.at(float(curve.turns[-1]), float(curve.shares[-1]))
            put(painter, QRectF(spot.x() + 5, spot.y() - 9, 60, 18), curve.name, theme.TABLE)
        for row in view.rows:
            if row.mark:
                self._paint_ring(painter, view, row)

    def _paint_head(self, painter: QPainter, view: ReviewView) -> None:
        """The number of the turn over the field."""
        look, text = theme.current(), str(view.turn)
        x, high = self._x(view.turn), text_line(theme.TABLE, 4)
        if not self.frame.left() - 1 <= x <= self.frame.right() + 1:
            return
        wide = text_width(text, theme.TABLE, True) + look.px(12)
        box = QRectF(x - wide / 2, self.frame.top() - high - 2, wide, high)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(look.colour("accent"))
        painter.drawRoundedRect(box, 3, 3)
        put_centred(painter, box, text, theme.TABLE, "on_accent", bold=True)

    def _paint_legend(self, painter: QPainter, view: ReviewView) -> None:
        """From how many points on there are rings."""
        look, field = theme.current(), self.frame
        if field.height() < look.px(LEGEND):
            return
        limits = view.rows[0].thresholds if view.rows else Thresholds()
        x, y = field.left() + look.px(10), field.top() + look.px(13)
        words = (
            ("error", f"mistake, {_limit(view, limits.mistake)} or more"),
            ("warn", f"slip, {_limit(view, limits.slip)} or more, beyond two errors"),
        )
        wide = sum(text_width(text, theme.TABLE) + look.px(28) for _, text in words)
        if self._is_high(view, x + wide):
            y = self.at(0.0, LOW).y()
        for role, text in words:
            wide = text_width(text, theme.TABLE)
            if x + wide + look.px(14) > field.right():
                return
            painter.setPen(QPen(look.colour(role), 1.6 * look.scale))
            painter.setBrush(look.colour("field"))
            painter.drawEllipse(QPointF(x, y), RING * look.scale, RING * look.scale)
            box = QRectF(x + look.px(9), y - look.px(8), wide + 2, look.px(16))
            painter.fillRect(box, look.colour("field"))
            put(painter, box, text, theme.TABLE, "ink2")
            x += wide + look.px(28)

    def _is_high(self, view: ReviewView, right: float) -> bool:
        """Whether a curve is where the legend would be, left of a pixel."""
        end = self.value_at(QPointF(right, 0.0))[0]
        return any((c.shares[c.turns <= end] > HIGH).any() for c in view.curves)

    def _height_of(self, view: ReviewView, row: ReviewRow) -> float | None:
        """Where the curve is after a move."""
        curves = [c for c in view.curves if not c.name]
        own = next((c for c in curves if c.seat == row.move.seat), next(iter(curves), None))
        if own is None:
            return None
        at = np.flatnonzero(own.turns == row.turn)
        return float(own.shares[at[0]]) if at.size else None

    def _paint_ring(self, painter: QPainter, view: ReviewView, row: ReviewRow) -> None:
        look, height = theme.current(), self._height_of(view, row)
        if height is None or not self.shown[0][0] <= row.turn <= self.shown[0][1]:
            return
        spot = self.at(row.turn, height)
        size = RING if row.is_grave else RING - 1
        painter.setPen(QPen(look.colour(ROLES[row.mark]), 1.6 * look.scale))
        painter.setBrush(look.colour("field"))
        painter.drawEllipse(spot, size * look.scale, size * look.scale)
        if row.is_grave:
            words = f"{numerals.MINUS}{row.lost.split(' ')[0]}"
            wide = text_width(words, theme.TABLE, True) + 4
            left = spot.x() + look.px(8)
            left = left if left + wide < self.width() else spot.x() - look.px(8) - wide
            high = spot.y() - look.px(16)
            top = high if high > self.frame.top() else spot.y() + look.px(2)
            box = QRectF(left, top, wide, look.px(16))
            put(painter, box, words, theme.TABLE, bold=True)

    # -- room --------------------------------------------------------------------------------------

    def _fit(self) -> None:
        look = theme.current()
        left = round(text_width("100 %", theme.TABLE)) + look.px(22)
        high = round(text_line(theme.TABLE, 4))
        self.set_margins(left, high + look.px(4), look.px(16), high + look.px(6))

    def _restyled(self) -> None:
        super()._restyled()
        self._fit()
        self._draw()

    def sizeHint(self) -> QSize:
        return QSize(400, theme.current().px(HEIGHT))

    def minimumSizeHint(self) -> QSize:
        return QSize(240, theme.current().px(LEAST))

    # -- the pointer and keys ----------------------------------------------------------------------

    def clicked(self, spot: QPointF) -> None:
        if self.view is not None:
            turn = round(self.value_at(spot)[0])
            self.chosen.emit(max(0, min(self.view.turns, turn)))

    def mousePressEvent(self, event: QMouseEvent) -> None:
        super().mousePressEvent(event)
        self.setFocus(Qt.FocusReason.MouseFocusReason)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Backspace and self.back():
            return
        super().keyPressEvent(event)

    def _read(self, spot: QPointF) -> Reading | None:
        view = self.view
        if view is None or view.hides:
            return None
        turn = round(self.value_at(spot)[0])
        rows = [row for row in view.in_order if row.turn == turn]
        if not rows:
            return None
        said = [f"{view.game.turn_word.capitalize()} {turn}: {self._words(row)}" for row in rows]
        heights = [
            (float(turn), h) for row in rows if (h := self._height_of(view, row)) is not None
        ]
        return Reading("\n".join(said), float(turn), tuple(heights))

    def _words(self, row: ReviewRow) -> str:
        name = f"seat {row.move.seat + 1}, {row.played}"
        if not row.move.is_judged:
            return name
        what = row.mark or "lost"
        unit = (
            " points"
            if row.move.after_played and row.move.after_played.value.kind in CHANCES
            else ""
        )
        return f"{name}, {what} {row.lost}{unit}, {' to '.join(row.chances)}"

    def _speak(self) -> None:
        if self.view is None or self.view.hides or self.view.selected is None:
            return
        text = self._words(self.view.selected)
        if text != self.accessibleDescription():
            self.setAccessibleDescription(text)

    def title(self) -> str:
        """What the curves are."""
        view = self.view
        if view is None or view.scale is None:
            return "Value of the match"
        name = {**SHORT, ValueKind.EVALUATION: "Evaluation"}.get(view.scale.kind, "Value")
        main = [curve.seat for curve in view.curves if not curve.name]
        if len(main) != 1:
            return f"{name} of each seat"
        who = view.game.agent_name(view.game.agents_of(main[0])[0])
        words = {"Chance": "chance to win", "Score": "expected score (a draw counts half)"}
        return f"{who}'s {words.get(name, name.lower())}"

    def data(self) -> ChartData | None:
        """A row for each move."""
        if self.view is None or not self.view.rows:
            return None
        heads = ("turn", "seat", "played", "best", "lost, points", "error, points", "mark")
        rows = [
            (
                float(r.turn),
                float(r.move.seat + 1),
                r.played,
                r.best,
                r.move.lost,
                r.move.error,
                r.mark,
            )
            for r in self.view.in_order
        ]
        return ChartData("review", heads, tuple(rows))


def _limit(view: ReviewView, points: float) -> str:
    """A threshold as losses are said: "9 points", "0.36"."""
    span = next((span_of(row.move) for row in view.rows if row.move.is_judged), POINTS)
    return f"{points:g} points" if span == POINTS else amount_words(points, span)
