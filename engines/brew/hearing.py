"""What a player of Witch's Brew knows from the contest's text: the position, and what both witches
did each turn.

The text shows everything open; the spells' ids even tell who learnt which, in order. The turn, and
which orders were brewed, come from memory. Without memory an early turn is assumed: each witch has
taken one turn for each visible thing she did, and her score comes from orders of an average price.
In the first league, without spells, the text does not tell the seat, and nothing depends on it: the
reader is taken for the first witch.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from engines.brew.actions import BREW, CAST, LEARN, NUMBER, REST, WAIT
from engines.brew.cards import (
    DECKS,
    DELTA,
    FIRST_BASIC,
    FIRST_ORDER,
    LAST_ORDER,
    NEED,
    PRICE,
    REPEATABLE,
    ROOM,
    SPELLS,
    TIERS,
)
from engines.brew.state import (
    EMPTY,
    NO_SPELLS,
    NO_TOME,
    SEAT_BIT,
    SEATS,
    SHOWN_ORDERS,
    SHOWN_SPELLS,
    URGENT,
    WHOLE,
    Z_OWNED,
    Z_USED,
    set_out,
)
from engines.brew.text import BASIC_ID, LEARNT_ID
from engines.game import Game, Heard, Read, State
from engines.reading import NOTHING_DRAWN, Reader, numbers, quoted, whole, with_options, words

KINDS = ("BREW", "LEARN", "CAST", "OPPONENT_CAST")  # of lines
LINE = "an action `id type d0 d1 d2 d3 price tomeIndex taxCount castable repeatable`"
BAG = "an inventory and its score `inv0 inv1 inv2 inv3 score`"
MOST_LINES = SHOWN_ORDERS + SHOWN_SPELLS + SEATS * SPELLS
HIGHEST = 1000  # number of the text
MOST_TAX = 100
SPELL_OF = {tuple(delta): spell for spell, delta in enumerate(DELTA.tolist())}
MEAN_PRICE = float(PRICE[FIRST_ORDER:].mean())


class HeardLine(NamedTuple):
    """A card of the text."""

    number: int
    delta: tuple[int, ...]
    price: int
    place: int  # an order's bonus
    tax: int  # for an order: how many more times the bonus is paid
    castable: int
    repeatable: int


class HeardTable(NamedTuple):
    """A turn's text: the cards of each kind, and both inventories with their scores, the reader's
    first.
    """

    orders: tuple[HeardLine, ...]
    tome: tuple[HeardLine, ...]
    spells: tuple[tuple[HeardLine, ...], ...]
    bags: tuple[tuple[int, ...], ...]


def heard(
    game: Game,
    intro: Sequence[str],
    read: Read,
    before: Heard | None = None,
    sent: Sequence[int] = (),
) -> Heard:
    """Reads one turn."""
    table = _read(read)
    _check(table)
    game = _configured(before.game if before is not None else game, table)
    seat = (
        before.seat
        if before is not None
        else int(any(line.number == BASIC_ID[1] for line in table.spells[0]))
    )
    state = _alone(game, table, seat)
    if before is not None:
        state = _after(game, before.state, state)
    if state.over or _read(Reader(game.view(state, seat))) != table:
        raise ValueError("By the rules of Witch's Brew nothing leads to this table.")
    return Heard(game, seat, int(state.turn), state)


def _read(read: Read) -> HeardTable:
    cards: dict[str, list[HeardLine]] = {kind: [] for kind in KINDS}
    for _ in range(numbers(read, 1, "the number of actions", 1, MOST_LINES)[0]):
        number, kind, *rest = words(read, 11, LINE)
        if kind not in cards:
            raise ValueError(
                f"Expected {LINE} whose type is {', '.join(KINDS)}, but it is {quoted(kind)}."
            )
        found = whole([number, *rest], LINE, -HIGHEST, HIGHEST)
        cards[kind].append(HeardLine(found[0], tuple(found[1 : 1 + TIERS]), *found[1 + TIERS :]))
    bags = [tuple(numbers(read, TIERS + 1, BAG, 0, HIGHEST)) for _ in range(SEATS)]
    orders, tome, own, theirs = (tuple(found) for found in cards.values())
    return HeardTable(orders, tome, (own, theirs), tuple(bags))


def _check(table: HeardTable) -> None:
    """ValueError if the text has something that no position can hold; other faults show when the
    position's own text is compared with it.
    """
    _check_cards("orders", table.orders, SHOWN_ORDERS, FIRST_ORDER, LAST_ORDER, URGENT)
    _check_cards("spells of the tome", table.tome, SHOWN_SPELLS, 0, FIRST_BASIC, MOST_TAX)
    for line in (line for spells in table.spells for line in spells):
        if line.delta not in SPELL_OF:
            raise ValueError(f"The game has no spell {' '.join(map(str, line.delta))}.")
    if any(sum(bag[:TIERS]) > ROOM for bag in table.bags):
        raise ValueError(f"An inventory holds at most {ROOM} ingredients.")


def _check_cards(
    kind: str, cards: tuple[HeardLine, ...], most: int, low: int, high: int, tax: int
) -> None:
    ids = {line.number for line in cards if low <= line.number < high and 0 <= line.tax <= tax}
    if len(cards) > most or len(ids) < len(cards):
        raise ValueError(
            f"At most {most} {kind} lie open, with different numbers from {low} to "
            f"{high - 1} and a count from 0 to {tax}."
        )


def _configured(game: Game, table: HeardTable) -> Game:
    """The game that the text belongs to: its league, and its option for the tax of learnt
    spells.
    """
    own = table.spells[0]
    more = (
        table.tome
        or any(line.number >= LEARNT_ID for line in own)
        or any(line.tax for line in table.orders)
    )
    league = WHOLE if more else NO_TOME if own else NO_SPELLS
    tax = str(own[0].tax) if own and own[0].tax in (-1, 0) else game.options.spell_tax
    return with_options(game, league=league, spell_tax=tax)


def _alone(game: Game, table: HeardTable, seat: int) -> State:
    """The position inferred from the text alone."""
    s, sides = game.blank(), (seat, 1 - seat)
    learnt = _learnt(table, sides)
    gone = list(dict.fromkeys(spell for _, spell in learnt))
    tome, orders = [line.number for line in table.tome], [line.number for line in table.orders]
    if (
        len(set(gone + tome)) < len(gone + tome)
        or len(set(learnt)) < len(learnt)
        or any(spell >= FIRST_BASIC for spell in gone)
    ):
        raise ValueError("A spell is in the tome, or each witch learnt it at most once.")
    set_out(s, game.options.league, gone + tome, orders)
    s.orders_all = len(DECKS[int(s.easy)])
    s.tome[:], s.orders[:] = EMPTY, EMPTY
    s.tome[: len(tome)], s.tax[: len(tome)] = tome, [line.tax for line in table.tome]
    s.orders[: len(orders)] = orders
    s.spells_dealt, s.orders_dealt = len(gone + tome), len(orders)
    s.learnt[: len(learnt)], s.learnings = (
        [p << SEAT_BIT | spell for p, spell in learnt],
        len(learnt),
    )
    for p, lines, bag in zip(sides, table.spells, table.bags, strict=True):
        _own(s, p, lines, bag)
    s.turn = max(_turns(s, p) for p in range(SEATS))
    s.urgent[:] = ([line.tax for line in table.orders] + [0, 0])[:2]
    s.moved = (
        orders != [] and table.orders[0].place == 1
        if s.urgent[0]
        else s.league == WHOLE or s.turn > 0
    )
    return s


def _learnt(table: HeardTable, sides: tuple[int, int]) -> list[tuple[int, int]]:
    """Who learnt which spell, in order."""
    lines = [
        (line.number, p, SPELL_OF[line.delta])
        for p, lines in zip(sides, table.spells, strict=True)
        for line in lines
    ]
    return [(p, spell) for number, p, spell in sorted(lines) if number >= LEARNT_ID]


def _own(s: State, p: int, lines: tuple[HeardLine, ...], bag: tuple[int, ...]) -> None:
    """Writes what a witch has; modifies `s` in place."""
    for line in lines:
        spell = SPELL_OF[line.delta]
        s.owned[p] |= 1 << spell
        if spell < FIRST_BASIC:
            s.hash ^= Z_OWNED[p, spell]
            (s.repeatable if REPEATABLE[spell] else s.plain)[p] += 1
        if not line.castable:
            s.ready[p] &= ~(1 << spell)
            s.used[p] ^= Z_USED[p, spell]
        else:
            s.ready[p] |= 1 << spell
    s.inv[p], s.score[p] = bag[:TIERS], bag[TIERS]
    s.brewed[p] = min(int(s.goal) - 1, max(1, round(bag[TIERS] / MEAN_PRICE))) if bag[TIERS] else 0


def _turns(s: State, p: int) -> int:
    """The least number of turns a witch needed to learn, brew and exhaust what she has."""
    return (
        int(s.repeatable[p] + s.plain[p] + s.brewed[p]) + int(s.owned[p] & ~s.ready[p]).bit_count()
    )


def _after(game: Game, before: State, now: State) -> State:
    """The previous position after both witches' actions; the new cards are those open now."""
    s = before.copy()
    joint = np.array([_did(before, now, p) for p in range(SEATS)], np.int64)
    game.rules.step(s, joint, NOTHING_DRAWN, None)
    for row, deck, shown, dealt in (
        (s.tome, s.spell_deck, now.tome, s.spells_dealt),
        (s.orders, s.order_deck, now.orders, s.orders_dealt),
    ):
        new = [
            int(card)
            for card, old in zip(shown, row, strict=True)
            if old == EMPTY and card != EMPTY
        ]
        deck[int(dealt) - len(new) : int(dealt)] = new
        row[:] = shown
    return s


def _did(before: State, now: State, p: int) -> int:
    """What a witch did in the turn between two positions."""
    learnt = int(now.owned[p] & ~before.owned[p])
    exhausted, ready = int(before.ready[p] & ~now.ready[p]), int(now.ready[p] & ~before.ready[p])
    if learnt:
        return LEARN | learnt.bit_length() - 1 << NUMBER
    if now.score[p] != before.score[p]:
        paid = before.inv[p] - now.inv[p]
        brewed = [
            int(order)
            for order in before.orders
            if order != EMPTY and (NEED[int(before.easy), order] == paid).all()
        ]
        return BREW | brewed[0] << NUMBER if brewed else WAIT
    if exhausted:
        spell = exhausted.bit_length() - 1
        tier = int(np.abs(DELTA[spell]).argmax())
        return (
            CAST
            | spell << NUMBER
            | max(
                0, min(ROOM, int(now.inv[p, tier] - before.inv[p, tier]) // int(DELTA[spell, tier]))
            )
        )
    return REST if ready else WAIT
