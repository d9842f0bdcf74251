"""What numbers of a search measure: the means of root actions with the ends of their axes, and the
value of a seat.

The value of a seat has one of four kinds. Everything that shows, records or compares it reads the
kind from here; no number is a chance, a score or an evaluation by its looks.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import NamedTuple

import numpy as np

from engines.game import Game, State


class Kind(StrEnum):
    """What a mean measures."""

    SHARE = "share"  # expected score: 1 won, 0.5 drawn, 0 lost
    PAYOFF = "payoff"  # mean payoff of a graded game, in its payoffs
    PART = "part"  # the same from 0 lowest to 1 highest: only in files of older versions
    CHANCE = "chance"  # the same in a game without draws: the probability of winning
    OUTCOME = "outcome"  # -1 lost, 1 won
    SCALED = "scaled"  # a value on the range of all values seen
    FITNESS = "fitness"  # of the sequences that begin with an action, in the game's units
    SEQUENCE = "sequence"  # the same from 0 worst to 1 best: only in files of older versions
    VALUE = "value"  # the game's evaluation
    LIMIT = "limit"  # the same, but for an action that was cut its upper bound
    BEST = "best"  # the best score behind an action
    SPOILED = "spoiled"  # minus the evaluation of the best opponent
    AGAINST = "against"  # minus the searching side's evaluation, of another one's action


WORDS = {
    Kind.SHARE: "expected score, a draw counts half",
    Kind.PAYOFF: "payoff",
    Kind.PART: "payoff, 0 lowest to 1 highest",
    Kind.CHANCE: "chance to win",
    Kind.OUTCOME: "-1 lost to 1 won",
    Kind.SCALED: "0 worst to 1 best seen",
    Kind.FITNESS: "mean fitness of its sequences, game's units",
    Kind.SEQUENCE: "0 worst to 1 best sequence seen",
    Kind.VALUE: "game's units",
    Kind.LIMIT: "game's units; of a cut move the most",
    Kind.BEST: "best score behind it, game's units",
    Kind.SPOILED: "minus the opponent's value",
    Kind.AGAINST: "minus the searching side's value",
}
OLDER = {
    "share of the match won": Kind.SHARE,
    "the game's own value; a move that was cut shows the most it can be worth": Kind.LIMIT,
}
_ENDS = {
    Kind.SHARE: (0.0, 1.0),
    Kind.PART: (0.0, 1.0),
    Kind.CHANCE: (0.0, 1.0),
    Kind.OUTCOME: (-1.0, 1.0),
    Kind.SCALED: (0.0, 1.0),
    Kind.SEQUENCE: (0.0, 1.0),
}


def ends_of(kind: Kind, low: float = math.nan, high: float = math.nan) -> tuple[float, float]:
    """The ends of the axis, `low` and `high` where they are given; NaN where the kind has none."""
    usual = _ENDS.get(kind, (math.nan, math.nan))
    return usual[0] if math.isnan(low) else low, usual[1] if math.isnan(high) else high


def unit_words(kind: Kind, low: float = math.nan, high: float = math.nan) -> str:
    """What a mean measures, in words; of a payoff with its range: "payoff, −6 to 6"."""
    if kind is not Kind.PAYOFF or math.isnan(low) or math.isnan(high):
        return WORDS[kind]
    return f"{WORDS[kind]}, {low:g} to {high:g}".replace("-", "−")


def exploited_unit(kind: Kind) -> str:
    """The unit of the exploitability of a table whose means are of that kind."""
    return WORDS[kind].partition(",")[0] if kind in _VALUES else "game's evaluation"


def even_of(kind: Kind) -> float:
    """The mean of a position in which nobody is ahead; NaN where the kind has none."""
    halves = dict.fromkeys((Kind.SHARE, Kind.PART, Kind.CHANCE), 0.5)
    return (halves | {Kind.PAYOFF: 0.0, Kind.OUTCOME: 0.0}).get(kind, math.nan)


class Axis(NamedTuple):
    """How values are shown: (value - zero) / scale."""

    zero: float
    scale: float
    kind: Kind

    def raw(self, shown: float) -> float:
        """The value behind a number as shown."""
        return self.zero + self.scale * shown

    @property
    def ends(self) -> tuple[float, float]:
        """The numbers of the worst and the best outcome, as shown; NaN where values are none."""
        if self.kind not in _VALUES:
            return math.nan, math.nan
        return (-1.0 - self.zero) / self.scale, (1.0 - self.zero) / self.scale


def results_axis(game: Game, state: State) -> Axis:
    """How outcomes, which are in [-1, 1], are shown in matches through that position: in graded
    games as payoffs, elsewhere a win counts 1 and a loss 0.
    """
    if game.graded:
        return Axis(0.0, 1.0 / game.worth(state), Kind.PAYOFF)
    return Axis(-1.0, 2.0, Kind.SHARE if game.draws else Kind.CHANCE)


def kind_of(word: str) -> Kind:
    """The kind with this name or these words, also of older files; VALUE where there is none."""
    known = {OLDER.get(word), *(kind for kind in Kind if word in (kind.value, WORDS[kind]))}
    return next((kind for kind in Kind if kind in known), Kind.VALUE)


class ValueKind(StrEnum):
    """What the value of a seat is."""

    PROBABILITY = "probability"  # of winning: playouts to the end, in a game without draws
    SCORE = "score"  # expected score of playouts to the end: 1 won, 0.5 drawn, 0 lost
    PAYOFF = "payoff"  # mean payoff of playouts to the end, in the payoffs of a graded game
    PART = "part"  # the same from 0 lowest to 1 highest: only in files of older versions
    EVALUATION = "evaluation"  # the game's evaluation, in the game's units
    UNKNOWN = "unknown"  # -1 to 1 in a file of an older version, which did not record the kind


@dataclass(frozen=True)
class SeatValue:
    """What a position is worth for one seat; a NaN is a gap."""

    number: float
    kind: ValueKind = ValueKind.EVALUATION
    low: float = 0.0  # the range in which numbers of this kind are
    high: float = 1.0
    # the seat whose search says so; None: the game's evaluation of the position, or a result
    view: int | None = None
    # "win", "loss" or "draw" where that is proved or the match is over; of a payoff its sign
    proven: str = ""

    @property
    def known(self) -> bool:
        """Whether there is a number."""
        return math.isfinite(self.number)

    @property
    def settled(self) -> str:
        """`proven` where that says everything: a payoff has a size as well."""
        return "" if self.kind in (ValueKind.PAYOFF, ValueKind.PART) else self.proven

    def seen_by(self, seat: int) -> SeatValue:
        """The same as the estimate of that seat's search."""
        return replace(self, view=seat)

    def mirrored(self) -> SeatValue:
        """The other seat's value in a zero-sum game of two seats, as the same search sees it."""
        low, high = self.low, self.high
        if self.kind in (ValueKind.PROBABILITY, ValueKind.SCORE, ValueKind.PART):
            number = 1.0 - self.number
        else:
            number, low, high = 0.0 - self.number, 0.0 - high, 0.0 - low
        other = {"win": "loss", "loss": "win"}.get(self.proven, self.proven)
        return replace(self, number=number, low=low, high=high, proven=other)


