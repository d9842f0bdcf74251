"""What a player of Xmas Rush knows from the contest's text: the position, and by memory the turn,
the clashes and the order of the cards.

The maze's tiles and the number of open quests reveal the league. Without memory the first turn of
its kind is assumed, without clashes, and an order of the completed cards that is consistent with
the open ones.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from engines.game import Game, Heard, Read, State
from engines.reading import Reader, numbers, quoted, whole, with_options, words
from engines.xmasrush.deal import kind_of
from engines.xmasrush.rules import is_push_turn
from engines.xmasrush.state import (
    BLANK,
    CELLS,
    LEAGUES,
    LONGEST,
    NAMES,
    NOTHING,
    PATIENCE,
    POOLS,
    SIDE,
    TILES,
)

PLAYER = "a player `numPlayerCards x y tile`"
ITEM = "an item `name x y owner`"
QUEST = "a quest `name owner`"
CORNERS = (0, CELLS - 1)


class HeardPlayer(NamedTuple):
    """A player's line."""

    cards: int
    pos: int
    tile: int


class HeardItem(NamedTuple):
    """An item's line; the reader's hand is place CELLS, the other's CELLS + 1."""

    name: int
    place: int
    owner: int


class HeardText(NamedTuple):
    """A turn's text; owner 0 and the first player are the reader."""

    moving: int
    tiles: tuple[int, ...]
    players: tuple[HeardPlayer, ...]
    items: tuple[HeardItem, ...]
    quests: tuple[tuple[int, ...], ...]  # both players' open quests, in order


def heard(
    game: Game,
    intro: Sequence[str],
    read: Read,
    before: Heard | None = None,
    sent: Sequence[int] = (),
) -> Heard:
    """Reads one turn."""
    text = _read(read)
    seat = (
        before.seat
        if before is not None
        else int([player.pos for player in text.players] == [*CORNERS[::-1]])
    )
    game = before.game if before is not None else _configured(game, text)
    state = _alone(game, text, seat)
    if before is not None:
        _remember(state, before.state, text, seat)
    if _read(Reader(game.view(state, seat))) != text:
        raise ValueError("By the rules of Xmas Rush nothing leads to this board.")
    return Heard(game, seat, int(state.turn), state)


def _read(read: Read) -> HeardText:
    [moving] = numbers(read, 1, "the kind of turn, 0 or 1", 0, 1)
    tiles = [
        _tile(word) for _ in range(SIDE) for word in words(read, SIDE, f"a row of {SIDE} tiles")
    ]
    players = [_player(read) for _ in range(2)]
    [count] = numbers(read, 1, "the number of items", 0, 2 * len(NAMES))
    items = [_item(read) for _ in range(count)]
    [count] = numbers(read, 1, "the number of quests", 0, 2 * len(NAMES))
    quests: tuple[list[int], ...] = ([], [])
    for _ in range(count):
        name, owner = words(read, 2, QUEST)
        quests[whole([owner], QUEST, 0, 1)[0]].append(_name(name))
    return HeardText(
        moving, tuple(tiles), tuple(players), tuple(items), tuple(tuple(own) for own in quests)
    )


def _tile(word: str) -> int:
    if len(word) != 4 or not set(word) <= {"0", "1"}:
        raise ValueError(
            "A tile is four digits, 1 where it is open up, right, down and left, not "
            f"{quoted(word)}."
        )
    return kind_of(word)


def _name(word: str) -> int:
    if word not in NAMES:
        raise ValueError(f"There is no item {quoted(word)}; the items are {', '.join(NAMES)}.")
    return NAMES.index(word)


def _player(read: Read) -> HeardPlayer:
    *found, tile = words(read, 4, PLAYER)
    [cards] = whole(found[:1], PLAYER, 1, len(NAMES))
    x, y = whole(found[1:], PLAYER, 0, SIDE - 1)
    return HeardPlayer(cards, SIDE * y + x, _tile(tile))


def _item(read: Read) -> HeardItem:
    name, *found = words(read, 4, ITEM)
    x, y = whole(found[:2], ITEM, -2, SIDE - 1)
    [owner] = whole(found[2:], ITEM, 0, 1)
    if min(x, y) < 0 and x != y:
        raise ValueError(
            "An item lies on a cell from 0 0 to 6 6, or at -1 -1 or -2 -2 in a hand, not "
            f"at {x} {y}."
        )
    return HeardItem(_name(name), CELLS - 1 - x if x < 0 else SIDE * y + x, owner)


def _configured(game: Game, text: HeardText) -> Game:
    """The game that the text belongs to: in `game`'s own league if that fits, else the smallest
    that does; at the start the one with that many quests.
    """
    count = len({item.name for item in text.items})
    tees = sum(
        kind.bit_count() == 3 for kind in (*text.tiles, *(player.tile for player in text.players))
    )
    fitting = sorted(
        (league.quests, each)
        for each, league in LEAGUES.items()
        if count <= league.quests and _shows(text, league.shown)
    )
    if not fitting:
        raise ValueError("In no league of Xmas Rush are so many quests open.")
    fitting = [each for each in fitting if tees == _tees(LEAGUES[each[1]].pool)] or fitting
    if text.moving == 0 and {player.pos for player in text.players} == set(CORNERS):
        fitting = [
            each for each in fitting if all(each[0] == player.cards for player in text.players)
        ] or fitting
    found = [each for _, each in fitting]
    return game if game.options.league in found else with_options(game, league=found[0])


