"""Pictures of a Scene: on any painter, and as a PNG file. Works without a screen
(QT_QPA_PLATFORM=offscreen).
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path as File

from PySide6.QtCore import QRectF, QSize
from PySide6.QtGui import QImage, QPainter

from engines.scene import Scene
from lab.ui.board.overlay import Path, Wake, paint_paths, paint_wakes, split
from lab.ui.board.painter import EVERYTHING, ItemPainter, fit
from lab.ui.parts.marks import Marks, marks_of
from lab.ui.parts.pictures import png
from lab.ui.parts.theme import Theme

DRAWN_FOR = 640.0  # the width at which line widths and text have their own size, pixels


def draw(
    painter: QPainter,
    scene: Scene,
    rect: QRectF,
    theme: Theme,
    marks: Marks,
    wakes: Sequence[Wake] = (),
    paths: Sequence[Path] = (),
    hidden: frozenset[str] = EVERYTHING,
) -> None:
    """Draws a Scene with the wakes and paths of its agents, without the items of `hidden` groups;
    line widths and text are in proportion to the width of `rect`.
    """
    painter.fillRect(rect, theme.colour("panel"))
    brush = ItemPainter(
        painter,
        fit(scene, rect.adjusted(1, 1, -1, -1)),
        theme,
        marks,
        hidden,
        zoom=max(0.5, rect.width() / DRAWN_FOR),
    )
    agents = split(scene.items)
    brush.backdrop(scene)
    brush.paint(scene.still)
    paint_wakes(brush, wakes)
    brush.paint(scene.items[:agents])
    paint_paths(brush, paths)
    brush.paint(scene.items[agents:])


def write_png(
    path: File,
    scene: Scene,
    theme: Theme,
    width: int,
    owner: Sequence[int] = (0, 1),
    wakes: Sequence[Wake] = (),
    paths: Sequence[Path] = (),
) -> None:
    """Writes a Scene as PNG, `width` pixels wide, at its own ratio; `owner` is the game's."""
    image = QImage(size_of(scene, width), QImage.Format.Format_RGB32)
    with QPainter(image) as painter:
        draw(painter, scene, QRectF(image.rect()), theme, marks_of(tuple(owner)), wakes, paths)
    try:
        File(path).write_bytes(png(image))
    except OSError as error:
        raise OSError(
            f"The picture {path} could not be written ({error.strerror}); choose another folder."
        ) from error


def size_of(scene: Scene, width: int) -> QSize:
    """Even pixels at the Scene's ratio."""
    return QSize(width, max(2, round(width * scene.height / scene.width / 2) * 2))
