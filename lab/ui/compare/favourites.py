"""Both searches in two pictures: their root actions as bars back to back, dots for means; and the
share of the move that each would play now, over its search.

Nothing zooms: the rows are the union of both lists, and every number is written out. Where both
count the same, the axis of the search is theirs; else it is the share of each side's own search.
"""

from __future__ import annotations

import math
from functools import partial

import numpy as np
from PySide6.QtCore import QEvent, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QHelpEvent, QPainter, QPen, QResizeEvent

from lab.compare.facts import LETTERS, ActionFacts, AgentComparison, Favourite, SharedRow
from lab.compare.words import NOT_LISTED, row_words, value_of
from lab.ui.compare.part import ComparePart, CompareView, put_agent
from lab.ui.parts import theme
from lab.ui.parts.chart.axis import BOTTOM, LEFT, ChartAxis, ChartTick
from lab.ui.parts.chart.chart import Chart, Reading
from lab.ui.parts.chart.data import ChartData, DataCell, DataMenu
from lab.ui.parts.chart.series import DASHED, SOLID, ChartCurve
from lab.ui.parts.painted import put, text_line, text_width
from lab.ui.parts.tips import show_tip
from lab.words import numerals
from lab.words.columns import Geometry
from lab.words.numerals import several
from search.base import Floats

BAR, DOT = 11, 2.4  # height of a bar, radius of a mean; pixels at 100 %
PALE = 0.55  # of B's bar, which has an outline


