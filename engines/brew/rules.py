"""The rules of Witch's Brew on a state record."""

from __future__ import annotations

from typing import Any

from engines.brew.actions import (
    BREW,
    CAST,
    KIND,
    LEARN,
    NOWHERE,
    NUMBER,
    REST,
    WAIT,
    affords,
    can_cast,
    place_of,
    wide,
)
from engines.brew.cards import DELTA, NEED, PRICE, REPEATABLE, ROOM, TIERS, TOME
from engines.brew.state import (
    BREWED,
    EMPTY,
    LONGEST,
    NO_SPELLS,
    OUT,
    SEAT_BIT,
    SHOWN_ORDERS,
    SHOWN_SPELLS,
    TURNS,
    URGENCY,
    Z_ORDER,
    Z_OWNED,
    Z_USED,
)
from engines.game import FORFEIT, SIMULTANEOUS
from engines.jit import inlined, rule

ORDER_PLACES = 8  # the places of orders follow those of spells


@inlined
def to_move(s: Any) -> int:
    return SIMULTANEOUS


@inlined
def is_over(s: Any) -> bool:
    return s.over != 0


@inlined
def bonus(s: Any, place: int) -> int:
    """What an order in this place earns on top of its price."""
    return URGENCY[s.moved, place] if place < 2 and s.urgent[place] > 0 else 0


@rule
def act(s: Any, p: int, action: int) -> int:
    """Applies a seat's action to the seat; does nothing if it is impossible. Returns the place of
    the card taken, NOWHERE for none.

    The table stays unchanged, since both seats act at once.
    """
    kind, number, times = action >> KIND << KIND, action >> NUMBER & 255, action & 15
    s.last[p] = WAIT
    if action == FORFEIT:
        s.out |= 1 << p
        s.score[p] = -1
    elif kind == CAST and can_cast(s, p, number, times):
        s.last[p] = action
        cast(s, p, number, times)
    elif action == REST:
        s.last[p] = REST
        s.ready[p] = s.owned[p]
        s.used[p] = 0
    elif kind == BREW:
        place = place_of(s.orders, number)
        if place != NOWHERE and affords(s, p, number):
            s.last[p] = action
            brew(s, p, number, place)
            return ORDER_PLACES + place
    elif kind == LEARN:
        place = place_of(s.tome, number)
        if place != NOWHERE and s.inv[p, 0] >= place:
            s.last[p] = action
            learn(s, p, number, place)
            return place
    return NOWHERE


@rule
def cast(s: Any, p: int, spell: int, times: int) -> None:
    """Exchanges ingredients and exhausts the spell."""
    for tier in range(TIERS):
        s.inv[p, tier] += times * DELTA[spell, tier]
    s.ready[p] &= ~(wide(1) << spell)
    s.used[p] ^= Z_USED[p, spell]


@rule
def brew(s: Any, p: int, order: int, place: int) -> None:
    """Pays for an order with ingredients, and scores its price and bonus."""
    for tier in range(TIERS):
        s.inv[p, tier] -= NEED[s.easy, order, tier]
    s.score[p] += PRICE[order] + bonus(s, place)
    s.brewed[p] += 1


@rule
def learn(s: Any, p: int, spell: int, place: int) -> None:
    """Pays for a spell, takes the ingredients on it as far as there is room, and keeps a copy."""
    room = wide(ROOM + place)
    for tier in range(TIERS):
        room -= s.inv[p, tier]
    s.inv[p, 0] += min(wide(s.tax[place]), room) - place
    s.owned[p] |= wide(1) << spell
    s.ready[p] |= wide(1) << spell
    s.hash ^= Z_OWNED[p, spell]
    if REPEATABLE[spell] != 0:
        s.repeatable[p] += 1
    else:
        s.plain[p] += 1
    s.learnt[s.learnings] = p << SEAT_BIT | spell
    s.learnings += 1


@rule
def fill_tome(s: Any, first: int, second: int) -> None:
    """Removes the spells at two places (or NOWHERE), lays out new ones, and puts down the
    ingredients paid for them, place by place.
    """
    kept = 0
    for k in range(SHOWN_SPELLS):
        if k != first and k != second:
            s.tome[kept], s.tax[kept] = s.tome[k], s.tax[k]
            kept += 1
    for k in range(kept, SHOWN_SPELLS):
        s.tome[k], s.tax[k] = EMPTY, 0
        if s.spells_dealt < len(TOME):
            s.tome[k] = s.spell_deck[s.spells_dealt]
            s.spells_dealt += 1
            kept += 1
    for k in range(kept):
        s.tax[k] += (1 if k < first else 0) + (1 if k < second else 0)


@rule
def fill_orders(s: Any, first: int, second: int) -> None:
    """Removes the orders at two places (or NOWHERE), counts the bonuses earned, and lays out new
    orders.
    """
    for taken in (first, second):
        if 0 <= taken < 2 and s.urgent[taken] > 0:
            s.urgent[taken] -= 1
    kept = 0
    for k in range(SHOWN_ORDERS):
        if k != first and k != second:
            s.orders[kept] = s.orders[k]
            kept += 1
        else:
            s.hash ^= Z_ORDER[s.orders[k]]
    for k in range(kept, SHOWN_ORDERS):
        s.orders[k] = EMPTY
        if s.orders_dealt < s.orders_all:
            s.orders[k] = s.order_deck[s.orders_dealt]
            s.orders_dealt += 1


@rule
def step(s: Any, joint: Any, rng: Any, log: Any) -> None:
    """Both act on the same table, then it is refilled; a bad answer ends the match, an impossible
    action counts as waiting.
    """
    first, second = act(s, 0, joint[0]), act(s, 1, joint[1])
    if 0 <= first < ORDER_PLACES or 0 <= second < ORDER_PLACES:
        fill_tome(
            s,
            first if first < ORDER_PLACES else NOWHERE,
            second if second < ORDER_PLACES else NOWHERE,
        )
    if first >= ORDER_PLACES or second >= ORDER_PLACES:
        fill_orders(s, max(NOWHERE, first - ORDER_PLACES), max(NOWHERE, second - ORDER_PLACES))
    if s.urgent[0] == 0:
        s.urgent[0], s.urgent[1] = s.urgent[1], 0
        s.moved = 1
    s.turn += 1
    if s.out != 0:
        s.over = OUT
    elif s.brewed[0] >= s.goal or s.brewed[1] >= s.goal:
        s.over = BREWED
    elif s.turn >= LONGEST:
        s.over = TURNS


@rule
def final_score(s: Any, p: int) -> int:
    """The score with one more for each ingredient above tier 0, once the match is over; -1 for a
    disqualified seat.
    """
    total = wide(s.score[p])
    if s.league != NO_SPELLS and (s.out >> p & 1) == 0:
        total += s.inv[p, 1] + s.inv[p, 2] + s.inv[p, 3]
    return total


@rule
def outcome(s: Any, out: Any) -> None:
    """The higher final score wins; 0 while it goes on."""
    lead = final_score(s, 0) - final_score(s, 1) if s.over != 0 else 0
    out[0] = 1.0 if lead > 0 else -1.0 if lead < 0 else 0.0
    out[1] = -out[0]
