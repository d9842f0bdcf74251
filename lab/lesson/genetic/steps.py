"""What one step of the lesson shows: its words, and the sequences that it is about."""

from __future__ import annotations

from dataclasses import dataclass

from lab.lesson.steps import RoundStep

# the code, in the words of the tables' heads; a step names its lines, and a test runs it
LISTING = (
    "def generation(population):",
    "    for sequence in population:",
    "        sequence.fitness = play(sequence.plan)",
    "    children = fittest(population, elite)",
    "    while len(children) < len(population):",
    "        first = max(draw(population, 3), key=fitness)",
    "        second = max(draw(population, 3), key=fitness)",
    "        child = crossover(first, second)",
    "        children.append(mutate(child))",
    "    return children",
)
# the lines of each part
LINES = ((1, 2), (3,), (5, 6), (7, 8), ())
EVALUATE, KEEP, SELECT, BREED, BEST = range(5)
PARTS = ("Evaluate", "Keep the elite", "Select", "Breed", "Best plan")
HEADS = ("Sequence", "Plan", "Fitness", "From")


@dataclass(frozen=True)
class GeneticStep(RoundStep):
    """One step of one generation."""

    child: int = 0  # the child that is made, by its number in the next generation; 0 for none
    surprise: bool = False  # a sequence is fitter than all before
    is_guess: bool = False  # whether a person could say who becomes the mother
