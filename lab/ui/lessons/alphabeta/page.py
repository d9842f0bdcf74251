"""The lesson of alpha-beta and its family: Set-up at the left, the tree with its steps in the
centre, the reasons at the right.
"""

from __future__ import annotations

from PySide6.QtWidgets import QCheckBox, QPushButton

from lab.lesson import Lesson, LessonStep
from lab.lesson.orders import WRITTEN
from lab.ui.lessons.alphabeta.panel import LessonPanel
from lab.ui.lessons.alphabeta.side import LessonSide
from lab.ui.lessons.alphabeta.tree_view import TreeView
from lab.ui.lessons.asking import AskingPage
from lab.ui.lessons.parts import LeafBars, TreeLegend
from lab.ui.lessons.transport import Steps
from search import algorithms


class AlphaBetaLesson(AskingPage):
    """Shows the search of one tree step by step."""

    not_yet = "The text is not a tree yet"
    side_widths = (276, 320, 372, 420, 460)
    panel: LessonPanel
    side: LessonSide
    lesson: Lesson | None

    def __init__(self) -> None:
        super().__init__(LessonPanel(), Steps(), LessonSide())
        self.tree, self.legend, self.bars = TreeView(), TreeLegend(), LeafBars()
        self.whole, self.chips, self.cuts = QPushButton(), QCheckBox(), QCheckBox()
        self.view = self.tree
        self._lay_out()
        self._wire()
        self.begin()

    def _lay_out(self) -> None:
        self.whole.setCheckable(True)
        self.whole.setToolTip(
            "Shows the whole tree at once, or every number readable.\nKeys: 0, + and −; "
            "with the pointer, Ctrl and the wheel zoom, and dragging moves the tree.\n"
            "A double-click on a node folds what is below it; F folds all that is not on the way."
        )
        for box in (self.chips, self.cuts):
            box.setChecked(True)
        self.add_button(self.whole, "Whole tree", "Whole")
        self.add_button(self.chips, "Show α and β", "α and β")
        self.add_button(self.cuts, "Show cut branches", "Cuts")
        self.inner.addWidget(self.tree, 1)
        self.inner.addWidget(self.legend)
        self.inner.addWidget(self.steps)
        self.band = self.add_band("Leaves looked at", self.bars)

    def _wire(self) -> None:
        self.side.picked.connect(self.steps.go)
        self.side.growth_asked.connect(self._ask_growth)
        self.chips.toggled.connect(self.tree.set_chips)
        self.cuts.toggled.connect(self.tree.set_cuts)
        self.whole.clicked.connect(self.tree.show_whole)
        self.tree.fitted.connect(self._fitted)
        self.bind()
        self.set_stops(self.tree, self.steps, self.side.steps)

    # -- asking ------------------------------------------------------------------------------------

    @property
    def coming(self) -> str:
        return f"{algorithms()[self.panel.search.name].title} of this tree is on its way."

    @property
    def is_written(self) -> bool:
        return self.panel.text.hasFocus() or self.panel.letters.hasFocus()

    def tick(self) -> None:
        super().tick()
        desk = self.desk
        if desk is not None and (desk.growth is not None or desk.growth_failure):
            self.side.set_growth(desk.growth, desk.growth_failure)

    def _ask_growth(self) -> None:
        self.side.set_growth(None, "Searching trees of every depth.")
        desk = self.at_desk()
        desk.growth = None
        desk.ask_growth()

    # -- showing -----------------------------------------------------------------------------------

    def begin_lesson(self, lesson: Lesson) -> None:
        self.legend.set_parts(lesson.window)
        self.steps.set_lesson(len(lesson.steps), lesson.cuts)
        self.band.set_title(f"Leaves looked at, of {len(lesson.tree.leaves)}")
        self.bars.set_compared(lesson.compared, WRITTEN)
        self.chips.setEnabled(lesson.window)
        self.cuts.setEnabled(lesson.window)

    def show_picture(self, step: LessonStep, asks: bool) -> None:
        assert self.lesson is not None
        self.tree.show_step(self.lesson, step)
        self.side.show_step(self.lesson, self.steps.step)

    def _fitted(self, fits: bool) -> None:
        """Offers the whole tree where it does not fit."""
        self.whole.setVisible(not fits or self.tree.zoom < 1)
        self.whole.setChecked(fits)

    def show_nothing(self) -> None:
        self.steps.set_lesson(0, [])
        self.bars.clear()
        self.band.set_title("Leaves looked at")
