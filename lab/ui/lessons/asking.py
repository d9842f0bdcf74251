"""What the pages of lessons share around their thread: asking for the lesson that Set-up describes,
waiting for it, and saying why there is none.
"""

from __future__ import annotations

from abc import abstractmethod
from typing import Any

from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QHideEvent, QShowEvent
from PySide6.QtWidgets import QWidget

from lab.lesson.desk import USUAL_S, Asked, Desk, LessonAnswer
from lab.ui.lessons.transport import Steps
from lab.ui.parts.messages import Preparing
from lab.ui.shell.workspaces import WorkspacePage

TICK_MS, WRITE_MS, LEAVE_S = 33, 300, 2.0
ON_ITS_WAY = "The search of this position is on its way."


class AskingPage(WorkspacePage):
    """While another lesson is on its way, the old one is dimmed, and no word of it remains."""

    waiting: Preparing
    view: QWidget  # gets the focus when the page is shown

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.desk: Desk | None = None
        self._answer: LessonAnswer | None = None
        self._asked: Asked | None = None
        self.timer, self._writing = QTimer(self), QTimer(self)
        self.timer.timeout.connect(self.tick)
        self._writing.setSingleShot(True)
        self._writing.timeout.connect(self.ask)

    # -- what a page gives -------------------------------------------------------------------------

    @property
    @abstractmethod
    def question(self) -> Asked:
        """The lesson that Set-up describes."""

    @property
    @abstractmethod
    def shown(self) -> Asked | None:
        """The question of the lesson on show."""

    @property
    @abstractmethod
    def transport(self) -> Steps:
        """The steps, which rest while the page is out of sight."""

    @abstractmethod
    def show_answer(self, lesson: Any) -> None:
        """Shows a lesson from its first step."""

    @abstractmethod
    def clear(self, title: str, head: str, text: str = "") -> None:
        """No lesson, and why."""

    @abstractmethod
    def dim(self, words: str) -> None:
        """Dims the picture, which is of another lesson."""

    @abstractmethod
    def fail(self, why: str) -> None:
        """Says why there is no lesson."""

    # -- asking ------------------------------------------------------------------------------------

    def ask(self) -> None:
        """Requests the lesson that Set-up describes, unless it was requested already."""
        self._writing.stop()
        if self.desk is None:
            self.desk = Desk()
            self.desk.start()
        if self.question != self._asked:
            self._asked = self.question
            self.desk.ask(self._asked)

    def changed(self) -> None:
        """Set-up was changed: asks after a moment."""
        if not self.isVisible():
            return
        if self.shown is not None and self.shown != self.question:
            self._asked = None
            self.clear("One moment", ON_ITS_WAY)
            self.dim(ON_ITS_WAY)
        self._writing.start(WRITE_MS)

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
        waits = bool(desk.preparing) and self.shown is None
        if waits:
            seconds = desk.prepared_s
            self.waiting.set_progress(desk.preparing, min(0.98, seconds / USUAL_S), seconds)
        self.waiting.setVisible(waits)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.timer.start(TICK_MS)
        self.ask()
        if not event.spontaneous():  # the keys of the steps work at once
            self.view.setFocus(Qt.FocusReason.OtherFocusReason)

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self.transport.pause()
        self.timer.stop()

    def end(self) -> None:
        self.timer.stop()
        if self.desk is not None:
            self.desk.stop()
            self.desk.join(LEAVE_S)
