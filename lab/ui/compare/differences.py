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
NAME = 42  # around the names


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
        names = [text_width(agent.name, theme.TABLE, bold=True) for agent in self.agents]
        first = look.px(NAME) + max(names, default=0.0)
        second = first + (overlap - look.px(52) - first) / 2
        return first, second, overlap, right

    def paint(self, painter: QPainter, view: CompareView) -> None:
        look = theme.current()
        head, row = look.px(HEAD), look.px(ROW)
        self._paint_head(painter, head)
        for j, agent in enumerate(self.agents):
            self._paint_agent(painter, view, agent, QRectF(0, head + j * row, self.width(), row))
        y, line = head + len(self.agents) * row + look.px(6), text_line(theme.AXIS)
        for j, text in enumerate(self._sentences()):
            box = QRectF(look.px(MARGIN), y + j * line, self._stops()[3], line)
            put(painter, box, text, theme.AXIS, "ink2")

    def _paint_head(self, painter: QPainter, height: float) -> None:
        first, second, overlap, right = self._stops()
        for x, text in ((first, "A would play"), (second, "B would play")):
            put(painter, QRectF(x, 0, second - first, height), text, theme.AXIS, "ink2")
        ends = [(overlap, "Overlap"), *([(right, "Path apart")] if right > overlap else [])]
        for x, text in ends:
            put(painter, QRectF(0, 0, x, height), text, theme.AXIS, "ink2", right=True)
        left = theme.current().px(MARGIN)
        line = QRectF(left, height - 1, right - left, 1)
        painter.fillRect(line, theme.current().colour("line"))

    def _paint_agent(
        self, painter: QPainter, view: CompareView, agent: AgentComparison, row: QRectF
    ) -> None:
        look, (first, second, overlap, right) = theme.current(), self._stops()
        y, height, bold = row.top(), row.height(), agent.same is False
        if bold:
            painter.fillRect(row.adjusted(0, 0, 0, -1), look.colour("mark"))
        put_agent(painter, view, agent, look.px(18), row.center().y())
        name = QRectF(look.px(30), y, first - look.px(32), height)
        put(painter, name, agent.name, theme.TABLE, bold=True)
        ends = second - look.px(8), overlap - look.px(44)
        for x, end, move in zip((first, second), ends, agent.moves, strict=True):
            _put_move(painter, QRectF(x, y, end - x, height), move, bold)
        share = numerals.percent(agent.overlap)
        put(painter, QRectF(0, y, overlap, height), share, theme.TABLE, right=True)
        if right > overlap:
            box = QRectF(overlap, y, right - overlap, height)
            put(painter, box, apart_words(agent), theme.TABLE, right=True)

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


def _put_move(painter: QPainter, box: QRectF, move: str, bold: bool) -> None:
    """A move, smaller where it would be cut."""
    fits = text_width(move, theme.TABLE, bold) <= box.width()
    put(painter, box, move, theme.TABLE if fits else theme.AXIS, bold=bold)
