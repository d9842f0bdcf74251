"""How far the best action of a search is ahead of the next best, in words: one rule for heads,
numbers, help and glossary.
"""

from __future__ import annotations

import math

from lab.words import numerals
from search.base import AgentStats

CLEAR = 2.0  # joint standard errors from which one mean is called better than another
SURE, LEANING, UNDECIDED = "sure", "leaning", "undecided"
MOST, SOME = 2 / 3, 1 / 3  # of a search's visits
CLOSE = "too close to call"
ALONE = "the only action"
DRAWN = "drawn, not chosen"  # a mixed strategy plays several actions, so none leads
UNVARIED = "no spread"  # neither mean has an error: each action always had the same result
HELP = (
    "How many joint standard errors the mean of the action it would play exceeds the best other "
    f"mean.\nFrom {CLEAR:g} on it is a clear lead; below 0 another action has the better mean."
)


def lead_words(stats: AgentStats) -> str:
    """The lead as it reads in a sentence: "ahead by 3.2 standard errors"."""
    by = stats.lead
    if stats.actions.size == 1:
        return ALONE
    if stats.drawn:
        return DRAWN
    if math.isnan(by):
        return "no lead yet"
    if abs(by) < CLEAR:
        return f"{CLOSE} ({numerals.errors(abs(by))})"
    side = "ahead" if by > 0 else "behind"
    return f"{side}, {UNVARIED}" if math.isinf(by) else f"{side} by {numerals.errors(abs(by))}"


def certainty(stats: AgentStats) -> str:
    """How far a search has made up its mind about the action it would play: SURE if that has at
    least `MOST` of its visits and a clear lead, UNDECIDED if it has less than `SOME` of them or no
    clear lead, else LEANING; "" where it draws its action or takes no samples.
    """
    if stats.drawn or not stats.sampled or not stats.visits.any():
        return ""
    share = float(stats.share[stats.best])
    if stats.actions.size == 1 or (share >= MOST and stats.lead >= CLEAR):
        return SURE
    return LEANING if share >= SOME and stats.lead >= CLEAR else UNDECIDED


def brief_lead(stats: AgentStats) -> str:
    """The same where there is little room: "3.2 std. err."; a dash while there is no lead."""
    by = stats.lead
    if stats.actions.size == 1 or stats.drawn or math.isinf(by):
        return lead_words(stats)
    if math.isnan(by):
        return numerals.NOTHING
    return UNDECIDED if abs(by) < CLEAR else numerals.errors(by, "std. err.", ">")
