"""What a lesson of the genetic algorithm is about."""

from __future__ import annotations

from dataclasses import dataclass

from engines.knobs import KnobError
from lab.lesson.mazes import MAZES, USUAL

MOST_GENERATIONS, MOST_TURNS = 40, 12
POPULATION = (4, 12)
MIXINGS = {"one_point": "at one turn", "uniform": "gene by gene"}


@dataclass(frozen=True)
class GeneticQuestion:
    """A maze, and the settings of the search in it."""

    maze: str = USUAL
    population: int = 8
    generations: int = 12
    turns: int = 8  # that a plan looks ahead
    mutation: float = 0.1
    mixing: str = "one_point"
    seed: int = 25

    def __post_init__(self) -> None:
        for value, known, what in ((self.maze, MAZES, "maze"), (self.mixing, MIXINGS, "mixing")):
            if value not in known:
                raise KnobError(f"There is no {what} {value}; choose one of {', '.join(known)}.")
        for name, least, most in (
            ("population", *POPULATION),
            ("generations", 1, MOST_GENERATIONS),
            ("turns", 1, MOST_TURNS),
        ):
            if not least <= getattr(self, name) <= most:
                raise KnobError(f"{name} should be from {least} to {most}.")
        if not 0 <= self.mutation <= 1:
            raise KnobError("mutation should be from 0 to 1.")


def arguments(question: GeneticQuestion) -> list[str]:
    """The words after `smitsilab lesson` that give this lesson."""
    words = ["genetic", "--maze", question.maze, "--population", str(question.population)]
    words += ["--generations", str(question.generations), "--turns", str(question.turns)]
    words += ["--mutation", f"{question.mutation:g}", "--mixing", question.mixing]
    return [*words, "--seed", str(question.seed)]
