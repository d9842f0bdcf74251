"""The state record of Xmas Rush, its constants and options.

Cells are numbered 7 y + x with (0, 0) top left; places 49 and 50 are the players' hands. Every tile
keeps its own number for the whole match, so that pictures can follow it; items never leave their
tile. Directions: 0 up, 1 right, 2 down, 3 left. Shapes: [T] the 51 tiles or places, [P] the two
players, [N] the 12 names of items.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from engines.knobs import choice, integer, switch

SIDE = 7
CELLS = SIDE * SIDE
TILES = CELLS + 2
NAMES = (
    "ARROW",
    "BOOK",
    "CANE",
    "CANDY",
    "DIAMOND",
    "FISH",
    "MASK",
    "KEY",
    "POTION",
    "SCROLL",
    "SHIELD",
    "SWORD",
)
WAYS = ("UP", "RIGHT", "DOWN", "LEFT")
UP, RIGHT, DOWN, LEFT = range(4)
NOTHING = -1  # on a tile; a collected item's tile
BLANK = 15  # a card of the deck that nobody has seen
NO_CARDS = -1  # a deck of 16 blanks
LONGEST = 150
MOST_STEPS = 20
PATIENCE = 10  # turns in a row in which both push one line
RUNNING, MAX_TURNS, DEADLOCK, ALL_QUESTS, DISQUALIFIED = range(5)

STATE = np.dtype(
    [
        # for each direction, a bit for each cell whose tile is open that way
        ("roads", np.int64, (4,)),
        # the order of the quests, the same for both: 4 bits a name, first card lowest, BLANK where
        # it is unknown
        ("deck", np.int64),
        ("open", np.int16, (2,)),  # the quests on the table, a bit for each name [P]
        ("turn", np.int16),  # turns played: even ones are pushes
        ("tile", np.int8, (TILES,)),  # the tile at each place [T]
        ("where", np.int8, (TILES,)),  # the place of each tile [T]
        ("kind", np.int8, (TILES,)),  # a tile's open directions, a bit each [T]
        ("carried", np.int8, (TILES,)),  # the item on a tile, 12 * owner + name, or NOTHING [T]
        ("home", np.int8, (2, len(NAMES))),  # the tile on which an item is, or NOTHING [P, N]
        # the items in the order of the protocol, NOTHING beyond
        ("sent", np.int8, (2 * len(NAMES),)),
        ("pos", np.int8, (2,)),  # cells of the players [P]
        ("score", np.int8, (2,)),
        ("seen", np.int8, (2,)),  # cards that each player has turned up
        ("quests", np.int8),  # cards per player
        ("shown", np.int8),  # most cards on the table
        ("clashes", np.int8),  # turns in a row in which both pushed the same line
        ("patience", np.int8),  # the number that ends the match; 0: no limit
        ("tries", np.int8),  # random pushes from which the script takes the best; 28: all
        ("lost", np.int8),  # a bit for each player who answered badly
        ("over", np.int8),
    ],
    align=True,
)

POOLS = {
    1: {"0110": 8, "1101": 3, "0111": 6, "1010": 6, "1111": 1},
    2: {"0110": 8, "1101": 3, "0111": 4, "1010": 9},
    3: {"0110": 10, "1101": 3, "0111": 2, "1010": 9},
}


class League(NamedTuple):
    """The settings of a league."""

    pool: int  # the pool of tiles
    quests: int
    shown: int
    on_crossings: bool  # items start only on tiles with three or four ways


LEAGUES = {
    "0": League(1, 3, 1, False),
    "1": League(1, 1, 1, True),
    "2": League(1, 6, 1, True),
    "3": League(1, 12, 3, False),
    "4": League(2, 12, 3, False),
    "6": League(3, 12, 3, False),
}


@dataclass(frozen=True)
class Options:
    """The league, the script, and the rules that the sources leave open."""

    league: str = choice(
        "6",
        {
            "6": "6 and up: 12 quests, hard mazes",
            "4": "4 and 5: 12 quests",
            "3": "3: 12 quests, easy mazes",
            "2": "2: 6 quests, one at a time",
            "1": "1: one quest",
            "0": "demonstration: 3 quests, one at a time",
        },
        "League",
        "How many quests there are and how hard the mazes are.",
        main=True,
    )
    deadlock: bool = switch(
        True,
        "Deadlock",
        "Whether ten turns in a row in which both push the same line end the match.",
    )
    trim: bool = switch(
        False, "Forgive blanks", "Whether blanks before and after an answer are forgiven."
    )
    tries: int = integer(
        5,
        1,
        28,
        "Script's pushes",
        "The script, which also plays scripted playouts, takes the best of so many random pushes.",
        top="all",
    )


class XmasRushLog(NamedTuple):
    """What happened in a turn, frame by frame [F = 20]; filled by `step` if a match asks for it."""

    frames: NDArray[np.int64]  # [1] how many
    pos: NDArray[np.int64]  # [F, P]
    score: NDArray[np.int64]  # [F, P]
    blocked: NDArray[np.int64]  # [F, P] 1 where a step was blocked
    roads: NDArray[np.int64]  # [F, 4]
    hands: NDArray[np.int64]  # [F, P] kinds of the tiles in hand
    clash: NDArray[np.int64]  # [1] 1 if both pushed the same line
    open: NDArray[np.int64]  # [P] the quests on the table before new ones are turned up
    seen: NDArray[np.int64]  # [P] likewise
    joint: NDArray[np.int64]  # [P] what was played


def new_log() -> XmasRushLog:
    """An empty log."""
    shapes = (
        (1,),
        *[(MOST_STEPS, 2)] * 3,
        (MOST_STEPS, 4),
        (MOST_STEPS, 2),
        (1,),
        (2,),
        (2,),
        (2,),
    )
    return XmasRushLog(*(np.zeros(shape, np.int64) for shape in shapes))
