"""What a change by hand does to a position of Xmas Rush, and what follows from it: roads, items,
the cards that were turned up, scores.
"""

from __future__ import annotations

import zlib
from collections.abc import Sequence

import numpy as np

from engines.checking import members
from engines.editing import EditError
from engines.game import State
from engines.xmasrush.state import (
    BLANK,
    CELLS,
    LONGEST,
    MAX_TURNS,
    NAMES,
    NOTHING,
    RUNNING,
    SIDE,
    TILES,
)

ITEMS = len(NAMES)
CARDS = 16  # places of the deck
SHAPES = " ╵╶└╷│┌├╴┘─┴┐┤┬┼"  # by a tile's open directions
KINDS = (3, 6, 12, 9, 5, 10, 7, 14, 13, 11, 15)  # corners, straights, three ways, four ways


# -- what there is ---------------------------------------------------------------------------------


def turned(kind: int, count: int = 1) -> int:
    """A tile after quarter turns to the right."""
    for _ in range(count):
        kind = (kind << 1 | kind >> 3) & 15
    return kind


def cards(s: State) -> list[int]:
    """The names of the deck in their order, BLANK where nobody knows them."""
    return [int(s.deck) >> 4 * k & 15 for k in range(int(s.quests))]


def done(s: State, p: int) -> list[int]:
    """The quests that a player has done, in the order of their cards."""
    return [name for name in cards(s)[: int(s.seen[p])] if not int(s.open[p]) >> name & 1]


def word(item: int) -> str:
    """An item in words: "Arrow of player 2"."""
    return f"{NAMES[item % ITEMS].capitalize()} of player {item // ITEMS + 1}"


def place_of(s: State, item: int) -> int:
    """The place of an item, NOTHING once it is collected."""
    home = int(s.home.ravel()[item])
    return NOTHING if home == NOTHING else int(s.where[home])


# -- changes ---------------------------------------------------------------------------------------


def set_tile(s: State, place: int, kind: int) -> None:
    """Gives the tile at a place other ways."""
    s.kind[s.tile[place]] = kind


def set_item(s: State, item: int, place: int) -> None:
    """Puts an item onto the tile at a place; one that is there changes places with it."""
    home, tile = int(s.home.ravel()[item]), int(s.tile[place])
    other = int(s.carried[tile])
    s.carried[tile] = item
    s.home[divmod(item, ITEMS)] = tile
    if home not in (NOTHING, tile):
        s.carried[home] = other
    if other not in (NOTHING, item):
        s.home[divmod(other, ITEMS)] = home


def set_done(s: State, p: int, name: int, is_done: bool) -> None:
    """Completes an open quest, which takes its item; or opens a completed one again, whose item
    appears on a free tile. Cards are turned up and covered as the rules say.
    """
    if is_done == (name in done(s, p)):
        return
    s.open[p] = int(s.open[p]) ^ 1 << name
    home = int(s.home[p, name])
    if is_done:
        s.home[p, name] = s.carried[home] = NOTHING
    else:
        set_item(s, ITEMS * p + name, _free(s))
        _list_item(s, ITEMS * p + name)
    _turn_up(s, p)


def _free(s: State) -> int:
    """A place of the board without an item or a player."""
    taken = [int(cell) for cell in s.pos]
    places = [k for k in range(CELLS) if s.carried[s.tile[k]] == NOTHING and k not in taken]
    return places[len(places) // 2]


def _list_item(s: State, item: int) -> None:
    """Adds an item to the list of the protocol, if it is not in it."""
    listed = [int(each) for each in s.sent if each != NOTHING]
    if item not in listed:
        s.sent[len(listed)] = item


def _turn_up(s: State, p: int) -> None:
    """Turns up or covers cards until as many quests are open as the rules say."""
    deck = cards(s)
    most = min(int(s.shown), int(s.quests) - len(done(s, p)))
    while int(s.open[p]).bit_count() < most and s.seen[p] < s.quests:
        name = deck[s.seen[p]]
        if name == BLANK:
            return
        s.open[p] = int(s.open[p]) | 1 << name
        s.seen[p] += 1
    while int(s.open[p]).bit_count() > most:
        last = deck[s.seen[p] - 1]
        if not int(s.open[p]) >> last & 1:
            words = NAMES[last].lower()
            raise EditError(f"Open the {words} first: that card was turned up last.")
        s.open[p] = int(s.open[p]) & ~(1 << last)
        s.seen[p] -= 1


def swap(s: State) -> None:
    """Each player gets what the other has: place, hand, items, quests."""
    s.pos[:], s.open[:], s.seen[:] = s.pos[::-1].copy(), s.open[::-1].copy(), s.seen[::-1].copy()
    hands = s.tile[CELLS:].copy()
    s.tile[CELLS:] = hands[::-1]
    s.where[s.tile] = np.arange(TILES)
    s.home[:] = s.home[::-1].copy()
    for column in (s.carried, s.sent):
        column[:] = [(int(i) + ITEMS) % (2 * ITEMS) if i != NOTHING else NOTHING for i in column]


def half_turn(s: State) -> None:
    """Turns the board with all that is on it by half a turn."""
    board = s.tile[:CELLS].copy()
    s.tile[:CELLS] = board[::-1]
    s.where[s.tile] = np.arange(TILES)
    s.kind[board] = [turned(int(kind), 2) for kind in s.kind[board]]
    s.pos[:] = CELLS - 1 - s.pos


def deal_again(s: State) -> None:
    """Shuffles the cards that nobody has turned up; the seed is drawn from the deck, so that each
    time is another.
    """
    known = int(s.seen.max())
    names = cards(s)
    rng = np.random.default_rng(zlib.crc32(s.deck.tobytes()))
    set_deck(s, [*names[:known], *rng.permutation(names[known:]).tolist()])


def set_deck(s: State, names: Sequence[int]) -> None:
    """Writes the cards of the deck."""
    full = [*names, *[BLANK] * (CARDS - len(names))]
    # the highest card is blank, so the number is negative
    s.deck = sum(name << 4 * k for k, name in enumerate(full)) - (1 << 64)


def completed(s: State, seed_of: State) -> None:
    """Fills cards that a text does not tell with the names that are left, in the order of another
    position.
    """
    known = [name for name in cards(s) if name != BLANK]
    there = {int(item) % ITEMS for item in s.carried if item != NOTHING}
    order = [name for name in cards(seed_of) if name != BLANK]
    rest = [name for name in dict.fromkeys([*order, *sorted(there)]) if name not in known]
    rest = [name for name in rest if name in there]
    set_deck(s, [*known, *rest][: int(s.quests)])


# -- what follows ----------------------------------------------------------------------------------


def follow(s: State) -> None:
    """Brings up to date what follows: roads, scores, and whether the match goes on."""
    kinds = s.kind[s.tile[:CELLS]].tolist()
    for way in range(4):
        s.roads[way] = sum((kind >> way & 1) << cell for cell, kind in enumerate(kinds))
    s.lost = 0
    for p in (0, 1):
        s.score[p] = len(done(s, p))
    s.clashes = min(int(s.clashes), (int(s.turn) + 1) // 2, max(0, int(s.patience) - 1))
    s.over = MAX_TURNS if s.turn >= LONGEST else RUNNING


def cell_at(x: float, y: float) -> int:
    """The cell of the board that is nearest to a point."""
    column, row = (min(SIDE - 1, max(0, int(v // 1))) for v in (x, y))
    return SIDE * row + column


def open_names(s: State, p: int) -> list[int]:
    """The quests on the table of a player."""
    return members(int(s.open[p]))
