"""The lesson of Monte Carlo tree search: Set-up at the left, the tree with its steps in the centre,
the reasons at the right.
"""

from __future__ import annotations

from functools import partial
from itertools import pairwise

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence, QResizeEvent, QShortcut
from PySide6.QtWidgets import (
    QCheckBox,
    QFrame,
    QHBoxLayout,
    QLabel,
    QVBoxLayout,
    QWidget,
)

from lab.lesson.mcts import PARTS, TreeLesson, TreeQuestion, TreeStep
from lab.lesson.mcts.listing import BACKPROPAGATION
from lab.lesson.mcts.study import TreeIteration
from lab.ui.lessons.asking import AskingPage
from lab.ui.lessons.mcts.bars import VisitBars
from lab.ui.lessons.mcts.drawing import WalkShown
from lab.ui.lessons.mcts.guessing import Guesses
from lab.ui.lessons.mcts.legend import WalkLegend
from lab.ui.lessons.mcts.panel import WalkPanel
from lab.ui.lessons.mcts.side import WalkSide
from lab.ui.lessons.mcts.transport import IterationSteps
from lab.ui.lessons.mcts.walk_view import WalkView
from lab.ui.parts import theme
from lab.ui.parts.band import Band
from lab.ui.parts.messages import Preparing
from lab.ui.parts.spoken import announce
from lab.ui.setup.dock import TITLE_LINE
from lab.ui.shell.status import Elided
from lab.ui.shell.workspaces import lay_out

# widths from the smallest to a wide window, pixels at 100 %
PANEL, SIDE = (232, 232, 232, 256, 280), (300, 340, 396, 424, 460)
STEPS_AT = (960, 1200, 1281, 1900)  # widths of the window from which on the next ones are taken
SHORT = 1100  # the width of the window below which words are shortened
# what Shift and the full stop write on two keyboards; "Shift+." as well would make it ambiguous
TEN = ": >"
MOST_GUESSES = 9  # children that have a key
QUESTION = "Which move does {} choose?"
ASKS = "Its bound, mean plus bonus, has to be the highest. Click the move or press its number."


