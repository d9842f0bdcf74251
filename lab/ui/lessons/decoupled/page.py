"""The lesson of decoupled selection: Set-up at the left, the round, the strategies and the curve in
the centre, reasons and statistics of both sides at the right.
"""

from __future__ import annotations

from itertools import pairwise

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence, QResizeEvent, QShortcut
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QSizePolicy, QVBoxLayout, QWidget

from lab.lesson.decoupled import HEADS, SIDES, DuelLesson, DuelQuestion
from lab.ui.lessons.asking import AskingPage
from lab.ui.lessons.decoupled.curve import DistanceCurve
from lab.ui.lessons.decoupled.duel_view import DuelView
from lab.ui.lessons.decoupled.panel import DuelPanel
from lab.ui.lessons.grid import StepGrid
from lab.ui.lessons.parts import Facts
from lab.ui.lessons.transport import Jump, Steps
from lab.ui.lessons.why import Why
from lab.ui.parts import theme
from lab.ui.parts.band import Band
from lab.ui.parts.messages import Preparing
from lab.ui.parts.scroll import SlimScroll
from lab.ui.parts.spoken import announce
from lab.ui.setup.dock import TITLE_LINE
from lab.ui.shell.status import Elided
from lab.ui.shell.workspaces import lay_out

# widths from the smallest to a wide window, pixels at 100 %
PANEL, SIDE = (232, 232, 232, 256, 280), (300, 350, 400, 424, 460)
STEPS_AT = (960, 1200, 1281, 1900)  # widths of the window from which on the next ones are taken
TIGHT = 12  # pixels at 100 % around the texts of a column
SURPRISE = Jump(
    "Next surprise", "Surprise", "The next round in which a choice has not the best mean."
)


