"""What pages have in common that play games for evidence: a store's thread, what plays, looks at
what is known while the page is on show or games are played, and what is said when something fails.

A question that one thread asks while another one looks at it. Deleting: one question that says what
is lost, and Undo as long as it is offered.
"""

from __future__ import annotations

import copy
import threading
from collections.abc import Callable
from dataclasses import is_dataclass
from functools import cached_property
from typing import Generic, TypeVar, TypeVarTuple

from PySide6.QtCore import QObject, QTimer

from lab.batch.frames import Choose, OnFrame
from lab.batch.workplace import Workplace
from lab.experiments.running import Ask, Course, Question
from lab.live.trust import Trust
from lab.store.store import Store
from lab.ui.control.game_run import GameRun
from lab.ui.control.setup import SetupControl
from lab.ui.control.store_thread import LatestLook, StoreThread
from lab.ui.control.watched_games import WatchedGames
from lab.ui.parts.messages import QuestionBar
from lab.ui.setup.program_box import Permission
from lab.ui.shell.three_parts import ThreePartPage
from lab.ui.shell.window import Window

T = TypeVar("T")
Q = TypeVar("Q", bound=Question)


class LockedQuestion(Generic[Q]):
    """A question that is asked in one thread and looked at in another: between two moments nothing
    changes.
    """

    def __init__(self, question: Q) -> None:
        self._question: Q = question
        self._lock = threading.Lock()

    @property
    def ended(self) -> bool:
        """Whether nothing more is needed."""
        return self._question.ended

    @property
    def total(self) -> int:
        """Most games."""
        return self._question.total

    @property
    def note(self) -> str:
        """What is being done."""
        return self._question.note

    def next(self, course: Course) -> Ask | None:
        """The next group."""
        with self._lock:
            return self._question.next(course)

    @property
    def moment(self) -> Q:
        """A frozen copy of the question."""
        with self._lock:
            return _copied(self._question)


def _copied(found: T) -> T:
    """With collections of its own, as have its parts that can change."""
    made = copy.copy(found)
    for name, value in vars(made).items():
        if isinstance(value, list | dict | set):
            setattr(made, name, copy.copy(value))
        elif is_dataclass(value) and not isinstance(value, type) and _changes(value):
            setattr(made, name, _copied(value))
    return made


def _changes(part: object) -> bool:
    """Whether a record is not frozen."""
    return not type(part).__dataclass_params__.frozen  # type: ignore[attr-defined] # has it


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


UNDO = "Undo brings it back with its games, until this is closed."
Given = TypeVarTuple("Given")
Act = Callable[[], object]


class Deleting(QObject):
    """What is deleted leaves the page at once; its games go when Undo is offered no more."""

    def __init__(self, store: StoreThread, bar: QuestionBar, parent: QObject) -> None:
        super().__init__(parent)
        self._store, self._bar = store, bar
        self._delete: Act | None = None  # what the question on show asks about
        self._undo: Act | None = None
        self._forget: Act | None = None  # the games of what was deleted
        bar.answered.connect(self._answered)

    def ask(
        self,
        question: Callable[[Store, *Given], tuple[str, str, str, str]],
        *about: *Given,
        on_show: Callable[[], bool],
        delete: Act,
    ) -> None:
        """Asks the question that the store makes, if what it is about is still on show then."""

        def show(words: tuple[str, str, str, str]) -> None:
            if on_show():
                self.settle()
                self._delete = delete
                self._bar.ask(*words)

        self.settle()
        self._store.look(question, *about, then=show)

    def offer(self, name: str, undo: Act, forget: Act) -> None:
        """It is deleted; `undo` brings it back, `forget` removes its games."""
        self._undo, self._forget = undo, forget
        self._bar.ask(f"{name} is deleted.", UNDO, "Undo", "Close")

    def _answered(self, yes: bool) -> None:
        delete, self._delete = self._delete, None
        if delete is None and yes and self._undo is not None:
            self._forget = None
            self._undo()
        elif delete is not None and yes:
            delete()
        if delete is None:
            self.settle()

    def settle(self, *_signal: object) -> None:
        """Undo is offered no more: the games of what was deleted go too."""
        forget, self._delete, self._undo, self._forget = self._forget, None, None, None
        if forget is not None:
            forget()
        self._bar.hide()
