"""Going through iterations: single steps, whole iterations, ten of them, the parts of one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from PySide6.QtWidgets import QWidget

from lab.lesson.mcts import PARTS
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


class StepOfPart(Protocol):
    """A step of an iteration."""

    @property
    def iteration(self) -> int:
        """From 1."""

    @property
    def part(self) -> int:
        """Its part of the iteration, from 0."""


class IterationSteps(RoundSteps):
    """The steps of all iterations, each with the same parts; the slider counts iterations."""

    def __init__(self, names: Sequence[str] = PARTS, parent: QWidget | None = None) -> None:
        super().__init__(SURPRISE, "Iteration", WHOLE, names, parent)

    def set_iterations(self, steps: Sequence[StepOfPart], surprises: list[int]) -> None:
        """Starts another lesson at its first step; no steps: none."""
        self.set_rounds([(step.iteration, step.part) for step in steps], surprises)

    def set_surprises(self, surprises: list[int]) -> None:
        """Other steps are the surprising ones."""
        self._cuts = surprises
        self._show()