class Butterfly(ComparePart):
    """One column for each agent; labels are at the left where all agents have the same actions."""

    def __init__(self) -> None:
        super().__init__("Root actions")
        self.menu = DataMenu(self, self.data)

    @property
    def shared(self) -> bool:
        """Whether all agents on show have the same rows."""
        labels = {tuple(row.label for row in agent.rows) for agent in self.agents}
        return len(labels) <= 1

    @property
    def _head(self) -> float:
        return text_line(theme.TABLE, 6)

    @property
    def pitch(self) -> float:
        """From row to row: the bar, the percentages below it, a label of its own above it."""
        label = 0.0 if self.shared else text_line(theme.TABLE)
        return theme.current().px(BAR + 5) + text_line(theme.TABLE) + label

    def content_height(self) -> float:
        rows = max((len(agent.rows) for agent in self.agents), default=0)
        return self._head + rows * self.pitch + theme.current().px(6)

    def _place(self) -> Geometry:
        return Geometry(self.width(), len(self.agents), theme.current().scale)

    def _span(self, i: int) -> tuple[float, float]:
        """The left and right end of a column's bars."""
        place = self._place()
        return place.left(i), place.right(i)

    def paint_view(self, painter: QPainter, view: CompareView) -> None:
        place = self._place()
        if self.shared and self.agents:
            for j, row in enumerate(self.agents[0].rows):
                y = self._head + j * self.pitch
                box = QRectF(place.margin, y, place.start - place.margin - 4, self.pitch - 4)
                put(painter, box, row.label, role="ink2" if row.others else "ink")
        for i, agent in enumerate(self.agents):
            self._paint_column(painter, view, i, agent)

    def _paint_column(
        self, painter: QPainter, view: CompareView, i: int, agent: AgentComparison
    ) -> None:
        look, (left, right) = theme.current(), self._span(i)
        middle = round((left + right) / 2)
        head = QRectF(left, 0, right - left, self._head)
        put(painter, head, "A", theme.TABLE, "ink2", bold=True)
        put(painter, head, "B", theme.TABLE, "ink2", bold=True, right=True)
        wide = text_width(agent.name, theme.TABLE, bold=True)
        start = middle - wide / 2 + look.px(8)
        put_agent(painter, view, agent, start - look.px(12), self._head / 2)
        put(painter, QRectF(start, 0, wide + 2, self._head), agent.name, theme.TABLE, bold=True)
        hue = view.marks.colour(look, agent.agent)
        for j, row in enumerate(agent.rows):
            y = self._head + j * self.pitch
            if not self.shared:
                box = QRectF(left, y, right - left, text_line(theme.TABLE))
                put(painter, box, row.label, theme.TABLE, "ink2" if row.others else "ink")
                y += text_line(theme.TABLE)
            self._paint_row(painter, agent, row, QRectF(left, y, right - left, look.px(BAR)), hue)
        rows = QRectF(middle, self._head, 1, len(agent.rows) * self.pitch - look.px(4))
        painter.fillRect(rows, look.colour("ink2"))

    def _paint_row(
        self, painter: QPainter, agent: AgentComparison, row: SharedRow, box: QRectF, hue: QColor
    ) -> None:
        look = theme.current()
        painter.fillRect(box, look.colour("track"))
        for side, facts in enumerate(row.sides):
            half = _half(box, side)
            if facts is not None and math.isfinite(facts.share):
                _paint_bar(painter, half, facts.share, side, hue)
            if facts is not None and math.isfinite(facts.mean):
                _paint_dot(painter, half, facts.mean, agent.ends[side], side)
            below = half.translated(0, box.height() + look.px(1))
            below.setHeight(text_line(theme.TABLE))
            text, bold = self._number(agent, facts, side)
            inner = below.adjusted(look.px(3), 0, -look.px(3), 0)
            put(
                painter,
                inner,
                text,
                theme.TABLE,
                "ink" if bold else "ink2",
                bold=bold,
                right=not side,
            )

    def _number(
        self, agent: AgentComparison, facts: ActionFacts | None, side: int
    ) -> tuple[str, bool]:
        """What is written under a half bar, and whether the side would play it."""
        if facts is None:
            return (NOT_LISTED if agent.columns[side] is not None else numerals.NOTHING), False
        if math.isfinite(facts.share):
            return numerals.percent(facts.share), facts.chosen
        return value_of(agent.columns[side], facts, agent.ends[side]), facts.chosen

    def lines(self) -> list[str]:
        return [f"{row_words(agent, row)}." for agent in self.agents for row in agent.rows]

    def data(self) -> ChartData | None:
        """A row for each agent and action."""
        if not self.agents:
            return None
        rows: list[tuple[DataCell, ...]] = []
        for agent in self.agents:
            for row in agent.rows:
                cells: list[DataCell] = [agent.name, row.label]
                for facts in row.sides:
                    known = (facts.share, facts.mean) if facts is not None else (None, None)
                    cells += list(known)
                rows.append(tuple(cells))
        heads = ("agent", "action", "A share", "A mean", "B share", "B mean")
        return ChartData("root actions of A and B", heads, tuple(rows))

    def row_at(self, x: float, y: float) -> tuple[AgentComparison, SharedRow] | None:
        """The agent and the row under a point."""
        j = int((y - self._head) // self.pitch)
        for i, agent in enumerate(self.agents):
            left, right = self._span(i)
            if left <= x <= right and 0 <= j < len(agent.rows):
                return agent, agent.rows[j]
        return None

    def event(self, event: QEvent) -> bool:
        if isinstance(event, QHelpEvent):
            found = self.row_at(event.pos().x(), event.pos().y())
            text = row_words(*found).replace("; ", "\n").replace(": A", "\nA") if found else ""
            show_tip(event.globalPos(), text, self)
            return True
        return super().event(event)


def _half(box: QRectF, side: int) -> QRectF:
    """The left half of a bar for A, the right one for B."""
    middle = round(box.center().x())
    if side == 0:
        return QRectF(box.left(), box.top(), middle - box.left(), box.height())
    return QRectF(middle + 1, box.top(), box.right() - middle - 1, box.height())


def _paint_bar(painter: QPainter, half: QRectF, share: float, side: int, hue: QColor) -> None:
    """A share from the middle outwards; A's is filled, B's pale with an outline."""
    length = half.width() * min(1.0, share)
    if length < 0.5:
        return
    left = half.right() - length if side == 0 else half.left()
    bar = QRectF(left, half.top(), length, half.height())
    if side == 0:
        painter.fillRect(bar, hue)
        return
    pale = QColor(hue)
    pale.setAlphaF(PALE)
    painter.fillRect(bar, pale)
    painter.setPen(QPen(hue, 1))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawRect(bar.adjusted(0.5, 0.5, -0.5, -0.5))


def _paint_dot(
    painter: QPainter, half: QRectF, mean: float, ends: tuple[float, float], side: int
) -> None:
    """A mean on its side's axis, which begins in the middle."""
    look, (low, high) = theme.current(), ends
    place = min(1.0, max(0.0, (mean - low) / (high - low))) * half.width()
    x = half.right() - place if side == 0 else half.left() + place
    painter.setPen(QPen(look.colour("field"), 1))
    painter.setBrush(look.colour("ink"))
    painter.drawEllipse(
        QPointF(x, half.center().y()), DOT * look.scale + 0.5, DOT * look.scale + 0.5
    )


FIELD, TICK = 92, 6  # height of a field, of a mark; pixels at 100 %


class Favourites(ComparePart):
    """A chart for each agent."""

    def __init__(self) -> None:
        super().__init__("Share of the move each would play now")
        self.charts: list[Chart] = []
        self.menu = DataMenu(self, self.data)

    def content_height(self) -> float:
        look = theme.current()
        return look.px(FIELD + 8) + text_line(theme.TABLE, 4)

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

    def paint_view(self, painter: QPainter, view: CompareView) -> None:
        if not self.agents:
            return
        place = Geometry(self.width(), len(self.agents), theme.current().scale)
        field, half = self._field(0), text_line(theme.TABLE) / 2
        for level, text in _levels():
            y = min(field.bottom() - level * field.height(), field.bottom())
            box = QRectF(0, max(0.0, y - half), field.left() - theme.current().px(6), 2 * half)
            put(painter, box, text, theme.TABLE, "ink2", right=True)
        words = f"{self.word}s" if self.word else "of each search"
        below = QRectF(place.margin, field.bottom() + 2, place.start, 2 * half)
        put(painter, below, words, theme.TABLE, "ink2")

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
    return f"{share}, the favourite changed {several(count, 'time')}, last at {last}"
