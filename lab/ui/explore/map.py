"""The map of two parameters: a cell for every point, means over rows and columns at the edges, the
best framed, the benchmark dashed.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial

from PySide6.QtCore import QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QPainter, QPen, QPolygonF

from lab.experiments.sweep import SweepResult
from lab.experiments.sweep.result import Margin
from lab.experiments.verdicts import EVEN
from lab.ui.explore import heat
from lab.ui.explore.chart import SweepChart, axis_title, error_bar, margin_scale
from lab.ui.parts import theme
from lab.ui.parts.chart.axis import BOTTOM, LEFT, ChartAxis, ChartTick
from lab.ui.parts.painted import put, put_centred, text_line, text_width


@dataclass(frozen=True)
class MapLayout:
    """Where the cells are, in pixels; `below` is the foot of the lowest cell."""

    left: float
    top: float
    wide: float
    high: float
    columns: int
    rows: int

    def box(self, x: int, y: int) -> QRectF:
        """The cell of the x-th value across and the y-th from below."""
        return QRectF(
            self.left + x * self.wide,
            self.top + (self.rows - 1 - y) * self.high,
            self.wide,
            self.high,
        )

    @property
    def right(self) -> float:
        """The right edge of the cells."""
        return self.left + self.columns * self.wide

    @property
    def below(self) -> float:
        """The lower edge of the cells."""
        return self.top + self.rows * self.high


def frames(result: SweepResult) -> list[tuple[Qt.PenStyle, float, str]]:
    """The frames that cells can have: line, width and words."""
    found = [(Qt.PenStyle.SolidLine, 2.0, "best by its lower bound")]
    if result.grid.itself:
        found.append((Qt.PenStyle.DashLine, 1.4, "the benchmark itself"))
    return found


@contextmanager
def clipped(painter: QPainter, room: QRectF) -> Iterator[None]:
    """Paints inside `room` only."""
    painter.save()
    painter.setClipRect(room)
    yield
    painter.restore()


TOP, RIGHT, GAP = 62, 84, 2  # pixels at 100 %: the curves at the edges, the space between cells
WIDEST, TALLEST, WIDEST_EDGE = 230, 150, 150  # of a cell, and of the curve at the right
# the legend's colours: how many, how wide, and the distance to the frames
STEPS, STEP, KEYS = 10, 20, 110


class SweepMap(SweepChart):
    """Cells, numbers, margins and legend."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.box.setBackgroundColor(None)
        up = ChartAxis(LEFT, size=theme.TABLE, role="ink")
        self.set_axis(LEFT, up, partial(self._values, 1), False)
        across = ChartAxis(BOTTOM, size=theme.TABLE, role="ink")
        self.set_axis(BOTTOM, across, partial(self._values, 0), False)

    def field(self) -> QRect:
        """The largest cells that fit, within their widest."""
        result = self.result
        if result is None or len(result.grid.axes) != 2:
            return super().field()
        look, (columns, rows) = theme.current(), self.shape
        words = result.grid.axes[1].words
        left = (
            look.px(12)
            + text_line(theme.TABLE, 6)
            + max(text_width(w) for w in words)
            + look.px(12)
        )
        top, line = float(look.px(TOP)), text_line(theme.TABLE, 4)
        legend = (
            3 * look.px(9)
            + text_line(theme.TABLE, 6)
            + (0 if self._is_beside(result, left) else text_line(theme.TABLE, 8))
        )
        wide = (self.width() - left - look.px(RIGHT) - look.px(12)) / columns
        high = (self.height() - top - 2 * line - look.px(14) - legend) / rows
        wide, high = min(wide, look.px(WIDEST)), max(4.0, min(high, look.px(TALLEST)))
        return QRect(round(left), round(top), max(20, round(columns * wide)), round(rows * high))

    def layout_of(self, result: SweepResult) -> MapLayout:
        """Where the cells are; zoomed, some are beyond the field."""
        columns, rows = self.shape
        corner, end = self.at(0.0, float(rows)), self.at(float(columns), 0.0)
        wide, high = (end.x() - corner.x()) / columns, (end.y() - corner.y()) / rows
        return MapLayout(corner.x(), corner.y(), wide, high, columns, rows)

    def least(self, axis: str) -> float:
        """One cell and a half."""
        return 1.5

    def show_result(self) -> None:
        if self.result is not None and len(self.result.grid.axes) == 2:
            columns, rows = self.shape
            self.set_range((0.0, float(columns)), (0.0, float(rows)))
        self.arrange()

    def _colours(self) -> None:
        super()._colours()
        self.box.setBackgroundColor(None)

    def _values(self, axis: int, low: float, high: float, pixels: float) -> list[ChartTick]:
        if self.result is None or len(self.result.grid.axes) != 2:
            return []
        return [(k + 0.5, word) for k, word in enumerate(self.result.grid.axes[axis].words)]

    def point_at(self, spot: QPointF) -> int:
        if self.result is None or not QRectF(self.field()).contains(spot):
            return -1
        lay = self.layout_of(self.result)
        x = math.floor((spot.x() - lay.left) / lay.wide)
        y = math.floor((lay.below - spot.y()) / lay.high)
        return x * lay.rows + y if 0 <= x < lay.columns and 0 <= y < lay.rows else -1

    def paint_above(self, painter: QPainter) -> None:
        result = self.result
        if result is not None and len(result.grid.axes) == 2:
            cells, field = self.layout_of(result), QRectF(self.field())
            columns, rows = self.shape
            still = MapLayout(
                field.left(),
                field.top(),
                field.width() / columns,
                field.height() / rows,
                columns,
                rows,
            )
            self._titles(painter, result, still)
            self._edges(painter, result, cells, field)
            self._legend(painter, result, still)
            with clipped(painter, field.adjusted(-2, -2, 2, 2)):
                self._cells(painter, result, cells)
                self._frames(painter, result, cells)
        super().paint_above(painter)

    # -- cells -------------------------------------------------------------------------------------

    def _inner(self, lay: MapLayout, point: int) -> QRectF:
        gap = theme.current().px(GAP) / 2 if min(lay.wide, lay.high) > 16 else 0.5
        return lay.box(*divmod(point, lay.rows)).adjusted(gap, gap, -gap, -gap)

    def _cells(self, painter: QPainter, result: SweepResult, lay: MapLayout) -> None:
        look, far = theme.current(), heat.reach(result)
        for point in result.points:
            box, mean = self._inner(lay, point.point), point.score.mean
            painter.setPen(
                QPen(look.colour("line2"), 1)
                if mean is None and not point.itself
                else Qt.PenStyle.NoPen
            )
            painter.setBrush(
                look.colour("heat_even")
                if point.itself
                else look.colour("field")
                if mean is None
                else heat.colour(mean, point.half, far)
            )
            painter.drawRoundedRect(box, 2, 2)
            first, second = (
                ("50", "itself")
                if point.itself
                else (heat.number(mean), heat.spread(point.score) if mean is not None else "")
            )
            self._numbers(
                painter,
                box,
                first,
                second,
                "ink3" if mean is None and not point.itself else "heat_ink",
            )

    @staticmethod
    def _numbers(painter: QPainter, box: QRectF, first: str, second: str, role: str) -> None:
        upper, lower = text_line(theme.BODY), text_line(theme.TABLE)
        if box.width() < text_width("100", theme.BODY, True) + 4 or box.height() < upper:
            return
        two = (
            bool(second)
            and box.height() >= upper + lower
            and box.width() >= text_width(second, theme.TABLE) + 4
        )
        y = box.center().y() - (upper + lower * two) / 2
        put_centred(
            painter, QRectF(box.left(), y, box.width(), upper), first, theme.BODY, role, bold=True
        )
        if two:
            under = QRectF(box.left(), y + upper, box.width(), lower)
            put_centred(painter, under, second, theme.TABLE, role)

    def _frames(self, painter: QPainter, result: SweepResult, lay: MapLayout) -> None:
        look = theme.current()
        painter.setBrush(Qt.BrushStyle.NoBrush)
        for point in result.grid.itself:
            painter.setPen(QPen(look.colour("heat_ink"), 1.4, Qt.PenStyle.DashLine))
            painter.drawRoundedRect(self._inner(lay, point).adjusted(1, 1, -1, -1), 3, 3)
        # dark inside and, in the dark theme, light outside: the frame shows on cell and panel
        if result.best is not None:
            box = self._inner(lay, result.best.point)
            for role, inset, width in (("ink", -0.5, 2.0), ("heat_ink", 1.0, 2.0)):
                painter.setPen(QPen(look.colour(role), width))
                painter.drawRoundedRect(box.adjusted(inset, inset, -inset, -inset), 3, 3)
        if self.hovered >= 0:
            painter.setPen(QPen(look.colour("edge"), 1))
            painter.drawRoundedRect(self._inner(lay, self.hovered), 2, 2)
        if 0 <= self.selected < len(result.points):
            box = self._inner(lay, self.selected)
            painter.setPen(QPen(look.colour("mark"), 5))
            painter.drawRoundedRect(box.adjusted(1, 1, -1, -1), 2, 2)
            painter.setPen(QPen(look.colour("mark_edge"), 1.4))
            painter.drawRoundedRect(box.adjusted(-1, -1, 1, 1), 3, 3)

    # -- words and edges ---------------------------------------------------------------------------

    def _titles(self, painter: QPainter, result: SweepResult, lay: MapLayout) -> None:
        """The names of the axes."""
        look, line = theme.current(), text_line(theme.TABLE, 4)
        middle = (lay.left + lay.right) / 2
        title = axis_title(result, 0)
        box = QRectF(middle - self.width() / 2, lay.below + look.px(4) + line, self.width(), line)
        put_centred(painter, box, title, theme.TABLE, "ink2")
        painter.save()
        painter.translate(look.px(12), (lay.top + lay.below) / 2)
        painter.rotate(-90)
        reach = lay.below - lay.top
        put_centred(
            painter,
            QRectF(-reach / 2, 0, reach, text_line(theme.TABLE, 2)),
            axis_title(result, 1),
            theme.TABLE,
            "ink2",
        )
        painter.restore()

    def _edges(self, painter: QPainter, result: SweepResult, lay: MapLayout, field: QRectF) -> None:
        """Means over columns at the top, over rows at the right, each with its interval, on a
        common scale.
        """
        look, margins = theme.current(), (result.margin(0), result.margin(1))
        low, high = margin_scale([*margins[0], *margins[1]])
        foot, top = field.top() - look.px(10), float(look.px(8))
        start = field.right() + look.px(14)
        end = min(self.width() - look.px(14), start + look.px(WIDEST_EDGE))

        def y_of(value: float) -> float:
            return foot - (value - low) / (high - low) * (foot - top)

        def x_of(value: float) -> float:
            return start + (value - low) / (high - low) * (end - start)

        room = text_line(theme.TABLE, 1)
        for value in [EVEN, *(end for end in (low, high) if abs(y_of(end) - y_of(EVEN)) >= room)]:
            y, text = y_of(value), f"{100 * value:.0f} %"
            role = "line2" if value == EVEN else "line"
            painter.fillRect(QRectF(field.left(), round(y), field.width(), 1), look.colour(role))
            box = QRectF(0, y - 8, field.left() - look.px(10), 16)
            put(painter, box, text, theme.TABLE, "ink2", right=True)
        x = round(x_of(EVEN))
        painter.fillRect(QRectF(x, field.top(), 1, field.height()), look.colour("line2"))
        box = QRectF(x - 30, field.bottom() + look.px(4), 60, text_line(theme.TABLE, 4))
        put_centred(painter, box, "50 %", theme.TABLE, "ink2")
        with clipped(painter, QRectF(field.left(), 0, field.width(), field.top())):
            self._curve(
                painter,
                margins[0],
                low,
                high,
                lambda k, v: QPointF(lay.box(k, 0).center().x(), y_of(v)),
            )
        beyond = self.width() - field.right()
        with clipped(painter, QRectF(field.right(), field.top(), beyond, field.height())):
            self._curve(
                painter,
                margins[1],
                low,
                high,
                lambda k, v: QPointF(x_of(v), lay.box(0, k).center().y()),
            )

    @staticmethod
    def _curve(
        painter: QPainter,
        margins: list[Margin],
        low: float,
        high: float,
        place: Callable[[int, float], QPointF],
    ) -> None:
        known = [(k, m.mean, m.half) for k, m in enumerate(margins) if m.mean is not None]
        painter.setPen(QPen(theme.current().colour("ink"), 1))
        painter.drawPolyline(QPolygonF([place(k, mean) for k, mean, _ in known]))
        for k, mean, half in known:
            error_bar(
                painter,
                place(k, max(low, mean - half)),
                place(k, min(high, mean + half)),
                place(k, mean),
            )

    def _legend(self, painter: QPainter, result: SweepResult, lay: MapLayout) -> None:
        look, far = theme.current(), heat.reach(result)
        y = lay.below + 2 * text_line(theme.TABLE, 4) + look.px(10)
        wide, high, steps = look.px(STEP), look.px(9), STEPS
        worst = max(heat.UNSURE, heat.widest(result, result.grid.played))
        halves = (heat.SURE, math.sqrt(heat.SURE * worst), worst)
        for row, half in enumerate(halves):
            for i in range(steps):
                mean = EVEN + far * (2 * (i + 0.5) / steps - 1)
                painter.fillRect(
                    QRectF(lay.left + i * wide, y + row * high, wide, high),
                    heat.colour(mean, half, far),
                )
        x, line = lay.left + steps * wide + look.px(8), text_line(theme.TABLE, 2)
        for row, text in (
            (0, f"sure ({heat.plus_minus(halves[0])})"),
            (2, f"unsure ({heat.plus_minus(halves[2])})"),
        ):
            box = QRectF(x, y + (row + 0.5) * high - line / 2, 200, line)
            put(painter, box, text, theme.TABLE, "ink2")
        low, end = heat.ends(result)
        for at, text in ((0, low), (steps / 2, "50 %"), (steps, end)):
            shift = 0 if at == 0 else text_width(text, theme.TABLE) * (1 if at == steps else 0.5)
            put(
                painter,
                QRectF(lay.left + at * wide - shift, y + 3 * high + 2, 60, line),
                text,
                theme.TABLE,
                "ink2",
            )
        self._keys(painter, result, lay, x + look.px(KEYS), y)

    def _is_beside(self, result: SweepResult, left: float) -> bool:
        """Whether the words about frames fit beside the colours."""
        look = theme.current()
        needed = max(text_width(words) for *_, words in frames(result)) + look.px(30)
        return left + STEPS * look.px(STEP) + look.px(8 + KEYS) + needed < self.width()

    def _keys(
        self, painter: QPainter, result: SweepResult, lay: MapLayout, x: float, y: float
    ) -> None:
        """What the frames mean: beside the colours where there is room, else below them."""
        look, line, keys = theme.current(), text_line(theme.TABLE, 6), frames(result)
        side = self._is_beside(result, lay.left)
        x, y = (
            (x, y - look.px(3))
            if side
            else (lay.left, y + 3 * look.px(9) + text_line(theme.TABLE, 6))
        )
        for style, width, words in keys:
            painter.setPen(QPen(look.colour("ink"), width, style))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(
                QRectF(x + 1, y + (line - look.px(12)) / 2, look.px(18), look.px(12)), 3, 3
            )
            put(
                painter,
                QRectF(x + look.px(26), y, text_width(words) + 4, line),
                words,
                theme.TABLE,
                "ink2",
            )
            x, y = (x, y + line) if side else (x + text_width(words) + look.px(48), y)
