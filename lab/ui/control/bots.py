"""Match, Export as a bot: a seat's player as one file of C++. A process of its own writes it, since
it plays in plain Python meanwhile.
"""

from __future__ import annotations

import subprocess
import sys
import threading
from pathlib import Path

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QFileDialog, QWidget

from engines.game import spec_of
from lab.batch.processes import playing
from lab.match.seats import format_seat, parse_kind
from lab.ui.control.files import with_ignored_shutdown
from lab.ui.control.moment import Moment

NO_SEARCH = "No seat has a search that could be exported as a bot."


class BotControl(QObject):
    """Asks where to write the bot, and tells what became of it."""

    told = Signal(str)  # a sentence for the status bar

    def __init__(self, window: QWidget, moment: Moment, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._window, self._moment = window, moment

    def export(self) -> None:
        """Exports the first seat's player that searches."""
        setup = self._moment.setup
        seat = next((k for k, each in enumerate(setup.seats) if each.searches), -1)
        if seat < 0:
            self.told.emit(NO_SEARCH)
            return
        whose = f"{setup.seats[seat].title} of seat {seat + 1}"
        title, name = f"Export {whose} as a bot", f"{setup.game}.cpp"
        path, _ = QFileDialog.getSaveFileName(self._window, title, name, "C++ (*.cpp)")
        if path:
            words = [spec_of(setup.game, setup.options), "--seat"]
            words += [format_seat(setup.seats[seat], parse_kind(setup.game), with_budget=False)]
            self.told.emit(f"{whose} is written as C++ ...")
            threading.Thread(
                target=self._write, args=(words, path), name="bot", daemon=True
            ).start()

    def _write(self, words: list[str], path: str) -> None:
        done = subprocess.run(
            [sys.executable, "-m", "lab", "export-bot", *words, "--out", path, "--force"],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            env=playing(),
            encoding="utf-8",
            errors="replace",
            check=False,
        )
        lines = [*done.stdout.splitlines(), *done.stderr.splitlines()]
        said = " ".join(line.removeprefix("smitsilab: ") for line in lines)
        said = said.replace(path, Path(path).name)
        with_ignored_shutdown(lambda: self.told.emit(said))
