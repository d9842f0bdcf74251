"""The picture of a position ahead: now pale, then solid, numbers on the cells that were played. No
Qt.
"""

from __future__ import annotations

from dataclasses import replace

from engines.scene import AnyItem, Circle, Mark, Scene, Text
from lab.match.node_line import NodeLine
from lab.ui.board.overlay import PREDICTED, SELECTED, Path

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
