"""The lesson of the genetic algorithm: parents and children in a small maze, generation by
generation.

`study` runs the search and explains it; `told` and `as_data` are its text for the command line.
"""

from lab.lesson.genetic.population import Individual
from lab.lesson.genetic.question import GeneticQuestion
from lab.lesson.genetic.steps import HEADS, PARTS, GeneticStep
from lab.lesson.genetic.study import GeneticLesson, study
from lab.lesson.genetic.telling import as_data, told

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
