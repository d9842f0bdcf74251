"""The lesson of Monte Carlo tree search: Set-up at the left, the tree with its steps in the centre,
the reasons at the right.
"""

from __future__ import annotations

from PySide6.QtWidgets import QCheckBox, QStackedWidget

from lab.lesson.mcts import PARTS, TreeLesson, TreeStep
from lab.lesson.mcts.steps import BACKPROPAGATION
from lab.ui.lessons.guessing import GuessingPage
from lab.ui.lessons.mcts.bars import VisitBars
from lab.ui.lessons.mcts.drawing import WalkShown
from lab.ui.lessons.mcts.guessing import BoundGuesses, iteration_steps
from lab.ui.lessons.mcts.legend import WalkLegend
from lab.ui.lessons.mcts.match_walk import MatchWalk
from lab.ui.lessons.mcts.panel import WalkPanel
from lab.ui.lessons.mcts.side import WalkSide
from lab.ui.lessons.mcts.walk_view import WalkView

QUESTION = "Which move does {} choose?"
ASKS = "Its bound, mean plus bonus, has to be the highest. Click the move or press its number."


class MctsLesson(GuessingPage):
    """Shows the iterations of one search step by step."""

    parts = PARTS
    panel: WalkPanel
    side: WalkSide
    lesson: TreeLesson | None
    view: WalkView | MatchWalk
    guesses: BoundGuesses

    def __init__(self) -> None:
        panel, side = WalkPanel(), WalkSide()
        steps = iteration_steps(PARTS)
        super().__init__(panel, steps, side, BoundGuesses())
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
        self.band = self.add_band("Visits of the moves so far", self.visits, "with their means")

    def _wire(self) -> None:
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

    def begin_lesson(self, lesson: TreeLesson) -> None:
        super().begin_lesson(lesson)
        self.panel.show_lesson(lesson)
        self._choose_picture(lesson)

    def _choose_picture(self, lesson: TreeLesson) -> None:
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

    def show_picture(self, step: TreeStep, asks: bool) -> None:
        assert self.lesson is not None
        iteration = self.lesson.iterations[step.round - 1]
        shown = WalkShown(self.lesson, iteration, step, asks)
        self.view.show_step(shown)
        self.side.show_step(shown)
        self.visits.set_rows(self.lesson.root_rows(iteration, step.part == BACKPROPAGATION))

    def show_nothing(self) -> None:
        super().show_nothing()
        self.visits.set_rows(())

    # -- guessing ----------------------------------------------------------------------------------

    def asked_words(self, step: TreeStep) -> tuple[str, str]:
        assert self.lesson is not None
        return QUESTION.format(self.lesson.nodes[step.walked[-2]].mover), ASKS

    def _guess(self, node: int) -> None:
        """The person clicked a node."""
        if self.asking and self.guesses.answer(self.key, self.step, node):
            self.judge()

    def _guess_number(self, k: int) -> None:
        if self.asking and k < len(self.step.rows):
            self._guess(self.step.rows[k].node)
