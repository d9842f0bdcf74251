"""The lesson of the genetic algorithm: its generations are the kernel's, its fitness is computed
again by the rules, and its listing is the search.
"""

from __future__ import annotations

import copy
import json
import math
from itertools import pairwise, product

import numpy as np
import pytest

from engines.knobs import KnobError
from lab.cli import main
from lab.lesson.genetic import HEADS, PARTS, GeneticLesson, GeneticQuestion, as_data, study, told
from lab.lesson.genetic.population import ELITE, FATHER, LISTING, MOTHER, MUTATED, RANDOM, traced
from lab.lesson.genetic.study import params_of
from lab.lesson.mazes import WORDS, best_plan, maze, thousandths
from search.genetic import Genetic
from search.sequences import LONGEST

QUESTIONS = (
    GeneticQuestion(generations=6),
    GeneticQuestion("ring", 5, 9, 4, 0.35, "uniform", 11),
    GeneticQuestion("feast", 4, 3, 12, 0.0, "one_point", 2),
    GeneticQuestion(generations=1),
)


@pytest.fixture(scope="module", params=QUESTIONS, ids=lambda q: f"{q.maze} {q.generations}")
def lesson(request: pytest.FixtureRequest) -> GeneticLesson:
    return study(request.param)


def begun(lesson: GeneticLesson) -> Genetic:
    """The same search at its start."""
    asked = lesson.question
    search = Genetic(lesson.maze.game, params_of(asked), seed=asked.seed)
    search.start(lesson.maze.state.copy(), 0)
    return search


def fitness(lesson: GeneticLesson, plan) -> float:
    values, search = np.zeros(lesson.maze.game.agents), begun(lesson)
    lesson.maze.game.rules.value(lesson.maze.after(plan)[-1], search.weights, values)
    return float(values[0])


def test_the_last_generation_is_that_of_a_plain_search(lesson: GeneticLesson) -> None:
    search, asked = begun(lesson), lesson.question
    search.advance(asked.population * asked.generations)
    s, last = search.scratch, lesson.generations[-1]
    assert np.array_equal(s.fitness[: asked.population], [i.fitness for i in last.individuals])
    assert np.array_equal(s.population[: asked.population], last.traced.children)
    assert float(s.best_fitness[0]) == lesson.best.best.fitness
    line, turns = search._unfolded(s.best[None])
    assert lesson.best.best.plan == tuple(line[0, : turns[0], 0])


def test_children_are_the_next_generation(lesson: GeneticLesson) -> None:
    for one, later in pairwise(lesson.generations):
        assert np.array_equal(one.traced.children, later.traced.genes)
        for number, individual in zip(one.elite, later.individuals, strict=False):
            assert individual.genes == one.individuals[number - 1].genes
            assert individual.fitness == one.individuals[number - 1].fitness


def test_fitness_and_plans_are_those_of_the_rules(lesson: GeneticLesson) -> None:
    legal = np.zeros(5, np.int64)
    for each in lesson.generations:
        for one in each.individuals:
            states = lesson.maze.after(one.plan)
            assert len(one.plan) == lesson.question.turns == len(states) - 1
            assert one.fitness == fitness(lesson, one.plan)
            for state, gene, action in zip(states, one.genes, one.plan, strict=False):
                count = lesson.maze.game.rules.legal(state, 0, legal)
                assert legal[min(count - 1, int(gene * count))] == action


def test_every_gene_comes_from_where_it_is_said_to(lesson: GeneticLesson) -> None:
    assert {o for i in lesson.generations[0].individuals for o in i.origins} == {RANDOM}
    for one, later in pairwise(lesson.generations):
        for child in later.individuals:
            parents = [one.individuals[number - 1].genes for number in child.parents]
            for h, (gene, origin) in enumerate(zip(child.genes, child.origins, strict=True)):
                if origin in (MOTHER, ELITE):
                    assert gene == parents[0][h]
                elif origin == FATHER:
                    assert gene == parents[1][h]
                else:
                    assert origin == MUTATED and all(gene != parent[h] for parent in parents)
        for bred in one.traced.bred:
            for tournament in (bred.mother, bred.father):
                best = max(one.individuals[k].fitness for k in tournament.drawn)
                assert one.individuals[tournament.winner].fitness == best
                assert len(tournament.drawn) == 3


def test_the_listing_breeds_what_the_kernel_breeds() -> None:
    lesson = study(QUESTIONS[0])
    search, asked = begun(lesson), lesson.question
    search.advance(asked.population - 1)
    rng = copy.deepcopy(search.rng)
    rng.random(lesson.maze.game.agents * LONGEST)

    class Sequence:
        def __init__(self, genes: tuple[float, ...], plan: tuple[int, ...] = ()) -> None:
            self.genes, self.plan, self.fitness = genes, plan, math.nan

    def crossover(mother: Sequence, father: Sequence) -> Sequence:
        both, cut = rng.random() < 0.7, int(rng.random() * asked.turns)
        return Sequence(mother.genes[:cut] + father.genes[cut:] if both else mother.genes)

    def mutate(child: Sequence) -> Sequence:
        changed = (rng.random() if rng.random() < asked.mutation else g for g in child.genes)
        return Sequence(tuple(changed))

    names = {
        "play": lambda plan: fitness(lesson, plan),
        "elite": 2,
        "fittest": lambda all_, n: sorted(all_, key=lambda each: -each.fitness)[:n],
        "draw": lambda all_, n: [all_[int(rng.random() * len(all_))] for _ in range(n)],
        "fitness": lambda each: each.fitness,
        "crossover": crossover,
        "mutate": mutate,
    }
    exec("\n".join(LISTING), names)
    children = [Sequence(i.genes, i.plan) for i in lesson.generations[0].individuals]
    for later in lesson.generations[1:]:
        children = names["generation"](children)
        assert [child.genes for child in children] == [i.genes for i in later.individuals]
        for child, individual in zip(children, later.individuals, strict=True):
            child.plan = individual.plan
    assert all(head.lower() in "\n".join(LISTING) for head in HEADS[:3])


