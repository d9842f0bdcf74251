"""Where A and B differ: the position with what both expect, A's paths solid and frames solid, B's
dashed; a row for each agent with both moves, overlap and path apart; and their principal
variations, one below the other, the first difference marked.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from PySide6.QtCore import QEvent, QRectF, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter, QPen

from engines.scene import AnyItem, Target
from lab.compare.facts import LETTERS, AgentComparison
from lab.compare.words import apart_words, line_words, verdict
from lab.match.records import Ply
from lab.ui.board.overlay import PREDICTED, Path
from lab.ui.board.painter import ItemPainter
from lab.ui.board.scene_view import SceneView
from lab.ui.compare.part import MARGIN, ComparePart, CompareView, put_agent
from lab.ui.parts import theme
from lab.ui.parts.marks import paint_mark
from lab.ui.parts.painted import put, text_line, text_width
from lab.ui.parts.theme import TABLE
from lab.words import numerals

SMALL = 18  # pixels: cells below it have no letter


class CompareBoard(SceneView):
    """`set_view` shows a comparison; `show_alone` one agent's lines."""

    def __init__(self) -> None:
        super().__init__()
        self.setAccessibleName("Position")
        self._compared: CompareView | None = None
        self._alone = -1
        self._with_paths = True

    def set_view(self, view: CompareView | None) -> None:
        """Shows what both sides expect."""
        self._compared = view
        self._follow()

    def show_alone(self, agent: int) -> None:
        """The lines of one agent, -1 for all."""
        self._alone = agent
        self._follow()

    def set_expected(self, on: bool) -> None:
        """Whether paths and moves are drawn."""
        self._with_paths = on
        self._follow()

    def _follow(self) -> None:
        first = [Path(number, points) for number, points in self._lines(0)]
        self.set_paths(first)
        self.update()

    def _lines(self, side: int) -> list[tuple[int, tuple[tuple[float, float], ...]]]:
        """The expected path of each agent, as one side sees it."""
        if self._compared is None or not self._with_paths:
            return []
        return [
            (agent.agent, column.agent.path)
            for agent in self._compared.comparison.agents
            for column in (agent.columns[side],)
            if column is not None
            and len(column.agent.path) > 1
            and self._alone in (-1, agent.agent)
        ]

    def _paint_choice(self, brush: ItemPainter, items: Sequence[AnyItem]) -> None:
        for number, points in self._lines(1):
            _paint_dashed(brush, Path(number, points, PREDICTED))
        if self._compared is None or not self._with_paths:
            return
        for side, agent, target in self._compared.cells:
            if self._alone in (-1, agent):
                _paint_cell(brush, target, side)


def _paint_dashed(brush: ItemPainter, path: Path) -> None:
    """B's path: dashes of the agent's hue, with its hollow mark at the end."""
    painter, unit = brush.painter, brush.unit
    colour = brush.marks.colour(brush.theme, path.agent)
    pen = QPen(colour, 1.6 * unit)
    pen.setDashPattern([4, 3])
    painter.setPen(pen)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    spots = [brush.view.point(x, y) for x, y in path.points]
    painter.drawPolyline(spots)
    field = brush.theme.colour("field")
    paint_mark(painter, brush.marks.agent(path.agent), spots[-1], 8 * unit, colour, field)


def _paint_cell(brush: ItemPainter, target: Target, side: int) -> None:
    """A frame in the cell with the side's letter in a corner, A's inside B's."""
    painter, unit = brush.painter, brush.unit
    box = brush.view.rect(target.x, target.y, target.w, target.h)
    inset = (5.0 if side == 0 else 2.0) * unit
    pen = QPen(brush.theme.colour("ink"), 1.8 * unit)
    if side == 1:
        pen.setDashPattern([3, 2])
    painter.setPen(pen)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    inner = box.adjusted(inset, inset, -inset, -inset)
    painter.drawRoundedRect(inner, 2 * unit, 2 * unit)
    if box.width() < SMALL * unit:
        return
    _paint_letter(brush, inner, side)


def _paint_letter(brush: ItemPainter, box: QRectF, side: int) -> None:
    """The side's letter on a plate in the upper left corner of a cell, B's in the right one."""
    painter, plate = brush.painter, 13 * brush.unit
    left = box.left() if side == 0 else box.right() - plate
    corner = QRectF(left, box.top(), plate, plate)
    painter.fillRect(corner, brush.theme.colour("accent"))
    painter.setPen(brush.theme.colour("on_accent"))
    painter.setFont(brush.theme.font(TABLE, True))
    brush.words(corner.center(), LETTERS[side])


MOST = 8  # plies of a line
LEFT, GAP = 48, 12  # where lines begin, between two plies; pixels at 100 %


