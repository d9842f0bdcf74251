"""What the Joint view says of a table of one's own: the right rows and columns, and the right
player's payoffs, whichever seat searches and whichever agent is in the rows.
"""

from __future__ import annotations

import re

import numpy as np
import pytest

from engines.matrix import Matrix
from lab.match.thinking import Thinker
from lab.words import numerals
from lab.words.joint_data import JointData, joint_of
from search.joint import JointEnumeration

ZERO = Matrix.configure(matrix="own", payoffs="3 -1 -3; -2 4 -1")  # 2 rows, 3 columns
PAIRS = Matrix.configure(
    matrix="own", payoffs="4/1 -1/7; 0/-8 2.5/0; -3/2 6/3"
)  # 3 rows, 2 columns
CHICKEN = Matrix.configure(matrix="own", payoffs="6/6 2/7 -9/-9; 8/2 0/0 -9/-9")
TURNS = [(seat, pair) for seat in (0, 1) for pair in ((0, 1), (1, 0))]
each_turn = pytest.mark.parametrize(("seat", "pair"), TURNS)


def shown(game: Matrix, seat: int, pair: tuple[int, int]) -> JointData:
    """The map of a whole table with this pair of agents in rows and columns."""
    start = game.initial(0)
    search = JointEnumeration(game, JointEnumeration.Params(rule="mixed"), seed=3)
    search.watch(*pair)
    search.start(start, seat)
    search.advance(100)
    thinker = Thinker(game, start, seat, 0, search.title, line=search.line)
    data = joint_of(thinker.thought(search.snapshot(), 0.0, True))
    assert data is not None and (data.rows.agent, data.columns.agent) == pair
    return data


def shares(words: str, who: str) -> dict[str, float]:
    """How often an agent plays each of its actions, by the words."""
    found = re.findall(rf"{who} (\w) ([\d.]+) %", words)
    return {name: float(share) / 100 for name, share in found}


@pytest.mark.usefixtures("uncompiled")
@each_turn
def test_the_equilibrium_is_that_of_the_table(seat: int, pair: tuple[int, int]) -> None:
    """By hand: Column never plays B, and each mixture makes the other player indifferent."""
    data = shown(ZERO, seat, pair)
    first = "Row" if pair[0] == 0 else "Column"
    worth = {"Row": "−1.29", "Column": "1.29"}[first]
    assert f"worth {worth} to {first}" in data.equilibrium
    assert shares(data.equilibrium, "Row") == pytest.approx({"1": 1 / 7, "2": 6 / 7}, abs=1e-3)
    assert shares(data.equilibrium, "Column") == pytest.approx({"A": 2 / 7, "C": 5 / 7}, abs=1e-3)
    assert data.labels[pair.index(1)] == ("Column A", "Column B", "Column C")
    expected = ZERO.gains(ZERO.initial(0))[pair[0]]
    assert data.mean == pytest.approx(expected if pair[0] == 0 else expected.T)


@pytest.mark.usefixtures("uncompiled")
@each_turn
def test_where_interests_are_not_opposed_each_reply_is_by_its_own_payoffs(
    seat: int, pair: tuple[int, int]
) -> None:
    data = shown(PAIRS, seat, pair)
    gains = PAIRS.gains(PAIRS.initial(0))
    here = pair.index(0)
    for i in range(3):
        best = [data.best_columns, data.best_rows][here](i)
        assert best == [int(np.argmax(gains[1][i]))]
    for j in range(2):
        best = [data.best_rows, data.best_columns][here](j)
        assert best == [int(np.argmax(gains[0][:, j]))]
    order = "Row 3; Column B: worth 6.00 to Row and 3.00 to Column."
    turned = "Column B; Row 3: worth 3.00 to Column and 6.00 to Row."
    assert data.equilibrium == f"1 Nash equilibrium.\nPure: {order if here == 0 else turned}"
    assert "Exploitability" not in data.exploited
    for cell in np.ndindex(*data.shape):
        paid = gains[pair[1]][cell if here == 0 else cell[::-1]]
        said = f"{data.columns.name} gains {numerals.value(float(paid))}."
        assert data.describe(cell)[1].endswith(said)


@each_turn
def test_a_mixed_equilibrium_gives_each_side_its_own_shares(
    seat: int, pair: tuple[int, int]
) -> None:
    """Row plays so that Column is indifferent: 6x + 2(1 - x) = 7x, and Column so that Row is."""
    data = shown(CHICKEN, seat, pair)
    mixed = data.equilibrium.splitlines()[-1]
    sides = dict(re.findall(r"(Row|Column) (\w [\d.]+ %, \w [\d.]+ %)", mixed))
    assert sides == {"Row": "1 66.7 %, 2 33.3 %", "Column": "A 50.0 %, B 50.0 %"}
    assert "4.00 to Row" in mixed and "4.67 to Column" in mixed


def test_equally_good_replies_are_all_named() -> None:
    data = shown(Matrix.configure(matrix="own", payoffs="0 1 1; 1 0 1; 0 0 0"), 0, (0, 1))
    assert data.best_rows(2) == [0, 1] and data.best_columns(0) == [0]
    assert "Best reply of Row to Column C: Row 1 or Row 2 (1.00)." in data.describe((2, 2))[2]
