"""The generations of one search, one at a time: every sequence with its plan, its fitness and its
parents, numbered from 1 in each generation, a record of how each child was made, and the steps in
which a lesson shows them.

The plain kernel runs the trials and breeds. Then a copy of the generator from before the last trial
makes the same draws again in Python: in the end both generators have to be in the same state, and
all children equal bit for bit. Shapes: [S] sequences, [A] agents, [H] genes.
"""

from __future__ import annotations

import copy
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from lab.lesson.mazes import arrows, thousandths
from lab.lesson.steps import RoundStep
from search.base import Floats
from search.genetic import Genetic
from search.sequences import LONGEST

AGENT = 0  # whose genes are followed


class NotRepeated(ArithmeticError):
    """The repetition differs from what the kernel did."""


@dataclass(frozen=True)
class Tournament:
    """The sequences that were drawn, in order, and the fittest of them."""

    drawn: tuple[int, ...]
    winner: int


@dataclass(frozen=True)
class Bred:
    """How one child was made."""

    mother: Tournament
    father: Tournament
    crossed: bool  # False: it has one parent, the mother
    cut: int  # the first turn of the father's part, where the parents are mixed at one turn
    from_father: tuple[bool, ...]  # [H]
    mutated: tuple[bool, ...]  # [H]


@dataclass(frozen=True, eq=False)
class TracedGeneration:
    """One generation: its sequences, their fitness, and how the next one was bred."""

    genes: Floats  # [S, A, LONGEST]
    fitness: Floats  # [S]
    elite: tuple[int, ...]  # the sequences that live on, best first
    bred: tuple[Bred, ...]  # the children after the elite
    children: Floats  # [S, A, LONGEST] the next generation


def traced(search: Genetic) -> TracedGeneration:
    """Runs one generation; the search has just begun one and has no plan of others to find."""
    s, count = search.scratch, int(search.params.population)
    if search._others or int(s.index[0]):
        raise NotRepeated("A generation has to be followed from its beginning.")
    first = not int(s.breeds[0])
    for _ in range(count - 1):
        search.advance(1)
    genes, rng = s.population[:count].copy(), copy.deepcopy(search.rng)
    search.advance(1)
    genes[-1], fitness = s.trial, s.fitness[:count].copy()
    if first:
        rng.random(search.game.agents * LONGEST)  # the last sequence was drawn with its trial
    repeated = _Breeding(search, genes, fitness, rng)
    bred = tuple(repeated.child(e) for e in range(len(repeated.elite), count))
    repeated.check()
    return TracedGeneration(genes, fitness, repeated.elite, bred, s.population[:count].copy())


class _Breeding:
    """The repetition of one breeding."""

    def __init__(
        self, search: Genetic, genes: Floats, fitness: Floats, rng: np.random.Generator
    ) -> None:
        self.search, self.params = search, search.params
        self.genes, self.fitness, self.rng = genes, fitness, rng
        most = min(int(self.params.elite), len(genes) - 1)
        order = np.argsort(-fitness, kind="stable")[:most]
        self.elite = tuple(int(number) for number in order)
        self._made = [genes[number, AGENT, : self.params.depth] for number in self.elite]

    def child(self, number: int) -> Bred:
        """Draws the next child."""
        p, rng = self.params, self.rng
        mother, father = self._tournament(), self._tournament()
        crossed = bool(rng.random() < p.crossover)
        cut = int(rng.random() * p.depth)
        from_father, mutated, genes = list[bool](), list[bool](), list[float]()
        for h in range(p.depth):
            at_one = p.mixing == "one_point"
            other = crossed and (h >= cut if at_one else bool(rng.random() < 0.5))
            changed = bool(rng.random() < p.mutation)
            parent = father if other else mother
            genes.append(rng.random() if changed else self.genes[parent.winner, AGENT, h])
            from_father.append(other)
            mutated.append(changed)
        self._made.append(np.array(genes))
        return Bred(mother, father, crossed, cut, tuple(from_father), tuple(mutated))

    def _tournament(self) -> Tournament:
        draws = (self.rng.random() for _ in range(int(self.params.tournament)))
        drawn = tuple(int(draw * len(self.genes)) for draw in draws)
        return Tournament(drawn, max(drawn, key=lambda number: self.fitness[number]))

    def check(self) -> None:
        """NotRepeated unless the kernel drew and made the same."""
        made = self.search.scratch.population[: len(self._made), AGENT, : self.params.depth]
        if not np.array_equal(made, np.array(self._made)):
            raise NotRepeated("The repetition made other children than the kernel.")
        states = (rng.bit_generator.state["state"] for rng in (self.rng, self.search.rng))
        if len({str(state) for state in states}) > 1:
            raise NotRepeated("The repetition drew other numbers than the kernel.")


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
