"""The share of the move that each side would play now, over its search: A solid, B dashed, a small
mark where its favourite changed.

Where both count the same, the axis is theirs; else it is the share of each side's own search.
"""

from __future__ import annotations

from functools import partial

import numpy as np
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainter, QPen, QResizeEvent
from PySide6.QtWidgets import QWidget

from lab.compare.facts import LETTERS, AgentComparison, Favourite
from lab.ui.compare.part import ComparePart, CompareView
from lab.ui.parts import theme
from lab.ui.parts.chart.axis import BOTTOM, LEFT, ChartAxis, ChartTick
from lab.ui.parts.chart.chart import Chart
from lab.ui.parts.chart.data import ChartData
from lab.ui.parts.chart.menu import DataMenu
from lab.ui.parts.chart.readout import Reading
from lab.ui.parts.chart.series import DASHED, SOLID, ChartCurve
from lab.ui.parts.painted import put, text_line
from lab.words import numerals
from lab.words.columns import Geometry
from search.base import Floats

FIELD, TICK = 92, 6  # height of a field, of a mark; pixels at 100 %


class Favourites(ComparePart):
    """A chart for each agent."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("Share of the move each would play now", parent)
        self.charts: list[Chart] = []
        self.menu = DataMenu(self, self.data)

    def content_height(self) -> float:
        look = theme.current()
        return look.px(FIELD + 8) + text_line(theme.AXIS, 4)

    # -- what is drawn -----------------------------------------------------------------------------

    @property
    def word(self) -> str:
        """What both count, "" where they count different things."""
        if self.view is None:
            return ""
        thoughts = [side.thought for side in self.view.comparison.sides]
        words = {t.iteration_word for t in thoughts if t is not None}
        return words.pop() if len(words) == 1 else ""

    def _places(self, favourite: Favourite) -> Floats:
        """The samples on the axis, [T]."""
        x = favourite.iterations.astype(np.float64)
        return x if self.word or not x.size else x / max(1.0, x[-1])

    @property
    def _last(self) -> float:
        ends = [
            float(f.iterations[-1]) for a in self.agents for f in a.favourites if f.iterations.size
        ]
        return max([1.0, *ends]) if self.word else 1.0

    def set_view(self, view: CompareView | None) -> None:
        super().set_view(view)
        self._arrange()

    def _arrange(self) -> None:
        while len(self.charts) < len(self.agents):
            self.charts.append(self._made(len(self.charts)))
        for i, chart in enumerate(self.charts):
            chart.setVisible(i < len(self.agents))
            if i < len(self.agents):
                field = self._field(i)
                bottom = self.height() - field.bottom()
                chart.setGeometry(
                    round(field.left()), 4, round(field.width()), round(field.height() + bottom)
                )
                chart.set_margins(0, 0, 0, round(bottom))
                chart.set_range((0.0, self._last), (0.0, 1.0))
                chart.set_curves(self._curves(self.agents[i]))
                chart.repaint_layers()

    def _field(self, i: int) -> QRectF:
        place = Geometry(self.width(), len(self.agents), theme.current().scale)
        left, right = place.left(i), place.right(i)
        return QRectF(left, 4, right - left, theme.current().px(FIELD))

    def _made(self, i: int) -> Chart:
        chart = Chart(self.accessibleName(), self, "x")
        chart.set_axis(LEFT, None, lambda low, high, pixels: _levels())
        chart.set_axis(BOTTOM, ChartAxis(BOTTOM, between=True), self._counts, grid=False)
        chart.layer("over", partial(self._paint_changes, i))
        chart.set_reader(partial(self._read, i))
        return chart

    def _counts(self, low: float, high: float, pixels: float) -> list[ChartTick]:
        write = numerals.count if self.word else numerals.percent
        return [(low, write(low)), (high, write(high))]

    def _curves(self, agent: AgentComparison) -> list[ChartCurve]:
        assert self.view is not None
        hue = self.view.marks.colour(theme.current(), agent.agent)
        return [
            ChartCurve(self._places(f), f.share, hue, 1.6, style=style)
            for f, style in zip(agent.favourites, (SOLID, DASHED), strict=True)
            if f.share.size
        ]

    def _paint_changes(self, i: int, painter: QPainter) -> None:
        """Marks where the favourite changed: A's at the upper edge, B's at the lower one."""
        if i >= len(self.agents):
            return
        chart, height = self.charts[i], theme.current().px(TICK)
        painter.setPen(QPen(theme.current().colour("ink"), 1.4))
        for side, favourite in enumerate(self.agents[i].favourites):
            scale = 1.0 if self.word or not favourite.iterations.size else favourite.iterations[-1]
            for change in favourite.changes:
                x = round(chart.at(change / float(scale), 0.0).x()) + 0.5
                edge = chart.frame.top() if side == 0 else chart.frame.bottom()
                end = edge + height if side == 0 else edge - height
                painter.drawLine(QPointF(x, edge), QPointF(x, end))

    def paint(self, painter: QPainter, view: CompareView) -> None:
        if not self.agents:
            return
        place = Geometry(self.width(), len(self.agents), theme.current().scale)
        field, half = self._field(0), text_line(theme.AXIS) / 2
        for level, text in _levels():
            y = min(field.bottom() - level * field.height(), field.bottom())
            box = QRectF(0, max(0.0, y - half), field.left() - theme.current().px(6), 2 * half)
            put(painter, box, text, theme.AXIS, "ink2", right=True)
        words = f"{self.word}s" if self.word else "of each search"
        below = QRectF(place.margin, field.bottom() + 2, place.start, 2 * half)
        put(painter, below, words, theme.AXIS, "ink2")

    # -- reading -----------------------------------------------------------------------------------

    def _read(self, i: int, spot: QPointF) -> Reading | None:
        """Both shares at the pointer."""
        if i >= len(self.agents):
            return None
        at = self.charts[i].value_at(spot)[0]
        said, spots = [], []
        for letter, move, favourite in zip(
            LETTERS, self.agents[i].moves, self.agents[i].favourites, strict=True
        ):
            x = self._places(favourite)
            if x.size:
                t = int(np.argmin(np.abs(x - at)))
                share = float(favourite.share[t])
                count = numerals.count(float(favourite.iterations[t]))
                said.append(f"{letter}, {move}: {numerals.percent(share, 1)} at {count}")
                spots.append((float(x[t]), share))
        return Reading("\n".join(said), at, tuple(spots)) if said else None

    def lines(self) -> list[str]:
        return [
            f"{agent.name}, {letter}: {_changes(favourite)}."
            for agent in self.agents
            for letter, favourite in zip(LETTERS, agent.favourites, strict=True)
        ]

    def data(self) -> ChartData | None:
        """A row for each agent, side and sample."""
        rows = [
            (agent.name, letter, move, float(at), float(share))
            for agent in self.agents
            for letter, move, f in zip(LETTERS, agent.moves, agent.favourites, strict=True)
            for at, share in zip(f.iterations, f.share, strict=True)
        ]
        heads = ("agent", "side", "move", self.word or "count", "share, 0 to 1")
        return ChartData("share of the favourites", heads, tuple(rows)) if rows else None

    def resizeEvent(self, event: QResizeEvent) -> None:
        self._arrange()


def _levels() -> list[ChartTick]:
    return [(0.0, "0"), (0.5, "50"), (1.0, "100 %")]


def _changes(favourite: Favourite) -> str:
    if not favourite.share.size:
        return "counts no visits, so its moves have no shares"
    share = f"{numerals.percent(float(favourite.share[-1]))} in the end"
    if not favourite.changes:
        return f"{share}, always the favourite"
    count = len(favourite.changes)
    last = numerals.count(favourite.changes[-1])
    return f"{share}, the favourite changed {count} time{'s' * (count != 1)}, last at {last}"
