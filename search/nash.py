"""Nash equilibria of two players whose gains need not cancel out, and how far strategies are from
one.

A table [2, R, C] has what the row player and what the column player gains; a strategy is a
probability for each row [R] or column [C]. In an equilibrium nobody gains by choosing otherwise
alone. There may be several, worth different payoffs, and no player secures what one promises.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations
from typing import NamedTuple

import numpy as np

from engines.game import Game, State
from search.base import Floats, Ints

NASH_CONV = "NashConv"  # what snapshots call it
MOST = 6  # rows and columns of a table whose equilibria are looked for
PURE, MIXED = 1e-9, 1e-7  # of the largest payoff: what a player may gain in an equilibrium
NEAR = 1e-6  # probabilities so near are equal
SHIFT = 1e-8  # of the largest payoff, by which a table without an equilibrium found is moved


class Equilibrium(NamedTuple):
    """A pair of strategies, what they are worth to each player, and whether they are pure."""

    row: Floats
    column: Floats
    worth: tuple[float, float]

    @property
    def pure(self) -> bool:
        """Whether both always choose the same action."""
        return bool(self.row.max() == 1.0 and self.column.max() == 1.0)


class Equilibria(NamedTuple):
    """The equilibria found, pure ones first; `several`: there may be more, since a strategy has
    more best replies than actions.
    """

    found: tuple[Equilibrium, ...]
    several: bool


def deviations(gains: Floats, row: Floats, column: Floats) -> tuple[float, float]:
    """What each player gains by its best reply, in the units of `gains` [2, R, C]."""
    mine, theirs = gains[0] @ column, row @ gains[1]
    return float(mine.max() - row @ mine), float(theirs.max() - theirs @ column)


def nash_conv(gains: Floats, row: Floats, column: Floats) -> float:
    """The sum of what the players gain by best replies; 0 only at an equilibrium. In a zero-sum
    table it is twice the exploitability.

    Lanctot et al., "A unified game-theoretic approach to multiagent reinforcement learning" (2017).
    """
    return max(0.0, sum(deviations(gains, row, column)))


def equilibria(gains: Floats) -> Equilibria | None:
    """The Nash equilibria of `gains` [2, R, C]; None if it has more than MOST rows or columns."""
    if max(gains.shape[1:]) > MOST:
        return None
    return _equilibria(np.ascontiguousarray(gains, float).tobytes(), gains.shape)


@lru_cache(maxsize=64)
def _equilibria(table: bytes, shape: tuple[int, ...]) -> Equilibria:
    gains = np.frombuffer(table).reshape(shape)
    most = float(np.abs(gains).max()) or 1.0
    found = [*_pure(gains, PURE * most)]
    found += [each for each in _mixed(gains, MIXED * most) if not _known(each, found)]
    if not found:  # many best replies: a table close by has fewer
        moved = gains + SHIFT * most * np.random.default_rng(1).random(shape)
        found = [*_mixed(moved, MIXED * most)]
    worth = [(each, _worth(gains, *each)) for each in _once(found)]
    several = any(_replies(gains, *each, MIXED * most) for each, _ in worth)
    told = tuple(Equilibrium(*each, paid) for each, paid in worth)
    return Equilibria(told, several or len(told) % 2 == 0)


def known_gains(
    game: Game, state: State, agents: tuple[int, int], rows: Ints, columns: Ints
) -> Floats | None:
    """What two agents gain by these actions [2, R, C], where the rules say it in this position of a
    game that is not zero-sum.
    """
    gains = None if game.zero_sum else game.bimatrix(state)
    if gains is None:
        return None
    ordered = gains if agents[0] == 0 else gains.transpose(0, 2, 1)[::-1]
    return np.asarray(ordered[:, rows][:, :, columns])


Pair = tuple[Floats, Floats]


def _pure(gains: Floats, slack: float) -> Iterator[Pair]:
    """The cells in which both choose a best reply."""
    best = (gains[0] >= gains[0].max(axis=0) - slack) & (
        gains[1] >= gains[1].max(axis=1, keepdims=True) - slack
    )
    for i, j in np.argwhere(best):
        yield np.eye(gains.shape[1])[i], np.eye(gains.shape[2])[j]


def _mixed(gains: Floats, slack: float) -> Iterator[Pair]:
    """Support enumeration: for each set of rows and equally many columns the mixtures that leave
    the other player indifferent among its own, kept if nobody gains by any action.

    Nisan, Roughgarden, Tardos, Vazirani, "Algorithmic game theory" (2007), algorithm 3.4.
    """
    rows, columns = gains.shape[1:]
    for size in range(2, min(rows, columns) + 1):
        for mine in combinations(range(rows), size):
            for theirs in combinations(range(columns), size):
                place = np.ix_(mine, theirs)
                y, x = _indifferent(gains[0][place]), _indifferent(gains[1][place].T)
                if x is None or y is None:
                    continue
                row, column = np.zeros(rows), np.zeros(columns)
                row[list(mine)], column[list(theirs)] = x, y
                if max(deviations(gains, row, column)) <= slack:
                    yield row, column


def _indifferent(payoffs: Floats) -> Floats | None:
    """The mixture of the columns of `payoffs` [n, n] against which its rows are worth the same;
    None if no or many mixtures of them all do that.
    """
    size = len(payoffs)
    system = np.zeros((size + 1, size + 1))
    system[:size, :size], system[:size, size], system[size, :size] = payoffs, -1.0, 1.0
    if np.linalg.matrix_rank(system) <= size:
        return None
    mixture = np.linalg.solve(system, np.append(np.zeros(size), 1.0))[:size]
    if mixture.min() < -NEAR:
        return None
    mixture = np.maximum(mixture, 0.0)
    return np.asarray(mixture / mixture.sum())


def _replies(gains: Floats, row: Floats, column: Floats, slack: float) -> bool:
    """Whether one of the strategies has more best replies than actions."""
    mine, theirs = gains[0] @ column, row @ gains[1]
    return bool(
        (mine >= mine.max() - slack).sum() > (column > NEAR).sum()
        or (theirs >= theirs.max() - slack).sum() > (row > NEAR).sum()
    )


def _known(pair: Pair, found: list[Pair]) -> bool:
    return any(
        np.allclose(pair[0], row, atol=NEAR) and np.allclose(pair[1], column, atol=NEAR)
        for row, column in found
    )


def _once(found: list[Pair]) -> list[Pair]:
    """Each pair once."""
    kept: list[Pair] = []
    for pair in found:
        if not _known(pair, kept):
            kept.append(pair)
    return kept


def _worth(gains: Floats, row: Floats, column: Floats) -> tuple[float, float]:
    return float(row @ gains[0] @ column), float(row @ gains[1] @ column)
