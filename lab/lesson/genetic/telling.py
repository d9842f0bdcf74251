"""The lesson as text and as data, for the command line."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Any

from lab.lesson.genetic.breeding import Bred
from lab.lesson.genetic.population import Generation, Individual
from lab.lesson.genetic.steps import BREED, EVALUATE, HEADS, PARTS, GeneticStep
from lab.lesson.genetic.study import GeneticLesson
from lab.lesson.mazes import WORDS
from lab.lesson.steps import Rows, told_steps
from lab.words.asked import values_of


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
        "bred": [_bred(bred) for bred in each.traced.bred],
    }


def _individual(one: Individual) -> dict[str, Any]:
    return {
        "sequence": one.number,
        "genes": list(one.genes),
        "plan": [WORDS[action] for action in one.plan],
        "fitness": one.fitness,
        "parents": list(one.parents),
    }


def _bred(bred: Bred) -> dict[str, Any]:
    return {
        "drawn_for_mother": [k + 1 for k in bred.mother.drawn],
        "mother": bred.mother.winner + 1,
        "drawn_for_father": [k + 1 for k in bred.father.drawn],
        "father": bred.father.winner + 1,
        "crossed": bred.crossed,
        "from_father": list(bred.from_father),
        "mutated": list(bred.mutated),
    }
