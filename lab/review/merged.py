"""What is shown of several reviews of one match: for each move the newest word of the algorithm
that reviewed first, and as a second opinion that of any other.

The moves of a review by turn, or the largest loss first.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from lab.files.review_lines import Review, ReviewedMove, ReviewHead

Key = tuple[int, int]  # turn of the tree, seat


@dataclass(frozen=True)
class MergedReview:
    """`moves` with the search of each, `others` the second opinions; `head` is the newest search
    of the first algorithm, None without a review.
    """

    head: ReviewHead | None = None
    moves: Mapping[Key, ReviewedMove] = field(default_factory=dict)
    heads: Mapping[Key, ReviewHead] = field(default_factory=dict)
    others: Mapping[Key, ReviewedMove] = field(default_factory=dict)
    other: ReviewHead | None = None


def merged(reviews: Sequence[Review], first: str = "") -> MergedReview:
    """The reviews in the order in which they were made; `first` is the algorithm whose word
    counts, by default that of the first review.
    """
    chosen = first or next((each.head.spec.name for each in reviews), "")
    moves: dict[Key, ReviewedMove] = {}
    heads: dict[Key, ReviewHead] = {}
    others: dict[Key, ReviewedMove] = {}
    head = other = None
    for review in reviews:
        if review.head.spec.name == chosen:
            head = review.head
            moves |= review.moves
            heads |= dict.fromkeys(review.moves, review.head)
        else:
            other = review.head
            others |= review.moves
    return MergedReview(head, moves, heads, others, other)


Numbered = tuple[int, ReviewedMove]  # with the turn of the line on show, counted from 1


def moves_of(review: Review, numbers: Sequence[int]) -> list[Numbered]:
    """The moves of a line whose turns have these numbers in the tree, by turn and seat."""
    turns = {number: turn for turn, number in enumerate(numbers, 1)}
    found = [(turns[m.turn], m) for m in review.moves.values() if m.turn in turns]
    return sorted(found, key=lambda pair: (pair[0], pair[1].seat))


def by_loss(moves: Sequence[Numbered]) -> list[Numbered]:
    """The largest loss first; moves that are not judged last."""
    return sorted(moves, key=lambda p: (-p[1].lost if p[1].is_judged else 1.0, p[0], p[1].seat))
