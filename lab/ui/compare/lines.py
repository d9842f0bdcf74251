"""The principal variations of A and B, one below the other, the first difference marked."""

from __future__ import annotations

from itertools import pairwise

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QWidget

from lab.compare.facts import LETTERS, AgentComparison
from lab.compare.words import line_words
from lab.match.records import Ply
from lab.ui.compare.part import MARGIN, ComparePart, CompareView, put_agent
from lab.ui.parts import theme
from lab.ui.parts.painted import fits, put, text_line, text_width

MOST = 8  # plies of a line
LEFT, GAP = 48, 12  # where lines begin, between two plies; pixels at 100 %


class VariationPairs(ComparePart):
    """Two lines for each agent; agents whose lines agree come last."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("Principal variations", parent)

    @property
    def agents(self) -> tuple[AgentComparison, ...]:
        found = self.view.comparison.agents if self.view is not None else ()
        return tuple(sorted(found, key=lambda a: (a.split is None, a.agent)))

    @property
    def _block(self) -> float:
        return 3 * text_line(theme.TABLE, 3) + theme.current().px(6)

    def content_height(self) -> float:
        return len(self.agents) * self._block + theme.current().px(4)

    def paint(self, painter: QPainter, view: CompareView) -> None:
        look, line = theme.current(), text_line(theme.TABLE, 3)
        for j, agent in enumerate(self.agents):
            y = j * self._block
            put_agent(painter, view, agent, look.px(18), y + line / 2)
            name = QRectF(look.px(30), y, self.width(), line)
            put(painter, name, agent.name, theme.TABLE, bold=True)
            starts = self._starts(agent)
            for side, letter in enumerate(LETTERS):
                y += line
                put(
                    painter, QRectF(look.px(30), y, 20, line), letter, theme.AXIS, "ink2", bold=True
                )
                self._paint_line(painter, agent, agent.lines[side], starts, y)

    def _starts(self, agent: AgentComparison) -> list[float]:
        """Where each ply begins, so that the plies of both lines are below one another."""
        look = theme.current()
        starts = [float(look.px(LEFT))]
        longest = max(len(line) for line in agent.lines)
        for ply in range(min(MOST, longest)):
            texts = [line[ply].words for line in agent.lines if ply < len(line)]
            widest = max(text_width(text, theme.AXIS, bold=True) for text in texts)
            starts.append(starts[-1] + widest + look.px(GAP))
        return starts

    def _paint_line(
        self,
        painter: QPainter,
        agent: AgentComparison,
        plies: tuple[Ply, ...],
        starts: list[float],
        y: float,
    ) -> None:
        look, line = theme.current(), text_line(theme.TABLE, 3)
        end = self.width() - look.px(MARGIN)
        for ply, (x, following) in enumerate(pairwise(starts)):
            if ply >= len(plies) or x >= end:
                return
            differs = ply == agent.split
            box = QRectF(x, y, min(following, end) - x, line)
            if differs:
                marked = QRectF(x - look.px(3), y, box.width() - look.px(GAP - 6), line - 1)
                painter.fillRect(marked, look.colour("mark"))
            text = fits(plies[ply].words, box.width(), theme.AXIS, differs)
            put(painter, box, text, theme.AXIS, "ink" if differs else "ink2", bold=differs)

    def lines(self) -> list[str]:
        return [
            f"{agent.name}, {letter}: {line_words(agent, side)}."
            for agent in self.agents
            for side, letter in enumerate(LETTERS)
        ]
