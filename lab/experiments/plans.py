"""What the plans of games have in common, which are plain texts that fit a command line and a file,
and as parsed.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from engines.game import Game
from engines.knobs import KnobError
from lab.batch.entrants import clock_of, condition
from lab.batch.games import Clock, Condition, Entrant
from lab.match.budget import Budget
from lab.match.seat import HUMAN
from lab.match.seats import parse_contest
from lab.words.asked import GAME, CommandQuestion, option


@dataclass(frozen=True)
class GamesPlan(CommandQuestion):
    """Games that are to be played."""

    game: str = option(GAME, flag="")

    @cached_property
    def configured(self) -> Game:
        """The game."""
        return parse_contest(self.game)


def random_starts() -> Any:
    """The option of random openings alone."""
    help = (
        "begin after two to four random plies, or so many; each seed has its own in every seating"
    )
    return option(help, "", metavar="random:2-4")


class ComparedPlan(GamesPlan):
    """What plans have in common that compare players under one condition."""

    budget: str

    @property
    def start(self) -> str:
        """Where games begin, as `Condition.start`."""
        raise NotImplementedError

    @property
    def everyone(self) -> tuple[Entrant, ...]:
        """All players."""
        raise NotImplementedError

    @property
    def _budgets(self) -> list[Budget]:
        return [Budget.parse(side.budget) for side in self.everyone if side.budget]

    def check_clocks(self) -> None:
        """KnobError unless one clock limits all players."""
        if len({clock_of(budget, by_cpu=True) for budget in self._budgets}) > 1:
            raise KnobError(
                "Games are compared on one clock: give all players budgets of the same kind."
            )

    @cached_property
    def clock(self) -> Clock:
        """What limits decisions; milliseconds are CPU time, but programs have the contest's
        limits.
        """
        if all(side.kind == "program" for side in self.everyone):
            return "wall"
        return clock_of([*self._budgets, Budget.parse(self.budget)][0], by_cpu=True)

    @cached_property
    def condition(self) -> Condition:
        """The condition under which all play."""
        return condition(self.configured, self.clock, self.start)

    @property
    def words(self) -> str:
        """The conditions for people: "2,000 iterations", "2 ms of CPU time a decision"."""
        if self.clock == "wall":
            return f"the time limits of the contest{self.condition.origin}"
        words = Budget.parse(self.budget).words
        return words.replace("per move", "of CPU time a decision") + self.condition.origin


def refuse_people(seats: Iterable[str], said: str) -> None:
    """KnobError with these words where a person is among the players."""
    if any(seat.partition(":")[0] == HUMAN for seat in seats):
        raise KnobError(said)
