"""Files of the window, every error as one sentence in the status bar: replays opened and saved,
finished matches kept in the store, and positions pasted as a contest's text. Whatever may take long
is done in a thread of its own.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, QStandardPaths, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QFileDialog, QMessageBox, QWidget

from engines import games
from engines.knobs import KnobError
from engines.own_files import ENDING, ENDINGS, give, given, lab_sheet, name_in
from engines.versions import SHEET
from lab.check.run import ALL, LOADS, TO_START, Checking, CheckReport
from lab.experiments.series import keep_match
from lab.files.codec import AbsentGame
from lab.files.codingame import Imported, open_replay
from lab.files.position import Position, listeners, position
from lab.files.replay import NoReplay, Replay, ReplayError, load
from lab.files.tidy import copy_match
from lab.match.play import MatchResult
from lab.match.records import Setup
from lab.store.store import Store
from lab.ui.board.paste_sheet import GUESS, PasteSheet
from lab.ui.control.moment import Moment
from lab.ui.control.setup import SetupControl
from lab.ui.parts.combos import Entry
from lab.ui.setup.usual import seated, usual_setup
from lab.words.numerals import capitalised, several
from lab.words.settings import Settings

LARGE = 150_000  # bytes of a replay that would hold the window up
REPLAYS = "Replays (*.jsonl.gz *.jsonl)"
RECORDED = "Matches and games (*.jsonl.gz *.jsonl *.json *.json.gz *.kif *.py);;All files (*)"


PROGRAMS, RUNS = "Games of one's own (*.py)", ", which is run as a program"
SHEETS = "Games in GDL (*.kif)"


class FilesControl(QObject):
    """Asks for names and reads or writes; long work runs in a thread."""

    told = Signal(str)  # a sentence for the status bar
    opened = Signal(object)  # a Replay
    reopened = Signal(object)  # a Replay that was on the board before
    # a Replay, or why there is none, and its Path; from the thread
    imported = Signal(object, object)
    checked = Signal(object)  # the CheckReport of a sheet; from the thread
    game_opened = Signal(str)  # the name of a game that is now known

    def __init__(
        self, window: QWidget, moment: Moment, settings: Settings, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._window, self._moment, self._settings = window, moment, settings
        self.imported.connect(self._take)
        self.checked.connect(self._take_game)
        self._checking: Checking | None = None  # of the sheet that was opened last
        self._match: Path | None = None  # waits for that sheet
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
        """Asks for a replay or a sheet and opens it."""
        path, _ = QFileDialog.getOpenFileName(
            self._window, "Open a match or a game", self._folder(), RECORDED
        )
        if path:
            self.open_file(self._keep(path))

    def open_file(self, path: Path) -> None:
        """Opens a replay, or a game; its note, or why it cannot be read, is reported."""
        if path.suffix in ENDINGS:
            if path.suffix == SHEET or self._may_run(path):
                self._open_game(path)
            return
        if path.is_file() and path.stat().st_size > LARGE:
            self._import(path)
            return
        try:
            self._open(load(path), path)
        except NoReplay:
            self._import(path)
        except ReplayError as error:
            self._failed(error, path)

    def _open_game(self, path: Path, match: Path | None = None) -> None:
        """Makes a sheet ready in a process of its own, which another one that is opened ends, and
        opens it, or a match of it. No code of a sheet runs, so nobody has to be asked. That process
        tries whether a file of Python can be loaded, and unless it is for a match, played.
        """
        self._match = match
        if self._checking is not None:
            self._checking.stop()
        needed = TO_START if match is None else LOADS
        parts = ALL if path.suffix == SHEET else needed
        checking = self._checking = Checking(path, tell=partial(self._tell_of, path), parts=parts)

        def check() -> None:
            report = checking.run()
            with_ignored_shutdown(lambda: self.checked.emit(report))

        threading.Thread(target=check, name="reading a sheet", daemon=True).start()

    def _may_run(self, path: Path) -> bool:
        """Whether a person wants a file of Python to be run, which is asked once."""
        if path.resolve() in given():
            return True
        said = f"{path.name} is a program: to open its game, it is run on this computer."
        buttons = QMessageBox.StandardButton
        asked = QMessageBox.question(
            self._window, "Open a game", said, buttons.Open | buttons.Cancel, buttons.Open
        )
        return asked == buttons.Open

    def _tell_of(self, path: Path, now: str) -> None:
        with_ignored_shutdown(lambda: self.told.emit(f"{path.name}: {now} ..."))

    def _take_game(self, report: CheckReport) -> None:
        if self._checking is None or report is not self._checking.report:
            return  # another one was opened meanwhile
        self._checking = None
        try:
            refusal = report.fatal if report.path.suffix == ENDING else report.refusal
            if refusal:
                raise KnobError(refusal)
            if self._match is not None:
                give(report.path)
                self._open(load(self._match), self._match)
                return
            name = name_in(report.path)
            if name not in games():
                raise KnobError(f"{report.path.name} holds no game.")
            self.game_opened.emit(name)
            said = [each.sentence for each in report.findings]
            self.told.emit(" ".join(said) or f"{report.path.name} is ready.")
        except (KnobError, ReplayError) as error:
            self.told.emit(str(error))

    def _failed(self, error: ReplayError, path: Path) -> None:
        """Says why a file cannot be read; of a game that is in a file of its own, which no replay
        may load, the person is asked for that file, unless it is a sheet that comes with the lab.
        """
        self.told.emit(str(error))
        absent = error.__cause__
        if not isinstance(absent, AbsentGame) or not absent.file:
            return
        if sheet := lab_sheet(absent.file):
            self._open_game(sheet, path)
            return
        runs, kinds = ("", SHEETS) if absent.file.endswith(SHEET) else (RUNS, PROGRAMS)
        title = f"Open {absent.file}, the game of {path.name}{runs}"
        chosen, _ = QFileDialog.getOpenFileName(self._window, title, self._folder(), kinds)
        if chosen:
            self._open_game(Path(chosen), path)

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
            found: Replay | ReplayError
            try:
                found = open_replay(path)
            except ReplayError as error:
                found = error
            with_ignored_shutdown(lambda: self.imported.emit(found, path))

        threading.Thread(target=read, name="reading a match", daemon=True).start()

    def _take(self, found: Replay | ReplayError, path: Path) -> None:
        if isinstance(found, ReplayError):
            self._failed(found, path)
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


CLOSE_S = 0.5  # the last match may still be on its way to the disk
log = logging.getLogger("lab")


class MatchKeeper:
    """Takes finished matches in any thread; `path` is the store's, None for the user's own. A match
    that cannot be kept is logged: it is saved as a replay all the same.
    """

    def __init__(self, path: Path | None = None) -> None:
        self._path = path
        self._thread: threading.Thread | None = None

    def take(self, result: MatchResult) -> None:
        """Keeps a match soon."""
        self._thread = threading.Thread(
            target=partial(self._keep, result, self._thread), name="store", daemon=True
        )
        self._thread.start()

    def _keep(self, result: MatchResult, before: threading.Thread | None) -> None:
        if before is not None:
            before.join()
        try:
            with Store(self._path) as store:
                keep_match(store, result)
        except (OSError, KnobError) as error:
            log.warning("A match was not kept in the store: %s", error)

    def close(self) -> None:
        """Waits a moment for the last match."""
        if self._thread is not None:
            self._thread.join(CLOSE_S)


class PositionsControl(QObject):
    """Reads positions in a thread: the first call of a game's compiled rules must not block the
    window.
    """

    told = Signal(str)  # a sentence for the status bar
    begun = Signal()  # the match of a pasted position has begun
    read = Signal(object)  # a Position, or why there is none; from the thread

    def __init__(
        self,
        window: QWidget,
        moment: Moment,
        seating: SetupControl,
        settings: Settings,
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._window = window
        self._moment = moment
        self._seating = seating
        self._settings = settings
        self.sheet: PasteSheet | None = None
        self.read.connect(self._take)

    def ask(self) -> None:
        """Shows the sheet with the clipboard's text."""
        self.offer(QGuiApplication.clipboard().text())

    def offer(self, text: str) -> None:
        """Shows the sheet with a text."""
        if self.sheet is None:
            self.sheet = PasteSheet(self._window)
            self.sheet.wanted.connect(self.start)
        entries = [Entry(game.name, game.title) for game in listeners()]
        self.sheet.ask(entries, text)

    def start(self, text: str, name: str) -> None:
        """Reads a text as one of the game of that name, or of any."""
        now = self._moment.game
        first = self._moment.frames[0].state
        seed = self._seating.setup.seed
        known = [g for g in listeners() if name in (GUESS, g.name)]
        candidates = sorted(
            (now if g.name == now.name else g for g in known), key=lambda g: g is not now
        )

        def work() -> None:
            found: Position | str
            try:
                found = position(text, candidates, (now, first), seed)
            except KnobError as error:
                found = capitalised(str(error))
            with_ignored_shutdown(lambda: self.read.emit(found))

        threading.Thread(target=work, name="reading a position", daemon=True).start()

    def _take(self, found: Position | str) -> None:
        if isinstance(found, str):
            if self.sheet is not None:
                self.sheet.refuse(found)
            return
        if self.sheet is not None:
            self.sheet.close()
        self._seating.begin(self._setup(found), found.state)
        turns = several(found.turn, found.game.turn_word)
        self.told.emit(
            f"{found.game.title} after {turns}, as seat {found.seat + 1} received it. Play "
            "goes on from here."
        )
        self.begun.emit()

    def _setup(self, found: Position) -> Setup:
        """The current players if the game is the same, else the last players of the game."""
        now = self._seating.setup
        setup = now if now.game == found.game.name else usual_setup(found.game.name, self._settings)
        return seated(
            replace(setup, options=found.game.options), games()[found.game.name](found.game.options)
        )
