"""The start of a match: the maze, the items and the quests that belong to a seed, drawn as the
contest's referee draws them.

The referee uses one `java.util.Random`; the order of its draws decides everything, so it is
reproduced exactly.
"""

from __future__ import annotations

from collections.abc import Sequence

from engines.game import State
from engines.java import JavaRandom
from engines.xmasrush.state import (
    BLANK,
    CELLS,
    LEAGUES,
    NAMES,
    NOTHING,
    PATIENCE,
    POOLS,
    SIDE,
    Options,
)

CENTRES = ("1111", "1010", "0101")
CORNER = "0110"


def kind_of(digits: str) -> int:
    """A tile's open directions as bits from its four digits, up first."""
    return sum(1 << way for way, digit in enumerate(digits) if digit == "1")


def digits_of(kind: int) -> str:
    """The four digits of a tile."""
    return "".join(str(int(kind) >> way & 1) for way in range(4))


def deal(s: State, seed: int, options: Options) -> None:
    """Lays out the whole start position."""
    league, random = LEAGUES[options.league], JavaRandom(seed)
    board, hand = maze(random, league.pool)
    names = [*range(len(NAMES))]
    for i in range(len(NAMES) - 1, 0, -1):
        j = random.below(len(NAMES))
        names[i], names[j] = names[j], names[i]
    names = names[: league.quests]
    items = scatter(random, names, board if league.on_crossings else None)
    lay(s, [*board, hand, half_turn(hand)], items, names[::-1], league.shown)
    s.patience, s.tries = PATIENCE if options.deadlock else 0, options.tries


def maze(random: JavaRandom, pool: int) -> tuple[list[str], str]:
    """The tiles of the board, each cell the opposite one rotated by a half turn, and the first
    player's hand.
    """
    board = [""] * CELLS
    board[CELLS // 2], board[0], board[CELLS - 1] = (
        CENTRES[random.below(3)],
        CORNER,
        half_turn(CORNER),
    )
    tiles = [tile for tile, n in POOLS[pool].items() for _ in range(n)]
    for y in range(SIDE):
        for x in range(SIDE - y):
            if not board[SIDE * y + x]:
                tile = tiles.pop(random.below(len(tiles)))
                turns = random.below(3)
                tile = tile[4 - turns :] + tile[: 4 - turns]
                board[SIDE * y + x] = tile
                board[CELLS - 1 - SIDE * y - x] = half_turn(tile)
    return board, tiles[0]


def half_turn(tile: str) -> str:
    return tile[2:] + tile[:2]


def scatter(
    random: JavaRandom, names: Sequence[int], crossings: Sequence[str] | None
) -> list[tuple[int, int, int]]:
    """The items as (name, owner, place) in the order of the protocol; on the board `crossings` only
    on tiles with three ways or four.
    """
    items: list[tuple[int, int, int]] = []
    taken = {0, CELLS // 2, CELLS - 1}
    for name in names:
        while True:
            x, y = divmod(random.below(CELLS), SIDE)
            cell = SIDE * y + x
            if cell not in taken and (crossings is None or crossings[cell].count("1") >= 3):
                break
        taken |= {cell, CELLS - 1 - cell}
        items += [(name, 0, cell), (name, 1, CELLS - 1 - cell)]
    random.shuffle(items)
    return items


def lay(
    s: State,
    tiles: Sequence[str],
    items: Sequence[tuple[int, int, int]],
    order: Sequence[int],
    shown: int,
) -> None:
    """Writes a start position: tiles at all places [T], items as (name, owner, place), the quests
    in order of their cards.
    """
    s.carried[:], s.home[:], s.sent[:] = NOTHING, NOTHING, NOTHING
    for place, digits in enumerate(tiles):
        s.tile[place] = s.where[place] = place
        s.kind[place] = kind_of(digits)
        for way in range(4 if place < CELLS else 0):
            s.roads[way] |= int(digits[way]) << place
    for k, (name, owner, place) in enumerate(items):
        s.sent[k] = s.carried[place] = len(NAMES) * owner + name
        s.home[owner, name] = place
    s.pos[:] = 0, CELLS - 1
    s.quests, s.shown = len(order), shown
    s.seen[:] = shown
    s.open[:] = sum(1 << name for name in order[:shown])
    cards = [*order, *[BLANK] * (16 - len(order))]
    # the highest card is blank, so the number is negative
    s.deck = sum(name << 4 * k for k, name in enumerate(cards)) - (1 << 64)
