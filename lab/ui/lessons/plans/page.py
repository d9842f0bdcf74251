"""A lesson on plans in a maze: Set-up at the left, the maze and the plans of a step in the centre
with a band below, the reasons at the right.
"""

from __future__ import annotations

from abc import abstractmethod
from typing import Any

from lab.ui.lessons.guesses import Guesses
from lab.ui.lessons.guessing import GuessingPage
from lab.ui.lessons.plans.panel import MazePanel
from lab.ui.lessons.plans.picture import PlanPicture
from lab.ui.lessons.plans.side import PlanSide, PlanTable
from lab.ui.lessons.rounds import RoundSteps


class PlanPage(GuessingPage):
    """Shows a search for plans step by step. `picked` plans are shown on the board, or are the
    guess.
    """

    panel: MazePanel
    side: PlanSide

    def __init__(
        self,
        panel: MazePanel,
        steps: RoundSteps,
        side: PlanSide,
        picture: PlanPicture[Any],
    ) -> None:
        super().__init__(panel, steps, side, Guesses())
        self.picture, self.view = picture, picture
        self.inner.addWidget(picture, 1)
        self.inner.addWidget(steps)
        side.chosen.connect(self._chosen)
        picture.picked.connect(self._clicked)
        self.wire(self._chosen_by_key)
        self.set_stops(picture, steps, side.table, side.steps)

    # -- what a page gives -------------------------------------------------------------------------

    @abstractmethod
    def shown_of(self, step: Any, asks: bool = False, selected: int | None = None) -> Any:
        """What the picture shows of a step; `selected` is the number of a plan."""

    @abstractmethod
    def table_of(self, shown: Any) -> PlanTable:
        """The numbers of the step."""

    @abstractmethod
    def number_of(self, shown: Any, row: int) -> int | None:
        """The number of the plan in a row of the table; None: it is no plan of the picture."""

    @abstractmethod
    def guess(self, number: int) -> None:
        """The person says that it is this plan."""

    # -- showing -----------------------------------------------------------------------------------

    def titled(self, step: Any) -> str:
        return "Best plan" if step is self.lesson.steps[-1] else super().titled(step)

    def show_picture(self, step: Any, asks: bool) -> None:
        self.show_shown(self.shown_of(step, asks))

    def show_shown(self, shown: Any) -> None:
        """Shows the plans and numbers of a step."""
        step = shown.step
        self.picture.show_step(shown)
        self.side.show_table(self.table_of(shown))
        own = [each for each in shown.lesson.steps if each.round == step.round]
        self.side.show_round(own, step, shown.asks, step.lines)

    def _chosen(self, row: int) -> None:
        """A row of the table."""
        shown = self.picture.shown
        number = self.number_of(shown, row) if shown is not None else None
        if number is not None:
            self._clicked(number)

    def _chosen_by_key(self, k: int) -> None:
        if self.asking:
            self._chosen(k)

    def _clicked(self, number: int) -> None:
        """A plan: a guess, or the one that is on the board."""
        if self.asking:
            self.guess(number)
        elif self.step is not None:
            self.show_shown(self.shown_of(self.step, selected=number))
