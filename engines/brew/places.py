"""Where things are in the picture of Witch's Brew, and what can be clicked."""

from __future__ import annotations

import numpy as np

from engines.brew.actions import (
    BREW,
    CAST,
    LEARN,
    MOST_ACTIONS,
    NUMBER,
    REST,
    WAIT,
    casts_of,
    legal,
)
from engines.brew.cards import TIMES
from engines.brew.state import EMPTY, spells_of
from engines.game import State
from engines.scene import Target

WIDE, HIGH = 32.0, 25.2
SIDE = (0.0, 16.8)  # where each witch's panel begins
TABLE = 8.8
# spells: below the panel's edge, height, fewest columns
SPELLS_DOWN, SPELL_HIGH, FEWEST = 2.35, 2.85, 8
SPELLS_WIDE, GAP = 28.7, 0.2
ORDER_WIDE, TOME_LEFT, TOME_WIDE = 2.95, 15.5, 2.75
CARD_DOWN, CARD_HIGH = 1.0, 6.4

Box = tuple[float, float, float, float]  # x, y, width, height


def order_box(place: int) -> Box:
    return 0.3 + place * ORDER_WIDE, TABLE + CARD_DOWN, ORDER_WIDE - GAP, CARD_HIGH


def tome_box(place: int) -> Box:
    return TOME_LEFT + place * TOME_WIDE, TABLE + CARD_DOWN, TOME_WIDE - GAP, CARD_HIGH


def spell_box(s: State, seat: int, place: int, count: int) -> Box:
    """The box of a witch's spell, in two rows with as many columns as needed."""
    columns = max(FEWEST, (count + 1) // 2)
    wide = SPELLS_WIDE / columns
    return (
        0.5 + place % columns * wide,
        SIDE[seat] + SPELLS_DOWN + place // columns * (SPELL_HIGH + GAP / 2),
        wide - GAP,
        SPELL_HIGH,
    )


def rest_box(seat: int) -> Box:
    return (
        0.5 + SPELLS_WIDE,
        SIDE[seat] + SPELLS_DOWN,
        WIDE - SPELLS_WIDE - 0.8,
        2 * SPELL_HIGH + GAP / 2,
    )


def targets(s: State, agent: int) -> list[Target]:
    """Everything that can be clicked, legal or not; a spell has one column for each number of
    casts.
    """
    found = [
        Target(BREW | number << NUMBER, *order_box(k), taken=True)
        for k, number in enumerate(s.orders.tolist())
        if number != EMPTY
    ]
    found += [
        Target(LEARN | spell << NUMBER, *tome_box(k), taken=True)
        for k, spell in enumerate(s.tome.tolist())
        if spell != EMPTY
    ]
    own = spells_of(s, agent)
    for k, spell in enumerate(own):
        x, y, wide, high = spell_box(s, agent, k, len(own))
        most = max(1, casts(s, agent, spell))
        found += [
            Target(
                CAST | spell << NUMBER | n + 1,
                x + n * wide / most,
                y,
                wide / most,
                high,
                taken=True,
            )
            for n in range(most)
        ]
    return [*found, Target(pause(s, agent), *rest_box(agent), taken=True)]


def casts(s: State, seat: int, spell: int) -> int:
    """How many times a spell can be cast now."""
    return int(TIMES[casts_of(s, seat), spell]) if int(s.ready[seat]) >> spell & 1 else 0


def pause(s: State, seat: int) -> int:
    """What the button next to the spells does: rest, or wait if there are no spells or nothing else
    to do.
    """
    listed = np.zeros(MOST_ACTIONS, np.int64)
    return WAIT if not s.owned[seat] or (legal(s, seat, listed) and listed[0] == WAIT) else REST
