"""Searches play the payoff table of the position, and not the one with which the game begins."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from engines.matrix import Matrix
from engines.matrix.editing import TableEditing
from search.equilibrium import exploitability, solve_zero_sum
from tests.plain_python import told
from tests.search.own_table import TABLE

GAME = Matrix.configure(matrix="own", largest=10)
PAYOFFS = GAME.table(TableEditing(GAME).read(GAME.initial(1), TABLE))


@pytest.fixture(scope="module")
def learned() -> Any:
    return told("tests.search.own_table")


def test_regret_matching_goes_to_the_equilibrium_of_the_table(learned: Any) -> None:
    row, column, worth = solve_zero_sum(PAYOFFS)
    assert worth == pytest.approx(21 / 14) and row == pytest.approx([9 / 14, 0, 5 / 14])
    found = learned["policies"]
    assert found[0] == pytest.approx(row, abs=0.06) and found[1] == pytest.approx(column, abs=0.06)
    assert exploitability(PAYOFFS, *found) < 0.2


def test_duct_learns_what_the_table_pays(learned: Any) -> None:
    visits, means = np.array(learned["visits"]), np.array(learned["means"], float)
    assert visits.shape == (3, 2) and (visits > 0).all()
    assert means == pytest.approx(PAYOFFS)


def test_uct_learns_what_the_table_pays(learned: Any) -> None:
    """In its tree Column answers the row that Row chose."""
    lowest, highest = (np.array(learned[name]) for name in ("lowest", "highest"))
    assert lowest == pytest.approx(PAYOFFS.min(axis=1))
    assert highest == pytest.approx(PAYOFFS.max(axis=1))
