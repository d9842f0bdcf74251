"""Shown numbers against their definitions: the lead in standard errors, all moves as first, linear
averaging, and the draw among equal bounds.
"""

from __future__ import annotations

import math
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engines import games
from engines.knobs import make
from search import algorithms
from search.base import Floats, generator
from search.duct.selection import by_bound
from search.equilibrium import regret_matching
from search.tree import LANES, Tree, expand, new_tree, plant
from search.uct.growth import PLACES, Features, UctGrowth, choose, hear
from tests.lab.ui.thoughts import stats


def python(function: Any) -> Any:
    """The function as plain Python, compiled or not."""
    return getattr(function, "py_func", function)


# -- how far the best action is ahead --------------------------------------------------------------


def test_the_lead_is_in_joint_standard_errors_of_the_best_and_its_rival() -> None:
    """(0.8 - 0.6) / sqrt(0.03² + 0.04²) = 4; the errors of the two differ, and those of the others
    do not matter.
    """
    means, errors = np.array([0.5, 0.8, 0.6, 0.1]), np.array([0.5, 0.03, 0.04, 0.7])
    tree = stats(0, np.array([5, 90, 40, 3]), means, np.array([4]))
    assert math.isclose(replace(tree, error=errors, best=1).lead, 4.0)
    assert math.isclose(replace(tree, error=errors, best=2).lead, -4.0)
    assert math.isclose(replace(tree, error=errors, best=3).lead, -0.7 / math.hypot(0.7, 0.03))


# -- UCT: RAVE and ties ----------------------------------------------------------------------------


def sown(*families: tuple[int, tuple[int, ...]]) -> Tree:
    """A tree in which each (node, actions) has these children, in order."""
    tree, used = new_tree(64), 1
    plant(tree, 0)
    for node, actions in families:
        used = expand(tree, node, used, np.array(actions), len(actions))
    return tree


def grown(**on: Any) -> Features:
    """Features of which only these are on."""
    off = dict(grown=True, solver=False, alpha=0.0, rave=0.0, first_play=False, urgency=1.0)
    wide = dict(widening=False, widen_factor=2.0, widen_power=0.5)
    rest = dict(tuned=False, learns=False, valued=False, lowest=-1.0, highest=1.0)
    return Features(**{**off, **wide, **rest, **on})


def growth() -> UctGrowth:
    """Arrays for 64 nodes of two agents."""
    return UctGrowth(
        np.zeros(64, np.int8),
        np.zeros(64, np.float32),
        np.zeros(64, np.int32),
        np.zeros(64),
        np.zeros(64),
        np.zeros(64),
        np.zeros(64, np.int8),
        np.full((2, PLACES, 3), -1, np.int64),
    )


def test_all_moves_as_first_hears_of_later_plies_and_never_of_earlier_ones() -> None:
    """Agent 0 plays 10, agent 1 plays 20, agent 0 plays 12: below the root 10 and 12 count, below
    that 20, and at the end 12 alone; 10 was played before, and by its own agent.
    """
    tree = sown((0, (10, 11, 12)), (1, (10, 20, 12)), (5, (10, 20, 12)))
    known, path = growth(), np.array([1, 5, 9])
    s = SimpleNamespace(who=[0, 1, 0], path=path, iterations=4, values=[0.75, -0.5])
    python(hear)(tree, known, s, 3)
    assert known.amaf_visits[1:10].tolist() == [1, 0, 1, 0, 1, 0, 0, 0, 1]
    assert known.amaf_total[1:10].tolist() == [0.75, 0, 0.75, 0, -0.5, 0, 0, 0, 0.75]


def test_uct_draws_evenly_among_equal_bounds() -> None:
    tree = sown((0, (1, 2, 3, 4)))
    tree.visits[:5], tree.total[:5] = (22, 5, 7, 5, 5), (0.0, 1.0, -21.0, 1.0, 1.0)
    known, f, rng = growth(), grown(), generator(3)
    drawn = [python(choose)(tree, known, f, 0, 0.0, 1.0, 0.3, rng) for _ in range(1500)]
    counts = np.bincount(drawn, minlength=5)
    assert counts[2] == 0 and all(420 < counts[k] < 580 for k in (1, 3, 4))


