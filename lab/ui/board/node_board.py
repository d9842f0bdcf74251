"""The board of a position ahead: a Scene with the line to it, and the shares of its next actions.

It takes no moves: they belong to the position of the match.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QWidget

from engines.scene import AnyItem, Target
from lab.match.node_line import NodeLine
from lab.ui.board import overlay
from lab.ui.board.node_scene import node_paths, node_scene
from lab.ui.board.painter import ItemPainter
from lab.ui.board.scene_view import SceneView
from lab.ui.parts import theme
from lab.ui.parts.painted import text_width
from lab.words import numerals

SMALLEST = 20.0  # pixels at 100 %


class NodeBoard(SceneView):
    """Shows one turn of a line."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName("Board, position ahead")
        self._agent: int | None = None
        self._targets: Sequence[Target] = ()
        self._shares: Mapping[int, float] = {}
        self._given: tuple[object, ...] = ()

    def set_line(self, line: NodeLine, step: int, shares: Mapping[int, float]) -> None:
        """The position after `step` turns; at the node itself the shares of its actions."""
        given = (id(line), step)
        if given != self._given:
            self._given, self._line = given, line
            self._agent = line.agent if any(line.paths) else None
            self._targets = line.targets if step == line.at and line.reached else ()
            self.set_scene(node_scene(line, step))
            self.set_paths(node_paths(line, step))
        if shares != self._shares:
            self._shares = shares
            self.update()

    def _paint_still(self, painter: QPainter) -> None:
        # of a map a part is shown, with its frame
        painter.setClipRect(self.view.frame.adjusted(0, 0, 1, 1))
        super()._paint_still(painter)

    def _paint_choice(self, brush: ItemPainter, items: Sequence[AnyItem]) -> None:
        if any(overlay.has_room(self.view, target) for target in self._targets):
            overlay.paint_thoughts(brush, self._targets, self._shares, None)
        else:
            self._paint_small_shares(brush)
        solid = [item for item in items if item.alpha == 1.0]
        overlay.paint_rings(brush, solid, self._agent)

    def _paint_small_shares(self, brush: ItemPainter) -> None:
        """The same in cells that have room for one short line."""
        brush.painter.setFont(theme.current().font(theme.AXIS))
        brush.painter.setPen(theme.current().colour("ink"))
        for target in self._targets:
            box = self.view.rect(target.x, target.y, target.w, target.h)
            share = self._shares.get(target.action)
            if share is None or box.width() < SMALLEST * brush.unit:
                continue
            words = numerals.percent(share)
            roomy = text_width(words, theme.AXIS) <= box.width() - 2
            brush.words(box.center(), words if roomy else words.removesuffix(" %"))
