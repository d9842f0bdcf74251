"""Matrix games: the simplex method and regret matching find known equilibria, and exploitability
measures the distance.
"""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engines import games
from search.equilibrium import exploitability, regret_matching, solve_zero_sum

BIASED = [[0, -25, 50], [25, 0, -5], [-50, 5, 0]]
KNOWN = {
    "rock, paper, scissors": ([[0, -1, 1], [1, 0, -1], [-1, 1, 0]], [1 / 3] * 3, [1 / 3] * 3, 0.0),
    "biased": (BIASED, [1 / 16, 10 / 16, 5 / 16], [1 / 16, 10 / 16, 5 / 16], 0.0),
    "matching pennies": ([[1, -1], [-1, 1]], [0.5, 0.5], [0.5, 0.5], 0.0),
    "pennies that pay differently": ([[3, -1], [-1, 1]], [1 / 3, 2 / 3], [1 / 3, 2 / 3], 1 / 3),
    "saddle point": ([[4, 2, 5], [1, 0, 9]], [1, 0], [0, 1, 0], 2.0),
    "one row": ([[3, 1, 2]], [1], [0, 1, 0], 1.0),
    "one column": ([[3], [7], [2]], [0, 1, 0], [1], 7.0),
    "one cell": ([[-5]], [1], [1], -5.0),
    "two against three": ([[1, 5, 3], [4, 2, 3.5]], [1 / 3, 2 / 3], [1 / 2, 1 / 2, 0], 3.0),
}


@pytest.mark.parametrize("name", KNOWN)
def test_known_games(name: str) -> None:
    matrix, row, column, value = KNOWN[name]
    x, y, v = solve_zero_sum(matrix)
    assert (
        x == pytest.approx(row, abs=1e-9)
        and y == pytest.approx(column, abs=1e-9)
        and v == pytest.approx(value)
    )
    assert exploitability(matrix, x, y) == pytest.approx(0.0, abs=1e-9)


@pytest.mark.parametrize("size", [2, 3, 8, 28])
def test_two_killers_are_worth_a_half(size: int) -> None:
    """Row's strategy is unique; Column's is not, so it is only checked by what it concedes."""
    matrix = games()["matrix"].configure(matrix="two_killers", size=size).payoffs
    x, y, value = solve_zero_sum(matrix)
    assert x[:2] == pytest.approx([0.5, 0.5]) and value == pytest.approx(0.5)
    assert exploitability(matrix, x, y) == pytest.approx(0.0, abs=1e-9)


@given(
    rows=st.integers(1, 12),
    columns=st.integers(1, 12),
    seed=st.integers(0, 10**6),
    whole=st.booleans(),
    size=st.sampled_from([1e-4, 1, 1e5]),
)
def test_nobody_gains_by_deviating(
    rows: int, columns: int, seed: int, whole: bool, size: float
) -> None:
    """Integer payoffs tie everywhere, which makes a careless simplex method cycle."""
    rng = np.random.default_rng(seed)
    matrix = size * (
        rng.integers(-2, 3, (rows, columns)) if whole else rng.normal(size=(rows, columns))
    )
    x, y, value = solve_zero_sum(matrix)
    assert (
        x.min() >= 0
        and y.min() >= 0
        and x.sum() == pytest.approx(1)
        and y.sum() == pytest.approx(1)
    )
    assert (matrix @ y).max() == pytest.approx(value, abs=1e-8 * size)
    assert (x @ matrix).min() == pytest.approx(value, abs=1e-8 * size)


def test_regret_matching_comes_close() -> None:
    row, column = regret_matching(BIASED, 1000)
    assert row == pytest.approx([1 / 16, 10 / 16, 5 / 16], abs=0.03) and column == pytest.approx(
        row, abs=0.03
    )
    assert exploitability(BIASED, row, column) < 0.5
    assert regret_matching([[1, 2], [3, 4]], 0)[0].tolist() == [0.5, 0.5]


def test_exploitability_of_pure_strategies() -> None:
    """Rock against rock: each would win 1 by playing paper."""
    matrix = KNOWN["rock, paper, scissors"][0]
    assert exploitability(matrix, [1, 0, 0], [1, 0, 0]) == 1.0
    assert exploitability(BIASED, [0, 1, 0], [0, 0, 1]) == 27.5


@pytest.mark.parametrize("matrix", [[], [[]], [1.0, 2.0], [[np.nan]], [[np.inf, 0.0]]])
def test_what_is_no_table_is_refused(matrix: list[float]) -> None:
    with pytest.raises(ValueError, match="finite payoffs"):
        solve_zero_sum(matrix)


NEARLY_EQUAL = [  # of a turn in Xmas Rush: many replies are worth the same but for rounding
    [
        -0.30000000000000004,
        -0.30000000000000004,
        -0.29900000000000004,
        -0.40199999999999997,
        -0.30000000000000004,
        -0.30100000000000005,
        -0.4080000000000001,
        -0.30000000000000004,
    ],
    [
        -0.30000000000000004,
        -0.30000000000000004,
        -0.29700000000000004,
        -0.401,
        -0.30000000000000004,
        -0.30100000000000005,
        -0.41,
        -0.30000000000000004,
    ],
    [
        -0.30000000000000004,
        -0.30000000000000004,
        -0.29700000000000004,
        -0.40599999999999997,
        -0.30000000000000004,
        -0.30100000000000005,
        -0.518,
        -0.30000000000000004,
    ],
    [
        -0.30000000000000004,
        -0.30000000000000004,
        -0.29700000000000004,
        -0.4080000000000001,
        -0.38999999999999996,
        -0.30100000000000005,
        -0.40900000000000003,
        -0.30000000000000004,
    ],
    [
        -0.30000000000000004,
        -0.405,
        -0.30400000000000005,
        -0.4040000000000001,
        -0.30000000000000004,
        -0.30000000000000004,
        -0.41,
        0.01200000000000001,
    ],
    [
        -0.30000000000000004,
        -0.30000000000000004,
        -0.29800000000000004,
        -0.401,
        -0.30000000000000004,
        -0.30100000000000005,
        -0.40900000000000003,
        -0.30000000000000004,
    ],
    [
        -0.29700000000000004,
        -0.38999999999999996,
        -0.38999999999999996,
        -0.401,
        -0.29700000000000004,
        -0.30100000000000005,
        -0.403,
        -0.29700000000000004,
    ],
]


def test_payoffs_that_differ_by_rounding_only_are_solved() -> None:
    matrix = np.array(NEARLY_EQUAL)
    for table in (matrix, matrix.T, -matrix):
        row, column, value = solve_zero_sum(table)
        assert exploitability(table, row, column) < 1e-12
        assert row @ table @ column == pytest.approx(value, abs=1e-12)
