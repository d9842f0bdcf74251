"""Pictures of a Scene as files: PNG and SVG of one position, GIF of a match. Works without a screen
(QT_QPA_PLATFORM=offscreen).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path as File

from PIL import Image
from PySide6.QtCore import QBuffer, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QImage, QPainter
from PySide6.QtSvg import QSvgGenerator

from engines.game import Game
from engines.scene import Scene
from lab.match.records import Frame
from lab.ui.board.overlay import Path, Wake, paint_paths, paint_wakes, split
from lab.ui.board.painter import ItemPainter, Tween, fit
from lab.ui.parts.marks import Marks, marks_of
from lab.ui.parts.theme import BODY, Theme

DRAWN_FOR = 640.0  # the width at which line widths and text have their own size, pixels
WAKE = 30  # turns covered by a wake
COLOURS = 64
TWEEN_STEPS = 4
LARGEST = 8_000_000  # bytes of a GIF
CAPTION = 24  # height of the line below the board, pixels at DRAWN_FOR


def draw(
    painter: QPainter,
    scene: Scene,
    rect: QRectF,
    theme: Theme,
    marks: Marks,
    wakes: Sequence[Wake] = (),
    paths: Sequence[Path] = (),
) -> None:
    """Draws a Scene with the wakes and paths of its agents; line widths and text are in
    proportion to the width of `rect`.
    """
    painter.fillRect(rect, theme.colour("panel"))
    brush = ItemPainter(
        painter,
        fit(scene, rect.adjusted(1, 1, -1, -1)),
        theme,
        marks,
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
    image = QImage(_size(scene, width), QImage.Format.Format_RGB32)
    with QPainter(image) as painter:
        draw(painter, scene, QRectF(image.rect()), theme, marks_of(tuple(owner)), wakes, paths)
    buffer = QBuffer()
    image.save(buffer, "PNG")  # type: ignore[call-overload]  # the stubs ask for bytes, the library takes only text
    _store(path, buffer)


def write_svg(
    path: File,
    scene: Scene,
    theme: Theme,
    width: int,
    owner: Sequence[int] = (0, 1),
    wakes: Sequence[Wake] = (),
    paths: Sequence[Path] = (),
) -> None:
    """Writes a Scene as SVG, `width` units wide."""
    size = _size(scene, width)
    generator, buffer = QSvgGenerator(), QBuffer()
    generator.setOutputDevice(buffer)
    generator.setResolution(96)
    generator.setSize(size)
    generator.setViewBox(QRect(0, 0, size.width(), size.height()))
    generator.setTitle("Smitsilab")
    with QPainter(generator) as painter:
        draw(
            painter,
            scene,
            QRectF(0, 0, size.width(), size.height()),
            theme,
            marks_of(tuple(owner)),
            wakes,
            paths,
        )
    _store(path, buffer)


def _store(path: File, buffer: QBuffer) -> None:
    try:
        File(path).write_bytes(buffer.data().data())
    except OSError as error:
        raise OSError(
            f"The picture {path} could not be written ({error.strerror}); choose another folder."
        ) from error


def write_gif(
    path: File,
    game: Game,
    frames: Sequence[Frame],
    theme: Theme,
    width: int = 640,
    turn_ms: int = 200,
    largest: int = LARGEST,
) -> int:
    """Writes a match as GIF and returns its bytes: with movement between turns, wakes and a line
    that names the turn.

    A file above `largest` bytes is written again without steps between turns, then with every
    second turn, and so on.
    """
    if not frames:
        raise ValueError("There are no turns to draw yet; play a match first.")
    steps, stride = TWEEN_STEPS, 1
    while True:
        pictures = list(_pictures(game, frames[::stride], theme, width, steps))
        last = frames[-1 - (len(frames) - 1) % stride]
        durations = [max(20, turn_ms // steps)] * (len(pictures) - 1) + [2000]
        pictures[0].save(
            path,
            save_all=True,
            append_images=pictures[1:],
            duration=durations,
            loop=0,
            optimize=False,
            disposal=1,
        )
        size = File(path).stat().st_size
        if size <= largest or last is frames[0]:
            return size
        steps, stride = (1, stride) if steps > 1 else (1, 2 * stride)


def _pictures(
    game: Game, frames: Sequence[Frame], theme: Theme, width: int, steps: int
) -> Iterator[Image.Image]:
    marks = marks_of(game.owner)
    places = [[game.position(f.state, agent) for agent in range(game.agents)] for f in frames]
    yield _picture(frames[0].scene, theme, marks, width, (), _caption(game, frames[0]))
    for i in range(1, len(frames)):
        wakes = [
            Wake(agent, points)
            for agent in range(game.agents)
            if len(
                points := tuple(
                    p for row in places[max(0, i - WAKE) : i + 1] if (p := row[agent]) is not None
                )
            )
            > 1
        ]
        tween = Tween(frames[i - 1].scene, frames[i].scene)
        for step in range(1, steps + 1):
            scene = frames[i].scene if step == steps else tween.scene(step / steps)
            yield _picture(scene, theme, marks, width, wakes, _caption(game, frames[i]))


def _caption(game: Game, frame: Frame) -> str:
    text = f"{game.turn_word.capitalize()} {frame.turn}"
    return f"{text}: {frame.reason}" if frame.reason else text


def _picture(
    scene: Scene, theme: Theme, marks: Marks, width: int, wakes: Sequence[Wake], caption: str
) -> Image.Image:
    size, zoom = _size(scene, width), width / DRAWN_FOR
    line = round(CAPTION * zoom)
    image = QImage(size.width(), size.height() + line, QImage.Format.Format_RGB888)
    with QPainter(image) as painter:
        draw(painter, scene, QRectF(0, 0, size.width(), size.height()), theme, marks, wakes)
        below = QRectF(0, size.height(), size.width(), line)
        painter.fillRect(below, theme.colour("panel"))
        painter.setFont(theme.font(BODY * zoom / theme.scale))
        painter.setPen(theme.colour("ink"))
        painter.drawText(
            below.adjusted(8 * zoom, 0, -8 * zoom, 0),
            Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft,
            caption,
        )
    whole = Image.frombuffer(
        "RGB",
        (image.width(), image.height()),
        bytes(image.constBits()),
        "raw",
        "RGB",
        image.bytesPerLine(),
        1,
    )
    return whole.quantize(COLOURS, Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)


def _size(scene: Scene, width: int) -> QSize:
    """Even pixels at the Scene's ratio."""
    return QSize(width, max(2, round(width * scene.height / scene.width / 2) * 2))
