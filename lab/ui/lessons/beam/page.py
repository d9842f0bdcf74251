"""The lesson of beam search: the layers, and what other widths find."""

from __future__ import annotations

from lab.lesson.beam import HEADS, PARTS, BeamLesson, BeamQuestion, BeamStep
from lab.lesson.beam.steps import BEST, CUT_OFF, LISTING
from lab.lesson.beam.telling import cells_at
from lab.lesson.mazes import thousandths
from lab.ui.lessons.beam.layout import BeamShown
from lab.ui.lessons.beam.view import BeamView
from lab.ui.lessons.beam.widths import WidthBars
from lab.ui.lessons.plans.page import PlanPage
from lab.ui.lessons.plans.panel import MazePanel
from lab.ui.lessons.plans.side import PlanSide, PlanTable
from lab.ui.lessons.rounds import RoundSteps
from lab.ui.lessons.transport import surprise

TURNS = "The next cut that turns the order, ends a band, or loses the best plan."
TRY = (
    "At width 3 the best plan dies out in layer 3, by a little. Width 4 finds it. In The far feast "
    "even 8 are too few."
)
GUESS = "Before each cut: click the child that is the last to survive, or press its number."
QUESTION = "Which child is the last to survive?"
ASKS = "{} of these {} positions survive. Click the one with place {}, or press its number."


class BeamPage(PlanPage):
    """Shows the layers of one beam step by step."""

    parts = PARTS
    lesson: BeamLesson | None

    def __init__(self) -> None:
        super().__init__(
            MazePanel(BeamQuestion, TRY, GUESS),
            RoundSteps("Layer", PARTS, surprise(TURNS)),
            PlanSide("layer", "Children", PARTS, LISTING, (0, 5)),
            BeamView(),
        )
        self.widths = WidthBars()
        self.widths.picked.connect(lambda width: self.panel.set(width=width))
        hint = "the score of the best plan; click a column to take its width"
        self.band = self.add_band("What other widths find", self.widths, hint)
        self.begin()

    # -- showing -----------------------------------------------------------------------------------

    def begin_lesson(self, lesson: BeamLesson) -> None:
        super().begin_lesson(lesson)
        self.widths.set_lesson(lesson)

    def show_nothing(self) -> None:
        super().show_nothing()
        self.widths.set_lesson(None)

    def shown_of(
        self, step: BeamStep, asks: bool = False, selected: int | None = None
    ) -> BeamShown:
        assert self.lesson is not None
        shown = BeamShown(self.lesson, step, asks)
        return BeamShown(self.lesson, step, asks, shown.usual() if selected is None else selected)

    def table_of(self, shown: BeamShown) -> PlanTable:
        step = shown.step
        children = () if step.part == BEST else shown.children
        rows = [cells_at(step, child) for child in children]
        marked = next((k for k, c in enumerate(children) if c.number == shown.selected), -1)
        kept = len(shown.lesson.layer(step).kept) if step.part == CUT_OFF else len(rows)
        return PlanTable(f"Children of layer {step.round}", HEADS, rows, marked, kept)

    def number_of(self, shown: BeamShown, row: int) -> int | None:
        return shown.children[row].number if row < len(shown.children) else None

    # -- guessing ----------------------------------------------------------------------------------

    def asked_words(self, step: BeamStep) -> tuple[str, str]:
        assert self.lesson is not None
        width, count = self.lesson.question.width, len(self.lesson.layer(step).ranked)
        return QUESTION, ASKS.format(width, count, width)

    def guess(self, number: int) -> None:
        assert self.lesson is not None and self.step is not None
        layer = self.lesson.layer(self.step)
        guess, last = layer.children[number], layer.kept[-1]
        right = guess.number == last.number
        score = f"{guess.arrows} has {thousandths(guess.score)}"
        place = f"place {guess.place}" if guess.place else guess.fate
        words = f"Right: {score}." if right else f"Not this one: {score}, {place}."
        self.guesses.judge(self.key, right, words)
        self.judge()