def _shows(text: HeardText, most: int) -> bool:
    """Whether the text is possible in a league with at most `most` open quests."""
    return all(
        len(quests) == min(most, player.cards)
        for quests, player in zip(text.quests, text.players, strict=True)
    )


def _tees(pool: int) -> int:
    """How many tiles with three ways the maze of a pool has: each comes twice, on both halves or in
    both hands.
    """
    return 2 * sum(count for tile, count in POOLS[pool].items() if tile.count("1") == 3)


def _alone(game: Game, text: HeardText, seat: int) -> State:
    """The position inferred from the text alone."""
    s, league = game.blank(), LEAGUES[game.options.league]
    s.tile[:] = s.where[:] = np.arange(TILES)
    s.carried[:], s.home[:], s.sent[:] = NOTHING, NOTHING, NOTHING
    s.kind[:CELLS] = text.tiles
    for place, kind in enumerate(text.tiles):
        for way in range(4):
            s.roads[way] |= (kind >> way & 1) << place
    for p, player in zip((seat, 1 - seat), text.players, strict=True):
        s.pos[p], s.kind[CELLS + p] = player.pos, player.tile
        s.score[p] = league.quests - player.cards
    for k, item in enumerate(text.items):
        owner = item.owner ^ seat
        place = item.place if item.place < CELLS else CELLS + (item.place - CELLS ^ seat)
        if s.home[owner, item.name] != NOTHING or s.carried[place] != NOTHING:
            raise ValueError("Each player has each item once, and no two items lie on one tile.")
        s.sent[k] = s.carried[place] = len(NAMES) * owner + item.name
        s.home[owner, item.name] = place
    s.turn, s.quests, s.shown = text.moving, league.quests, league.shown
    s.patience, s.tries = PATIENCE if game.options.deadlock else 0, game.options.tries
    _turn_up(s, text.quests[:: 1 - 2 * seat])
    return s


def _turn_up(s: State, quests: Sequence[Sequence[int]]) -> None:
    """Lays out the open quests, and puts the cards turned up into an order consistent with them;
    modifies `s` in place.
    """
    present = [name for name in range(len(NAMES)) if (s.home[:, name] != NOTHING).any()]
    # completed by both
    gone = [name for name in range(len(NAMES)) if name not in present][
        : int(s.quests) - len(present)
    ]
    turned = []
    for p, own in enumerate(quests):
        done = {*gone, *(name for name in present if s.home[p, name] == NOTHING)}
        if (
            len({*done, *own}) != len(done) + len(own)
            or not {*own} <= {*present}
            or len(done) != s.score[p]
        ):
            raise ValueError(
                "Each quest that is left asks for another of the player's items on the "
                "board, and each item for a quest."
            )
        s.open[p], s.seen[p] = sum(1 << name for name in own), len(done) + len(own)
        turned.append({*done, *own})
    fewer, more = sorted(turned, key=len)
    if not fewer <= more:
        raise ValueError("Both players turn up the same cards in the same order.")
    cards = [*_merged(fewer, quests), *_merged(more - fewer, quests)]
    s.deck = sum(name << 4 * k for k, name in enumerate([*cards, *[BLANK] * (16 - len(cards))])) - (
        1 << 64
    )


def _merged(cards: set[int], quests: Sequence[Sequence[int]]) -> list[int]:
    """The cards in an order that agrees with both players' quests, those open to neither first."""
    order = sorted(cards - {name for own in quests for name in own})
    rows = [[name for name in own if name in cards] for own in quests]
    while any(rows):
        first = next(
            (row[0] for row in rows if row and not any(row[0] in other[1:] for other in rows)), None
        )
        if first is None:
            raise ValueError("Both players turn up the same cards in the same order.")
        order.append(first)
        rows = [[name for name in row if name != first] for row in rows]
    return order


def _remember(s: State, then: State, text: HeardText, seat: int) -> None:
    """Fills in from the previous turn what the text does not tell; modifies `s` in place."""
    s.turn, s.sent[:] = then.turn + 1, then.sent
    moved = (
        not np.array_equal(s.kind, then.kind)
        or (s.pos != then.pos).any()
        or ((s.home != NOTHING) & (s.home != then.home)).any()
    )
    s.clashes = then.clashes if is_push_turn(s) else 0 if moved else then.clashes + 1
    known, now = int(max(then.seen)), int(max(s.seen))
    back = (
        (s.seen < then.seen).any()
        or (s.score < then.score).any()
        or ((s.home != NOTHING) & (then.home == NOTHING)).any()
    )
    if back or s.turn >= LONGEST or (s.patience and s.clashes >= s.patience):
        raise ValueError("The match cannot go on from the turn before to this one.")
    quests = text.quests[seat ^ int(s.seen[1] == now)]
    new = quests[len(quests) - (now - known) :] if now > known else ()
    cards = [*(int(then.deck) >> 4 * k & 15 for k in range(known)), *new]
    for p, own in enumerate(text.quests[:: 1 - 2 * seat]):
        cards = _corrected(
            cards, {name for name in cards if name in own or s.home[p, name] == NOTHING}, own
        )
    s.deck = sum(name << 4 * k for k, name in enumerate(cards)) | -1 << 4 * len(cards)


def _corrected(cards: Sequence[int], turned: set[int], own: Sequence[int]) -> list[int]:
    """Reorders the known cards so that a player has turned up `turned` and holds `own` open in this
    order.

    They differ only if the first text came in mid-match: it does not tell the order of the cards
    completed by then.
    """
    order = sorted(cards, key=lambda name: name not in turned)
    places = sorted(order.index(name) for name in own if name in order)
    for place, name in zip(places, own, strict=False):
        order[place] = name
    return order