_VALUES = {
    Kind.SHARE: ValueKind.SCORE,
    Kind.CHANCE: ValueKind.PROBABILITY,
    Kind.PAYOFF: ValueKind.PAYOFF,
}


def result_value(game: Game, state: State, outcome: float, proven: str = "") -> SeatValue:
    """The value of a mean outcome in [-1, 1]: a payoff in a graded game, a probability where the
    game has no draws, else the expected score.
    """
    axis = results_axis(game, state)
    number = (outcome - axis.zero) / axis.scale
    return SeatValue(number, _VALUES[axis.kind], *axis.ends, proven=proven)


def evaluation(game: Game, number: float, proven: str = "") -> SeatValue:
    """The value of a number in the game's units."""
    return SeatValue(number, ValueKind.EVALUATION, *game.value_range, proven=proven)


def final_value(game: Game, state: State, outcome: float) -> SeatValue:
    """The value of a finished match for a seat with that outcome in [-1, 1]. A payoff between the
    ends has won or lost by its sign where the other seat has the opposite one; elsewhere a payoff
    is neither.
    """
    proven = "draw" if outcome == 0 else {1.0: "win", -1.0: "loss"}.get(outcome, "")
    if game.graded:
        sign = "draw" if outcome == 0 else "win" if outcome > 0 else "loss"
        proven = sign if game.zero_sum else ""
    return result_value(game, state, outcome, proven)


def own_evaluation(game: Game, state: State, seat: int) -> SeatValue:
    """The game's own evaluation of a position: the mean over the seat's agents, as if a search
    began there.
    """
    position, values, weights = game.copy(state), np.zeros(game.agents), game.weights()
    if game.rules.prepare is not None:
        game.rules.prepare(position, weights)
    game.rules.value(position, weights, values)
    return evaluation(game, float(values[list(game.agents_of(seat))].mean()) + 0.0)
