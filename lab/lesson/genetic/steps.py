"""What one step of the lesson shows: its words, and the sequences that it is about."""

from __future__ import annotations

from dataclasses import dataclass

from lab.lesson.steps import RoundStep

EVALUATE, KEEP, SELECT, BREED, BEST = range(5)
PARTS = ("Evaluate", "Keep the elite", "Select", "Breed", "Best plan")
HEADS = ("Sequence", "Plan", "Fitness", "From")


@dataclass(frozen=True)
class GeneticStep(RoundStep):
    """One step of one generation."""

    child: int = 0  # the child that is made, by its number in the next generation; 0 for none
    surprise: bool = False  # a sequence is fitter than all before
    is_guess: bool = False  # whether a person could say who becomes the mother
