"""Runs the lesson's search, generation by generation, and explains each in steps."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from engines.game import PASS
from engines.knobs import Value, make
from lab.lesson.genetic.breeding import AGENT, TracedGeneration, traced
from lab.lesson.genetic.population import ELITE, RANDOM, Generation, Individual, heritage
from lab.lesson.genetic.question import GeneticQuestion
from lab.lesson.genetic.sentences import best_step, steps_of
from lab.lesson.genetic.steps import GeneticStep
from lab.lesson.mazes import SmallMaze, best_plan, maze
from search.genetic import Genetic, Params

Heritage = tuple[tuple[int, ...], tuple[int, ...]]  # where genes came from, and the parents


@dataclass(frozen=True, eq=False)
class GeneticLesson:
    """All generations of one search."""

    question: GeneticQuestion
    maze: SmallMaze
    generations: tuple[Generation, ...]
    most: float  # the highest evaluation that any plan of this length reaches
    ideal: tuple[int, ...]  # that plan

    @cached_property
    def best(self) -> Generation:
        """The generation in which the best plan was found first."""
        return max(self.generations, key=lambda each: (each.best.fitness, -each.number))

    @cached_property
    def steps(self) -> tuple[GeneticStep, ...]:
        """The steps of all generations, in order, and what was found."""
        following = [*self.generations[1:], None]
        steps = [
            step
            for each, later in zip(self.generations, following, strict=True)
            for step in steps_of(each, later)
        ]
        end = best_step(len(self.generations), self.best.best, self.best.number, self.most)
        return (*steps, end)

    @property
    def surprises(self) -> list[int]:
        """The steps at which a sequence is fitter than all before, from 0."""
        return [k for k, step in enumerate(self.steps) if step.surprise]

    def generation(self, step: GeneticStep) -> Generation:
        """The generation of a step."""
        return self.generations[step.round - 1]

    def child(self, step: GeneticStep) -> Individual | None:
        """The child that is made at a step."""
        if not step.child:
            return None
        return self.generations[step.round].individuals[step.child - 1]


def study(question: GeneticQuestion) -> GeneticLesson:
    """Runs the search and explains it."""
    small = maze(question.maze)
    search = Genetic(small.game, params_of(question), seed=question.seed)
    search.start(small.state.copy(), 0)
    generations, before = list[Generation](), float("-inf")
    known: Sequence[Heritage] = [((RANDOM,) * question.turns, ())] * question.population
    for number in range(1, question.generations + 1):
        each = traced(search)
        individuals = _individuals(search, each, known)
        generations.append(Generation(number, individuals, each, before))
        before = max(before, generations[-1].best.fitness)
        kept = [((ELITE,) * question.turns, (number + 1,)) for number in each.elite]
        known = [*kept, *map(heritage, each.bred)]
    ideal, most = best_plan(small, question.turns)
    return GeneticLesson(question, small, tuple(generations), most, ideal)


def params_of(question: GeneticQuestion) -> Params:
    """The search's parameters; those that are not asked for are its own."""
    asked: dict[str, Value] = {
        "population": question.population,
        "depth": question.turns,
        "mutation": question.mutation,
        "mixing": question.mixing,
    }
    return make(Params, {**asked, "opponent": "rest", "warm": False})


def _individuals(
    search: Genetic, each: TracedGeneration, known: Sequence[Heritage]
) -> tuple[Individual, ...]:
    lines, turns = search._unfolded(each.genes)
    plans = [tuple(line[:n, AGENT].tolist()) for line, n in zip(lines, turns, strict=True)]
    genes = each.genes[:, AGENT, : search.params.depth].tolist()
    assert all(PASS not in plan for plan in plans) and np.isfinite(each.fitness).all()
    return tuple(
        Individual(k + 1, tuple(genes[k]), plan, float(each.fitness[k]), *known[k])
        for k, plan in enumerate(plans)
    )
