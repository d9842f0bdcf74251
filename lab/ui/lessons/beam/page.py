"""The lesson of beam search: Set-up at the left, the maze and the layers in the centre, the reasons
at the right.
"""

from __future__ import annotations

from PySide6.QtWidgets import QVBoxLayout, QWidget

from lab.lesson.beam import HEADS, PARTS, BeamLesson, BeamQuestion, BeamStep
from lab.lesson.beam.listing import LISTING
from lab.lesson.beam.steps import BEST, CUT_OFF
from lab.lesson.beam.telling import cells_at
from lab.lesson.mazes import thousandths
from lab.ui.lessons.beam.layout import BeamShown
from lab.ui.lessons.beam.view import BeamView
from lab.ui.lessons.beam.widths import WidthBars
from lab.ui.lessons.guesses import Guesses
from lab.ui.lessons.guessing import GuessingPage
from lab.ui.lessons.plans.panel import MazePanel
from lab.ui.lessons.plans.side import PlanSide
from lab.ui.lessons.rounds import RoundSteps
from lab.ui.lessons.transport import Jump
from lab.ui.parts.band import Band
from lab.ui.shell.workspaces import lay_out

SURPRISE = Jump(
    "Next surprise",
    "Surprise",
    "The next cut that turns the order, ends a band, or loses the best plan.",
)
WHOLE = Jump(
    "Whole layer",
    "Layer",
    "To the end of this layer, or of the next one; Shift and the key: ten of them.",
)
TRY = (
    "At width 3 the best plan dies out in layer 3, by a little. Width 4 finds it. In The far feast "
    "even 8 are too few."
)
GUESS = "Before each cut: click the child that is the last to survive, or press its number."
QUESTION = "Which child is the last to survive?"
ASKS = "{} of these {} positions survive. Click the one with place {}, or press its number."


class BeamPage(GuessingPage):
    """Shows the layers of one beam step by step."""

    panel: MazePanel
    side: PlanSide
    steps: RoundSteps
    lesson: BeamLesson | None

    def __init__(self) -> None:
        steps = RoundSteps(SURPRISE, "Layer", WHOLE, PARTS)
        side = PlanSide("layer", "Children", LISTING, (0, 5))
        panel = MazePanel(BeamQuestion, TRY, GUESS)
        super().__init__("Beam search", panel, steps, side, Guesses())
        self.layers, self.widths = BeamView(), WidthBars()
        self.view = self.layers
        self._lay_out()
        self._wire()
        self.begin()

    def _lay_out(self) -> None:
        self.inner.addWidget(self.layers, 1)
        self.inner.addWidget(self.steps)
        below = QWidget()
        around = QVBoxLayout(below)
        around.setContentsMargins(12, 0, 12, 8)
        around.addWidget(self.widths)
        self.band = Band("What other widths find", below)
        self.band.set_hint("the score of the best plan; click a column to take its width")
        self.centre.addWidget(self.band)

    def _wire(self) -> None:
        self.side.picked.connect(self.steps.to_row)
        self.side.chosen.connect(self._chosen)
        self.layers.picked.connect(self._clicked)
        self.widths.picked.connect(lambda width: self.panel.set(width=width))
        self.wire(self._guess_number)
        self.set_stops(self.layers, self.steps, self.side.table, self.side.steps)

    # -- showing -----------------------------------------------------------------------------------

    def show_answer(self, lesson: BeamLesson) -> None:
        self.lesson = lesson
        self.start()
        self.widths.set_lesson(lesson)
        self.steps.set_rounds([(s.layer, s.part) for s in lesson.steps], lesson.surprises)
        self.show_step(0)

    def show_nothing(self) -> None:
        self.steps.set_rounds((), [])
        self.widths.set_lesson(None)

    @property
    def step(self) -> BeamStep | None:
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
        shown = BeamShown(self.lesson, step, asks)
        shown = BeamShown(self.lesson, step, asks, shown.usual())
        head, why = self._words(step, asks)
        self.title.setText("Best plan" if step.part == BEST else f"Layer {step.layer}")
        part = PARTS[step.part].lower()
        self.tell("your guess" if asks else step.brief, head, why, part, asks)
        self._show(shown)
        lay_out(self.side)  # in one go: bands that change their size do not move one by one

    def _show(self, shown: BeamShown) -> None:
        """Shows the numbers of a step."""
        step = shown.step
        self.layers.show_step(shown)
        children = () if step.part == BEST else shown.children
        rows = [cells_at(step, child) for child in children]
        marked = next((k for k, c in enumerate(children) if c.number == shown.selected), -1)
        kept = len(shown.lesson.layer(step).kept) if step.part == CUT_OFF else len(rows)
        self.side.show_table(HEADS, rows, marked, kept)
        self.side.numbers.set_title(f"Children of layer {step.layer}")
        self.side.numbers.set_hint("in thousandths of the evaluation")
        self.side.show_code(step.lines)
        of_layer = [k for k, s in enumerate(shown.lesson.steps) if s.layer == step.layer]
        briefs = [(PARTS[s.part], s.brief) for s in (shown.lesson.steps[k] for k in of_layer)]
        now = of_layer.index(self.steps.step)
        self.side.show_steps(briefs, now, now if shown.asks else len(briefs))

    def _words(self, step: BeamStep, asks: bool) -> tuple[str, str]:
        """The head and the reason that are shown."""
        if asks and self.lesson is not None:
            width, count = self.lesson.question.width, len(self.lesson.layer(step).ranked)
            return QUESTION, ASKS.format(width, count, width)
        return step.head, " ".join(filter(None, (self.guesses.words(self.steps.step), step.why)))

    def _chosen(self, row: int) -> None:
        """A row of the table."""
        shown = self.layers.shown
        if shown is not None and row < len(shown.children):
            self._clicked(shown.children[row].number)

    def _clicked(self, child: int) -> None:
        """A child: a guess, or the one whose way is shown."""
        step = self.step
        if self.lesson is None or step is None:
            return
        if self.asking:
            self._guess(child)
        else:
            self._show(BeamShown(self.lesson, step, selected=child))

    # -- guessing ----------------------------------------------------------------------------------

    def _guess(self, number: int) -> None:
        """The person says that this child is the last to survive."""
        assert self.lesson is not None and self.step is not None
        layer = self.lesson.layer(self.step)
        guess, last = layer.children[number], layer.kept[-1]
        right = guess.number == last.number
        score = f"{guess.arrows} has {thousandths(guess.score)}"
        place = f"place {guess.place}" if guess.place else guess.fate
        words = f"Right: {score}." if right else f"Not this one: {score}, {place}."
        self.guesses.judge(self.steps.step, right, words)
        self.judge()

    def _guess_number(self, k: int) -> None:
        shown = self.layers.shown
        if self.asking and shown is not None and k < len(shown.children):
            self._guess(shown.children[k].number)
