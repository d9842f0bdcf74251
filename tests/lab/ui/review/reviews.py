"""A review of a short match, with marks of every kind, for the tests of its parts."""

from __future__ import annotations

import math
from dataclasses import replace

from lab.files.review_lines import Estimate, ReviewedMove
from lab.match.play import play
from lab.match.seats import parse_game
from lab.review.judging import Ruler, Thresholds
from lab.ui.review.view import ReviewRow, ReviewView, view_of
from search.measure import SeatValue, ValueKind

GAME = parse_game("tictactoe")
LOST = (0.0, 3.0, 25.0, 5.0, 11.0, 0.0, 50.0, 9.5, 0.0)  # by turn


def value(number: float, seat: int) -> Estimate:
    return Estimate(SeatValue(number, ValueKind.SCORE, view=seat), 0.01)


def rows() -> list[ReviewRow]:
    """The nine turns of a drawn or won match; X moves in odd turns, seat 2 in even ones."""
    result = play(GAME, ["random", "random"], seed=1)
    states = [result.initial, *(turn.state for turn in result.turns)]
    assert len(result.turns) == 9
    found = []
    for turn, lost in enumerate(LOST, 1):
        seat, joint = (turn - 1) % 2, result.turns[turn - 1].joint
        after = max(joint[seat], 0)
        legal = [int(a) for a in range(9) if GAME.rules.is_legal(states[turn - 1], seat, a)]
        best = next((a for a in legal if a != after), after)
        other = [-1, -1]
        other[seat] = best
        move = ReviewedMove(
            turn,
            seat,
            (after,),
            (best if lost else after,),
            not lost,
            ((0.1, 0.6),),
            value(0.5, seat),
            value(0.3 + lost / 100, seat),
            value(0.3, seat),
            lost,
            1.0,
            line=(tuple(other),),
            iterations=500,
            skipped="one move" if turn == 9 else "",
        )
        found.append(ReviewRow(GAME, turn, states[turn - 1], move, 1, Thresholds()))
    return found


NAMES = ("UCT, 400 it", "a person")


def view(
    turn: int = 3, by_turn: bool = False, hides: bool = False, only: int | None = None
) -> ReviewView:
    """The review with the turn on the board."""
    limits, seat = Thresholds(), only or 0
    return view_of(GAME, rows(), 9, turn, seat, by_turn, NAMES, limits, Ruler(), (), hides, only)


KNOWN = {3: (5.0, 2.0, 6.2), 5: (13.0, 1.0, -2.0), 7: (58.0, 1.0, math.nan)}


def with_luck() -> ReviewView:
    """The same, with hindsight, its error, and luck in three turns."""
    made = [
        replace(
            row,
            move=replace(row.move, hindsight=known[0], hindsight_error=known[1], luck=known[2]),
        )
        if (known := KNOWN.get(row.turn))
        else row
        for row in rows()
    ]
    return view_of(GAME, made, 9, 3, 0, False, NAMES, Thresholds(), Ruler())
