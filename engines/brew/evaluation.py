"""What a position of Witch's Brew is worth, after the 2020 contest's second place, and the script.

Source: "Agade Fall 2020 Challenge Postmortem". Points, ingredients at 0.8 x (1, 2, 3, 4), spells at
0.8 x (1.25 repeatable, 1 other) as far as 11 of them, repeatable ones first, and 0.2 x beyond;
20,000 for the result. The source does not say whether the four basic spells are among the 11; here
a knob decides, and by default they are. Each seat's value is its own; `opponent` subtracts a share
of the other's.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from engines.brew.actions import (
    BREW,
    CAST,
    LEARN,
    NUMBER,
    REST,
    WAIT,
    affords,
    casts_of,
    held_spells,
    wide,
)
from engines.brew.cards import (
    DELTA,
    FIRST_BASIC,
    FIRST_ORDER,
    NEED,
    PRICE,
    ROOM,
    SPELLS,
    TIERS,
    TIMES,
)
from engines.brew.rules import bonus, final_score
from engines.brew.state import EMPTY, NO_SPELLS, SHOWN_ORDERS, SHOWN_SPELLS
from engines.game import PASS
from engines.jit import inlined, rule
from engines.knobs import RESTART, integer, number, switch

# the script: what a missing ingredient of each tier takes off an order
SHORT = np.array([1.5, 3.0, 4.5, 6.0])
KEPT = np.array([0.3, 0.7, 1.0, 1.3])  # and the worth of each one in hand
ENOUGH = 9  # the number of learnt spells that the script aims at


@dataclass(frozen=True)
class EvalParams:
    """Weights of what `value` sees."""

    score: float = number(1.0, 0.0, 3.0, "Score", "Worth of a rupee earned.", effect=RESTART)
    ingredients: float = number(
        0.8, 0.0, 3.0, "Ingredients", "Scale of all ingredients' worth.", effect=RESTART, main=True
    )
    tier0: float = number(
        1.0,
        0.0,
        8.0,
        "Tier 0",
        "Worth of an ingredient of tier 0, times the scale.",
        effect=RESTART,
    )
    tier1: float = number(
        2.0,
        0.0,
        8.0,
        "Tier 1",
        "Worth of an ingredient of tier 1, times the scale.",
        effect=RESTART,
    )
    tier2: float = number(
        3.0,
        0.0,
        8.0,
        "Tier 2",
        "Worth of an ingredient of tier 2, times the scale.",
        effect=RESTART,
    )
    tier3: float = number(
        4.0,
        0.0,
        8.0,
        "Tier 3",
        "Worth of an ingredient of tier 3, times the scale.",
        effect=RESTART,
    )
    spells: float = number(
        0.8, 0.0, 5.0, "Spells", "Scale of all spells' worth.", effect=RESTART, main=True
    )
    repeatable: float = number(
        1.25,
        0.0,
        5.0,
        "Repeatable",
        "Worth of a spell that can be repeated, times the scale.",
        effect=RESTART,
    )
    other: float = number(
        1.0, 0.0, 5.0, "Other spells", "Worth of any other spell, times the scale.", effect=RESTART
    )
    counted: int = integer(
        11,
        0,
        46,
        "Wanted spells",
        "How many spells count in full, repeatable ones first.",
        effect=RESTART,
    )
    beyond: float = number(
        0.2, 0.0, 5.0, "Spells beyond", "Scale of the worth of spells beyond those.", effect=RESTART
    )
    basic: bool = switch(
        True,
        "Count basic spells",
        "Whether the four basic spells are among the wanted ones.",
        effect=RESTART,
    )
    over: float = number(
        20_000.0,
        0.0,
        100_000.0,
        "Result",
        "What a won match adds to the final score, and a lost one takes from it.",
        step=100,
    )
    opponent: float = number(
        0.0,
        0.0,
        1.0,
        "Opponent",
        "Share of the opponent's worth that is taken off.",
        effect=RESTART,
        main=True,
    )


@inlined
def ingredients_worth(s: Any, p: int, w: Any) -> float:
    """The worth of a seat's inventory."""
    return w[1] * (
        w[2] * s.inv[p, 0] + w[3] * s.inv[p, 1] + w[4] * s.inv[p, 2] + w[5] * s.inv[p, 3]
    )


