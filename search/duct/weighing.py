"""What a selection rule sees at the root before its next choice; it only reads.

The kernel's own functions are run as plain Python on the root's statistics. [K] root actions.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from engines.jit import plain
from search.base import Floats
from search.duct.search import DUCT
from search.duct.selection import EXP3, MIXED, NUMBER, PUCT, REGRET, UCB1_TUNED
from search.duct.selection import exp3 as mix_gains
from search.duct.selection import puct as puct_bounds
from search.duct.selection import regret as mix_regrets
from search.duct.selection import tuned as tuned_bounds
from search.root import ucb_bonus


@dataclass(frozen=True, eq=False)
class Weighed:
    """One agent's root actions, [K] each; NaN where the rule or an untried action has none. Values
    are on the search's own scale.
    """

    visits: Floats
    mean: Floats
    spread: Floats  # the standard deviation of the results, under UCB1-Tuned
    bound: Floats  # the highest is chosen
    memory: Floats  # regrets, or Exp3's gains
    chance: Floats  # the probability of each action to be drawn next
    policy: Floats  # the shares of the visits, or the average strategy


def weighed(search: DUCT, agent: int) -> Weighed:
    """What the agent's next choice at the root rests on, in a game without a prior of its own."""
    rule, params = NUMBER[search.params.rule], search.params
    _, visits, total = search.block(agent)
    block, begun = search.slots(agent), visits.size > 0
    if not begun:
        visits = np.zeros(len(search.root_actions(agent)), np.int64)
        total = np.zeros(visits.size)
    count, n, none = visits.size, int(visits.sum()), np.full(visits.size, np.nan)
    usual = 1.0 / count if rule == PUCT else 0.0
    memo = search.tree.memo[block].copy() if begun else np.full(count, usual)
    policy = search.policy_of(agent) if begun else np.full(count, 1.0 / count)
    tried = np.where(visits > 0, visits, np.nan)
    mean, inverse = total / tried, 1.0 / float(search.scratch.scale[agent])
    spread, bound, sigma, chance = none, none, np.zeros(count), none
    with plain():
        if rule == UCB1_TUNED:
            spread, bound = np.sqrt(np.maximum(0.0, memo / tried - mean * mean)), none.copy()
            tuned_bounds(visits, total, memo, 0, count, n, params.c, inverse, bound)
        elif rule == PUCT:
            bound = none.copy()
            puct_bounds(visits, total, memo, 0, count, n, params.c, inverse, bound)
        elif rule == EXP3:
            share = mix_gains(memo, 0, count, n, sigma)
        elif rule == REGRET:
            share = mix_regrets(memo, 0, count, n, params.floor, sigma)
        else:
            bound = mean * inverse + ucb_bonus(params.c, n, visits)
    if params.rule in MIXED:
        chance = (1.0 - share) * sigma + share / count
    bound = np.where(np.isfinite(bound), bound / inverse, np.nan)
    kept = memo if params.rule in MIXED else none
    return Weighed(visits.astype(float), mean, spread, bound, kept, chance, policy)
