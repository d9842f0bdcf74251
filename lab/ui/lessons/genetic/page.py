"""The lesson of the genetic algorithm: Set-up at the left, the population and the board in the
centre, the reasons at the right.
"""

from __future__ import annotations

from PySide6.QtWidgets import QVBoxLayout, QWidget

from lab.lesson.genetic import HEADS, PARTS, GeneticLesson, GeneticQuestion, GeneticStep
from lab.lesson.genetic.listing import LISTING
from lab.lesson.genetic.steps import BEST
from lab.lesson.genetic.telling import family
from lab.lesson.mazes import thousandths
from lab.ui.lessons.genetic.progress import Progress
from lab.ui.lessons.genetic.shown import GeneticShown
from lab.ui.lessons.genetic.view import GeneticView
from lab.ui.lessons.guesses import Guesses
from lab.ui.lessons.guessing import GuessingPage
from lab.ui.lessons.plans.panel import MazePanel
from lab.ui.lessons.plans.side import PlanSide
from lab.ui.lessons.rounds import RoundSteps
from lab.ui.lessons.transport import Jump
from lab.ui.parts.band import Band
from lab.ui.shell.workspaces import lay_out

SURPRISE = Jump(
    "Next surprise", "Surprise", "The next generation with a sequence fitter than all before."
)
WHOLE = Jump(
    "Whole generation",
    "Generation",
    "To the end of this generation, or of the next one; Shift and the key: ten of them.",
)
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


class GeneticPage(GuessingPage):
    """Shows the generations of one search step by step."""

    panel: MazePanel
    side: PlanSide
    steps: RoundSteps
    lesson: GeneticLesson | None

    def __init__(self) -> None:
        steps = RoundSteps(SURPRISE, "Generation", WHOLE, SHORT)
        side = PlanSide("generation", "Sequences", LISTING, (0, 1, 3), 3)
        panel = MazePanel(GeneticQuestion, TRY, GUESS)
        super().__init__("Genetic algorithm", panel, steps, side, Guesses())
        self.population, self.progress = GeneticView(), Progress()
        self.view = self.population
        self._lay_out()
        self._wire()
        self.begin()

    def _lay_out(self) -> None:
        self.inner.addWidget(self.population, 1)
        self.inner.addWidget(self.steps)
        below = QWidget()
        around = QVBoxLayout(below)
        around.setContentsMargins(12, 0, 12, 8)
        around.addWidget(self.progress)
        self.band = Band("Fitness by generation", below)
        self.band.set_hint("in thousandths of the evaluation")
        self.centre.addWidget(self.band)

    def _wire(self) -> None:
        self.side.picked.connect(self.steps.to_row)
        self.side.chosen.connect(self._chosen)
        self.population.picked.connect(self._clicked)
        self.progress.picked.connect(self.steps.to_round)
        self.wire(lambda k: self._guess(k + 1))
        self.set_stops(self.population, self.steps, self.side.table, self.side.steps)

    # -- showing -----------------------------------------------------------------------------------

    def show_answer(self, lesson: GeneticLesson) -> None:
        self.lesson = lesson
        self.start()
        self.steps.set_rounds([(s.generation, s.part) for s in lesson.steps], lesson.surprises)
        self.show_step(0)

    def show_nothing(self) -> None:
        self.steps.set_rounds((), [])
        self.progress.show_generation(None)

    @property
    def step(self) -> GeneticStep | None:
        """The step on show."""
        return self.lesson.steps[self.steps.step] if self.lesson is not None else None

    @property
    def asking(self) -> bool:
        step = self.step
        return step is not None and self.guesses.waits(self.steps.step, step.is_guess)

    def show_step(self, k: int) -> None:
        if self.lesson is None:
            return
        step, asks = self.lesson.steps[k], self.asking
        if asks:
            self.steps.pause()
        shown = GeneticShown(self.lesson, step, asks)
        head, why = self._words(shown)
        best = step.part == BEST
        self.title.setText("Best plan" if best else f"Generation {step.generation}")
        part = PARTS[step.part].lower()
        self.tell("your guess" if asks else step.brief, head, why, part, asks)
        self._show(shown)
        self.progress.show_generation(self.lesson, step.generation)
        lay_out(self.side)  # in one go: bands that change their size do not move one by one

    def _show(self, shown: GeneticShown) -> None:
        """Shows the numbers of a step."""
        step, lesson = shown.step, shown.lesson
        self.population.show_step(shown)
        rows = [one.cells for one in shown.individuals]
        marked = -1 if shown.asks else shown.chosen.number - 1
        if shown.child is not None:
            rows = list(family(lesson, step, shown.child))
            marked = len(rows) - 1
        self.side.show_table(HEADS, () if step.part == BEST else rows, marked, len(rows))
        self.side.numbers.set_title("The family" if shown.child is not None else "Sequences")
        self.side.numbers.set_hint("in thousandths of the evaluation")
        self.side.show_code(step.lines)
        own = [k for k, s in enumerate(lesson.steps) if s.generation == step.generation]
        briefs = [(PARTS[s.part], s.brief) for s in (lesson.steps[k] for k in own)]
        now = own.index(self.steps.step)
        self.side.show_steps(briefs, now, now if shown.asks else len(briefs))

    def _words(self, shown: GeneticShown) -> tuple[str, str]:
        """The head and the reason that are shown."""
        step = shown.step
        if shown.asks:
            names = [str(number) for number in sorted(shown.drawn[0])]
            return QUESTION, ASKS.format(f"{', '.join(names[:-1])} and {names[-1]}")
        return step.head, " ".join(filter(None, (self.guesses.words(self.steps.step), step.why)))

    def _chosen(self, row: int) -> None:
        """A row of the table."""
        shown = self.population.shown
        if shown is not None and shown.child is None:
            self._clicked(row + 1)

    def _clicked(self, number: int) -> None:
        """A sequence: a guess, or the one whose plan is on the board."""
        if self.lesson is None or self.step is None:
            return
        if self.asking:
            self._guess(number)
        elif self.step.part != BEST:
            self._show(GeneticShown(self.lesson, self.step, selected=number))

    # -- guessing ----------------------------------------------------------------------------------

    def _guess(self, number: int) -> None:
        """The person says that this sequence becomes the first parent."""
        shown = self.population.shown
        if not self.asking or shown is None or number not in shown.drawn[0]:
            return
        guess = shown.individuals[number - 1]
        most = max(shown.individuals[each - 1].fitness for each in shown.drawn[0])
        right = guess.fitness == most  # of equal ones the first that was drawn wins
        score = f"{number} has {thousandths(guess.fitness)}"
        words = f"Right: {score}, the most." if right else f"Not this one: {score}."
        self.guesses.judge(self.steps.step, right, words)
        self.judge()
