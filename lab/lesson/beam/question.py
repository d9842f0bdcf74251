"""What a lesson of beam search is about."""

from __future__ import annotations

from dataclasses import dataclass

from engines.knobs import KnobError
from lab.lesson.mazes import MAZES, USUAL

MOST_WIDTH, MOST_DEPTH = 12, 12


@dataclass(frozen=True)
class BeamQuestion:
    """A maze, and the settings of the beam in it."""

    maze: str = USUAL
    width: int = 3
    depth: int = 8
    discount: float = 0.98

    def __post_init__(self) -> None:
        if self.maze not in MAZES:
            raise KnobError(f"There is no maze {self.maze}; choose one of {', '.join(MAZES)}.")
        for name, most in (("width", MOST_WIDTH), ("depth", MOST_DEPTH)):
            if not 1 <= getattr(self, name) <= most:
                raise KnobError(f"{name} should be from 1 to {most}.")
        if not 0.5 <= self.discount <= 1:
            raise KnobError("discount should be from 0.5 to 1.")


def arguments(question: BeamQuestion) -> list[str]:
    """The words after `smitsilab lesson` that give this lesson."""
    words = ["beam", "--maze", question.maze, "--width", str(question.width)]
    return [*words, "--depth", str(question.depth), "--discount", f"{question.discount:g}"]
