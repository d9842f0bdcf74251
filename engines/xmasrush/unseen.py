"""What a player of Xmas Rush may not see: the cards that nobody has turned up."""

from __future__ import annotations

from typing import Any

import numpy as np

from engines.draws import draw_below
from engines.jit import rule
from engines.xmasrush.board import Number, count, nth
from engines.xmasrush.rules import ITEMS
from engines.xmasrush.state import CELLS, NOTHING


@rule
def known(s: Any) -> Number:
    """How many cards of the common deck at least one player has seen."""
    return max(np.int64(s.seen[0]), np.int64(s.seen[1]))


@rule
def observe(s: Any, seat: int) -> None:
    """Blanks the cards that neither player has turned up; a card turned up by one is known to both.

    Tiles are renumbered by place, since equal tiles cannot be told apart.
    """
    s.deck |= np.int64(-1) << 4 * known(s)
    for place in range(CELLS + 2):
        tile = s.tile[place]
        if tile != place:  # they exchange their numbers
            s.kind[tile], s.kind[place] = s.kind[place], s.kind[tile]
            s.carried[tile], s.carried[place] = s.carried[place], s.carried[tile]
            s.tile[s.where[place]] = tile
            s.where[tile] = s.where[place]
            s.tile[place] = s.where[place] = place
    for place in range(CELLS + 2):
        item = np.int64(s.carried[place])
        if item != NOTHING:
            s.home[item // ITEMS, item % ITEMS] = place


@rule
def sample(s: Any, seat: int, rng: Any) -> None:
    """Shuffles the names that are left into the blank cards of both decks."""
    left, k = np.int64(0), known(s)
    for name in range(ITEMS):
        if s.home[0, name] != NOTHING or s.home[1, name] != NOTHING:
            left |= np.int64(1) << name
    for card in range(k):
        left &= ~(np.int64(1) << (s.deck >> 4 * card & 15))
    while k < s.quests and left != 0:
        name = nth(left, draw_below(rng, count(left)))
        left ^= np.int64(1) << name
        s.deck = (s.deck & ~(np.int64(15) << 4 * k)) | np.int64(name) << 4 * k
        k += 1
