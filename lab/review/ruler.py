"""How large a loss is in a match whose values are evaluations: their range says what a game allows,
not what is usual, so losses are held against the axis on which the match's values are shown.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

import numpy as np

from lab.files.review_lines import ReviewedMove
from lab.review.judging import CHANCES, SURE
from lab.review.marks import Thresholds
from lab.words.values import axis_ends
from search.measure import SeatValue


@dataclass(frozen=True)
class Ruler:
    """The ends of the axis, and its length as a share of the whole range: 1 for chances."""

    low: float = 0.0
    high: float = 1.0
    share: float = 1.0

    def place(self, value: SeatValue) -> float:
        """Where a value is on the axis, 0 at its lower end and 1 at its upper one."""
        if value.settled:
            return SURE[value.settled]
        at = (value.number - self.low) / (self.high - self.low)
        return min(1.0, max(0.0, at))

    def thresholds(self, usual: Thresholds) -> Thresholds:
        """The thresholds in hundredths of the range."""
        return replace(
            usual,
            slip=usual.slip * self.share,
            mistake=usual.mistake * self.share,
            blunder=usual.blunder * self.share,
        )


def ruler_of(moves: Iterable[ReviewedMove]) -> Ruler:
    """The ruler for the moves of a match."""
    known = [
        each.value
        for move in moves
        for each in (move.value, move.after_best, move.after_played)
        if each is not None and each.value.known and each.value.view is not None
    ]
    judged = [value for value in known if value.kind not in CHANCES]
    if not judged:
        return Ruler()
    whole = judged[0].high - judged[0].low
    numbers = np.array([value.number for value in judged if not value.settled])
    low, high = axis_ends(numbers, all(value.low == -value.high for value in judged))
    return Ruler(low, high, min(1.0, (high - low) / whole))