@inlined
def worth(s: Any, p: int, w: Any) -> float:
    """The worth of a seat's score, ingredients and spells while the match goes on."""
    repeatable = 1.0 * s.repeatable[p]
    plain = s.plain[p] + (4.0 * w[11] if s.owned[p] != 0 else 0.0)
    full = repeatable if repeatable < w[9] else w[9]
    full_plain = plain if plain < w[9] - full else w[9] - full
    spells = w[6] * (w[7] * full + w[8] * full_plain) + w[10] * (
        w[7] * (repeatable - full) + w[8] * (plain - full_plain)
    )
    return w[0] * s.score[p] + ingredients_worth(s, p, w) + spells


@rule
def value(s: Any, w: Any, out: Any) -> None:
    """Each seat's own worth, less a share of the other's; in a finished match the final scores and
    the result.
    """
    if s.over == 0:
        mine, theirs, won = worth(s, 0, w), worth(s, 1, w), 0.0
    else:
        mine, theirs = 1.0 * final_score(s, 0), 1.0 * final_score(s, 1)
        won = w[12] if mine > theirs else -w[12] if mine < theirs else 0.0
    out[0] = mine - w[13] * theirs + won
    out[1] = theirs - w[13] * mine - won


@rule
def lasting(s: Any, w: Any, out: Any) -> None:
    """The ingredients' part of `value`, not discounted since they can be used later; 0 when the
    match is over.
    """
    mine = ingredients_worth(s, 0, w) if s.over == 0 else 0.0
    theirs = ingredients_worth(s, 1, w) if s.over == 0 else 0.0
    out[0] = mine - w[13] * theirs
    out[1] = theirs - w[13] * mine


@rule
def promise(s: Any, p: int, spell: int, times: int) -> float:
    """The script's rating of a seat's ingredients after casting a spell `times` times: the best
    order within reach, and what is in hand.
    """
    kept = 0.0
    for tier in range(TIERS):
        kept += KEPT[tier] * (s.inv[p, tier] + times * DELTA[spell, tier])
    best = 0.0
    for k in range(SHOWN_ORDERS):
        order = s.orders[k]
        if order < FIRST_ORDER:
            continue
        wanted = 1.0 * PRICE[order] + bonus(s, k)
        for tier in range(TIERS):
            have = s.inv[p, tier] + times * DELTA[spell, tier]
            wanted -= SHORT[tier] * max(0.0, 1.0 * NEED[s.easy, order, tier] - have)
        best = max(best, wanted)
    return best + kept


@rule
def policy(s: Any, agent: int, rng: Any) -> int:
    """The script: brews the dearest order it can, else learns while spells are few, else does
    whatever brings the best order nearer.
    """
    if s.over != 0:
        return PASS
    chosen, most = WAIT, 0.0
    for k in range(SHOWN_ORDERS):
        if affords(s, agent, s.orders[k]) and PRICE[s.orders[k]] + bonus(s, k) > most:
            chosen = BREW | wide(s.orders[k]) << NUMBER
            most = 1.0 * PRICE[s.orders[k]] + bonus(s, k)
    if chosen != WAIT or s.league == NO_SPELLS:
        return chosen
    # 1. the cheapest of the first spells, and one with tax on it, while more are wanted
    learnt = s.repeatable[agent] + s.plain[agent]
    for k in range(min(SHOWN_SPELLS, s.inv[agent, 0] + 1)):
        gain = (
            1.2 * (ENOUGH - learnt)
            - 1.0 * k
            + min(s.tax[k], ROOM // 2)
            - 4.0 * (learnt >= ENOUGH)
            + rng.random()
        )
        if s.tome[k] != EMPTY and gain > most:
            chosen, most = LEARN | wide(s.tome[k]) << NUMBER, gain
    # 2. casting now, or after a rest
    row, now, later = casts_of(s, agent), promise(s, agent, FIRST_BASIC, 0), 0.0
    for place in range(s.learnings + SPELLS - FIRST_BASIC):
        spell = held_spells(s, agent, place)
        if spell == EMPTY:
            continue
        for times in range(1, TIMES[row, spell] + 1):
            gain = promise(s, agent, spell, times) - now + 0.1 * rng.random()
            if (s.ready[agent] >> spell & 1) == 0:
                later = max(later, gain)
            elif gain > most:
                chosen, most = CAST | spell << NUMBER | times, gain
    if s.ready[agent] != s.owned[agent] and (chosen == WAIT or 0.6 * later > most):
        return REST
    return chosen
