"""What a position of a match is worth for each seat: one definition for window, command line and
replays.

A finished match has its result. Before, a seat's value is what its own search last said, and there
is a gap until it has said something. A seat without a search has, in a zero-sum game of two that
move in turn, the other side of what the opponent's search says, and elsewhere the game's own
evaluation.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from engines.game import Game, State
from lab.match.decide import Decision
from search.measure import SeatValue, final_value, own_evaluation


def seat_values(
    game: Game,
    after: State,
    decisions: Sequence[Decision | None] = (),
    before: Sequence[SeatValue] = (),
    acted: Sequence[int] = (),
    thinkers: Sequence[int] = (),
) -> tuple[SeatValue, ...]:
    """The values per seat after a turn that the seats in `acted` chose; `before` are those of the
    turn before it, `thinkers` the seats that have a search.
    """
    if game.rules.is_over(after):
        results = np.zeros(game.seats)
        game.rules.outcome(after, results)
        return tuple(final_value(game, after, float(x)) for x in results)
    own = [_of_search(seat, decisions, before, acted, thinkers) for seat in range(game.seats)]
    facing = game.seats == 2 and game.zero_sum and not game.simultaneous
    found = []
    for seat, value in enumerate(own):
        other = own[1 - seat] if facing else None
        if value is None and seat in thinkers:
            value = SeatValue(math.nan)
        elif value is None:
            value = other.mirrored() if other else own_evaluation(game, after, seat)
        found.append(value)
    return tuple(found)


def _of_search(
    seat: int,
    decisions: Sequence[Decision | None],
    before: Sequence[SeatValue],
    acted: Sequence[int],
    thinkers: Sequence[int],
) -> SeatValue | None:
    """What the seat's own search says, in this turn or when it was last asked; None if it has no
    search (any more: the players may have changed sides), or one without a value.
    """
    decision = decisions[seat] if seat < len(decisions) else None
    if decision is not None and decision.snapshot.value is not None:
        return decision.snapshot.value.seen_by(seat)
    waits = seat < len(before) and seat not in acted and (not thinkers or seat in thinkers)
    return before[seat] if waits and before[seat].view == seat else None
