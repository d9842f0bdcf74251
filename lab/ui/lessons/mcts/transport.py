"""Going through iterations: single steps, whole iterations, ten of them, the four parts of one."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from lab.lesson.mcts import PARTS, TreeLesson
from lab.ui.lessons.rounds import RoundSteps
from lab.ui.lessons.transport import Jump

SURPRISE = Jump(
    "Next surprise",
    "Surprise",
    "The next iteration whose choice has not the best mean.",
)
WHOLE = Jump(
    "Whole iteration",
    "Iteration",
    "To the end of this iteration, or of the next one; Shift and the key: ten of them.",
)


class IterationSteps(RoundSteps):
    """The steps of all iterations; the slider counts iterations."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(SURPRISE, "Iteration", WHOLE, dict(enumerate(PARTS)), parent)

    def set_iterations(self, lesson: TreeLesson | None) -> None:
        """Starts another lesson at its first step, or none."""
        steps = lesson.steps if lesson is not None else ()
        jumps = lesson.surprises if lesson is not None else []
        self.set_rounds([(step.iteration, step.part) for step in steps], jumps)
