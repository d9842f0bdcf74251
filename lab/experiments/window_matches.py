"""Matches that were played to their end in the window, kept next to those of experiments.

They are games by the clock, whatever their budgets: a window's searches share the computer with one
another and with the person. So they belong to an experiment of their own and count for no other.
"""

from __future__ import annotations

import platform
import time

from lab.batch.entrants import condition, entrant
from lab.batch.games import Clock, GameRecord, LineUp
from lab.batch.scoring import metrics_of, seat_records
from lab.batch.tape import packed
from lab.match.play import MatchResult
from lab.match.seat import Person
from lab.match.seats import game_of
from lab.store.store import Store

WINDOW = "window"  # the experiment, and its kind
CLOCK: Clock = "wall"


def keep_match(store: Store, result: MatchResult) -> None:
    """Keeps a match, unless a person took part, who is no player that could meet others, or nobody
    can win.
    """
    seats, game = result.setup.seats, game_of(result.setup)
    if any(isinstance(seat, Person) for seat in seats) or not game.has_winner:
        return
    lineup = LineUp(condition(game, CLOCK), tuple(entrant(game, seat) for seat in seats))
    record = GameRecord(
        result.setup.seed,
        seating=0,
        seats=seat_records(game, result, range(len(seats)), CLOCK),
        started=time.time(),
        seconds=round(_seconds(result), 3),
        turns=len(result.turns),
        reason=result.reason,
        tape=packed(result.turns),
        host=platform.node(),
        metrics=metrics_of(result.turns),
    )
    store.experiment(WINDOW, WINDOW)
    store.add(WINDOW, 0, lineup, [record])


def _seconds(result: MatchResult) -> float:
    """The time of all decisions; how long a person looked at the match is nobody's figure."""
    return sum(d.seconds for turn in result.turns for d in turn.decisions if d is not None)
