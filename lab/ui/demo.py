"""The pictures of the demo match, made without a screen: a GIF of the match and a PNG of the
window.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from PySide6.QtWidgets import QApplication

from engines.game import Game
from lab.match.records import Frame
from lab.ui.export.match_film import write_gif
from lab.ui.parts import theme
from lab.ui.studio import studio

TURNS = 52  # turns played for the picture


def draw(folder: Path, game: Game, frames: Sequence[Frame]) -> Iterator[Path]:
    """Writes the pictures into `folder` and yields the path of each once it is written."""
    app = QApplication.instance() or QApplication([])
    gif, window = folder / "demo.gif", folder / "window.png"
    write_gif(gif, game, frames, theme.make("light"))
    yield gif
    with studio(folder) as made:
        made.play(TURNS)
        made.shot(window.stem)
    yield window
    app.processEvents()
