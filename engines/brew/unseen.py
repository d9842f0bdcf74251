"""What a seat of Witch's Brew may not see: the order of the undealt cards."""

from __future__ import annotations

from typing import Any

from engines.brew.actions import NOWHERE, place_of
from engines.brew.cards import FIRST_ORDER, IN_DECK, LAST_ORDER, TOME
from engines.brew.state import EMPTY
from engines.draws import draw_below
from engines.jit import rule


@rule
def observe(s: Any, seat: int) -> None:
    """Forgets the order of the undealt cards."""
    for k in range(s.spells_dealt, len(TOME)):
        s.spell_deck[k] = EMPTY
    for k in range(s.orders_dealt, s.orders_all):
        s.order_deck[k] = EMPTY


@rule
def sample(s: Any, seat: int, rng: Any) -> None:
    """Redeals the rest of both decks from the unseen cards; if unknown cards were dealt, more are
    left than fit.
    """
    end = 1 * s.spells_dealt
    for spell in range(len(TOME)):
        if end < len(TOME) and place_of(s.spell_deck[: s.spells_dealt], spell) == NOWHERE:
            s.spell_deck[end] = spell
            end += 1
    shuffle(s.spell_deck, s.spells_dealt, end, rng)
    end = 1 * s.orders_dealt
    for order in range(FIRST_ORDER, LAST_ORDER):
        if (
            end < s.orders_all
            and IN_DECK[s.easy, order]
            and place_of(s.order_deck[: s.orders_dealt], order) == NOWHERE
        ):
            s.order_deck[end] = order
            end += 1
    shuffle(s.order_deck, s.orders_dealt, end, rng)


@rule
def shuffle(deck: Any, low: int, high: int, rng: Any) -> None:
    """Fisher and Yates' shuffle of a part of a deck."""
    for k in range(high - 1, low, -1):
        other = low + draw_below(rng, k - low + 1)
        deck[k], deck[other] = deck[other], deck[k]
