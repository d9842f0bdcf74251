"""Files: replays opened and saved, pictures and GIFs. Every error is one sentence in the status
bar.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QObject, QStandardPaths, Signal
from PySide6.QtWidgets import QFileDialog, QWidget

from lab.files.codingame import Imported, open_replay
from lab.files.replay import NoReplay, Replay, ReplayError, load
from lab.files.tidy import copy_match
from lab.ui.board.export import write_gif, write_png, write_svg
from lab.ui.board.overlay import Path as Ahead
from lab.ui.board.overlay import Wake
from lab.ui.control.moment import Moment
from lab.ui.parts import theme
from lab.words.settings import Settings

PICTURE_WIDTH = 1600  # pixels
LARGE = 150_000  # bytes of a replay that would hold the window up
REPLAYS = "Replays (*.jsonl.gz *.jsonl)"
RECORDED = "Replays, CodinGame matches (*.jsonl.gz *.jsonl *.json *.json.gz);;All files (*)"
PICTURES = "PNG picture (*.png);;SVG drawing (*.svg)"


class FilesControl(QObject):
    """Asks for names and reads or writes; long work runs in a thread."""

    told = Signal(str)  # a sentence for the status bar
    opened = Signal(object)  # a Replay
    # a Replay, or why there is none, and its Path; from the thread
    imported = Signal(object, object)
    done = Signal(str)  # from the thread

    def __init__(
        self, window: QWidget, moment: Moment, settings: Settings, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._window, self._moment, self._settings = window, moment, settings
        self._worker: threading.Thread | None = None
        self.done.connect(self.told)
        self.imported.connect(self._take)

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

    def _open(self, replay: Replay, path: Path) -> None:
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

    # -- pictures ----------------------------------------------------------------------------------

    def picture(self, wakes: list[Wake], paths: list[Ahead]) -> None:
        """Asks for a name and draws the board as it is."""
        path, kind = QFileDialog.getSaveFileName(
            self._window, "Save a picture", self._name(".png"), PICTURES
        )
        if path:
            chosen = self._keep(
                path if Path(path).suffix else f"{path}{'.svg' if 'svg' in kind else '.png'}"
            )
            self.picture_file(chosen, wakes, paths)

    def picture_file(self, path: Path, wakes: list[Wake], paths: list[Ahead]) -> None:
        """Draws the board into `path`, as SVG if its name ends so."""
        write = write_svg if path.suffix.lower() == ".svg" else write_png
        scene, owner = self._moment.frame.scene, self._moment.game.owner
        self._try(
            lambda: write(path, scene, theme.current(), PICTURE_WIDTH, owner, wakes, paths),
            f"The picture is saved as {path.name}.",
        )

    def gif(self) -> None:
        """Asks for a name and writes the match as a moving picture."""
        path, _ = QFileDialog.getSaveFileName(
            self._window, "Save the match as GIF", self._name(".gif"), "GIF (*.gif)"
        )
        if path:
            self.gif_file(self._keep(path if Path(path).suffix else f"{path}.gif"))

    def gif_file(self, path: Path) -> None:
        """Writes the match so far in a thread of its own; painting on images needs no window."""
        if self._worker is not None and self._worker.is_alive():
            self.told.emit("A GIF is being written already.")
            return
        frames, game, look = self._moment.frames, self._moment.game, theme.current()
        self.told.emit(f"Writing {path.name} ...")

        def write() -> None:
            try:
                size = write_gif(path, game, frames, look)
                text = f"The match is saved as {path.name}, {size / 1e6:.1f} MB."
            except (OSError, ValueError) as error:
                text = _sentence(path, error)
            with_ignored_shutdown(lambda: self.done.emit(text))

        self._worker = threading.Thread(target=write, name="gif", daemon=True)
        self._worker.start()

    def _try(self, what: Callable[[], object], text: str) -> None:
        try:
            what()
        except OSError as error:
            text = _sentence(None, error)
        self.told.emit(text)


def with_ignored_shutdown(emit: Callable[[], object]) -> None:
    """Calls `emit`; a window that has been closed meanwhile is no error."""
    try:
        emit()
    except RuntimeError:
        return


def _sentence(path: Path | None, error: OSError | ValueError) -> str:
    name = getattr(error, "filename", None) or path
    if isinstance(error, OSError) and error.strerror:
        return f"{name} could not be written: {error.strerror}."
    return str(error)
