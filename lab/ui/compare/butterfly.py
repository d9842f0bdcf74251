"""Root actions of A and B as bars back to back: A to the left, B to the right, dots for means.

Nothing zooms: the rows are the union of both lists, and every number is written out.
"""

from __future__ import annotations

import math

from PySide6.QtCore import QEvent, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QHelpEvent, QPainter, QPen
from PySide6.QtWidgets import QWidget

from lab.compare.facts import ActionFacts, AgentComparison, SharedRow
from lab.compare.words import NOT_LISTED, row_words, value_of
from lab.ui.compare.part import ComparePart, CompareView, put_agent
from lab.ui.parts import theme
from lab.ui.parts.chart.data import ChartData, DataCell
from lab.ui.parts.chart.menu import DataMenu
from lab.ui.parts.painted import put, text_line, text_width
from lab.ui.parts.tips import show_tip
from lab.words import numerals
from lab.words.columns import Geometry

BAR, DOT = 11, 2.4  # height of a bar, radius of a mean; pixels at 100 %
PALE = 0.55  # of B's bar, which has an outline


class Butterfly(ComparePart):
    """One column for each agent; labels are at the left where all agents have the same actions."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("Root actions", parent)
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
        label = 0.0 if self.shared else text_line(theme.AXIS)
        return theme.current().px(BAR + 5) + text_line(theme.AXIS) + label

    def content_height(self) -> float:
        rows = max((len(agent.rows) for agent in self.agents), default=0)
        return self._head + rows * self.pitch + theme.current().px(6)

    def _place(self) -> Geometry:
        return Geometry(self.width(), len(self.agents), theme.current().scale)

    def _span(self, i: int) -> tuple[float, float]:
        """The left and right end of a column's bars."""
        place = self._place()
        return place.left(i), place.right(i)

    def paint(self, painter: QPainter, view: CompareView) -> None:
        place = self._place()
        if self.shared and self.agents:
            for j, row in enumerate(self.agents[0].rows):
                y = self._head + j * self.pitch
                box = QRectF(place.margin, y, place.start - place.margin - 4, self.pitch - 4)
                size = theme.TABLE if text_width(row.label) <= box.width() else theme.AXIS
                put(painter, box, row.label, size, "ink2" if row.others else "ink")
        for i, agent in enumerate(self.agents):
            self._paint_column(painter, view, i, agent)

    def _paint_column(
        self, painter: QPainter, view: CompareView, i: int, agent: AgentComparison
    ) -> None:
        look, (left, right) = theme.current(), self._span(i)
        middle = round((left + right) / 2)
        head = QRectF(left, 0, right - left, self._head)
        put(painter, head, "A", theme.AXIS, "ink2", bold=True)
        put(painter, head, "B", theme.AXIS, "ink2", bold=True, right=True)
        wide = text_width(agent.name, theme.TABLE, bold=True)
        start = middle - wide / 2 + look.px(8)
        put_agent(painter, view, agent, start - look.px(12), self._head / 2)
        put(painter, QRectF(start, 0, wide + 2, self._head), agent.name, theme.TABLE, bold=True)
        hue = view.marks.colour(look, agent.agent)
        for j, row in enumerate(agent.rows):
            y = self._head + j * self.pitch
            if not self.shared:
                box = QRectF(left, y, right - left, text_line(theme.AXIS))
                put(painter, box, row.label, theme.AXIS, "ink2" if row.others else "ink")
                y += text_line(theme.AXIS)
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
            below.setHeight(text_line(theme.AXIS))
            text, bold = self._number(agent, facts, side)
            inner = below.adjusted(look.px(3), 0, -look.px(3), 0)
            put(
                painter,
                inner,
                text,
                theme.AXIS,
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