class VariationPairs(ComparePart):
    """Two lines for each agent; agents whose lines agree come last."""

    def __init__(self) -> None:
        super().__init__("Best lines")

    @property
    def agents(self) -> tuple[AgentComparison, ...]:
        found = self.view.comparison.agents if self.view is not None else ()
        return tuple(sorted(found, key=lambda a: (a.split is None, a.agent)))

    @property
    def _block(self) -> float:
        return 3 * text_line(theme.TABLE, 3) + theme.current().px(6)

    def content_height(self) -> float:
        return len(self.agents) * self._block + theme.current().px(4)

    def paint_view(self, painter: QPainter, view: CompareView) -> None:
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
                    painter,
                    QRectF(look.px(30), y, 20, line),
                    letter,
                    theme.TABLE,
                    "ink2",
                    bold=True,
                )
                self._paint_line(painter, agent, agent.lines[side], starts, y)

    def _starts(self, agent: AgentComparison) -> list[float]:
        """Where each ply begins, so that the plies of both lines are below one another."""
        look = theme.current()
        starts = [float(look.px(LEFT))]
        longest = max(len(line) for line in agent.lines)
        for ply in range(min(MOST, longest)):
            texts = [line[ply].words for line in agent.lines if ply < len(line)]
            widest = max(text_width(text, theme.TABLE, bold=True) for text in texts)
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
            if x + text_width(plies[ply].words, theme.TABLE, bold=differs) > end:
                put(painter, QRectF(x, y, look.px(GAP), line), "…", theme.TABLE, "ink2")
                return
            box = QRectF(x, y, min(following, end) - x, line)
            if differs:
                marked = QRectF(x - look.px(3), y, box.width() - look.px(GAP - 6), line - 1)
                painter.fillRect(marked, look.colour("track"))
            role = "ink" if differs else "ink2"
            put(painter, box, plies[ply].words, theme.TABLE, role, bold=differs)

    def lines(self) -> list[str]:
        return [
            f"{agent.name}, {letter}: {line_words(agent, side)}."
            for agent in self.agents
            for side, letter in enumerate(LETTERS)
        ]


ROW, HEAD = 26, 22  # heights in pixels at 100 %
NAME = 42  # around the names


class Differences(ComparePart):
    """`hovered` carries the agent whose lines are to be seen alone, -1 for all."""

    hovered = Signal(int)

    def __init__(self) -> None:
        super().__init__("Where they differ")
        self.setMouseTracking(True)
        self._row = -1

    @property
    def agents(self) -> tuple[AgentComparison, ...]:
        return self.view.comparison.agents if self.view is not None else ()

    def content_height(self) -> float:
        look = theme.current()
        words = text_line(theme.TABLE) * len(self._sentences())
        return look.px(HEAD) + len(self.agents) * look.px(ROW) + words + look.px(12)

    def _sentences(self) -> list[str]:
        """The verdict in lines that fit."""
        if self.view is None:
            return []
        found: list[str] = []
        room = max(120, self.width()) - 2 * theme.current().px(MARGIN)
        for word in verdict(self.view.comparison, self.view.game).split():
            longer = f"{found[-1]} {word}" if found else word
            if found and text_width(longer, theme.TABLE) <= room:
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

    def paint_view(self, painter: QPainter, view: CompareView) -> None:
        look = theme.current()
        head, row = look.px(HEAD), look.px(ROW)
        self._paint_head(painter, head)
        for j, agent in enumerate(self.agents):
            self._paint_agent(painter, view, agent, QRectF(0, head + j * row, self.width(), row))
        y, line = head + len(self.agents) * row + look.px(6), text_line(theme.TABLE)
        for j, text in enumerate(self._sentences()):
            box = QRectF(look.px(MARGIN), y + j * line, self._stops()[3], line)
            put(painter, box, text, theme.TABLE, "ink2")

    def _paint_head(self, painter: QPainter, height: float) -> None:
        first, second, overlap, right = self._stops()
        for x, text in ((first, "A would play"), (second, "B would play")):
            put(painter, QRectF(x, 0, second - first, height), text, theme.TABLE, "ink2")
        ends = [(overlap, "Overlap"), *([(right, "Path apart")] if right > overlap else [])]
        for x, text in ends:
            put(painter, QRectF(0, 0, x, height), text, theme.TABLE, "ink2", right=True)
        left = theme.current().px(MARGIN)
        line = QRectF(left, height - 1, right - left, 1)
        painter.fillRect(line, theme.current().colour("line"))

    def _paint_agent(
        self, painter: QPainter, view: CompareView, agent: AgentComparison, row: QRectF
    ) -> None:
        look, (first, second, overlap, right) = theme.current(), self._stops()
        y, height, bold = row.top(), row.height(), agent.same is False
        if bold:
            painter.fillRect(row.adjusted(0, 0, 0, -1), look.colour("track"))
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
    """A move."""
    put(painter, box, move, theme.TABLE, bold=bold)
