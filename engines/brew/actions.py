"""The actions of Witch's Brew.

An action is kind << 12 | number << 4 | times, where number is the spell's in the tome (basic ones
follow) or the order's in the contest, so that it means the same wherever the card is. `times` is
used by CAST only and is 0 otherwise.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from engines.brew.cards import (
    BAG,
    CASTABLE,
    FIRST_BASIC,
    FIRST_ORDER,
    MOST_CASTS,
    NEED,
    PLACES,
    SPELLS,
    TIMES,
)
from engines.brew.state import EMPTY, SEAT_BIT, SHOWN_ORDERS, SHOWN_SPELLS
from engines.draws import draw_below
from engines.game import PASS
from engines.jit import inlined, rule

KIND, NUMBER = 12, 4  # bit offsets
WAIT, REST, BREW, LEARN, CAST = (kind << KIND for kind in range(5))
MOST_ACTIONS = MOST_CASTS + SHOWN_ORDERS + SHOWN_SPELLS + 1
NOWHERE = -1


@inlined
def wide(number: Any) -> Any:
    """Widens a number to 64 bits, since shifting a byte loses bits in plain Python."""
    return np.int64(number)


@inlined
def casts_of(s: Any, p: int) -> int:
    """The row of TIMES that belongs to a seat's ingredients."""
    return wide(
        BAG[
            s.inv[p, 0]
            + PLACES[1] * s.inv[p, 1]
            + PLACES[2] * s.inv[p, 2]
            + PLACES[3] * s.inv[p, 3]
        ]
    )


@inlined
def affords(s: Any, p: int, order: int) -> bool:
    """Whether a seat holds what an order needs; an unknown order is never brewed."""
    need = NEED[s.easy]
    return (
        order >= FIRST_ORDER
        and s.inv[p, 0] >= need[order, 0]
        and s.inv[p, 1] >= need[order, 1]
        and s.inv[p, 2] >= need[order, 2]
        and s.inv[p, 3] >= need[order, 3]
    )


@inlined
def held_spells(s: Any, p: int, place: int) -> int:
    """A seat's spell at a place in the list of all spells, basic ones first; EMPTY if that place
    belongs to the other seat.
    """
    if place < SPELLS - FIRST_BASIC:
        return FIRST_BASIC + place
    code = wide(s.learnt[place - (SPELLS - FIRST_BASIC)])
    return code & (1 << SEAT_BIT) - 1 if code >> SEAT_BIT == p else EMPTY


@rule
def place_of(cards: Any, card: int) -> int:
    """The place of a card in `cards`; NOWHERE if it is not there."""
    for k in range(cards.shape[0]):
        if cards[k] == card:
            return k
    return NOWHERE


@rule
def legal(s: Any, agent: int, out: Any) -> int:
    """Lists what a search tries: affordable orders, casts, affordable spells, and a rest if more
    can be cast after it; if there is none of these, waiting.
    """
    n = 0
    if s.over != 0:
        return n
    for k in range(SHOWN_ORDERS):
        if affords(s, agent, s.orders[k]):
            out[n] = BREW | wide(s.orders[k]) << NUMBER
            n += 1
    row = casts_of(s, agent)
    able = s.ready[agent] & CASTABLE[row]
    for place in range(SPELLS - FIRST_BASIC + s.learnings if able != 0 else 0):
        spell = held_spells(s, agent, place)
        if spell != EMPTY and (able >> spell & 1) != 0:
            for times in range(1, TIMES[row, spell] + 1):
                out[n] = CAST | spell << NUMBER | times
                n += 1
    for k in range(min(SHOWN_SPELLS, s.inv[agent, 0] + 1)):
        if s.tome[k] != EMPTY:
            out[n] = LEARN | wide(s.tome[k]) << NUMBER
            n += 1
    if s.ready[agent] != s.owned[agent]:
        out[n] = REST
        n += 1
    if n == 0:
        out[0] = WAIT
        n = 1
    return n


@rule
def can_cast(s: Any, p: int, spell: int, times: int) -> bool:
    return (
        spell < SPELLS
        and (s.ready[p] >> spell & 1) != 0
        and 1 <= times <= TIMES[casts_of(s, p), spell]
    )


@rule
def is_legal(s: Any, agent: int, action: int) -> bool:
    """Whether an action has an effect or is waiting; the contest accepts more and treats it as
    waiting.
    """
    if s.over != 0 or action < 0:
        return False
    kind, number, times = action >> KIND << KIND, action >> NUMBER & 255, action & 15
    if kind == CAST:
        return can_cast(s, agent, number, times)
    if times != 0:
        return False
    if kind == BREW:
        return (
            number >= FIRST_ORDER
            and place_of(s.orders, number) != NOWHERE
            and affords(s, agent, number)
        )
    if kind == LEARN:
        place = place_of(s.tome, number)
        return place != NOWHERE and s.inv[agent, 0] >= place
    return action == WAIT or (action == REST and s.ready[agent] != s.owned[agent])


@rule
def random_action(s: Any, agent: int, rng: Any) -> int:
    """A uniformly drawn legal action: the actions are counted, then the drawn one is found."""
    if s.over != 0:
        return PASS
    row, places = casts_of(s, agent), SPELLS - FIRST_BASIC + s.learnings
    able = s.ready[agent] & CASTABLE[row]
    tome = 0
    for k in range(min(SHOWN_SPELLS, s.inv[agent, 0] + 1)):
        tome += s.tome[k] != EMPTY
    rests = 1 if s.ready[agent] != s.owned[agent] else 0
    count = tome + rests
    for k in range(SHOWN_ORDERS):
        count += affords(s, agent, s.orders[k])
    for place in range(places):
        spell = held_spells(s, agent, place)
        if spell != EMPTY and (able >> spell & 1) != 0:
            count += TIMES[row, spell]
    if count == 0:
        return WAIT
    left = draw_below(rng, count)
    if left < tome:
        return LEARN | wide(s.tome[left]) << NUMBER
    left -= tome
    if left < rests:
        return REST
    left -= rests
    for place in range(places):
        spell = held_spells(s, agent, place)
        if spell != EMPTY and (able >> spell & 1) != 0:
            if left < TIMES[row, spell]:
                return CAST | spell << NUMBER | (left + 1)
            left -= TIMES[row, spell]
    for k in range(SHOWN_ORDERS):
        if affords(s, agent, s.orders[k]):
            if left == 0:
                return BREW | wide(s.orders[k]) << NUMBER
            left -= 1
    return WAIT


@inlined
def rest(s: Any, agent: int) -> int:
    """A rest, as the contest's players assume of one another; waiting if nothing is exhausted."""
    return REST if s.ready[agent] != s.owned[agent] else WAIT
