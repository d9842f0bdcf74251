"""The rules of matrix games, compiled for named tables, for a table in the state, and for one with
a payoff for each player.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

import numpy as np

from engines.draws import draw_below
from engines.jit import rule
from engines.matrix.tables import LARGEST, PAYOFF
from engines.rules import SIMULTANEOUS, Rules

Pay: TypeAlias = Callable[..., float]
Add: TypeAlias = Callable[..., None]


@rule
def _choices(s: Any, agent: int) -> int:
    return s.choices


@rule
def _payoff(s: Any, row: int, column: int) -> float:
    return PAYOFF[s.matrix, row, column]


@rule
def _largest(s: Any) -> float:
    return LARGEST[s.matrix]


@rule
def _own_choices(s: Any, agent: int) -> int:
    return s.choices[agent]


@rule
def _own_payoff(s: Any, row: int, column: int) -> float:
    return s.payoff[row, column]


@rule
def _own_largest(s: Any) -> float:
    return s.largest


def _opposed(payoff: Callable[..., float], largest: Callable[..., float]) -> tuple[Pay, Add, Pay]:
    """What an agent is paid, what a round adds and what an agent has gained, where Column loses
    what Row is paid.
    """

    @rule
    def paid(s: Any, agent: int, row: int, column: int) -> float:
        return payoff(s, row, column) if agent == 0 else -payoff(s, row, column)

    @rule
    def add(s: Any, row: int, column: int) -> None:
        s.score += payoff(s, row, column)

    @rule
    def gain(s: Any, agent: int) -> float:
        """After a forfeit the largest possible sum, against the offender."""
        gained = s.score
        if s.lost != 0:
            gained = largest(s) * s.rounds * ((s.lost >> 1) - (s.lost & 1))
        return gained if agent == 0 else -gained

    return paid, add, gain


@rule
def _pair_paid(s: Any, agent: int, row: int, column: int) -> float:
    return s.payoff[agent, row, column]


@rule
def _pair_add(s: Any, row: int, column: int) -> None:
    s.score[0] += s.payoff[0, row, column]
    s.score[1] += s.payoff[1, row, column]


@rule
def _pair_gain(s: Any, agent: int) -> float:
    """After a forfeit the largest possible sum: lost by who forfeited, else gained."""
    if s.lost != 0:
        return s.largest * s.rounds * (1 - 2 * (s.lost >> agent & 1))
    return s.score[agent]


def _rules_on(
    choices: Callable[..., int], largest: Callable[..., float], paid: Pay, add: Add, gain: Pay
) -> Rules:
    """The rules on a kind of record, given how many actions an agent has in it, the largest payoff,
    what an agent is paid, what a round adds, and what an agent has gained.
    """

    @rule
    def to_move(s: Any) -> int:
        return SIMULTANEOUS

    @rule
    def is_over(s: Any) -> bool:
        return s.lost != 0 or s.played >= s.rounds

    @rule
    def legal(s: Any, agent: int, out: Any) -> int:
        """Lists all rows or columns."""
        n = 0 if is_over(s) else choices(s, agent)
        for action in range(n):
            out[action] = action
        return n

    @rule
    def is_legal(s: Any, agent: int, action: int) -> bool:
        return 0 <= action < choices(s, agent) and not is_over(s)

    @rule
    def step(s: Any, joint: Any, rng: Any, log: Any) -> None:
        """Adds the payoff of the chosen row and column; any illegal answer loses the match."""
        row, column = joint[0], joint[1]
        s.lost = (0 if is_legal(s, 0, row) else 1) | (0 if is_legal(s, 1, column) else 2)
        if s.lost == 0:
            add(s, row, column)
            s.last[0], s.last[1] = row, column
            s.played += 1

    @rule
    def value(s: Any, w: Any, out: Any) -> None:
        """The sum of payoffs so far."""
        out[0], out[1] = gain(s, 0), gain(s, 1)

    @rule
    def outcome(s: Any, out: Any) -> None:
        """The sum of payoffs as a share of the largest possible; 0 while rounds are left."""
        for agent in range(2):
            out[agent] = gain(s, agent) / (largest(s) * s.rounds) if is_over(s) else 0.0

    @rule
    def random_action(s: Any, agent: int, rng: Any) -> int:
        """A uniformly drawn row or column."""
        return draw_below(rng, choices(s, agent))

    @rule
    def policy(s: Any, agent: int, rng: Any) -> int:
        """The best reply to a uniformly random opponent, ties broken at random."""
        best, best_sum, equal = 0, -np.inf, 0
        for mine in range(choices(s, agent)):
            total = 0.0
            for theirs in range(choices(s, 1 - agent)):
                row, column = (mine, theirs) if agent == 0 else (theirs, mine)
                total += paid(s, agent, row, column)
            if total > best_sum:
                best, best_sum, equal = mine, total, 1
            elif total == best_sum:
                equal += 1
                if draw_below(rng, equal) == 0:
                    best = mine
        return best

    return Rules(
        to_move,
        legal,
        is_legal,
        step,
        is_over,
        outcome,
        value,
        random_action=random_action,
        policy=policy,
    )


NAMED_RULES = _rules_on(_choices, _largest, *_opposed(_payoff, _largest))
OWN_RULES = _rules_on(_own_choices, _own_largest, *_opposed(_own_payoff, _own_largest))
PAIR_RULES = _rules_on(_own_choices, _own_largest, _pair_paid, _pair_add, _pair_gain)
