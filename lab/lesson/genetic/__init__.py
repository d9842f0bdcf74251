"""The lesson of the genetic algorithm: parents and children in a small maze, generation by
generation.

`study` runs the search and explains it; `told` and `as_data` are its text for the command line.
"""

from lab.lesson.genetic.population import HEADS, PARTS, GeneticStep, Individual
from lab.lesson.genetic.study import GeneticLesson, GeneticQuestion, as_data, study, told

__all__ = [
    "HEADS",
    "PARTS",
    "GeneticLesson",
    "GeneticQuestion",
    "GeneticStep",
    "Individual",
    "as_data",
    "study",
    "told",
]
