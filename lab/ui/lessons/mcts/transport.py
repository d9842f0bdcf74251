"""Going through iterations: single steps, whole iterations, ten of them, the four parts of one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QToolButton, QWidget

from lab.lesson.mcts import PARTS
from lab.ui.lessons.transport import Jump, Steps
from lab.ui.parts.segments import Choice, KeyButton, Segments, segments_width

SURPRISE = Jump(
    "Next surprise",
    "Surprise",
    "The next iteration whose choice has not the best mean.",
)


class StepOfPart(Protocol):
    """A step of an iteration."""

    @property
    def iteration(self) -> int:
        """From 1."""

    @property
    def part(self) -> int:
        """Its part of the iteration, from 0."""


class IterationSteps(Steps):
    """The steps of all iterations, each with the same parts; the slider counts iterations."""

    def __init__(self, names: Sequence[str] = PARTS, parent: QWidget | None = None) -> None:
        self._last = len(names) - 1
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
        self._names = tuple(names)
        self.parts = Segments("Part of the iteration", parent=self)
        self.parts.chosen.connect(self._to_part)
        self._name_parts()
        self._column.insertWidget(1, self.parts)
        self._numbers: list[tuple[int, int]] = []  # iteration and part of each step

    def _name_parts(self) -> None:
        """Names the parts, by their numbers alone where there is no room for more."""
        words = [f"{k} {name}" for k, name in enumerate(self._names, 1)]
        roomy = max(map(segments_width, ([each] for each in words))) * len(words) <= self.width()
        self.parts.set_choices(
            [
                Choice(k, word if roomy else word.split()[0], self._names[k])
                for k, word in enumerate(words)
            ]
        )
        for part in (self.parts, *self.parts.findChildren(QToolButton)):
            part.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._name_parts()

    def set_iterations(self, steps: Sequence[StepOfPart], surprises: list[int]) -> None:
        """Starts another lesson at its first step; no steps: none."""
        self._numbers = [(step.iteration, step.part) for step in steps]
        places = [step.iteration - 1 for step in steps]
        self.set_lesson(len(steps), surprises, places)

    def set_surprises(self, surprises: list[int]) -> None:
        """Other steps are the surprising ones."""
        self._cuts = surprises
        self._show()

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
        ends = [k for k, (_, part) in enumerate(self._numbers) if part == self._last]
        later = [k for k in ends if k > self.step]
        if later:
            self.go(later[min(n, len(later)) - 1])
