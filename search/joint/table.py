"""The root's table of joint results: its actions, how often each combination was seen, and the
rules' judgement.

Shapes: [R] rows, own joint actions of [O] agents; [C] columns, joint actions of the [P] other
agents. Rows and columns are in random order, so that ties are broken at random and a part of the
table is a fair sample.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

import numpy as np

from search.base import Floats, Ints
from search.equilibrium import exploitability, regret_matching, solve_zero_sum

EXACT = 10_000  # cells up to which the equilibrium is computed by linear programming
ROUNDS = 1000  # of regret matching in larger tables
NOT_OPPOSED = "interests are not opposed, and it judges by its own side's results alone"
MAXIMIN = (
    "Mixed maximin secures most whatever the others do; where interests are not opposed, that is "
    "no equilibrium."
)


class Solution(NamedTuple):
    """The equilibrium of the columns that are filled: strategies [R] and [C], 0 for columns not
    filled, and the value.
    """

    row: Floats
    column: Floats
    value: float


class PayoffTable:
    """All combinations of the actions in `own` and `others`, per agent that has any; `sums` [R, C]
    of their results.
    """

    def __init__(
        self, own: Mapping[int, Ints], others: Mapping[int, Ints], rng: np.random.Generator
    ) -> None:
        self.actions = {**own, **others}
        self.own, self.others = np.array(list(own), np.int64), np.array(list(others), np.int64)
        self._row_order, self.rows = _shuffled(own, rng)
        self._column_order, self.columns = _shuffled(others, rng)
        self.sums = np.zeros((len(self.rows), len(self.columns)))
        self.done = 0  # results, still counted once the table is full

    @property
    def cells(self) -> int:
        """R x C; 0 where nobody of the seat chooses."""
        return self.sums.size if self.own.size else 0

    @property
    def full(self) -> bool:
        """Whether every combination has been seen."""
        return self.done >= self.cells

    @property
    def visits(self) -> Ints:
        """How often each combination was seen, [R, C]; they are tried column by column, in
        rounds.
        """
        number = np.arange(self.sums.size).reshape(self.sums.shape, order="F")
        return self.done // self.sums.size + (number < self.done % self.sums.size).astype(np.int64)

    @property
    def means(self) -> Floats:
        """The mean result of each combination, NaN where it was not seen, [R, C]."""
        visits = self.visits
        return np.where(visits > 0, self.sums / np.maximum(visits, 1), np.nan)

    def solve(self) -> Solution | None:
        """The equilibrium of the filled columns, None before the first is."""
        filled = min(self.sums.shape[1], self.done // max(1, self.sums.shape[0]))
        if not filled:
            return None
        payoffs = self.means[:, :filled]
        column = np.zeros(self.sums.shape[1])
        if payoffs.size <= EXACT:
            row, column[:filled], value = solve_zero_sum(payoffs)
            return Solution(row, column, value)
        row, column[:filled] = regret_matching(payoffs, ROUNDS)
        return Solution(row, column, float(row @ payoffs @ column[:filled]))

    def exploitability(self, row: Floats, solution: Solution) -> float:
        """How far the strategy `row` [R] is from an equilibrium of a full table."""
        return exploitability(self.means, row, solution.column)

    def scores(self, rule: str, solution: Solution | None = None) -> Floats:
        """The rule's score of each row [R], -inf for an unseen row; mixed: its mean against the
        other side's equilibrium.
        """
        if solution is not None:
            return np.asarray(np.nan_to_num(self.means) @ solution.column)
        return np.asarray(np.nan_to_num(fold(rule, self.means, (1,)), nan=-np.inf))

    def of_agent(self, agent: int, per_row: Floats) -> Floats:
        """`per_row` [R], or per column [C] for an agent of the others, as an array with one axis
        for each agent of its side.
        """
        side, order = (
            (self.own, self._row_order) if agent in self.own else (self.others, self._column_order)
        )
        unshuffled = np.empty_like(per_row)
        unshuffled[order] = per_row
        return unshuffled.reshape([self.actions[int(a)].size for a in side])

    def between(self, first: int, second: int, rule: str) -> tuple[Ints, Floats]:
        """Visits and mean result of each pair of two agents' actions, [R', C']; teammates play
        their best, other opponents as the rule assumes.
        """
        agents = [*(int(a) for a in self.own), *(int(a) for a in self.others)]
        shape = [self.actions[a].size for a in agents]
        place = np.ix_(self._row_order, self._column_order)
        visits, means = np.empty_like(self.visits), np.empty_like(self.means)
        visits[place], means[place] = self.visits, self.means
        visits, means = visits.reshape(shape), means.reshape(shape)
        mates = tuple(k for k, a in enumerate(agents) if a in self.own and a not in (first, second))
        rivals = tuple(
            k for k, a in enumerate(agents) if a in self.others and a not in (first, second)
        )
        kept = [a for a in agents if a in (first, second)]
        seen = visits.sum(axis=mates + rivals)
        # the others' axes come last, so those of teammates keep their places
        folded = fold("hopeful", fold(rule, means, rivals), mates)
        return (seen, folded) if kept == [first, second] else (seen.T, folded.T)


def fold(rule: str, results: Floats, axes: tuple[int, ...]) -> Floats:
    """One number for the results along `axes`, as the rule judges them; unseen ones are left out,
    NaN where all are unseen.
    """
    if not axes:
        return results
    if rule in ("careful", "spoil"):
        return np.asarray(np.fmin.reduce(results, axis=axes))
    if rule == "hopeful":
        return np.asarray(np.fmax.reduce(results, axis=axes))
    count = np.isfinite(results).sum(axis=axes)
    return np.asarray(
        np.where(count > 0, np.nansum(results, axis=axes) / np.maximum(count, 1), np.nan)
    )


def _shuffled(listed: Mapping[int, Ints], rng: np.random.Generator) -> tuple[Ints, Ints]:
    """All joint actions of some agents in random order [N, agents], and each one's place in the
    plain order [N]; a single empty one for no agents.
    """
    grid = np.meshgrid(*listed.values(), indexing="ij")
    joint = (
        np.stack([axis.ravel() for axis in grid], axis=1) if listed else np.zeros((1, 0), np.int64)
    )
    order = rng.permutation(len(joint))
    return order, np.ascontiguousarray(joint[order])


def warning(rule: str, zero_sum: bool) -> str:
    """Why what the rule plays is no equilibrium; "" where it is one."""
    if rule != "mixed":
        return "A sure action is seldom an equilibrium: who foresees it can answer it."
    return "" if zero_sum else MAXIMIN


def drawn(strategy: Floats, rng: np.random.Generator) -> int:
    """An index drawn from the mixed strategy."""
    return min(
        int(np.searchsorted(np.cumsum(strategy), rng.random(), side="right")), strategy.size - 1
    )
