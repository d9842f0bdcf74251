"""The lesson of Monte Carlo tree search: Set-up at the left, the tree with its steps in the centre,
the reasons at the right.
"""

from __future__ import annotations

from PySide6.QtWidgets import QCheckBox, QStackedWidget, QVBoxLayout, QWidget

from lab.lesson.mcts import PARTS, TreeLesson, TreeStep
from lab.lesson.mcts.listing import BACKPROPAGATION
from lab.lesson.mcts.records import TreeIteration
from lab.ui.lessons.guessing import GuessingPage
from lab.ui.lessons.mcts.bars import VisitBars
from lab.ui.lessons.mcts.drawing import WalkShown
from lab.ui.lessons.mcts.guessing import BoundGuesses
from lab.ui.lessons.mcts.legend import WalkLegend
from lab.ui.lessons.mcts.match_walk import MatchWalk
from lab.ui.lessons.mcts.panel import WalkPanel
from lab.ui.lessons.mcts.side import WalkSide
from lab.ui.lessons.mcts.transport import IterationSteps
from lab.ui.lessons.mcts.walk_view import WalkView
from lab.ui.parts.band import Band
from lab.ui.shell.workspaces import lay_out

QUESTION = "Which move does {} choose?"
ASKS = "Its bound, mean plus bonus, has to be the highest. Click the move or press its number."


class MctsLesson(GuessingPage):
    """Shows the iterations of one search step by step."""

    panel: WalkPanel
    side: WalkSide
    steps: IterationSteps
    lesson: TreeLesson | None
    view: WalkView | MatchWalk
    guesses: BoundGuesses

    def __init__(self) -> None:
        panel, steps, side = WalkPanel(), IterationSteps(), WalkSide()
        super().__init__("Monte Carlo tree search", panel, steps, side, BoundGuesses())
        self.tree, self.visits, self.legend = WalkView(), VisitBars(), WalkLegend()
        self.walk, self._picture = MatchWalk(), QStackedWidget()
        self.bounds, self.boards = QCheckBox(), QCheckBox()
        self.view = self.tree
        self._lay_out()
        self._wire()
        self.begin()

    def _lay_out(self) -> None:
        words = (("Show bounds", "Bounds"), ("Mini boards", "Boards"))
        for box, (long, short) in zip((self.bounds, self.boards), words, strict=True):
            box.setChecked(True)
            self.add_button(box, long, short)
        self._picture.addWidget(self.tree)
        self._picture.addWidget(self.walk)
        self.inner.addWidget(self._picture, 1)
        self.inner.addWidget(self.legend)
        self.inner.addWidget(self.steps)
        below = QWidget()
        around = QVBoxLayout(below)
        around.setContentsMargins(12, 0, 12, 8)
        around.addWidget(self.visits)
        self.band = Band("Visits of the moves so far", below)
        self.centre.addWidget(self.band)

    def _wire(self) -> None:
        self.side.picked.connect(self.steps.to_row)
        self.tree.picked.connect(self._guess)
        self.walk.picked.connect(self._guess)
        self.bounds.toggled.connect(self.tree.set_bounds)
        self.boards.toggled.connect(self.tree.set_boards)
        self.wire(self._guess_number)
        self.set_stops(self.tree, self.steps, self.side.steps)

    def fail(self, why: str) -> None:
        self.view = self.tree
        self._picture.setCurrentWidget(self.tree)
        self.tree.show_words("No steps: see Set-up.")
        self.panel.show_fault(why)

    # -- showing -----------------------------------------------------------------------------------

    def show_answer(self, lesson: TreeLesson) -> None:
        self.lesson = lesson
        self.start()
        self.panel.show_lesson(lesson)
        self._show_picture(lesson)
        self.steps.set_iterations(lesson.steps, lesson.surprises)
        self.show_step(0)

    def _show_picture(self, lesson: TreeLesson) -> None:
        """A tree of small boards, or one board with the walk below it."""
        small = lesson.is_small
        self.boards.setEnabled(small and not lesson.position.is_tree)
        for part in (self.bounds, self.boards, self.legend):
            part.setVisible(small)
        if not small:
            self.walk.begin(lesson)
        self.view = self.tree if small else self.walk
        had_keys = self.tree.hasFocus()
        self._picture.setCurrentWidget(self.view)
        if had_keys and not small:
            self.walk.setFocus()

    def show_step(self, k: int) -> None:
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
        if self.lesson.is_small:
            self.tree.show_step(shown)
        else:
            self.walk.show_step(shown)
        self.side.show_step(shown)
        self.tell("your guess" if asks else step.brief, head, why, part, asks)
        lay_out(self.side)  # in one go: bands that change their size do not move one by one
        rows = self.lesson.root_rows(iteration, step.part == BACKPROPAGATION)
        self.visits.set_rows(rows)
        self.band.set_hint("with their means")

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

    # -- guessing ----------------------------------------------------------------------------------

    @property
    def asking(self) -> bool:
        k = self.steps.step
        return self.lesson is not None and self.guesses.asks(k, self.lesson.steps[k])

    def _guess(self, node: int) -> None:
        """The person clicked a node."""
        if self.asking and self.lesson is not None:
            k = self.steps.step
            if self.guesses.answer(k, self.lesson.steps[k], node):
                self.judge()

    def _guess_number(self, k: int) -> None:
        if self.asking and self.lesson is not None:
            rows = self.lesson.steps[self.steps.step].rows
            if k < len(rows):
                self._guess(rows[k].node)

    # -- words -------------------------------------------------------------------------------------

    def show_nothing(self) -> None:
        self.steps.set_iterations((), [])
        self.visits.set_rows(())
