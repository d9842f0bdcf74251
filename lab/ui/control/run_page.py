"""What pages have in common that play games for evidence: a store's thread, what plays, looks at
what is known while the page is on show or games are played, and what is said when something fails.
"""

from __future__ import annotations

from functools import cached_property
from typing import Generic, TypeVar

from PySide6.QtCore import QObject, QTimer

from lab.batch.frames import Choose, OnFrame
from lab.batch.workplace import Workplace
from lab.experiments.running import Question
from lab.live.trust import Trust
from lab.ui.control.game_run import GameRun
from lab.ui.control.setup import SetupControl
from lab.ui.control.store_thread import LatestLook, StoreThread
from lab.ui.control.watched_games import WatchedGames
from lab.ui.setup.permission import Permission
from lab.ui.shell.three_parts import ThreePartPage
from lab.ui.shell.window import Window

TICK_MS, SHARE = 500, 10  # between two looks; a look may take one tenth of the time

Page = TypeVar("Page", bound=ThreePartPage)


class RunControl(QObject):
    """A subclass looks at each `tick`, and says what happens when a run has `_ended` and when
    something has `_failed`.
    """

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.store, self.play = StoreThread(parent=self), GameRun(self)
        self.looks = LatestLook(self.store, self._rest)
        self._timer = QTimer(self)
        self._timer.timeout.connect(self.tick)
        self.store.failed.connect(self._failed)
        self.play.ended.connect(self._run_ended)

    def tick(self) -> None:
        """Looks at what is known."""
        raise NotImplementedError

    def _ended(self, why: str) -> None:
        """A run has ended, with a sentence if not as it should."""
        raise NotImplementedError

    def _failed(self, sentence: str) -> None:
        """Something could not be done."""
        raise NotImplementedError

    def _rest(self, took_s: float, share: int = SHARE, least_ms: int = TICK_MS) -> None:
        """The next look comes after so many times as long as the last one took."""
        self._timer.setInterval(max(least_ms, round(share * 1000 * took_s)))

    def _play(
        self,
        name: str,
        question: Question,
        place: Workplace,
        on_frame: OnFrame = lambda frame: None,
        choose: Choose = lambda running: (),
    ) -> None:
        """Plays what a question from the store asks for; see `GameRun.start`."""
        store = self.store.opened
        assert store is not None  # the question has come from there
        self.play.start(name, question, store, place, on_frame, choose)
        self._timer.start(TICK_MS)

    def _run_ended(self, why: str) -> None:
        self.play.finish()
        self._ended(why)

    def end(self) -> None:
        """The window closes: no process is left, and nothing finished is lost."""
        self._timer.stop()
        self.play.end()
        self.store.end()


class RunPageControl(RunControl, Generic[Page]):
    """A subclass makes its page in `_made`. `what` is played, in words."""

    def __init__(
        self,
        window: Window,
        seating: SetupControl,
        trust: Trust,
        what: str,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._window, self._seating, self._what = window, seating, what
        self._permission = Permission(trust, what)
        self.games = WatchedGames(window, seating, self.store, self)

    @cached_property
    def page(self) -> Page:
        """The page, made when it is first shown."""
        page = self._made()
        page.error.chosen.connect(self._answered)
        page.watch_asked.connect(self.games.watch)
        page.shown.connect(self._shown)
        page.ended.connect(self.end)
        return page

    def _made(self) -> Page:
        """Makes the page, and follows it."""
        raise NotImplementedError

    def start(self) -> None:
        """Plays, or goes on."""
        raise NotImplementedError

    def _retry(self) -> None:
        """Begins what was refused or has failed."""
        self.start()

    def _shown(self, on: bool) -> None:
        """Looks only while the page is visible or games run."""
        if on or self.play.running:
            self._timer.start(TICK_MS)
        else:
            self._timer.stop()

    def _answered(self, button: int) -> None:
        """What an error, or the question whether programs may be started, was answered with."""
        self.page.error.hide()
        self.page.take_focus()
        self._permission.answer(button == 0)
        if button == 0:
            self._retry()

    def _failed(self, sentence: str) -> None:
        self.page.error.show_error(
            f"The {self._what} has stopped" if self.play.running else "That did not work",
            f"{sentence} Every finished game is kept.",
            "",
            ("Start again", "Close this"),
        )
