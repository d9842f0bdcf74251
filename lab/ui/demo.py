"""The pictures of the demo match, made without a screen: a GIF of the match and a PNG of the
window.
"""

from __future__ import annotations

import importlib
from collections.abc import Iterator, Sequence
from pathlib import Path

from PySide6.QtWidgets import QApplication

from engines.game import Game
from lab.frames import Frame
from lab.ui import theme
from lab.ui.export import write_gif


def draw(folder: Path, game: Game, frames: Sequence[Frame]) -> Iterator[Path]:
    """Writes the pictures into `folder` and yields each one's path when it is there."""
    app = QApplication.instance() or QApplication([])
    gif, window = folder / "demo.gif", folder / "window.png"
    write_gif(gif, game, frames, theme.make("light"))
    yield gif
    importlib.import_module("lab.ui.shots").window_png(window)
    yield window
    app.processEvents()
