"""The generations of one search in words and numbers: every sequence with its plan, its fitness and
its parents. Sequences are numbered from 1 in each generation.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from lab.lesson.genetic.breeding import Bred, TracedGeneration
from lab.lesson.mazes import arrows, thousandths

RANDOM, ELITE, MOTHER, FATHER, MUTATED = range(5)  # where a gene came from


@dataclass(frozen=True)
class Individual:
    """One sequence of a generation."""

    number: int  # from 1
    genes: tuple[float, ...]
    plan: tuple[int, ...]  # the actions that it plays; fewer than genes where the match ends
    fitness: float
    origins: tuple[int, ...]  # of each gene
    parents: tuple[int, ...]  # numbers in the generation before: none, one, or mother and father

    @property
    def arrows(self) -> str:
        """The plan as arrows."""
        return arrows(self.plan)

    @property
    def source(self) -> str:
        """Where it came from, in words."""
        if not self.parents:
            return "drawn at random"
        if ELITE in self.origins:
            return f"elite, was {self.parents[0]}"
        both = len(set(self.parents)) > 1
        names = f"{self.parents[0]} and {self.parents[1]}" if both else str(self.parents[0])
        changed = self.origins.count(MUTATED)
        return f"child of {names}" + (f", {changed} mutated" if changed else "")

    @property
    def cells(self) -> tuple[str, ...]:
        """The row under HEADS."""
        return str(self.number), self.arrows, thousandths(self.fitness), self.source


@dataclass(frozen=True, eq=False)
class Generation:
    """One generation, and how the next one was bred from it."""

    number: int  # from 1
    individuals: tuple[Individual, ...]
    traced: TracedGeneration
    best_before: float  # the highest fitness of the generations before; -inf for none

    @cached_property
    def ranked(self) -> tuple[Individual, ...]:
        """The fittest first."""
        return tuple(sorted(self.individuals, key=lambda each: (-each.fitness, each.number)))

    @property
    def best(self) -> Individual:
        """The fittest."""
        return self.ranked[0]

    @property
    def mean(self) -> float:
        """Of the fitness."""
        return sum(each.fitness for each in self.individuals) / len(self.individuals)

    @property
    def is_better(self) -> bool:
        """Whether its best is fitter than any sequence before."""
        return self.best.fitness > self.best_before

    @property
    def elite(self) -> tuple[int, ...]:
        """The numbers of those that live on, best first."""
        return tuple(number + 1 for number in self.traced.elite)


def heritage(bred: Bred) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Where the genes of a child came from, and the numbers of its parents."""
    origins = tuple(
        MUTATED if changed else FATHER if other else MOTHER
        for other, changed in zip(bred.from_father, bred.mutated, strict=True)
    )
    parents = (bred.mother.winner + 1, bred.father.winner + 1)
    return origins, parents if bred.crossed else parents[:1]
