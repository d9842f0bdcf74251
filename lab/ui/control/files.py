"""Replays opened and saved. Every error is one sentence in the status bar."""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QObject, QStandardPaths, Signal
from PySide6.QtWidgets import QFileDialog, QWidget

from lab.files.codingame import Imported, open_replay
from lab.files.replay import NoReplay, Replay, ReplayError, load
from lab.files.tidy import copy_match
from lab.ui.control.moment import Moment
from lab.words.settings import Settings

LARGE = 150_000  # bytes of a replay that would hold the window up
REPLAYS = "Replays (*.jsonl.gz *.jsonl)"
RECORDED = "Replays, CodinGame matches (*.jsonl.gz *.jsonl *.json *.json.gz);;All files (*)"


class FilesControl(QObject):
    """Asks for names and reads or writes; long work runs in a thread."""

    told = Signal(str)  # a sentence for the status bar
    opened = Signal(object)  # a Replay
    reopened = Signal(object)  # a Replay that was on the board before
    # a Replay, or why there is none, and its Path; from the thread
    imported = Signal(object, object)

    def __init__(
        self, window: QWidget, moment: Moment, settings: Settings, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._window, self._moment, self._settings = window, moment, settings
        self.imported.connect(self._take)
        self._again: Path | None = None  # comes back on the board

    def _folder(self) -> str:
        usual = QStandardPaths.writableLocation(QStandardPaths.StandardLocation.DocumentsLocation)
        return self._settings.folder or usual

    def _keep(self, path: str) -> Path:
        self._settings.folder = str(Path(path).parent)
        return Path(path)

    def _name(self, ending: str) -> str:
        return str(
            Path(self._folder()) / f"{self._moment.setup.game}-{self._moment.setup.seed}{ending}"
        )

    # -- replays -----------------------------------------------------------------------------------

    def open(self) -> None:
        """Asks for a replay and opens it."""
        path, _ = QFileDialog.getOpenFileName(
            self._window, "Open a replay", self._folder(), RECORDED
        )
        if path:
            self.open_file(self._keep(path))

    def open_file(self, path: Path) -> None:
        """Opens a replay; its note, or why it cannot be read, is reported."""
        if path.is_file() and path.stat().st_size > LARGE:
            self._import(path)
            return
        try:
            self._open(load(path), path)
        except NoReplay:
            self._import(path)
        except ReplayError as error:
            self.told.emit(str(error))

    def reopen(self, path: Path) -> None:
        """Opens a match that was on the board before."""
        self._again = path
        self.open_file(path)

    def _open(self, replay: Replay, path: Path) -> None:
        if path == self._again:
            self._again = None
            self.reopened.emit(replay)
            return
        checked = replay.checked if isinstance(replay, Imported) else ""
        self.opened.emit(replay)
        self.told.emit(
            " ".join(
                filter(
                    None,
                    (
                        f"{path.name}: {len(replay.turns)} {replay.game.turn_word}s.",
                        replay.note,
                        checked,
                    ),
                )
            )
        )

    def _import(self, path: Path) -> None:
        """Replays a match of a contest's site, or a long one, in a separate thread: its rules may
        have to be compiled.
        """
        self.told.emit(f"Reading {path.name} ...")

        def read() -> None:
            found: Replay | str
            try:
                found = open_replay(path)
            except ReplayError as error:
                found = str(error)
            with_ignored_shutdown(lambda: self.imported.emit(found, path))

        threading.Thread(target=read, name="reading a match", daemon=True).start()

    def _take(self, found: Replay | str, path: Path) -> None:
        if isinstance(found, str):
            self.told.emit(found)
        else:
            self._open(found, path)

    def save(self) -> None:
        """Asks for a name and copies the match there."""
        path, _ = QFileDialog.getSaveFileName(
            self._window, "Save the replay", self._name(".jsonl.gz"), REPLAYS
        )
        if path:
            self.save_file(self._keep(path if Path(path).suffix else f"{path}.jsonl.gz"))

    def save_file(self, path: Path) -> None:
        """Copies the match, as far as it was played, to `path`."""
        source = self._moment.session.file
        if source is None:
            self.told.emit("There is nothing to save yet: the match has no turn.")
        elif path.exists() and path.samefile(source):
            self.told.emit(f"The lab itself saves the match as {path.name}: choose another name.")
        else:
            self._try(lambda: copy_match(source, path), f"The replay is saved as {path.name}.")

    def _try(self, what: Callable[[], object], text: str) -> None:
        try:
            what()
        except OSError as error:
            text = sentence_of(error)
        self.told.emit(text)


def with_ignored_shutdown(emit: Callable[[], object]) -> None:
    """Calls `emit`; a window that has been closed meanwhile is no error."""
    try:
        emit()
    except RuntimeError:
        return


def sentence_of(error: OSError | ValueError, path: Path | None = None) -> str:
    """Why a file could not be written."""
    name = getattr(error, "filename", None) or path
    if isinstance(error, OSError) and error.strerror:
        return f"{name} could not be written: {error.strerror}."
    return str(error)
