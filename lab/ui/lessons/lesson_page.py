"""A lesson's page: Set-up at the left, a line that says where the lesson is above the picture, the
reasons at the right; and around the thread that makes lessons: asking for the one that Set-up
describes, waiting for it, and saying why there is none.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Mapping
from functools import partial
from itertools import pairwise
from typing import Any, ClassVar, Protocol

from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QHideEvent, QKeySequence, QResizeEvent, QShortcut, QShowEvent
from PySide6.QtWidgets import (
    QAbstractButton,
    QCheckBox,
    QHBoxLayout,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from lab.lesson.asked import LessonQuestion
from lab.lesson.desk import USUAL_S, LessonAnswer, LessonThread
from lab.ui.lessons.docks import TITLES, LessonReasons, LessonSetup
from lab.ui.lessons.transport import Steps
from lab.ui.parts import theme
from lab.ui.parts.band import Band
from lab.ui.parts.choices import Choices
from lab.ui.parts.headline import Headline
from lab.ui.parts.layout import SlimScroll, column, fix_width, hairline, row
from lab.ui.parts.messages import Preparing
from lab.ui.parts.spoken import announce
from lab.ui.setup.dock import TITLE_LINE
from lab.ui.shell.workspaces import WorkspacePage, lay_out

# widths from the smallest to a wide window, pixels at 100 %
PANEL = (232, 232, 232, 256, 280)
STEPS_AT = (960, 1200, 1281, 1900)  # widths of the window from which on the next ones are taken
SHORT = 1100  # the width of the window below which words are shortened
TICK_MS, WRITE_MS, LEAVE_S = 33, 300, 2.0
ON_ITS_WAY = "Searching this position ..."


class LessonView(Protocol):
    """The picture of a lesson."""

    def show_words(self, words: str) -> None:
        """Shows a sentence in its place."""

    def set_stale(self, words: str) -> None:
        """Dims it, because it is of another lesson; says so in words."""

    def setFocus(self, reason: Qt.FocusReason, /) -> None:
        """Gives it the keys."""


class LessonPage(WorkspacePage):
    """A page puts its picture into `inner`, bands below it into `centre`, buttons into the line of
    the title. While another lesson is on its way, the old one is dimmed, and no word of it remains.
    """

    side_widths: ClassVar[tuple[int, ...]] = (300, 340, 396, 424, 460)
    not_yet: ClassVar[str] = ""  # said while the text in Set-up has a problem
    panel: LessonSetup
    side: LessonReasons
    steps: Steps
    lesson: Any  # on show; None: there is none
    view: LessonView  # gets the focus when the page is shown

    def __init__(self, panel: LessonSetup, steps: Steps, side: LessonReasons) -> None:
        super().__init__()
        self.setAccessibleName(TITLES[panel.asked.lesson])
        self.panel, self.steps, self.side = panel, steps, side
        self.headline, self.switches = Headline(), Choices()
        self._top, self._lines = QWidget(), (hairline(upright=True), hairline(upright=True))
        self._head, self.inner, self.centre = QHBoxLayout(self._top), QVBoxLayout(), QVBoxLayout()
        self._buttons: dict[QAbstractButton, tuple[str, str]] = {}
        self._lectures, self._away = False, list[QWidget]()
        self._hides, self._told, self._brief, self._part = False, set[int](), "", ""
        self.lesson, self.waiting = None, Preparing()
        self.desk: LessonThread | None = None
        self._answer: LessonAnswer | None = None
        self._asked: LessonQuestion | None = None
        self.timer, self._writing = QTimer(self), QTimer(self)
        self._lay_out_frame()
        self._wire_frame()
        theme.follow(self._restyled)

    def _wire_frame(self) -> None:
        self.side.why.asked.connect(self.uncover)
        self.timer.timeout.connect(self.tick)
        self._writing.setSingleShot(True)
        self._writing.timeout.connect(self.ask)
        self.waiting.cancelled.connect(self.cancel)
        self.panel.changed.connect(self.changed)
        self.steps.moved.connect(self.show_step)

    def _lay_out_frame(self) -> None:
        page = QWidget()
        page.setLayout(self.centre)
        middle = SlimScroll(page, whole=True)  # large text in a low window
        box = row(of=self, gap=0)
        for part in (self.panel, self._lines[0], middle, self._lines[1], self.side):
            box.addWidget(part, 1 if part is middle else 0)
        self.centre.setContentsMargins(0, 0, 0, 0)
        self.centre.setSpacing(0)
        self._head.setContentsMargins(12, 6, 12, 0)
        self._head.setSpacing(10)
        self._head.addWidget(self.headline, 1)
        self._head.addWidget(self.switches)
        self.inner.setContentsMargins(12, 0, 12, 8)
        self.inner.setSpacing(4)
        self.centre.addWidget(self._top)
        self.centre.addLayout(self.inner, 1)
        self.waiting.hide()
        self.waiting.findChildren(QPushButton)[0].setToolTip("Stops preparing this search.")
        self.inner.addWidget(self.waiting)

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

    # -- for the pages -----------------------------------------------------------------------------

    def add_button(self, button: QAbstractButton, words: str, short: str) -> None:
        """Puts a button into the line of the title; a narrow window shows its short words."""
        self._buttons[button] = (words, short)
        if isinstance(button, QCheckBox):
            self.switches.add(button)
        else:
            self._head.addWidget(button)
        self._fit()

    def add_band(self, title: str, part: QWidget, hint: str = "") -> Band:
        """Adds a band below the picture."""
        below = QWidget()
        column(part, of=below, margins=(12, 0, 12, 8))
        band = Band(title, below)
        band.set_hint(hint)
        self.centre.addWidget(band)
        return band

    def bind(self, more: Mapping[str, Callable[[], None]] | None = None) -> None:
        """Sets the keys of the steps, and a page's own: sequences with blanks between them. A text
        box being edited keeps its keys.
        """
        steps = self.steps
        does: dict[str, Callable[[], None]] = {"Left": steps.one_back, "Right": steps.one_on}
        does |= {"C": steps.to_cut, "Home": steps.to_first, "End": steps.to_last} | dict(more or {})
        does["Right"] = partial(self._tell_or_step, does["Right"])
        does |= {"PgUp": does["Left"], "PgDown": does["Right"]}  # those of a presenter
        does["Space"] = partial(self._play_or_step, does["Right"])
        for keys, what in does.items():
            shortcut = QShortcut(self)
            shortcut.setKeys([QKeySequence(each) for each in keys.split()])
            shortcut.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
            shortcut.activated.connect(what)

    def _play_or_step(self, step: Callable[[], None]) -> None:
        """Plays or pauses; in a lecture goes one step on."""
        (step if self._lectures else self.steps.toggle)()

    def _tell_or_step(self, step: Callable[[], None]) -> None:
        """Shows what is hidden; then goes one step on."""
        if self.side.why.is_covered:
            self.uncover()
        else:
            step()

    # -- words -------------------------------------------------------------------------------------

    def forget(self) -> None:
        """Another lesson: nothing of it was told."""
        self._told.clear()

    def tell(self, brief: str, head: str, why: str, part: str = "", asks: bool = False) -> None:
        """Says what the step on show, of some `part` of a round, is about, or `asks` for it; a
        lecture that hides the answers says it only when it is asked for.
        """
        step, self._part = self.steps.step, part
        self._brief = f"{part}: {brief}" if part else brief
        covered = self._hides and not asks and step not in self._told
        self._told |= set() if covered or asks else {step}
        self.side.why.say(head, why)
        self._cover(covered)

    def uncover(self) -> None:
        """Says what was hidden."""
        self._told.add(self.steps.step)
        self._cover(False)

    def _cover(self, on: bool) -> None:
        why = self.side.why
        why.cover(on)
        title = self.headline.answer
        self.headline.set_words(title, self._part if on else self._brief)
        where = ", ".join(filter(None, (title, self._part)))
        announce(self.steps, f"{where}. {why.head.text()} {why.text.text()}")

    def set_hiding(self, on: bool) -> None:
        """Whether the words of a step are hidden until they are asked for."""
        if on == self._hides:
            return
        self._hides = on
        self._told = {self.steps.step}  # what is on show stays
        if not on and self.side.why.is_covered:
            self.uncover()

    def set_lecture(self, on: bool, hides: bool = False) -> None:
        """The picture, the reason below it, and the steps; or everything as it was."""
        self.set_hiding(on and hides)
        if on == self._lectures:
            return
        self._lectures = on
        if on:
            bands = self.findChildren(Band, options=Qt.FindChildOption.FindChildrenRecursively)
            below = [band for band in bands if not self.side.isAncestorOf(band)]
            parts = [self.panel, self.side, *self._lines, *below]
            self._away = [part for part in parts if not part.isHidden()]
            self.inner.insertWidget(self.inner.indexOf(self.steps), self.side.why)
        else:
            self.side.take_back()
        self.side.why.show()  # another parent hides it for a moment
        for part in self._away:
            part.setVisible(not on)
        self._fit()

    def set_stops(self, *parts: QWidget) -> None:
        """Tab goes through these in turn; in place of the steps, through their buttons."""
        stops: list[QWidget] = []
        for part in parts:
            direct = Qt.FindChildOption.FindDirectChildrenOnly
            is_steps = part is self.steps
            stops += part.findChildren(QWidget, options=direct) if is_steps else [part]
        for before, after in pairwise(stops):
            QWidget.setTabOrder(before, after)

    # -- looks -------------------------------------------------------------------------------------

    def _restyled(self) -> None:
        look = theme.current()
        self._top.setMinimumHeight(look.px(TITLE_LINE))
        self._fit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        look = theme.current()
        at_100 = self.width() / look.scale
        size = sum(at_100 >= width for width in STEPS_AT)
        fix_width(self.panel, PANEL[size])
        self.side.setFixedWidth(look.px(self.side_widths[size]))
        for button, (words, short) in self._buttons.items():
            button.setText(words if at_100 >= SHORT else short)

    # -- asking ------------------------------------------------------------------------------------

    def at_desk(self) -> LessonThread:
        """The thread that makes the lessons."""
        if self.desk is None:
            self.desk = LessonThread()
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
        self.headline.set_words(title)
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
        self.headline.set_words(self.titled(step), self.headline.support)
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
            self.take_focus()

    def take_focus(self) -> None:
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
