"""What the means of a search measure: the kinds, the ends of their axes, and their words."""

from __future__ import annotations

import math
from enum import StrEnum


class Kind(StrEnum):
    """What a mean measures."""

    SHARE = "share"  # of the match won: 0 lost, 1 won
    OUTCOME = "outcome"  # -1 lost, 1 won
    SCALED = "scaled"  # a value on the range of all values seen
    SEQUENCE = "sequence"  # the same of sequences
    VALUE = "value"  # the game's evaluation
    LIMIT = "limit"  # the same, but for an action that was cut its upper bound
    BEST = "best"  # the best score behind an action
    SPOILED = "spoiled"  # minus the evaluation of the best opponent


WORDS = {
    Kind.SHARE: "share of the match won",
    Kind.OUTCOME: "-1 lost to 1 won",
    Kind.SCALED: "0 worst to 1 best seen",
    Kind.SEQUENCE: "0 worst to 1 best sequence seen",
    Kind.VALUE: "game's units",
    Kind.LIMIT: "the game's own value; a move that was cut shows the most it can be worth",
    Kind.BEST: "best score behind it, game's units",
    Kind.SPOILED: "minus the opponent's value",
}
_ENDS = {
    Kind.SHARE: (0.0, 1.0),
    Kind.OUTCOME: (-1.0, 1.0),
    Kind.SCALED: (0.0, 1.0),
    Kind.SEQUENCE: (0.0, 1.0),
}


def ends_of(kind: Kind, low: float = math.nan, high: float = math.nan) -> tuple[float, float]:
    """The ends of the axis, `low` and `high` where they are given; NaN where the kind has none."""
    usual = _ENDS.get(kind, (math.nan, math.nan))
    return usual[0] if math.isnan(low) else low, usual[1] if math.isnan(high) else high


def even_of(kind: Kind) -> float:
    """The mean of a position in which nobody is ahead; NaN where the kind has none."""
    return {Kind.SHARE: 0.5, Kind.OUTCOME: 0.0}.get(kind, math.nan)


def kind_of(word: str) -> Kind:
    """The kind with this name or these words; VALUE where there is none."""
    return next((kind for kind in Kind if word in (kind.value, WORDS[kind])), Kind.VALUE)
