"""The moves of a review by turn, or the largest loss first."""

from __future__ import annotations

from collections.abc import Sequence

from lab.files.review_lines import Review, ReviewedMove

Numbered = tuple[int, ReviewedMove]  # with the turn of the line on show, counted from 1


def moves_of(review: Review, numbers: Sequence[int]) -> list[Numbered]:
    """The moves of a line whose turns have these numbers in the tree, by turn and seat."""
    turns = {number: turn for turn, number in enumerate(numbers, 1)}
    found = [(turns[m.turn], m) for m in review.moves.values() if m.turn in turns]
    return sorted(found, key=lambda pair: (pair[0], pair[1].seat))


def by_loss(moves: Sequence[Numbered]) -> list[Numbered]:
    """The largest loss first; moves that are not judged last."""
    return sorted(moves, key=lambda p: (-p[1].lost if p[1].is_judged else 1.0, p[0], p[1].seat))
