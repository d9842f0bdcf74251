"""The lesson of decoupled selection: Set-up at the left, the round, the strategies and the curve in
the centre, reasons and statistics of both sides at the right.
"""

from __future__ import annotations

from lab.lesson.decoupled import DuelLesson, DuelRound
from lab.ui.lessons.asking import AskingPage
from lab.ui.lessons.decoupled.curve import DistanceCurve
from lab.ui.lessons.decoupled.duel_view import DuelView
from lab.ui.lessons.decoupled.panel import DuelPanel
from lab.ui.lessons.decoupled.side import DuelReasons
from lab.ui.lessons.transport import Steps, surprise

SURPRISE = surprise("The next round in which a choice has not the best mean.")


class DuelPage(AskingPage):
    """Shows the rounds of one search."""

    not_yet = "The text is not a table yet"
    side_widths = (300, 350, 400, 424, 460)
    panel: DuelPanel
    side: DuelReasons
    lesson: DuelLesson | None

    def __init__(self) -> None:
        steps = Steps(SURPRISE, "Round")
        super().__init__(DuelPanel(), steps, DuelReasons())
        self.round, self.curve = DuelView(), DistanceCurve()
        self.view = self.round
        self.inner.setSpacing(8)
        self.inner.addWidget(self.round)
        self.inner.addWidget(self.curve, 1)
        self.inner.addWidget(self.steps)
        self.bind()
        self.set_stops(self.round, self.curve, self.steps)
        self.begin()

    def show_nothing(self) -> None:
        self.steps.set_lesson(0, [])
        self.curve.show_round(None)

    def begin_lesson(self, lesson: DuelLesson) -> None:
        self.steps.set_lesson(len(lesson.steps), lesson.surprises)

    def titled(self, step: DuelRound) -> str:
        return f"Round {step.number}"

    def show_picture(self, step: DuelRound, asks: bool) -> None:
        assert self.lesson is not None
        self.round.show_round(self.lesson, step)
        self.curve.show_round(self.lesson, step.number)
        self.side.show_round(self.lesson, step)
