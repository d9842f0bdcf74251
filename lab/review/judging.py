"""What a move lost: the value after the best move minus that after the played one, like with like.

Both come from searches of the same budget with the same side to move. Where both are proved, only
the outcome counts, however far away it is; a proved loss has nothing to lose, a proved win has lost
nothing.
"""

from __future__ import annotations

import math

from lab.files.review_lines import Estimate, ReviewedMove
from lab.words.values import UNITS
from search.base import DRAW, LOSS, WIN
from search.measure import SeatValue, ValueKind

CHANCES = (ValueKind.PROBABILITY, ValueKind.SCORE)
POINTS = 100.0  # of the whole range of values
SURE = {WIN: 1.0, DRAW: 0.5, LOSS: 0.0}


def share_of(value: SeatValue) -> float:
    """Where a value is between the worst, 0, and the best, 1."""
    if value.settled:
        return SURE[value.settled]
    return (value.number - value.low) / (value.high - value.low)


def points_lost(best: Estimate | None, played: Estimate | None) -> tuple[float, float]:
    """Points lost and their joint standard error, in hundredths of the range; NaN where one value
    is not known. What is not a loss counts as 0.
    """
    if best is None or played is None:
        return math.nan, math.nan
    lost = max(0.0, 100 * (share_of(best.value) - share_of(played.value)))
    settled = best.value.settled == LOSS or played.value.settled == WIN
    return (0.0 if settled else lost), joint_error(best, played)


def joint_error(*estimates: Estimate) -> float:
    """The standard error of a difference in points; a proved value has none."""
    errors = [_points(each) for each in estimates if not each.value.settled]
    return math.hypot(*errors) if errors else 0.0


def _points(estimate: Estimate) -> float:
    return 100 * estimate.error / (estimate.value.high - estimate.value.low)


def gained(after: Estimate | None, before: Estimate | None) -> float:
    """How many points more a position is worth than was expected; NaN where one is not known."""
    if after is None or before is None:
        return math.nan
    return 100 * (share_of(after.value) - share_of(before.value))


def unit_of(move: ReviewedMove) -> str:
    """What losses of the move are counted in: "points" of chances, "of the evaluation"."""
    value = _value(move)
    return "points" if value is None else UNITS.get(value.kind, "points")


def _value(move: ReviewedMove) -> SeatValue | None:
    return next((e.value for e in (move.after_best, move.after_played) if e is not None), None)


def span_of(move: ReviewedMove) -> float:
    """How much of the values' units POINTS are; POINTS where these are the unit: of chances."""
    value = _value(move)
    return POINTS if value is None or value.kind in CHANCES else value.high - value.low
