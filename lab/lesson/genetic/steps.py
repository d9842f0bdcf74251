"""What one step of the lesson shows: its words, and the sequences that it is about."""

from __future__ import annotations

from dataclasses import dataclass

EVALUATE, KEEP, SELECT, BREED, BEST = range(5)
PARTS = ("Evaluate", "Keep the elite", "Select", "Breed", "Best plan")
HEADS = ("Sequence", "Plan", "Fitness", "From")


@dataclass(frozen=True)
class GeneticStep:
    """One step of one generation."""

    generation: int  # from 1
    part: int  # of PARTS
    brief: str  # what happened, in a few words
    head: str
    why: str
    lines: tuple[int, ...]  # of the listing
    child: int = 0  # the child that is made, by its number in the next generation; 0 for none
    surprise: bool = False  # a sequence is fitter than all before
    is_guess: bool = False  # whether a person could say who becomes the mother