class DuelPage(AskingPage):
    """Shows the rounds of one search."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName("Decoupled selection")
        self.lesson: DuelLesson | None = None
        self.panel, self.round, self.curve = DuelPanel(), DuelView(), DistanceCurve()
        self.steps, self.waiting, self.why = Steps(SURPRISE, "Round"), Preparing(), Why()
        self.sides = tuple(StepGrid(who, 0, room=TIGHT) for who in SIDES)
        self.facts, self.view = Facts(), self.round
        self.title, self.brief = QLabel(), Elided("What happens")
        self._top, self._head, self._side = QWidget(), QWidget(), QWidget()
        self._lines = [QFrame(), QFrame()]
        self._lay_out()
        self._wire()
        theme.changed.connect(self._restyled)
        self._restyled()
        self.clear("One moment", "Preparing the search.", "The first time takes a few seconds.")
        self.round.show_words("The search is being prepared.")

    # -- building ----------------------------------------------------------------------------------

    def _lay_out(self) -> None:
        row, centre = QHBoxLayout(self), QWidget()
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        for part in (self.panel, self._lines[0], centre, self._lines[1], self._side):
            row.addWidget(part, 1 if part is centre else 0)
        column, top, inner = QVBoxLayout(centre), QHBoxLayout(self._top), QVBoxLayout()
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        top.setContentsMargins(12, 6, 12, 0)
        top.setSpacing(10)
        self.title.setProperty("look", "title")
        top.addWidget(self.title)
        top.addWidget(self.brief, 1)
        inner.setContentsMargins(12, 0, 12, 8)
        inner.setSpacing(8)
        self.waiting.hide()
        parts: tuple[QWidget, ...] = (self.waiting, self.round, self.curve, self.steps)
        for part in parts:
            inner.addWidget(part, 1 if part is self.curve else 0)
        column.addWidget(self._top)
        column.addLayout(inner, 1)
        self._lay_out_side()

    def _lay_out_side(self) -> None:
        column, row, page = QVBoxLayout(self._side), QHBoxLayout(self._head), QWidget()
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        row.setContentsMargins(12, 6, 12, 0)
        heading, around, inner = QLabel("Why"), QVBoxLayout(), QVBoxLayout(page)
        heading.setProperty("look", "title")
        row.addWidget(heading)
        around.setContentsMargins(12, 0, 12, 10)
        around.addWidget(self.why)
        inner.setContentsMargins(0, 0, 0, 4)
        inner.setSpacing(4)
        for who, grid in zip(SIDES, self.sides, strict=True):
            self._band(inner, f"{who} after this round", grid, 8)
        self._band(inner, "Numbers", self.facts, 12)
        inner.addStretch(1)
        column.addWidget(self._head)
        column.addLayout(around)
        column.addWidget(SlimScroll(page), 1)

    def _band(self, column: QVBoxLayout, name: str, part: QWidget, left: int) -> None:
        body = QWidget()
        row = QHBoxLayout(body)
        row.setContentsMargins(left, 0, left, 0)
        row.addWidget(part)
        band = Band(name, body)
        for each in (band, part):
            each.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        column.addWidget(band)

    def _wire(self) -> None:
        self.panel.changed.connect(self.changed)
        self.steps.moved.connect(self.show_round)
        self.waiting.cancelled.connect(self.cancel)
        steps = self.steps
        does = {"Left": steps.one_back, "Right": steps.one_on, "C": steps.to_cut}
        does |= {"Home": steps.to_first, "End": steps.to_last, "Space": steps.toggle}
        for key, what in does.items():
            shortcut = QShortcut(QKeySequence(key), self)
            shortcut.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
            shortcut.activated.connect(what)
        direct = Qt.FindChildOption.FindDirectChildrenOnly
        stops = [self.round, self.curve, *steps.findChildren(QWidget, options=direct)]
        for before, after in pairwise(stops):
            QWidget.setTabOrder(before, after)

    def _restyled(self, _theme: object = None) -> None:
        look = theme.current()
        for part in (self._top, self._head):
            part.setFixedHeight(look.px(TITLE_LINE))
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
        size = sum(self.width() / look.scale >= width for width in STEPS_AT)
        self.panel.setFixedWidth(look.px(PANEL[size]))
        self._side.setFixedWidth(look.px(SIDE[size]))

    # -- asking ------------------------------------------------------------------------------------

    @property
    def question(self) -> DuelQuestion:
        return self.panel.question

    @property
    def shown(self) -> DuelQuestion | None:
        return None if self.lesson is None else self.lesson.question

    @property
    def transport(self) -> Steps:
        return self.steps

    def dim(self, words: str) -> None:
        self.round.set_stale(words)

    def fail(self, why: str) -> None:
        self.round.show_words(why)

    def clear(self, title: str, head: str, text: str = "") -> None:
        self.lesson = None
        self.steps.set_lesson(0, [])
        self.curve.show_round(None)
        self.title.setText(title)
        self.brief.set_text("")
        self.why.say(head, text)
        for grid in self.sides:
            grid.set_rows((), ())
        self.facts.set_rows([])

    # -- showing -----------------------------------------------------------------------------------

    def show_answer(self, lesson: DuelLesson) -> None:
        self.lesson = lesson
        self.steps.set_lesson(len(lesson.rounds), lesson.surprises)
        self.show_round(0)

    def show_round(self, k: int) -> None:
        """Shows round `k` of the lesson, from 0."""
        if self.lesson is None:
            return
        each = self.lesson.rounds[k]
        self.title.setText(f"Round {each.number}")
        self.brief.set_text(each.brief)
        self.why.say(each.head, each.why)
        self.round.show_round(self.lesson, each)
        self.curve.show_round(self.lesson, each.number)
        for grid, side, chosen in zip(self.sides, each.after, each.chosen, strict=True):
            grid.set_rows(HEADS, [row.cells for row in side])
            grid.mark(chosen)
        self.facts.set_rows(
            [
                ("Value of the game for Row", f"{self.lesson.value:.2f}"),
                ("Best replies would gain", f"{each.distance:.2f}"),
            ]
        )
        lay_out(self._side)
        announce(self.round, f"{self.title.text()}. {each.head} {each.why}")

    def state_words(self) -> str:
        if self.desk is not None and self.desk.preparing:
            return f"Preparing {self.desk.preparing}, the first time only"
        if self.lesson is None:
            return ""
        playing = "playing" if self.steps.playing else "paused"
        return f"Round {self.steps.step + 1} of {self.steps.count}, {playing}"

    def command_line(self) -> str:
        return self.lesson.command if self.lesson is not None else ""
