"""Going through iterations: single steps, whole iterations, ten of them, the four parts of one."""

from __future__ import annotations

from PySide6.QtWidgets import QSizePolicy, QToolButton, QWidget

from lab.lesson.mcts import PARTS, TreeLesson
from lab.ui.lessons.transport import Jump, Steps
from lab.ui.parts.segments import Choice, KeyButton, Segments

SURPRISE = Jump(
    "Next surprise",
    "Surprise",
    "The next iteration whose choice has not the best mean.",
)


class IterationSteps(Steps):
    """The steps of all iterations; the slider counts iterations."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(SURPRISE, "Iteration", parent)
        self.whole = KeyButton(
            "Whole iteration",
            "",
            ".",
            "To the end of this iteration, or of the next one; Shift and the key: ten of them.",
            self,
        )
        self.whole.clicked.connect(self.one_iteration)
        self.add_move(self.whole, "Whole iteration", "Iteration")
        self.parts = Segments(
            "Part of the iteration",
            [Choice(k, f"{k + 1} {name}") for k, name in enumerate(PARTS)],
            parent=self,
        )
        self.parts.chosen.connect(self._to_part)
        for part in (self.parts, *self.parts.findChildren(QToolButton)):
            part.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self._column.insertWidget(1, self.parts)
        self._numbers: list[tuple[int, int]] = []  # iteration and part of each step

    def set_iterations(self, lesson: TreeLesson | None) -> None:
        """Starts another lesson at its first step, or none."""
        steps = lesson.steps if lesson is not None else ()
        self._numbers = [(step.iteration, step.part) for step in steps]
        places = [step.iteration - 1 for step in steps]
        self.set_lesson(len(steps), lesson.surprises if lesson is not None else [], places)

    @property
    def iteration(self) -> int:
        """The iteration of the step, from 1; 0 without a lesson."""
        return self._numbers[self.step][0] if self._numbers else 0

    def _show(self) -> None:
        super()._show()
        if hasattr(self, "parts"):
            self.parts.set_value(self._numbers[self.step][1] if self._numbers else None)
            self.whole.setEnabled(self.step < self.count - 1)
            self.parts.setEnabled(self.count > 0)

    def _to_part(self, part: object) -> None:
        """The first step of a part of the iteration."""
        first = (k for k, each in enumerate(self._numbers) if each == (self.iteration, part))
        self.go(next(first, self.step))

    def one_iteration(self, _checked: bool = False) -> None:
        """To the end of the iteration."""
        self.iterations(1)

    def ten_iterations(self, _checked: bool = False) -> None:
        """The same ten times."""
        self.iterations(10)

    def iterations(self, n: int) -> None:
        """To the end of the n-th iteration from here; one that is not at its end counts."""
        ends = [k for k, (_, part) in enumerate(self._numbers) if part == len(PARTS) - 1]
        later = [k for k in ends if k > self.step]
        if later:
            self.go(later[min(n, len(later)) - 1])