def test_one_seed_finds_the_best_plan_there_is_and_another_does_not() -> None:
    good, poor = study(GeneticQuestion()), study(GeneticQuestion(seed=5))
    assert good.best.best.fitness == good.most == poor.most and good.best.number == 5
    assert good.best.best.plan == good.ideal
    assert poor.best.best.fitness < 0.5 * poor.most
    last = {one.plan for one in poor.generations[-1].individuals}
    assert len(last) < len(poor.generations[-1].individuals)


def test_a_record_begins_with_a_generation() -> None:
    search = begun(study(GeneticQuestion(generations=1)))
    search.advance(1)
    with pytest.raises(ArithmeticError):
        traced(search)


def test_the_best_plan_there_is_was_found_by_trying_all() -> None:
    small = maze("two_ways")
    search = begun(study(GeneticQuestion(generations=1)))
    values, most = np.zeros(small.game.agents), -math.inf
    for plan in product(range(5), repeat=3):
        states, legal = [small.state], True
        for action in plan:
            legal = legal and bool(small.game.rules.is_legal(states[-1], 0, action))
            states = small.after(plan[: len(states)]) if legal else states
        if legal:
            small.game.rules.value(states[-1], search.weights, values)
            most = max(most, float(values[0]))
    assert best_plan(small, 3)[1] == most


def test_steps_say_the_numbers_of_their_generation(lesson: GeneticLesson) -> None:
    for step in lesson.steps:
        each, child = lesson.generation(step), lesson.child(step)
        if PARTS[step.part] == "Evaluate":
            mean = sum(i.fitness for i in each.individuals) / len(each.individuals)
            best = max(i.fitness for i in each.individuals)
            assert step.head == (
                f"The best has {thousandths(best)}, the mean is {thousandths(mean)}."
            )
            assert step.surprise == (each.number > 1 and best > each.best_before)
        elif PARTS[step.part] == "Select":
            bred = each.traced.bred[step.child - 1 - len(each.elite)]
            assert step.head.startswith(f"First parent {bred.mother.winner + 1},")
            assert thousandths(each.individuals[bred.mother.winner].fitness) in step.why or (
                "every time" in step.why
            )
        elif PARTS[step.part] == "Breed":
            assert child is not None and child.arrows in step.head
            count = child.origins.count(MUTATED)
            assert ("No gene is mutated." in step.why) == (not count)
            bred = each.traced.bred[step.child - 1 - len(each.elite)]
            sides = [bred.father if other else bred.mother for other in bred.from_father]
            parents = [each.individuals[side.winner].plan for side in sides]
            other = [
                h
                for h, action in enumerate(child.plan)
                if child.origins[h] != MUTATED and parents[h][h] != action
            ]
            assert ("is inherited, but plays" in step.why) == bool(other)
            assert not other or f"of turn {other[0] + 1} is inherited" in step.why
    last, best = lesson.steps[-1], lesson.best.best
    assert f"generation {lesson.best.number}." in last.why and WORDS[best.plan[0]] in last.why
    assert ("No plan of this length" in last.why) == (best.fitness == lesson.most)
    assert best.fitness <= lesson.most
    first = next(g.number for g in lesson.generations if g.best.fitness == best.fitness)
    assert lesson.best.number == first


def test_text_and_data_say_the_numbers_of_the_steps(
    lesson: GeneticLesson, capsys: pytest.CaptureFixture[str]
) -> None:
    for (text, rows), step in zip(told(lesson), lesson.steps, strict=True):
        assert step.head in text and step.why in text
        if PARTS[step.part] == "Evaluate":
            cells = [each.cells for each in lesson.generation(step).individuals]
            assert rows == [HEADS, *cells]
    words = ["lesson", *lesson.question.arguments()]
    assert main([*words, "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == json.loads(json.dumps(as_data(lesson)))
    assert main(words) == 0
    assert lesson.steps[-1].head in capsys.readouterr().out


@pytest.mark.parametrize(
    "wrong",
    [
        {"maze": "chess"},
        {"mixing": "twice"},
        {"population": 3},
        {"generations": 41},
        {"turns": 0},
        {"mutation": math.nan},
    ],
)
def test_wrong_questions_are_refused(wrong: dict[str, object]) -> None:
    with pytest.raises(KnobError):
        GeneticQuestion(**wrong)  # type: ignore[arg-type]
