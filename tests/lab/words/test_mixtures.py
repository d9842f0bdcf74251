"""The equilibrium in words: in the editor of tables of one's own, and of a table of means."""

from __future__ import annotations

import re

import numpy as np
import pytest

from engines.matrix import Matrix
from lab.ui.editor.draft import EditedPosition
from lab.words.mixtures import equilibrium_words
from search.equilibrium import exploitability, solve_zero_sum


def _shares(words: str, names: list[str]) -> list[float]:
    found = dict(re.findall(r"(\S+) ([\d.]+) %", words))
    return [float(found.get(name, 0.0)) / 100 for name in names]


def test_the_words_are_an_equilibrium() -> None:
    rng = np.random.default_rng(3)
    for _ in range(50):
        table = rng.integers(-9, 10, rng.integers(1, 6, 2)).astype(float)
        names = [
            [f"{side}{k}" for k in range(n)] for side, n in zip("rc", table.shape, strict=True)
        ]
        worth, shares = equilibrium_words(table, ("Row", "Column"), names)
        rows, columns = (_shares(shares, each) for each in names)
        assert sum(rows) == pytest.approx(1, abs=0.005) and sum(columns) == pytest.approx(
            1, abs=0.005
        )
        assert exploitability(table, rows, columns) < 0.02
        number = float(worth.split()[1].replace("−", "-"))
        assert number == pytest.approx(solve_zero_sum(table)[2], abs=0.006)


def test_the_editor_says_how_to_play_ones_own_table() -> None:
    game = Matrix.configure(matrix="own")
    editing = game.editing()
    assert editing is not None
    state = editing.read(game.initial(0), "3 -1 -3; -2 4 -1; -5 -6 2")
    draft = EditedPosition(game, editing, state)
    said = draft.remarks[-1]
    assert said.text == "The equilibrium is worth −0.91 to Row"
    assert said.more == "Row: 1 39.4 %, 2 31.2 %, 3 29.4 %. Column: A 32.1 %, B 8.3 %, C 59.6 %."
    draft.show(editing.read(state, "1 0; 0 1"))
    assert draft.remarks[-1].text == "The equilibrium is worth 0.50 to Row"


def test_a_table_that_is_played_several_times_says_it_before_the_last_round() -> None:
    game = Matrix.configure(matrix="own", rounds=2)
    editing = game.editing()
    assert editing is not None
    first = game.initial(0)
    assert game.bimatrix(first) is None
    last = editing.read(first, "1 0; 0 1 | 1 played, gain 1, last 1A")
    found = game.bimatrix(last)
    assert found is not None and found.tolist() == [[[1, 0], [0, 1]], [[-1, 0], [0, -1]]]
