"""The position with what both sides expect: A's paths solid, B's dashed; on boards with cells the
cell of A's move in a solid frame, of B's in a dashed one.
"""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPen
from PySide6.QtWidgets import QWidget

from engines.scene import AnyItem, Target
from lab.compare.facts import LETTERS
from lab.ui.board.overlay import PREDICTED, Path
from lab.ui.board.painter import ItemPainter
from lab.ui.board.scene_view import SceneView
from lab.ui.compare.part import CompareView
from lab.ui.parts.marks import paint_mark
from lab.ui.parts.theme import AXIS

SMALL = 18  # pixels: cells below it have no letter


class CompareBoard(SceneView):
    """`set_view` shows a comparison; `show_alone` one agent's lines."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
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
    painter.setFont(brush.theme.font(AXIS, True))
    brush.words(corner.center(), LETTERS[side])
