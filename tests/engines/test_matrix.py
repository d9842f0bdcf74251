"""Matrix games: the payoffs, their equilibria, repeated play, and clicks on rows and columns."""

from __future__ import annotations

import numpy as np
import pytest

from engines.game import FORFEIT, State
from engines.matrix import Matrix
from engines.scene import Rect
from tests.matches import generator, outcome


def after(game: Matrix, *joints: tuple[int, int]) -> State:
    state = game.initial(0)
    for joint in joints:
        game.rules.step(state, np.array(joint, np.int64), None, None)
    return state


def values(game: Matrix, state: State) -> list[float]:
    out = np.zeros(2)
    game.rules.value(state, game.weights(), out)
    return out.tolist()


@pytest.mark.parametrize(
    ("options", "equilibrium", "worth"),
    [
        ({}, [1 / 3, 1 / 3, 1 / 3], 0.0),
        ({"matrix": "biased_rps"}, [1 / 16, 10 / 16, 5 / 16], 0.0),
        ({"matrix": "matching_pennies"}, [1 / 2, 1 / 2], 0.0),
        ({"matrix": "two_killers", "size": 2}, [1 / 2, 1 / 2], 0.5),
        ({"matrix": "two_killers"}, [1 / 2, 1 / 2, 0, 0, 0, 0, 0, 0], 0.5),
    ],
    ids=str,
)
def test_nobody_gains_by_leaving_the_equilibrium(
    options: dict[str, str | int], equilibrium: list[float], worth: float
) -> None:
    payoffs, mix = Matrix.configure(**options).payoffs, np.array(equilibrium)
    assert np.isclose((mix @ payoffs).min(), worth)
    assert np.isclose((payoffs @ mix).max(), worth)


@pytest.mark.parametrize(
    "options",
    [
        {"matrix": "biased_rps"},
        {"matrix": "two_killers", "size": 5},
        {"matrix": "matching_pennies"},
    ],
    ids=str,
)
def test_step_pays_what_stands_in_the_table(options: dict[str, str | int]) -> None:
    game = Matrix.configure(**options)
    largest = np.abs(game.payoffs).max()
    for (row, column), payoff in np.ndenumerate(game.payoffs):
        state = after(game, (row, column))
        assert values(game, state) == [payoff, -payoff]
        assert outcome(game, state) == [payoff / largest, -payoff / largest]


def test_rounds_add_up() -> None:
    game = Matrix.configure(matrix="biased_rps", rounds=3)
    state = after(game, (0, 2), (0, 1))
    assert not game.rules.is_over(state)
    assert values(game, state) == [25.0, -25.0] and outcome(game, state) == [0.0, 0.0]
    assert game.view(state, 0) == ["2", "0 1"] and game.view(state, 1) == ["2", "1 0"]
    state = after(game, (0, 2), (0, 1), (1, 2))
    assert outcome(game, state)[0] == pytest.approx(20 / 150)
    assert game.reason(state) == "Row has gained 20"
    assert game.standing(state, 1) == "−20 points"


def test_both_may_forfeit() -> None:
    game = Matrix.configure(matrix="biased_rps")
    assert outcome(game, after(game, (FORFEIT, 0))) == [-1.0, 1.0]
    assert outcome(game, after(game, (0, 7))) == [1.0, -1.0]
    state = after(game, (FORFEIT, FORFEIT))
    assert outcome(game, state) == [0.0, 0.0]
    assert game.reason(state) == "Row and Column answered with an illegal action"


def test_each_seat_reads_its_own_payoffs() -> None:
    game = Matrix.configure(matrix="two_killers", size=3)
    state = game.initial(0)
    assert game.intro(state, 0) == ["3 1", "0 1 1", "1 0 1", "0 0 0"]
    assert game.intro(state, 1) == ["3 1", "0 -1 0", "-1 0 0", "-1 -1 0"]
    assert [game.label(state, 1, a) for a in range(3)] == ["Counter 1", "Counter 2", "Push 3"]


def test_the_chosen_row_and_column_are_framed() -> None:
    game = Matrix()
    frames = {
        item.id: item for item in game.scene(after(game, (2, 1))).items if isinstance(item, Rect)
    }
    assert (frames["row"].y, frames["row"].stroke) == (2, "seat0")
    assert (frames["column"].x, frames["column"].stroke) == (2.2, "seat1")


def test_a_click_on_the_table_means_a_row_or_a_column() -> None:
    game = Matrix()
    state = game.initial(0)
    assert (game.cell(state, 0, 1.0, 2.5), game.cell(state, 1, 5.0, 2.5)) == (2, 2)
    assert game.cell(state, 0, 1.0, -0.5) is None and game.cell(state, 1, -1.0, 0.5) is None


@pytest.mark.parametrize(
    ("options", "rows", "columns"),
    [
        ({}, {0, 1, 2}, {0, 1, 2}),
        ({"matrix": "biased_rps"}, {0}, {0}),
        ({"matrix": "matching_pennies"}, {0, 1}, {0, 1}),
        ({"matrix": "two_killers"}, {0, 1}, {0, 1}),
    ],
    ids=str,
)
def test_the_script_replies_best_to_blind_play(
    options: dict[str, str | int], rows: set[int], columns: set[int]
) -> None:
    game, rng = Matrix.configure(**options), generator(1)
    policy = game.rules.policy
    assert policy is not None
    assert [{int(policy(after(game), seat, rng)) for _ in range(50)} for seat in (0, 1)] == [
        rows,
        columns,
    ]
