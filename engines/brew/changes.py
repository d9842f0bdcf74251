"""What a change by hand does to a position of Witch's Brew, and what follows from it: both decks,
counts and keys.

Hidden cards keep their order; a card that leaves them leaves a gap, one that comes back goes to
their end.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

from engines.brew.actions import WAIT
from engines.brew.cards import (
    DECKS,
    FIRST_BASIC,
    FIRST_ORDER,
    NEED,
    PRICE,
    REPEATABLE,
    SPELLS,
)
from engines.brew.state import (
    BREWED,
    EMPTY,
    LONGEST,
    NO_SPELLS,
    PLAYING,
    SEAT_BIT,
    SEATS,
    TURNS,
    URGENCY,
    WHOLE,
    Z_ORDER,
    Z_OWNED,
    Z_USED,
    learnings,
)
from engines.brew.words import SHAPES
from engines.checking import combined, members
from engines.game import State

Cards = NDArray[np.int8]
LEAST, MOST = int(PRICE[FIRST_ORDER:].min()), int(PRICE.max() + URGENCY.max())  # what an order pays
SIDES = ("inv", "score", "brewed", "last", "owned", "ready")  # what each witch has


# -- what there is ---------------------------------------------------------------------------------


def least(orders: int) -> int:
    """The fewest rupees that so many orders pay."""
    return orders * LEAST


def dearest(orders: int) -> int:
    """The most rupees that so many orders pay."""
    return orders * MOST


def turns_needed(s: State, p: int) -> int:
    """The turns that a witch needed to learn, brew and exhaust what she has."""
    learnt = sum(who == p for who, _ in learnings(s))
    return learnt + int(s.brewed[p]) + int(s.owned[p] & ~s.ready[p]).bit_count()


def hidden_cards(s: State) -> tuple[int, int]:
    """How many spells and orders nobody has seen yet."""
    return len(_hidden_spells(s)), len(_hidden_orders(s))


def _hidden_spells(s: State) -> list[int]:
    seen = {*s.tome.tolist(), *(spell for _, spell in learnings(s))}
    return [spell for spell in range(FIRST_BASIC) if spell not in seen] if s.league == WHOLE else []


def _hidden_orders(s: State) -> list[int]:
    seen = {*s.order_deck[: s.orders_dealt].tolist()}
    return [order for order in DECKS[int(s.easy)] if order not in seen]


def learnable(s: State, p: int, now: int) -> list[int]:
    """The spells that a witch can have learnt in place of one: none of hers, none of the tome."""
    taken = {*members(int(s.owned[p])), *s.tome.tolist()} - {now}
    return [spell for spell in range(FIRST_BASIC) if spell not in taken]


def spells_for(s: State, now: int) -> list[int]:
    """The spells that can be in a place of the tome."""
    return sorted({now, *_row(s.tome), *_hidden_spells(s)})


def orders_for(s: State, now: int) -> list[int]:
    """The orders that can be in a place of the table."""
    return sorted({now, *_row(s.orders), *_hidden_orders(s)})


def order_words(s: State, order: int) -> str:
    """An order in words: "8: 2 circles, 3 squares"."""
    need = NEED[int(s.easy), order].tolist()
    parts = [f"{n} {SHAPES[tier]}{'s' * (n > 1)}" for tier, n in enumerate(need) if n]
    return f"{int(PRICE[order])}: {', '.join(parts)}"


def _row(row: Iterable[int]) -> list[int]:
    """The cards of a row, its empty places left out."""
    return [int(card) for card in row if card != EMPTY]


# -- changes ---------------------------------------------------------------------------------------


def set_ready(s: State, p: int, spell: int, ready: bool) -> None:
    """Makes a spell ready or exhausts it."""
    s.ready[p] = int(s.ready[p]) & ~(1 << spell) | ready << spell


def set_learnt(s: State, p: int, k: int, spell: int) -> None:
    """Replaces the k-th spell that a witch has learnt; EMPTY forgets it, one more than she has is
    added.
    """
    learnt = learnings(s)
    places = [at for at, (who, _) in enumerate(learnt) if who == p]
    if k < len(places):
        at = places[k]
        set_ready(s, p, learnt[at][1], False)
        learnt[at : at + 1] = [(p, spell)] if spell != EMPTY else []
    elif spell != EMPTY:
        learnt.append((p, spell))
    if spell != EMPTY:
        set_ready(s, p, spell, True)
    _write_learnt(s, learnt)


def _write_learnt(s: State, learnt: Sequence[tuple[int, int]]) -> None:
    s.learnt[:], s.learnings = EMPTY, len(learnt)
    s.learnt[: len(learnt)] = [who << SEAT_BIT | spell for who, spell in learnt]


def set_brewed(s: State, p: int, count: int) -> None:
    """Sets how many orders a witch has brewed; her rupees become possible for so many."""
    s.brewed[p] = count
    s.score[p] = min(dearest(count), max(least(count), int(s.score[p])))


def set_moved(s: State, moved: bool) -> None:
    """Whether the bonus of 3 is used up; if not, it is paid at least once more."""
    s.moved = moved
    if not moved:
        s.urgent[0] = max(1, int(s.urgent[0]))


def set_order(s: State, k: int, order: int) -> None:
    """Puts an order into a place; the one there takes its place on the table or in the deck."""
    _swap_in(s.orders, s.order_deck, k, order)


def set_tome(s: State, k: int, spell: int) -> None:
    """Puts a spell into a place of the tome; the one there takes its place."""
    _swap_in(s.tome, s.spell_deck, k, spell)


def _swap_in(row: Cards, deck: Cards, k: int, card: int) -> None:
    old = int(row[k])
    row[row == card] = old
    row[k] = card
    both = (deck == card, deck == old)
    deck[both[0]], deck[both[1]] = old, card


def swap(s: State) -> None:
    """Each witch gets what the other has."""
    for name in SIDES:
        s[name][:] = s[name][::-1].copy()
    _write_learnt(s, [(1 - who, spell) for who, spell in learnings(s)])
    follow(s)


def deal_again(s: State) -> None:
    """Shuffles what is hidden; the seed is drawn from the decks, so that each time is another."""
    rng = np.random.default_rng([zlib.crc32(s.spell_deck.tobytes()), zlib.crc32(s.order_deck)])
    ends = (
        (s.spell_deck, s.spells_dealt, FIRST_BASIC),
        (s.order_deck, s.orders_dealt, s.orders_all),
    )
    for deck, low, high in ends:
        deck[low:high] = rng.permutation(deck[low:high])


def remembered(then: State, heard: State) -> State:
    """The position of a text, with what the text does not say as it was: orders brewed, the turn,
    the cards that nobody has seen.
    """
    s = then.copy()
    for name in ("inv", "tome", "tax", "orders", "urgent", "moved", "owned", "ready"):
        s[name] = heard[name]
    s.learnt[:], s.learnings = heard.learnt, heard.learnings
    for p in range(SEATS):
        if s.score[p] != heard.score[p]:
            s.brewed[p], s.score[p] = heard.brewed[p], heard.score[p]
    s.turn = max(int(s.turn), *(turns_needed(s, p) for p in range(SEATS)))
    follow(s)
    return s


# -- what follows ----------------------------------------------------------------------------------


def follow(s: State) -> None:
    """Brings up to date what follows from the cards: what witches own, decks, bonuses, keys, and
    whether the match goes on.
    """
    _follow_spells(s)
    _follow_decks(s)
    _follow_bonuses(s)
    s.last[:], s.out = WAIT, 0
    s.score[s.score < 0] = 0
    ended = TURNS if s.turn >= LONGEST else PLAYING
    s.over = BREWED if s.goal in s.brewed else ended
    gone = sorted({*s.order_deck[: s.orders_dealt].tolist()} - {*s.orders.tolist()})
    s.hash = combined(Z_ORDER[gone], *(Z_OWNED[[who], [spell]] for who, spell in learnings(s)))
    for p in range(SEATS):
        s.used[p] = combined(Z_USED[p, members(int(s.owned[p] & ~s.ready[p]))])


def _follow_spells(s: State) -> None:
    """What each witch owns, and the counts of what she has learnt."""
    basic = 0 if s.league == NO_SPELLS else (1 << SPELLS) - (1 << FIRST_BASIC)
    for p in range(SEATS):
        learnt = [spell for who, spell in learnings(s) if who == p]
        s.owned[p] = basic | sum(1 << spell for spell in learnt)
        s.ready[p] &= s.owned[p]
        s.repeatable[p], s.plain[p] = (
            sum(REPEATABLE[spell] == more for spell in learnt) for more in (1, 0)
        )


def _follow_decks(s: State) -> None:
    """Both decks begin with the cards that were dealt; the rest is hidden."""
    if s.league == WHOLE:
        gone = [*dict.fromkeys(spell for _, spell in learnings(s))]
        dealt = int(s.spells_dealt)
        s.spells_dealt = _lay(s.spell_deck, dealt, range(FIRST_BASIC), gone, s.tome)
    shown, dealt = _row(s.orders), s.order_deck[: s.orders_dealt].tolist()
    gone = [order for order in dealt if order not in shown][: int(s.brewed.sum())]
    s.orders_dealt = _lay(s.order_deck, len(dealt), DECKS[int(s.easy)], gone, s.orders)


def _lay(
    deck: Cards,
    dealt: int,
    cards: Sequence[int],
    gone: Sequence[int],
    row: Cards,
) -> int:
    """Lays a deck of these cards so that those gone and those in the row are dealt; a free place of
    the row takes a hidden card. Returns how many are dealt.
    """
    shown, old = _row(row), deck[:dealt].tolist()
    known = old
    if sorted(old) != sorted([*gone, *shown]) or [c for c in old if c in shown] != shown:
        kept = [card for card in old if card in gone]
        known = [*kept, *(card for card in gone if card not in kept), *shown]
    hidden = [card for card in deck[dealt:].tolist() if card in cards and card not in known]
    hidden += [card for card in cards if card not in known and card not in hidden]
    while len(shown) < len(row) and hidden:
        known, shown = [*known, hidden[0]], [*shown, hidden.pop(0)]
    row[:] = [*shown, *[EMPTY] * (len(row) - len(shown))]
    deck[: len(cards)] = [*known, *hidden]
    return len(known)


def _follow_bonuses(s: State) -> None:
    """The bonus of 3 ends once it is paid often enough; there are no more circles on a spell than
    spells were learnt.
    """
    if s.moved:
        s.urgent[1] = 0
    elif s.urgent[0] == 0 and (s.league == WHOLE or s.turn > 0):
        s.urgent[0], s.urgent[1], s.moved = s.urgent[1], 0, 1
    s.tax[:] = np.where(s.tome == EMPTY, 0, np.minimum(s.tax, s.learnings))
