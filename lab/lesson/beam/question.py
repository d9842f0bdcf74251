"""What a lesson of beam search is about."""

from __future__ import annotations

from dataclasses import dataclass

from engines.knobs import integer, number
from lab.lesson.mazes import MazeQuestion

MOST_WIDTH = 12


@dataclass(frozen=True)
class BeamQuestion(MazeQuestion):
    """A maze, and the settings of the beam in it."""

    lesson = "beam"

    width: int = integer(3, 1, MOST_WIDTH, "Beam width", "How many children of a layer survive.")
    depth: int = integer(8, 1, 12, "Depth", "Layers.")
    discount: float = number(0.98, 0.5, 1.0, "Discount", "What a gain is worth a turn later.")
