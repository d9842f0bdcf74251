"""What a move lost: the value after the best move minus that after the played one, like with like.

Both come from searches of the same budget with the same side to move. Where both are proved, only
the outcome counts, however far away it is; a proved loss has nothing to lose, a proved win has lost
nothing.

Names the moves that lost: slip, mistake and blunder, by thresholds that a person may move.

How large a loss is in a match whose values are evaluations: their range says what a game allows,
not what is usual, so losses are held against the axis on which the match's values are shown.

How each seat played, counted over the moves that a review has judged.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np

from lab.files.review_lines import Estimate, ReviewedMove
from lab.words.asked import option
from lab.words.settings import Settings
from lab.words.values import UNITS, axis_ends
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


ERRORS = 2.0  # joint standard errors that a loss has to be above
SLIP, MISTAKE, BLUNDER = "slip", "mistake", "blunder"
GRAVE = (MISTAKE, BLUNDER)  # what the keys for mistakes go to


class Threshold(NamedTuple):
    """A name and the points from which on a loss has it."""

    name: str
    points: float


@dataclass(frozen=True)
class Thresholds:
    """From how many points on a move is marked."""

    slip: float = option("from how many points on a move is a slip", 4.0, metavar="POINTS")
    mistake: float = option("from how many points on a move is a mistake", 9.0, metavar="POINTS")
    blunder: float = option("from how many points on a move is a blunder", 20.0, metavar="POINTS")

    @property
    def grades(self) -> tuple[Threshold, ...]:
        """The gravest first."""
        return (
            Threshold(BLUNDER, self.blunder),
            Threshold(MISTAKE, self.mistake),
            Threshold(SLIP, self.slip),
        )


USUAL = Thresholds()


def set_in(settings: Settings) -> Thresholds:
    """The thresholds that a person has set."""
    return Thresholds(settings.slip, settings.mistake, settings.blunder)


def mark_of(move: ReviewedMove, thresholds: Thresholds = USUAL) -> str:
    """What the move is called; "" if it lost nothing that is worth a name, or nothing certain."""
    if not move.is_judged or move.lost <= ERRORS * move.error:
        return ""
    return next((name for name, points in thresholds.grades if move.lost >= points), "")


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
