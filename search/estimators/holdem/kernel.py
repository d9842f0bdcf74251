"""Deals of Texas Hold'em, compiled: at random, or all of them.

Shapes: [H] hands, [D] cards left in the deck.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from engines import jit
from engines.draws import draw_below
from engines.jit import inlined
from search.base import Floats, Ints
from search.estimators.holdem.cards import strength


@inlined
def share(
    hands: Ints, board: int, table: Any, strengths: Ints, sums: Floats, squares: Floats
) -> None:
    """Adds to `sums` and `squares` [H] what each hand wins of one pot: all of it, its share of a
    tie, or nothing.
    """
    best, equals = -1, 0
    for k in range(hands.size):
        strengths[k] = strength(hands[k] | board, table)
        if strengths[k] > best:
            best, equals = strengths[k], 1
        elif strengths[k] == best:
            equals += 1
    part = 1.0 / equals
    for k in range(hands.size):
        if strengths[k] == best:
            sums[k] += part
            squares[k] += part * part


def deal(
    hands: Ints,
    known: Ints,
    board: int,
    missing: int,
    deck: Ints,
    table: Any,
    strengths: Ints,
    sums: Floats,
    squares: Floats,
    rng: Any,
    n: int,
) -> int:
    """Deals the unknown cards `n` times: hands whose cards in `known` [H] are 0, and `missing`
    cards of the board; returns the last board.

    `hands` [H] becomes what was dealt last; `deck` [D] is shuffled in place, which leaves every
    order as likely as before.
    """
    whole = board
    for _ in range(n):
        drawn = 0
        for k in range(known.size):
            hands[k] = known[k]
            if known[k] == 0:
                for _ in range(2):
                    other = drawn + draw_below(rng, deck.size - drawn)
                    deck[drawn], deck[other] = deck[other], deck[drawn]
                    hands[k] |= deck[drawn]
                    drawn += 1
        whole = board
        for _ in range(missing):
            other = drawn + draw_below(rng, deck.size - drawn)
            deck[drawn], deck[other] = deck[other], deck[drawn]
            whole |= deck[drawn]
            drawn += 1
        share(hands, whole, table, strengths, sums, squares)
    return whole


def count(
    hands: Ints,
    unknown: int,
    board: int,
    missing: int,
    deck: Ints,
    left: Ints,
    places: Ints,
    table: Any,
    strengths: Ints,
    sums: Floats,
    squares: Floats,
) -> int:
    """Goes through all deals: of the hand numbered `unknown`, -1 if all are known, and of `missing`
    cards of the board; returns how many.

    `left` [D] and `places` [5] are scratch.
    """
    deals = 0
    size = deck.size
    for first in range(size if unknown >= 0 else 1):
        for second in range(first + 1, size if unknown >= 0 else first + 2):
            # 1. the unknown hand, and the deck without it
            n = 0
            for k in range(size):
                if unknown < 0 or k not in (first, second):
                    left[n] = deck[k]
                    n += 1
            if unknown >= 0:
                hands[unknown] = deck[first] | deck[second]
            # 2. all choices of places for the board's missing cards, in lexicographic order
            for k in range(missing):
                places[k] = k
            while True:
                whole = board
                for k in range(missing):
                    whole |= left[places[k]]
                share(hands, whole, table, strengths, sums, squares)
                deals += 1
                k = missing - 1
                while k >= 0 and places[k] == n - missing + k:
                    k -= 1
                if k < 0:
                    break
                places[k] += 1
                for j in range(k + 1, missing):
                    places[j] = places[j - 1] + 1
    return deals


def compiled_deal() -> Any:
    """`deal`, compiled and kept on disk."""
    return jit.kernel(lambda: deal, "estimator.holdem", ("holdem",), __name__)


def compiled_count() -> Any:
    """`count`, compiled and kept on disk."""
    return jit.kernel(lambda: count, "estimator.holdem.all", ("holdem all",), __name__)


def room(hands: int) -> tuple[Ints, Floats, Floats]:
    """Scratch and sums for `hands` hands: strengths, sums and sums of squares, [H] each."""
    return np.zeros(hands, np.int64), np.zeros(hands), np.zeros(hands)
