"""Resonance: the visits of every agent's root actions with and without random first visits, side by
side, at the iteration on show.
"""

from __future__ import annotations

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QWidget

from lab.lesson.smitsimax import Resonance
from lab.ui.lessons.parts import PlainPage
from lab.ui.parts import theme
from lab.ui.parts.marks import marks_of
from lab.ui.parts.painted import put, text_line

ROW, BARS, GAP, WIDEST = 62, 34, 14, 16.0  # pixels at 100 %


class ResonanceBars(PlainPage):
    """Two columns, one for each search; a row for each agent, a bar for each of its actions."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("Visits of the root actions of both searches", parent)
        self.found: Resonance | None = None
        self._iteration, self._agent, self._marks = 0, 0, marks_of((0, 1))

    def set_owner(self, owner: tuple[int, ...]) -> None:
        """The seat of each agent, which decides the hues."""
        self._marks = marks_of(owner)

    def show_iteration(self, found: Resonance | None, iteration: int, agent: int) -> None:
        """The visits after an iteration; the agent's row is marked."""
        agents = self.found is None or found is None or found.runs[0].agents
        self.found, self._iteration, self._agent = found, iteration, agent
        self.told(self.lines() if agents else [])

    def lines(self) -> list[str]:
        """The favourites in words."""
        if self.found is None:
            return []
        out = []
        for run, each in enumerate(self.found.runs):
            for name, move, share, loses in self.found.cells(run, self._iteration):
                out.append(f"{name} {each.words}: {move}, {share} of visits, loses {loses}")
        return out

    def height_of(self) -> float:
        rows = len(self.found.runs[0].agents) if self.found is not None else 0
        return rows * theme.current().px(ROW) + 2 * text_line(theme.AXIS, 3)

    def paint(self, painter: QPainter) -> None:
        found, look = self.found, theme.current()
        if found is None:
            return
        wide, line = (self.width() - look.px(GAP)) / 2, text_line(theme.AXIS, 3)
        for run, each in enumerate(found.runs):
            left = run * (wide + look.px(GAP))
            words = each.words[:1].upper() + each.words[1:]
            put(painter, QRectF(left, 0, wide, line), words, theme.AXIS, bold=True)
            cells = found.cells(run, self._iteration)
            for k, counts in enumerate(each.agents):
                top = line + k * look.px(ROW)
                self._row(painter, QRectF(left, top, wide, look.px(ROW)), counts.agent, cells[k])
                self._bars(painter, QRectF(left, top + line, wide, look.px(BARS)), run, k)
        foot = QRectF(0, self.height() - line, self.width(), line)
        words = "a bar for each action: its share of the visits; darker: the most visited"
        put(painter, foot, words, theme.AXIS, "ink2")

    def _row(self, painter: QPainter, box: QRectF, agent: int, cells: tuple[str, ...]) -> None:
        """The agent's favourite, above its bars."""
        line = QRectF(box.left(), box.top(), box.width(), text_line(theme.AXIS, 3))
        bold = agent == self._agent
        put(painter, line, f"{cells[0]}: {cells[1]}, {cells[2]}", theme.AXIS, bold=bold)

    def _bars(self, painter: QPainter, box: QRectF, run: int, k: int) -> None:
        assert self.found is not None
        look, counts = theme.current(), self.found.runs[run].agents[k]
        visits = counts.visits[self._iteration]
        # both columns have one scale, so that a pile is seen as one
        totals = [each.agents[k].visits[self._iteration] for each in self.found.runs]
        most = max(1, *(int(each.max()) for each in totals))
        wide = min(look.px(WIDEST), box.width() / max(1, visits.size))
        best, colour = counts.favourite(self._iteration), self._marks.colour(look, counts.agent)
        painter.fillRect(
            QRectF(box.left(), box.bottom() - 1, wide * visits.size, 1), look.colour("line2")
        )
        for place, n in enumerate(visits):
            high = (box.height() - 2) * float(n) / most
            bar = QRectF(box.left() + place * wide + 1, box.bottom() - 1 - high, wide - 2, high)
            painter.setOpacity(1.0 if place == best else 0.45)
            painter.fillRect(bar, colour)
        painter.setOpacity(1.0)
