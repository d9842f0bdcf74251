"""What is on the picture of the lesson at a step."""

from __future__ import annotations

from dataclasses import dataclass

from lab.lesson.genetic import GeneticLesson, GeneticStep, Individual
from lab.lesson.genetic.population import BEST, BREED, KEEP, SELECT, Bred
from lab.lesson.mazes import spelt, thousandths

CHILD = 0  # the selection's number of the child that is made


@dataclass(frozen=True, eq=False)
class GeneticShown:
    """A step, or the question who becomes the mother; `selected` is the sequence on the board."""

    lesson: GeneticLesson
    step: GeneticStep
    asks: bool = False
    selected: int = -1  # its number, or CHILD; -1 for the usual one

    @property
    def individuals(self) -> tuple[Individual, ...]:
        """The sequences of the generation."""
        return self.lesson.generation(self.step).individuals

    @property
    def bred(self) -> Bred | None:
        """How the child of this step is made."""
        if not self.step.child:
            return None
        each = self.lesson.generation(self.step)
        return each.traced.bred[self.step.child - 1 - len(each.elite)]

    @property
    def child(self) -> Individual | None:
        """The child, once it is made."""
        return self.lesson.child(self.step) if self.step.part == BREED else None

    @property
    def following(self) -> tuple[Individual, ...]:
        """The sequences of the next generation that are there already."""
        step, each = self.step, self.lesson.generation(self.step)
        if step.part not in (KEEP, SELECT, BREED):
            return ()
        count = step.child - (step.part == SELECT) if step.child else len(each.elite)
        return self.lesson.generations[step.round].individuals[:count]

    @property
    def parents(self) -> tuple[tuple[str, Individual], ...]:
        """Mother and father."""
        bred = self.bred
        if bred is None or self.asks:
            return ()
        both = (("parent", bred.mother), ("parent", bred.father))
        return tuple((name, self.individuals[each.winner]) for name, each in both)

    @property
    def drawn(self) -> tuple[frozenset[int], frozenset[int]]:
        """The numbers of those drawn for the mother and for the father."""
        bred = self.bred if self.step.part == SELECT else None
        if bred is None:
            return frozenset(), frozenset()
        mother, father = (frozenset(k + 1 for k in t.drawn) for t in (bred.mother, bred.father))
        return mother, frozenset() if self.asks else father

    @property
    def chosen(self) -> Individual:
        """The sequence on the board."""
        if self.step.part == BEST:
            return self.lesson.best.best
        if 0 < self.selected <= len(self.individuals):
            return self.individuals[self.selected - 1]
        if self.child is not None:
            return self.child
        if self.parents:
            return self.parents[0][1]
        return self.lesson.generation(self.step).best

    def is_pale(self, one: Individual) -> bool:
        """Whether the step is not about this sequence."""
        if self.step.part == KEEP:
            return one.number not in self.lesson.generation(self.step).elite
        if self.step.part == SELECT:
            return not any(one.number in each for each in self.drawn)
        if self.step.part == BREED:
            return all(one is not each for _, each in self.parents)
        return False

    def words(self, one: Individual) -> str:
        """A sequence in words, for a screen reader and the pointer."""
        fitness = thousandths(one.fitness)
        return f"Sequence {one.number}: {spelt(one.plan)}, fitness {fitness}, {one.source}"

    @property
    def lines(self) -> list[str]:
        """The sequences in words, and the child."""
        words = [self.words(one) for one in self.individuals]
        if self.child is not None:
            words.append(f"Child {self.child.number}: {spelt(self.child.plan)}")
        return words
