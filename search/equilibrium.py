"""Equilibria of two-player zero-sum matrix games: the exact one by the simplex method, regret
matching, and exploitability.

A matrix game is the table [R, C] of what the row player gains and the column player loses; a
strategy is a probability for each row [R] or column [C]. Against an opponent that always finds the
best reply, play the equilibrium: it secures the value of the game.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from engines.jit import keep, rule
from search.base import Floats

_PIVOTS = 50_000  # far more than any table of some hundred actions needs
_STEEP = 10  # pivots by the steepest coefficient, times the rows and columns of the tableau
_ZERO = 1e-11  # relative size below which a tableau coefficient is rounding error


def solve_zero_sum(matrix: ArrayLike) -> tuple[Floats, Floats, float]:
    """The equilibrium of `matrix` [R, C] as (row strategy [R], column strategy [C], value of the
    game).

    Dantzig (1951): with all payoffs made positive, the column player maximises the sum of y under M
    y <= 1, y >= 0; the value is 1 / sum(y) and the dual solution is the row player's. Dictionary
    simplex by the steepest coefficient, which takes few pivots and so little rounding; by Bland's
    rule (1977), which never cycles, if that does not end.
    """
    payoffs = _checked(matrix)
    rows, columns = payoffs.shape
    shift, spread = float(payoffs.min()), float(np.ptp(payoffs)) or 1.0
    # columns: y, one slack for each row, the right-hand side; last row: the objective
    tableau = np.zeros((rows + 1, rows + columns + 1))
    tableau[:rows, :columns] = (payoffs - shift) / spread + 1.0
    tableau[:rows, columns:-1] = np.eye(rows)
    tableau[:rows, -1] = 1.0
    tableau[-1, :columns] = -1.0
    basis = _simplex(tableau, np.arange(columns, columns + rows))
    y = np.zeros(rows + columns)
    y[basis] = tableau[:rows, -1]
    total = float(y[:columns].sum())
    return (
        _strategy(tableau[-1, columns:-1]),
        _strategy(y[:columns]),
        (1.0 / total - 1.0) * spread + shift,
    )


def _simplex(tableau: Floats, basis: np.ndarray) -> np.ndarray:
    """Pivots `tableau` in place until no coefficient of the objective is negative; returns the
    variable of each row.
    """
    few = _STEEP * sum(tableau.shape)
    for pivot in range(_PIVOTS):
        falling = np.flatnonzero(tableau[-1, :-1] < -_ZERO)
        if not falling.size:
            return basis
        steep = pivot < few
        entering = int(np.argmin(tableau[-1, :-1]) if steep else falling[0])
        column = tableau[:-1, entering]
        ratios = np.full(column.size, np.inf)
        np.divide(tableau[:-1, -1], column, out=ratios, where=column > _ZERO)
        tied = np.flatnonzero(ratios <= ratios.min() + _ZERO)
        # the largest of equal ones loses least to rounding
        leaving = int(tied[np.argmax(column[tied]) if steep else np.argmin(basis[tied])])
        tableau[leaving] /= tableau[leaving, entering]
        factors = tableau[:, entering].copy()
        factors[leaving] = 0.0
        tableau -= np.outer(factors, tableau[leaving])
        basis[leaving] = entering
    raise ArithmeticError("The matrix game was not solved: its payoffs are of too different sizes.")


def regret_matching(matrix: ArrayLike, rounds: int) -> tuple[Floats, Floats]:
    """The average strategies (row [R], column [C]) of two players who both match regrets for
    `rounds` rounds; see `match_regrets`.
    """
    payoffs = _checked(matrix)
    row, column = np.zeros(payoffs.shape[0]), np.zeros(payoffs.shape[1])
    match_regrets(payoffs, rounds, np.zeros((4, max(payoffs.shape))), row, column)
    return row, column


@rule
def match_regrets(
    matrix: Floats, rounds: int, scratch: Floats, row: Floats, column: Floats
) -> None:
    """Writes both players' average strategies into `row` [R] and `column` [C]; allocates nothing,
    so kernels may call it.

    Regret matching plus with alternating updates and linear averaging: Tammelin, "Solving large
    imperfect information games using CFR+" (2014). `scratch` [4, at least R and C] is overwritten.
    """
    rows, columns = row.size, column.size
    row_regrets, column_regrets, x, y = scratch[0], scratch[1], scratch[2], scratch[3]
    scratch[:] = 0.0
    row[:] = 0.0
    column[:] = 0.0
    mix(column_regrets, 0, columns, y)
    for t in range(1, rounds + 1):
        mix(row_regrets, 0, rows, x)
        value = 0.0
        for i in range(rows):
            for j in range(columns):
                value += x[i] * y[j] * matrix[i, j]
        for i in range(rows):
            gain = -value
            for j in range(columns):
                gain += y[j] * matrix[i, j]
            row_regrets[i] = max(0.0, row_regrets[i] + gain)
            row[i] += t * x[i]
        mix(row_regrets, 0, rows, x)
        value = 0.0
        for i in range(rows):
            for j in range(columns):
                value += x[i] * y[j] * matrix[i, j]
        for j in range(columns):
            gain = value
            for i in range(rows):
                gain -= x[i] * matrix[i, j]
            column_regrets[j] = max(0.0, column_regrets[j] + gain)
            column[j] += t * y[j]
        mix(column_regrets, 0, columns, y)
    weight = 0.5 * rounds * (rounds + 1)
    for i in range(rows):
        row[i] = row[i] / weight if rounds > 0 else 1.0 / rows
    for j in range(columns):
        column[j] = column[j] / weight if rounds > 0 else 1.0 / columns


@rule
def mix(regrets: Floats, first: int, count: int, out: Floats) -> None:
    """Each of the `count` actions from index `first` on in proportion to its positive regret;
    uniform where none is positive.

    Hart and Mas-Colell, "A simple adaptive procedure leading to correlated equilibrium" (2000).
    """
    total = 0.0
    for k in range(count):
        total += max(0.0, regrets[first + k])
    for k in range(count):
        out[k] = max(0.0, regrets[first + k]) / total if total > 0.0 else 1.0 / count


EXPLOITABILITY = "Exploitability"  # what snapshots call it
SECURED = (
    "Secured whatever others do"  # and the value of mixed maximin, if interests are not opposed
)


def unseen_words(unseen: int, cells: int) -> str:
    """Why a table has no exploitability yet."""
    return f"{unseen:,} of {cells:,} cells of the table have not been seen yet" if unseen else ""


def exploitability(matrix: ArrayLike, row: ArrayLike, column: ArrayLike) -> float:
    """What a best reply gains on average over the two players, in the units of `matrix`; 0 only at
    an equilibrium.

    (max over rows of M y - min over columns of x M) / 2, the mean of what each could gain by
    knowing the other's strategy.
    """
    payoffs = _checked(matrix)
    against_column = payoffs @ np.asarray(column, float)
    against_row = np.asarray(row, float) @ payoffs
    return float(against_column.max() - against_row.min()) / 2.0


def _checked(matrix: ArrayLike) -> Floats:
    payoffs = np.array(matrix, dtype=np.float64)
    if payoffs.ndim != 2 or not payoffs.size or not np.isfinite(payoffs).all():
        raise ValueError(
            "A matrix game is a table of finite payoffs with at least one row and one column."
        )
    return payoffs


def _strategy(weights: Floats) -> Floats:
    """Weights without rounding below zero, made to sum to 1."""
    positive = np.maximum(weights, 0.0)
    return np.asarray(positive / positive.sum())


keep(match_regrets, "equilibrium.match_regrets", ("equilibrium", "match_regrets"), __name__)
