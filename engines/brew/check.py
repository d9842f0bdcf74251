"""Validates positions of Witch's Brew.

Both decks say which cards were dealt, and `learnt` who took which spell: the open cards, what each
witch owns and all counts and keys follow from them. A player may know less: undealt cards are all
unknown to it, and one that reads the contest's text from mid-match knows neither the orders brewed
before nor the turn, and guesses how many each witch brewed (see `hearing`). So there may be more
brews than orders gone, and more turns than the position needs.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engines.brew.actions import BREW, CAST, KIND, LEARN, NUMBER, REST, WAIT
from engines.brew.cards import (
    DECKS,
    FIRST_BASIC,
    FIRST_ORDER,
    LAST_ORDER,
    PRICE,
    REPEATABLE,
    ROOM,
    SPELLS,
    TOME,
)
from engines.brew.state import (
    BREWED,
    EMPTY,
    GOALS,
    LONGEST,
    NO_SPELLS,
    OUT,
    PLAYING,
    SEAT_BIT,
    SEATS,
    SHOWN_ORDERS,
    SHOWN_SPELLS,
    TURNS,
    URGENCY,
    URGENT,
    WHOLE,
    Z_ORDER,
    Z_OWNED,
    Z_USED,
    learnings,
)
from engines.checking import WORD, Bounds, combined, members
from engines.game import State

LEAST, MOST = int(PRICE[FIRST_ORDER:].min()), int(PRICE.max() + URGENCY.max())  # what an order pays
BASIC = (1 << SPELLS) - (1 << FIRST_BASIC)  # the spells that each witch has at first, a mask


def bounds(league: int) -> Bounds:
    """The bounds of each field in a league."""
    goal, easy, learnt = GOALS[league], league == NO_SPELLS, len(TOME) if league == WHOLE else 0
    orders = len(DECKS[easy])
    return {
        "hash": WORD,
        "used": WORD,
        "owned": (0, (1 << SPELLS) - 1),
        "ready": (0, (1 << SPELLS) - 1),
        "score": (-1, goal * MOST),
        "last": (WAIT, CAST | SPELLS - 1 << NUMBER | ROOM),
        "inv": (0, ROOM),
        "brewed": (0, goal),
        "repeatable": (0, learnt),
        "plain": (0, learnt),
        "tome": (EMPTY, FIRST_BASIC - 1),
        "tax": (0, SEATS * learnt),
        "orders": (EMPTY, LAST_ORDER - 1),
        "urgent": (0, URGENT if league == WHOLE else 0),
        "moved": (0, 1),
        "spell_deck": (EMPTY, FIRST_BASIC - 1),
        "order_deck": (EMPTY, LAST_ORDER - 1),
        "spells_dealt": (SHOWN_SPELLS if learnt else 0, learnt),
        "orders_dealt": (SHOWN_ORDERS, orders),
        "orders_all": (orders, orders),
        "learnt": (EMPTY, (SEATS - 1) << SEAT_BIT | FIRST_BASIC - 1),
        "learnings": (0, SEATS * learnt),
        "turn": (0, LONGEST),
        "goal": (goal, goal),
        "league": (league, league),
        "easy": (easy, easy),
        "out": (0, (1 << SEATS) - 1),
        "over": (PLAYING, OUT),
    }


def contradictions(s: State) -> Iterator[str]:
    """Yields what is wrong with a position within `bounds`; each check relies on the ones before
    it.
    """
    learnt, count = learnings(s), int(s.learnings)
    if len({*learnt}) < count or any(spell >= FIRST_BASIC for _, spell in learnt):
        yield "a witch has learnt a spell twice, or one that is none of the tome"
    if (s.learnt[count:] != EMPTY).any():
        yield f"more spells are listed as learnt than {count}"
    tome = s.tome.tolist() if s.league == WHOLE else [c for c in s.tome.tolist() if c != EMPTY]
    orders = s.orders.tolist()
    yield from _deck("spell", s.spell_deck.tolist(), int(s.spells_dealt), range(FIRST_BASIC), tome)
    yield from _deck("order", s.order_deck.tolist(), int(s.orders_dealt), DECKS[s.easy], orders)
    if {*s.spell_deck[: s.spells_dealt].tolist()} - {*tome} != {spell for _, spell in learnt}:
        yield "the spells that have left the tome are not those that were learnt"
    gone = sorted({*s.order_deck[: s.orders_dealt].tolist()} - {*orders})
    if len(gone) > s.brewed.sum():
        yield f"{len(gone)} orders are gone, but {s.brewed.sum()} were brewed"
    for p in range(SEATS):
        own = [spell for who, spell in learnt if who == p]
        yield from _witch(s, p, own)
        yield from _last(s, p, own, gone)
    yield from _table(s)
    ended = OUT if s.out else BREWED if s.goal in s.brewed else TURNS * (s.turn == LONGEST)
    if s.over != ended or (s.over and s.turn == 0):
        yield f"over is {s.over}, but by outs, orders and turns it is {ended}"
    if s.hash != combined(Z_ORDER[gone], *(Z_OWNED[[who], [spell]] for who, spell in learnt)):
        yield "the key is not that of the spells learnt and orders brewed"


def _deck(
    kind: str, deck: Sequence[int], dealt: int, cards: Sequence[int], row: Sequence[int]
) -> Iterator[str]:
    """A deck of these cards, some dealt and those in `row` still open; the rest is unknown, or the
    remaining cards in any order.
    """
    known, rest, beyond = deck[:dealt], deck[dealt : len(cards)], deck[len(cards) :]
    if len({*known} & {*cards}) < dealt:
        yield f"one {kind} was dealt twice, or is none of the deck"
    hidden = sorted({*cards} - {*known})
    if {*beyond} - {EMPTY} or ({*rest} - {EMPTY} and sorted(rest) != hidden):
        yield f"the {kind}s still to be dealt are not those that are left"
    shown = [card for card in row if card != EMPTY]
    if [card for card in known if card in shown] != shown:
        yield f"the {kind}s that lie open are none of those dealt, or not in their order"
    if [*row[: len(shown)]] != shown or (len(shown) < len(row) and hidden):
        yield f"a place for one {kind} is empty, but there are more"


def _witch(s: State, p: int, learnt: Sequence[int]) -> Iterator[str]:
    """What a witch owns and holds, and whether the turns played suffice for it."""
    basic = 0 if s.league == NO_SPELLS else BASIC
    owned, ready = int(s.owned[p]), int(s.ready[p])
    if owned != basic | sum(1 << spell for spell in learnt):
        yield f"witch {p + 1} owns other spells than the basic ones and those learnt"
    if ready & ~owned:
        yield f"witch {p + 1} can cast spell {members(ready & ~owned)[0]}, which it does not own"
    counts = [sum(REPEATABLE[spell] == more for spell in learnt) for more in (1, 0)]
    if [s.repeatable[p], s.plain[p]] != counts:
        yield f"witch {p + 1} has learnt {counts[0]} repeatable and {counts[1]} other spells"
    if s.inv[p].sum() > ROOM:
        yield f"witch {p + 1} holds {s.inv[p].sum()} ingredients; there is room for {ROOM}"
    out, brewed, score = s.out >> p & 1, int(s.brewed[p]), int(s.score[p])
    if score != -1 if out else not brewed * LEAST <= score <= brewed * MOST:
        yield f"witch {p + 1} has {score} rupees for {brewed} orders{' and is out' if out else ''}"
    tired = members(owned & ~ready)
    if len(learnt) + brewed + len(tired) > s.turn:
        yield f"witch {p + 1} has done more than {s.turn} turns allow"
    if s.used[p] != combined(Z_USED[p, tired]):
        yield f"the key of exhausted spells of witch {p + 1} is not that of its spells"


def _last(s: State, p: int, learnt: Sequence[int], gone: Sequence[int]) -> Iterator[str]:
    """A witch's last action against the traces it must have left."""
    action = int(s.last[p])
    kind, number, times = action >> KIND << KIND, action >> NUMBER & 255, action & 15
    tired = members(int(s.owned[p]) & ~int(s.ready[p]))
    possible = {
        WAIT: action == WAIT,
        REST: action == REST and not tired and s.turn > 0,
        BREW: number in gone and times == 0,
        LEARN: number in learnt and times == 0,
        CAST: number in tired and 1 <= times <= (ROOM if REPEATABLE[number] else 1),
    }
    if not possible[kind]:
        yield f"witch {p + 1} cannot have done {action} in the last turn"


def _table(s: State) -> Iterator[str]:
    """The ingredients on the spells of the tome, and the bonuses of the orders."""
    if s.tax.max() > s.learnings:
        yield f"{s.tax.max()} ingredients lie on one spell, but {s.learnings} spells were learnt"
    first, second = s.urgent.tolist()
    if second > 0 if s.moved else first == 0 and (s.league == WHOLE or s.turn > 0):
        yield f"the bonuses are left {first} and {second} times, with moved {s.moved}"
