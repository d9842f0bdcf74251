"""What DUCT's selection rules learn from backed-up values.

Blocks of slots as in `search.duct.selection`.
"""

from __future__ import annotations

from typing import Any

from engines.jit import rule
from search.duct.selection import EXP3, REGRET, UCB1_TUNED
from search.equilibrium import mix


@rule
def learn_regrets(
    visits: Any,
    total: Any,
    regrets: Any,
    first: int,
    count: int,
    chosen: int,
    chance: float,
    value: float,
    sigma: Any,
) -> None:
    """Sampled regret matching plus: every action's value is guessed by its mean, the chosen one's
    corrected by (value - mean) / chance.

    The guess is a control variate: right on average, with far less noise than value / chance alone
    (Schmid et al., "Variance reduction in Monte Carlo counterfactual regret minimization", 2019).
    Regrets are cut at 0 (Tammelin 2014). `chosen` is a slot that was drawn with probability
    `chance`; its visit is not yet counted.
    """
    mix(regrets, first, count, sigma)
    gained, n = 0.0, 0
    for slot in range(first, first + count):
        gained += total[slot]
        n += visits[slot]
    usual = gained / n if n > 0 else value
    expected = 0.0
    for slot in range(first, first + count):
        guess = total[slot] / visits[slot] if visits[slot] > 0 else usual
        if slot == chosen:
            guess += (value - guess) / chance
        expected += sigma[slot - first] * guess
    for slot in range(first, first + count):
        guess = total[slot] / visits[slot] if visits[slot] > 0 else usual
        if slot == chosen:
            guess += (value - guess) / chance
        regrets[slot] = max(0.0, regrets[slot] + guess - expected)


@rule
def learn_table(
    node: Any,
    visits: Any,
    total: Any,
    regrets: Any,
    met: Any,
    gain: Any,
    mixed: Any,
    expected: Any,
    usual: Any,
    digit: Any,
) -> None:
    """Regret matching plus from the table of mean joint results at `node`: every agent regrets
    against the others' present strategies.

    Unseen joint actions count as the agent's mean here. Scratch: `mixed` and `expected` [A, K],
    `usual` and `digit` [A].
    """
    agents, cells = node.first.size, 1
    for a in range(agents):
        first, count = node.first[a], node.count[a]
        mix(regrets, first, count, mixed[a])
        gained, n = 0.0, 0
        for k in range(count):
            expected[a, k] = 0.0
            gained += total[first + k]
            n += visits[first + k]
        usual[a] = gained / max(1, n)
        digit[a] = 0
        cells *= max(1, count)
    for cell in range(node.cells, node.cells + cells):
        for a in range(agents):
            if node.count[a] > 0:
                chance = 1.0
                for b in range(agents):
                    if b != a and node.count[b] > 0:
                        chance *= mixed[b, digit[b]]
                expected[a, digit[a]] += chance * (
                    gain[cell, a] / met[cell] if met[cell] > 0 else usual[a]
                )
        a = agents - 1
        while a >= 0:
            digit[a] += 1
            if digit[a] < node.count[a]:
                break
            digit[a] = 0
            a -= 1
    for a in range(agents):
        first, mean = node.first[a], 0.0
        for k in range(node.count[a]):
            mean += mixed[a, k] * expected[a, k]
        for k in range(node.count[a]):
            regrets[first + k] = max(0.0, regrets[first + k] + expected[a, k] - mean)


@rule
def learn(
    rule: int,
    node: Any,
    visits: Any,
    total: Any,
    memo: Any,
    met: Any,
    gain: Any,
    turn: int,
    to_end: bool,
    s: Any,
) -> None:
    """Updates the rules other than UCB1 from `s.values` at the node of the path's `turn`, before
    its visit is counted.
    """
    agents = node.first.size
    if rule == REGRET and node.cells >= 0:
        cell = 0
        for a in range(agents):
            cell = cell * max(1, node.count[a]) + max(0, s.slot[turn, a] - node.first[a])
        cell += node.cells
        met[cell] += 1
        for a in range(agents):
            gain[cell, a] += s.values[a]
        learn_table(node, visits, total, memo, met, gain, s.mixed, s.expected, s.usual, s.digit)
        return
    for a in range(agents):
        slot, v, chance = s.slot[turn, a], s.values[a], s.chance[turn, a]
        if slot < 0 or node.count[a] < 2:
            continue
        if rule == UCB1_TUNED:
            memo[slot] += v * v
        elif rule == EXP3:
            low, high = (-1.0, 1.0) if to_end else (s.low[a], s.high[a])
            memo[slot] += ((v - low) / (high - low) if high > low else 0.5) / chance
        elif rule == REGRET:
            learn_regrets(
                visits, total, memo, node.first[a], node.count[a], slot, chance, v, s.sigma
            )
