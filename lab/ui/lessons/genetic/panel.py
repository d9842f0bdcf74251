"""The left dock of the lesson: the maze, and the settings of the search."""

from __future__ import annotations

from engines.knobs import Knob
from lab.lesson.genetic import (
    MIXINGS,
    MOST_GENERATIONS,
    MOST_TURNS,
    POPULATION,
    GeneticQuestion,
)
from lab.ui.lessons.choice import GENETIC
from lab.ui.lessons.docks import named
from lab.ui.lessons.plans.panel import MazePanel
from lab.ui.parts.combos import Combo, Entry
from lab.ui.parts.slider import ParamSlider

USUAL = GeneticQuestion()
TRY = (
    "Seed 25 finds the best plan in generation 5; seed 5 gets stuck on a worse one. At "
    "mutation 0 the genes of the first generation are only rearranged. Two relatives keep no "
    "population: annealing changes one sequence, shooting draws each one afresh."
)
GUESS = (
    "Before a first parent is drawn: click the sequence you expect among the dotted ones, or press "
    "its number."
)


def _count(name: str, title: str, words: str, low: int, high: int) -> ParamSlider:
    usual = getattr(USUAL, name)
    return ParamSlider(Knob(name, "integer", usual, title, words, low=low, high=high))


class GeneticPanel(MazePanel):
    """The maze and the numbers of the search."""

    def __init__(self) -> None:
        super().__init__(GENETIC, USUAL.maze)
        words = "How many sequences live at a time."
        self.population = _count("population", "Population", words, *POPULATION)
        words = "How many are evaluated and bred."
        self.generations = _count("generations", "Generations", words, 1, MOST_GENERATIONS)
        self.turns = _count("turns", "Turns", "How far a plan looks ahead.", 1, MOST_TURNS)
        words = "How often a gene of a child is drawn again."
        usual = USUAL.mutation
        knob = Knob("mutation", "number", usual, "Mutation", words, low=0.0, high=1.0, step=0.05)
        self.mutation = ParamSlider(knob)
        self.seed = _count("seed", "Seed", "Of all that is drawn by chance.", 0, 100)
        self.mixing = Combo("Mixing")
        self.mixing.set_entries([Entry(name, title) for name, title in MIXINGS.items()])
        self.mixing.choose(USUAL.mixing)
        knobs = (self.population, self.generations, self.turns, self.mutation, self.seed)
        name = named("Parents are mixed", self.mixing)
        self.block(*knobs[:4], name, self.mixing, self.seed)
        self.finish(TRY, GUESS)
        self.mixing.picked.connect(self.report)
        for slider in knobs:
            slider.changed.connect(self.report)

    @property
    def question(self) -> GeneticQuestion:
        """The lesson to ask for."""
        return GeneticQuestion(
            self.mazes.name,
            int(self.population.value),
            int(self.generations.value),
            int(self.turns.value),
            round(float(self.mutation.value), 3),
            self.mixing.name,
            int(self.seed.value),
        )
