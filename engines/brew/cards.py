"""The cards of Witch's Brew: 42 spells of the tome, four basic ones, 36 orders, and tables made of
them.

Shapes: [C] spells, [R] orders' numbers, [T] tiers of ingredients, [B] bags (contents of an
inventory).
"""

from __future__ import annotations

import itertools

import numpy as np

TIERS = 4
ROOM = 10  # ingredients in an inventory
# fmt: off
TOME = (  # each spell's effect by tier; the index is its number in the contest
    (-3, 0, 0, 1), (3, -1, 0, 0), (1, 1, 0, 0), (0, 0, 1, 0), (3, 0, 0, 0), (2, 3, -2, 0),
    (2, 1, -2, 1), (3, 0, 1, -1), (3, -2, 1, 0), (2, -3, 2, 0), (2, 2, 0, -1), (-4, 0, 2, 0),
    (2, 1, 0, 0), (4, 0, 0, 0), (0, 0, 0, 1), (0, 2, 0, 0), (1, 0, 1, 0), (-2, 0, 1, 0),
    (-1, -1, 0, 1), (0, 2, -1, 0), (2, -2, 0, 1), (-3, 1, 1, 0), (0, 2, -2, 1), (1, -3, 1, 1),
    (0, 3, 0, -1), (0, -3, 0, 2), (1, 1, 1, -1), (1, 2, -1, 0), (4, 1, -1, 0), (-5, 0, 0, 2),
    (-4, 0, 1, 1), (0, 3, 2, -2), (1, 1, 3, -2), (-5, 0, 3, 0), (-2, 0, -1, 2), (0, 0, -3, 3),
    (0, -3, 3, 0), (-3, 3, 0, 0), (-2, 2, 0, 0), (0, 0, -2, 2), (0, -2, 2, 0), (0, 0, 2, -1),
)
# fmt: on
BASIC = ((2, 0, 0, 0), (-1, 1, 0, 0), (0, -1, 1, 0), (0, 0, -1, 1))
FIRST_BASIC = len(TOME)
SPELLS = len(TOME) + len(BASIC)
FIRST_ORDER = 42  # the number of the first order in the contest
# fmt: off
ORDERS = (  # ingredients, price
    ((2, 2, 0, 0), 6), ((3, 2, 0, 0), 7), ((0, 4, 0, 0), 8), ((2, 0, 2, 0), 8),
    ((2, 3, 0, 0), 8), ((3, 0, 2, 0), 9), ((0, 2, 2, 0), 10), ((0, 5, 0, 0), 10),
    ((2, 0, 0, 2), 10), ((2, 0, 3, 0), 11), ((3, 0, 0, 2), 11), ((0, 0, 4, 0), 12),
    ((0, 2, 0, 2), 12), ((0, 3, 2, 0), 12), ((0, 2, 3, 0), 13), ((0, 0, 2, 2), 14),
    ((0, 3, 0, 2), 14), ((2, 0, 0, 3), 14), ((0, 0, 5, 0), 15), ((0, 0, 0, 4), 16),
    ((0, 2, 0, 3), 16), ((0, 0, 3, 2), 17), ((0, 0, 2, 3), 18), ((0, 0, 0, 5), 20),
    ((2, 1, 0, 1), 9), ((0, 2, 1, 1), 12), ((1, 0, 2, 1), 12), ((2, 2, 2, 0), 13),
    ((2, 2, 0, 2), 15), ((2, 0, 2, 2), 17), ((0, 2, 2, 2), 19), ((1, 1, 1, 1), 12),
    ((3, 1, 1, 1), 14), ((1, 3, 1, 1), 16), ((1, 1, 3, 1), 18), ((1, 1, 1, 3), 20),
)
# fmt: on
LAST_ORDER = FIRST_ORDER + len(ORDERS)

DELTA = np.array(TOME + BASIC, np.int64)  # [C, T]
REPEATABLE = np.array([int(min(spell) < 0) for spell in TOME] + [0] * len(BASIC), np.int64)  # [C]


def _needs(easy: bool) -> list[tuple[int, ...]]:
    """The ingredients of each order; in the easy first league, needs above one of a kind are
    halved, rounding down.
    """
    return [tuple(n // 2 for n in need) if easy and max(need) > 1 else need for need, _ in ORDERS]


def _dealt(easy: bool) -> list[int]:
    """The numbers of the orders in the deck: of orders with equal needs only the first."""
    needs = _needs(easy)
    return [FIRST_ORDER + k for k, need in enumerate(needs) if need not in needs[:k]]


_NOTHING = [(0,) * TIERS] * FIRST_ORDER
NEED = np.array([_NOTHING + _needs(easy) for easy in (False, True)], np.int64)  # [easy, R, T]
PRICE = np.array([0] * FIRST_ORDER + [price for _, price in ORDERS], np.int64)  # [R]
DECKS = tuple(_dealt(easy) for easy in (False, True))  # numbers, by easy
# [easy, R]
IN_DECK = np.array([[number in deck for number in range(LAST_ORDER)] for deck in DECKS])

PLACES = np.array([1, 11, 121, 1331], np.int64)  # weights of the tiers in a bag's code
# [B, T]
_BAGS = np.array(
    [bag for bag in itertools.product(range(ROOM + 1), repeat=TIERS) if sum(bag) <= ROOM], np.int64
)
BAG = np.zeros((ROOM + 1) ** TIERS, np.int16)  # [code] the bag's row in TIMES
BAG[_BAGS @ PLACES] = np.arange(len(_BAGS))


def _times() -> np.ndarray[tuple[int, int], np.dtype[np.int8]]:
    """[B, C] how many times each spell can be cast at once with each bag: no tier may run out, and
    the inventory must not overflow.
    """
    most = np.where(REPEATABLE == 1, ROOM, 1) + np.zeros((len(_BAGS), 1), np.int64)
    # limits by each tier, and by the room
    uses, has = [*-DELTA.T, DELTA.sum(1)], [*_BAGS.T, ROOM - _BAGS.sum(1)]
    for used, held in zip(uses, has, strict=True):
        most = np.where(used > 0, np.minimum(most, held[:, None] // np.maximum(used, 1)), most)
    return most.astype(np.int8)


TIMES = _times()
# [B] the spells that can be cast, a mask
CASTABLE = ((TIMES > 0).astype(np.int64) << np.arange(SPELLS)).sum(1)
MOST_CASTS = int(TIMES.sum(1).max())  # casts that one inventory can offer, with all spells learnt
