"""Cards as bits, and how strong the best five of up to seven are.

A card is a bit of an int64: 16 bits for each suit, clubs lowest, of which 13 are ranks, the two
lowest. So a set of cards is an int64 too, and a suit's ranks are one mask of 13 bits.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engines.jit import inlined
from engines.knobs import KnobError

RANKS, SUITS, SIGNS = "23456789TJQKA", "cdhs", "♣♦♥♠"
HIGH_CARD, PAIR, TWO_PAIR, THREE, STRAIGHT, FLUSH, FULL_HOUSE, FOUR, STRAIGHT_FLUSH = range(9)
COUNT, ONE, TWO, THREE_OF, FIVE, RUN = 0, 1, 2, 3, 5, 6  # rows of the table of rank masks


def cards(text: str) -> list[int]:
    """The cards of a text such as "As Ah" or "10h2c", one bit each; KnobError names what is not a
    card.
    """
    plain = text.replace(" ", "").replace(",", "").replace("10", "T")
    found = []
    for k in range(0, len(plain), 2):
        rank, suit = RANKS.find(plain[k].upper()), SUITS.find(plain[k + 1 : k + 2].lower() or "?")
        if rank < 0 or suit < 0:
            raise KnobError(
                f"{plain[k : k + 2]} is not a card; a card is a rank of {RANKS} and a suit "
                f"of {SUITS}, such as As or Td."
            )
        found.append(1 << 16 * suit + rank)
    return found


def words(card: int) -> str:
    """The card with its suit's sign: "A♠"."""
    suit, rank = divmod(card.bit_length() - 1, 16)
    return RANKS[rank] + SIGNS[suit]


def deck() -> list[int]:
    """All 52 cards."""
    return [1 << 16 * suit + rank for suit in range(4) for rank in range(13)]


@cache
def rank_table() -> NDArray[np.int32]:
    """For each mask of ranks, [7, 8192]: how many, the highest 1 to 5 of them, and the highest rank
    of a straight as a bit, else 0.
    """
    table = np.zeros((7, 1 << 13), np.int32)
    for mask in range(1 << 13):
        kept = [1 << rank for rank in range(12, -1, -1) if mask >> rank & 1]
        table[COUNT, mask] = len(kept)
        for most in range(1, 6):
            table[most, mask] = sum(kept[:most])
        around = mask << 1 | mask >> 12  # the ace below the two as well
        tops = [top for top in range(12, 2, -1) if around >> top - 3 & 31 == 31]
        table[RUN, mask] = 1 << tops[0] if tops else 0
    table.setflags(write=False)
    return table


@inlined
def strength(held: int, table: Any) -> int:
    """How strong the best five of the cards `held` are: the category from bit 26 on, then the ranks
    that make it, then the kickers.
    """
    c, d = held & 8191, held >> 16 & 8191
    h, s = held >> 32 & 8191, held >> 48 & 8191
    ranks = c | d | h | s
    repeats = (
        table[COUNT, c] + table[COUNT, d] + table[COUNT, h] + table[COUNT, s] - table[COUNT, ranks]
    )
    # 1. a flush: at most one suit has five of seven cards
    flush = 0
    for suit in (c, d, h, s):
        if table[COUNT, suit] >= 5:
            flush = suit
    if flush and table[RUN, flush]:
        return STRAIGHT_FLUSH << 26 | table[RUN, flush] << 13
    # 2. four of a kind and full houses need three cards beyond the first of their ranks
    even = ranks ^ (c ^ d ^ h ^ s)  # ranks held twice, or four times
    thrice = ((c & d) | (h & s)) & ((c & h) | (d & s))  # or four times
    if repeats >= 3:
        four = c & d & h & s
        if four:
            return FOUR << 26 | four << 13 | table[ONE, ranks ^ four]
        if thrice:
            three = table[ONE, thrice]
            return FULL_HOUSE << 26 | three << 13 | table[ONE, (even | thrice) ^ three]
    if flush:
        return FLUSH << 26 | table[FIVE, flush] << 13
    if table[RUN, ranks]:
        return STRAIGHT << 26 | table[RUN, ranks] << 13
    # 3. pairs and three of a kind
    if repeats == 0:
        return HIGH_CARD << 26 | table[FIVE, ranks]
    if repeats == 1:
        return PAIR << 26 | even << 13 | table[THREE_OF, ranks ^ even]
    if thrice:
        return THREE << 26 | thrice << 13 | table[TWO, ranks ^ thrice]
    pairs = table[TWO, even]
    return TWO_PAIR << 26 | pairs << 13 | table[ONE, ranks ^ pairs]
