"""The lesson of decoupled selection: Set-up at the left, the round, the strategies and the curve in
the centre, reasons and statistics of both sides at the right.
"""

from __future__ import annotations

from lab.lesson.decoupled import DuelLesson
from lab.ui.lessons.asking import AskingPage
from lab.ui.lessons.decoupled.curve import DistanceCurve
from lab.ui.lessons.decoupled.duel_view import DuelView
from lab.ui.lessons.decoupled.panel import DuelPanel
from lab.ui.lessons.decoupled.side import DuelReasons
from lab.ui.lessons.transport import Jump, Steps
from lab.ui.shell.workspaces import lay_out

SURPRISE = Jump(
    "Next surprise", "Surprise", "The next round in which a choice has not the best mean."
)


NOT_YET = "The text is not a table yet"


class DuelPage(AskingPage):
    """Shows the rounds of one search."""

    side_widths = (300, 350, 400, 424, 460)
    panel: DuelPanel
    side: DuelReasons
    lesson: DuelLesson | None

    def __init__(self) -> None:
        steps = Steps(SURPRISE, "Round")
        super().__init__("Decoupled selection", DuelPanel(), steps, DuelReasons())
        self.round, self.curve = DuelView(), DistanceCurve()
        self.view = self.round
        self.inner.setSpacing(8)
        self.inner.addWidget(self.round)
        self.inner.addWidget(self.curve, 1)
        self.inner.addWidget(self.steps)
        self.steps.moved.connect(self.show_round)
        self.bind()
        self.set_stops(self.round, self.curve, self.steps)
        self.begin()

    @property
    def problem(self) -> str:
        return NOT_YET if self.panel.problem else ""

    def show_nothing(self) -> None:
        self.steps.set_lesson(0, [])
        self.curve.show_round(None)

    # -- showing -----------------------------------------------------------------------------------

    def show_answer(self, lesson: DuelLesson) -> None:
        self.lesson = lesson
        self.forget()
        self.steps.set_lesson(len(lesson.rounds), lesson.surprises)
        self.show_round(0)

    def show_round(self, k: int) -> None:
        """Shows round `k` of the lesson, from 0."""
        if self.lesson is None:
            return
        each = self.lesson.rounds[k]
        self.title.setText(f"Round {each.number}")
        self.round.show_round(self.lesson, each)
        self.curve.show_round(self.lesson, each.number)
        self.side.show_round(self.lesson, each)
        self.tell(each.brief, each.head, each.why)
        lay_out(self.side)

    @property
    def place(self) -> str:
        return f"Round {self.steps.step + 1} of {self.steps.count}"
