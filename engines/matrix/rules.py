"""The rules of matrix games, compiled once for named tables and once for a table in the state."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from engines.draws import draw_below
from engines.jit import rule
from engines.matrix.tables import LARGEST, PAYOFF
from engines.rules import SIMULTANEOUS, Rules


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


def _rules_on(
    choices: Callable[..., int], payoff: Callable[..., float], largest: Callable[..., float]
) -> Rules:
    """The rules on a kind of record, given how many actions an agent has in it, what Row is paid,
    and the largest payoff.
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
            s.score += payoff(s, row, column)
            s.last[0], s.last[1] = row, column
            s.played += 1

    @rule
    def gain(s: Any) -> float:
        """What Row has gained; after a forfeit the largest possible sum, against the offender."""
        if s.lost != 0:
            return largest(s) * s.rounds * ((s.lost >> 1) - (s.lost & 1))
        return s.score

    @rule
    def value(s: Any, w: Any, out: Any) -> None:
        """The sum of payoffs so far."""
        out[0] = gain(s)
        out[1] = -out[0]

    @rule
    def outcome(s: Any, out: Any) -> None:
        """The sum of payoffs as a share of the largest possible; 0 while rounds are left."""
        out[0] = gain(s) / (largest(s) * s.rounds) if is_over(s) else 0.0
        out[1] = -out[0]

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
                total += payoff(s, mine, theirs) if agent == 0 else -payoff(s, theirs, mine)
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


NAMED_RULES = _rules_on(_choices, _payoff, _largest)
OWN_RULES = _rules_on(_own_choices, _own_payoff, _own_largest)
