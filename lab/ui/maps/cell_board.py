"""Where agents will be on a board with cells: the share of the drawn lines in each cell, in the
agent's hue.
"""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QWidget

from engines.scene import AnyItem
from lab.ui.board.painter import ItemPainter
from lab.ui.board.scene_view import SceneView
from lab.ui.maps.expect_view import ExpectView, background
from lab.ui.parts import theme
from lab.ui.parts.painted import text_line, text_width
from lab.words import numerals

LEAST_ALPHA, MOST_ALPHA = 0.12, 0.8  # of a cell that is hardly, and always, entered


class CellBoard(SceneView):
    """One of the two heat maps: the plans of the agents' own seats, or what others expect."""

    def __init__(self, name: str, own: bool, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(name)
        self._own = own
        self._given: ExpectView | None = None

    def set_given(self, view: ExpectView | None) -> None:
        """Shows newer expectations."""
        self._given = view
        if view is not None:
            self.set_scene(background(view.scene, view.found), smooth=False)
        self.update()

    def _paint_choice(self, brush: ItemPainter, items: Sequence[AnyItem]) -> None:
        view = self._given
        if view is None:
            return
        for agent in view.found.agents:
            cloud = (agent.own if self._own else agent.other)[view.turn]
            hue = view.marks.colour(brush.theme, agent.agent)
            for (x, y), share in cloud.cells.items() if cloud is not None else ():
                _cell(brush, brush.view.rect(x, y, 1, 1), hue, share)


def _cell(brush: ItemPainter, box: QRectF, hue: QColor, share: float) -> None:
    """A tinted cell, with its share where there is room."""
    colour = QColor(hue)
    colour.setAlphaF(LEAST_ALPHA + (MOST_ALPHA - LEAST_ALPHA) * share)
    brush.painter.fillRect(box.adjusted(1, 1, -1, -1), colour)
    words = numerals.percent(share).removesuffix(" %")
    if text_width(words, theme.AXIS) <= box.width() and text_line(theme.AXIS) <= box.height():
        brush.painter.setFont(theme.current().font(theme.AXIS))
        brush.painter.setPen(theme.current().colour("ink"))
        brush.words(box.center(), words)
