"""How each seat played, counted over the moves that a review has judged."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from lab.files.review_lines import ReviewedMove
from lab.review.judging import POINTS, span_of, unit_of
from lab.review.marks import BLUNDER, MISTAKE, SLIP, USUAL, Thresholds, mark_of

PARTS = 3  # of the match


@dataclass(frozen=True)
class SeatSummary:
    """One seat's moves: how many were judged, points lost a move (NaN without any), how many of
    them have each mark, the share that the review would have played, and the points lost a move in
    each third of the match.
    """

    seat: int
    moves: int
    lost: float
    marks: Mapping[str, int]
    agreed: float
    thirds: tuple[float, ...]
    span: float = POINTS  # how much of the values' units POINTS are
    unit: str = "points"  # as `unit_of` names it


def summary_of(
    moves: Sequence[tuple[int, ReviewedMove]],
    seat: int,
    turns: int,
    thresholds: Thresholds = USUAL,
) -> SeatSummary:
    """The summary of one seat; `moves` have their turn, counted from 1, and `turns` are those of
    the whole line.
    """
    own = [(turn, move) for turn, move in moves if move.seat == seat and move.is_judged]
    marks = [mark_of(move, thresholds) for _, move in own]
    thirds: list[list[float]] = [[] for _ in range(PARTS)]
    for turn, move in own:
        thirds[PARTS * (turn - 1) // max(1, turns)].append(move.lost)
    return SeatSummary(
        seat,
        len(own),
        _mean([move.lost for _, move in own]),
        {name: marks.count(name) for name in (BLUNDER, MISTAKE, SLIP)},
        _mean([float(move.agrees) for _, move in own]),
        tuple(map(_mean, thirds)),
        next((span_of(move) for _, move in own), POINTS),
        next((unit_of(move) for _, move in own), "points"),
    )


def _mean(numbers: Sequence[float]) -> float:
    return sum(numbers) / len(numbers) if numbers else math.nan
