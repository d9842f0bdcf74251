"""Nash equilibria of tables that are not zero-sum: the textbook's, and laws of random ones."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from engines.matrix import Matrix
from search.equilibrium import exploitability, solve_zero_sum
from search.nash import MOST, deviations, equilibria, nash_conv

Mixture = list[float]
CASES: list[tuple[str, list[tuple[Mixture, Mixture]]]] = [
    ("prisoners_dilemma", [([0, 1], [0, 1])]),
    # the mixtures of a two by two table by its closed form: the other is indifferent
    ("chicken", [([1, 0], [0, 1]), ([0, 1], [1, 0]), ([2 / 3, 1 / 3], [2 / 3, 1 / 3])]),
    ("stag_hunt", [([1, 0], [1, 0]), ([0, 1], [0, 1]), ([3 / 4, 1 / 4], [3 / 4, 1 / 4])]),
    ("battle", [([1, 0], [1, 0]), ([0, 1], [0, 1]), ([3 / 5, 2 / 5], [2 / 5, 3 / 5])]),
    ("shapley", [([1 / 3] * 3, [1 / 3] * 3)]),
]


def table(name: str) -> NDArray[np.float64]:
    game = Matrix.configure(matrix=name)
    return game.gains(game.initial(0))


@pytest.mark.parametrize(("name", "known"), CASES, ids=[name for name, _ in CASES])
def test_the_equilibria_of_named_tables_are_those_of_the_books(
    name: str, known: list[tuple[Mixture, Mixture]]
) -> None:
    found = equilibria(table(name))
    assert found is not None and not found.several
    assert len(found.found) == len(known)
    for each, (row, column) in zip(found.found, known, strict=True):
        assert each.row == pytest.approx(row) and each.column == pytest.approx(column)
        assert each.pure == (max(row) == max(column) == 1)


def test_what_an_equilibrium_is_worth_to_each_player() -> None:
    found = equilibria(table("battle"))
    assert found is not None
    assert [each.worth for each in found.found] == [(3, 2), (2, 3), pytest.approx((6 / 5, 6 / 5))]


def test_rows_and_columns_are_counted_apart() -> None:
    gains = np.array([[[4, -1], [0, 2.5], [-3, 6]], [[1, 7], [-8, 0], [2, 3]]])
    found = equilibria(gains)
    assert found is not None
    assert [(e.row.tolist(), e.column.tolist()) for e in found.found] == [([0, 0, 1], [0, 1])]
    assert deviations(gains, np.array([1.0, 0, 0]), np.array([1.0, 0])) == (0, 6)
    assert nash_conv(gains, np.array([0, 1.0, 0]), np.array([0.5, 0.5])) == pytest.approx(0.25 + 4)


whole = st.integers(-4, 4)
shapes = st.tuples(st.integers(1, 4), st.integers(1, 4))


@st.composite
def tables(draw: st.DrawFn) -> NDArray[np.float64]:
    rows, columns = draw(shapes)
    count = 2 * rows * columns
    payoffs = draw(st.lists(whole, min_size=count, max_size=count))
    return np.array(payoffs, float).reshape(2, rows, columns)


@given(tables())
def test_nobody_gains_by_leaving_an_equilibrium(gains: NDArray[np.float64]) -> None:
    """Few whole numbers: many ties, so that there are tables with infinitely many equilibria."""
    found = equilibria(gains)
    assert found is not None and found.found
    for each in found.found:
        assert each.row.sum() == pytest.approx(1) and each.column.sum() == pytest.approx(1)
        assert min(each.row.min(), each.column.min()) >= 0
        for i in range(gains.shape[1]):
            assert gains[0][i] @ each.column <= each.worth[0] + 1e-6
        for j in range(gains.shape[2]):
            assert each.row @ gains[1][:, j] <= each.worth[1] + 1e-6
    cells = {(int(e.row.argmax()), int(e.column.argmax())) for e in found.found if e.pure}
    for i, j in np.ndindex(*gains.shape[1:]):
        stays = gains[0][:, j].max() <= gains[0][i, j] and gains[1][i].max() <= gains[1][i, j]
        assert ((i, j) in cells) == stays


@given(st.integers(0, 10_000))
def test_other_players_and_other_units_change_nothing_else(seed: int) -> None:
    rng = np.random.default_rng(seed)
    gains = rng.normal(size=(2, 3, 2))
    here, swapped = equilibria(gains), equilibria(gains.transpose(0, 2, 1)[::-1])
    assert here is not None and swapped is not None
    assert len(here.found) % 2 == 1 and not here.several
    known = [(e.column, e.row, e.worth[::-1]) for e in swapped.found]
    for each in here.found:
        assert any(
            np.allclose(each.row, x) and np.allclose(each.column, y) and np.allclose(each.worth, w)
            for x, y, w in known
        )
    scaled = equilibria(gains * np.array([3.0, 0.5])[:, None, None] + 7)
    assert scaled is not None
    assert [e.row for e in scaled.found] == [pytest.approx(e.row) for e in here.found]


@given(st.integers(0, 10_000))
def test_in_a_zero_sum_table_it_is_the_value_and_twice_the_exploitability(seed: int) -> None:
    rng = np.random.default_rng(seed)
    row = rng.normal(size=rng.integers(1, 5, 2))
    gains = np.array([row, -row])
    found = equilibria(gains)
    assert found is not None
    assert found.found[0].worth[0] == pytest.approx(solve_zero_sum(row)[2])
    x, y = (rng.dirichlet(np.ones(n)) for n in row.shape)
    assert nash_conv(gains, x, y) == pytest.approx(2 * exploitability(row, x, y))


def test_large_tables_are_not_looked_through() -> None:
    assert equilibria(np.zeros((2, MOST + 1, 2))) is None
