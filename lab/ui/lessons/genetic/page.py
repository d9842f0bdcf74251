"""The lesson of the genetic algorithm: the population, and its fitness by generation."""

from __future__ import annotations

from lab.lesson.genetic import HEADS, PARTS, GeneticLesson, GeneticQuestion, GeneticStep
from lab.lesson.genetic.steps import BEST, LISTING
from lab.lesson.genetic.telling import family
from lab.lesson.mazes import thousandths
from lab.ui.lessons.genetic.progress import Progress
from lab.ui.lessons.genetic.shown import GeneticShown
from lab.ui.lessons.genetic.view import GeneticView
from lab.ui.lessons.plans.page import PlanPage
from lab.ui.lessons.plans.panel import MazePanel
from lab.ui.lessons.plans.side import PlanSide, PlanTable
from lab.ui.lessons.rounds import RoundSteps
from lab.ui.lessons.transport import surprise

FITTER = "The next generation with a sequence fitter than all before."
SHORT = ("Evaluate", "Elite", "Select", "Breed", "Best")  # of PARTS
TRY = (
    "Seed 25 finds the best plan in generation 5; seed 5 gets stuck on a worse one. At "
    "mutation 0 the genes of the first generation are only rearranged. Two relatives keep no "
    "population: annealing changes one sequence, shooting draws each one afresh."
)
GUESS = (
    "Before a first parent is drawn: click the sequence you expect among the dotted ones, or press "
    "its number."
)
QUESTION = "Which becomes the first parent?"
ASKS = "Drawn for her were {}, marked by dots. Click the fittest, or press its number."


class GeneticPage(PlanPage):
    """Shows the generations of one search step by step."""

    parts = PARTS
    lesson: GeneticLesson | None

    def __init__(self) -> None:
        super().__init__(
            MazePanel(GeneticQuestion, TRY, GUESS),
            RoundSteps("Generation", SHORT, surprise(FITTER)),
            PlanSide("generation", "Sequences", PARTS, LISTING, (0, 1, 3), 3),
            GeneticView(),
        )
        self.progress = Progress()
        self.progress.picked.connect(self.steps.to_round)
        hint = "in thousandths of the evaluation"
        self.band = self.add_band("Fitness by generation", self.progress, hint)
        self.begin()

    # -- showing -----------------------------------------------------------------------------------

    def show_nothing(self) -> None:
        super().show_nothing()
        self.progress.show_generation(None)

    def show_picture(self, step: GeneticStep, asks: bool) -> None:
        super().show_picture(step, asks)
        self.progress.show_generation(self.lesson, step.round)

    def shown_of(
        self, step: GeneticStep, asks: bool = False, selected: int | None = None
    ) -> GeneticShown:
        assert self.lesson is not None
        return GeneticShown(self.lesson, step, asks, -1 if selected is None else selected)

    def table_of(self, shown: GeneticShown) -> PlanTable:
        step, child = shown.step, shown.child
        if child is not None:
            rows = list(family(shown.lesson, step, child))
            return PlanTable("The family", HEADS, rows, len(rows) - 1, len(rows))
        rows = [] if step.part == BEST else [one.cells for one in shown.individuals]
        marked = -1 if shown.asks else shown.chosen.number - 1
        return PlanTable("Sequences", HEADS, rows, marked, len(rows))

    def number_of(self, shown: GeneticShown, row: int) -> int | None:
        return row + 1 if shown.child is None else None

    # -- guessing ----------------------------------------------------------------------------------

    def asked_words(self, step: GeneticStep) -> tuple[str, str]:
        names = [str(number) for number in sorted(self.shown_of(step, True).drawn[0])]
        return QUESTION, ASKS.format(f"{', '.join(names[:-1])} and {names[-1]}")

    def guess(self, number: int) -> None:
        shown = self.picture.shown
        if not self.asking or shown is None or number not in shown.drawn[0]:
            return
        guess = shown.individuals[number - 1]
        most = max(shown.individuals[each - 1].fitness for each in shown.drawn[0])
        right = guess.fitness == most  # of equal ones the first that was drawn wins
        score = f"{number} has {thousandths(guess.fitness)}"
        words = f"Right: {score}, the most." if right else f"Not this one: {score}."
        self.guesses.judge(self.key, right, words)
        self.judge()
