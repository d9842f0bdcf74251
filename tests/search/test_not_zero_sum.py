"""Searches of tables with a payoff for each player: each side is told its own, and no zero-sum
measure is claimed.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from engines import games
from engines.game import Game, State
from engines.matrix import Matrix
from engines.matrix.tables import PAIRS
from search import algorithms
from search.base import Snapshot
from search.duct import DUCT
from search.equilibrium import EXPLOITABILITY, SECURED
from search.joint import JointEnumeration
from search.measure import Kind, final_value
from search.nash import NASH_CONV
from tests.plain_python import told

TABLE = "4/1 -1/7; 0/-8 2.5/0; -3/2 6/3"  # 3 rows, 2 columns
GAME = Matrix.configure(matrix="own", payoffs=TABLE, largest=10)
GAINS = GAME.gains(GAME.initial(0))


@pytest.fixture(scope="module")
def learned() -> Any:
    return told("tests.search.pair_tables")


def test_duct_learns_what_each_side_is_paid(learned: Any) -> None:
    for seat, name in enumerate(("rows", "columns")):
        means = np.array(learned[name])
        shown = GAINS[seat].min(), GAINS[seat].max()
        assert ((means >= shown[0] - 1e-6) & (means <= shown[1] + 1e-6)).all()
    met = np.array(learned["met"])
    assert met.shape == (3, 2) and (met > 0).all()
    for seat, (name, axis) in enumerate((("rows", 1), ("columns", 0))):
        mean = (met * GAINS[seat]).sum(axis) / met.sum(axis)
        assert learned[name] == pytest.approx(mean)


def test_regret_matching_leaves_what_is_dominated(learned: Any) -> None:
    """Prisoner's dilemma: both defect, though both would rather cooperate."""
    assert [mixture[1] > 0.95 for mixture in learned["dilemma"]] == [True, True]
    assert learned["value"] < 1.5


def test_regret_matching_goes_round_in_shapleys_game(learned: Any) -> None:
    """Its joint play is a coarse correlated equilibrium and meets the paid cells more than the
    uniform mixture, the only equilibrium, would.
    """
    met = np.array(learned["shapley"], float)
    paid = PAIRS["shapley"].sum(axis=0) > 0
    assert paid.sum() == 6 and met[paid].sum() > 0.8 * met.sum()


def snapshot(search: Any, state: State, seat: int = 0) -> Snapshot:
    search.start(state, seat)
    with np.errstate(all="ignore"):
        search.advance(200)
    found: Snapshot = search.snapshot()
    return found


def test_how_far_strategies_are_from_an_equilibrium_is_nashconv(learned: Any) -> None:
    row, column = (np.array(mixture) for mixture in learned["policies"])
    gained = [(GAINS[0] @ column).max() - row @ GAINS[0] @ column]
    gained.append((row @ GAINS[1]).max() - row @ GAINS[1] @ column)
    assert learned["scalars"] == {NASH_CONV: pytest.approx(sum(gained))}
    assert learned["swapped"] == learned["scalars"], "whichever agent is in the rows"
    assert learned["gains"] == GAINS.tolist()
    assert np.array(learned["turned"]).tolist() == GAINS.transpose(0, 2, 1)[::-1].tolist()


@pytest.mark.usefixtures("uncompiled")
def test_joint_enumeration_claims_no_equilibrium() -> None:
    for seat in (0, 1):
        found = snapshot(
            JointEnumeration(GAME, JointEnumeration.Params(rule="mixed")), GAME.initial(0), seat
        )
        assert EXPLOITABILITY not in found.scalars and found.joint is not None
        own = GAINS[0] if seat == 0 else GAINS[1].T
        assert found.joint.agents == (seat, 1 - seat)
        assert found.joint.mean == pytest.approx(own), "its own payoffs, in its own rows"
        assert found.joint.unmeasured and "no equilibrium" in found.joint.equilibrium
        assert found.joint.gains is not None and found.joint.gains[0] == pytest.approx(own)
        secured = found.scalars[SECURED]
        mixture = found.agents[0].policy
        assert mixture is not None and (mixture @ own).min() == pytest.approx(secured)
        assert [a.kind for a in found.agents] == [Kind.VALUE, Kind.AGAINST]


def not_zero_sum() -> list[Game]:
    found = [kind.configure() for kind in games().values()]
    vectors = games()["textbook"].configure(tree="P1(P2((1,2),(3,4)),P2((0,5),(2,2)))")
    return [*(g for g in found if not g.zero_sum and g.max_actions < 40), vectors, GAME]


@pytest.mark.parametrize("game", not_zero_sum(), ids=lambda game: game.spec[:20])
def test_who_assumes_opposed_interests_refuses(game: Game) -> None:
    """In every game that is not zero-sum."""
    for name in ("minimax", "alphabeta"):
        assert "gains cancel out" in (algorithms()[name].supports(game) or "")
    values = [final_value(game, game.initial(1), x) for x in (-1.0, 0.0, 1.0)]
    assert not game.graded or not any(value.proven for value in values)
    assert DUCT.supports(game) is None
