"""Asks before an experiment from a file starts a program of its own."""

from __future__ import annotations

from lab.experiments.sweep import SweepPlan
from lab.live.trust import Trust
from lab.match.seat import ProgramSeat, SeatSpec
from lab.ui.parts.messages import ErrorBar


class Permission:
    """Holds a plan while its programs wait for a confirmation."""

    def __init__(self, trust: Trust, bar: ErrorBar) -> None:
        self._trust, self._bar = trust, bar
        self._plan: SweepPlan | None = None

    @property
    def asks(self) -> bool:
        """Whether the bar asks for a confirmation now."""
        return self._plan is not None

    def has(self, plan: SweepPlan, typed: bool) -> bool:
        """Whether all programs of a plan may be started, as they may if their commands were
        `typed` here; if not, asks.
        """
        players = _players(plan)
        if typed:
            self._trust.confirm_seats(players)
        if self._trust.covers(players):
            return True
        commands = [s.program.command for s in players if isinstance(s, ProgramSeat)]
        strange = next(c for c in commands if not self._trust.knows(c))
        self._plan = plan
        self._bar.show_error(
            "A recorded command is not started unasked",
            f"This experiment plays with the program {strange}, which has to be started on this "
            "computer.",
            "",
            ("Start the program here", "Close this"),
        )
        return False

    def answer(self, yes: bool) -> None:
        """The user's answer."""
        plan, self._plan = self._plan, None
        if yes and plan is not None:
            self._trust.confirm_seats(_players(plan))


def _players(plan: SweepPlan) -> tuple[SeatSpec, ...]:
    return (*plan.grid.seats, *plan.grid.against)
