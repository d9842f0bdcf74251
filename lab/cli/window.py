"""`smitsilab` without a command: the window, or without a screen the demo match."""

from __future__ import annotations

import importlib
import sys
from pathlib import Path

from lab.cli import InputError
from lab.preflight import apt_line, has_screen, missing_packages, no_screen


def open_window(replay: Path | None = None, game: str = "") -> int:
    """Opens the window, with a replay or a game if one is given, and returns its exit code. Qt
    would end the process if a library or the screen is missing, so both are checked first.
    """
    if not has_screen():
        print(
            f"{no_screen()} So the demo match is played into the folder out.",
            file=sys.stderr,
            flush=True,
        )
        demo = importlib.import_module("lab.cli.demo")
        return int(demo.demo(demo.FOLDER))
    missing = missing_packages(window=True)
    if missing:
        raise InputError(f"The window needs more system packages. Please type: {apt_line(missing)}")
    words = [] if replay is None else ["--open", str(replay)]
    words += ["--game", game] if game else []
    app = importlib.import_module("lab.ui.app")
    return int(app.main(words))
