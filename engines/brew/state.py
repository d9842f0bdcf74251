"""The state of a match of Witch's Brew, how it is dealt, and its key.

Shapes: [S] seats, [T] tiers. Spells and orders are numbered as in `cards`; EMPTY is a missing or
unknown card.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from engines.brew.cards import BASIC, DECKS, FIRST_BASIC, LAST_ORDER, ORDERS, SPELLS, TIERS, TOME
from engines.game import State
from engines.jit import inlined
from engines.knobs import choice, integer

SEATS = 2
SHOWN_SPELLS, SHOWN_ORDERS = 6, 5
LONGEST = 100
# [moved on, place] the bonus of an early order on top of its price
URGENCY = np.array([[3, 1], [1, 0]], np.int64)
URGENT = 4  # how often
SEAT_BIT = 6  # in `learnt` the seat is above the spell's number
EMPTY = -1
WHOLE, NO_TOME, NO_SPELLS = 3, 2, 1  # leagues
GOALS = {WHOLE: 6, NO_TOME: 3, NO_SPELLS: 2}
PLAYING, BREWED, TURNS, OUT = range(4)  # `over`

STATE = np.dtype(
    [
        ("hash", np.uint64),  # the Zobrist key of learnt spells and brewed orders, kept up to date
        ("used", np.uint64, (SEATS,)),  # likewise of the exhausted spells
        ("owned", np.int64, (SEATS,)),  # spells, a mask
        ("ready", np.int64, (SEATS,)),  # those not exhausted
        ("score", np.int16, (SEATS,)),  # without the final bonus; -1 for a disqualified seat
        ("last", np.int16, (SEATS,)),  # what each did in the last turn
        ("inv", np.int8, (SEATS, TIERS)),
        ("brewed", np.int8, (SEATS,)),
        ("repeatable", np.int8, (SEATS,)),  # how many of the owned spells are
        ("plain", np.int8, (SEATS,)),  # learnt spells that are not
        ("tome", np.int8, (SHOWN_SPELLS,)),
        ("tax", np.int8, (SHOWN_SPELLS,)),  # ingredients of tier 0 on each
        ("orders", np.int8, (SHOWN_ORDERS,)),
        ("urgent", np.int8, (2,)),  # how many times each place still pays its bonus
        ("moved", np.int8),  # whether the smaller bonus is in the first place
        # as dealt; what comes after the first `spells_dealt` is hidden
        ("spell_deck", np.int8, (len(TOME),)),
        ("order_deck", np.int8, (len(ORDERS),)),
        ("spells_dealt", np.int8),
        ("orders_dealt", np.int8),
        ("orders_all", np.int8),  # in the deck at first
        ("learnt", np.int8, (SEATS * len(TOME),)),  # seat << SEAT_BIT | spell, in order
        ("learnings", np.int8),
        ("turn", np.int8),  # turns played
        ("goal", np.int8),  # orders
        ("league", np.int8),
        ("easy", np.int8),  # whether orders need less
        ("out", np.int8),  # a bit for each seat
        ("over", np.int8),
    ],
    align=True,
)

_rng = np.random.Generator(np.random.SFC64(2020))


def _keys(*shape: int) -> np.ndarray[Any, np.dtype[np.uint64]]:
    return _rng.integers(0, 2**64, shape, np.uint64)


Z_OWNED, Z_USED = _keys(SEATS, SPELLS), _keys(SEATS, SPELLS)
Z_ORDER = _keys(LAST_ORDER)  # brewed
_Z_BAG = _keys(SEATS, TIERS, 16)
_Z_SCORE = _keys(SEATS, 256)  # the last one for a disqualified seat
_Z_BREWED = _keys(SEATS, 16)
_Z_TAX = _keys(SHOWN_SPELLS, 128)
_Z_URGENT = _keys(2, URGENT + 1, URGENT + 1)
_Z_TURN = _keys(LONGEST + 1)


@dataclass(frozen=True)
class Options:
    """Which league's rules, and how strictly the text is parsed."""

    league: int = integer(
        WHOLE,
        NO_SPELLS,
        WHOLE,
        "League",
        "3: the whole game. 2: no tome, no bonuses, 3 orders. 1: no spells either, 2 orders.",
        main=True,
    )
    blanks: str = choice(
        "kept",
        {"kept": "a bad answer", "cut": "cut off"},
        "Leading blanks",
        "What blanks before a command are.",
    )
    spell_tax: str = choice(
        "-1",
        {"-1": "-1", "0": "0"},
        "Tax of own spells",
        "What the text says about the tax of learnt spells.",
    )


def set_out(s: State, league: int, spell_deck: Sequence[int], order_deck: Sequence[int]) -> None:
    """Sets up a match with these decks and lays out their first cards; `s` is a blank state,
    modified in place.
    """
    s.league, s.easy, s.goal = league, league == NO_SPELLS, GOALS[league]
    s.spell_deck[:], s.order_deck[:] = EMPTY, EMPTY
    s.spell_deck[: len(spell_deck)], s.order_deck[: len(order_deck)] = spell_deck, order_deck
    s.orders_dealt, s.orders_all = SHOWN_ORDERS, len(order_deck)
    s.spells_dealt = SHOWN_SPELLS if league == WHOLE else 0
    s.tome[:] = s.spell_deck[:SHOWN_SPELLS] if league == WHOLE else EMPTY
    s.orders[:] = s.order_deck[:SHOWN_ORDERS]
    s.urgent[:] = URGENT if league == WHOLE else 0
    s.learnt[:] = EMPTY
    s.inv[:] = (2, 2, 3, 3) if league == NO_SPELLS else (3, 0, 0, 0)
    if league != NO_SPELLS:
        s.owned[:] = s.ready[:] = (1 << SPELLS) - (1 << FIRST_BASIC)


def shuffled(seed: int, easy: bool) -> tuple[list[int], list[int]]:
    """Both decks of the match that belongs to `seed`."""
    rng = np.random.Generator(np.random.SFC64(seed))
    return rng.permutation(len(TOME)).tolist(), rng.permutation(DECKS[easy]).tolist()


def learnings(s: State) -> list[tuple[int, int]]:
    """Who learnt which spell, in order."""
    return [divmod(int(code), 1 << SEAT_BIT) for code in s.learnt[: int(s.learnings)]]


def spells_of(s: State, seat: int) -> list[int]:
    """A seat's spells in the order in which it got them."""
    basic = range(FIRST_BASIC, FIRST_BASIC + len(BASIC)) if s.owned[seat] else ()
    return [*basic, *(spell for who, spell in learnings(s) if who == seat)]


@inlined
def key(s: Any) -> Any:
    """The Zobrist key: everything a seat can see except the order in which spells were learnt.

    Which spells and orders are open follows from those that are gone; the hidden decks are the same
    throughout a search.
    """
    h = (
        s.hash
        ^ s.used[0]
        ^ s.used[1]
        ^ _Z_TURN[s.turn]
        ^ _Z_URGENT[s.moved, s.urgent[0], s.urgent[1]]
    )
    for p in range(SEATS):
        h ^= _Z_SCORE[p, s.score[p]] ^ _Z_BREWED[p, s.brewed[p]]
        for tier in range(TIERS):
            h ^= _Z_BAG[p, tier, s.inv[p, tier]]
    for place in range(SHOWN_SPELLS):
        h ^= _Z_TAX[place, s.tax[place]]
    return h
