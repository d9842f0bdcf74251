"""The file of the game on the board, or the words beside a sheet: saving it changes the running
match, the numbers of its evaluation can be written back, and what is wrong with a version stands
beside the board.
"""

from __future__ import annotations

import copy
import time
from pathlib import Path

from PySide6.QtCore import QFileSystemWatcher, QObject, QTimer, Signal

from engines.calling import called_by
from engines.game import Game
from engines.knobs import knobs
from engines.lifting import written_back
from engines.own_files import (
    ENDING,
    bytes_of,
    loaded,
    named_in,
    put_back,
    renew,
    version_of,
)
from engines.versions import SHEET, WORDS, Version
from lab.check.blame import blamed
from lab.check.deadline import CALL_S, within
from lab.check.evaluation import Evaluator
from lab.check.run import Checking
from lab.files.placing import Place
from lab.live.behind import Behind
from lab.live.edited import shares_words
from lab.live.renewal import GOES_ON, Renewal, checked_on
from lab.match.play import frame
from lab.match.seat import SearchSeat
from lab.match.seats import needs
from lab.ui.control.moment import Moment
from lab.ui.shell.window import Window

SOON_MS = 20
WRITTEN_S = 0.15  # in which an editor writes a file in steps: until then nothing is wrong with it
LOOK_MS, OFTEN_MS = 100, 20  # the latter while a version is on its way
LATEST = 20  # frames whose pictures are tried before they are shown
STAYS = "The match goes on with the version before."


