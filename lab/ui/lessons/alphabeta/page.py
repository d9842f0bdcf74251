"""The lesson of alpha-beta and its family: Set-up at the left, the tree with its steps in the
centre, the reasons at the right.
"""

from __future__ import annotations

from itertools import pairwise

from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QHideEvent, QKeySequence, QResizeEvent, QShortcut, QShowEvent
from PySide6.QtWidgets import (
    QCheckBox,
    QFrame,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from lab.lesson import Lesson, Question
from lab.lesson.desk import USUAL_S, Desk, LessonAnswer
from lab.lesson.orders import WRITTEN
from lab.ui.lessons.alphabeta.panel import LessonPanel
from lab.ui.lessons.alphabeta.side import LessonSide
from lab.ui.lessons.alphabeta.tree_view import TreeView
from lab.ui.lessons.parts import LeafBars, TreeLegend
from lab.ui.lessons.transport import Steps
from lab.ui.parts import theme
from lab.ui.parts.band import Band
from lab.ui.parts.messages import Preparing
from lab.ui.setup.dock import TITLE_LINE
from lab.ui.shell.status import Elided
from lab.ui.shell.workspaces import WorkspacePage
from search import algorithms

TICK_MS, WRITE_MS, LEAVE_S = 33, 300, 2.0
# widths from the smallest to a wide window, pixels at 100 %
PANEL, SIDE = (232, 232, 232, 256, 280), (276, 320, 372, 420, 460)
SHORT = 1100  # the width of the window below which words are shortened
STEPS_AT = (960, 1200, 1281, 1900)  # widths of the window from which on the next ones are taken


class AlphaBetaLesson(WorkspacePage):
    """Asks a thread for the lesson that Set-up describes, and shows it step by step. While another
    lesson is on its way, the old one is dimmed, and no word of it remains.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName("Textbook")
        self.desk: Desk | None = None
        self.lesson: Lesson | None = None
        self._answer: LessonAnswer | None = None
        self._asked: Question | None = None
        self.panel, self.tree, self.steps, self.side = (
            LessonPanel(self),
            TreeView(),
            Steps(),
            LessonSide(),
        )
        self.title, self.brief, self.bars = QLabel(), Elided("What happens"), LeafBars()
        self.chips, self.cuts = QCheckBox("Show α and β"), QCheckBox("Show cut branches")
        self.whole, self.legend, self.waiting = QPushButton("Whole tree"), TreeLegend(), Preparing()
        self._top, self._lines = QWidget(), [QFrame(), QFrame()]
        self._lay_out()
        self._wire()
        self._keys()
        self.timer, self._writing = QTimer(self), QTimer(self)
        self.timer.timeout.connect(self.tick)
        self._writing.setSingleShot(True)
        self._writing.timeout.connect(self.ask)
        theme.changed.connect(self._restyled)
        self._restyled()
        self._empty()

    # -- building ----------------------------------------------------------------------------------

    def _lay_out(self) -> None:
        row, centre = QHBoxLayout(self), QWidget()
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        for part in (self.panel, self._lines[0], centre, self._lines[1], self.side):
            row.addWidget(part, 1 if part is centre else 0)
        column, top = QVBoxLayout(centre), QHBoxLayout(self._top)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        top.setContentsMargins(12, 6, 12, 0)
        top.setSpacing(10)
        self.title.setProperty("look", "title")
        top.addWidget(self.title)
        top.addWidget(self.brief, 1)
        self.whole.setCheckable(True)
        self.whole.setToolTip(
            "Shows the whole tree at once, or every number readable.\nKeys: 0, + and −; "
            "with the pointer, Ctrl and the wheel zoom, and dragging moves the tree."
        )
        top.addWidget(self.whole)
        for box in (self.chips, self.cuts):
            box.setChecked(True)
            top.addWidget(box)
        inner = QVBoxLayout()
        inner.setContentsMargins(12, 0, 12, 8)
        inner.setSpacing(4)
        self.waiting.hide()
        inner.addWidget(self.waiting)
        inner.addWidget(self.tree, 1)
        inner.addWidget(self.legend)
        inner.addWidget(self.steps)
        below = QWidget()
        around = QVBoxLayout(below)
        around.setContentsMargins(12, 0, 12, 8)
        around.addWidget(self.bars)
        self.band = Band("Leaves looked at", below)
        column.addWidget(self._top)
        column.addLayout(inner, 1)
        column.addWidget(self.band)

    def _wire(self) -> None:
        self.panel.changed.connect(self._changed)
        self.steps.moved.connect(self.show_step)
        self.side.picked.connect(self.steps.go)
        self.side.growth_asked.connect(self._ask_growth)
        self.chips.toggled.connect(self.tree.set_chips)
        self.cuts.toggled.connect(self.tree.set_cuts)
        self.whole.clicked.connect(self.tree.show_whole)
        self.tree.fitted.connect(self._fitted)
        self.waiting.cancelled.connect(self._cancel)
        self.waiting.findChildren(QPushButton)[0].setToolTip("Stops preparing this search.")

    def _keys(self) -> None:
        """Keys of this page; a text box being edited keeps its own."""
        does = {
            "Left": self.steps.one_back,
            "Right": self.steps.one_on,
            "Home": self.steps.to_first,
            "End": self.steps.to_last,
        }
        does |= {"C": self.steps.to_cut, "Space": self.steps.toggle}
        for key, what in does.items():
            shortcut = QShortcut(QKeySequence(key), self)
            shortcut.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
            shortcut.activated.connect(what)
        stops = [
            self.tree,
            *self.steps.findChildren(QWidget, options=Qt.FindChildOption.FindDirectChildrenOnly),
            self.side.steps,
        ]
        for before, after in pairwise(stops):
            QWidget.setTabOrder(before, after)

    def _restyled(self, _theme: object = None) -> None:
        look = theme.current()
        self._top.setFixedHeight(look.px(TITLE_LINE))
        self.brief.setFont(look.font(theme.TABLE))
        for line in self._lines:
            line.setFixedWidth(1)
            line.setStyleSheet(f"background: {look.colour('line2').name()};")
        self._fit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        look = theme.current()
        at_100 = self.width() / look.scale
        size = sum(at_100 >= width for width in STEPS_AT)
        self.panel.setFixedWidth(look.px(PANEL[size]))
        self.side.setFixedWidth(look.px(SIDE[size]))
        words = ("Show α and β", "Show cut branches") if at_100 >= SHORT else ("α and β", "Cuts")
        for box, text in zip((self.chips, self.cuts), words, strict=True):
            box.setText(text)
        self.whole.setText("Whole tree" if at_100 >= SHORT else "Whole")

    # -- the thread --------------------------------------------------------------------------------

    def _at_desk(self) -> Desk:
        if self.desk is None:
            self.desk = Desk()
            self.desk.start()
        return self.desk

    def ask(self) -> None:
        """Requests the lesson that Set-up describes, unless it was requested already."""
        self._writing.stop()
        question = self.panel.question
        if not self.panel.problem and question != self._asked:
            self._asked = question
            self._at_desk().ask(question)

    def _ask_growth(self) -> None:
        self.side.set_growth(None, "Searching trees of every depth.")
        desk = self._at_desk()
        desk.growth = None
        desk.ask_growth()

    def _changed(self) -> None:
        if self.panel.problem:
            self._writing.stop()
        elif self.isVisible():
            self._wait()
            if self.panel.text.hasFocus() or self.panel.letters.hasFocus():
                self._writing.start(WRITE_MS)
            else:
                self.ask()

    def _cancel(self) -> None:
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
            if isinstance(answer.lesson, Lesson):
                self.show_lesson(answer.lesson)
            else:
                self._asked = None  # the next change, or the next visit, asks again
                self._empty(answer.failure)
        self._show_waiting(desk)
        if desk.growth is not None or desk.growth_failure:
            self.side.set_growth(desk.growth, desk.growth_failure)

    def _show_waiting(self, desk: Desk) -> None:
        """The progress of a preparation that the page waits for."""
        on = bool(desk.preparing) and self.lesson is None
        if on:
            seconds = desk.prepared_s
            self.waiting.set_progress(desk.preparing, min(0.98, seconds / USUAL_S), seconds)
        self.waiting.setVisible(on)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.timer.start(TICK_MS)
        self.ask()
        if not event.spontaneous():  # the keys of the steps work at once
            self.tree.setFocus(Qt.FocusReason.OtherFocusReason)

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self.steps.pause()
        self.timer.stop()

    def end(self) -> None:
        self.timer.stop()
        if self.desk is not None:
            self.desk.stop()
            self.desk.join(LEAVE_S)

    # -- showing -----------------------------------------------------------------------------------

    def show_tree(self, text: str, values: str = "") -> None:
        """Puts another tree into Set-up."""
        self.panel.set_tree(text, values)

    def show_lesson(self, lesson: Lesson) -> None:
        """Shows a lesson from its first step."""
        self.lesson = lesson
        self.waiting.hide()
        self.legend.set_parts(lesson.window)
        self.steps.set_lesson(len(lesson.steps), lesson.cuts)
        self.band.set_title(f"Leaves looked at, of {len(lesson.tree.leaves)}")
        self.bars.set_compared(lesson.compared, WRITTEN)
        self.chips.setEnabled(lesson.window)
        self.cuts.setEnabled(lesson.window)
        self.show_step(0)

    def show_step(self, k: int) -> None:
        """Shows step `k` of the lesson, from 0."""
        if self.lesson is None:
            return
        step = self.lesson.steps[k]
        self.title.setText(f"Step {k + 1} of {len(self.lesson.steps)}")
        self.brief.set_text(step.brief)
        self.tree.show_step(self.lesson, step)
        self.side.show_step(self.lesson, k)

    def _fitted(self, fits: bool) -> None:
        """Offers the whole tree where it does not fit."""
        self.whole.setVisible(not fits or self.tree.zoom < 1)
        self.whole.setChecked(fits)

    def _wait(self) -> None:
        """Dims a lesson that is not the one Set-up describes, and takes its words away."""
        if self.lesson is None or self.panel.question == self.lesson.question:
            return
        name = algorithms()[self.panel.search.name].title
        self._asked = None
        self._clear("One moment", f"{name} of this tree is on its way.")
        self.tree.set_stale(f"{name} of this tree is on its way.")

    def _empty(self, why: str = "") -> None:
        self._clear(
            "No steps" if why else "One moment",
            why or "Preparing the search.",
            "" if why else "The first time takes a few seconds.",
        )
        self.tree.show_words(why or "The search is being prepared.")

    def _clear(self, title: str, head: str, text: str = "") -> None:
        """No lesson, and why."""
        self.lesson = None
        self.steps.set_lesson(0, [])
        self.bars.clear()
        self.band.set_title("Leaves looked at")
        self.title.setText(title)
        self.brief.set_text("")
        self.side.say(head, text)

    def state_words(self) -> str:
        if self.desk is not None and self.desk.preparing:
            return f"Preparing {self.desk.preparing}, the first time only"
        if self.panel.problem:
            return "The text is not a tree yet"
        if self.lesson is None:
            return ""
        return (
            f"Step {self.steps.step + 1} of {self.steps.count}, "
            f"{'playing' if self.steps.playing else 'paused'}"
        )

    def command_line(self) -> str:
        return self.lesson.command if self.lesson is not None else ""
