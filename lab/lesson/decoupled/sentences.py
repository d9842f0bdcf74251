"""What a round of decoupled selection says."""

from __future__ import annotations

import math

from lab.lesson.decoupled.question import MIXED
from lab.lesson.decoupled.rounds import SIDES, Side
from lab.words.numerals import real
from search.equilibrium import EXPLOITABILITY
from search.nash import NASH_CONV

LOSES, GAINS = "loses", "gains"
COARSE = "Play in which neither mean regret is above 0 is a coarse correlated equilibrium."
EQUAL = 1e-5  # of the largest payoff: bounds so near are equal to a kernel in single precision


def gained(gains: tuple[float, float], zero_sum: bool) -> str:
    """What Row gains; where Column need not lose it, what both gain."""
    sides = [
        f"{who} {GAINS if gain > 0 else LOSES} {abs(gain):g}" if gain else f"{who} gains nothing"
        for who, gain in zip(SIDES, gains, strict=True)
    ]
    if not zero_sum:
        return ", ".join(sides)
    return sides[0] if gains[0] else "nobody gains"


def exploited(distance: float, zero_sum: bool) -> str:
    """How far both strategies are from an equilibrium."""
    if zero_sum:
        return f"{EXPLOITABILITY} {distance:.2f}: what a best reply wins, averaged over both sides."
    return f"{NASH_CONV} {distance:.2f}: what both gain by best replies, added up."


def behind(rule: str, side: Side, k: int) -> bool:
    """Whether an action that was tried and chosen by its bound has not the best mean."""
    means = [row.mean for row in side]
    return rule not in MIXED and all(map(math.isfinite, means)) and means[k] < max(means)


def reason(rule: str, who: str, side: Side, k: int, largest: float) -> str:
    """Why a side chose an action, by what it knew before."""
    row = side[k]
    if len(side) == 1:
        return f"{who} has no other action than {row.action}."
    if rule in MIXED:
        return f"{who} drew {row.action}, probability {row.chance:.3f}."
    untried = sum(not each.visits for each in side)
    if untried and rule != "puct":
        return f"{who} had {untried} untried {'action' if untried == 1 else 'actions'}."
    most = max(each.bound for each in side) - EQUAL * largest
    tied = sum(each.bound >= most for each in side) > 1
    words = "was drawn from the highest bounds" if tied else "had the highest bound"
    end = ", though not the best mean." if behind(rule, side, k) else "."
    return f"{who}'s {row.action} {words}, {real(row.bound, 3)}{end}"
