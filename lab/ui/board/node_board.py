"""The board of a position ahead: now pale, then solid, numbers on the cells that were played, the
line to it, and the shares of its next actions.

It takes no moves: they belong to the position of the match.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QWidget

from engines.scene import AnyItem, Circle, Mark, Scene, Target, Text
from lab.match.node_line import NodeLine
from lab.ui.board import overlay
from lab.ui.board.overlay import PREDICTED, SELECTED, Path
from lab.ui.board.painter import ItemPainter
from lab.ui.board.scene_view import SceneView
from lab.ui.parts import theme
from lab.ui.parts.painted import text_width
from lab.words import numerals

PALE, CLOUD = 0.3, 0.35  # opacities
MARGIN, LEAST_SHARE = 0.12, 0.45  # of the map: round a line, and the least part that is shown


def node_scene(line: NodeLine, step: int) -> Scene:
    """The position after `step` turns of a line."""
    scene = line.scenes[step]
    items: tuple[AnyItem, ...] = scene.items
    if any(line.paths) and step:
        now = tuple(
            replace(item, id="", alpha=PALE * item.alpha)
            for item in line.scenes[0].items
            if isinstance(item, Mark)
        )
        items = (*now, *_cloud(line, step), *items)
    return near(replace(scene, items=(*items, *_numbers(line, step))), line)


def near(scene: Scene, line: NodeLine) -> Scene:
    """The part of a map in which the line is played, in the map's proportions; the same for all of
    its turns.
    """
    points = [point for path in line.paths for point in path]
    if scene.scale_bar is None or not points:
        return scene
    xs, ys = ([point[k] for point in points] for k in (0, 1))
    wide, high = max(xs) - min(xs), max(ys) - min(ys)
    margin = 2 * MARGIN
    share = max(LEAST_SHARE, wide / scene.width + margin, high / scene.height + margin)
    if share >= 1:
        return scene
    width, height = share * scene.width, share * scene.height
    x = (min(xs) + max(xs) - width) / 2
    y = (min(ys) + max(ys) - height) / 2
    return replace(
        scene,
        x=min(max(x, scene.x), scene.x + scene.width - width),
        y=min(max(y, scene.y), scene.y + scene.height - height),
        width=width,
        height=height,
    )


def node_paths(line: NodeLine, step: int) -> list[Path]:
    """The lines from now to that position, the one of the node's agent on a band."""
    reach = max(2, step + 1)
    return [
        Path(agent, points[:reach], SELECTED if agent == line.agent else PREDICTED)
        for agent, points in enumerate(line.paths)
        if step and len(points) > 1
    ]


def _cloud(line: NodeLine, step: int) -> tuple[AnyItem, ...]:
    """Where the draws have the agents."""
    if line.draws is None:
        return ()
    return tuple(
        Mark(*points[step], agent=agent, size=9, alpha=CLOUD)
        for draw in line.draws.places
        for agent, points in enumerate(draw)
        if len(points) > step
    )


def _numbers(line: NodeLine, step: int) -> tuple[AnyItem, ...]:
    """The turns in which cells were played, on a plate each."""
    found: list[AnyItem] = []
    for turn, cell in enumerate(line.cells[:step], start=1):
        if cell is not None:
            x, y = cell.middle
            side = min(cell.w, cell.h)
            found.append(Circle(x, y, 0.2 * side, fill="field", stroke="none", alpha=0.9))
            found.append(Text(x, y, str(turn), size=0.27 * side, bold=True, world=True))
    return tuple(found)


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
        brush.painter.setFont(theme.current().font(theme.TABLE))
        brush.painter.setPen(theme.current().colour("ink"))
        for target in self._targets:
            box = self.view.rect(target.x, target.y, target.w, target.h)
            share = self._shares.get(target.action)
            if share is None or box.width() < SMALLEST * brush.unit:
                continue
            words = numerals.percent(share)
            roomy = text_width(words, theme.TABLE) <= box.width() - 2
            brush.words(box.center(), words if roomy else words.removesuffix(" %"))
