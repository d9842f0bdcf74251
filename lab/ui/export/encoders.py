"""Films as files: GIF, WebP and APNG by Pillow, MP4 and WebM by ffmpeg."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtGui import QImage

from lab.export.video import MP4, NO_FFMPEG, WEBM, Video, ffmpeg

if TYPE_CHECKING:  # it is loaded when a film is made
    from PIL import Image

GIF, WEBP, APNG = ".gif", ".webp", ".png"
TITLES = {GIF: "GIF", WEBP: "WebP", APNG: "APNG", MP4: "MP4", WEBM: "WebM"}
NO_WEBP = "The Pillow of this installation was built without WebP."
COLOURS = 64  # of a GIF
QUICK = 2  # of WebP's methods, 0 to 6: larger ones take several times longer
Beat = Callable[[], None]


def refusal(ending: str) -> str:
    """Why films of this kind cannot be written here, as a sentence; "" if they can."""
    from PIL import features

    if ending == WEBP and not features.check("webp"):
        return NO_WEBP
    return NO_FFMPEG if ending in (MP4, WEBM) and ffmpeg() is None else ""


def write(
    path: Path, ending: str, images: Iterator[QImage], ms: int, last_ms: int, beat: Beat
) -> None:
    """Writes images of equal size into `path`, each `ms` long and the last one `last_ms`; `beat` is
    called before each one. Other than a first image none is needed at once.
    """
    ticking = _ticking(images, beat)
    first = next(ticking)
    if ending in (MP4, WEBM):
        _video(path, ending, first, ticking, ms, last_ms)
    else:
        _animation(path, ending, first, ticking, ms, last_ms)


def _ticking(images: Iterator[QImage], beat: Beat) -> Iterator[QImage]:
    for image in images:
        beat()
        yield image


def _animation(
    path: Path, ending: str, first: QImage, others: Iterator[QImage], ms: int, last_ms: int
) -> None:
    reduced = ending == GIF
    start, rest = pillow(first, reduced), [pillow(image, reduced) for image in others]
    durations = [ms] * len(rest) + [last_ms]
    known: dict[str, dict[str, Any]] = {
        GIF: {"optimize": False, "disposal": 1},
        WEBP: {"method": QUICK, "quality": 85},
        APNG: {"default_image": False},
    }
    start.save(
        path,
        format={GIF: "GIF", WEBP: "WEBP", APNG: "PNG"}[ending],
        save_all=True,
        append_images=rest,
        duration=durations,
        loop=0,
        **known[ending],
    )


def _video(
    path: Path, ending: str, first: QImage, others: Iterator[QImage], ms: int, last_ms: int
) -> None:
    with Video(path, ending, first.width(), first.height(), 1000 / ms) as video:
        frame = b""
        for image in chain([first], others):
            frame = rgb(image)
            video.add(frame)
        for _ in range(max(0, round(last_ms / ms) - 1)):
            video.add(frame)


def pillow(image: QImage, reduced: bool = False) -> Image.Image:
    """The image for Pillow, `reduced` to a GIF's colours."""
    from PIL import Image

    plain = image.convertToFormat(QImage.Format.Format_RGB888)
    whole = Image.frombuffer(
        "RGB",
        (plain.width(), plain.height()),
        bytes(plain.constBits()),
        "raw",
        "RGB",
        plain.bytesPerLine(),
        1,
    )
    if not reduced:
        return whole
    return whole.quantize(COLOURS, Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)


def rgb(image: QImage) -> bytes:
    """The image's pixels, three bytes each, without padding."""
    return pillow(image).tobytes()
