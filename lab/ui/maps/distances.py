"""How far apart the middles are, turn by turn, and how spread both clouds are."""

from __future__ import annotations

import math

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QWidget

from lab.maps.expectation_words import length, sentence, spreads
from lab.maps.expectations import AgentExpectation
from lab.ui.maps.expect_view import ExpectView
from lab.ui.maps.part import MARGIN, MapPart, put_shape
from lab.ui.parts import theme
from lab.ui.parts.painted import put, text_line

NAME, SEEN, SPREAD = 84, 96, 116  # widths, pixels at 100 %


class DistanceTable(MapPart):
    """One row for each agent, one column for each turn ahead."""

    def __init__(self, parent: QWidget | None = None) -> None:
        self.view: ExpectView | None = None
        super().__init__("How far apart the middles are", parent)

    def set_given(self, view: ExpectView | None) -> None:
        """Shows newer expectations."""
        self.view = view
        self.renew()

    def content_height(self) -> float:
        rows = len(self.view.found.agents) if self.view is not None else 1
        return (rows + 1) * text_line(theme.TABLE, 7) + theme.current().px(6)

    def lines(self) -> list[str]:
        view = self.view
        if view is None:
            return []
        unit, word = view.found.unit, view.word
        return [
            f"{sentence(agent, turn, unit, word)}."
            for agent in view.found.agents
            for turn in range(view.found.turns)
        ]

    def _columns(self, turns: int) -> list[float]:
        """The right end of each turn's column, then of the spreads'."""
        look = theme.current()
        left, end = look.px(MARGIN + NAME + SEEN), self.width() - look.px(MARGIN)
        wide = max(look.px(40), (end - look.px(SPREAD) - left) / max(1, turns))
        return [left + (turn + 1) * wide for turn in range(turns)] + [end]

    def paint(self, painter: QPainter) -> None:
        view = self.view
        if view is None:
            return
        look, line = theme.current(), text_line(theme.TABLE, 7)
        ends = self._columns(view.found.turns)
        heads = [f"this {view.word}", *(f"+{turn}" for turn in range(1, view.found.turns))]
        for turn, (head, end) in enumerate(zip(heads, ends, strict=False)):
            box = QRectF(end - look.px(90), 0, look.px(90), line)
            put(painter, box, head, theme.AXIS, bold=turn == view.turn, right=True)
        box = QRectF(ends[-1] - look.px(SPREAD), 0, look.px(SPREAD), line)
        put(painter, box, "Spread own, other", theme.AXIS, "ink2", right=True)
        rule = QRectF(look.px(MARGIN), line - 1, self.width() - look.px(2 * MARGIN), 1)
        painter.fillRect(rule, look.colour("line2"))
        for row, agent in enumerate(view.found.agents):
            self._row(painter, view, agent, (row + 1) * line + look.px(2), ends)

    def _row(
        self,
        painter: QPainter,
        view: ExpectView,
        agent: AgentExpectation,
        y: float,
        ends: list[float],
    ) -> None:
        look, line = theme.current(), text_line(theme.TABLE, 7)
        left = look.px(MARGIN)
        put_shape(painter, view.marks, agent.agent, left + look.px(6), y + line / 2)
        box = QRectF(left + look.px(18), y, look.px(NAME - 18), line)
        put(painter, box, agent.name, bold=True)
        if agent.viewer is not None:
            box = QRectF(left + look.px(NAME), y, look.px(SEEN), line)
            put(painter, box, f"seen by seat {agent.viewer + 1}", theme.AXIS, "ink2")
        wide = min(look.px(56), ends[1] - ends[0] - look.px(10))
        for turn, end in enumerate(ends[:-1]):
            far = agent.is_far(turn)
            box = QRectF(end - wide, y, wide, line)
            if far:
                painter.fillRect(box.adjusted(0, 2, look.px(5), -2), look.colour("mark"))
            role = "ink2" if math.isnan(agent.apart(turn)) else "ink"
            text = length(agent.apart(turn), view.found.unit)
            put(painter, box, text, theme.TABLE, role, bold=far, right=True)
        box = QRectF(ends[-1] - look.px(SPREAD), y, look.px(SPREAD), line)
        text = spreads(agent, view.turn, view.found.unit)
        put(painter, box, text, theme.TABLE, "ink2", right=True)