class MctsLesson(AskingPage):
    """Shows the iterations of one search step by step."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName("Monte Carlo tree search")
        self.lesson: TreeLesson | None = None
        self.guesses = Guesses()
        self.panel, self.tree, self.side = WalkPanel(), WalkView(), WalkSide()
        self.steps, self.visits, self.waiting = IterationSteps(), VisitBars(), Preparing()
        self.legend, self.view = WalkLegend(), self.tree
        self.title, self.brief = QLabel(), Elided("What happens")
        self.bounds, self.boards = QCheckBox("Show bounds"), QCheckBox("Mini boards")
        self._top, self._lines = QWidget(), [QFrame(), QFrame()]
        self._lay_out()
        self._wire()
        self._keys()
        theme.changed.connect(self._restyled)
        self._restyled()
        self.clear("One moment", "Preparing the search.", "The first time takes a few seconds.")
        self.tree.show_words("The search is being prepared.")

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
        for box in (self.bounds, self.boards):
            box.setChecked(True)
            top.addWidget(box)
        inner, below = QVBoxLayout(), QWidget()
        inner.setContentsMargins(12, 0, 12, 8)
        inner.setSpacing(4)
        self.waiting.hide()
        inner.addWidget(self.waiting)
        inner.addWidget(self.tree, 1)
        inner.addWidget(self.legend)
        inner.addWidget(self.steps)
        around = QVBoxLayout(below)
        around.setContentsMargins(12, 0, 12, 8)
        around.addWidget(self.visits)
        self.band = Band("Visits of the moves so far", below)
        column.addWidget(self._top)
        column.addLayout(inner, 1)
        column.addWidget(self.band)

    def _wire(self) -> None:
        self.panel.changed.connect(self.changed)
        self.panel.guessing.connect(self._guessing)
        self.steps.moved.connect(self._moved)
        self.side.picked.connect(self._picked)
        self.tree.picked.connect(self._guess)
        self.bounds.toggled.connect(self.tree.set_bounds)
        self.boards.toggled.connect(self.tree.set_boards)
        self.waiting.cancelled.connect(self.cancel)

    def _keys(self) -> None:
        """Keys of this page; a text box being edited keeps its own."""
        steps = self.steps
        does = {"Left": steps.one_back, "Right": self._on, "C": steps.to_cut}
        does |= {"Home": steps.to_first, "End": steps.to_last, "Space": steps.toggle}
        does |= {".": steps.one_iteration, TEN: steps.ten_iterations}
        for k in range(MOST_GUESSES):
            does[str(k + 1)] = partial(self._guess_number, k)
        for key, what in does.items():
            shortcut = QShortcut(self)
            shortcut.setKeys([QKeySequence(each) for each in key.split()])
            shortcut.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
            shortcut.activated.connect(what)
        direct = Qt.FindChildOption.FindDirectChildrenOnly
        stops = [self.tree, *steps.findChildren(QWidget, options=direct), self.side.steps]
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
        words = ("Show bounds", "Mini boards") if at_100 >= SHORT else ("Bounds", "Boards")
        for box, text in zip((self.bounds, self.boards), words, strict=True):
            box.setText(text)

    # -- the thread --------------------------------------------------------------------------------

    @property
    def question(self) -> TreeQuestion:
        return self.panel.question

    @property
    def shown(self) -> TreeQuestion | None:
        return None if self.lesson is None else self.lesson.question

    @property
    def transport(self) -> IterationSteps:
        return self.steps

    def dim(self, words: str) -> None:
        self.tree.set_stale(words)

    def fail(self, why: str) -> None:
        self.tree.show_words("No steps: see Set-up.")
        self.panel.show_fault(why)

    # -- showing -----------------------------------------------------------------------------------

    def show_answer(self, lesson: TreeLesson) -> None:
        self.lesson = lesson
        self.guesses.begin()
        self.panel.show_lesson(lesson)
        self.panel.show_score(*self.guesses.score)
        self.boards.setEnabled(not lesson.position.is_tree)
        self.steps.set_iterations(lesson)
        self._moved(0)

    def _moved(self, k: int) -> None:
        """Shows step `k` of the lesson, from 0, or asks for it first."""
        if self.lesson is None:
            return
        iteration, step = self._at(k)
        asks = self.guesses.asks(k, step)
        if asks:
            self.steps.pause()
        shown = WalkShown(self.lesson, iteration, step, asks)
        head, why = self._words(k, step, asks)
        self.title.setText(f"Iteration {iteration.number}")
        part = PARTS[step.part].lower()
        self.brief.set_text(f"{part}: your guess" if asks else f"{part}: {step.brief}")
        self.tree.show_step(shown)
        self.side.show_step(shown, head, why)
        lay_out(self.side)  # in one go: bands that change their size do not move one by one
        rows = self.lesson.root_rows(iteration, step.part == BACKPROPAGATION)
        self.visits.set_rows(rows)
        self.band.set_hint("with their means")
        announce(self.tree, f"{self.title.text()}, {part}. {head} {why}")

    def _at(self, k: int) -> tuple[TreeIteration, TreeStep]:
        assert self.lesson is not None
        step = self.lesson.steps[k]
        return self.lesson.iterations[step.iteration - 1], step

    def _words(self, k: int, step: TreeStep, asks: bool) -> tuple[str, str]:
        """The head and the reason that are shown."""
        if asks:
            assert self.lesson is not None
            return QUESTION.format(self.lesson.nodes[step.walked[-2]].mover), ASKS
        return step.head, " ".join(filter(None, (self.guesses.words(k), step.why)))

    def _picked(self, row: int) -> None:
        """A step of the iteration on show."""
        if self.lesson is not None:
            before = self.lesson.iterations[: self.steps.iteration - 1]
            self.steps.go(sum(len(each.steps) for each in before) + row)

    # -- guessing ----------------------------------------------------------------------------------

    def _guessing(self, on: bool) -> None:
        self.guesses.on = on
        if self.lesson is not None:
            self.guesses.reveal(self.steps.step)
            self._moved(self.steps.step)

    @property
    def asking(self) -> bool:
        """Whether the step on show waits for a guess."""
        k = self.steps.step
        return self.lesson is not None and self.guesses.asks(k, self.lesson.steps[k])

    def _on(self) -> None:
        """The next step; where a guess is awaited, its answer."""
        if self.asking:
            self.guesses.reveal(self.steps.step)
            self._moved(self.steps.step)
        else:
            self.steps.one_on()

    def _guess(self, node: int) -> None:
        """The person clicked a node."""
        if self.asking and self.lesson is not None:
            k = self.steps.step
            if self.guesses.answer(k, self.lesson.steps[k], node):
                self.panel.show_score(*self.guesses.score)
                self._moved(k)

    def _guess_number(self, k: int) -> None:
        if self.asking and self.lesson is not None:
            rows = self.lesson.steps[self.steps.step].rows
            if k < len(rows):
                self._guess(rows[k].node)

    # -- words -------------------------------------------------------------------------------------

    def clear(self, title: str, head: str, text: str = "") -> None:
        self.lesson = None
        self.steps.set_iterations(None)
        self.visits.set_rows(())
        self.title.setText(title)
        self.brief.set_text("")
        self.side.say(head, text)

    def state_words(self) -> str:
        if self.desk is not None and self.desk.preparing:
            return f"Preparing {self.desk.preparing}, the first time only"
        if self.lesson is None:
            return ""
        iteration, step = self._at(self.steps.step)
        playing = "playing" if self.steps.playing else "paused"
        place = iteration.steps.index(step) + 1
        return f"Iteration {iteration.number}, step {place} of {len(iteration.steps)}, {playing}"

    def command_line(self) -> str:
        return self.lesson.command if self.lesson is not None else ""
