"""What a lesson of the genetic algorithm is about."""

from __future__ import annotations

from dataclasses import dataclass

from engines.knobs import choice, integer, number
from lab.lesson.asked import seeded
from lab.lesson.mazes import MazeQuestion

MIXINGS = {"one_point": "at one turn", "uniform": "gene by gene"}


@dataclass(frozen=True)
class GeneticQuestion(MazeQuestion):
    """A maze, and the settings of the search in it."""

    lesson = "genetic"

    population: int = integer(8, 4, 12, "Population", "How many sequences live at a time.")
    generations: int = integer(12, 1, 40, "Generations", "How many are evaluated and bred.")
    turns: int = integer(8, 1, 12, "Turns", "How far a plan looks ahead.")
    mutation: float = number(
        0.1, 0.0, 1.0, "Mutation", "How often a gene of a child is drawn again.", step=0.05
    )
    mixing: str = choice("one_point", MIXINGS, "Parents are mixed", "How two become one child.")
    seed: int = seeded(25)
