"""The steps of a generation in sentences, made from its numbers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from lab.lesson.genetic.breeding import Bred, Tournament
from lab.lesson.genetic.population import MUTATED, Generation, Individual
from lab.lesson.genetic.steps import BEST, BREED, EVALUATE, KEEP, LINES, SELECT, GeneticStep
from lab.lesson.mazes import WORDS, thousandths


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
    names = _listed([str(number) for number in generation.elite])
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
    names = _listed([str(k + 1) for k in tournament.drawn])
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
    names = _listed([str(each + 1) for each in changed])
    words = f"Mutated: turn{'s' * (len(changed) > 1)} {names}. "
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


def _listed(names: Sequence[str]) -> str:
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"