class OwnFileControl(QObject):
    """Watches the file of the game on the board. `told` has sentences for the status bar."""

    told = Signal(str)
    _found = Signal(str)  # from the check beside the match

    def __init__(self, window: Window, moment: Moment, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._centre, self._note, self._moment = window.centre, window.centre.file_note, moment
        self._path: Path | None = None
        self._seen = b""  # what was looked at last
        self._renewal: Renewal | None = None
        self._again = False  # it was saved once more meanwhile
        self._began = 0.0  # to take the version on its way
        self._checking: Checking | None = None
        self._evaluator: Evaluator | None = None
        self._behind: Behind | None = None
        # the rest of a file, as `Version` has it, and the searches with kernels that call what is
        # its evaluation
        self._callable: tuple[str, list[str]] | None = None
        self._words, self._wrong = "", False
        self._watcher = QFileSystemWatcher(self)
        self._soon, self._looks = QTimer(self), QTimer(self)
        self._soon.setSingleShot(True)
        self._soon.setInterval(SOON_MS)
        self._looks.setInterval(LOOK_MS)
        self._watcher.fileChanged.connect(self._soon.start)
        self._watcher.directoryChanged.connect(self._soon.start)
        self._soon.timeout.connect(self._look)
        self._looks.timeout.connect(self._follow)
        self._note.write_asked.connect(self.write_back)
        self._found.connect(lambda said: self._say(said, True))

    def set_game(self) -> None:
        """Another match, or another version of its game, is on the board."""
        version = self._version
        path = None if version is None else _followed(version.path)
        if path == self._path:
            return
        self._stop()
        self._path, self._seen = path, b"" if version is None else version.source.encode()
        for each in (*self._watcher.files(), *self._watcher.directories()):
            self._watcher.removePath(each)
        self._say("", False)
        if path is not None:
            self._watcher.addPaths([str(each) for each in (path, path.parent) if each.exists()])
        if path is not None and path.suffix == ENDING:
            self._evaluator = Evaluator(path)
            self._looks.start()
            self._soon.start()  # it may have been saved since it was loaded
        else:
            self._looks.stop()

    @property
    def _version(self) -> Version | None:
        return version_of(type(self._moment.game))

    def close(self) -> None:
        """Ends what is under way."""
        self._stop()

    def _stop(self) -> None:
        self._again = False
        if self._renewal is not None:
            self._renewal.stop()
        self._stop_checking()
        self._stop_behind()
        if self._evaluator is not None:
            self._evaluator.stop()
        self._renewal = self._checking = self._evaluator = None

    def _stop_behind(self) -> None:
        """What it compiles is not needed any more."""
        if self._behind is not None:
            self._behind.stop()
        self._behind = None

    # -- a newer version ---------------------------------------------------------------------------

    def _look(self) -> None:
        """Takes the file as it is now, if that is something new."""
        path, version = self._path, self._version
        if path is None or version is None:
            return
        if str(path) not in self._watcher.files() and path.exists():
            self._watcher.addPath(str(path))  # an editor has put another file in its place
        if path.suffix == WORDS:
            self._take_words(version)
            return
        try:
            data = bytes_of(path)
        except OSError:
            self._say(f"{path.name} is gone. {STAYS}", True)
            return
        if data == self._seen or not data.strip():  # or it is being written
            return
        self._seen = data
        if self._renewal is not None:
            self._again = True
            self._renewal.stop()
        elif data == version.source.encode():
            self._say("", False)
            self._stop_behind()  # which may have found another file
        else:
            self._begin(path)

    def _take_words(self, version: Version) -> None:
        """Takes the words beside a sheet, as long as that is the one on the board."""
        from lab.check.sheets import wrong_words  # only now: a sheet's rules come with it

        wrong = wrong_words(version.path)
        if wrong:
            self._say(f"{wrong[0].sentence} The words stay as they were.", True)
            return
        before = loaded(version.path)
        (kind,) = named_in(renew(version.path)).values()
        found = version_of(kind)
        if found is None or found.digest != version.digest:
            put_back(before)
            return
        self._say("", False)
        if _looks(kind) != _looks(type(self._moment.game)):
            self._moment.session.renew(kind)
            self.told.emit(f"The words beside {version.path.name} as they were saved are shown.")

    def _begin(self, path: Path) -> None:
        self._stop_checking()
        if self._behind is not None and called_by(type(self._behind.game)) is not None:
            self._stop_behind()  # kernels with the evaluation of before
        self._began = time.monotonic()
        names, version = self._names(), self._version
        can_call = version is not None and self._callable == (version.rest, names)
        evaluator = self._evaluator if can_call else None
        self._renewal = Renewal(self._moment.game, path, names, evaluator)
        self._renewal.start()
        self._looks.setInterval(OFTEN_MS)

    def _names(self) -> list[str]:
        """What has to be compiled for the match on the board."""
        seats = self._moment.setup.seats
        names = [n for each in seats if isinstance(each, SearchSeat) for n in needs(each)]
        return list(dict.fromkeys(names))

    def _follow(self) -> None:
        """What the version on its way is doing."""
        renewal, path = self._renewal, self._path
        if renewal is not None and path is not None:
            if not renewal.done:
                if renewal.rules:
                    self._stop_behind()
                if renewal.doing:
                    self._say(f"{path.name} {renewal.doing}; {GOES_ON}.", False)
            elif self._again:
                self._again = False
                self._begin(path)
            elif not renewal.error or time.monotonic() > self._began + WRITTEN_S:
                self._renewal = None
                self._looks.setInterval(LOOK_MS)
                self._end(renewal, path)
        elif path is not None:
            self._go_behind(path)
        self._show()

    def _go_behind(self, path: Path) -> None:
        """Has compiled what the next version may need, and takes over what has been."""
        game, names, behind = self._moment.game, self._names(), self._behind
        if behind is None or not behind.is_for(game, names):
            if behind is not None:
                behind.stop()
            if self._evaluator is not None:
                self._behind = Behind(game, names, self._evaluator)
                self._behind.start()
        elif behind.ready and self._version is not None:
            self._callable, behind.ready = (self._version.rest, names), False
        elif behind.kind is not None:
            kind, behind.kind = behind.kind, None
            self._moment.session.renew(kind)
            self._check(path)
        elif behind.error:
            error, behind.error = behind.error, ""
            self._say(error, True)

    def _stop_checking(self) -> None:
        if self._checking is not None:
            self._checking.stop()

    def _check(self, path: Path) -> None:
        self._stop_checking()
        self._checking = checked_on(path, self._found.emit)

    def _end(self, renewal: Renewal, path: Path) -> None:
        kind = renewal.kind
        error = renewal.error or ("" if kind is None else self._refusal(kind, path))
        if kind is None or error:
            if renewal.before is not loaded(path):
                put_back(renewal.before)
            self._say(f"{error} {STAYS}", True)
            return
        self._moment.session.renew(kind)
        self._say(renewal.remark, bool(renewal.remark))
        self.told.emit(f"{path.name} as it was saved is in the match.")
        if renewal.compiles and called_by(kind) is None:  # else once its evaluation is inside
            self._check(path)

    def _refusal(self, kind: type[Game], path: Path) -> str:
        """What fails in the pictures and words of a version with the same kernels, as a sentence;
        "" if nothing does.
        """
        old, new = self._version, version_of(kind)
        if old is None or new is None or shares_words(type(self._moment.game), kind):
            return ""
        if old.kernels != new.kernels and (not new.rest or old.rest != new.rest):
            return ""  # its check has seen them
        game, moment = copy.copy(self._moment.game), self._moment
        game.__class__ = kind
        try:
            with within(CALL_S):
                for each in moment.frames[-LATEST:]:
                    game.scene(each.state)
                for turn in moment.view.turns[-1:]:
                    frame(game, moment.frames[max(0, turn.turn - 1)].state, turn)
                for agent in range(game.agents):
                    game.targets(moment.head.state, agent)
        except Exception as error:
            line, said = blamed(error, path)
            return f"{path.name}:{line}: {said}."
        return ""

    # -- numbers -----------------------------------------------------------------------------------

    def _numbers(self) -> list[float]:
        """The numbers of the first seat whose sliders have others than the file; [] if none has."""
        version, game = self._version, self._moment.game
        if version is None or not version.numbers:
            return []
        count = len(version.numbers)
        written = [each.value for each in version.numbers]
        for each in self._moment.setup.seats:
            if isinstance(each, SearchSeat):
                weights = each.settings(game)[1]
                own = [float(getattr(weights, knob.name)) for knob in knobs(type(weights))]
                found = own[-count:]
                if found != written:
                    return found
        return []

    def write_back(self) -> None:
        """Writes them into the file, which is then taken as if it had been saved."""
        version, numbers = self._version, self._numbers()
        if version is None or not numbers:
            return
        try:
            text = written_back(bytes_of(version.path).decode(), version.numbers, numbers)
            with Place(version.path, replaces=True) as place:
                place.draft.write_bytes(text.encode())
                place.draft.chmod(version.path.stat().st_mode)
        except (OSError, ValueError) as error:
            self.told.emit(f"{version.path.name} stays as it is: {error}")
        else:
            self.told.emit(f"The numbers are in {version.path.name}.")

    # -- words -------------------------------------------------------------------------------------

    def _say(self, text: str, wrong: bool) -> None:
        self._words, self._wrong = text, wrong
        self._show()

    def _show(self) -> None:
        numbers = self._numbers()
        words = self._words
        if numbers and not words:
            words = "The sliders have other numbers than the file."
        self._note.set_words(words, self._wrong, bool(numbers))
        self._centre.show_part(self._note, bool(words or numbers))


def _followed(path: Path) -> Path | None:
    """The file whose saving is heard of."""
    if path.suffix == SHEET:
        return path.with_suffix(WORDS)
    return path if path.suffix == ENDING else None


def _looks(kind: type[Game]) -> tuple[object, ...]:
    """What the words beside a sheet say."""
    return kind.title, *(getattr(kind, name) for name in ("words", "about"))
