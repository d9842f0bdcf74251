"""DUCT's selection rules: how one agent chooses among its actions at one node.

Every rule sees one block of slots, `first` to `first + count`, with the agent's own visits and
summed values; `inverse` is 1 / the scale on which values are in [-1, 1]. Regret matching and Exp3
draw from a mixed strategy, which they leave in `sigma` [K].
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from engines.draws import draw_below
from engines.jit import inlined, rule
from search.equilibrium import mix
from search.tree import LANES, LOGS

UCB1, UCB1_TUNED, PUCT, EXP3, REGRET = range(5)
RULES = {
    "ucb1": "UCB1",
    "ucb1_tuned": "UCB1-Tuned",
    "puct": "PUCT",
    "exp3": "Exp3",
    "regret": "regret matching",
}
NUMBER = {name: number for number, name in enumerate(RULES)}
# the rules whose average strategy approaches an equilibrium of a two-player zero-sum game
MIXED = ("exp3", "regret")


@inlined
def by_bound(
    visits: Any,
    total: Any,
    first: int,
    count: int,
    root_log: float,
    inverse: float,
    lowest: bool,
    bounds: Any,
    rng: Any,
) -> int:
    """The place of the highest UCB1 bound; ties at random, or `lowest` index first. Every slot must
    have been visited.

    `search.tree.ucb1` for blocks of few slots: the whole mean in float32.
    """
    begin = np.uint64(first)
    explore, scale = np.float32(root_log), np.float32(inverse)
    # whole vectors: values read past the last slot are never used
    for j in range(np.uint64((count + LANES - 1) // LANES * LANES)):
        r = np.float32(1.0) / np.sqrt(np.float32(visits[begin + j]))
        bounds[j] = (np.float32(total[begin + j]) * scale * r + explore) * r
    return first_or_drawn(bounds, count, lowest, rng)


@inlined
def first_or_drawn(bounds: Any, count: int, lowest: bool, rng: Any) -> int:
    """The place of the highest of `count` bounds; of equal ones the `lowest`, or each with the same
    chance.
    """
    place, most, ties = 0, bounds[0], 1
    for k in range(1, count):
        ties = 1 if bounds[k] > most else ties + (bounds[k] == most)
        place = k if bounds[k] > most else place
        most = max(most, bounds[k])
    skip = draw_below(rng, ties)
    if not lowest and skip > 0:
        place = next_equal(bounds, place, skip)
    return place


@inlined
def next_equal(bounds: Any, place: int, skip: int) -> int:
    """The `skip`-th place after `place` with the same bound."""
    most = bounds[place]
    while skip > 0:
        place += 1
        skip -= bounds[place] == most
    return place


@rule
def untried(visits: Any, first: int, count: int, left: int, lowest: bool, rng: Any) -> int:
    """The place of one of the `left` slots without visits: each with the same chance, or the
    `lowest`.
    """
    skip, place = draw_below(rng, left), 0
    if lowest:
        skip = 0
    while place < count - 1 and (visits[first + place] > 0 or skip > 0):
        skip -= 1 if visits[first + place] == 0 else 0
        place += 1
    return place


@inlined
def by_ucb1_now(s: Any, a: int, count: int, logs: Any, lowest: bool, rng: Any) -> int:
    """The place of one of the untried or of the highest bound among the actions that are legal now,
    of which `s.now_*` hold the statistics.
    """
    tried, here = seen(s.now_visits, count)
    if tried < count:
        place = untried(s.now_visits, 0, count, count - tried, lowest, rng)
    else:
        root_log, inverse = s.c * logs[min(here, LOGS)], 1.0 / s.scale[a]
        place = by_bound(
            s.now_visits, s.now_total, 0, count, root_log, inverse, lowest, s.bounds, rng
        )
    return place


@rule
def one_of_best(bounds: Any, count: int, lowest: bool, rng: Any) -> int:
    """The index of the highest bound; ties at random, or the lowest index."""
    best, ties = 0, 1
    for k in range(1, count):
        if bounds[k] > bounds[best]:
            best, ties = k, 1
        elif bounds[k] == bounds[best]:
            ties += 1
            if not lowest and draw_below(rng, ties) == 0:
                best = k
    return best


@rule
def tuned(
    visits: Any,
    total: Any,
    squares: Any,
    first: int,
    count: int,
    n: int,
    c: float,
    inverse: float,
    bounds: Any,
) -> None:
    """UCB1-Tuned's bounds: mean + c sqrt(ln N / n min(1, variance + 4 sqrt(2 ln N / n))); infinite
    where untried.

    Auer, Cesa-Bianchi, Fischer (2002), section 4; there on [0, 1] with min(1/4, ...), here on [-1,
    1].
    """
    log = math.log(max(1, n))
    for k in range(count):
        v = visits[first + k]
        if v == 0:
            bounds[k] = np.inf
        else:
            mean = total[first + k] * inverse / v
            variance = max(0.0, squares[first + k] * inverse * inverse / v - mean * mean)
            bounds[k] = mean + c * math.sqrt(
                log / v * min(1.0, variance + 4.0 * math.sqrt(2.0 * log / v))
            )


@rule
def puct(
    visits: Any,
    total: Any,
    prior: Any,
    first: int,
    count: int,
    n: int,
    c: float,
    inverse: float,
    bounds: Any,
) -> None:
    """PUCT's bounds: mean + c prior sqrt(N) / (1 + n); the mean of untried actions is the block's.

    Rosin, "Multi-armed bandits with episode context" (2011); Silver et al., "Mastering the game of
    Go without human knowledge" (2017).
    """
    gained = 0.0
    for k in range(count):
        gained += total[first + k]
    usual = gained / max(1, n)
    for k in range(count):
        v = visits[first + k]
        mean = total[first + k] / v if v > 0 else usual
        bounds[k] = mean * inverse + c * prior[first + k] * math.sqrt(max(1, n)) / (1 + v)


@rule
def exp3(gains: Any, first: int, count: int, n: int, sigma: Any) -> float:
    """Exp3's mixed strategy softmax(gamma / K gains) into `sigma`; returns gamma = min(1, sqrt(K ln
    K / ((e - 1) n))), the share of play at random.

    Auer, Cesa-Bianchi, Freund, Schapire, "Gambling in a rigged casino" (1995); with its gamma for a
    horizon of n that grows with the visits.
    """
    gamma = min(1.0, math.sqrt(count * math.log(count) / ((math.e - 1.0) * max(1, n))))
    most = -np.inf
    for k in range(count):
        most = max(most, gains[first + k])
    sum_ = 0.0
    for k in range(count):
        sigma[k] = math.exp(gamma / count * (gains[first + k] - most))
        sum_ += sigma[k]
    for k in range(count):
        sigma[k] /= sum_
    return gamma


@rule
def regret(regrets: Any, first: int, count: int, n: int, floor: float, sigma: Any) -> float:
    """Regret matching's mixed strategy into `sigma`; returns the share of play at random,
    max(floor, n^(-1/3)).
    """
    mix(regrets, first, count, sigma)
    return max(floor, max(1, n) ** (-1.0 / 3.0))


@rule
def draw(sigma: Any, count: int, random_share: float, rng: Any) -> int:
    """An index drawn from (1 - share) sigma + share / K."""
    left = rng.random()
    for k in range(count - 1):
        left -= (1.0 - random_share) * sigma[k] + random_share / count
        if left < 0.0:
            return k
    return count - 1


@rule
def seen(visits: Any, count: int) -> tuple[int, int]:
    """How many of the first `count` actions were tried, and their visits in total."""
    tried, n = 0, 0
    for k in range(count):
        tried += 1 if visits[k] > 0 else 0
        n += visits[k]
    return tried, n


@rule
def choose(
    rule: int,
    visits: Any,
    total: Any,
    memo: Any,
    first: int,
    count: int,
    n: int,
    a: int,
    s: Any,
    rng: Any,
) -> tuple[int, float, float]:
    """One of `count` actions of agent `a` by any rule but UCB1: (its index, its probability, the
    weight of `s.sigma` in the average strategy).
    """
    c, lowest, inverse = s.c, s.ties != 0, 1.0 / s.scale[a]
    if rule == UCB1_TUNED:
        tuned(visits, total, memo, first, count, n, c, inverse, s.wide_bounds)
        return one_of_best(s.wide_bounds, count, lowest, rng), 1.0, 0.0
    if rule == PUCT:
        puct(visits, total, memo, first, count, n, c, inverse, s.wide_bounds)
        return one_of_best(s.wide_bounds, count, lowest, rng), 1.0, 0.0
    if rule == EXP3:
        share, weight = exp3(memo, first, count, n, s.sigma), 1.0
    else:
        share, weight = regret(memo, first, count, n, s.floor, s.sigma), n + 1.0
    k = draw(s.sigma, count, share, rng)
    return k, (1.0 - share) * s.sigma[k] + share / count, weight


@rule
def choose_now(s: Any, a: int, count: int, rule: int, rng: Any) -> tuple[int, float, float]:
    """The same among the actions that are legal now, of which `s.now_*` hold the statistics."""
    _, here = seen(s.now_visits, count)
    return choose(rule, s.now_visits, s.now_total, s.now_memo, 0, count, here, a, s, rng)
