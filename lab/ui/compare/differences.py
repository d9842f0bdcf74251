"""Where A and B differ: a row for each agent with both moves, overlap and path apart."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QRectF, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter
from PySide6.QtWidgets import QWidget

from lab.compare.facts import AgentComparison
from lab.compare.words import apart_words, verdict
from lab.ui.compare.part import MARGIN, ComparePart, CompareView, put_agent
from lab.ui.parts import theme
from lab.ui.parts.painted import put, text_line, text_width
from lab.words import numerals

ROW, HEAD = 26, 22  # heights in pixels at 100 %
NAME = 84  # where the moves begin


class Differences(ComparePart):
    """`hovered` carries the agent whose lines are to be seen alone, -1 for all."""

    hovered = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("Where they differ", parent)
        self.setMouseTracking(True)
        self._row = -1

    @property
    def agents(self) -> tuple[AgentComparison, ...]:
        return self.view.comparison.agents if self.view is not None else ()

    def content_height(self) -> float:
        look = theme.current()
        words = text_line(theme.AXIS) * len(self._sentences())
        return look.px(HEAD) + len(self.agents) * look.px(ROW) + words + look.px(12)

    def _sentences(self) -> list[str]:
        """The verdict in lines that fit."""
        if self.view is None:
            return []
        found: list[str] = []
        room = max(120, self.width()) - 2 * theme.current().px(MARGIN)
        for word in verdict(self.view.comparison, self.view.game).split():
            longer = f"{found[-1]} {word}" if found else word
            if found and text_width(longer, theme.AXIS) <= room:
                found[-1] = longer
            else:
                found.append(word)
        return found

    def _stops(self) -> tuple[float, float, float, float]:
        """Where A's and B's moves begin, and where overlap and path end."""
        look = theme.current()
        right = self.width() - look.px(MARGIN)
        apart = any(apart_words(agent) != numerals.NOTHING for agent in self.agents)
        overlap = right - (look.px(78) if apart else 0)
        first = look.px(NAME)
        second = first + (overlap - look.px(52) - first) / 2
        return first, second, overlap, right

    def paint(self, painter: QPainter, view: CompareView) -> None:
        look, (first, second, overlap, right) = theme.current(), self._stops()
        head, row = look.px(HEAD), look.px(ROW)
        gap = look.px(8)
        put(painter, QRectF(first, 0, second - first, head), "A would play", theme.AXIS, "ink2")
        put(painter, QRectF(second, 0, overlap, head), "B would play", theme.AXIS, "ink2")
        box = QRectF(0, 0, overlap, head)
        put(painter, box, "Overlap", theme.AXIS, "ink2", right=True)
        if right > overlap:
            box = QRectF(overlap, 0, right - overlap, head)
            put(painter, box, "Path apart", theme.AXIS, "ink2", right=True)
        painter.fillRect(
            QRectF(look.px(MARGIN), head - 1, right - look.px(MARGIN), 1), look.colour("line")
        )
        for j, agent in enumerate(self.agents):
            y = head + j * row
            if agent.same is False:
                painter.fillRect(QRectF(0, y, self.width(), row - 1), look.colour("mark"))
            put_agent(painter, view, agent, look.px(18), y + row / 2)
            name = QRectF(look.px(30), y, first - look.px(32), row)
            put(painter, name, agent.name, theme.TABLE, bold=True)
            bold = agent.same is False
            box = QRectF(first, y, second - first - gap, row)
            put(painter, box, agent.moves[0], theme.TABLE, bold=bold)
            box = QRectF(second, y, overlap - look.px(44) - second, row)
            put(painter, box, agent.moves[1], theme.TABLE, bold=bold)
            box = QRectF(0, y, overlap, row)
            put(painter, box, numerals.percent(agent.overlap), theme.TABLE, right=True)
            if right > overlap:
                box = QRectF(overlap, y, right - overlap, row)
                put(painter, box, apart_words(agent), theme.TABLE, right=True)
        y = head + len(self.agents) * row + look.px(6)
        for j, text in enumerate(self._sentences()):
            box = QRectF(
                look.px(MARGIN), y + j * text_line(theme.AXIS), right, text_line(theme.AXIS)
            )
            put(painter, box, text, theme.AXIS, "ink2")

    def lines(self) -> list[str]:
        assert self.view is not None
        said = [
            f"{a.name}: A {a.moves[0]}, B {a.moves[1]}, overlap {numerals.percent(a.overlap)}, "
            f"path apart {apart_words(a)}."
            for a in self.agents
        ]
        return [*said, verdict(self.view.comparison, self.view.game)]

    # -- one agent's lines alone -------------------------------------------------------------------

    def _show_row(self, row: int) -> None:
        row = row if 0 <= row < len(self.agents) else -1
        if row != self._row:
            self._row = row
            self.hovered.emit(self.agents[row].agent if row >= 0 else -1)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        look = theme.current()
        self._show_row(int((event.position().y() - look.px(HEAD)) // look.px(ROW)))

    def leaveEvent(self, event: QEvent) -> None:
        self._show_row(-1)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        step = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1}.get(Qt.Key(event.key()), 0)
        if step and 0 <= self._row + step < len(self.agents):
            self._show_row(self._row + step)
        elif event.key() == Qt.Key.Key_Escape and self._row >= 0:
            self._show_row(-1)
        else:
            super().keyPressEvent(event)
