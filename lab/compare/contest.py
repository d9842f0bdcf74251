"""A against B from one position, as the sweep's machinery plays it: sides swapped, other seeds,
until it is settled who is better.
"""

from __future__ import annotations

from pathlib import Path

from engines.game import Game
from lab.experiments.sweep.plan import SETTLE, SweepPlan
from lab.match.budget import DEFAULT_BUDGET
from lab.match.records import Contesting
from lab.match.seats import format_seat

MATCHES = 200


def contest(
    game: Game,
    first: Contesting,
    second: Contesting,
    start: Path,
    matches: int = MATCHES,
    shake: int = 0,
) -> SweepPlan:
    """The plan of at most so many matches, each begun in the last position of the replay `start`,
    or in `shake` positions near it in turn; every seed is played in every seating.
    """
    rounds = max(1, matches // game.seats)
    return SweepPlan(
        game.spec,
        format_seat(first, game),
        (),
        (format_seat(second, game),) if game.seats > 1 else (),
        rounds * game.seats,
        DEFAULT_BUDGET.text,
        rule=SETTLE,
        start=str(start),
        shake=shake,
    )
