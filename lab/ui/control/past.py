"""Past matches: fills their list, opens, compares and deletes them."""

from __future__ import annotations

import contextlib
import threading
import time
from dataclasses import replace
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, QTimer, Signal

from lab.files.past import PastMatch, bring_back, found, past_match, put_aside
from lab.files.replay import ReplayError, load
from lab.review.matches import MatchesApart, matches_apart
from lab.ui.control.files import FilesControl, with_ignored_shutdown
from lab.ui.control.moment import Moment
from lab.ui.shell.past_list import PastList
from lab.ui.shell.window import Window
from lab.words.numerals import several

SLICE_S = 0.01  # how long files are read at a time


class PastControl(QObject):
    """One list at a time."""

    pictured = Signal(object, object, object)  # Path, Scene or None, owner; from a thread
    compared = Signal(object, object)  # two PastMatches, what is different or why not; likewise

    def __init__(
        self, window: Window, moment: Moment, files: FilesControl, parent: QObject
    ) -> None:
        super().__init__(parent)
        self._window, self._moment, self._files = window, moment, files
        self.list: PastList | None = None
        self._unread: list[Path] = []
        self._count = 0  # files
        # deleted matches, where their files are, and their rows
        self._deleted: list[tuple[PastMatch, Path, int]] = []
        self._wanted: PastMatch | None = None  # whose last position is shown
        self._reader: threading.Thread | None = None
        self._timer = QTimer(self)
        self._timer.timeout.connect(self._read_on)
        self.pictured.connect(self._picture)
        self.compared.connect(self._show_apart)

    def show(self) -> None:
        """Opens the list."""
        if self.list is not None:
            self.list.raise_()
            self.list.activateWindow()
            return
        self.list = PastList(self._window)
        self.list.open_asked.connect(self._open)
        self.list.compare_asked.connect(self._compare)
        self.list.delete_asked.connect(self._delete)
        self.list.undo_asked.connect(self._undo)
        self.list.folder_asked.connect(self._window.actions_.by_name["folder"].trigger)
        self.list.looked_at.connect(self._look)
        self.list.closed.connect(self._closed)
        self._unread = found(self._moment.session.folder)
        self._count = len(self._unread)
        self.list.note.setText("" if self._unread else "No match has been played yet.")
        self.list.show()
        self._timer.start(0)

    def _read_on(self) -> None:
        """Reads some more files."""
        ends, read = time.monotonic() + SLICE_S, []
        while self._unread and time.monotonic() < ends:
            match = past_match(self._unread.pop(0))
            read += [self._running(match)] if match is not None and match.turns else []
        if self.list is not None:
            self.list.add(read)
            if self._count:
                self.list.note.setText(self._note())
        if not self._unread:
            self._timer.stop()

    def _running(self, match: PastMatch) -> PastMatch:
        """The match, known to be running if it is the one on the board."""
        session = self._moment.session
        return replace(match, is_running=session.is_saving and match.path == session.file)

    def _note(self) -> str:
        if self._unread:
            return f"{self._count - len(self._unread)} of {self._count} files read"
        count = len(self.list.matches) if self.list is not None else 0
        return several(count, "match")

    # -- the last position -------------------------------------------------------------------------

    def _look(self, match: PastMatch | None) -> None:
        self._wanted = match
        if self.list is not None:
            self.list.board.set_scene(None)
        if match is not None and (self._reader is None or not self._reader.is_alive()):
            self._reader = threading.Thread(
                target=partial(self._load, match.path), name="a past match", daemon=True
            )
            self._reader.start()

    def _load(self, path: Path) -> None:
        """In a thread of its own: the rules may have to be loaded."""
        scene, owner = None, tuple[int, ...]((0, 1))
        with contextlib.suppress(ReplayError):
            replay = load(path)
            last = replay.turns[-1].state if replay.turns else replay.initial
            scene, owner = replay.game.scene(last), replay.game.owner
        with_ignored_shutdown(lambda: self.pictured.emit(path, scene, owner))

    def _picture(self, path: Path, scene: object, owner: tuple[int, ...]) -> None:
        self._reader = None
        if self.list is None or self._wanted is None:
            return
        if self._wanted.path == path:
            self.list.board.set_scene(scene, owner)  # type: ignore[arg-type]  # signals carry objects
        else:
            self._look(self._wanted)

    # -- two matches -------------------------------------------------------------------------------

    def _compare(self, first: PastMatch, second: PastMatch) -> None:
        if self.list is not None:
            self.list.note.setText("Comparing two matches.")
        threading.Thread(
            target=partial(self._find_apart, (first, second)), name="two past matches", daemon=True
        ).start()

    def _find_apart(self, pair: tuple[PastMatch, PastMatch]) -> None:
        """In a thread of its own: long matches are played by the rules."""
        found: MatchesApart | str
        try:
            found = matches_apart(*(load(match.path) for match in pair))
        except ReplayError as error:
            found = str(error)
        with_ignored_shutdown(lambda: self.compared.emit(pair, found))

    def _show_apart(self, pair: tuple[PastMatch, PastMatch], found: MatchesApart | str) -> None:
        if self.list is None or self.list.pair != pair:
            return
        self.list.note.setText(self._note())
        if isinstance(found, str):
            self.list.set_apart(found, None)
            return
        self._wanted = None  # the boards are those of the comparison
        games, states = found.games, found.states
        self.list.board.set_scene(games[0].scene(states[0]), games[0].owner)
        scene = games[1].scene(states[1])
        self.list.set_apart("\n".join(found.sentences), scene, games[1].owner)

    # -- what people do ----------------------------------------------------------------------------

    def _open(self, match: PastMatch) -> None:
        if self.list is not None:
            self.list.close()
        self._files.open_file(match.path)

    def _delete(self, match: PastMatch) -> None:
        if self.list is None:
            return
        if match.path == self._moment.session.file:
            saved = ": it is still being saved" if self._moment.session.is_saving else ""
            self.list.note.setText(f"This match is on the board{saved}.")
            return
        try:
            aside = put_aside(match.path)
        except OSError as error:
            self.list.note.setText(f"It could not be deleted: {error.strerror or error}.")
            return
        self._deleted.append((match, aside, self.list.remove(match)))
        self._say_deleted()

    def _undo(self) -> None:
        if self.list is None or not self._deleted:
            return
        match, aside, row = self._deleted.pop()
        try:
            bring_back(aside, match.path)
        except OSError as error:
            self.list.note.setText(f"It could not be brought back: {error.strerror or error}.")
            return
        self.list.add([match], row)
        self._say_deleted()

    def _say_deleted(self) -> None:
        if self.list is not None:
            count = len(self._deleted)
            self.list.buttons["Undo"].setEnabled(count > 0)
            deleted = f"; {count} deleted, for good when this list is closed" if count else ""
            self.list.note.setText(f"{self._note()}{deleted}")

    def _closed(self) -> None:
        """Removes what was deleted and not brought back."""
        self.list, self._wanted, self._unread = None, None, []
        self._timer.stop()
        for _, aside, _ in self._deleted:
            with contextlib.suppress(OSError):
                aside.unlink()
        self._deleted = []
