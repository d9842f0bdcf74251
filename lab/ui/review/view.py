"""What the parts of the review show: the judged moves of the line on the board, one of them
selected, and the values of the match as curves.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np

from engines.game import Game, State
from lab.files.review_lines import ReviewedMove
from lab.review.following import states_of
from lab.review.marks import GRAVE, Thresholds, mark_of
from lab.review.ruler import Ruler
from lab.review.summary import SeatSummary
from lab.review.words import line_labels, lost_words, move_words, value_words
from lab.ui.parts.marks import Marks, marks_of
from search.base import Floats
from search.measure import SeatValue

ROLES = {"blunder": "error", "mistake": "error", "slip": "warn"}  # the colour of a mark


@dataclass(frozen=True, eq=False)
class ReviewRow:
    """One judged move in turn `turn` (from 1), played in `state`; words are made when they are
    first needed. `other` is what another algorithm says of it.
    """

    game: Game
    turn: int
    state: State
    move: ReviewedMove
    seed: int
    thresholds: Thresholds
    other: ReviewedMove | None = None

    @property
    def key(self) -> tuple[int, int]:
        """Turn and seat."""
        return self.turn, self.move.seat

    @property
    def agent(self) -> int:
        """The agent whose mark the row has: the seat's first."""
        return self.game.agents_of(self.move.seat)[0]

    @cached_property
    def mark(self) -> str:
        """The name of its mark, or ""."""
        return mark_of(self.move, self.thresholds)

    @property
    def is_grave(self) -> bool:
        """Whether the keys for mistakes go there."""
        return self.mark in GRAVE

    @cached_property
    def played(self) -> str:
        """The played move in words."""
        return move_words(self.game, self.state, self.move.seat, self.move.played)

    @cached_property
    def best(self) -> str:
        """The best move in words."""
        if not self.move.best:
            return ""
        return move_words(self.game, self.state, self.move.seat, self.move.best)

    @cached_property
    def lost(self) -> str:
        """The loss in words."""
        return lost_words(self.move)

    @cached_property
    def chances(self) -> tuple[str, str]:
        """The value after the best and after the played move, in words."""
        return value_words(self.move.after_best), value_words(self.move.after_played)

    @property
    def differs(self) -> bool:
        """Whether something else would have been played."""
        return self.move.is_judged and not self.move.agrees

    @cached_property
    def states(self) -> list[State]:
        """The position and those that the better line leads through."""
        return states_of(self.game, self.state, self.move, self.seed, self.turn - 1)

    @cached_property
    def line(self) -> list[tuple[int, str]]:
        """The better line: who moves and what."""
        return line_labels(self.game, self.states[:-1], self.move.line)


@dataclass(frozen=True, eq=False)
class ValueCurve:
    """Values after turns [N], as shares of their range, for a seat; `name` is a branch's."""

    seat: int
    turns: Floats
    shares: Floats
    name: str = ""


@dataclass(frozen=True, eq=False)
class ReviewView:
    """Everything on show. `rows` are in the order of the table, `turn` is on the board, `seat` the
    one whose move is meant; `scale` is a value of the kind that the curves have.
    """

    game: Game
    rows: tuple[ReviewRow, ...] = ()
    turns: int = 0
    turn: int = 0
    seat: int = 0
    by_turn: bool = False
    hides: bool = False  # a person tries to find the move
    summaries: tuple[SeatSummary, ...] = ()
    players: tuple[str, ...] = ()
    curves: tuple[ValueCurve, ...] = ()
    scale: SeatValue | None = None
    ruler: Ruler = field(default_factory=Ruler)
    marks: Marks = field(default_factory=lambda: marks_of((0, 1)))
    kinds: tuple[str, ...] = ()

    @cached_property
    def selected(self) -> ReviewRow | None:
        """The row of the move on the board."""
        here = [row for row in self.rows if row.turn == self.turn]
        return next((row for row in here if row.move.seat == self.seat), next(iter(here), None))

    @cached_property
    def in_order(self) -> tuple[ReviewRow, ...]:
        """The rows by turn and seat."""
        return tuple(sorted(self.rows, key=lambda row: row.key))

    @property
    def mistakes(self) -> tuple[ReviewRow, ...]:
        """The mistakes and blunders, by turn."""
        return tuple(row for row in self.in_order if row.is_grave)

    @property
    def with_others(self) -> bool:
        """Whether there is a second opinion."""
        return any(row.other is not None for row in self.rows)


def curve_of(
    rows: Sequence[ReviewRow], seat: int, mirrors: bool, ruler: Ruler, name: str = ""
) -> ValueCurve:
    """What the positions after the moves are worth for a seat, by turn; `mirrors` takes the other
    seat's moves too, whose value is the other side of it.
    """
    found: dict[int, float] = {}
    for row in rows:
        estimate, own = row.move.after_played, row.move.seat == seat
        if estimate is not None and estimate.value.known and (own or mirrors):
            share = ruler.place(estimate.value)
            found[row.turn] = share if own else 1 - share
            before = row.move.value
            if row.turn == 1 and before is not None and before.value.known:
                first = ruler.place(before.value)
                found[0] = first if own else 1 - first
    turns = np.array(sorted(found), np.float64)
    return ValueCurve(seat, turns, np.array([found[int(t)] for t in turns]), name)