def test_duct_draws_evenly_among_equal_bounds() -> None:
    """Or takes the first of them; each way with one step of the generator."""
    beyond = [1] * LANES  # read as part of a vector, and never chosen
    visits = np.array([5, 7, 5, 5, *beyond])
    total = np.array([1.0, -21.0, 1.0, 1.0, *(9.0 * x for x in beyond)])
    bounds, rng, other = np.zeros(4 + LANES, np.float32), generator(3), generator(3)
    given = visits, total, 0, 4, 0.3, 1.0
    drawn = [int(python(by_bound)(*given, False, bounds, rng)) for _ in range(1500)]
    first = [int(python(by_bound)(*given, True, bounds, other)) for _ in range(1500)]
    counts = np.bincount(drawn, minlength=4)
    assert counts[1] == 0 and all(420 < counts[k] < 580 for k in (0, 2, 3))
    assert set(first) == {0} and rng.random() == other.random()


# -- regret matching -------------------------------------------------------------------------------


def cfr_plus(payoffs: Floats, rounds: int) -> tuple[Floats, Floats]:
    """Tammelin (2014) in a few lines of numpy: round t counts t times in the averages."""

    def mixed(regrets: Floats) -> Floats:
        total = regrets.sum()
        return regrets / total if total > 0 else np.full(regrets.size, 1 / regrets.size)

    row_regrets, column_regrets = np.zeros(payoffs.shape[0]), np.zeros(payoffs.shape[1])
    rows, columns = [], []
    for _ in range(rounds):
        x, y = mixed(row_regrets), mixed(column_regrets)
        rows.append(x)
        columns.append(y)
        row_regrets = np.maximum(0, row_regrets + payoffs @ y - x @ payoffs @ y)
        x = mixed(row_regrets)
        column_regrets = np.maximum(0, column_regrets + x @ payoffs @ y - x @ payoffs)
    weights = np.arange(1.0, rounds + 1)
    return np.average(rows, 0, weights), np.average(columns, 0, weights)


@given(st.integers(0, 10**6), st.integers(1, 4), st.integers(1, 5), st.integers(1, 12))
def test_regret_matching_weighs_later_rounds_more(
    seed: int, rows: int, columns: int, rounds: int
) -> None:
    payoffs = np.round(generator(seed).normal(size=(rows, columns)), 3)
    for found, expected in zip(
        regret_matching(payoffs, rounds), cfr_plus(payoffs, rounds), strict=True
    ):
        assert found == pytest.approx(expected, abs=1e-9)


# -- the bound that is shown -----------------------------------------------------------------------


def test_the_bound_shown_has_the_exploration_constant_that_is_set() -> None:
    """UCT's share of matches won plus c sqrt(ln N / n), on the scale from 0 to 1."""
    game, uct = games()["tictactoe"](), algorithms()["uct"]
    for c in (0.2, 3.0):
        search = uct(game, make(uct.Params, {"c": c}), seed=1)
        search.start(game.initial(1), 0)
        search.advance(300)
        (agent,) = search.snapshot().agents
        bonus = c * np.sqrt(np.log(agent.visits.sum()) / agent.visits)
        assert agent.bound == pytest.approx(agent.mean + bonus)


def test_no_bound_is_shown_that_the_selection_does_not_compare() -> None:
    game, uct = games()["tictactoe"](), algorithms()["uct"]
    for other in ({"selection": "tuned"}, {"rave": 50}, {"implicit": 0.5}):
        search = uct(game, make(uct.Params, other), seed=1)
        search.start(game.initial(1), 0)
        search.advance(100)
        (agent,) = search.snapshot().agents
        assert np.isnan(agent.bound).all() and np.isfinite(agent.mean).all()


def test_each_agents_bound_is_on_its_own_scale() -> None:
    """Where values are scaled by the range seen, the ranges of two agents differ."""
    game, uct = games()["csb"](), algorithms()["uct"]
    search = uct(game, make(uct.Params, {"c": 0.6, "playout_depth": 3}), seed=1)
    search.start(game.bench_position(), 0)
    search.advance(2000)
    agents = search.snapshot().agents
    assert len({agent.scale for agent in agents}) == len(agents) > 1
    for agent in agents:
        bonus = 0.6 * np.sqrt(np.log(agent.visits.sum()) / agent.visits)
        np.testing.assert_allclose(agent.bound, agent.mean + bonus, rtol=1e-12)
