"""The lesson of the genetic algorithm: its question, the generations of one run explained in steps,
and all of it as text and as data.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from typing import Any

import numpy as np

from engines.game import PASS
from engines.knobs import Value, choice, integer, make, number
from lab.lesson.asked import seeded
from lab.lesson.genetic.population import (
    AGENT,
    BEST,
    BREED,
    ELITE,
    EVALUATE,
    HEADS,
    KEEP,
    LINES,
    MUTATED,
    PARTS,
    RANDOM,
    SELECT,
    Bred,
    Generation,
    GeneticStep,
    Individual,
    Tournament,
    TracedGeneration,
    heritage,
    traced,
)
from lab.lesson.mazes import WORDS, MazeQuestion, SmallMaze, best_plan, maze, thousandths
from lab.lesson.steps import Rows, told_steps
from lab.words.asked import values_of
from lab.words.numerals import enumerated, plural
from search.genetic import Genetic, Params

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


def steps_of(generation: Generation, following: Generation | None) -> Iterator[GeneticStep]:
    """The steps of one generation; without a following one it is only evaluated."""
    yield _evaluated(generation)
    if following is None:
        return
    yield _kept(generation)
    first = len(generation.elite)
    for k, bred in enumerate(generation.traced.bred):
        child = following.individuals[first + k]
        yield _selected(generation, bred, child)
        yield _bred(generation, bred, child)


def _evaluated(generation: Generation) -> GeneticStep:
    best, number = generation.best, generation.number
    head = f"The best has {thousandths(best.fitness)}, the mean is {thousandths(generation.mean)}."
    words = (
        "Each sequence is played from the start. Its fitness is the evaluation after its last turn."
    )
    if number > 1:
        words = _progress(generation)
    brief = f"best {thousandths(best.fitness)}"
    news = generation.is_better and number > 1
    return GeneticStep(number, EVALUATE, brief, head, words, LINES[EVALUATE], surprise=news)


def _progress(generation: Generation) -> str:
    """What is new in a generation after the first."""
    best = generation.best
    if not generation.is_better:
        return f"None is fitter than the best so far, {thousandths(generation.best_before)}."
    more = thousandths(best.fitness - generation.best_before)
    return f"Sequence {best.number}, {best.source}, is fitter than all before by {more}."


def _kept(generation: Generation) -> GeneticStep:
    names = enumerated([str(number) for number in generation.elite])
    lives = "lives" if len(generation.elite) == 1 else "live"
    words = (
        "The fittest pass into the next generation as they are, so the best plan is never lost. "
        "All others make room for children."
    )
    head = f"{names} {lives} on unchanged."
    number = generation.number
    return GeneticStep(number, KEEP, f"{names} {lives} on", head, words, LINES[KEEP])


def _selected(generation: Generation, bred: Bred, child: Individual) -> GeneticStep:
    mother, father = bred.mother.winner + 1, bred.father.winner + 1
    head = f"First parent {mother}, second parent {father}."
    words = " ".join(
        _won(generation, each, who)
        for each, who in ((bred.mother, "first parent"), (bred.father, "second parent"))
    )
    drawn = {generation.individuals[k].fitness for k in bred.mother.drawn}
    parts = generation.number, SELECT, f"{mother} and {father}", head, words, LINES[SELECT]
    return GeneticStep(*parts, child.number, is_guess=len(drawn) > 1)


def _won(generation: Generation, tournament: Tournament, who: str) -> str:
    names = enumerated([str(k + 1) for k in tournament.drawn])
    fitness = thousandths(generation.individuals[tournament.winner].fitness)
    winner = tournament.winner + 1
    if len(set(tournament.drawn)) == 1:
        return f"For the {who} {winner} was drawn every time."
    return f"For the {who} {names} were drawn: {winner} is the fittest with {fitness}."


def _bred(generation: Generation, bred: Bred, child: Individual) -> GeneticStep:
    mother, father = bred.mother.winner + 1, bred.father.winner + 1
    changed = [h for h, origin in enumerate(child.origins) if origin == MUTATED]
    words = f"{_mixed(bred, mother, father)} {_mutations(generation, bred, child, changed)}"
    words += _replayed(generation, bred, child)
    head = f"Child {child.number} plays {child.arrows}."
    brief = f"child {child.number}" + (f", {len(changed)} mutated" if changed else "")
    parts = generation.number, BREED, brief, head, words.strip(), LINES[BREED], child.number
    return GeneticStep(*parts)


def _mixed(bred: Bred, mother: int, father: int) -> str:
    """Whose genes a child has."""
    if not bred.crossed:
        return f"No crossover this time: it begins as a copy of its first parent, {mother}."
    if mother == father:
        return f"Both parents are {mother}, so crossover changes nothing."
    theirs = sum(bred.from_father)
    if not theirs:
        return f"All of its genes come from {mother}."
    turns = len(bred.from_father)
    one_point = list(bred.from_father) == sorted(bred.from_father)
    if one_point and theirs == turns:
        return f"The cut is before turn 1, so all of its genes come from {father}."
    if one_point:
        first = turns - theirs
        return f"Turns 1 to {first} come from {mother}, the rest from {father}."
    return f"{turns - theirs} of its genes come from {mother}, {theirs} from {father}."


def _mutations(
    generation: Generation, bred: Bred, child: Individual, changed: Sequence[int]
) -> str:
    """Which genes were drawn again."""
    if not changed:
        return "No gene is mutated."
    h = changed[0]
    parent = bred.father.winner if bred.from_father[h] else bred.mother.winner
    before = generation.individuals[parent].genes[h]
    names = enumerated([str(each + 1) for each in changed])
    words = f"Mutated: {plural(len(changed), 'turn')} {names}. "
    words += f"The gene of turn {h + 1} was {before:.2f} and is {child.genes[h]:.2f}."
    if h < len(child.plan):
        words += f" There it plays {WORDS[child.plan[h]]}."
    return words


def _replayed(generation: Generation, bred: Bred, child: Individual) -> str:
    """Says so where an inherited gene plays another action than in the parent."""
    for h, action in enumerate(child.plan):
        tournament = bred.father if bred.from_father[h] else bred.mother
        parent = generation.individuals[tournament.winner]
        if not bred.mutated[h] and h < len(parent.plan) and parent.plan[h] != action:
            return (
                f" The gene of turn {h + 1} is inherited, but plays {WORDS[action]}: it is a place "
                "in the list of legal actions, which differ there."
            )
    return ""


def best_step(number: int, best: Individual, found: int, most: float) -> GeneticStep:
    """The last step: the plan that is played, found in generation `found`, against the most that
    any plan of this length reaches.
    """
    head = f"It is {best.arrows}, with {thousandths(best.fitness)}."
    words = f"Found in generation {found}. Its first action, {WORDS[best.plan[0]]}, is played. "
    short = most - best.fitness
    if short > 0:
        words += f"The best plan there is has {thousandths(most)}, {thousandths(short)} more."
    else:
        words += "No plan of this length has more."
    brief = f"{best.arrows} with {thousandths(best.fitness)}"
    return GeneticStep(number, BEST, brief, head, words, LINES[BEST])


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
    for k in range(1, question.generations + 1):
        each = traced(search)
        individuals = _individuals(search, each, known)
        generations.append(Generation(k, individuals, each, before))
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


def told(lesson: GeneticLesson) -> Iterator[tuple[str, Rows]]:
    """Each step as a few lines of text and a table with its head, empty where it has none."""
    return told_steps(lesson.steps, "Generation", PARTS, partial(_table, lesson))


def _table(lesson: GeneticLesson, step: GeneticStep) -> Rows:
    if step.part == EVALUATE:
        return [HEADS, *(each.cells for each in lesson.generation(step).individuals)]
    child = lesson.child(step)
    return [HEADS, *family(lesson, step, child)] if step.part == BREED and child else []


def family(
    lesson: GeneticLesson, step: GeneticStep, child: Individual
) -> Sequence[tuple[str, ...]]:
    """The rows of a child and its parents; the child has not been evaluated yet."""
    above = lesson.generation(step).individuals
    parents = [above[number - 1].cells for number in dict.fromkeys(child.parents)]
    number, plan, _, source = child.cells
    return [*parents, (f"child {number}", plan, "–", source)]


def as_data(lesson: GeneticLesson) -> dict[str, Any]:
    """The lesson as JSON's types; numbers are not rounded, and in the evaluation's own unit."""
    return {
        **values_of(lesson.question),
        "generations": [_generation(each) for each in lesson.generations],
        "steps": [
            {"generation": s.round, "part": PARTS[s.part], "head": s.head, "why": s.why}
            for s in lesson.steps
        ],
        "found": {"generation": lesson.best.number, **_individual(lesson.best.best)},
        "best_there_is": {
            "plan": [WORDS[action] for action in lesson.ideal],
            "fitness": lesson.most,
        },
    }


def _generation(each: Generation) -> dict[str, Any]:
    return {
        "generation": each.number,
        "sequences": [_individual(one) for one in each.individuals],
        "mean": each.mean,
        "elite": list(each.elite),
        "bred": [_bred_data(bred) for bred in each.traced.bred],
    }


def _individual(one: Individual) -> dict[str, Any]:
    return {
        "sequence": one.number,
        "genes": list(one.genes),
        "plan": [WORDS[action] for action in one.plan],
        "fitness": one.fitness,
        "parents": list(one.parents),
    }


def _bred_data(bred: Bred) -> dict[str, Any]:
    return {
        "drawn_for_mother": [k + 1 for k in bred.mother.drawn],
        "mother": bred.mother.winner + 1,
        "drawn_for_father": [k + 1 for k in bred.father.drawn],
        "father": bred.father.winner + 1,
        "crossed": bred.crossed,
        "from_father": list(bred.from_father),
        "mutated": list(bred.mutated),
    }
