"""What the pages of lessons share around their thread: asking for the lesson that Set-up describes,
waiting for it, and saying why there is none.
"""

from __future__ import annotations

from abc import abstractmethod
from typing import Any, ClassVar, Protocol

from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QHideEvent, QShowEvent
from PySide6.QtWidgets import QPushButton

from lab.lesson.asked import LessonQuestion
from lab.lesson.desk import USUAL_S, Desk, LessonAnswer
from lab.ui.lessons.docks import LessonReasons, LessonSetup
from lab.ui.lessons.frame import LessonFrame
from lab.ui.lessons.transport import Steps
from lab.ui.parts.messages import Preparing
from lab.ui.shell.workspaces import lay_out

TICK_MS, WRITE_MS, LEAVE_S = 33, 300, 2.0
ON_ITS_WAY = "The search of this position is on its way."


class LessonView(Protocol):
    """The picture of a lesson."""

    def show_words(self, words: str) -> None:
        """Shows a sentence in its place."""

    def set_stale(self, words: str) -> None:
        """Dims it, because it is of another lesson; says so in words."""

    def setFocus(self, reason: Qt.FocusReason, /) -> None:
        """Gives it the keys."""


class AskingPage(LessonFrame):
    """While another lesson is on its way, the old one is dimmed, and no word of it remains."""

    not_yet: ClassVar[str] = ""  # said while the text in Set-up has a problem
    lesson: Any  # on show; None: there is none
    view: LessonView  # gets the focus when the page is shown

    def __init__(self, panel: LessonSetup, steps: Steps, side: LessonReasons) -> None:
        super().__init__(panel, steps, side)
        self.lesson, self.waiting = None, Preparing()
        self.desk: Desk | None = None
        self._answer: LessonAnswer | None = None
        self._asked: LessonQuestion | None = None
        self.timer, self._writing = QTimer(self), QTimer(self)
        self.timer.timeout.connect(self.tick)
        self._writing.setSingleShot(True)
        self._writing.timeout.connect(self.ask)
        self.waiting.hide()
        self.waiting.cancelled.connect(self.cancel)
        self.waiting.findChildren(QPushButton)[0].setToolTip("Stops preparing this search.")
        self.inner.addWidget(self.waiting)
        panel.changed.connect(self.changed)
        steps.moved.connect(self.show_step)

    # -- what a page gives -------------------------------------------------------------------------

    @property
    def question(self) -> LessonQuestion:
        """The lesson that Set-up describes."""
        question: LessonQuestion = self.panel.question
        return question

    @property
    def coming(self) -> str:
        """What is said while that lesson is on its way."""
        return ON_ITS_WAY

    @property
    def is_written(self) -> bool:
        """Whether Set-up is being changed bit by bit, so that a moment is waited."""
        return True

    @property
    def problem(self) -> str:
        """Why Set-up describes no lesson yet, for the status bar; empty: it does."""
        return self.not_yet if self.panel.problem else ""

    @abstractmethod
    def begin_lesson(self, lesson: Any) -> None:
        """Makes ready for a lesson's first step."""

    @abstractmethod
    def show_picture(self, step: Any, asks: bool) -> None:
        """Shows a step's picture, or without what gives the answer away, and its numbers."""

    @abstractmethod
    def show_nothing(self) -> None:
        """Empties what a page shows of a lesson."""

    def titled(self, step: Any) -> str:
        """What stands above the picture at a step."""
        return self.place

    @property
    def asking(self) -> bool:
        """Whether the step on show waits for a guess."""
        return False

    def words_of(self, step: Any, asks: bool) -> tuple[str, str, str, str]:
        """What is said of a step, or asked: in a few words, its head, the reason, and its part of a
        round.
        """
        return step.brief, step.head, step.why, ""

    @property
    def place(self) -> str:
        """Where the lesson is, in words: "Step 3 of 12"."""
        return f"{self.steps.counted} {self.steps.step + 1} of {self.steps.count}"

    def fail(self, why: str) -> None:
        """Says in place of the picture why there is no lesson."""
        self.view.show_words(why)

    # -- asking ------------------------------------------------------------------------------------

    def at_desk(self) -> Desk:
        """The thread that makes the lessons."""
        if self.desk is None:
            self.desk = Desk()
            self.desk.start()
        return self.desk

    def begin(self) -> None:
        """Nothing is there yet."""
        self.clear("One moment", "Preparing the search.", "The first time takes a few seconds.")
        self.view.show_words("The search is being prepared.")

    def ask(self) -> None:
        """Requests the lesson that Set-up describes, unless it was requested already."""
        self._writing.stop()
        if not self.problem and self.question != self._asked:
            self._asked = self.question
            self.at_desk().ask(self._asked)

    def changed(self) -> None:
        """Set-up was changed: asks, if it is being written after a moment."""
        if self.problem:
            self._writing.stop()
        if self.problem or not self.isVisible():
            return
        if self.lesson is not None and self.lesson.question != self.question:
            self._asked, coming = None, self.coming
            self.clear("One moment", coming)
            self.view.set_stale(coming)
        if self.is_written:
            self._writing.start(WRITE_MS)
        else:
            self.ask()

    def clear(self, title: str, head: str, text: str = "") -> None:
        """No lesson, and why."""
        self.lesson = None
        self.show_nothing()
        self.title.setText(title)
        self.brief.set_text("")
        self.side.why.cover(False)
        self.side.say(head, text)

    # -- showing -----------------------------------------------------------------------------------

    @property
    def step(self) -> Any:
        """The step on show, None without a lesson."""
        return self.lesson.steps[self.steps.step] if self.lesson is not None else None

    def show_answer(self, lesson: Any) -> None:
        """Shows a lesson from its first step."""
        self.lesson = lesson
        self.forget()
        self.begin_lesson(lesson)
        self.show_step()

    def show_step(self, _k: int = 0) -> None:
        """Shows the step of the lesson that `steps` are at."""
        if self.lesson is None:
            return
        step, asks = self.step, self.asking
        if asks:
            self.steps.pause()
        self.title.setText(self.titled(step))
        self.show_picture(step, asks)
        self.tell(*self.words_of(step, asks), asks)
        lay_out(self.side)  # in one go: bands that change their size do not move one by one

    def cancel(self) -> None:
        """Stops a preparation."""
        if self.desk is not None:
            self.desk.cancel()

    def tick(self) -> None:
        """Looks for a new answer."""
        desk = self.desk
        if desk is None:
            return
        answer = desk.answer
        if answer is not None and answer is not self._answer and answer.question == self._asked:
            self._answer = answer
            if answer.lesson is not None:
                self.waiting.hide()
                self.show_answer(answer.lesson)
            else:
                self._asked = None  # the next change, or the next visit, asks again
                self.clear("No steps", answer.failure)
                self.fail(answer.failure)
        waits = bool(desk.preparing) and self.lesson is None
        if waits:
            seconds = desk.prepared_s
            self.waiting.set_progress(desk.preparing, min(0.98, seconds / USUAL_S), seconds)
        self.waiting.setVisible(waits)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.timer.start(TICK_MS)
        self.ask()
        if not event.spontaneous():  # the keys of the steps work at once
            self.take_keys()

    def take_keys(self) -> None:
        self.view.setFocus(Qt.FocusReason.OtherFocusReason)

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self.steps.pause()
        self.timer.stop()

    def end(self) -> None:
        self.timer.stop()
        if self.desk is not None:
            self.desk.stop()
            self.desk.join(LEAVE_S)

    # -- words -------------------------------------------------------------------------------------

    def state_words(self) -> str:
        if self.desk is not None and self.desk.preparing:
            return f"Preparing {self.desk.preparing}, the first time only"
        if self.problem or self.lesson is None:
            return self.problem
        return f"{self.place}, {'playing' if self.steps.playing else 'paused'}"

    def command_line(self) -> str:
        return self.lesson.question.command if self.lesson is not None else ""
